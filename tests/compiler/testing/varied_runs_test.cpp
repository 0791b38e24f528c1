#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "compiler/compiled.h"
#include "explain/failed_condition.h"
#include "pipeline/pipeline.h"
#include "source/read_file.h"
#include "testing/run_sequence.h"
#include "testing/scene_coverage.h"
#include "testing/test_attempt.h"
#include "testing/test_search.h"
#include "testing/varied_runs.h"
#include "trials.h"
#include "workspace/ask/tested_file.h"
#include "workspace/checked_file.h"

// Runs that vary are the same everywhere, judged as a single run is, and made simple where they fail. What
// may be written is shown by tests/cases/pass/runs_that_vary.ishi.yaml.

namespace ishi::compiler::varied_runs_test {

namespace {

constexpr std::string_view kYard = R"(ishi: 1
things: { person: { fields: { cross: boolean } } }
teams: { watch: {} }
needs: { tired: { rise: 0.01/s } }
memory: { seen: { of: person, capacity: 4, forget: 2s } }
senses: { eyes: { sight: { range: 12m, field: 360deg }, of: person, when: it.cross, remember: seen } }
events: { radio: { fields: { who: person } } }
blackboard:
  hp:   { type: number, range: 0..100, default: 100 }
  home: point
tasks:
  go_to: { params: { where: point }, moves_to: where, speed: 2m/s }
  fire:  { takes: 0.5s }
  sleep: { takes: 2s }
actions:
  flee:  { when: hp < 20, score: 0.9, do: [go_to: { where: home }] }
  shoot: { for_each: { who: seen }, score: 0.8, do: [fire] }
  call:  { for_each: { who: seen }, score: 0.85, cooldown: 20s, do: [{ emit: { radio: { who: who } }, to: team }] }
  sleep: { gains: { tired: 0.5 }, do: [sleep], after: { tired: -0.5 } }
  stay:  { score: 0.05, do: [sleep] }
agents:
  guard:
    senses: [eyes]
    actions: [flee, shoot, call, sleep, stay]
    think: { every: 200ms, on: [radio] }
scenes:
  yard:
    agents:
      ann: { agent: guard, self: { is: person, position: [0, 0, 0] }, given: { home: [0, 0, 8] } }
      bob: { agent: guard, self: { is: person, position: [40, 0, 0] } }
    world: { thief: { is: person, cross: true, position: [0, 0, 30] } }
    moves: { thief: { path: [[0, 0, 6], [0, 0, 40]], speed: 6m/s } }
    at: { 5s: { set: { ann.hp: 60 } } }
tests:
)";

std::string text_of(const std::string& tests) { return std::string(kYard) + tests; }

constexpr std::string_view kVaried = R"(  whatever the thief does:
    scene: yard
    run: 6s
    vary:
      ann.hp: 1..100
      ann.needs.tired: 0..1
      ann.position: [-4..4, 0, -4..4]
      thief.starts: 0s..5s
      thief.path: { detours: 2, within: [[-20, 0, -20], [20, 0, 20]] }
      thief.cross: any
      bob.present: any
      results: { fire: [completed, failed, never] }
      at: { 5s: 1s..5.5s }
    expect:
      agents:
)";

struct Yard {
  explicit Yard(const std::string& expected) : compiled(text_of(std::string(kVaried) + expected)) {
    compiled.load();
  }
  [[nodiscard]] const TypedTest& test() const { return compiled.program->tests[0]; }
  [[nodiscard]] const Model& model() const { return compiled.program->model; }

  Compiled compiled;
};

bool same(const std::vector<double>& a, const std::vector<double>& b) {
  return std::ranges::equal(a, b,
                            [](double x, double y) { return x == y || (std::isnan(x) && std::isnan(y)); });
}

std::vector<double> run_of(const std::vector<Variation>& variations, uint64_t seed, uint64_t run) {
  std::vector<double> numbers(numbers_of(variations));
  RunSequence(variations, seed).make(run, numbers);
  return numbers;
}

// The first block of a search, as far as `count`.
SearchTally block_of(const Yard& yard, uint64_t seed, uint64_t block, uint64_t count) {
  VariedRuns runs(yard.model(), yard.compiled.asset, yard.test(), {});
  SearchBlock search(runs, seed, block);
  while (search.tally().runs < count && search.go_on()) {
  }
  return search.tally();
}

bool same(const SearchTally& a, const SearchTally& b) {
  return a.runs == b.runs && a.impossible == b.impossible && a.failed == b.failed && a.arrived == b.arrived &&
         std::ranges::equal(a.failing, b.failing,
                            [](const FailingRun& x, const FailingRun& y) {
                              return x.run == y.run && x.claim == y.claim && x.message == y.message &&
                                     x.count == y.count && same(x.numbers, y.numbers);
                            }) &&
         std::ranges::equal(a.features, b.features, [](const FeatureCount& x, const FeatureCount& y) {
           return x.feature == y.feature && x.runs == y.runs && x.first == y.first;
         });
}

