#include <fmt/format.h>

#include <map>
#include <string_view>

#include "cli/command_line/command_line.h"
#include "cli/exit_code.h"

// The verbs of recordings, of the browser and of the tool itself.

namespace ishi::compiler::cli {

void CommandLine::add_studio() {
  CLI::App* verb = this->verb(
      "studio", "Open a project in the browser: its texts, what agents would do and why, runs, tests",
      "ishi studio game");
  verb->add_option("FOLDER", studio_.folder, "A project's folder (default: this one)")->type_name("");
  verb->add_option("--recording", studio_.recording,
                   "A recorded game that is opened at once; those below the folder (*.ishirec) are offered")
      ->type_name("FILE");
  verb->add_option("--port", studio_.port,
                   "On which port of this machine it listens (default: the first free one from 4750)")
      ->type_name("N")
      ->check(CLI::Range(1, 65535));
  verb->add_option("--page", studio_.page,
                   "The page's files, as scripts/studio makes them (default: those in the tool)")
      ->type_name("DIR");
  verb->add_flag_callback(
      "--no-open", [this] { studio_.opens = false; }, "Only print the address");
  verb->callback([this] { action_ = [this] { return run_studio(studio_); }; });
}

void CommandLine::add_replay() {
  CLI::App* verb = this->verb(
      "replay", "Play a recording of a game again, and say whether it comes to what it was (1: it differs)",
      "ishi replay odd.ishirec");
  verb->add_option("RECORDING", replay_.recording, "What ishi::record has written")
      ->required()
      ->type_name("");
  verb->add_option("--threads", replay_.threads, "How many threads share the work (default 1)")
      ->type_name("N")
      ->check(CLI::Range(1, 64));
  verb->add_option("--agents-per-job", replay_.agents_per_job, "How the work is cut; nothing depends on it")
      ->type_name("N")
      ->check(CLI::Range(1, 1'000'000));
  verb->add_option("--instructions", replay_.instructions, "With which agents decide; nothing depends on it")
      ->type_name("best|scalar|sse4|avx2|avx512")
      ->transform(CLI::Transformer(std::map<std::string, InstructionSet>{
          {"best", InstructionSet::best},
          {"scalar", InstructionSet::scalar},
          {"sse4", InstructionSet::sse4},
          {"avx2", InstructionSet::avx2},
          {"avx512", InstructionSet::avx512},
      }));
  add_format(verb, replay_.format, Printed::decision);
  verb->callback([this] { action_ = [this] { return run_replay(replay_); }; });
}

void CommandLine::add_explain() {
  CLI::App* verb = this->verb(
      "explain", "Explain a diagnostic, with a wrong and a right example, or a word of the language",
      "ishi explain IS102\n  ishi explain inertia");
  CLI::Option* code =
      verb->add_option("CODE", code_, "A code such as IS102, or a word: a term, a field, a function, a unit");
  code->type_name("");
  CLI::Option* list =
      verb->add_flag("--list", list_codes_, "Every code and term, and what it is about")->excludes(code);
  verb->add_flag("--reference", reference_, "Every code at length, in Markdown")
      ->excludes(code)
      ->excludes(list);
  verb->callback([this] {
    if (!list_codes_ && !reference_ && code_.empty())
      throw CLI::RequiredError("CODE (or --list, or --reference)");
    action_ = [this] {
      if (reference_) return run_explain_reference();
      return list_codes_ ? run_explain_list() : run_explain(fmt::format("{}", fmt::join(code_, " ")));
    };
  });
}

void CommandLine::add_help() {
  CLI::App* verb = this->verb(
      "help", "Explain a word, whichever it is: a verb of the tool, a word of the language, a code",
      "ishi help sweep\n  ishi help inertia\n  ishi help IS102");
  verb->add_option("WORD", code_, "What to explain; without it the verbs are listed")->type_name("");
  verb->callback([this] { action_ = [this] { return help(fmt::format("{}", fmt::join(code_, " "))); }; });
}

int CommandLine::help(const std::string& word) {
  const CLI::App* verb = word.empty() ? &app_ : find_verb(word);
  std::string name = word.empty() ? "ishi" : "ishi " + word;
  if (const std::string_view own = own_verb_of(word); verb == nullptr && !own.empty()) {
    verb = find_verb(std::string(own.substr(0, own.find(' '))));  // null for an option
    fmt::print("`{}` of other tools is `ishi {}` here.\n", word, own);
    if (verb == nullptr) return kGood;
    fmt::print("\n");
    name = "ishi " + verb->get_name();
  }
  if (verb != nullptr) {
    fmt::print("{}", app_.get_formatter()->make_help(verb, name, CLI::AppFormatMode::Normal));
    if (word.empty()) return kGood;
  }
  const std::vector<std::string> verbs = names_of_verbs();
  return run_help(word, verb != nullptr, std::vector<std::string_view>(verbs.begin(), verbs.end()));
}

void CommandLine::add_schema() {
  CLI::App* verb = this->verb("schema", "Print the JSON Schema of source files, for editors",
                              "ishi schema > ishi.schema.json");
  CLI::Option* project = verb->add_option("--project", schema_.project,
                                          "Also offer the names of a file or of all files of a folder");
  project->type_name("PATH");
  add_root(verb, schema_.root);
  verb->add_flag("--reference", reference_, "The language reference instead, in Markdown")->excludes(project);
  verb->callback([this] { action_ = [this] { return reference_ ? run_reference() : run_schema(schema_); }; });
}

void CommandLine::add_lsp() {
  CLI::App* verb =
      this->verb("lsp", "Serve an editor: the language server protocol over stdin and stdout", "ishi lsp");
  verb->add_flag("--stdio", speaks_over_stdio_, "The only way there is; many editors say so");
  verb->callback([this] { action_ = [] { return run_lsp(); }; });
}

}  // namespace ishi::compiler::cli
