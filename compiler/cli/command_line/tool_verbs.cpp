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

void CommandLine::add_live() {
  CLI::App* verb = this->verb(
      "live", "Look into a running game: who is there, what an agent does and why, hold it, change it",
      "ishi live\n  ishi live arena --agent guard#17\n  ishi live arena --agent guard#17 --set hp=20");
  verb->add_option("NAME", live_.game, "A game that `ishi live` lists (default: list them)")->type_name("");
  verb->add_option(
          "--port", live_.port,
          "The game's port on this machine, in place of its name; the secret stands in ISHI_LIVE_SECRET")
      ->type_name("N")
      ->check(CLI::Range(1, 65535));
  verb->add_option("--agent", live_.agent,
                   "Follow this agent, such as guard#17, as `play` does, as it happens")
      ->type_name("NAME#N");
  verb->add_option("--where", live_.where,
                   "List the agents for whom an expression holds, such as \"hp < 20\"")
      ->type_name("EXPRESSION");
  verb->add_option(
          "--set", live_.sets,
          "Set a key or level, of --agent if it is an agent's; it holds until the game writes it again")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  verb->add_option("--team", live_.team, "… the team whose key is set (default 0)")->type_name("N");
  verb->add_option("--emit", live_.events,
                   "Post an event to --agent, else to everyone: damaged, or \"damaged amount=5 by=raider#3\"")
      ->type_name("EVENT")
      ->allow_extra_args(false);
  verb->add_option("--complete", live_.completed,
                   "End a task of --agent as completed (default: the one that runs)")
      ->type_name("TASK")
      ->expected(0, 1);
  verb->add_option("--fail", live_.failed, "… as failed")->type_name("TASK")->expected(0, 1);
  verb->add_option("--choose", live_.chosen, "Let --agent do this action now")->type_name("ACTION");
  verb->add_flag("--think", live_.thinks, "Let --agent think in the next frame");
  verb->add_flag("--hold", live_.holds,
                 "Hold the game between two frames; Enter plays one, a number as many, c lets it go on");
  verb->add_option("--step", live_.steps, "Hold the game, play so many frames, and let it go on")
      ->type_name("N")
      ->check(CLI::Range(1, 1'000'000));
  verb->add_flag("--continue", live_.goes_on, "Let a game go on that another viewer holds");
  CLI::Option* reload = verb->add_option("--reload", live_.reload,
                                         "Give the game the behaviour of these sources as they are now");
  reload->type_name("PATH");
  verb->add_flag("--watch", live_.watches, "… and again whenever one is saved")->needs(reload);
  verb->add_option("--record", live_.recording,
                   "Write what the game streams to a recording, until Ctrl-C or --for")
      ->type_name("FILE");
  verb->add_flag("--dashcam", live_.writes_dashcam,
                 "Let the game write its dashcam to the file that it has named");
  verb->add_option("--for", live_.duration, "How long (default: until Ctrl-C)")->type_name("TIME");
  verb->add_flag("--past", live_.past, "Begin with the seconds that the game's dashcam keeps");
  verb->add_flag("--keys", live_.keys, "Show each change of a key");
  verb->add_option("--only", live_.only, "Print only lines about these topics, with commas, as `play` does")
      ->type_name("TOPICS");
  add_roots(verb, live_);
  add_format(verb, live_.format, Printed::decision);
  verb->callback([this] { action_ = [this] { return run_live(live_); }; });
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
  CLI::Option* reference =
      verb->add_flag("--reference", reference_, "The language reference instead, in Markdown")
          ->excludes(project);
  verb->add_option("--pages", reference_folder_, "Write the language reference as pages below a folder")
      ->type_name("FOLDER")
      ->excludes(project)
      ->excludes(reference);
  verb->callback([this] {
    action_ = [this] {
      if (!reference_folder_.empty()) return run_reference_pages(reference_folder_);
      return reference_ ? run_reference() : run_schema(schema_);
    };
  });
}

void CommandLine::add_lsp() {
  CLI::App* verb =
      this->verb("lsp", "Serve an editor: the language server protocol over stdin and stdout", "ishi lsp");
  verb->add_flag("--stdio", speaks_over_stdio_, "The only way there is; many editors say so");
  verb->callback([this] { action_ = [] { return run_lsp(); }; });
}

void CommandLine::add_dap() {
  CLI::App* verb = this->verb(
      "dap", "Serve a debugger: the debug adapter protocol, for tests, scenes and recordings", "ishi dap");
  verb->add_flag("--stdio", speaks_over_stdio_, "Over stdin and stdout, which is the default");
  verb->add_option(
          "--port", dap_.port,
          "Over a port of this machine's loopback, for one client; 0: any free one, which is printed")
      ->type_name("N")
      ->check(CLI::Range(0, 65535));
  verb->callback([this] { action_ = [this] { return run_dap(dap_); }; });
}

}  // namespace ishi::compiler::cli
