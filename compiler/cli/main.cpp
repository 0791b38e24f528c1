#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
#include <limits>
#include <map>
#include <new>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "cli/exit_code.h"
#include "cli/output/terminal.h"
#include "cli/process.h"
#include "cli/verbs.h"
#include "cli/version.h"
#include "diagnostics/suggest.h"
#include "diagnostics/terminal_text.h"
#include "format/format.h"

// Reads the command line. The only file that knows CLI11.

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

// The fault of a seed: CLI11 would take -1 for the largest number and 010 for 8.
std::string seed_fault(const std::string& text) {
  uint64_t seed = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, seed);
  if (error == std::errc() && rest == end) return {};
  return fmt::format("a seed is a whole number from 0 to {}, not {}", std::numeric_limits<uint64_t>::max(),
                     text);
}

// A check of an option whose value is one of these words.
std::function<std::string(const std::string&)> one_of(std::vector<std::string> words) {
  return [words = std::move(words)](const std::string& text) -> std::string {
    if (std::ranges::find(words, text) != words.end()) return {};
    const std::vector<std::string_view> known(words.begin(), words.end());
    const auto near = suggestions(text, known);
    return fmt::format("it is one of {}, not {}{}", fmt::join(words, ", "), text,
                       near.empty() ? "" : fmt::format("; did you mean {}?", near[0]));
  };
}

// Adds the verbs to the tool, options looking the same on each.
class CommandLine {
 public:
  CommandLine() {
    app_.require_subcommand(1);
    app_.footer(std::string(kExitCodes));
    app_.set_version_flag("--version", fmt::format("ishi {}", tool_version()));
    app_.get_formatter()->column_width(28);
    add_new();
    add_check();
    add_fmt();
    add_build();
    add_header();
    add_test();
    add_why();
    add_sweep();
    add_tune();
    add_play();
    add_show();
    add_diff();
    add_dump();
    add_replay();
    add_explain();
    add_help();
    add_schema();
    add_lsp();
    add_studio();
  }

  int run(int count, char** arguments) {
    const std::vector<std::string> words(arguments + std::min(count, 1), arguments + count);
    if (words.empty() || (!words[0].starts_with('-') && find_verb(words[0]) == nullptr)) {
      report_unknown_verb(words.empty() ? "" : words[0]);
      return kUsage;
    }
    try {
      app_.parse(count, arguments);
    } catch (const CLI::ExtrasError& error) {
      return report_unknown_option(words) ? kUsage : report(error);
    } catch (const CLI::RequiredError& error) {  // perhaps since it was mistyped
      return report_unknown_option(words) ? kUsage : report(error);
    } catch (const CLI::ParseError& error) {
      return report(error);
    }
    return action_();
  }

 private:
  int report(const CLI::ParseError& error) {
    std::ostringstream out;
    std::ostringstream messages;  // these quote arguments
    const bool is_help = app_.exit(error, out, messages) == 0;
    fmt::print("{}", out.str());
    fmt::print(stderr, "{}", printable(messages.str()));
    return is_help ? kGood : kUsage;
  }

  [[nodiscard]] const CLI::App* find_verb(const std::string& name) const {
    for (const CLI::App* verb : app_.get_subcommands([](const CLI::App*) { return true; })) {
      if (verb->get_name() == name) return verb;
    }
    return nullptr;
  }

  [[nodiscard]] std::vector<std::string> names_of_verbs() const {
    std::vector<std::string> names;
    for (const CLI::App* verb : app_.get_subcommands([](const CLI::App*) { return true; }))
      names.push_back(verb->get_name());
    return names;
  }

  void report_unknown_verb(const std::string& word) {
    const std::vector<std::string> verbs = names_of_verbs();
    const std::vector<std::string_view> known(verbs.begin(), verbs.end());
    const auto near = suggestions(word, known);
    if (word.empty()) {
      complain("what is to be done? the verbs are {}; ishi --help says more", fmt::join(verbs, ", "));
    } else {
      complain("there is no verb {}; {}", word,
               near.empty() ? fmt::format("the verbs are {}", fmt::join(verbs, ", "))
                            : fmt::format("did you mean {}?", near[0]));
    }
  }

