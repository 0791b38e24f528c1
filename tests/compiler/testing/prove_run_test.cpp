#include "testing/prove_run.h"

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "compiler/compiled.h"
#include "lower/lower.h"
#include "testing/run_sequence.h"
#include "trials.h"

// Proofs about whole runs. What may be written is shown by tests/cases/pass/proofs_over_time.ishi.yaml.

namespace ishi::compiler::prove_run_test {

namespace {

// Some behaviour with claims about its runs.
struct Proving {
  explicit Proving(const std::string& text) : compiled(text) {
    INFO(text);
    prepare();
  }
  Proving(const std::filesystem::path& folder, const std::string& name) : compiled(folder, name) {
    INFO(name);
    prepare();
  }
  void prepare() {
    REQUIRE(!compiled.diagnostics.has_errors());
    compiled.load();
    Diagnostics nothing_new;
    lowered = lower(compiled.program->model, kNone, nothing_new);
  }
  [[nodiscard]] const std::vector<TypedTest>& tests() const { return compiled.program->tests; }
  [[nodiscard]] TestResult prove(const TypedTest& test) const {
    return prove_run(compiled.program->model, lowered, compiled.asset, test);
  }
  [[nodiscard]] uint64_t contradictions(const TypedTest& test, uint64_t seed, uint64_t runs) const {
    return count_contradictions(compiled.program->model, lowered, compiled.asset, test, seed, runs);
  }

  Compiled compiled;
  Lowered lowered;
};

// Behaviours at random: states that lead to each other by what keys, events, times and ends of actions are.
class RandomText {
 public:
  explicit RandomText(uint64_t seed) : seed_(seed) {}

