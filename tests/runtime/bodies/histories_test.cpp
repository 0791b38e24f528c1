#include <map>
#include <random>

#include "runtime/body_world.h"

// What starts ends exactly once: random trees of bodies under random histories of wants, reports, events,
// despawns and jumps of time, all commands and reports counted.

namespace ishi::testing::histories_test {
namespace {

using namespace bodies;

class RandomBodies {
 public:
  explicit RandomBodies(uint32_t seed) : random_(seed) {}

  BodySpec spec() {
    BodySpec spec;
    spec.capacity = 6;
    spec.think_every_frames = 1 + pick(3);
    spec.task_effects = {
        {walk, {{flag_0, 1.0f}}}, {aim, {{flag_1, 1.0f}}}, {slow, {{flag_2, Value::of_key(flag_1)}}}};
    // An instant goal that a plan may need three times: each time something moves on by one flag.
    spec.goal_effects = {
        {plain, {{flag_0, 1.0f}, {flag_1, Value::of_key(flag_0)}, {flag_2, Value::of_key(flag_1)}}}};
    spec.task_conditions = {{aim, Value::of_key(flag_0)}};
    spec.task_seconds = {{walk, 1.0f}, {aim, 1.0f}, {slow, 1.0f}};
    spec.plan_searches = 1 + pick(3);
    spec.plan_situations_per_frame = 1 + pick(8);
    for (uint32_t i = 0; i < 1 + pick(4); ++i) {
      BodyOption option;
      option.body = sequence(steps(0));
      if (chance(4)) option.body.while_true = condition();
      if (chance(4)) option.body.interruptible = condition();
      if (chance(2)) option.finally = sequence({writes()});
      option.rank = static_cast<int32_t>(pick(3)) - 1;
      option.cooldown = chance(3) ? 0.3f : 0;
      option.cooldown_after_failure = chance(2) ? 0.5f : 0;
      spec.options.push_back(option);
    }
    if (chance(2)) add_states(spec);
    if (chance(2))
      spec.handlers.push_back({.wakes = chance(2), .body = sequence({set({{count, Value::of_record(0)}})})});
    return spec;
  }

  uint32_t pick(uint32_t count) { return random_() % count; }
  bool chance(uint32_t of) { return pick(of) == 0; }

 private:
  // Two or three, of which some know some of the options only; what they write and post goes to everybody.
  void add_states(BodySpec& spec) {
    const uint32_t states = 2 + pick(2);
    for (uint32_t i = 0; i < states; ++i) {
      BodyState& state = spec.states.emplace_back();
      for (uint32_t option = 0; option < spec.options.size(); ++option) {
        if (chance(3)) state.options.push_back(option);
      }
      for (uint32_t target = 0; target < states; ++target) {
        if (target != i && chance(2)) state.to.emplace_back(target, condition());
      }
      if (chance(2))
        state.enter = sequence({writes(), emit(static_cast<Audience>(pick(4)), Value::of_key(count))});
      if (chance(2)) state.finally = sequence({emit(Audience::game, Value::of_key(count)), writes()});
    }
  }

  std::vector<Body> steps(uint32_t depth) {
    std::vector<Body> result;
    for (uint32_t i = 0; i < pick(5); ++i) result.push_back(modified(step(depth)));
    return result;
  }

  Body step(uint32_t depth) {
    if (depth < 3 && chance(3)) return composite(depth + 1);
    switch (pick(8)) {
      case 0: return task(walk);
      case 1: return task(aim, {{0, Value::of_key(target)}, {1, Value::of_key(count)}});
      case 2: return task(slow);
      case 3: return task(picky, {{0, chance(2) ? 1.0f : 0.0f}});
      case 4: return wait(0.1f * static_cast<float>(pick(4)));
      case 5: return writes();
      case 6:
        if (chance(3)) return {.kind = NodeKind::fail, .value = condition()};  // a check
        return chance(2) ? succeed_or_fail() : emit(static_cast<Audience>(pick(4)), Value::of_key(count));
      default: return depth < 3 ? sequence(steps(depth + 1)) : task(walk);
    }
  }

  Body succeed_or_fail() { return sequence({chance(2) ? succeed() : fail()}); }

