#include <fmt/format.h>
#include <catch2/catch.hpp>
#include <functional>
#include <optional>
#include <string>

#include "compiler/village.h"
#include "ishi/id.h"

// Work that is finished counts as finished, in whichever frame a thought falls: a task ends so many frames
// after its start, in every phase of the agent's rhythm, and in that frame something happens that would
// otherwise end its body.

namespace ishi::compiler::finished_work_test {
namespace {

constexpr uint32_t kFrames = 80;
constexpr uint32_t kInterval = 16;  // of thoughts, in frames

enum class Moment : uint8_t { before_thought, between_thought_and_acts };

struct Outcome {
  int32_t fed = 0;
  uint64_t started = 0, completed = 0, failed = 0, aborted = 0, failed_options = 0;
  bool operator==(const Outcome&) const = default;
};

std::ostream& operator<<(std::ostream& out, const Outcome& o) {
  return out << fmt::format("fed {}, {} started, {} completed, {} failed, {} aborted, {} options failed",
                            o.fed, o.started, o.completed, o.failed, o.aborted, o.failed_options);
}

// The game takes `duration` frames for each task, and does `happens` in the frame in which it reports the
// first one.
Outcome life_of(const std::string& text, uint32_t duration, Moment moment, Ending ending,
                const std::function<void(Village&)>& happens,
                const std::function<void(Village&)>& begins = {},
                const std::function<void(Village&)>& at_last = {}) {
  Village v(text);
  if (begins) begins(v);
  std::optional<Start> running;
  uint32_t left = 0;
  bool has_happened = false;
  for (uint32_t frame = 0; frame < kFrames; ++frame) {
    const bool ends = running && --left == 0;
    const auto end = [&] {
      if (!has_happened) happens(v);
      has_happened = true;
      v.report(*running, ending);
      running.reset();
    };
    if (ends && moment == Moment::before_thought) end();
    v.step(true, [&] {
      if (ends && moment == Moment::between_thought_and_acts) end();
    });
    for (const End& over : v.ends) {
      if (running && running->token.serial == over.token.serial) running.reset();
    }
    for (const Start& start : v.starts) {
      running = start;
      left = duration;
    }
  }
  if (at_last) at_last(v);
  const ActCounters& counters = v.smiths.act_counters();
  return {v.key<int32_t>("fed"), counters.started, counters.completed,
          counters.failed,       counters.aborted, counters.failed_options};
}

void check_each_phase(const std::string& text, const Outcome& expected,
                      const std::function<void(Village&)>& happens, Ending ending = Ending::completed,
                      const std::function<void(Village&)>& begins = {}) {
  for (const Moment moment : {Moment::before_thought, Moment::between_thought_and_acts}) {
    for (uint32_t duration = 1; duration <= 2 * kInterval; ++duration) {
      INFO("ends " << duration << " frames after its start, "
                   << (moment == Moment::before_thought ? "before the thought" : "before the acts"));
      CHECK(life_of(text, duration, moment, ending, happens, begins) == expected);
    }
  }
}

std::string guest(const std::string& dine, const std::string& more = "") {
  return fmt::format(R"(ishi: 1
things: {{ dish: {{}} }}
blackboard:
  food:  {{ type: integer, range: 0..9, default: 1 }}
  fed:   {{ type: integer, range: 0..99 }}
  alarm: boolean
memory: {{ dishes: {{ of: dish, capacity: 4, forget: never }} }}
tasks: {{ eat: {{}}, run: {{}}, look: {{ gives: {{ worth: number }} }} }}
actions:
  dine: {}
  rest: {{ score: 0.1 }}
{}
agents:
  smith: {{ actions: [dine, rest{}], think: {{ every: {}frames }} }}
)",
                     dine, more, more.empty() ? "" : ", flee", kInterval);
}

const auto kEatsUp = [](Village& v) { v.key<int32_t>("food") = 0; };
const auto kAlarms = [](Village& v) { v.key<uint8_t>("alarm") = 1; };
constexpr Outcome kOneMeal{.fed = 1, .started = 1, .completed = 1};

}  // namespace

TEST_CASE("an action whose own work makes its `when` false completes") {
  check_each_phase(guest("{ when: food > 0, score: 1, do: [eat, set: { fed: fed + 1 }] }"), kOneMeal,
                   kEatsUp);
}

TEST_CASE("an action whose own work makes its `while` false completes") {
  check_each_phase(guest("{ when: fed < 1, while: food > 0, score: 1, do: [eat, set: { fed: fed + 1 }] }"),
                   kOneMeal, kEatsUp);
}