  std::string text() {
    constexpr std::string_view kChanges[] = {"", "", ", changes: 5/s", ", changes: 20/s", ", changes: 60/s"};
    const std::string_view changes = kChanges[draw(5)];
    std::string text = fmt::format(
        "ishi: 1\n"
        "blackboard:\n"
        "  a: {{ type: number, range: 0..100{} }}\n"
        "  b: {{ type: integer, range: 0..9{} }}\n"
        "  flag: boolean\n"
        "  tally: {{ type: integer, range: 0..9, private: true }}\n"
        "needs:\n"
        "  rest: {{ start: 0.{}, rise: 0.{}/s{} }}\n"
        "  calm: {{ start: 1, rise: -0.1/s }}\n"
        "events: {{ hit: {{}}, cry: {{}}, roar: {{}} }}\n"
        "tasks: {{ one: {{ takes: 0.3s }}, two: {{ takes: 1s, effects: {{ b: 3 }} }}, three: {{ takes: 0.2s "
        "}} "
        "}}\n"
        "actions:\n",
        changes, draw(3) == 0 ? ", changes: 4/s" : "", draw(4), 1 + draw(5),
        draw(3) == 0 ? ", while: flag" : "");
    constexpr std::string_view kBodies[] = {
        "one", "two", "one, emit: cry", "wait: 0.2s", "set: { flag: true }, one", "three", "one, fail"};
    for (int i = 0; i < 4; ++i)
      text += fmt::format("  act{}: {{ score: {}{}{}{}{} }}\n", i, score(), draw(6) == 0 ? ", rank: 1" : "",
                          draw(3) == 0 ? "" : fmt::format(", when: {}", condition(false)),
                          draw(4) != 0   ? ""
                          : draw(2) == 0 ? ", cooldown: 0.4s"
                                         : ", during: { calm: 0.2/s }",
                          draw(3) != 0   ? fmt::format(", do: [{}]", kBodies[draw(7)])
                          : draw(3) == 0 ? ", do: [one], after: { calm: 0.2 }"
                          : draw(2) == 0 ? ", interruptible: elapsed > 0.5s"
                                         : "");
    text += fmt::format("agents:\n  cat:\n    think: {{ every: {}ms{} }}\n", 50 + 50 * draw(4),
                        draw(2) == 0 ? "" : ", on: [hit]");
    const uint64_t select = draw(8);
    if (select == 0) text += "    select: { weighted: { top: 2 } }\n";
    if (select >= 4) text += "    select: { inertia: 0.2 }\n";
    constexpr std::string_view kHandlers[] = {"set: { flag: true }", "set: { tally: 3 }",
                                              "raise: { rest: 0.1 }"};
    const uint64_t handler = draw(4);
    text += fmt::format(
        "    on: {{ hit: [{}] }}\n    states:\n",
        handler < 3 ? std::string(kHandlers[handler]) : fmt::format("set: {{ a: {} }}", draw(101)));
    for (int i = 0; i < 4; ++i) {
      text += fmt::format("      s{}: {{ actions: [act{}{}], to: {{ ", i, i,
                          draw(2) == 0 ? "" : fmt::format(", act{}", (i + 1) % 4));
      const uint64_t first = (i + 1 + draw(3)) % 4;
      text += fmt::format("s{}: {}", first, condition(true));
      const uint64_t second = (first + 1) % 4;
      if (draw(2) == 0 && second != static_cast<uint64_t>(i))
        text += fmt::format(", s{}: {}", second, condition(true));
      text += draw(4) == 0 ? " }, enter: [emit: roar] }\n" : " } }\n";
    }
    text += "tests:\n";
    const std::string given =
        fmt::format("{}", draw(3) != 0 ? "" : fmt::format(", given: {{ needs.rest: 0.{} }}", draw(9)));
    const std::string ranges =
        fmt::format("{{ {}{}{}{} }}", range("a", 100), draw(2) == 0 ? ", b: any" : ", " + range("b", 9),
                    draw(2) == 0 ? "" : ", flag: false", draw(4) == 0 ? ", tally: 0..2" : "");
    const std::string behaviour = text;
    const auto is_vain = [&](std::string_view claim) {
      const auto lacks = [&](std::string_view what, std::string_view step) {
        return claim.find(what) != std::string_view::npos && behaviour.find(step) == std::string::npos;
      };
      return (lacks("does: one", "[one") && lacks("does: one", ", one")) || lacks("does: two", "[two]") ||
             lacks("does: three", "[three]") || lacks("cry", "emit: cry") || lacks("roar", "emit: roar");
    };
    for (const std::string_view claim : {"never: { state: s1 }",
                                         "never: { state: s2 }",
                                         "never: { state: s3 }",
                                         "always: { state: [s0, s1] }",
                                         "never: { does: one }",
                                         "never: { does: two }",
                                         "never: { does: three }",
                                         "never: { emits: cry }",
                                         "never: { emits: roar }",
                                         "never: { picks: act0 }",
                                         "never: { picks: act1 }",
                                         "never: { picks: act2 }",
                                         "never: { picks: act3 }",
                                         "never: { picks: nothing }",
                                         "never: { key: { tally: 4..9 } }",
                                         "always: { level: { rest: 0..0.7 } }",
                                         "never: { level: { calm: 0.9..1 } }",
                                         "steady: { changes: 1, in: 0.3s }",
                                         "steady: { changes: 1, in: 1s }",
                                         "steady: { changes: 3, in: 1s }",
                                         "within: 0.3s, state: s1",
                                         "within: 1s, state: s2",
                                         "within: 1s, emits: { roar: {} }",
                                         "within: 0.3s, picks: act0",
                                         "within: 1s, picks: act1",
                                         "within: 1s, after: hit, state: s1",
                                         "within: 0.5s, after: hit, picks: act2"})
      if (!is_vain(claim))
        text += fmt::format("  \"{}\": {{ agent: cat, for_all: {}{}, run: {}s, expect: {{ {} }} }}\n", claim,
                            ranges, given, 2 + draw(4), claim);
    return text;
  }

 private:
  uint64_t draw(uint64_t count) { return mixed(seed_, 1, ++drawn_) % count; }

