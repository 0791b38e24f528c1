#include <algorithm>
#include <array>
#include <functional>
#include <random>

#include "ishi/tools.h"
#include "runtime/body_world.h"
#include "trials.h"

// Goals that choose all their methods before they begin.

namespace ishi::testing::foresee_test {
namespace {

using namespace bodies;
using Tasks = std::vector<uint32_t>;

Body foreseeing(std::vector<Body> parts) {
  Body body = goal(plain, {sequence(std::move(parts))});
  body.flags = kForeseesFlag;
  return body;
}
Body check(Value condition) { return {.kind = NodeKind::fail, .value = condition}; }
bool same(const Value& a, const Value& b) {
  return a.kind == b.kind && a.number == b.number && a.index == b.index;
}
Body optional(Body body) {
  body.continues = true;
  return body;
}

// walk makes flag_0 true; slow needs that, makes flag_1 true and flag_0 false.
BodySpec spec_of(Body goal) {
  return {.options = {{.body = sequence({std::move(goal)})}, {.body = sequence({wait(1000)})}},
          .node_events = 256,
          .task_effects = {{walk, {{flag_0, 1.0f}}}, {slow, {{flag_0, 0.0f}, {flag_1, 1.0f}}}},
          .task_conditions = {{slow, Value::of_key(flag_0)}}};
}

// Plays the goal with a game that does what tasks are assumed to do; the tasks in their order.
Tasks played(BodyWorld& w, uint32_t slot, uint32_t frames = 40) {
  Tasks tasks;
  for (uint32_t i = 0; i < frames; ++i) {
    w.begin_frame();
    w.think();
    while (w.population.wants_act()) {
      w.act();
      for (const Start& start : w.commands.starts) {
        tasks.push_back(w.asset.find(start.task));
        REQUIRE(Tools(w.population).apply_effects(start.token));
        w.complete(start.token);
      }
      for (const NodeEvent& event : w.commands.nodes) {
        const bool is_goal = AssetParts(w.asset).node(event.node).kind == NodeKind::goal;
        const bool is_over = event.change == NodeChange::completed || event.change == NodeChange::failed;
        if (is_goal && is_over) w.want(slot, 1);
      }
    }
    REQUIRE(w.world.end_frame());
  }
  return tasks;
}

Tasks played(const BodySpec& spec) {
  BodyWorld w(spec);
  const uint32_t slot = w.spawn();
  w.want(slot, 0);
  return played(w, slot);
}

TEST_CASE("the first method is taken after which all can be done") {
  const auto body = [] {
    return foreseeing({of(NodeKind::first, {task(picky, {{0, 1.0f}}), task(walk)}), task(slow)});
  };
  CHECK(played(spec_of(body())) == Tasks{walk, slow});
  Body blind = body();
  blind.flags = 0;
  CHECK(played(spec_of(blind)) == Tasks{picky});
}

TEST_CASE("of best methods the score is that of the assumed situation") {
  const auto best = [] {
    return of(NodeKind::best,
              {scored(0.5f, task(picky, {{0, 1.0f}})), scored(Value::of_key(flag_0), task(slow))});
  };
  CHECK(played(spec_of(foreseeing({task(walk), best()}))) == Tasks{walk, slow});
  CHECK(played(spec_of(foreseeing({best()}))) == Tasks{picky});
}

TEST_CASE("nothing begins that cannot be ended, and no attempt follows") {
  Body body = foreseeing({task(walk), task(slow), check(Value::of_key(flag_2))});
  body.retries = 3;
  BodyWorld w(spec_of(std::move(body)));
  const uint32_t slot = w.spawn();
  w.want(slot, 0);
  w.step();
  CHECK(w.commands.starts.empty());
  CHECK(w.population.act_counters().failed_options == 1);
}

TEST_CASE("a step that need not complete is left out if nothing could be done after it") {
  CHECK(played(spec_of(foreseeing(
            {task(walk), optional(sequence({task(slow)})), check(Value::of_key(flag_0))}))) == Tasks{walk});
  CHECK(played(spec_of(foreseeing({task(walk), optional(sequence({task(slow)})),
                                   check(Value::of_key(flag_1))}))) == Tasks{walk, slow});
}

TEST_CASE("what was chosen stays chosen, and is decomposed anew when it fails") {
  Body body = foreseeing(
      {of(NodeKind::first, {when(Value::of_key(flag_2), task(picky, {{0, 1.0f}})), task(walk)}), task(slow)});
  body.retries = 1;
  BodyWorld w(spec_of(std::move(body)));
  const uint32_t slot = w.spawn();
  w.want(slot, 0);
  w.step();
  REQUIRE(w.commands.starts.size() == 1);
  // The method before it could be taken by now, but is not what was foreseen.
  w.column<uint8_t>("flag_2")[slot] = 1;
  w.fail(w.commands.starts[0].token);
  w.step();
  CHECK(w.commands.starts.empty());
  w.step();
  REQUIRE(w.commands.starts.size() == 1);
  CHECK(w.asset.find(w.commands.starts[0].task) == walk);  // after picky nothing goes on
  w.fail(w.commands.starts[0].token);
  w.step();
  CHECK(w.population.act_counters().failed_options == 1);
}

TEST_CASE("tools see what a goal has chosen") {
  BodyWorld w(spec_of(foreseeing({of(NodeKind::first, {task(picky, {{0, 1.0f}}), task(walk)}),
                                  optional(sequence({task(picky, {{0, 0.0f}})})), task(slow)})));
  const uint32_t slot = w.spawn();
  w.want(slot, 0);
  w.step();
  const AssetParts parts(w.asset);
  const uint32_t goal = parts.node(parts.option(0).body).children.first;
  const uint32_t list = parts.node(goal).children.first;
  std::array<ForeseenChoice, 4> choices{};
  uint32_t count = 0;
  const Entity agent = w.population.agent_of(slot);
  REQUIRE(Tools(w.population).foreseen(agent, goal, choices, count));
  REQUIRE(count == 2);
  CHECK(choices[0].node == parts.node(list).children.first);
  CHECK(choices[0].method == 1);
  CHECK(choices[1].node == parts.node(list).children.first + 1);
  CHECK(choices[1].method == kNotFound);
  CHECK(Tools(w.population).foreseen(agent, goal, std::span(choices).first(1), count).code ==
        StatusCode::buffer_too_small);
  CHECK(Tools(w.population).foreseen(agent, list + 100, choices, count).code == StatusCode::unknown_id);
}

TEST_CASE("a goal that would have to look at too much gives up") {
  std::vector<Body> parts;
  for (int i = 0; i < 16; ++i)
    parts.push_back(of(NodeKind::first, {task(walk), task(walk), task(walk), task(walk)}));
  parts.push_back(check(Value::of_key(flag_2)));
  BodyWorld w(spec_of(foreseeing(std::move(parts))));
  const uint32_t slot = w.spawn();
  w.want(slot, 0);
  w.step();
  CHECK(w.commands.starts.empty());
  bool gave_up = false;
  for (const NodeEvent& event : w.commands.nodes) gave_up |= event.cause == NodeCause::search_full;
  CHECK(gave_up);
}

// --- random bodies, against a decomposition by hand
// ---------------------------------------------------------------

struct Flags {
  std::array<bool, 3> is_set{};
  [[nodiscard]] bool holds(uint32_t key) const { return is_set[key - flag_0]; }
};

class RandomBody {
 public:
  explicit RandomBody(uint32_t seed) : random_(seed) {}

