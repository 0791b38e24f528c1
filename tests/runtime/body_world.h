#pragma once

#include <catch2/catch.hpp>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "ishi/id.h"
#include "ishi/ishi.h"
#include "runtime/blob_builder.h"
#include "runtime/phases.h"

// A world of agents with bodies that a test writes as trees. Option i is wanted as much as key `want_i` says;
// flags are keys that conditions read. The game is the test: it reports by hand.

namespace ishi::testing {

// A formula: nothing, a number, a key, whether the step's time is over a number of seconds, or a value of the
// record.
struct Value {
  enum class Kind : uint8_t { none, constant, key, elapsed_over, record, key_and_record, place };
  Kind kind = Kind::none;
  float number = 0;
  uint32_t index = 0;

  Value() = default;
  Value(float constant) : kind(Kind::constant), number(constant) {}
  static Value of_key(uint32_t key) { return {Kind::key, 0, key}; }
  static Value elapsed_over(float seconds) { return {Kind::elapsed_over, seconds, 0}; }
  // Where the key `place` is, which is there if anything walks.
  static Value of_place() { return {Kind::place, 0, 0}; }
  static Value of_record(uint32_t variable) { return {Kind::record, 0, variable}; }

 private:
  Value(Kind a_kind, float a_number, uint32_t an_index) : kind(a_kind), number(a_number), index(an_index) {}
};

struct Body {
  NodeKind kind = NodeKind::sequence;
  uint32_t subject = 0;  // a task, goal or event
  std::vector<Body> children{};
  std::vector<std::pair<uint32_t, Value>> arguments{};  // by parameter, rising
  std::vector<std::pair<uint32_t, Value>> writes{};     // by key, rising
  Value value{}, when{}, until{}, while_true{}, timeout{}, interruptible{}, score{};
  uint32_t retries = 0, count = 0;
  Audience audience = Audience::game;
  bool continues = false;
  uint8_t flags = 0;
};

inline Body sequence(std::vector<Body> children) { return {.children = std::move(children)}; }
inline Body task(uint32_t index, std::vector<std::pair<uint32_t, Value>> arguments = {}) {
  return {.kind = NodeKind::task, .subject = index, .arguments = std::move(arguments)};
}
// To the key `place`, or away from it.
inline Body walk_by(uint32_t navigation, bool away = false) {
  return {.kind = NodeKind::walk, .subject = navigation, .value = Value::of_place(), .count = away ? 1u : 0u};
}
inline Body wait(float seconds) { return {.kind = NodeKind::wait, .value = seconds}; }
inline Body set(std::vector<std::pair<uint32_t, Value>> writes) {
  return {.kind = NodeKind::set, .writes = std::move(writes)};
}

// first, best, all, any, repeat and the parts of a goal.
inline Body of(NodeKind kind, std::vector<Body> children) {
  return {.kind = kind, .children = std::move(children)};
}
inline Body when(Value condition, Body body) {
  body.when = condition;
  return body;
}
inline Body scored(Value score, Body body) {
  body.score = score;
  return body;
}
inline Body goal(uint32_t index, std::vector<Body> parts,
                 std::vector<std::pair<uint32_t, Value>> arguments = {}) {
  return {.kind = NodeKind::goal,
          .subject = index,
          .children = std::move(parts),
          .arguments = std::move(arguments)};
}
inline Body emit(Audience audience, Value amount) {
  return {.kind = NodeKind::emit, .subject = 0, .arguments = {{0, amount}}, .audience = audience};
}
inline Body succeed() { return {.kind = NodeKind::succeed}; }
inline Body fail() { return {.kind = NodeKind::fail}; }

struct BodyOption {
  Body body{};
  Body finally{};  // without children: none
  int32_t rank = 0;
  float cooldown = 0, cooldown_after_failure = 0;
};

// A state of the agent: the options that compete in it beside those of no state, where it leads to and when.
struct BodyState {
  std::vector<uint32_t> options{};  // rising
  std::vector<std::pair<uint32_t, Value>> to{};
  Body enter{}, finally{};  // without children: none
  uint32_t profile = kNoProfile;
};

struct BodyHandler {
  bool wakes = false;
  Body body{};  // without children: none
};

// The contract: tasks, keys after the wants, one event.
namespace bodies {
enum Task : uint32_t { walk, aim, slow, picky };  // aim: at (live), count; slow waits when aborted
enum Key : uint32_t { flag_0, flag_1, flag_2, count, ammo, target, alarm, tally, word, kKeys };
inline constexpr uint32_t kHit = 0;     // the event; its field: amount
enum Goal : uint32_t { fetch, plain };  // fetch: amount
}  // namespace bodies

struct BodySpec {
  std::vector<BodyOption> options;
  std::vector<BodyHandler> handlers{};  // at most one, of `hit`
  uint32_t capacity = 8;
  uint32_t think_every_frames = 1;
  uint32_t node_events = 0;
  // What planning assumes of tasks and goals.
  std::vector<std::pair<uint32_t, std::vector<std::pair<uint32_t, Value>>>> task_effects{};
  std::vector<std::pair<uint32_t, std::vector<std::pair<uint32_t, Value>>>> goal_effects{};
  std::vector<std::pair<uint32_t, Value>> task_conditions{};
  std::vector<std::pair<uint32_t, float>> task_seconds{};
  uint32_t plan_searches = 8, plan_situations_per_frame = 128;
  std::vector<BodyState> states{};
  std::vector<raw::Navigation> navigations{};
};

class BodyContent {
 public:
  explicit BodyContent(const BodySpec& spec) {
    add_contract();
    add_agent_of(spec);
    content.sort_by_id();
  }