  std::string range(std::string_view key, uint64_t most) {
    const uint64_t a = draw(most + 1), b = draw(most + 1);
    return a == b ? fmt::format("{}: {}", key, a)
                  : fmt::format("{}: {}..{}", key, std::min(a, b), std::max(a, b));
  }

  std::string score() {
    switch (draw(4)) {
      case 0: return "a.norm";
      case 1: return "1 - a.norm";
      default: return fmt::format("0.{}", 1 + draw(8));
    }
  }

  std::string condition(bool of_state) {
    std::string one;
    switch (draw(of_state ? 11 : 7)) {
      case 0: one = fmt::format("a > {}", draw(101)); break;
      case 1: one = fmt::format("a < {}", draw(101)); break;
      case 2: one = fmt::format("b == {}", draw(10)); break;
      case 3: one = "flag"; break;
      case 4: one = "needs.rest > 0.3"; break;
      case 5: one = fmt::format("since(hit) < 0.{}s", 1 + draw(9)); break;
      case 6: one = fmt::format("needs.calm < 0.{} or tally == 3", 1 + draw(9)); break;
      case 7: one = fmt::format("elapsed > 0.{}s", 1 + draw(9)); break;
      case 8: one = fmt::format("elapsed > {}s", 1 + draw(3)); break;
      case 9: one = "completed"; break;
      default: one = "failed"; break;
    }
    return draw(3) == 0 ? fmt::format("{} {} a {} {}", one, draw(2) == 0 ? "and" : "or",
                                      draw(2) == 0 ? ">" : "<", draw(101))
                        : one;
  }

  uint64_t seed_;
  uint64_t drawn_ = 0;
};

}  // namespace

TEST_CASE("no run contradicts what is proved of runs") {
  // All trials together make a million runs; each claim that is proved is attacked.
  const uint64_t behaviours = makes_all_trials() ? 420 : 24;
  const uint64_t attacks = makes_all_trials() ? 1000 : 40;
  uint64_t proved = 0, refuted = 0, undecided = 0, runs = 0;
  for (uint64_t seed = 0; seed < behaviours; ++seed) {
    const std::string text = RandomText(seed).text();
    const Proving proving(text);
    for (const TypedTest& test : proving.tests()) {
      const TestResult result = proving.prove(test);
      INFO(text << "\n" << test.name.text << "\n" << result.message);
      if (result.outcome == Outcome::refuted) ++refuted;
      if (result.outcome == Outcome::unknown) ++undecided;
      if (result.outcome != Outcome::proved) continue;
      ++proved;
      runs += attacks;
      REQUIRE(proving.contradictions(test, 1, attacks) == 0);
    }
  }
  INFO(proved << " proved, " << refuted << " refuted, " << undecided << " undecided, " << runs << " runs");
  CHECK(proved >= behaviours);
  CHECK(refuted >= behaviours);
  CHECK(undecided * 4 <= proved + refuted);
}

TEST_CASE("no run contradicts what the examples prove of runs") {
  const uint64_t attacks = makes_all_trials() ? 10'000 : 20;
  const std::filesystem::path root = ISHI_SOURCE_FOLDER;
  constexpr std::pair<std::string_view, std::string_view> kFiles[] = {
      {"examples/squad", "squad.ishi.yaml"},
      {"docs/cookbook", "boss.ishi.yaml"},
      {"docs/cookbook", "forge.ishi.yaml"},
      {"tests/cases/pass", "proofs_over_time.ishi.yaml"}};
  for (const auto& [folder, name] : kFiles) {
    const Proving proving(root / folder, std::string(name));
    size_t proved = 0;
    for (const TypedTest& test : proving.tests()) {
      if (!test.is_proof() || !test.has_run) continue;
      INFO(name << ": " << test.name.text);
      CHECK(proving.prove(test).outcome == Outcome::proved);
      CHECK(proving.contradictions(test, 2, attacks) == 0);
      ++proved;
    }
    CHECK(proved >= 2);
  }
}

namespace {

std::string with_claims(const std::string& tests) {
  return R"(ishi: 1
blackboard:
  hp:    { type: number, range: 0..100, default: 100 }
  alarm: boolean
  near:  boolean
events: { radio: {}, hit: {} }
tasks: { stroll: { takes: 3s }, fire: { takes: 0.5s }, duck: { takes: 2s } }
goals:
  warn: { do: [stroll], finally: [emit: radio] }
actions:
  patrol: { score: 0.2, do: [stroll] }
  shoot:  { when: near, score: 0.6, do: [fire] }
  hide:   { when: hp < 30, score: 0.8, do: [duck, warn] }
agents:
  guard:
    on: { hit: [set: { alarm: true }] }
    states:
      calm:  { actions: [patrol], to: { alert: alarm } }
      alert: { actions: [shoot, hide, patrol], to: { panic: hp < 10 and elapsed > 4s, calm: not alarm } }
      panic: { actions: [hide] }
tests:
)" + tests;
}

TestResult prove(const std::string& fields) {
  const Proving proving(with_claims("  it: { agent: guard, " + fields + " }\n"));
  return proving.prove(proving.tests()[0]);
}

}  // namespace

