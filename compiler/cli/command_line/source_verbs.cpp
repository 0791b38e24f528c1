#include <fmt/format.h>

#include <charconv>
#include <system_error>

#include "cli/command_line/command_line.h"
#include "format/format.h"

// The verbs that read and write source files and blobs.

namespace ishi::compiler::cli {

void CommandLine::add_cache(CLI::App* verb) {
  CLI::Option* folder =
      verb->add_option(
              "--cache", build_.cache,
              "Where to keep what has been compiled, so that only what changes is compiled again (default: "
              "DIR.ishi-cache, beside the output; none for -o . and -o ..); builds may share it, and it may "
              "be deleted at any time")
          ->type_name("FOLDER")
          ->check([](const std::string& folder) {
            return std::string(folder.empty() ? "it needs the name of a folder" : "");
          });
  verb->add_flag_callback(
          "--no-cache", [this] { build_.uses_cache = false; }, "Compile everything, and keep nothing")
      ->excludes(folder);
}

void CommandLine::add_namespace(CLI::App* verb, std::string& name_space) {
  verb->add_option("--namespace", name_space, "The namespace of what the header declares (default: game)")
      ->type_name("NAME");
}

void CommandLine::add_new() {
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

void CommandLine::add_check() {
  CLI::App* verb =
      this->verb("check", "Say what is wrong, and fix it if asked to", "ishi check behaviours --format json");
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

void CommandLine::add_fmt() {
  CLI::App* verb = this->verb(
      "fmt", "Lay sources out in the one style; what they say, their comments and their order stay",
      "ishi fmt behaviours --check");
  verb->add_option("PATH", fmt_.paths,
                   "Source files, or folders: all *.ishi.yaml below, hidden folders left out (default: this "
                   "one); - reads stdin and "
                   "writes stdout")
      ->type_name("");
  fmt_.paths = {"."};
  add_root(verb, fmt_.root);
  verb->add_flag("--check", fmt_.only_checks, "Write nothing; name the files that would change (1: some do)");
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
                        : fmt::format("it is a number of characters from {} to {}, not {}", kLeastFormatWidth,
                                      kMostFormatWidth, text);
      });
  add_jobs(verb, fmt_.jobs);
  verb->callback([this] { action_ = [this] { return run_fmt(fmt_); }; });
}

void CommandLine::add_rename() {
  CLI::App* verb =
      this->verb("rename",
                 "Give a name another text wherever it stands in the project: print the changes, and "
                 "write them if asked to",
                 "ishi rename actions.flee run_away --write");
  verb->add_option(
          "OLD", rename_.from,
          "The name; where several things have it, with its section (actions.flee) or with what it is a "
          "part of (guard.calm)")
      ->required()
      ->type_name("");
  verb->add_option("NEW", rename_.to, "The name that it gets")->required()->type_name("");
  verb->add_option(
          "PATH", rename_.paths,
          "The source files or folders in which OLD is declared (default: this folder); it changes in "
          "all files of the project")
      ->type_name("");
  rename_.paths = {"."};
  add_root(verb, rename_.root);
  verb->add_flag("--write", rename_.writes, "Write the changes into the files");
  verb->add_flag_callback(
      "--no-renamed-from", [this] { rename_.keeps_old_name = false; },
      "Do not write `renamed_from`, by which saves and running games keep what has a new name");
  verb->callback([this] { action_ = [this] { return run_rename(rename_); }; });
}

void CommandLine::add_build() {
  CLI::App* verb = this->verb("build",
                              "Compile assets (files with agents) to blobs. Files without errors are "
                              "written though others have some; "
                              "with --deny-warnings nothing is, unless all is well",
                              "ishi build behaviours -o build/behaviours --depfile");
  add_paths(verb, build_.paths, true);
  verb->add_option("-o,--output", build_.output,
                   "The folder that the blobs go to: of a PATH that is a folder, its a/b.ishi.yaml becomes "
                   "DIR/a/b.ishi; a file becomes DIR/b.ishi")
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
  verb->add_option("--header", build_.header, "Write the contract's C++ header, too, as the verb header does")
      ->type_name("FILE");
  add_namespace(verb, build_.name_space);
  add_cache(verb);
  add_jobs(verb, build_.jobs);
  verb->callback([this] { action_ = [this] { return run_build(build_); }; });
}

void CommandLine::add_header() {
  CLI::App* verb = this->verb("header", "Write the contract with the game, in C++ or another language",
                              "ishi header behaviours -o build/behaviours.h --namespace game");
  add_paths(verb, header_.paths, true);
  verb->add_option("-o,--output", header_.output,
                   "The header: enums, typed keys, structs of tasks and events, and the contract to check by")
      ->required()
      ->type_name("FILE");
  verb->add_option("--language", header_.language,
                   "cpp, or for bindings of the C interface c, csharp, python or typescript (default: cpp)")
      ->type_name("LANGUAGE")
      ->check(one_of(header_languages()));
  verb->add_option("--namespace", header_.name_space,
                   "The namespace of what it declares, in C what its names begin with (default: game; in C# "
                   "Game); not for Python and TypeScript")
      ->type_name("NAME");
  add_root(verb, header_.root);
  add_jobs(verb, header_.jobs);
  verb->callback([this] { action_ = [this] { return run_header(header_); }; });
}

void CommandLine::add_draw() {
  CLI::App* verb =
      this->verb("draw",
                 "Draw the map of an agent: what it senses, needs and remembers, what that leads to, "
                 "its states, goals and events",
                 "ishi draw guard.ishi.yaml --svg -o guard.svg");
  verb->add_option("PATH", draw_.path, "A source file")->required()->type_name("");
  add_root(verb, draw_.root);
  verb->add_option("--agent", draw_.agent, "This agent alone (else each agent of the file)")
      ->type_name("NAME");
  verb->add_option("--only-to", draw_.only_to, "What leads to this action, and what it leads to")
      ->type_name("ACTION");
  verb->add_option("--fold", draw_.folded, "Draw all parts of a kind as one box, such as senses or memories")
      ->type_name("KIND")
      ->expected(1)
      ->take_all();
  CLI::Option* const svg = verb->add_flag_callback(
      "--svg", [this] { draw_.as = DrawnAs::svg; }, "As a picture (the default)");
  CLI::Option* const dot = verb->add_flag_callback(
      "--dot", [this] { draw_.as = DrawnAs::dot; }, "As a graph for Graphviz");
  CLI::Option* const mermaid = verb->add_flag_callback(
      "--mermaid", [this] { draw_.as = DrawnAs::mermaid; },
      "As a flowchart for Mermaid, which Markdown pages draw");
  svg->excludes(dot)->excludes(mermaid);
  dot->excludes(mermaid);
  verb->add_option("-o,--output", draw_.output, "Where it is written (else to stdout)")->type_name("FILE");
  verb->callback([this] { action_ = [this] { return run_draw(draw_); }; });
}

void CommandLine::add_merge() {
  CLI::App* verb =
      this->verb("merge",
                 "Merge two texts of a behaviour with the one that both come from, entry by entry; "
                 "as git's merge driver, too",
                 "ishi merge --install");
  verb->add_option("BASE", merge_.base, "The text that both come from")->type_name("");
  verb->add_option("OURS", merge_.ours, "One of them")->type_name("");
  verb->add_option("THEIRS", merge_.theirs, "The other one")->type_name("");
  verb->add_option("-o,--output", merge_.output, "Where the merged text is written (else to stdout)")
      ->type_name("FILE");
  verb->add_option("--path", merge_.path,
                   "The file's place in its project: what the merged text says is checked there")
      ->type_name("FILE");
  verb->add_option("--marker-size", merge_.marker_size, "The length of the marks of a conflict (default: 7)")
      ->type_name("N")
      ->check(CLI::Range(1, 100));
  verb->add_flag("--install", merge_.installs,
                 "Let git merge *.ishi.yaml of this repository so: its configuration and .gitattributes");
  verb->callback([this] { action_ = [this] { return run_merge(merge_); }; });
}

void CommandLine::add_show() {
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

void CommandLine::add_diff() {
  CLI::App* verb = this->verb(
      "diff",
      "Say what changes in meaning between two versions, and which decisions change (1: something does)",
      "ishi diff old/guard.ishi.yaml guard.ishi.yaml --samples 100000");
  verb->add_option(
          "OLD", diff_.older,
          "A source file, or a folder of them; or a recording of a game, of which it is said who would have "
          "decided otherwise (NEW is then in the place of its sources)")
      ->required()
      ->type_name("");
  verb->add_option_function<std::vector<std::string>>(
          "NEW",
          [this](const std::vector<std::string>& paths) {
            diff_.newer = paths.front();
            diff_.more_newer.assign(paths.begin() + 1, paths.end());
          },
          "What has become of it; of a recording of several projects also several")
      ->required()
      ->type_name("");
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
  add_format(verb, diff_.format, Printed::difference);
  verb->callback([this, samples, sample] {
    diff_.has_sampling = samples->count() + sample->count() > 0;
    action_ = [this] { return run_diff(diff_); };
  });
}

void CommandLine::add_dump() {
  CLI::App* verb = this->verb("dump", "Show what a blob holds", "ishi dump build/guard.ishi --program");
  verb->add_option("BLOB", dump_.blob, "A blob")->required()->type_name("");
  verb->add_flag("--program", dump_.program, "The score programs in words, too");
  verb->callback([this] { action_ = [this] { return run_dump(dump_); }; });
}

}  // namespace ishi::compiler::cli