TEST_CASE("a step whose own work makes its `while` false completes") {
  check_each_phase(
      guest("{ when: fed < 1, score: 1, do: [{ do: eat, while: food > 0 }, set: { fed: fed + 1 }] }"),
      kOneMeal, kEatsUp);
}

TEST_CASE("a task that ends when its timeout is over has completed") {
  for (uint32_t duration = 1; duration <= 2 * kInterval; ++duration) {
    const std::string text = guest(fmt::format(
        "{{ when: fed < 1, score: 1, do: [{{ do: eat, timeout: {}ms }}, set: {{ fed: fed + 1 }}] }}",
        duration * 100));
    for (const Moment moment : {Moment::before_thought, Moment::between_thought_and_acts}) {
      INFO("after " << duration << " frames");
      CHECK(life_of(text, duration, moment, Ending::completed, kEatsUp) == kOneMeal);
    }
  }
}

TEST_CASE("checks, branches and steps done once that are left take no time") {
  const auto dine = [](std::string_view rest) {
    return guest(fmt::format("{{ when: food > 0, score: 1, do: [eat, {}, set: {{ fed: fed + 1 }}] }}", rest));
  };
  for (const std::string_view rest :
       {"check: food < 1", "if: food < 1, then: [set: { alarm: true }], else: [set: { alarm: false }]",
        "switch: food, cases: { 0: [set: { alarm: true }] }", "set: { alarm: true }, once: true",
        "all: [set: { alarm: true }, check: food > 0], enough: 1, failures: 2"}) {
    INFO(rest);
    check_each_phase(dine(fmt::format("{{ {} }}", rest)), kOneMeal, kEatsUp);
  }
}

TEST_CASE("an earlier method takes over from what runs on, not from what is over") {
  check_each_phase(
      guest("{ when: fed < 1, score: 1, do: [{ first: { duck: { when: alarm, do: [run] }, meal: { do: "
            "[eat, set: { fed: fed + 1 }] } }, reconsider: true }] }"),
      kOneMeal, kAlarms);
}

TEST_CASE("an action fails at a check of what its finished work has used up") {
  const std::string text = guest(
      "{ when: food > 0, score: 1, cooldown_after_failure: 1h, do: [eat, check: food > 0, set: { fed: 9 }] "
      "}");
  check_each_phase(text, {.started = 1, .completed = 1, .failed_options = 1}, kEatsUp);
}

TEST_CASE("an action of a higher rank takes over from what runs on, not from what is over") {
  const std::string flee = "  flee: { rank: 1, when: alarm, score: 1 }";
  check_each_phase(guest("{ when: fed < 1, score: 1, do: [eat, set: { fed: fed + 1 }] }", flee), kOneMeal,
                   kAlarms);
}

TEST_CASE("an interjection breaks into what runs on, not into what is over") {
  const std::string goals = R"(  flee: { when: fed > 5, score: 1 }
goals:
  meal: { do: [eat, set: { fed: fed + 1 }], interject: { duck: { when: alarm, do: [run] } } })";
  check_each_phase(guest("{ when: fed < 1, score: 1, do: [meal] }", goals), kOneMeal, kAlarms);
}

TEST_CASE("an action whose member is forgotten when its work is done completes") {
  Entity dish;
  const auto remembers = [&](Village& v) {
    REQUIRE(v.world.spawn_entity({.thing = ThingId::of("dish")}, dish));
    REQUIRE(v.smiths.remember(v.smiths.agent_of(v.slot), MemoryId::of("dishes"), dish));
  };
  const auto eats = [&](Village& v) {
    REQUIRE(v.smiths.forget(v.smiths.agent_of(v.slot), MemoryId::of("dishes"), dish));
  };
  check_each_phase(guest("{ for_each: { d: dishes }, score: 1, do: [eat, set: { fed: fed + 1 }] }"), kOneMeal,
                   eats, Ending::completed, remembers);
}

TEST_CASE("an action whose work fails while its `when` becomes false has failed") {
  check_each_phase(
      guest("{ when: food > 0, score: 1, cooldown_after_failure: 1h, do: [eat, set: { fed: fed + 1 }] }"),
      {.started = 1, .failed = 1, .failed_options = 1}, kEatsUp, Ending::failed);
}

TEST_CASE("a finished action gives its `after` and does its `finally` once") {
  const std::string text = replaced(guest("{ when: food > 0, score: 1, cooldown: 1h, after: { hunger: -0.5 "
                                          "}, do: [eat], finally: [set: { fed: fed + 1 }] }"),
                                    "tasks:", "needs: { hunger: { start: 0.75, rise: 0.0/s } }\ntasks:");
  for (const Moment moment : {Moment::before_thought, Moment::between_thought_and_acts}) {
    for (uint32_t duration = 1; duration <= 2 * kInterval; ++duration) {
      INFO("after " << duration << " frames");
      const auto is_fed = [](Village& v) { CHECK(v.level("hunger") == 0.25f); };
      CHECK(life_of(text, duration, moment, Ending::completed, kEatsUp, {}, is_fed) == kOneMeal);
    }
  }
}