constexpr uint64_t kRuns = 60;

}  // namespace

TEST_CASE("a run depends on nothing but the seed and its number") {
  const Yard yard("        ann: { never: { picks: flee } }\n");
  const auto& variations = yard.test().variations;
  REQUIRE(variations.size() == 9);
  const std::vector<double> later = run_of(variations, 7, 1234);
  CHECK(same(later, run_of(variations, 7, 1234)));
  CHECK(!same(later, run_of(variations, 8, 1234)));
  CHECK(!same(later, run_of(variations, 7, 1235)));
}

TEST_CASE("the first run is the situation as it is given") {
  const Yard yard("        ann: { never: { picks: flee } }\n");
  for (const double number : run_of(yard.test().variations, 0, 0)) CHECK(std::isnan(number));
}

TEST_CASE("runs cover the ranges evenly, with round numbers, and meet their ends") {
  const Yard yard("        ann: { never: { picks: flee } }\n");
  const auto& variations = yard.test().variations;
  const Variation& hp = variations[0];
  REQUIRE(hp.name == "ann.hp");
  std::vector<int> tenths(10);
  bool has_low = false, has_high = false;
  constexpr int kMany = 1000;
  for (int run = 1; run <= kMany; ++run) {
    const double number = run_of(variations, 3, static_cast<uint64_t>(run))[hp.first];
    CHECK(number >= 1);
    CHECK(number <= 100);
    CHECK(std::abs(number * 100 - std::round(number * 100)) < 1e-6);
    ++tenths[std::min(static_cast<size_t>(number / 10), size_t{9})];
    has_low = has_low || number == 1;
    has_high = has_high || number == 100;
  }
  CHECK(has_low);
  CHECK(has_high);
  for (const int count : tenths) {
    CHECK(count > kMany / 20);
    CHECK(count < kMany / 4);
  }
}

TEST_CASE("a run that is judged lightly ends as it does when all is told, and as in a new world") {
  const Yard yard(
      "        ann: { never: { picks: flee, level: { tired: 0.9..1 } }, steady: { changes: 3, in: 1s }, "
      "times: { "
      "fire: ..4 }, emits: { radio: { who: thief } } }\n"
      "        bob: { picks: [stay, sleep], after: radio, within: 1s, key: { hp: 100 } }\n");
  const FailedCondition conditions(yard.model(), yard.compiled.program->units, yard.compiled.sources);
  VariedRuns runs(yard.model(), yard.compiled.asset, yard.test(), {});
  size_t failed = 0, held = 0;
  for (uint64_t run = 0; run < trials(400); ++run) {
    const std::vector<double> numbers = run_of(yard.test().variations, 1, run);
    const RunVerdict light = runs.run(numbers);
    const RunVerdict told = runs.run(numbers, &conditions);
    INFO("run " << run);
    CHECK(light.kind == told.kind);
    CHECK(light.claim == told.claim);
    // In a world that no run has used before.
    VariedRuns fresh(yard.model(), yard.compiled.asset, yard.test(), {});
    CHECK(fresh.run(numbers).message == light.message);
    ++(light.kind == RunVerdict::Kind::failed ? failed : held);
  }
  CHECK(failed > 0);
  CHECK(held > 0);
}

TEST_CASE("blocks may be searched in any order and in parts") {
  const Yard yard("        ann: { never: { picks: flee } }\n");
  const SearchTally first = block_of(yard, 5, 0, kRuns), second = block_of(yard, 5, 1, kRuns);
  CHECK(same(first, block_of(yard, 5, 0, kRuns)));
  CHECK(!same(first, block_of(yard, 6, 0, kRuns)));
  SearchTally forward, backward;
  forward.add(first);
  forward.add(second);
  backward.add(second);
  backward.add(first);
  CHECK(same(forward, backward));
  CHECK(forward.runs == 2 * kRuns);
  REQUIRE(!forward.failing.empty());
  CHECK(forward.failing[0].run < kRuns);
}

TEST_CASE("a failing run is made as simple as it can be") {
  // She flees if she has lost blood, whatever else there is.
  const Yard yard("        ann: { never: { picks: flee } }\n");
  VariedRuns runs(yard.model(), yard.compiled.asset, yard.test(), {});
  const SearchTally tally = block_of(yard, 0, 0, kBlock);
  REQUIRE(!tally.failing.empty());
  uint32_t tried = 0;
  const FailingRun simple = shrink(runs, tally.failing[0], tried);
  CHECK(tried <= kMostShrinkingRuns);
  const RunText with = written_run(yard.test().variations, simple.numbers, yard.test().situation);
  CHECK(with.values.size() == 1);
  CHECK(with.results.empty());
  CHECK(with.times.empty());
  REQUIRE(with.values[0].first == "ann.hp");
  CHECK(std::stod(with.values[0].second) < 20);
  CHECK(with.values[0].second.size() <= 2);
}