TEST_CASE("a state is not reached where keys keep the agent from it") {
  CHECK(prove("for_all: { hp: 10..100 }, run: 60s, expect: { never: { state: panic } }").outcome ==
        Outcome::proved);
  CHECK(prove("for_all: { hp: 9..100 }, run: 60s, expect: { never: { state: panic } }").outcome ==
        Outcome::refuted);
}

TEST_CASE("a state is not reached before its time") {
  const TestResult soon = prove("for_all: { hp: any }, run: 3.9s, expect: { never: { state: panic } }");
  CHECK(soon.outcome == Outcome::proved);
  CHECK(soon.message.starts_with("in runs of 3.9s,"));
  CHECK(prove("for_all: { hp: any }, run: 8s, expect: { never: { state: panic } }").outcome ==
        Outcome::refuted);
}

TEST_CASE("what steps set may be anything") {
  // A hit raises the alarm, whatever the game writes.
  CHECK(prove("for_all: { alarm: false }, run: 5s, expect: { always: { state: calm } }").outcome ==
        Outcome::refuted);
}

TEST_CASE("what is never done and never emitted follows from what is never eligible") {
  CHECK(prove("for_all: { near: false }, run: 9s, expect: { never: { does: fire } }").outcome ==
        Outcome::proved);
  CHECK(prove("for_all: { hp: 30..100 }, run: 9s, expect: { never: { does: duck, picks: hide } }").outcome ==
        Outcome::proved);
  CHECK(prove("for_all: { hp: any }, run: 9s, expect: { never: { does: duck } }").outcome ==
        Outcome::refuted);
  // The end of a goal emits it.
  CHECK(prove("for_all: { hp: any }, run: 9s, expect: { never: { emits: radio } }").outcome !=
        Outcome::proved);
}

TEST_CASE("keys that the game alone writes are where it writes them") {
  CHECK(prove("for_all: { hp: 20..80 }, run: 9s, expect: { always: { key: { hp: 10..80 } } }").outcome ==
        Outcome::proved);
  CHECK(prove("for_all: { hp: 20..80 }, run: 9s, expect: { never: { key: { hp: 0..10 } } }").outcome ==
        Outcome::proved);
  CHECK(prove("for_all: { hp: 20..80 }, run: 9s, expect: { never: { key: { hp: 70..90 } } }").outcome ==
        Outcome::refuted);
}