  Body composite(uint32_t depth) {
    switch (pick(7)) {
      case 5: {
        Body plan =
            of(NodeKind::plan, {task(walk), task(aim, {{0, Value::of_key(target)}}), task(slow), moves_on()});
        plan.value = Value::of_key(flag_0 + pick(3));
        plan.count = 1 + pick(4);
        return plan;
      }
      case 0: {
        Body first = of(NodeKind::first, children(depth));
        first.count = chance(3) ? 1 + pick(2) : 0;
        if (first.count == 0 && chance(2)) first.flags = kReconsidersFlag;
        return first;
      }
      case 1: {
        std::vector<Body> methods = children(depth);
        for (Body& method : methods) method.score = chance(2) ? Value::of_key(count) : Value(0.5f);
        Body best = of(NodeKind::best, std::move(methods));
        if (chance(2)) best.flags = kReconsidersFlag;
        if (best.flags != 0 && chance(2)) best.value = 0.25f;
        return best;
      }
      case 2: {
        Body all = of(NodeKind::all, children(depth));
        const auto count = static_cast<uint32_t>(all.children.size());
        if (chance(3)) all.count = 1 + pick(count);
        if (chance(3)) all.subject = pick(count);
        return all;
      }
      case 3: return of(NodeKind::any, children(depth));
      case 4: {
        Body repeat = of(NodeKind::repeat, {sequence(steps(depth))});
        repeat.count = pick(4);
        return repeat;
      }
      default: break;
    }
    std::vector<Body> parts = {modified(step(depth))};
    for (uint32_t i = 0; i < pick(3); ++i) {
      parts.push_back(when(condition(), of(NodeKind::interjection, steps(depth))));
    }
    if (chance(2)) parts.push_back(of(NodeKind::cleanup, {writes()}));
    Body goal = testing::goal(pick(2), std::move(parts));
    if (chance(3)) goal.flags = kForeseesFlag;
    if (goal.subject == fetch && chance(2)) goal.arguments = {{0, Value::of_key(count)}};
    return goal;
  }

  // At least one.
  std::vector<Body> children(uint32_t depth) {
    std::vector<Body> result = {modified(step(depth))};
    for (uint32_t i = 0; i < pick(3); ++i) result.push_back(modified(step(depth)));
    return result;
  }

  // Does what `plain` is assumed to do, tells the game of it, and writes what is everybody's. Where it costs
  // less than a task plans do it again and again, else they do tasks.
  Body moves_on() {
    const float cost = chance(2) ? 0.25f : 4.0f;
    return scored(cost, testing::goal(plain, {sequence({emit(Audience::game, Value::of_key(count)),
                                                        set({{flag_0, 1.0f},
                                                             {flag_1, Value::of_key(flag_0)},
                                                             {flag_2, Value::of_key(flag_1)},
                                                             {alarm, Value::of_key(count)}})})}));
  }

  static Body writes() {
    return set({{flag_0, Value::of_key(flag_1)}, {alarm, Value::of_key(count)}, {tally, 3.0f}});
  }

  Value condition() { return chance(3) ? Value::elapsed_over(0.2f) : Value::of_key(flag_0 + pick(3)); }

  Body modified(Body body) {
    if (chance(6)) body.when = condition();
    if (chance(8)) body.until = condition();
    if (chance(8)) body.while_true = condition();
    if (chance(6)) body.timeout = 0.1f * static_cast<float>(pick(5));
    if (chance(8)) body.interruptible = condition();
    if (chance(5)) body.retries = 1 + pick(2);
    body.continues = chance(4);
    if (chance(6)) body.flags |= kInvertsFlag;
    if (chance(6)) body.flags |= kOnceFlag;
    return body;
  }

  std::mt19937 random_;
};

// A game that keeps its own account of every token.
class Game {
 public:
  Game(BodyWorld& w, uint32_t seed) : w_(w), random_(seed), before_(w.population.act_counters()) {}

  void play(uint32_t frames) {
    for (int i = 0; i < 3; ++i) w_.spawn(pick(2));
    for (uint32_t i = 0; i < frames; ++i) frame();
    for (uint32_t slot = 0; slot < w_.population.capacity(); ++slot) despawn(slot);
    w_.begin_frame();
    round();
    REQUIRE(w_.world.end_frame());
    const ActCounters counters = w_.population.act_counters();
    for (const auto& [serial, run] : runs_) ended_ += run.state == State::over ? 1 : 0;
    REQUIRE(ended_ == runs_.size());
    REQUIRE(counters.started - before_.started == runs_.size());
    REQUIRE(counters.started == counters.completed + counters.failed + counters.aborted);
    REQUIRE(counters.aborted - before_.aborted == aborted_);
  }

 private:
  enum class State { running, reported, aborting, over };
  struct Run {
    Token token;
    State state = State::running;
  };
  using Key = std::pair<uint32_t, uint64_t>;  // slot and serial

  uint32_t pick(uint32_t count) { return random_() % count; }

