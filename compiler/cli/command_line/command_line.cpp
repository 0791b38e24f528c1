#include "cli/command_line/command_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <iterator>
#include <sstream>
#include <string_view>
#include <system_error>
#include <utility>

#include "cli/exit_code.h"
#include "cli/output/terminal.h"
#include "cli/version.h"
#include "diagnostics/suggest.h"

namespace ishi::compiler::cli {
namespace {

// exit_code.h in the words of whoever writes a build.
constexpr std::string_view kExitCodes =
    "Exit codes:\n"
    "  0  all is well; also if there was nothing to do, as in an empty folder\n"
    "  1  something was found: an error in a source, a warning if warnings are denied, a failed test, a\n"
    "     difference (diff, replay), a file that is laid out otherwise (fmt --check), files that disagree on "
    "the\n"
    "     contract (header), no test that --filter names, a moment that no test can say (test --from)\n"
    "  2  it could not be done: a wrong option, a PATH that cannot be read, an output that cannot be written";

// The verbs of other tools for the same.
constexpr std::pair<std::string_view, std::string_view> kOtherVerbs[] = {
    {"attach", "live"},   {"compare", "diff"},      {"compile", "build"},
    {"create", "new"},    {"debug", "why"},         {"docs", "help"},
    {"edit", "studio"},   {"format", "fmt"},        {"generate", "new"},
    {"init", "new"},      {"inspect", "dump"},      {"lint", "check"},
    {"make", "build"},    {"man", "help"},          {"optimise", "tune"},
    {"optimize", "tune"}, {"run", "play"},          {"serve", "studio"},
    {"sim", "play"},      {"simulate", "play"},     {"start", "play"},
    {"trace", "play"},    {"ui", "studio"},         {"validate", "check"},
    {"verify", "check"},  {"version", "--version"}, {"watch", "check --watch"},
};

}  // namespace

std::function<std::string(const std::string&)> one_of(std::vector<std::string> words) {
  return [words = std::move(words)](const std::string& text) -> std::string {
    if (std::ranges::find(words, text) != words.end()) return {};
    const std::vector<std::string_view> known(words.begin(), words.end());
    const auto near = suggestions(text, known);
    return fmt::format("it is one of {}, not {}{}", fmt::join(words, ", "), text,
                       near.empty() ? "" : fmt::format("; did you mean {}?", near[0]));
  };
}

CommandLine::CommandLine() {
  app_.require_subcommand(1);
  app_.footer(std::string(kExitCodes));
  app_.set_version_flag("--version", fmt::format("ishi {}", tool_version()));
  app_.get_formatter()->column_width(28);
  add_new();
  add_check();
  add_fmt();
  add_rename();
  add_build();
  add_header();
  add_test();
  add_search();
  add_why();
  add_sweep();
  add_tune();
  add_play();
  add_show();
  add_draw();
  add_merge();
  add_diff();
  add_dump();
  add_replay();
  add_live();
  add_explain();
  add_help();
  add_schema();
  add_lsp();
  add_dap();
  add_studio();
}

int CommandLine::run(std::vector<std::string> arguments) {
  const std::vector<std::string> words(arguments.begin() + (arguments.empty() ? 0 : 1), arguments.end());
  if (words.empty() || (!words[0].starts_with('-') && find_verb(words[0]) == nullptr)) {
    report_unknown_verb(words.empty() ? "" : words[0]);
    return kUsage;
  }
  std::vector<char*> pointers;
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  try {
    app_.parse(static_cast<int>(pointers.size()), pointers.data());
  } catch (const CLI::ExtrasError& error) {
    return report_unknown_option(words) ? kUsage : report(error);
  } catch (const CLI::RequiredError& error) {  // perhaps since it was mistyped
    if (report_unknown_option(words)) return kUsage;
    const CLI::App* const verb = find_verb(words[0]);
    if (verb == nullptr) return report(error);
    report_required(error.what(), *verb);
    return kUsage;
  } catch (const CLI::ParseError& error) {
    return report(error);
  }
  return action_();
}

int CommandLine::report(const CLI::ParseError& error) {
  std::ostringstream out;
  std::ostringstream messages;  // these quote arguments
  const bool is_help = app_.exit(error, out, messages) == 0;
  if (is_help)
    fmt::print("{}", out.str());
  else
    complain("{}", error.what());
  return is_help ? kGood : kUsage;
}

const CLI::App* CommandLine::find_verb(const std::string& name) const {
  for (const CLI::App* verb : app_.get_subcommands([](const CLI::App*) { return true; })) {
    if (verb->get_name() == name) return verb;
  }
  return nullptr;
}

std::vector<std::string> CommandLine::names_of_verbs() const {
  std::vector<std::string> names;
  for (const CLI::App* verb : app_.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(verb->get_name());
  return names;
}

std::string_view own_verb_of(std::string_view other) {
  const auto found =
      std::ranges::find(kOtherVerbs, other, &std::pair<std::string_view, std::string_view>::first);
  return found == std::end(kOtherVerbs) ? std::string_view() : found->second;
}

void CommandLine::report_unknown_verb(const std::string& word) {
  const std::vector<std::string> verbs = names_of_verbs();
  const std::vector<std::string_view> known(verbs.begin(), verbs.end());
  auto near = suggestions(word, known);
  if (const std::string_view own = own_verb_of(word); !own.empty()) near = {own};
  if (word.empty()) {
    complain("what is to be done? the verbs are {}; ishi --help says more", fmt::join(verbs, ", "));
  } else {
    complain("there is no verb {}; {}", word,
             near.empty() ? fmt::format("the verbs are {}", fmt::join(verbs, ", "))
                          : fmt::format("did you mean {}?", near[0]));
  }
}

std::vector<std::string> CommandLine::verbs_with(const std::string& option) const {
  std::vector<std::string> verbs;
  for (const CLI::App* verb : app_.get_subcommands([](const CLI::App*) { return true; })) {
    if (verb->get_option_no_throw(option) != nullptr) verbs.push_back("ishi " + verb->get_name());
  }
  return verbs;
}

bool CommandLine::report_unknown_option(const std::vector<std::string>& words) {
  const CLI::App* const named = find_verb(words[0]);
  const CLI::App* const verb = named != nullptr ? named : &app_;
  for (size_t i = named != nullptr ? 1 : 0; i < words.size() && words[i] != "--"; ++i) {
    const std::string word = words[i].substr(0, words[i].find('='));
    if (!word.starts_with('-') || verb->get_option_no_throw(word) != nullptr) continue;
    std::vector<std::string> options;
    for (const CLI::Option* option : verb->get_options()) {
      if (option->nonpositional()) options.push_back(option->get_name());
    }
    const std::vector<std::string_view> known(options.begin(), options.end());
    const auto near = suggestions(word, known);
    const std::vector<std::string> others = verbs_with(word);
    const std::string advice =
        !others.empty() ? fmt::format("{} take{} it", fmt::join(others, ", "), others.size() == 1 ? "s" : "")
        : near.empty()  ? fmt::format("its options are {}", fmt::join(options, ", "))
                        : fmt::format("did you mean {}?", near[0]);
    complain("{} has no option {}; {}", named != nullptr ? words[0] : "ishi", word, advice);
    return true;
  }
  return false;
}

void CommandLine::report_required(const std::string& what, const CLI::App& verb) const {
  complain("{}", what);
  const CLI::Option* const option = verb.get_option_no_throw(what.substr(0, what.find(' ')));
  if (option != nullptr) {
    const std::string& text = option->get_description();
    say_more("{}", text.substr(0, text.find('\n')));
  }
  const auto example = examples_.find(verb.get_name());
  if (example != examples_.end())
    say_more("for example: {}", example->second.substr(0, example->second.find('\n')));
}

CLI::App* CommandLine::verb(const std::string& name, const std::string& text, const std::string& example) {
  CLI::App* verb = app_.add_subcommand(name, text);
  examples_.emplace(name, example);
  verb->footer(fmt::format("Example:\n  {}\n\n{}", example, kExitCodes));
  return verb;
}

void CommandLine::add_root(CLI::App* verb, std::string& root) {
  verb->add_option(
          "--root", root,
          "The folder that includes stay inside (else the nearest folder upward that holds ishi.yaml)")
      ->type_name("DIR");
}

void CommandLine::add_paths(CLI::App* verb, std::vector<std::string>& paths, bool is_required) {
  CLI::Option* option = verb->add_option(
      "PATH", paths, "Source files, or folders: all *.ishi.yaml below, hidden folders left out");
  option->type_name("");
  if (is_required)
    option->required();
  else
    paths = {"."};
}

void CommandLine::add_format(CLI::App* verb, Format& format, Printed printed) {
  std::vector<std::string> names;
  for (const FormatRow& row : formats()) {
    if (row.is_of(printed)) names.emplace_back(row.name);
  }
  verb->add_option_function<std::string>(
          "--format", [&format, printed](const std::string& name) { format = *find_format(name, printed); },
          formats_text(printed))
      ->check(one_of(names))
      ->type_name("FORMAT");
}

void CommandLine::add_jobs(CLI::App* verb, unsigned& jobs) {
  verb->add_option("--jobs", jobs, "How many files at once (default: one a core)")
      ->type_name("N")
      ->check([](const std::string& text) {
        unsigned count = 0;
        const char* const end = text.data() + text.size();
        const auto [rest, error] = std::from_chars(text.data(), end, count);
        const bool is_right = error == std::errc() && rest == end && count >= 1 && count <= 1024;
        return is_right ? std::string() : fmt::format("it is a whole number from 1 to 1024, not {}", text);
      });
}

}  // namespace ishi::compiler::cli