namespace {

std::shared_ptr<CheckedFile> checked(const std::string& text) {
  const MemoryReader nothing_else;
  ParsedFiles parsed;
  return check_file("yard.ishi.yaml", text, nothing_else, parsed, CheckDepth::programs);
}

}  // namespace

TEST_CASE("a failing run that is written as a test compiles and fails alike") {
  const auto file = checked(text_of(std::string(kVaried) + "        ann: { steady: { changes: 1, in: 1s } }\n"
                                                           "        bob: { never: { emits: radio } }\n"));
  REQUIRE(!file->has_errors);
  Diagnostics diagnostics = file->diagnostics;
  const TestedFile tested = test_file(*file, {}, diagnostics);
  REQUIRE(tested.results.size() == 1);
  const TestResult& result = tested.results[0];
  REQUIRE(result.outcome == Outcome::failed);
  REQUIRE(!result.failing_test.empty());
  const auto text = with_failing_tests(*file, tested.results);
  REQUIRE(text);
  const auto again = checked(*text);
  INFO(*text);
  REQUIRE(!again->has_errors);
  Diagnostics later = again->diagnostics;
  const TestedFile repeated = test_file(*again, {.filter = "run "}, later);
  REQUIRE(repeated.results.size() == 1);
  CHECK(repeated.results[0].outcome == Outcome::failed);
  // The first line of a search's message tells of the search; the others are those of the run.
  CHECK(result.message.substr(result.message.find('\n') + 1) == repeated.results[0].message);
  // It is not added twice.
  const auto twice = with_failing_tests(*again, test_file(*again, {.filter = "whatever"}, later).results);
  REQUIRE(twice);
  CHECK(*twice == *text);
}

