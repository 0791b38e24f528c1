#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "compiler/crowd.h"
#include "compiler/test_results.h"
#include "ishi/compiler/compile.h"
#include "ishi/tools.h"
#include "source/read_file.h"
#include "source/sources.h"
#include "trials.h"

// From YAML to a plan: the estimate that is read from formulas changes no plan, and long plans are found.

namespace ishi::compiler::planning_test {

namespace {

struct Made {
  bool is_found = false;
  std::vector<uint8_t> steps;
  double cost = 0;
  uint64_t situations = 0;
  bool gave_up = false;

  bool operator==(const Made& other) const {
    return is_found == other.is_found && steps == other.steps && cost == other.cost &&
           gave_up == other.gave_up;
  }
};

// False if a document has errors.
bool is_compiled(const std::string& text, Asset& asset) {
  Sources sources;
  const Compilation compilation = compile("a.ishi.yaml", text, MemoryReader(), {}, sources);
  return !compilation.has_errors && Asset::load(compilation.blob, asset);
}

// What the agent `ant` plans first.
Made plan_of(Asset&& asset) {
  Crowd crowd(std::move(asset), {.population = {.node_events = 64, .plan_situations_per_frame = 100'000}});
  const Population& ants = crowd.population;
  Made made;
  for (int frame = 0; frame < 3 && !made.is_found && !made.gave_up; ++frame) {
    crowd.step([&](const Commands&) {
      if (made.is_found || made.gave_up) return;
      uint32_t nodes[8];
      const uint32_t count = Tools(ants).active_nodes(crowd.agents[0], nodes);
      PlanInfo info;
      for (uint32_t i = 0; i < count && !made.is_found; ++i) {
        if (!Tools(ants).plan(crowd.agents[0], nodes[i], info)) continue;
        made.is_found = true;
        made.steps.assign(info.steps, info.steps + info.count);
        made.cost = info.cost_seconds;
      }
      made.situations = ants.act_counters().planned_situations;
      made.gave_up = ants.act_counters().plans_given_up > 0;
    });
  }
  return made;
}

TEST_CASE("counters to 18 and a plan of 57 steps are found within the usual limits") {
  const Made counters = plan_of(asset_of(R"(ishi: 1
blackboard: { a: { type: integer, range: 0..99 }, b: { type: integer, range: 0..99 }, c: { type: number, range: 0..99 } }
tasks:
  add_a: { effects: { a: a + 1 }, takes: 1s }
  add_b: { effects: { b: b + 1 }, takes: 1s }
  add_c: { effects: { c: c + 1 }, takes: 1s }
actions: { go: { score: 1, do: [plan: { reach: a >= 18 and b >= 18 and c > 17.5, using: [add_a, add_b, add_c] }] } }
agents: { ant: { actions: [go] } }
)"));
  CHECK(counters.steps.size() == 54);
  CHECK(counters.situations < 60);
  const Made thief = plan_of(asset_of(R"(ishi: 1
blackboard:
  gold: { type: integer, range: 0..99 }
  energy: { type: integer, range: 0..100, default: 30 }
  hunger: { type: integer, range: 0..100, default: 70 }
tasks:
  sleep: { takes: 1s, effects: { energy: energy + 2 } }
  eat: { requires: energy >= 25, takes: 1s, effects: { hunger: hunger - 2 } }
  rob:
    requires: energy >= 50 and hunger <= 50
    takes: 1s
    effects: { gold: gold + 1, energy: energy - 5, hunger: hunger + 5 }
actions: { go: { score: 1, do: [plan: { reach: gold >= 7, using: [sleep, eat, rob] }] } }
agents: { ant: { actions: [go] } }
)"));
  CHECK(thief.steps.size() == 57);
  CHECK(thief.situations < 100);
}

TEST_CASE("what no step can bring about is known at once") {
  const Made none = plan_of(asset_of(R"(ishi: 1
blackboard: { wood: { type: integer, range: 0..99 }, axes: { type: integer, range: 0..9, default: 2 }, other: { type: integer, range: 0..99 } }
tasks:
  chop: { requires: axes > 0, effects: { wood: wood + 1, axes: axes - 1 }, takes: 1s }
  idle: { effects: { other: other + 1 }, takes: 1s }
actions: { go: { score: 1, do: [plan: { reach: wood >= 3, using: [chop, idle] }] } }
agents: { ant: { actions: [go] } }
)"));
  CHECK_FALSE(none.is_found);
  CHECK_FALSE(none.gave_up);
  CHECK(none.situations == 0);
}

TEST_CASE("a test whose plan comes to a limit says which, whether it passes or fails") {
  const auto message = [](std::string_view limit) {
    const auto results = results_of(fmt::format(R"(ishi: 1
blackboard: {{ n: {{ type: integer, range: 0..99 }} }}
tasks: {{ inc: {{ effects: {{ n: n + 1 }}, takes: 1s }} }}
actions: {{ go: {{ score: 1, do: [plan: {{ reach: n >= 9, using: [inc], limit: {{ {} }} }}], cooldown: 60s }} }}
agents: {{ ant: {{ actions: [go] }} }}
tests: {{ it: {{ agent: ant, run: 2s, expect: {{ never_does: [inc] }} }} }}
)",
                                                limit));
    REQUIRE(results.size() == 1);
    CHECK(results[0].outcome == Outcome::passed);
    return results[0].message;
  };
  CHECK(message("depth: 8") ==
        "note: no plan was found at 0s: the search came to its limit of 8 steps, and a longer plan might do: "
        "raise `depth` of its `limit`");
  CHECK(message("situations: 3") ==
        "note: no plan was found at 0s: the search came to its limit of 3 situations: raise `situations` of "
        "its "
        "`limit`, or let the steps say with `requires` when they are of use");
}

// Documents of planners. `blind`: the same, written so that nothing can be estimated from their formulas.
class RandomPlanner {
 public:
  explicit RandomPlanner(uint32_t seed) : seed_(seed) {}

  std::string text(bool blind) {
    random_.seed(seed_);
    blind_ = blind;
    std::string keys, tasks, steps;
    most_ = 4 + pick(12);
    const uint32_t most = most_;
    for (const char name : {'a', 'b', 'c'})
      keys += fmt::format("  {}: {{ type: integer, range: 0..{}, default: {} }}\n", name, most,
                          pick(3) == 0 ? pick(most / 2 + 1) : 0);
    keys += fmt::format("  x: {{ type: number, range: 0..{}, default: {} }}\n", most, pick(2 * most) * 0.25);
    keys += "  f: boolean\n  g: { type: boolean, default: true }\n  m: mood\n";
    keys += fmt::format("  fixed: {{ type: integer, range: 0..9, default: {} }}\n", pick(5));
    const uint32_t count = 2 + pick(5);
    for (uint32_t i = 0; i < count; ++i) {
      const bool has_parameter = pick(3) == 0;
      parameter_ = has_parameter ? ", by" : "";
      tasks += fmt::format("  t{}: {{ ", i);
      if (has_parameter) tasks += "params: { by: { type: integer, range: 0..4 } }, ";
      if (pick(3) == 0) tasks += fmt::format("requires: \"{}\", ", wrapped(condition(2)));
      tasks += fmt::format("takes: {}s, effects: {{ {} }} }}\n", cost(), effects());
      parameter_ = "";
      steps += fmt::format(
          "          - {}\n",
          has_parameter ? fmt::format("t{}: {{ by: \"max(0, min(4, round({})))\" }}", i, number(1, false))
                        : fmt::format("do: t{}", i));
      if (pick(4) == 0) steps += fmt::format("            when: \"{}\"\n", wrapped(condition(1)));
      if (pick(4) == 0)
        steps += fmt::format("            cost: {}\n", pick(2) == 0 ? "fixed * 0.5" : "a + 1");
    }
    return fmt::format(R"(ishi: 1
enums: {{ mood: [calm, angry, afraid] }}
things: {{ person: {{}} }}
candidates: {{ nobody: {{ of: [person], capacity: 2, fields: {{ w: integer }} }} }}
blackboard:
{}tasks:
{}actions:
  go:
    score: 1
    cooldown: 100s
    do:
    - plan:
        reach: "{}"
        limit: {{ situations: 30000, depth: {} }}
        using:
{}agents: {{ ant: {{ actions: [go] }} }}
)",
                       keys, tasks, wrapped(condition(1)), 3 + pick(14), steps);
  }

 private:
  uint32_t pick(uint32_t count) { return random_() % count; }
  template <typename... T>
  std::string one_of(T... texts) {
    const std::string all[] = {texts...};
    return all[pick(sizeof...(texts))];
  }
  // A set that is empty: nothing is known of what is made of its members.
  [[nodiscard]] std::string wrapped(const std::string& condition) const {
    return blind_ ? fmt::format("({}) and lowest(nobody, it.w) < 1", condition) : condition;
  }
  std::string cost() { return one_of("1", "2", "0.5", "0.3", "0", "1.7"); }
  std::string key() { return one_of("a", "b", "c", "x"); }
  std::string number(uint32_t depth, bool is_given = true) {
    const std::string given = is_given && !parameter_.empty() ? "by" : "fixed";
    if (depth == 0)
      return one_of(key(), std::string("1"), std::string("2"), std::string("0.5"), given, key());
    const std::string a = number(depth - 1, is_given), b = number(depth - 1, is_given);
    switch (pick(9)) {
      case 0:
      case 1:
      case 2: return fmt::format("({} + {})", a, b);
      case 3:
      case 4: return fmt::format("({} - {})", a, b);
      case 5: return fmt::format("min({}, {})", a, b);
      case 6: return fmt::format("max({}, {})", a, b);
      case 7: return fmt::format("if({}, {}, {})", condition(0), a, b);
      default: return fmt::format("({} * {})", a, b);
    }
  }
  std::string condition(uint32_t depth) {
    if (depth > 0 && pick(2) == 0) {
      const std::string a = condition(depth - 1), b = condition(depth - 1);
      return one_of(fmt::format("({} and {})", a, b), fmt::format("({} or {})", a, b),
                    fmt::format("(not {})", a), fmt::format("({} and {})", a, b));
    }
    const std::string op = one_of("<", "<=", ">", ">=", ">=", ">");
    const std::string whole = one_of("a", "b", "c"), even = one_of("==", "!=", ">=", ">=", ">", "<", "<=");
    switch (pick(6)) {
      case 0: return one_of("f", "g", "not f", "m == angry", "m != calm", "f == g");
      case 1: return fmt::format("{} {} {}", number(1), op, number(1));
      case 2: return fmt::format("x {} {}", op, one_of("2.5", "fixed + 0.25", "4", "a"));
      default:
        return fmt::format("{} {} {}", whole, even,
                           one_of(std::to_string(most_ - pick(3)), std::string("fixed + 2"), std::string("b"),
                                  std::to_string(most_ - pick(3))));
    }
  }
  std::string effects() {
    std::string text;
    const auto add = [&](const std::string& name, const std::string& value) {
      const bool is_number = name.size() == 1 && std::string("abcx").find(name) != std::string::npos;
      const std::string unknown = blind_ && is_number ? " + lowest(nobody, it.w)" : "";
      text += fmt::format("{}{}: \"{}{}\"", text.empty() ? "" : ", ", name, value, unknown);
    };
    for (const char name : {'a', 'b', 'c', 'x'}) {
      if (pick(5) > 1) continue;
      const std::string own(1, name);
      const bool is_whole = name != 'x';
      const std::string free = is_whole ? fmt::format("round({})", number(2)) : number(2);
      add(own, one_of(own + " + 1", own + " + 2", own + " - 1", own + (is_whole ? " + fixed" : " + 0.3"),
                      fmt::format("min({} + 3, 5)", own), free, own + " + 1", std::to_string(most_ / 2)));
    }
    if (pick(4) == 0) add("f", one_of("true", "not f", "a > 2", "false"));
    if (pick(4) == 0) add("m", one_of("angry", "afraid", "calm"));
    if (text.empty()) add("g", "not g");
    return text;
  }

  uint32_t seed_;
  uint32_t most_ = 0;
  std::mt19937 random_;
  bool blind_ = false;
  std::string parameter_;
};

TEST_CASE("what is estimated from random formulas changes no plan") {
  uint32_t compared = 0, found = 0, long_plans = 0, fewer = 0;
  uint64_t with = 0, without = 0;
  for (uint32_t seed = 0; seed < trials(3000); ++seed) {
    RandomPlanner random(seed);
    const std::string text = random.text(false);
    INFO(text);
    Asset asset, blind_asset;
    if (!is_compiled(text, asset) || !is_compiled(random.text(true), blind_asset)) continue;
    const Made made = plan_of(std::move(asset)), blind = plan_of(std::move(blind_asset));
    if (blind.gave_up && !made.gave_up) continue;  // it looked at too many, or cut what leads nowhere
    INFO("seed " << seed);
    REQUIRE(made == blind);
    ++compared;
    found += made.is_found ? 1 : 0;
    long_plans += made.steps.size() > 3 ? 1 : 0;
    fewer += made.situations < blind.situations ? 1 : 0;
    with += made.situations;
    without += blind.situations;
  }
  CHECK(long_plans > sightings(80));
  WARN(compared << " planners: " << found << " plans, " << long_plans << " of four steps or more; " << fewer
                << " searches were shorter; in all " << with << " situations instead of " << without);
}

}  // namespace
}  // namespace ishi::compiler::planning_test