  Body make() { return foreseeing(steps(0)); }

 private:
  uint32_t pick(uint32_t count) { return random_() % count; }
  uint32_t flag() { return flag_0 + pick(3); }

  std::vector<Body> steps(uint32_t depth) {
    std::vector<Body> result;
    for (uint32_t i = 0; i < 1 + pick(3); ++i) {
      result.push_back(step(depth));
      if (pick(6) == 0) result.back().continues = true;
      if (pick(6) == 0) result.back().when = Value::of_key(flag());
    }
    return result;
  }

  Body step(uint32_t depth) {
    if (depth < 3 && pick(2) == 0) {
      if (pick(3) == 0) return sequence(steps(depth + 1));
      std::vector<Body> methods;
      const bool is_best = pick(3) == 0;
      for (uint32_t i = 0; i < 1 + pick(3); ++i) {
        Body& method = methods.emplace_back(sequence(steps(depth + 1)));
        if (pick(3) == 0) method.when = Value::of_key(flag());
        if (is_best) method.score = pick(2) == 0 ? Value::of_key(flag()) : Value(0.5f);
      }
      return of(is_best ? NodeKind::best : NodeKind::first, std::move(methods));
    }
    switch (pick(7)) {
      case 0: return task(walk);
      case 1:
      case 2: return task(slow);
      case 3: return task(picky, {{0, pick(3) == 0 ? 0.0f : 1.0f}});
      case 4: return set({{flag(), static_cast<float>(pick(2))}});
      default: return check(Value::of_key(flag()));
    }
  }