TEST_CASE("a refutation is a test that fails, and undecided claims name their place") {
  const TestResult refuted = prove("for_all: { hp: any }, run: 8s, expect: { never: { state: panic } }");
  const size_t fields = refuted.message.find("\n  ");
  REQUIRE(fields != std::string::npos);
  std::string lines;
  for (std::string_view rest = std::string_view(refuted.message).substr(fields + 1); !rest.empty();) {
    const size_t end = std::min(rest.find('\n'), rest.size());
    lines += fmt::format("  {}\n", rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  const Compiled again(with_claims("  it:\n    agent: guard\n    run: 8s\n" + lines +
                                   "    expect: { never: { state: panic } }\n"));
  INFO(lines);
  CHECK(!again.diagnostics.has_errors());

  const TestResult open = prove("for_all: { hp: any }, run: 9s, expect: { steady: { changes: 40, in: 9s } }");
  CHECK(open.outcome == Outcome::unknown);
  INFO(open.message);
  CHECK(open.message.find("it may change its mind 41 times in") != std::string::npos);
}

namespace {

std::string with_time(const std::string& tests) {
  return R"(ishi: 1
blackboard:
  heat:   { type: number, range: 0..100, changes: 10/s }
  load:   { type: integer, range: 0..10, changes: 2/s }
  hurry:  boolean
  orders: { type: integer, range: 0..9, private: true }
needs:
  tired: { start: 0.1, rise: 0.02/s }
  fun:   { start: 0.5, rise: -0.01/s, while: hurry }
events: { radio: {}, hit: {}, order: {} }
tasks: { haul: { takes: 3s } }
actions:
  work:  { score: 0.5 }
  cool:  { score: heat.norm }
  play:  { when: hurry, score: 0.6, do: [haul], after: { fun: 0.3 } }
  guard: { when: heat > 50, score: 0.9, interruptible: elapsed > 2s }
  wait:  { score: 0.6, do: [haul], cooldown: 1s }
  run:   { when: since(hit) < 2s, score: 0.9 }
  crouch: { when: since(hit) < 2s, score: 0.9, do: [haul] }
agents:
  smith:  { actions: [work, cool], select: { inertia: 0.1 } }
  sentry: { actions: [work, guard] }
  porter: { actions: [wait, work] }
  child:  { actions: [play, work] }
  coward: { actions: [run, work], think: { every: 0.2s } }
  croucher: { actions: [crouch, work], think: { every: 0.2s } }
  watch:
    states:
      awake:  { actions: [work], to: { weary: needs.tired > 0.5 } }
      weary:  { actions: [work], to: { asleep: elapsed > 3s, awake: hurry and elapsed < 2s } }
      asleep: { actions: [cool], enter: [emit: radio] }
  stoker:
    on: { order: [set: { orders: 4 }] }
    states:
      calm: { actions: [work], to: { busy: heat > 60 and orders < 5 } }
      busy: { actions: [cool], to: { calm: heat < 30 } }
tests:
)" + tests;
}

Outcome outcome_of(const std::string& agent, const std::string& fields) {
  const Proving proving(with_time("  it: { agent: " + agent + ", " + fields + " }\n"));
  return proving.prove(proving.tests()[0]).outcome;
}

}  // namespace

TEST_CASE("a number that changes little by little needs its time") {
  CHECK(outcome_of("stoker",
                   "for_all: { heat: any }, given: { heat: 0 }, run: 5.9s, expect: { never: { "
                   "state: busy }, always: { key: { heat: 0..60 } } }") == Outcome::proved);
  CHECK(outcome_of("stoker",
                   "for_all: { heat: any }, given: { heat: 0 }, run: 6.2s, expect: { never: { "
                   "state: busy } }") == Outcome::refuted);
  CHECK(outcome_of("stoker", "for_all: { heat: any }, run: 1s, expect: { never: { state: busy } }") ==
        Outcome::refuted);
  CHECK(outcome_of("stoker",
                   "for_all: { load: any }, given: { load: 0 }, run: 2s, expect: { always: { key: "
                   "{ load: 0..5 } } }") == Outcome::proved);
  CHECK(outcome_of("stoker",
                   "for_all: { load: any }, given: { load: 0 }, run: 2.5s, expect: { never: { "
                   "key: { load: 4 } } }") != Outcome::proved);
}

TEST_CASE("the game does not write what is private to behaviours") {
  CHECK(outcome_of("stoker", "for_all: {}, run: 9s, expect: { always: { key: { orders: 0..4 } } }") ==
        Outcome::proved);
  CHECK(outcome_of("stoker", "for_all: {}, run: 9s, expect: { never: { key: { orders: 4 } } }") ==
        Outcome::refuted);
  // It begins as the test says.
  const std::string claim = "run: 9s, expect: { always: { key: { orders: 0..4 } } }";
  CHECK(outcome_of("stoker", "for_all: {}, given: { orders: 7 }, " + claim) == Outcome::refuted);
  CHECK(outcome_of("stoker", "for_all: { orders: 5..9 }, " + claim) == Outcome::refuted);
  CHECK(outcome_of("stoker", "for_all: { orders: any }, " + claim) == Outcome::refuted);
  CHECK(outcome_of("stoker", "for_all: { orders: 0..3 }, " + claim) == Outcome::proved);
}

TEST_CASE("changes of mind need the time that numbers, inertia and actions take") {
  const auto steady = [](const std::string& agent, int changes, std::string_view in) {
    return outcome_of(agent, fmt::format("for_all: {{ heat: any }}, run: 30s, expect: {{ steady: {{ changes: "
                                         "{}, in: {} }} }}",
                                         changes, in));
  };
  // By the inertia: from 0.4 to 0.6 of 100, 10 a second.
  CHECK(steady("smith", 1, "1.9s") == Outcome::proved);
  CHECK(steady("smith", 1, "2.2s") != Outcome::proved);
  // By states: from 30 to 60.
  CHECK(steady("stoker", 1, "2.9s") == Outcome::proved);
  CHECK(steady("stoker", 2, "5.8s") == Outcome::proved);
  CHECK(steady("stoker", 1, "3.3s") != Outcome::proved);
  // By what may not be interrupted: it goes on for two seconds, then the other may follow at once.
  CHECK(steady("sentry", 1, "0.1s") != Outcome::proved);
  CHECK(steady("sentry", 2, "1.9s") == Outcome::proved);
  CHECK(steady("sentry", 2, "2.2s") != Outcome::proved);
  // By a cooldown: both begin twice in so short a time at most.
  CHECK(steady("porter", 2, "0.9s") == Outcome::proved);
  CHECK(steady("porter", 2, "1.2s") != Outcome::proved);
}

namespace {

Outcome outcome_in(const std::string& behaviour, const std::string& test) {
  const Proving proving("ishi: 1\n" + behaviour + "tests:\n  it: { agent: one, " + test + " }\n");
  return proving.prove(proving.tests()[0]).outcome;
}

}  // namespace

TEST_CASE("a lower rank, and what is drawn beside it, keeps no action away") {
  const std::string ranked =
      "blackboard: { alarm: boolean }\n"
      "actions: { top: { score: 0.3, rank: 2, when: alarm }, low: { score: 0.5 } }\n"
      "agents: { one: { actions: [top, low] } }\n";
  CHECK(outcome_in(ranked, "for_all: { alarm: any }, run: 5s, expect: { steady: { changes: 1, in: 5s } }") !=
        Outcome::proved);
  const std::string failing =
      "tasks: { t: { takes: 1s } }\n"
      "actions: { top: { score: 0.3, rank: 2, do: [t] }, low: { score: 0.5 } }\n"
      "agents: { one: { actions: [top, low] } }\n";
  CHECK(outcome_in(failing, "for_all: {}, run: 5s, expect: { steady: { changes: 1, in: 1s } }") ==
        Outcome::refuted);
  const std::string drawn =
      "actions: { work: { score: 0.5, do: [wait: 0.1s] }, rest: { score: 0.4, do: [wait: 0.1s] } }\n"
      "agents: { one: { actions: [work, rest], select: { weighted: { top: 2 } } } }\n";
  CHECK(outcome_in(drawn, "for_all: {}, run: 20s, expect: { steady: { changes: 1, in: 10s } }") ==
        Outcome::refuted);
}

TEST_CASE("what several steps add to a key of the team is their sum") {
  CHECK(
      outcome_in("blackboard: { n: { type: integer, range: 0..9, private: true, scope: team, merge: sum } }\n"
                 "actions:\n"
                 "  work: { score: 0.5, do: [set: { n: 1 }, set: { n: 1 }, wait: 1s] }\n"
                 "  rest: { when: n > 1, score: 0.9, do: [wait: 1s], cooldown: 1s }\n"
                 "agents: { one: { actions: [work, rest] } }\n",
                 "for_all: {}, run: 20s, expect: { never: { picks: rest } }") == Outcome::refuted);
}

TEST_CASE("a key that nothing reads begins as the test gives it, too") {
  CHECK(outcome_in("blackboard: { ammo: { type: integer, range: 0..10 } }\n"
                   "tasks: { t: { takes: 1s, effects: { ammo: 9 } } }\n"
                   "actions: { x: { score: 0.5, do: [t] } }\n"
                   "agents: { one: { actions: [x] } }\n",
                   "given: { ammo: 10 }, for_all: {}, run: 3s, expect: { never: { key: { ammo: 0 } } }") !=
        Outcome::refuted);
}

TEST_CASE("levels grow as fast as they are declared to") {
  CHECK(outcome_of("watch",
                   "for_all: {}, given: { needs.tired: 0.2 }, run: 10s, expect: { always: { level: "
                   "{ tired: 0.2..0.41 } }, never: { state: weary } }") == Outcome::proved);
  CHECK(outcome_of("watch",
                   "for_all: {}, given: { needs.tired: 0.2 }, run: 10s, expect: { always: { level: "
                   "{ tired: 0.2..0.39 } } }") == Outcome::refuted);
  CHECK(outcome_of("watch",
                   "for_all: {}, given: { needs.tired: 0.4 }, run: 10s, expect: { never: { state: "
                   "weary } }") == Outcome::refuted);
  CHECK(outcome_of("watch", "for_all: {}, run: 10s, expect: { always: { level: { fun: 0.4..0.5 } } }") !=
        Outcome::proved);  // the child's action raises it, which this agent does not do
  CHECK(outcome_of("watch", "for_all: {}, run: 9s, expect: { always: { level: { fun: 0.4..0.51 } } }") ==
        Outcome::proved);
  CHECK(outcome_of("child", "for_all: {}, run: 9s, expect: { always: { level: { fun: 0.4..0.51 } } }") ==
        Outcome::refuted);
}

TEST_CASE("what nothing keeps back comes in time") {
  const std::string always = "for_all: { hurry: false }, run: 40s, expect: { within: ";
  CHECK(outcome_of("watch", always + "24s, state: asleep, emits: { radio: {} } }") == Outcome::proved);
  CHECK(outcome_of("watch", always + "22s, state: asleep }") == Outcome::refuted);
  CHECK(outcome_of("watch", always + "22s, emits: { radio: {} } }") == Outcome::refuted);
  // In a hurry she may wake again.
  CHECK(outcome_of("watch", "for_all: {}, run: 40s, expect: { within: 24s, state: asleep }") !=
        Outcome::proved);
  CHECK(outcome_of("coward", "for_all: {}, run: 9s, expect: { after: hit, within: 0.5s, picks: run }") ==
        Outcome::proved);
  CHECK(outcome_of("coward", "for_all: {}, run: 9s, expect: { after: hit, within: 3s, picks: work }") !=
        Outcome::proved);
  // What has just failed is not chosen for half a second.
  CHECK(outcome_of("croucher", "for_all: {}, run: 9s, expect: { after: hit, within: 0.5s, picks: crouch }") !=
        Outcome::proved);
  CHECK(outcome_of("croucher", "for_all: {}, run: 9s, expect: { after: hit, within: 1s, picks: crouch }") ==
        Outcome::proved);
}

}  // namespace ishi::compiler::prove_run_test
