#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <deque>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "compare/compare_decisions.h"
#include "compare/decision_sampler.h"
#include "compiler/compiled.h"
#include "diagnostics/diagnostics.h"
#include "ishi/asset_info.h"
#include "simulate/thought.h"
#include "testing/run_tests.h"

// Which decisions change from one version to another.

namespace ishi::compiler::compared_decisions_test {

namespace {

constexpr std::string_view kOlder = R"(ishi: 1
enums: { mood: [calm, wary, angry] }
things: { person: { fields: { side: { one_of: [guard, thief] }, harm: { type: number, range: 0..1 } } } }
blackboard:
  hp:     { type: number, range: 0..100, default: 100 }
  ammo:   { type: integer, range: 0..12, default: 12 }
  mood:   mood
  threat: person
  home:   point
  alarm:  { type: number, range: 0..1, scope: team, merge: max }
  night:  { type: boolean, scope: world }
needs:
  hunger: { start: 0.1, rise: 0.01/s }
memory:
  enemies: { of: person, capacity: 4, forget: 10s, fields: { checked: boolean } }
candidates: { orders: { fields: { urgency: { type: number, range: 0..1 } }, capacity: 4 } }
actions:
  fight: { for_each: { foe: enemies }, when: not foe.checked, score: 0.3 + foe.harm * 0.5 + 1m / (1m + distance(foe)) }
  obey:  { for_each: { order: orders }, score: order.urgency * 0.7 }
  flee:  { when: threat.known, score: 1 - hp.norm }
  alert: { when: threat.known and threat.side == thief and mood != calm, score: 0.4 + 0.2 * alarm }
  eat:   { gains: { hunger: +0.6 } }
  sleep: { when: night, score: 'if(distance(home) < 10m, 0.5, 0.1)' }
  idle:  { score: 0.05 }
agents:
  guard: { actions: [fight, obey, flee, alert, eat, sleep, idle] }
)";

struct Version : Compiled {
  explicit Version(const std::string& text) : Compiled(text) { load(); }
  Version(const std::filesystem::path& folder, const std::string& name) : Compiled(folder, name) {
    for (auto& agent : program->model.agents) agent.value.think.every = {};
    for (auto& action : program->model.actions) action.value.claims.clear();
    load();
  }

  [[nodiscard]] SituationSpace::Side side(uint32_t agent) const { return {&program->model, &asset, agent}; }
};

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

DecisionComparison compared(const std::string& newer_text, uint64_t samples = 20'000,
                            const NewNames& renames = {},
                            const std::string& older_text = std::string(kOlder)) {
  const Version older{older_text}, newer{newer_text};
  const SituationSpace space({older.side(0), newer.side(0)}, 1, renames);
  DecisionComparison comparison;
  REQUIRE(compare_decisions(
      space, samples, [](uint64_t) {}, comparison));
  // Names are the programs' own, which end here.
  static std::deque<std::string> kept;
  for (ChangedDecision& cell : comparison.cells) {
    cell.before = kept.emplace_back(cell.before);
    cell.after = kept.emplace_back(cell.after);
  }
  return comparison;
}

// Runs examples as tests: each must pick what is said.
void check_examples(const std::string& text, const DecisionComparison& comparison, bool is_older) {
  std::string tests = text + "tests:\n";
  size_t count = 0;
  for (const ChangedDecision& cell : comparison.cells) {
    if (cell.example.empty()) continue;
    tests += "  example " + std::to_string(count++) + ":\n";
    for (const std::string& line : cell.example) tests += "    " + line + "\n";
    const std::string_view picks = is_older ? cell.before : cell.after;
    tests += "    expect: { picks: " + std::string(picks.empty() ? "nothing" : picks) + " }\n";
  }
  REQUIRE(count > 0);
  INFO(tests);
  const Version compiled(tests);
  for (const TestResult& result :
       run_tests(compiled.program->model, compiled.program->tests, 0, compiled.asset)) {
    INFO(result.name << ": " << result.message);
    CHECK(result.outcome == Outcome::passed);
  }
}

}  // namespace

TEST_CASE("a program decides as itself in every sample") {
  CHECK(compared(std::string(kOlder)).changed == 0);
}

