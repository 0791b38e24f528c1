#include <fmt/format.h>
#include <algorithm>
#include <catch2/catch.hpp>
#include <optional>
#include <string>
#include <vector>

#include "compiler/village.h"
#include "ishi/id.h"

// Time in bodies: rounds of a frame, attempts, and interjections, in every phase of the agent's rhythm.

namespace ishi::compiler::body_clocks_test {
namespace {

constexpr uint32_t kInterval = 16;  // of thoughts, in frames of a tenth of a second

std::string smith(const std::string& work, const std::string& goals = "") {
  return fmt::format(R"(ishi: 1
blackboard:
  go:    boolean
  alarm: boolean
  done:  {{ type: integer, range: 0..9 }}
tasks: {{ hit: {{}}, duck: {{}} }}
actions:
  work: {{ when: go and done == 0, score: 1, do: {} }}
  rest: {{ score: 0.1 }}
{}agents:
  smith: {{ actions: [work, rest], think: {{ every: {}frames }} }}
)",
                     work, goals, kInterval);
}

// Frames until `done` is set, counted from the first start of the work; none if it never is.
struct Course {
  std::optional<uint32_t> done;
  int32_t value = 0;
  std::vector<uint32_t> starts;  // of `hit`, the same
};

// The work may begin `phase` frames after a thought. The game reports on `hit` by `on_hit(frame, start)`, and
// on `duck` after `duck` frames. The alarm sounds for one frame, `alarm` frames after the beginning.
template <typename OnHit>
Course course_of(const std::string& text, uint32_t phase, uint32_t alarm, uint32_t duck, OnHit&& on_hit) {
  Village v(text);
  for (uint32_t i = 0; i < kInterval + 1; ++i) v.step();
  for (uint32_t i = 0; i < phase; ++i) v.step();
  v.key<uint8_t>("go") = 1;
  Course course;
  std::optional<uint32_t> began;
  struct Running {
    Start start;
    uint32_t since;
  };
  std::vector<Running> running;
  for (uint32_t frame = 0; frame < 90 && !course.done; ++frame) {
    v.key<uint8_t>("alarm") = began && frame - *began == alarm ? 1 : 0;
    std::erase_if(running, [&](const Running& one) {
      const bool is_duck = one.start.task == TaskId::of("duck");
      const std::optional<Ending> ending =
          is_duck ? (frame - one.since == duck ? std::optional(Ending::completed) : std::nullopt)
                  : on_hit(frame - one.since, course.starts.size());
      if (ending) v.report(one.start, *ending);
      return ending.has_value();
    });
    v.step(true, {}, [&](const Start& start) {
      if (!began) began = frame;
      if (start.task == TaskId::of("hit")) course.starts.push_back(frame - *began);
      const std::optional<Ending> ending =
          start.task == TaskId::of("hit") ? on_hit(0, course.starts.size()) : std::nullopt;
      if (ending)
        v.report(start, *ending);
      else
        running.push_back({start, frame});
    });
    for (const End& end : v.ends) {
      std::erase_if(running, [&](const Running& one) { return one.start.token.serial == end.token.serial; });
    }
    // Work without a task begins when its action is chosen.
    if (!began && v.smiths.option(v.smiths.agent_of(v.slot)) == 0) began = frame;
    if (v.key<int32_t>("done") != 0) {
      course.done = frame - *began;
      course.value = v.key<int32_t>("done");
    }
  }
  return course;
}

constexpr uint32_t kNever = 1000;
std::optional<Ending> never(uint32_t, size_t) { return std::nullopt; }

}  // namespace

TEST_CASE("four tasks in a row that are over at once start in one frame, the fifth in the next") {
  const std::string list = GENERATE(
      "[hit, hit, hit, hit, hit, hit, hit, hit, hit, set: { done: 1 }]",
      "[hit, set: { alarm: false }, hit, hit, set: { alarm: false }, hit, hit, hit, hit, hit, "
      "hit, set: { done: 1 }]",
      "[{ do: [hit, hit, hit] }, { do: [hit, { do: [hit, hit] }] }, hit, hit, hit, set: { done: 1 }]");
  CAPTURE(list);
  for (uint32_t phase = 0; phase < kInterval; ++phase) {
    CAPTURE(phase);
    const Course course = course_of(smith(list), phase, kNever, 0,
                                    [](uint32_t, size_t) { return std::optional(Ending::completed); });
    CHECK(course.starts == std::vector<uint32_t>{0, 0, 0, 0, 1, 1, 1, 1, 2});
    CHECK(course.done == 2u);
  }
}

TEST_CASE("a task that takes a frame lets four more start in the frame in which it ends") {
  for (uint32_t phase = 0; phase < kInterval; ++phase) {
    CAPTURE(phase);
    const Course course =
        course_of(smith("[hit, hit, hit, hit, hit, hit, set: { done: 1 }]"), phase, kNever, 0,
                  [](uint32_t age, size_t count) {
                    return count > 1 || age > 0 ? std::optional(Ending::completed) : std::nullopt;
                  });
    CHECK(course.starts == std::vector<uint32_t>{0, 1, 1, 1, 1, 2});
  }
}

