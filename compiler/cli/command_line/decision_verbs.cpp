#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <system_error>

#include "cli/command_line/command_line.h"

// The verbs that say what agents decide: tests, explanations, runs.

namespace ishi::compiler::cli {
namespace {

// The fault of a seed: CLI11 would take -1 for the largest number and 010 for 8.
std::string seed_fault(const std::string& text) {
  uint64_t seed = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, seed);
  if (error == std::errc() && rest == end) return {};
  return fmt::format("a seed is a whole number from 0 to {}, not {}", std::numeric_limits<uint64_t>::max(),
                     text);
}

}  // namespace

void CommandLine::add_test() {
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
  verb->add_flag("--coverage", coverage_,
                 "What the tests have tried: actions, methods of goals, segments of curves, profiles, "
                 "states, transitions, events; "
                 "--coverage=FILE.html writes that as a page, too");
  verb->add_flag("--mutate", test_.mutates,
                 "Which small changes of the behaviour no test notices: a step, a handler of an event, a "
                 "condition or another part left out, a number changed, two neighbours swapped")
      ->excludes(watch);
  verb->add_option(
          "--only", test_.only,
          "… only changes of a FILE, of LINES (10-25, of another file wolves.ishi.yaml:10-25), or of what an "
          "AGENT or ACTION says")
      ->type_name("FILE|AGENT|ACTION|LINES")
      ->allow_extra_args(false);
  verb->add_option("--out", test_.mutants_page,
                   "… and write them to this file, too, each as soon as it is found; Ctrl-C ends the search, "
                   "and keeps what was found")
      ->type_name("FILE");
  verb->add_flag(
          "--write", test_.writes,
          "Adds each run that fails, of tests that vary, to its file as a test: made as simple as it can be")
      ->excludes(watch);
  add_jobs(verb, test_.jobs);
  verb->callback([this] {
    test_.coverage = !coverage_.empty();
    if (coverage_ != "true") test_.coverage_page = coverage_;  // the flag alone
    action_ = [this] { return run_test(test_); };
  });
}

void CommandLine::add_search() {
  CLI::App* verb =
      this->verb("search",
                 "Look for a run of a test with `vary` that fails, among as many as you like; the same "
                 "seed gives the same runs on any\nmachine (1: one fails, or nothing was asked)",
                 "ishi search watch.ishi.yaml --runs 20000");
  add_paths(verb, search_.paths, false);
  add_root(verb, search_.root);
  verb->add_option("--filter", search_.filter, "Only tests whose name contains TEXT")->type_name("TEXT");
  verb->add_option("--runs", search_.runs, "How many runs of each test (default: 20000)")
      ->type_name("N")
      ->check(CLI::Range(uint64_t{1}, kMostSearchedRuns));
  verb->add_option("--seconds", search_.seconds,
                   "… or as many as come about in this time of each test, by the clock")
      ->type_name("S")
      ->check(CLI::Range(0.1, 1e7));
  verb->add_option("--seed", search_.seed,
                   "Another set of runs (default: 0, that with which `ishi test` begins)")
      ->type_name("N")
      ->check(seed_fault);
  CLI::Option* const shard =
      verb->add_option(
              "--shard", search_.shard,
              "The part I of N of the runs, for machines that search side by side; with --format json, "
              "to be merged")
          ->type_name("I/N");
  CLI::Option* const merge = verb->add_option("--merge", search_.merge,
                                              "Put what shards have written together, in place of a search")
                                 ->type_name("FILE")
                                 ->excludes(shard);
  verb->add_option(
          "--log", search_.log,
          "Writes a line of JSON for each run: its number, its values, whether it held, and the hash of "
          "the state at its end")
      ->type_name("FILE")
      ->excludes(merge);
  verb->add_flag("--write", search_.writes,
                 "Adds each run that fails to its file as a test: made as simple as it can be");
  add_jobs(verb, search_.jobs);
  add_format(verb, search_.format, Printed::decision);
  verb->callback([this] { action_ = [this] { return run_search(search_); }; });
}

void CommandLine::add_why() {
  CLI::App* verb =
      this->verb("why", "Explain one decision: every option, ranked, with the terms of its score",
                 "ishi why guard.ishi.yaml --agent guard --set hp=20 --set threat=someone");
  add_situation(verb, why_);
  verb->add_option(
          "--at", why_.moment,
          "The agent's last decision up to this time of the scene, of the test's run, or of the "
          "recording, such as 3.5s, or to\n\"frame 750\" of it; of a recording also -2s, before its end")
      ->type_name("TIME");
  add_format(verb, why_.format, Printed::decision);
  verb->callback([this] { action_ = [this] { return run_why(why_); }; });
}