TEST_CASE("decisions that change are counted by what they were and are") {
  const DecisionComparison comparison =
      compared(replaced(std::string(kOlder), "score: 1 - hp.norm", "score: 0"));
  CHECK(comparison.situations == 20'000);
  CHECK(comparison.changed > 100);
  uint64_t all = 0;
  for (const ChangedDecision& cell : comparison.cells) {
    CHECK(cell.before == "flee");
    all += cell.count;
  }
  CHECK(all == comparison.changed);
}

TEST_CASE("what has a new name decides as before, and is told by that") {
  std::string renamed = replaced(std::string(kOlder), "  eat: ", "  dine: ");
  renamed = replaced(renamed, "alert, eat, sleep", "alert, dine, sleep");
  renamed = replaced(renamed, "  hp:  ", "  health:");
  renamed = replaced(renamed, "1 - hp.norm", "1 - health.norm");
  renamed = replaced(renamed, "  hunger: {", "  craving: {");
  renamed = replaced(renamed, "hunger: +0.6", "craving: +0.6");
  renamed = replaced(renamed, "{ orders: {", "{ wishes: {");
  renamed = replaced(renamed, "order: orders", "order: wishes");
  renamed = replaced(renamed, "  enemies: {", "  rivals: {");
  renamed = replaced(renamed, "foe: enemies", "foe: rivals");
  const NewNames renames = {{"actions", "eat", "dine"},
                            {"blackboard", "hp", "health"},
                            {"needs", "hunger", "craving"},
                            {"candidates", "orders", "wishes"},
                            {"memory", "enemies", "rivals"}};
  CHECK(compared(renamed, 20'000, renames).changed == 0);
  const DecisionComparison weaker =
      compared(replaced(renamed, "craving: +0.6", "craving: +0.1"), 20'000, renames);
  REQUIRE(weaker.changed > 0);
  for (const ChangedDecision& cell : weaker.cells) CHECK(cell.before == "dine");
}

TEST_CASE("what is sampled is the same each time") {
  const std::string newer = replaced(std::string(kOlder), "urgency * 0.7", "urgency * 0.2");
  CHECK(compared(newer, 3000).changed == compared(newer, 3000).changed);
  CHECK(compared(newer, 3000).cells[0].example == compared(newer, 3000).cells[0].example);
}

TEST_CASE("examples are tests that both programs pass") {
  const std::string_view changes[][2] = {{"score: 1 - hp.norm", "score: 0.2"},
                                         {"foe.harm * 0.5", "foe.harm * 0.1"},
                                         {"order.urgency * 0.7", "order.urgency * 0.2"},
                                         {"mood != calm", "mood == angry"},
                                         {"hunger: +0.6", "hunger: +0.1"},
                                         {"0.2 * alarm", "0"},
                                         {"when: night", "when: not night"}};
  for (const auto& [from, to] : changes) {
    const std::string newer = replaced(std::string(kOlder), std::string(from), std::string(to));
    const DecisionComparison comparison = compared(newer);
    REQUIRE(comparison.changed > 0);
    check_examples(std::string(kOlder), comparison, true);
    check_examples(newer, comparison, false);
  }
}

TEST_CASE("how aware an agent is of what it remembers is sampled") {
  std::string older = replaced(std::string(kOlder), "candidates:", R"(senses:
  eyes: { sight: { range: 20m }, of: person, awareness: { rise: 0.5/s, fall: 0.2/s, levels: { sure: 0.5 } },
          remember: enemies }
candidates:)");
  older = replaced(older, "idle] }", "idle], senses: [eyes] }");
  older = replaced(older, "score: 0.3 + foe.harm", "score: 0.6 * foe.awareness + foe.harm");
  const std::string newer = replaced(older, "0.6 * foe.awareness", "0");
  const DecisionComparison comparison = compared(newer, 20'000, {}, older);
  CHECK(comparison.changed > 100);
  check_examples(older, comparison, true);
  check_examples(newer, comparison, false);
}

TEST_CASE("inertia is compared for the member that an action runs for") {
  const std::string newer =
      replaced(std::string(kOlder), "[fight, obey, flee, alert, eat, sleep, idle]", "[fight, obey]");
  const std::string older = replaced(newer, "obey] }", "obey], select: { inertia: 0.3 } }");
  const DecisionComparison comparison = compared(newer, 20'000, {}, older);
  check_examples(older, comparison, true);
  check_examples(newer, comparison, false);
  for (const std::string_view runs_for : {"running_for: orders ", "running_for: one"}) {
    INFO(runs_for);
    CHECK(std::ranges::any_of(comparison.cells, [&](const ChangedDecision& cell) {
      return std::ranges::any_of(cell.example,
                                 [&](const std::string& line) { return line.starts_with(runs_for); });
    }));
  }
}

TEST_CASE("an example holds nothing that it does not hang on") {
  const DecisionComparison comparison =
      compared(replaced(std::string(kOlder), "hunger: +0.6", "hunger: +0.1"));
  const auto cell = std::ranges::find(comparison.cells, "idle", &ChangedDecision::after);
  REQUIRE(cell != comparison.cells.end());
  CHECK(cell->example == std::vector<std::string>{"agent: guard"});  // hungry as it is by default
}

namespace {

// True if what an agent decides hangs on chance.
bool draws(const Asset& asset, uint32_t agent) {
  const uint32_t count = AssetParts(asset).agent(agent).operation_count;
  for (uint32_t i = 0; i < count; ++i) {
    if (AssetParts(asset).operation(agent, i).code == OperationCode::random) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("agents side by side decide as each of them alone") {
  const std::filesystem::path examples = std::filesystem::path(ISHI_SOURCE_FOLDER) / "examples";
  size_t agents = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(examples)) {
    const std::string name = entry.path().filename().string();
    if (!name.ends_with(".ishi.yaml") || name == "game.ishi.yaml") continue;
    const Version one(entry.path().parent_path(), name);
    for (uint32_t agent = 0; agent < one.program->model.agents.size(); ++agent) {
      if (one.program->model.agents[agent].value.actions.empty()) continue;
      if (draws(one.asset, agent)) continue;  // each draws for itself
      ++agents;
      const SituationSpace space({one.side(agent), one.side(agent)}, 7);
      const auto entities = space.entities(0);
      std::vector<Sample> samples;
      for (uint64_t i = 0; i < 200; ++i) samples.push_back(space.sample(i, entities));
      DecisionSampler sampler(space, 1);
      REQUIRE(sampler.open());
      std::vector<uint32_t> options;
      REQUIRE(sampler.decide(entities, samples, options));
      for (size_t i = 0; i < samples.size(); ++i) {
        const Situation situation = space.situation(samples[i], entities, 1);
        Thought thought;
        REQUIRE(think_once(one.asset, one.program->model, situation, thought));
        INFO(name << ", agent " << agent << ", sample " << i);
        CHECK(thought.picked == options[i]);
      }
    }
  }
  CHECK(agents > 8);
}

}  // namespace ishi::compiler::compared_decisions_test