  // The verbs that take an option.
  [[nodiscard]] std::vector<std::string> verbs_with(const std::string& option) const {
    std::vector<std::string> verbs;
    for (const CLI::App* verb : app_.get_subcommands([](const CLI::App*) { return true; })) {
      if (verb->get_option_no_throw(option) != nullptr) verbs.push_back("ishi " + verb->get_name());
    }
    return verbs;
  }

  // False if all options of the verb, or of the tool before any verb, are known.
  bool report_unknown_option(const std::vector<std::string>& words) {
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
      const std::string advice = !others.empty() ? fmt::format("{} take{} it", fmt::join(others, ", "),
                                                               others.size() == 1 ? "s" : "")
                                 : near.empty()  ? fmt::format("its options are {}", fmt::join(options, ", "))
                                                 : fmt::format("did you mean {}?", near[0]);
      complain("{} has no option {}; {}", named != nullptr ? words[0] : "ishi", word, advice);
      return true;
    }
    return false;
  }

  CLI::App* verb(const std::string& name, const std::string& text, const std::string& example) {
    CLI::App* verb = app_.add_subcommand(name, text);
    verb->footer(fmt::format("Example:\n  {}\n\n{}", example, kExitCodes));
    return verb;
  }

  static void add_root(CLI::App* verb, std::string& root) {
    verb->add_option(
            "--root", root,
            "The folder that includes stay inside (else the nearest folder upward that holds ishi.yaml)")
        ->type_name("DIR");
  }

  static void add_paths(CLI::App* verb, std::vector<std::string>& paths, bool is_required) {
    CLI::Option* option = verb->add_option("PATH", paths, "Source files, or folders: all *.ishi.yaml below");
    option->type_name("");
    if (is_required)
      option->required();
    else
      paths = {"."};
  }

  // The format of a verb that prints this.
  static void add_format(CLI::App* verb, Format& format, Printed printed) {
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

  // The options of verbs that check sources; --watch is returned. Options exclude each other by their
  // addresses: by a name CLI11 looks in a function that ends the process where there is no memory.
  template <class Options>
  static CLI::Option* add_checking(CLI::App* verb, Options& options, Printed printed) {
    add_root(verb, options.root);
    add_format(verb, options.format, printed);
    verb->add_flag("--deny-warnings", options.denies_warnings,
                   "Warnings count as errors do, those of the analysis that check does among them");
    return verb->add_flag(
        "--watch", options.watches,
        "Go on: look again whenever a source is saved, until Ctrl-C; compiles what is affected");
  }

  static void add_jobs(CLI::App* verb, unsigned& jobs) {
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

  void add_cache(CLI::App* verb) {
    CLI::Option* folder =
        verb->add_option(
                "--cache", build_.cache,
                "Where to keep what has been compiled, so that only what changes is compiled again (default: "
                "DIR.ishi-cache, beside the output); builds may share it, and it may be deleted at any time")
            ->type_name("FOLDER")
            ->check([](const std::string& folder) {
              return std::string(folder.empty() ? "it needs the name of a folder" : "");
            });
    verb->add_flag_callback(
            "--no-cache", [this] { build_.uses_cache = false; }, "Compile everything, and keep nothing")
        ->excludes(folder);
  }

  static void add_namespace(CLI::App* verb, std::string& name_space) {
    verb->add_option("--namespace", name_space, "The namespace of what the header declares (default: game)")
        ->type_name("NAME");
  }

  void add_new() {
    CLI::App* verb =
        this->verb("new", "Make a small project that builds: behaviour, scenes, tests, editor settings",
                   "ishi new my_game --template stealth");
    verb->add_option("NAME", new_.name,
                     "The folder to make, or an empty one (hidden files such as .git may be in it)")
        ->required()
        ->type_name("");
    std::string about = "What it begins as (default: guard):";
    for (const ProjectTemplate& known : project_templates())
      about += fmt::format("\n{:<8} {}", known.name, known.about);
    verb->add_option("--template", new_.project_template, about)->type_name("NAME");
    verb->callback([this] { action_ = [this] { return run_new(new_); }; });
  }

  void add_check() {
    CLI::App* verb = this->verb("check", "Say what is wrong, and fix it if asked to",
                                "ishi check behaviours --format json");
    add_paths(verb, check_.paths, false);
    CLI::Option* const watch = add_checking(verb, check_, Printed::findings);
    verb->add_flag(
        "--thorough", check_.thorough,
        "Look for what agents can never do for about a second each, not for some milliseconds a file");
    verb->add_flag("--fix", check_.fixes,
                   "First fix in the sources what has exactly one fix; comments and layout stay")
        ->excludes(watch);
    add_jobs(verb, check_.jobs);
    verb->callback([this] { action_ = [this] { return run_check(check_); }; });
  }

  void add_fmt() {
    CLI::App* verb = this->verb(
        "fmt", "Lay sources out in the one style; what they say, their comments and their order stay",
        "ishi fmt behaviours --check");
    verb->add_option("PATH", fmt_.paths,
                     "Source files, or folders: all *.ishi.yaml below (default: this one); - reads stdin and "
                     "writes stdout")
        ->type_name("");
    fmt_.paths = {"."};
    add_root(verb, fmt_.root);
    verb->add_flag("--check", fmt_.only_checks,
                   "Write nothing; name the files that would change (1: some do)");
    verb->add_flag("--diff", fmt_.shows_diff, "The same, and print the changes as diff -u does");
    verb->add_option("--width", fmt_.width, "The longest line that a { } or [ ] may make (default 120)")
        ->type_name("N")
        ->check([](const std::string& text) {
          size_t width = 0;
          const char* const end = text.data() + text.size();
          const auto [rest, error] = std::from_chars(text.data(), end, width);
          const bool is_right =
              error == std::errc() && rest == end && width >= kLeastFormatWidth && width <= kMostFormatWidth;
          return is_right ? std::string()
                          : fmt::format("it is a number of characters from {} to {}, not {}",
                                        kLeastFormatWidth, kMostFormatWidth, text);
        });
    add_jobs(verb, fmt_.jobs);
    verb->callback([this] { action_ = [this] { return run_fmt(fmt_); }; });
  }

  void add_build() {
    CLI::App* verb = this->verb("build",
                                "Compile assets (files with agents) to blobs. Files without errors are "
                                "written though others have some; "
                                "with --deny-warnings nothing is, unless all is well",
                                "ishi build behaviours -o build/behaviours --depfile");
    add_paths(verb, build_.paths, true);
    verb->add_option("-o,--output", build_.output,
                     "The folder that the blobs go to: a/b.ishi.yaml becomes DIR/a/b.ishi")
        ->required()
        ->type_name("DIR");
    add_checking(verb, build_, Printed::findings);
    verb->add_flag("--depfile", build_.depfile,
                   "Write beside each blob which sources it was made from (NAME.ishi.d, for make and ninja)");
    verb->add_flag("--strip", build_.strip, "Leave names and places out of the blobs");
    verb->add_flag(
        "--prune", build_.prunes,
        "Delete blobs below DIR that no source becomes any more, with their depfiles (PATHs are folders)");
    verb->add_flag("--stats", build_.stats, "Print what each blob holds, and what an agent takes");
    verb->add_option("--kernels", build_.kernels,
                     "Write the score programs as C++, which a game compiles to run them faster; a header is "
                     "written beside it")
        ->type_name("FILE.cpp");
    verb->add_option("--header", build_.header,
                     "Write the contract's C++ header, too, as the verb header does")
        ->type_name("FILE");
    add_namespace(verb, build_.name_space);
    add_cache(verb);
    add_jobs(verb, build_.jobs);
    verb->callback([this] { action_ = [this] { return run_build(build_); }; });
  }

  void add_header() {
    CLI::App* verb = this->verb("header", "Write the contract with the game, in C++ or another language",
                                "ishi header behaviours -o build/behaviours.h --namespace game");
    add_paths(verb, header_.paths, true);
    verb->add_option(
            "-o,--output", header_.output,
            "The header: enums, typed keys, structs of tasks and events, and the contract to check by")
        ->required()
        ->type_name("FILE");
    verb->add_option("--language", header_.language,
                     "cpp, or for bindings of the C interface c, csharp or python (default: cpp)")
        ->type_name("LANGUAGE")
        ->check(one_of(header_languages()));
    verb->add_option(
            "--namespace", header_.name_space,
            "The namespace of what it declares, in C what its names begin with (default: game; in C# "
            "Game); not for Python")
        ->type_name("NAME");
    add_root(verb, header_.root);
    add_jobs(verb, header_.jobs);
    verb->callback([this] { action_ = [this] { return run_header(header_); }; });
  }

  void add_test() {
    CLI::App* verb = this->verb("test", "Run the designers' tests", "ishi test behaviours --filter flees");
    add_paths(verb, test_.paths, false);
    CLI::Option* const watch = add_checking(verb, test_, Printed::tests);
    verb->add_option(
            "--from", test_.recording,
            "Write a moment of this recording as a test that passes, to be pasted under `tests`, in place "
            "of running tests")
        ->type_name("RECORDING")
        ->excludes(watch);
    verb->add_option("--at", test_.moment,
                     "… the decision up to this time of the game: 12.5s, -2s, \"frame 750\"")
        ->type_name("TIME");
    verb->add_option("--agent", test_.agent, "… of this agent, such as guard#17")->type_name("NAME#N");
    verb->add_option("--filter", test_.filter, "Only tests whose name contains TEXT")->type_name("TEXT");
    verb->add_flag(
        "--coverage", coverage_,
        "What the tests have tried: actions, methods of goals, segments of curves, profiles, states, "
        "transitions, events; "
        "--coverage=FILE.html writes that as a page, too");
    verb->add_flag("--mutate", test_.mutates,
                   "Which small changes of the behaviour no test notices: a step, a handler of an event, a "
                   "condition or another part left out, a number changed, two neighbours swapped")
        ->excludes(watch);
    add_jobs(verb, test_.jobs);
    verb->callback([this] {
      test_.coverage = !coverage_.empty();
      if (coverage_ != "true") test_.coverage_page = coverage_;  // the flag alone
      action_ = [this] { return run_test(test_); };
    });
  }

  void add_why() {
    CLI::App* verb =
        this->verb("why", "Explain one decision: every option, ranked, with the terms of its score",
                   "ishi why guard.ishi.yaml --agent guard --set hp=20 --set threat=someone");
    add_situation(verb, why_);
    verb->add_option("--at", why_.moment,
                     "The agent's last decision up to this time of the scene, of the test's run, or of the "
                     "recording, such as "
                     "3.5s; of\na recording also -2s, before its end, or \"frame 750\"")
        ->type_name("TIME");
    add_format(verb, why_.format, Printed::decision);
    verb->callback([this] { action_ = [this] { return run_why(why_); }; });
  }

  void add_sweep() {
    CLI::App* verb = this->verb("sweep",
                                "Show what an agent chooses along a key or level, or over two, for each "
                                "importance profile, with the exact\n"
                                "places where that changes",
                                "ishi sweep guard.ishi.yaml --over hp --set threat=someone");
    add_situation(verb, sweep_);
    verb->add_option("--at", sweep_.moment,
                     "Of a recording: the situation of the decision up to this time, such as 12.5s")
        ->type_name("TIME");
    verb->add_option("--over", sweep_.over,
                     "What is swept: a key (hp), a carried level (needs.hunger), or two (hp,ammo); hp=20..60 "
                     "is a part")
        ->required()
        ->type_name("KEY[,KEY]")
        ->expected(1)
        ->take_all();
    add_format(verb, sweep_.format, Printed::sweep);
    verb->add_option("--svg", sweep_.picture, "Draws it, too")->type_name("FILE");
    verb->add_flag(
        "--write-tests", sweep_.writes_tests,
        "Print tests instead, to be pasted under `tests`: what is chosen on each side of each change");
    verb->callback([this] { action_ = [this] { return run_sweep(sweep_); }; });
  }

  void add_tune() {
    CLI::App* verb =
        this->verb("tune",
                   "Find values of gains, weights, importances and points of curves with which agents "
                   "pick what labels say,\nas near to those of the file as can be (1: there are none)",
                   "ishi tune guard.ishi.yaml --from labels.csv --tune \"actions.*.gains.*\" --write");
    verb->add_option("PATH", tune_.path, "A source file")->required()->type_name("");
    add_root(verb, tune_.root);
    verb->add_option(
            "--from", tune_.from,
            "Where the labels stand: a CSV file, of which each line is a situation and what is to be picked "
            "there\n(hp,threat,picks); `tests`, for what the file's tests say; a recording of a game; may be "
            "repeated")
        ->required()
        ->type_name("FILE|tests")
        ->expected(1)
        ->take_all();
    verb->add_option("--tune", tune_.tunes,
                     "A number that may change, by the keys that lead to it, and how far: "
                     "actions.eat.gains.hunger=0..1;\n* is any key; may be repeated (default of the range: "
                     "from 0 to twice "
                     "the number)")
        ->type_name("PATH[=LO..HI]")
        ->expected(1)
        ->take_all();
    verb->add_option(
            "--recording", tune_.recording,
            "The recording of which a CSV file with the columns time, agent and picks says what should have "
            "been picked")
        ->type_name("FILE");
    verb->add_option("--agent", tune_.agent, "Whose labels those are that do not say it")->type_name("NAME");
    verb->add_option_function<std::string>(
            "--margin",
            [this](const std::string& text) { tune_.margin = std::strtod(text.c_str(), nullptr); },
            "By how much more what is wanted must score than all else (default: 0.02, or as much as the "
            "labels leave "
            "room for)")
        ->type_name("N")
        ->check([](const std::string& text) {
          double margin = 0;
          const char* const end = text.data() + text.size();
          const auto [rest, error] = std::from_chars(text.data(), end, margin);
          const bool is_right = error == std::errc() && rest == end && margin > 0 && margin <= 1000;
          return is_right ? std::string() : fmt::format("it is a number above 0, up to 1000, not {}", text);
        });
    verb->add_flag(
        "--write", tune_.writes,
        "Write the values into the sources; comments and layout stay (default: print what would change)");
    add_format(verb, tune_.format, Printed::decision);
    add_jobs(verb, tune_.jobs);
    verb->callback([this] { action_ = [this] { return run_tune(tune_); }; });
  }

  // About whom, and in which situation.
  void add_situation(CLI::App* verb, AskOptions& ask) {
    verb->add_option("PATH", ask.path, "A source file, or a recording of a game")->required()->type_name("");
    verb->add_option_function<std::vector<std::string>>(
            "--root",
            [&ask](const std::vector<std::string>& roots) {
              ask.root = roots.front();
              ask.more_roots.assign(roots.begin() + 1, roots.end());
            },
            "The folder that includes stay inside (else the nearest folder upward that holds ishi.yaml); of "
            "a "
            "recording: below which the sources are, may be repeated for those before and after a reload")
        ->type_name("DIR")
        ->expected(1)
        ->take_all();
    verb->add_option(
            "--agent", ask.agent,
            "Who it is about (may be left out if there is one agent); of a recording with a number, the "
            "entity's index: guard#17")
        ->type_name("NAME");
    verb->add_option("--set", ask.set, "What a key holds, written as in a test's `given`; may be repeated")
        ->type_name("KEY=VALUE")
        ->expected(1)
        ->take_all();
    CLI::Option* const test = verb->add_option(
        "--test", ask.test,
        "The situation of this test: its agent, what it gives, its world; --set and the others "
        "change it");
    test->type_name("NAME");
    verb->add_option(
            "--scene", ask.scene,
            "This scene; --agent is then one of its agents. What is given stands in the scene: --set and the "
            "others are for situations without one")
        ->type_name("NAME")
        ->excludes(test);
    verb->add_option("--world", ask.world,
                     "Somebody in the world, written as in a test's `world`, such as\n"
                     "\"thug={ is: person, position: [3, 0, 0] }\"; may be repeated")
        ->type_name("NAME=ENTITY")
        ->expected(1)
        ->take_all();
    verb->add_option("--remembers", ask.remembers,
                     "What a memory holds, written as in a test's `remembers`, such as\n"
                     "\"foes=[{ is: thug, age: 2s }]\"; may be repeated")
        ->type_name("MEMORY=FACTS")
        ->expected(1)
        ->take_all();
    verb->add_option("--importance", ask.importance, "Its importance profile, if not the usual one")
        ->type_name("NAME");
    verb->add_option("--running", ask.running, "The action that it is doing already")->type_name("NAME");
    verb->add_option("--state", ask.state, "The state that it is in, if not its first one")
        ->type_name("NAME");
  }

  void add_play() {
    CLI::App* verb = this->verb(
        "play", "Play one agent or a scene over time: who chooses, does and changes what, and when",
        "ishi play guard.ishi.yaml --agent guard --set threat=someone --for 10s");
    add_situation(verb, play_);
    verb->add_option("--for", play_.duration,
                     "How long, in the game's time: 500ms, 10s, 2min (default: the run of the test, or 10s)")
        ->type_name("TIME");
    verb->add_option(
            "--from", play_.from,
            "Of a recording: where to begin, in the game's time: 12.5s, -10s before its end, \"frame 750\"")
        ->type_name("TIME");
    verb->add_option(
            "--at", play_.at,
            "What changes on the way, written as in a test's `at`, such as\n"
            "\"2s: { set: { threat: nothing }, emit: { damaged: { amount: 5 } } }\"; may be repeated")
        ->type_name("CHANGE")
        ->expected(1)
        ->take_all();
    verb->add_option("--fail", play_.fail,
                     "A task that fails: the one that runs at that time, or else the next; may be repeated")
        ->type_name("TASK=TIME")
        ->expected(1)
        ->take_all();
    verb->add_flag(
        "--step", play_.step,
        "Wait after each moment in which something happens: Enter goes on, ? tells what else can be "
        "written");
    add_format(verb, play_.format, Printed::decision);
    verb->add_flag("--keys", play_.keys,
                   "Of a recording: show each change of keys that change frame after frame");
    verb->add_option("--svg", play_.picture,
                     "Draws the run, too: the ground from above, and a strip for each agent")
        ->type_name("FILE");
    verb->add_option("--seed", play_.seed, "Of everything random (default 0)")
        ->type_name("N")
        ->check(seed_fault);
    verb->callback([this] { action_ = [this] { return run_play(play_); }; });
  }

  void add_show() {
    CLI::App* verb =
        this->verb("show", "Show a program after include and extends, each value with where it comes from",
                   "ishi show guard.ishi.yaml --agent guard");
    verb->add_option("PATH", show_.path, "A source file")->required()->type_name("");
    add_root(verb, show_.root);
    verb->add_option("--agent", show_.agent, "This agent alone, and all that it names")->type_name("NAME");
    verb->add_flag("--defaults", show_.defaults, "What is not written, too, as comments");
    verb->add_flag_callback(
        "--no-comments", [this] { show_.comments = false; }, "Without where values come from");
    verb->callback([this] { action_ = [this] { return run_show(show_); }; });
  }

  void add_diff() {
    CLI::App* verb = this->verb(
        "diff",
        "Say what changes in meaning between two versions, and which decisions change (1: something does)",
        "ishi diff old/guard.ishi.yaml guard.ishi.yaml --samples 100000");
    verb->add_option("OLD", diff_.older,
                     "A source file, or a folder of them; or a recording of a game, of which it is said who "
                     "would have "
                     "decided otherwise (NEW is then in the place of its sources)")
        ->required()
        ->type_name("");
    verb->add_option("NEW", diff_.newer, "What has become of it")->required()->type_name("");
    add_root(verb, diff_.root);
    verb->add_option("--agent", diff_.agent, "The decisions of this agent alone")->type_name("NAME");
    const CLI::Option* const samples =
        verb->add_option("--samples", diff_.samples,
                         "In how many random situations they decide (default 1000000); 0: none")
            ->type_name("N")
            ->check(CLI::Range(uint64_t{0}, uint64_t{1'000'000'000}));
    const CLI::Option* const sample =
        verb->add_option(
                "--sample", diff_.sample,
                "How these are drawn: mixed (default), uniform (every value alike), defaults (most keys\n"
                "have theirs); for the shares of a game record its situations, and give --trace")
            ->type_name("mixed|uniform|defaults")
            ->check(one_of({"mixed", "uniform", "defaults"}));
    verb->add_option(
            "--trace", diff_.trace,
            "Recorded situations instead of random ones: lines of JSON such as\n"
            "{\"agent\": \"guard\", \"set\": {\"hp\": 20, \"threat\": \"someone\"}, \"running\": \"shoot\"}")
        ->type_name("FILE");
    add_format(verb, diff_.format, Printed::decision);
    verb->callback([this, samples, sample] {
      diff_.has_sampling = samples->count() + sample->count() > 0;
      action_ = [this] { return run_diff(diff_); };
    });
  }

  void add_dump() {
    CLI::App* verb = this->verb("dump", "Show what a blob holds", "ishi dump build/guard.ishi --program");
    verb->add_option("BLOB", dump_.blob, "A blob")->required()->type_name("");
    verb->add_flag("--program", dump_.program, "The score programs in words, too");
    verb->callback([this] { action_ = [this] { return run_dump(dump_); }; });
  }

  void add_studio() {
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

  void add_replay() {
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
    verb->add_option("--instructions", replay_.instructions,
                     "With which agents decide; nothing depends on it")
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

  void add_explain() {
    CLI::App* verb = this->verb(
        "explain", "Explain a diagnostic, with a wrong and a right example, or a word of the language",
        "ishi explain IS102\n  ishi explain inertia");
    CLI::Option* code = verb->add_option(
        "CODE", code_, "A code such as IS102, or a word: a term, a field, a function, a unit");
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

  void add_help() {
    CLI::App* verb = this->verb(
        "help", "Explain a word, whichever it is: a verb of the tool, a word of the language, a code",
        "ishi help sweep\n  ishi help inertia\n  ishi help IS102");
    verb->add_option("WORD", code_, "What to explain; without it the verbs are listed")->type_name("");
    verb->callback([this] { action_ = [this] { return help(fmt::format("{}", fmt::join(code_, " "))); }; });
  }

  int help(const std::string& word) {
    const CLI::App* const verb = word.empty() ? &app_ : find_verb(word);
    if (verb != nullptr) {
      const std::string name = word.empty() ? "ishi" : "ishi " + word;
      fmt::print("{}", app_.get_formatter()->make_help(verb, name, CLI::AppFormatMode::Normal));
      if (word.empty()) return kGood;
    }
    const std::vector<std::string> verbs = names_of_verbs();
    return run_help(word, verb != nullptr, std::vector<std::string_view>(verbs.begin(), verbs.end()));
  }

  void add_schema() {
    CLI::App* verb = this->verb("schema", "Print the JSON Schema of source files, for editors",
                                "ishi schema > ishi.schema.json");
    CLI::Option* project = verb->add_option("--project", schema_.project,
                                            "Also offer the names of a file or of all files of a folder");
    project->type_name("PATH");
    add_root(verb, schema_.root);
    verb->add_flag("--reference", reference_, "The language reference instead, in Markdown")
        ->excludes(project);
    verb->callback(
        [this] { action_ = [this] { return reference_ ? run_reference() : run_schema(schema_); }; });
  }

  void add_lsp() {
    CLI::App* verb =
        this->verb("lsp", "Serve an editor: the language server protocol over stdin and stdout", "ishi lsp");
    verb->add_flag("--stdio", speaks_over_stdio_, "The only way there is; many editors say so");
    verb->callback([this] { action_ = [] { return run_lsp(); }; });
  }

  CLI::App app_{"ishi: behaviour for game AI, written in YAML"};
  std::function<int()> action_;
  bool speaks_over_stdio_ = false;
  NewOptions new_;
  CheckOptions check_;
  FmtOptions fmt_;
  BuildOptions build_;
  HeaderOptions header_;
  TestOptions test_;
  std::string coverage_;
  WhyOptions why_;
  PlayOptions play_;
  SweepOptions sweep_;
  TuneVerbOptions tune_;
  ShowOptions show_;
  DiffOptions diff_;
  DumpOptions dump_;
  ReplayOptions replay_;
  StudioOptions studio_;
  SchemaOptions schema_;
  std::vector<std::string> code_;
  bool list_codes_ = false;
  bool reference_ = false;
};

// CLI11 allocates before main() begins, where nobody could catch that there is no memory.
__attribute__((constructor(101))) void end_without_memory() {
  std::set_new_handler([] {
    std::set_new_handler(nullptr);
    complain_in_need("out of memory");
    std::_Exit(kUsage);
  });
}

}  // namespace
}  // namespace ishi::compiler::cli

int main(int count, char** arguments) {
  using namespace ishi::compiler::cli;
  std::set_new_handler(nullptr);
  prepare_process();
  try {
    const int code = CommandLine().run(count, arguments);
    if (std::fflush(stdout) == 0) return code;
    complain("the output cannot be written: {}", std::generic_category().message(errno));
  } catch (const std::bad_alloc&) {  // of the system, where it says no more than that
    complain_in_need("out of memory");
  } catch (const std::exception& error) {
    complain_in_need(error.what());
  }
  return kUsage;
}