void CommandLine::add_sweep() {
  CLI::App* verb = this->verb("sweep",
                              "Show what an agent chooses along a key or level, or over two, for each "
                              "importance profile, with the exact\n"
                              "places where that changes",
                              "ishi sweep guard.ishi.yaml --over hp --set threat=someone");
  add_situation(verb, sweep_);
  verb->add_option("--at", sweep_.moment,
                   "Of a recording: the situation of the decision up to this time: 12.5s, -2s, \"frame 750\"")
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

void CommandLine::add_tune() {
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
  verb->add_option(
          "--tune", tune_.tunes,
          "A number that may change, by the keys that lead to it, and how far: "
          "actions.eat.gains.hunger=0..1;\n* is any key; may be repeated (default: the numbers "
          "that the file marks by `tune`;\nof the range: that of the mark, or from 0 to twice the number)")
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
          "--margin", [this](const std::string& text) { tune_.margin = std::strtod(text.c_str(), nullptr); },
          "By how much more what is wanted must score than all else (default: 0.02, or as much as the "
          "labels leave room for)")
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

void CommandLine::add_situation(CLI::App* verb, AskOptions& ask) {
  verb->add_option("PATH", ask.path, "A source file, or a recording of a game")->required()->type_name("");
  add_roots(verb, ask);
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
  verb->add_option("--running", ask.running, "The action that it is doing already; fight=thug: and for whom")
      ->type_name("NAME");
  verb->add_option("--state", ask.state, "The state that it is in, if not its first one")->type_name("NAME");
}

void CommandLine::add_play() {
  CLI::App* verb =
      this->verb("play", "Play one agent or a scene over time: who chooses, does and changes what, and when",
                 "ishi play guard.ishi.yaml --agent guard --set threat=someone --for 10s");
  add_situation(verb, play_);
  verb->add_option("--for", play_.duration,
                   "How long, in the game's time: 500ms, 10s, 2min (default: the run of the test, or 10s)")
      ->type_name("TIME");
  verb->add_option(
          "--from", play_.from,
          "Of a recording: where to begin, in the game's time: 12.5s, -10s before its end, \"frame 750\"")
      ->type_name("TIME");
  verb->add_option("--at", play_.at,
                   "What changes on the way, written as in a test's `at`, such as\n"
                   "\"2s: { set: { threat: nothing }, emit: { damaged: { amount: 5 } } }\", or from \"frame "
                   "120: …\" on; may be repeated")
      ->type_name("CHANGE")
      ->expected(1)
      ->take_all();
  verb->add_option("--fail", play_.fail,
                   "A task that fails: the one that runs at that time (2s, or \"frame 120\"), or else the "
                   "next; may be repeated")
      ->type_name("TASK=TIME")
      ->expected(1)
      ->take_all();
  CLI::Option* const step = verb->add_flag(
      "--step", play_.step,
      "Wait after each moment in which something happens: Enter goes on, ? tells what else can be "
      "written");
  CLI::Option* const only =
      verb->add_option("--only", play_.only,
                       "Print only lines about these, with commas between them: chooses, ends, does, fails, "
                       "keys, events,\nnotices, plans, states, moves, world; with moves each direction in "
                       "which agents steer")
          ->type_name("WORDS");
  verb->add_flag("--full", play_.full, "Print what repeats each time (default: three times, then a count)");
  verb->add_flag("--quiet", play_.quiet,
                 "Print only what the run adds up to: who did what, how often and how long")
      ->excludes(step)
      ->excludes(only);
  add_format(verb, play_.format, Printed::decision);
  verb->add_flag("--keys", play_.keys,
                 "Of a recording: show each change of keys that change frame after frame");
  verb->add_option("--svg", play_.picture,
                   "Draws the run, too: the ground from above, and a strip for each agent")
      ->type_name("FILE");
  verb->add_option("--map", play_.map,
                   "Draws the agents' maps, too, with how often and how long they did what")
      ->type_name("FILE");
  verb->add_option("--seed", play_.seed, "Of everything random (default 0)")
      ->type_name("N")
      ->check(seed_fault);
  verb->callback([this] { action_ = [this] { return run_play(play_); }; });
}

}  // namespace ishi::compiler::cli