TEST_CASE(
    "a plan whose last step brings about what it is for has completed, though its action's `when` is false "
    "by then") {
  const std::string goals = R"(  flee: { when: fed > 5, score: 1 }
goals:
  consume: { plan: { reach: food == 0, using: [eat] } })";
  const std::string text =
      replaced(guest("{ when: food > 0, score: 1, do: [consume, set: { fed: fed + 1 }] }", goals), "eat: {}",
               "eat: { takes: 1s, effects: { food: 0 } }");
  check_each_phase(text, kOneMeal, kEatsUp);
}

TEST_CASE("a due wait has passed, even if its action's condition fails in that frame") {
  const std::string wait = GENERATE("when: food > 0", "when: fed < 1, while: food > 0");
  for (const Moment moment : {Moment::before_thought, Moment::between_thought_and_acts}) {
    for (uint32_t duration = 1; duration <= 2 * kInterval; ++duration) {
      CAPTURE(wait, duration);
      Village v(guest(fmt::format("{{ {}, score: 1, do: [wait: {}ms, set: {{ fed: fed + 1 }}] }}", wait,
                                  duration * 100)));
      for (uint32_t frame = 0; frame < kFrames; ++frame) {
        if (frame == duration && moment == Moment::before_thought) kEatsUp(v);
        v.step(true, [&] {
          if (frame == duration && moment == Moment::between_thought_and_acts) kEatsUp(v);
        });
      }
      CHECK(v.key<int32_t>("fed") == 1);
    }
  }
}

TEST_CASE("an action completes even if its member is gone when its work is done") {
  const std::string set = GENERATE("memory", "candidates");
  const bool remembers = set == "memory";
  std::string text = guest("{ for_each: { d: dishes }, score: 1, do: [eat, set: { fed: fed + 1 }] }");
  if (!remembers)
    text = replaced(text, "memory: { dishes: { of: dish, capacity: 4, forget: never } }",
                    "candidates: { dishes: { of: dish, capacity: 4 } }");
  for (uint32_t duration = 1; duration <= 2 * kInterval; ++duration) {
    CAPTURE(set, duration);
    Entity dish;
    const auto begins = [&](Village& v) {
      REQUIRE(v.world.spawn_entity({.thing = ThingId::of("dish")}, dish));
      if (remembers) REQUIRE(v.smiths.remember(v.smiths.agent_of(v.slot), MemoryId::of("dishes"), dish));
      if (!remembers)
        REQUIRE(v.smiths.candidates(v.smiths.agent_of(v.slot), SetId::of("dishes")).set({&dish, 1}));
    };
    // Picked up: out of the world, then reported.
    const auto picks_up = [&](Village& v) {
      REQUIRE(v.world.despawn_entity(dish));
      if (remembers) REQUIRE(v.smiths.forget(v.smiths.agent_of(v.slot), MemoryId::of("dishes"), dish));
    };
    CHECK(life_of(text, duration, Moment::before_thought, Ending::completed, picks_up, begins) == kOneMeal);
  }
}

TEST_CASE("a walk that arrives completes, even if its action's condition fails in that frame") {
  const std::string when = GENERATE("when: food > 0", "when: fed < 1, while: food > 0");
  const std::string text = replaced(
      guest("{ " + when + ", score: 1, do: [walk: { to: table, by: foot }, set: { fed: fed + 1 }] }"),
      "memory:", "navigation: { foot: { speed: 1m/s } }\nmemory:");
  const std::string with_table =
      replaced(text, "  alarm: boolean", "  alarm: boolean\n  table: { type: point, default: [9, 0, 0] }");
  for (const Moment moment : {Moment::before_thought, Moment::between_thought_and_acts}) {
    for (uint32_t duration = 2; duration <= 2 * kInterval; ++duration) {
      CAPTURE(when, duration);
      Village v(with_table);
      REQUIRE(v.world.create_grid({.columns = 12, .rows = 4, .origin = {-0.5f, 0, -0.5f}}));
      for (uint32_t frame = 0; frame < kFrames; ++frame) {
        const bool arrives = frame == duration;
        if (arrives) REQUIRE(v.world.set_position(v.smith, {9, 0, 0}));
        if (arrives && moment == Moment::before_thought) kEatsUp(v);
        v.step(true, [&] {
          if (arrives && moment == Moment::between_thought_and_acts) kEatsUp(v);
        });
      }
      CHECK(v.key<int32_t>("fed") == 1);
    }
  }
}