  void frame() {
    const uint32_t capacity = w_.population.capacity();
    if (pick(3) == 0 && w_.population.size() < capacity) w_.spawn(pick(2));
    if (pick(8) == 0) despawn(pick(capacity));
    for (uint32_t slot = 0; slot < capacity; ++slot) {
      if (pick(4) == 0) w_.want(slot, pick(static_cast<uint32_t>(w_.wants.size()) + 1));
    }
    static constexpr const char* kFlags[] = {"flag_0", "flag_1", "flag_2"};
    w_.column<uint8_t>(kFlags[pick(3)])[pick(capacity)] = static_cast<uint8_t>(pick(2));
    w_.column<float>("count")[pick(capacity)] = static_cast<float>(pick(9));
    reports();
    w_.begin_frame(pick(20) == 0 ? 5'000'000 : pick(4) * 60'000);
    w_.think();
    w_.agents_per_job = 1 + pick(3);
    for (uint32_t rounds = 0; rounds < 1 + pick(4) && w_.population.wants_act(); ++rounds) round();
    REQUIRE(w_.world.end_frame());
  }

  void round() {
    w_.act();
    for (const End& end : w_.commands.ends) {
      Run& run = runs_.at({end.token.slot, end.token.serial});
      REQUIRE(run.state == State::running);
      run.state = end.report_when_over ? State::aborting : State::over;
      ++aborted_;
    }
    for (const Start& start : w_.commands.starts) {
      REQUIRE(runs_.emplace(Key{start.token.slot, start.token.serial}, Run{start.token}).second);
    }
    for (const Update& update : w_.commands.updates) {
      REQUIRE(runs_.at({update.token.slot, update.token.serial}).state == State::running);
    }
    reports();
  }

  void reports() {
    for (auto& [key, run] : runs_) {
      if (run.state == State::over) {
        if (pick(50) == 0) REQUIRE_FALSE(w_.population.report(run.token, Ending::completed));
        continue;
      }
      if (pick(3) != 0) continue;
      const Status status =
          w_.population.report(run.token, pick(4) == 0 ? Ending::failed : Ending::completed);
      if (run.state == State::reported) {
        REQUIRE_FALSE(status);
      } else {
        // Of a despawned agent the end is still on its way.
        REQUIRE((status || status.code == StatusCode::token_stale));
        if (status) run.state = run.state == State::aborting ? State::over : State::reported;
      }
    }
    for (auto& [key, run] : runs_) {
      // A taken report is the end of it.
      if (run.state == State::reported) run.state = State::over;
    }
  }

  void despawn(uint32_t slot) {
    const Entity agent = w_.population.agent_of(slot);
    if (agent == kNobody) return;
    REQUIRE(w_.population.despawn(agent));
    for (auto& [key, run] : runs_) {
      if (key.first == slot && run.state == State::aborting) run.state = State::over;
    }
  }

  BodyWorld& w_;
  std::mt19937 random_;
  std::map<Key, Run> runs_;
  ActCounters before_;
  size_t ended_ = 0, aborted_ = 0;
};

// A hundred thousand histories in five parts, which run at the same time.
TEMPLATE_TEST_CASE_SIG("what starts ends exactly once, in twenty thousand random histories", "",
                       ((uint32_t part), part), 0, 1, 2, 3, 4) {
  constexpr uint32_t kBodies = 400, kHistories = 50;
  uint64_t histories = 0, started = 0, aborted = 0;
  for (uint32_t seed = part * kBodies; seed < (part + 1) * kBodies; ++seed) {
    const BodySpec spec = RandomBodies(seed).spec();
    BodyWorld w(spec);
    for (uint32_t history = 0; history < kHistories; ++history) {
      INFO("seed " << seed << ", history " << history);
      Game(w, seed * 100 + history).play(16);
      ++histories;
    }
    started += w.population.act_counters().started;
    aborted += w.population.act_counters().aborted;
  }
  CHECK(histories == 20'000);
  WARN(histories << " histories: " << started << " tasks started, " << aborted << " aborted");
}

TEST_CASE("a history does not depend on the size of jobs") {
  for (uint32_t seed = 0; seed < 50; ++seed) {
    RandomBodies bodies(seed);
    const BodySpec spec = bodies.spec();
    uint64_t hashes[2] = {};
    for (uint32_t k = 0; k < 2; ++k) {
      BodyWorld w(spec);
      w.agents_per_job = k == 0 ? 1 : 256;
      std::mt19937 random(seed);
      for (uint32_t slot = 0; slot < spec.capacity; ++slot) w.spawn(slot % 2);
      for (int frame = 0; frame < 60; ++frame) {
        for (uint32_t slot = 0; slot < spec.capacity; ++slot) {
          if (random() % 5 == 0) w.want(slot, random() % (spec.options.size() + 1));
        }
        w.step();
        for (const Start& start : w.commands.starts) {
          if (random() % 2 == 0) w.complete(start.token);
        }
      }
      hashes[k] = w.world.state_hash();
    }
    CHECK(hashes[0] == hashes[1]);
  }
}

}  // namespace
}  // namespace ishi::testing::histories_test