TEST_CASE("a run that loses its claim ends half a second later at most") {
  const auto file = checked(text_of(R"(  it never flees:
    agent: guard
    run: 30s
    vary: { hp: 0..100, needs.tired: 0..0.1 }
    expect: { never: { picks: flee }, steady: { changes: 8 } }
  and sleeps at the end:
    agent: guard
    run: 30s
    vary: { hp: 0..100 }
    expect: { picks: sleep, never: { picks: flee } }
)"));
  REQUIRE(!file->has_errors);
  Diagnostics diagnostics = file->diagnostics;
  const TestedFile tested = test_file(*file, {}, diagnostics);
  REQUIRE(tested.results.size() == 2);
  CHECK(tested.results[0].seconds == 0.5);
  CHECK(tested.results[0].failing_test.find("  run: 0.5s\n") != std::string::npos);
  // What is expected at the end of the run needs all of it.
  CHECK(tested.results[1].outcome == Outcome::failed);
  CHECK(tested.results[1].seconds == 0);
}

TEST_CASE("the numbers with which conditions compare are tried") {
  const Yard yard("        ann: { never: { picks: flee } }\n");
  VariedRuns runs(yard.model(), yard.compiled.asset, yard.test(), {});
  const std::span<const Variation> variations = yard.test().variations;
  REQUIRE(variations[0].name == "ann.hp");
  const std::vector<double>& of_hp = runs.thresholds()[0];
  CHECK(std::ranges::find(of_hp, 20.0) != of_hp.end());
  std::vector<double> numbers(numbers_of(variations));
  RunSequence sequence(variations, 0);
  int before = 0, on = 0, behind = 0;
  for (uint64_t run = 1; run <= 1000; ++run) {
    sequence.make_at(run, runs.thresholds(), numbers);
    before += numbers[0] == 19.99 ? 1 : 0;
    on += numbers[0] == 20 ? 1 : 0;
    behind += numbers[0] == 20.01 ? 1 : 0;
  }
  CHECK(std::min({before, on, behind}) >= 10);
}

TEST_CASE("runs of few values leave the others as they are given") {
  const Yard yard("        ann: { never: { picks: flee } }\n");
  const std::vector<Variation>& variations = yard.test().variations;
  std::vector<double> numbers(numbers_of(variations));
  RunSequence sequence(variations, 0);
  std::vector<bool> was_given(variations.size());
  for (uint64_t run = 1; run <= 200; ++run) {
    sequence.make_sparse(run, 2, numbers);
    size_t given = 0;
    for (size_t i = 0; i < variations.size(); ++i) {
      const bool is_given = !std::isnan(numbers[variations[i].first]);
      given += variations[i].may_be_left_out && is_given ? 1 : 0;
      was_given[i] = was_given[i] || is_given;
    }
    REQUIRE(given == 2);
  }
  CHECK(std::ranges::all_of(was_given, [](bool one) { return one; }));
}

TEST_CASE("what no run shows is listed, with the run that came closest") {
  const Yard yard("        ann: { never: { picks: nothing } }\n        bob: { never: { picks: nothing } }\n");
  const SearchTally tally = block_of(yard, 0, 0, kRuns);
  VariedRuns runs(yard.model(), yard.compiled.asset, yard.test(), {});
  SceneCoverage coverage(yard.model(), yard.compiled.asset, yard.test());
  coverage.watch(runs, 0, kRuns);
  const std::vector<Unshown> all = coverage.unshown({});
  const std::vector<Unshown> left = coverage.unshown(tally.features);
  const auto is_of = [](std::string_view what) {
    return [what](const Unshown& one) { return one.what == what; };
  };
  // Five actions each, and a task that may fail.
  CHECK(all.size() == 12);
  CHECK(std::ranges::any_of(all, is_of("ann: shoot")));
  CHECK(std::ranges::any_of(all, is_of("bob: fire fails")));
  CHECK(std::ranges::none_of(left, is_of("ann: shoot")));
  // Bob is far away and unhurt.
  const auto flee = std::ranges::find_if(left, is_of("bob: flee"));
  REQUIRE(flee != left.end());
  CHECK(flee->nearest == "its `when` holds in none of the first 60 runs");
  // Nothing that all runs show is left.
  for (const Unshown& one : left) CHECK(one.what != "ann: stay");
}

TEST_CASE("a claim about what comes after an event that never comes is undecided") {
  Yard yard(
      "        ann: { max_switches: 1000 }\n"
      "        bob: { picks: stay, after: radio, within: 1s }\n");
  for (Variation& variation : yard.compiled.program->tests[0].variations) {
    // A thief who is never cross is never seen.
    if (variation.name != "thief.cross") continue;
    variation.choices.resize(1);
    variation.may_be_left_out = false;
  }
  TestSearch search(yard.model(), yard.compiled.asset, yard.test(), nullptr, {});
  while (search.go_on()) {
  }
  CHECK(search.result().outcome == Outcome::unknown);
  CHECK(search.result().message.find("`radio` reach `bob`") != std::string::npos);
}

// A fault that shows only where three numbers lie in narrow bands at the same time: one in 12,000 runs that
// cover the values evenly.
constexpr std::string_view kKettle = R"(ishi: 1
blackboard:
  gas:   { type: number, range: 0..100 }
  water: { type: number, range: 0..100 }
  draft: { type: number, range: 0..100 }
  heat:  { type: number, range: -200..100 }
tasks:
  boil: { takes: 0.2s, effects: { heat: 100 - abs(gas - 37.2) - abs(water - 71.9) - abs(draft - 12.4) } }
actions: { cook: { score: 1, do: [boil] } }
agents: { cook: { actions: [cook] } }
tests:
  it never boils over:
    agent: cook
    run: 0.5s
    vary: { gas: any, water: any, draft: any }
    expect: { always: { key: { heat: -200..96 } } }
)";

// The runs that it takes to find the first that fails, up to `most`.
uint64_t runs_to_failure(const Compiled& compiled, uint64_t seed, bool follows_near_misses, uint64_t most) {
  VariedRuns runs(compiled.program->model, compiled.asset, compiled.program->tests[0], {});
  for (uint64_t block = 0; block * kBlock < most; ++block) {
    SearchBlock search(runs, seed, block, follows_near_misses);
    while (search.tally().failed == 0 && search.go_on()) {
    }
    if (search.tally().failed > 0) return block * kBlock + search.tally().runs;
  }
  return most;
}

TEST_CASE("runs near those that nearly failed find a narrow band in a tenth of the runs") {
  Compiled compiled{std::string(kKettle)};
  compiled.load();
  constexpr uint64_t kMost = 40'000;
  uint64_t with = 0, without = 0;
  for (const uint64_t seed : {1, 2, 3, 4}) {
    const uint64_t found = runs_to_failure(compiled, seed, true, kMost);
    const uint64_t found_evenly = runs_to_failure(compiled, seed, false, kMost);
    UNSCOPED_INFO("seed " << seed << ": " << found << " runs with near misses, " << found_evenly
                          << " without");
    with += found;
    without += found_evenly;
  }
  INFO(with << " runs with near misses, " << without << " without");
  CHECK(with * 10 < without);
}

}  // namespace ishi::compiler::varied_runs_test