TEST_CASE("an agent whose work ends in every frame thinks in every second one, and is never put off twice") {
  const std::string text =
      replaced(guest("{ score: 1, do: [eat] }"), fmt::format("every: {}frames", kInterval), "every: 1frames");
  Village v(text);
  uint32_t started = 0;
  for (uint32_t frame = 0; frame < kFrames; ++frame) {
    if (frame > 0 && !v.starts.empty()) v.report(v.starts[0]);
    v.step();
    started += static_cast<uint32_t>(v.starts.size());
  }
  CHECK(started == kFrames / 2);
}

TEST_CASE("what still has work left is judged as ever") {
  // The meal ends, and the walk home that follows is not begun.
  check_each_phase(
      guest("{ when: fed < 1, while: food > 0, score: 1, do: [eat, run, set: { fed: fed + 1 }] }"),
      {.started = 1, .completed = 1}, kEatsUp);
}

TEST_CASE("a step whose work is over ends as it says, although the body around it is stopped") {
  const std::string stopped = GENERATE("while: food > 0", "until: food < 1");
  const std::string text = guest(fmt::format(
      "{{ when: fed < 1, score: 1, cooldown: 1h, do: [{{ do: [{{ do: [eat, set: {{ fed: fed + 1 }}] "
      "}}, run], {} }}] }}",
      stopped));
  Outcome expected = kOneMeal;
  expected.failed_options = stopped.starts_with("while") ? 1 : 0;
  check_each_phase(text, expected, kEatsUp);
}

TEST_CASE("the last steps of a round are done although the round makes the repetition's `until` true") {
  const std::string when = GENERATE("food > 0", "fed < 1");
  check_each_phase(
      guest(fmt::format("{{ when: {}, score: 1, cooldown: 1h, do: [{{ repeat: {{ do: [eat, set: {{ fed: fed "
                        "+ 1 }}], until: food < 1 }} }}] }}",
                        when)),
      kOneMeal, kEatsUp);
  check_each_phase(
      guest("{ when: food > 0, score: 1, cooldown: 1h, do: [{ repeat: { do: [eat, set: { fed: fed "
            "+ 1 }], until: fed > 0 } }] }"),
      kOneMeal, kEatsUp);
}

TEST_CASE("an action is over when the steps behind its work are skipped") {
  check_each_phase(
      guest("{ when: food > 0, score: 1, do: [eat, { do: run, when: food > 0 }, set: { fed: fed + 1 }] }"),
      kOneMeal, kEatsUp);
  check_each_phase(
      guest("{ when: food > 0, score: 1, do: [{ do: [eat, { do: [{ do: succeed, when: food < 1 }, run] "
            "}] }, set: { fed: fed + 1 }] }"),
      kOneMeal, kEatsUp);
}

TEST_CASE("an action is over although a step that is skipped would be given something") {
  check_each_phase(
      guest("{ when: food > 0, score: 1, do: [eat, { look: {}, as: seen, when: food > 0 }, { set: "
            "{ fed: fed + 1 }, when: not seen.known }] }"),
      kOneMeal, kEatsUp);
}

TEST_CASE("the `finally` of a finished goal decides whether work is left") {
  // It sets `fed`, so `run` is left, and `while` is asked before it begins.
  check_each_phase(
      guest(
          "{ when: fed < 1, while: food > 0, score: 1, do: [dinner, { do: run, when: fed > 0 }] }",
          "  flee: { when: fed > 5, score: 1 }\ngoals:\n  dinner: { do: [eat], finally: [set: { fed: 1 }] }"),
      kOneMeal, kEatsUp);
}

TEST_CASE("a write before a step that takes time is not foreseen") {
  // `fed` is written before `run` is asked for, so the body has work left.
  check_each_phase(guest("{ when: fed < 1, while: food > 0, score: 1, do: [eat, set: { fed: fed + 1 }, { do: "
                         "run, when: fed < 1 }] }"),
                   {.started = 1, .completed = 1}, kEatsUp);
}

TEST_CASE("a reload that takes away an action still does the steps behind its finished work") {
  const std::string text = guest("{ when: fed < 1, score: 1, do: [eat, set: { fed: fed + 1 }] }");
  Village v(text);
  while (v.starts.empty()) v.step();
  v.report(v.starts[0]);
  v.change(replaced(replaced(text, "dine: {", "feast: {"), "[dine,", "[feast,"));
  CHECK(v.reload.counts().ended_options == 1);
  CHECK(v.key<int32_t>("fed") == 1);
}

}  // namespace ishi::compiler::finished_work_test