  std::mt19937 random_;
};

class ByHand {
 public:
  explicit ByHand(const Body& goal) {
    found = list(goal.children[0].children, 0, {}, [](const Flags&) { return true; });
  }

  bool found = false;
  Tasks tasks;

 private:
  using Then = std::function<bool(const Flags&)>;

  static bool holds(const Value& value, const Flags& flags) {
    for (uint32_t key = flag_0; key <= flag_2; ++key) {
      if (same(value, Value::of_key(key))) return flags.holds(key);
    }
    return true;
  }
  static float number(const Value& value, const Flags& flags) {
    for (uint32_t key = flag_0; key <= flag_2; ++key) {
      if (same(value, Value::of_key(key))) return flags.holds(key) ? 1 : 0;
    }
    return 0.5f;
  }

  bool list(const std::vector<Body>& steps, size_t from, const Flags& flags, const Then& then) {
    if (from == steps.size()) return then(flags);
    const Then rest = [&, from](const Flags& after) { return list(steps, from + 1, after, then); };
    const Body& step = steps[from];
    if (!holds(step.when, flags)) return rest(flags);
    if (what(step, flags, rest)) return true;
    return step.continues && rest(flags);
  }

  bool done(uint32_t task, Flags flags, std::initializer_list<std::pair<uint32_t, bool>> effects,
            const Then& then) {
    for (const auto& [key, value] : effects) flags.is_set[key - flag_0] = value;
    tasks.push_back(task);
    if (then(flags)) return true;
    tasks.pop_back();
    return false;
  }

  bool what(const Body& body, const Flags& flags, const Then& then) {
    switch (body.kind) {
      case NodeKind::task:
        if (body.subject == walk) return done(walk, flags, {{flag_0, true}}, then);
        if (body.subject == slow)
          return flags.holds(flag_0) && done(slow, flags, {{flag_0, false}, {flag_1, true}}, then);
        return same(body.arguments[0].second, 1.0f) && done(picky, flags, {}, then);
      case NodeKind::set: {
        Flags after = flags;
        after.is_set[body.writes[0].first - flag_0] = same(body.writes[0].second, 1.0f);
        return then(after);
      }
      case NodeKind::fail: return holds(body.value, flags) && then(flags);
      case NodeKind::sequence: return list(body.children, 0, flags, then);
      default: break;
    }
    std::vector<const Body*> methods;
    for (const Body& method : body.children) {
      if (holds(method.when, flags)) methods.push_back(&method);
    }
    if (body.kind == NodeKind::best)
      std::stable_sort(methods.begin(), methods.end(), [&](const Body* a, const Body* b) {
        return number(a->score, flags) > number(b->score, flags);
      });
    return std::any_of(methods.begin(), methods.end(),
                       [&](const Body* method) { return what(*method, flags, then); });
  }
};

TEST_CASE("random goals begin the first whole way, or nothing") {
  uint32_t found = 0, none = 0;
  for (uint32_t seed = 0; seed < trials(4000); ++seed) {
    const Body body = RandomBody(seed).make();
    const ByHand expected(body);
    INFO("seed " << seed);
    REQUIRE(played(spec_of(body)) == expected.tasks);
    found += expected.found && expected.tasks.size() > 1 ? 1 : 0;
    none += expected.found ? 0 : 1;
  }
  CHECK(found > sightings(250));
  CHECK(none > sightings(500));
}

}  // namespace
}  // namespace ishi::testing::foresee_test