  BlobContent content;

 private:
  void add_contract();
  void add_agent_of(const BodySpec& spec);
  uint32_t formula(const Value& value, RecordKind kind = RecordKind::none, uint32_t record = 0);
  void add_node(const Body& body, uint32_t first_child, RecordKind kind, uint32_t record);

  uint32_t place_ = 0;  // the key `place`
};

// The event `hit` of the asset, as a game's header gives it.
struct Hit {
  static constexpr EventId id = EventId::of("hit");
  static constexpr uint32_t record_bytes = 8;
  float amount = 0;
  uint32_t padding = 0;
};

struct BodyWorld {
  Asset asset;
  World world;
  Population population;
  Scratch scratch;
  std::vector<Column<float>> wants;
  Commands commands;
  uint64_t frame = 0;
  uint64_t time = 0;
  uint32_t agents_per_job = 256;

  explicit BodyWorld(const BodySpec& spec) : BodyWorld(BodyContent(spec).content, spec) {}
  BodyWorld(const BlobContent& content, const BodySpec& spec) : asset(load_valid(content)) {
    REQUIRE(World::create({.entities = 2 * spec.capacity, .teams = 2}, world));
    REQUIRE(world.add_population(asset, AgentId::of("doer"),
                                 {.capacity = spec.capacity,
                                  .node_events = spec.node_events,
                                  .plan_searches = spec.plan_searches,
                                  .plan_situations_per_frame = spec.plan_situations_per_frame},
                                 population));
    REQUIRE(Scratch::create(world, scratch));
    for (size_t i = 0; i < spec.options.size(); ++i) {
      wants.push_back(population.column<float>(id_of("blackboard", "want_" + std::to_string(i))));
    }
  }

  template <typename T>
  Column<T> column(std::string_view name) {
    return population.column<T>(id_of("blackboard", name));
  }
  template <typename T>
  Column<T> shared(std::string_view name, Scope scope) {
    Column<T> result;
    const uint64_t id = id_of("blackboard", name);
    REQUIRE((scope == Scope::team ? world.team_key(id, result) : world.world_key(id, result)));
    return result;
  }

  uint32_t spawn(uint32_t team = 0) {
    Entity agent;
    REQUIRE(population.spawn({.team = TeamId(team)}, agent));
    uint32_t slot = 0;
    REQUIRE(population.slot_of(agent, slot));
    return slot;
  }
  void want(uint32_t slot, uint32_t option) {
    for (size_t i = 0; i < wants.size(); ++i) wants[i][slot] = i == option ? 1.0f : 0.0f;
  }

  void begin_frame(uint64_t microseconds = 100'000) {
    time += microseconds;
    REQUIRE(world.begin_frame({++frame, time}));
  }
  void think() { phases::think(population, scratch, {.agents_per_job = agents_per_job}); }
  // One round; its commands stay until the next.
  void act() { commands = phases::act(population, scratch, {.agents_per_job = agents_per_job}); }
  // A frame of one round.
  void step(uint64_t microseconds = 100'000) {
    begin_frame(microseconds);
    think();
    act();
    REQUIRE(world.end_frame());
  }
  void complete(const Token& token) { REQUIRE(population.report(token, Ending::completed)); }
  void fail(const Token& token) { REQUIRE(population.report(token, Ending::failed)); }
};

// The slot of an agent that has just begun the first option.
uint32_t begun(BodyWorld& w);
[[nodiscard]] bool idle(const BodyWorld& w, uint32_t slot);
void set_flag(BodyWorld& w, uint32_t slot, const char* flag, bool value);

// Tasks by their places in the contract: those that the last round started, and those that it aborted.
using Tasks = std::vector<uint32_t>;
[[nodiscard]] Tasks started(const BodyWorld& w);
[[nodiscard]] Tasks aborted(const BodyWorld& w);

}  // namespace ishi::testing
