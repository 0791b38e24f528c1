#include "testing/prove_run.h"

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <string>
#include <string_view>
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
    std::string text =
        "ishi: 1\n"
        "blackboard: { a: { type: number, range: 0..100 }, b: { type: integer, range: 0..9 }, flag: boolean "
        "}\n"
        "needs: { rest: { rise: 0.2/s } }\n"
        "events: { hit: {}, cry: {}, roar: {} }\n"
        "tasks: { one: { takes: 0.3s }, two: { takes: 1s, effects: { b: 3 } }, three: { takes: 0.2s } }\n"
        "actions:\n";
    constexpr std::string_view kBodies[] = {
        "one", "two", "one, emit: cry", "wait: 0.2s", "set: { flag: true }, one", "three", "one, fail"};
    for (int i = 0; i < 4; ++i)
      text += fmt::format("  act{}: {{ score: 0.{}, {}do: [{}] }}\n", i, 1 + draw(8),
                          draw(3) == 0 ? "" : fmt::format("when: {}, ", condition(false)), kBodies[draw(7)]);
    text += fmt::format("agents:\n  cat:\n    think: {{ every: {}ms{} }}\n", 50 + 50 * draw(4),
                        draw(2) == 0 ? "" : ", on: [hit]");
    text += fmt::format("    on: {{ hit: [set: {{ {} }}] }}\n    states:\n",
                        draw(2) == 0 ? "flag: true" : fmt::format("a: {}", draw(101)));
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
    const std::string ranges =
        fmt::format("{{ {}{}{} }}", range("a", 100), draw(2) == 0 ? ", b: any" : ", " + range("b", 9),
                    draw(2) == 0 ? "" : ", flag: false");
    const std::string behaviour = text;
    const auto is_vain = [&](std::string_view claim) {
      const auto lacks = [&](std::string_view what, std::string_view step) {
        return claim.find(what) != std::string_view::npos && behaviour.find(step) == std::string::npos;
      };
      return (lacks("does: one", "[one") && lacks("does: one", ", one")) || lacks("does: two", "[two]") ||
             lacks("does: three", "[three]") || lacks("cry", "emit: cry") || lacks("roar", "emit: roar");
    };
    for (const std::string_view claim :
         {"never: { state: s1 }", "never: { state: s2 }", "never: { state: s3 }",
          "always: { state: [s0, s1] }", "never: { does: one }", "never: { does: two }",
          "never: { does: three }", "never: { emits: cry }", "never: { emits: roar }",
          "never: { picks: act0 }", "never: { picks: act1 }", "never: { picks: act2 }",
          "never: { picks: act3 }"})
      if (!is_vain(claim))
        text += fmt::format("  \"{}\": {{ agent: cat, for_all: {}, run: {}s, expect: {{ {} }} }}\n", claim,
                            ranges, 1 + draw(4), claim);
    return text;
  }

 private:
  uint64_t draw(uint64_t count) { return mixed(seed_, 1, ++drawn_) % count; }

  std::string range(std::string_view key, uint64_t most) {
    const uint64_t a = draw(most + 1), b = draw(most + 1);
    return a == b ? fmt::format("{}: {}", key, a)
                  : fmt::format("{}: {}..{}", key, std::min(a, b), std::max(a, b));
  }

  std::string condition(bool of_state) {
    std::string one;
    switch (draw(of_state ? 9 : 5)) {
      case 0: one = fmt::format("a > {}", draw(101)); break;
      case 1: one = fmt::format("a < {}", draw(101)); break;
      case 2: one = fmt::format("b == {}", draw(10)); break;
      case 3: one = "flag"; break;
      case 4: one = "needs.rest > 0.3"; break;
      case 5: one = fmt::format("elapsed > 0.{}s", 1 + draw(9)); break;
      case 6: one = fmt::format("elapsed > {}s", 1 + draw(3)); break;
      case 7: one = "completed"; break;
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

  const TestResult open =
      prove("for_all: { hp: any }, run: 9s, expect: { steady: { changes: 600, in: 9s } }");
  CHECK(open.outcome == Outcome::unknown);
  CHECK(open.message.find("how often it changes its mind depends on what the game writes") !=
        std::string::npos);
}

}  // namespace ishi::compiler::prove_run_test