TEST_CASE("elapsed begins anew with each attempt") {
  const std::string text = smith("[{ do: hit, retry: 3, until: elapsed > 0.25s }, set: { done: 1 }]");
  for (uint32_t phase = 0; phase < kInterval; ++phase) {
    for (uint32_t fails_after = 0; fails_after <= 5; ++fails_after) {
      for (size_t failures = 0; failures <= 3; ++failures) {
        CAPTURE(phase, fails_after, failures);
        const Course course = course_of(text, phase, kNever, 0, [&](uint32_t age, size_t attempt) {
          return attempt <= failures && age == fails_after ? std::optional(Ending::failed) : std::nullopt;
        });
        // An attempt that has not failed within two frames completes in its third; the next one begins a
        // frame after a failure.
        const bool fails = fails_after < 3;
        const auto before = static_cast<uint32_t>(fails ? failures * (fails_after + 1) : 0);
        CHECK(course.done == before + 3);
        CHECK(course.starts.size() == (fails ? failures + 1 : 1));
      }
    }
  }
}

TEST_CASE("a timeout begins anew with each attempt") {
  const std::string text =
      smith("[{ do: hit, retry: 2, timeout: 0.3s, on_fail: continue }, set: { done: 1 }]");
  for (uint32_t phase = 0; phase < kInterval; ++phase) {
    CAPTURE(phase);
    const Course course = course_of(text, phase, kNever, 0, never);
    CHECK(course.starts == std::vector<uint32_t>{0, 4, 8});
    CHECK(course.done == 11u);
  }
}

TEST_CASE("an interjection counts for waits, timeouts and elapsed alike") {
  struct Kind {
    const char* step;
    bool is_condition;  // that is asked for, after interjections
  };
  const Kind kind =
      GENERATE(Kind{"{ wait: 1s }", false}, Kind{"{ do: hit, timeout: 1s, on_fail: continue }", true},
               Kind{"{ do: hit, until: elapsed > 0.95s }", true},
               Kind{"{ do: hit, while: elapsed < 0.95s, on_fail: continue }", true},
               Kind{"{ do: [{ wait: 1s }] }", false},
               Kind{"{ all: [{ wait: 1s }, { do: hit, until: elapsed > 0.55s }] }", false});
  const std::string text = smith("[careful]", fmt::format(R"(goals:
  careful: {{ do: [{}, set: {{ done: 1 }}], interject: {{ low: {{ when: alarm, do: [duck] }} }} }}
)",
                                                          kind.step));
  CAPTURE(kind.step);
  for (uint32_t phase = 0; phase < kInterval; ++phase) {
    for (uint32_t alarm = 1; alarm <= 12; ++alarm) {
      for (uint32_t duck = 1; duck <= 13; duck += 2) {
        CAPTURE(phase, alarm, duck);
        const Course course = course_of(text, phase, alarm, duck, never);
        const bool breaks_in = alarm < 10 || (alarm == 10 && kind.is_condition);
        CHECK(course.done == (breaks_in ? std::max(10u, alarm + duck) : 10u));
      }
    }
  }
}

TEST_CASE("a timeout around a goal ends it in the middle of an interjection") {
  const std::string modifier = GENERATE("timeout: 1s", "while: elapsed < 0.95s", "until: elapsed > 0.95s");
  const std::string text =
      smith("[{ do: careful, " + modifier + ", on_fail: continue }, set: { done: 2 }]", R"(goals:
  careful: { do: [wait: 5s], interject: { low: { when: alarm, do: [duck] } } }
)");
  for (uint32_t phase = 0; phase < kInterval; ++phase) {
    for (uint32_t alarm = 1; alarm <= 9; alarm += 2) {
      CAPTURE(modifier, phase, alarm);
      CHECK(course_of(text, phase, alarm, 40, never).done == 10u);
    }
  }
}

TEST_CASE("`elapsed` in the `when` of a step is the time of its list, whatever the step before it was") {
  const std::string steps =
      GENERATE("{ wait: 0.5s }", "{ wait: 0.2s }, { wait: 0.3s }", "{ wait: 0.5s }, { set: { alarm: true } }",
               "{ wait: 0.5s }, { do: hit, when: alarm }");
  CAPTURE(steps);
  for (const auto& [condition, value] : {std::pair("elapsed > 0.45s", 1), std::pair("elapsed > 0.55s", 2)}) {
    const Course course =
        course_of(smith(fmt::format(
                      "[{}, {{ set: {{ done: 1 }}, when: {} }}, {{ set: {{ done: 2 }}, when: done == 0 }}]",
                      steps, condition)),
                  0, 99, 1, [](uint32_t, size_t) { return std::optional<Ending>(); });
    CHECK(course.value == value);
  }
}

}  // namespace ishi::compiler::body_clocks_test
