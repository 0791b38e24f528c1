#include <atomic>
#include <catch2/catch.hpp>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <regex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "compiler/village.h"
#include "ishi/id.h"

// Handles of another world, of one that is gone, and of an agent in whose slot another one lives. Each call
// of a population and of a world stands in a table here: one that is missing fails a test.

namespace ishi::compiler::foreign_handles_test {
namespace {

constexpr const char* kText = R"(ishi: 1
things: { person: { fields: { hp: { type: number, range: 0..1 } } } }
blackboard:
  hp: { type: number, range: 0..1 }
  whom: entity
  alarm: { type: number, range: 0..1, scope: team }
  hour: { type: number, range: 0..24, scope: world }
tasks: { go: {}, rest: {} }
events: { hit: { fields: { by: entity } } }
sounds: { step: { radius: 10m } }
tokens: { stage: 1 }
memory: { seen: { of: person, capacity: 4, forget: never, fields: { liked: boolean, friend: person } } }
candidates:
  spots: { of: person, capacity: 4, fields: { worth: number, friend: person } }
  orders: { capacity: 4, fields: { worth: number, who: person } }
  pool: { of: person, capacity: 4, scope: world, fields: { worth: number, friend: person } }
senses:
  eyes: { sight: { range: 20m }, of: person, remember: seen }
importance: { brave: { tired: 2 } }
needs: { tired: { start: 0.5, rise: 0.01/s } }
choices: { best: { for_each: { s: spots }, score: s.worth } }
goals: { away: { do: [go] } }
actions:
  act: { score: 0.5 + 0.1 * needs.tired, do: [away, { rest: {}, when: best.known }] }
  help: { for_each: { p: pool }, claims: [stage], score: 0.1 * p.worth, do: [go] }
agents:
  smith: { actions: [act, help], senses: [eyes], importance: brave, states: { calm: { to: { angry: hp > 2 } }, angry: { to: { calm: hp > 2 } } }, on: { hit: [set: { whom: event.by }] } }
)";

constexpr uint64_t kSeen = id_of("memory", "seen");
constexpr uint64_t kSpots = id_of("candidates", "spots");
constexpr uint64_t kOrders = id_of("candidates", "orders");
constexpr uint64_t kPool = id_of("candidates", "pool");
constexpr uint64_t kFriend = id_of("memory/seen", "friend");
constexpr uint64_t kPerson = id_of("things", "person");

struct Hit {
  static constexpr uint64_t id = id_of("events", "hit");
  static constexpr uint32_t record_bytes = 8;
  static constexpr RecordKind record_kind = RecordKind::event;
  EntityId by{};
};

// What calls are given.
struct Handles {
  Entity agent{}, entity{}, order{};
  ishi::Token token{};
  Ticket ticket{};
  SenseBatch sensing;
  Batch batch;
  Round round;
  MoveBatch moving;
};

// A world in which somebody runs something, and remembers somebody.
struct Place : Village {
  Handles own;

  explicit Place() : Village(kText) { begin(); }

  void begin() {
    REQUIRE(world.spawn_entity({.thing = kPerson}, own.entity));
    own.agent = smith;
    REQUIRE(smiths.remember(smith, kSeen, own.entity));
    Entity member = own.entity;
    REQUIRE(smiths.add_candidate(smith, kSpots, member));
    REQUIRE(smiths.add_candidate(smith, kOrders, own.order));
    REQUIRE(world.add_candidate(kPool, 0, member));
    REQUIRE(world.begin_frame({1, 100'000}));
    std::span<const OcclusionQuery> queries;
    std::span<const Move> moves;
    Commands commands;
    REQUIRE(smiths.begin_sense(own.sensing));
    for (uint32_t job = 0; job < own.sensing.jobs(); ++job) REQUIRE(smiths.sense(own.sensing, job, scratch));
    REQUIRE(smiths.end_sense(own.sensing, queries));
    REQUIRE(queries.size() == 1);
    own.ticket = queries[0].ticket;
    REQUIRE(smiths.begin_think(own.batch));
    for (uint32_t job = 0; job < own.batch.jobs(); ++job) REQUIRE(smiths.think(own.batch, job, scratch));
    REQUIRE(smiths.end_think(own.batch));
    REQUIRE(smiths.begin_act(own.round));
    for (uint32_t job = 0; job < own.round.jobs(); ++job) REQUIRE(smiths.act(own.round, job, scratch));
    REQUIRE(smiths.end_act(own.round, commands));
    REQUIRE(commands.starts.size() == 1);
    own.token = commands.starts[0].token;
    REQUIRE(smiths.begin_move(own.moving));
    REQUIRE(smiths.end_move(own.moving, moves));
    REQUIRE(world.end_frame());
  }
};

// Of a call without a status: whether it gave what it gives for nobody.
Status gave_nothing(bool nothing) { return nothing ? Status{StatusCode::foreign_handle, 0} : Status{}; }

enum Given : uint32_t {
  kNothing = 0,
  kAgent = 1,
  kEntity = 2,
  kOrder = 4,
  kToken = 8,
  kTicket = 16,
  kBatches = 32
};

struct Call {
  const char* name;
  uint32_t given;   // each of these is crossed
  bool has_status;  // else it gives nothing for who is not there
  bool says_much;   // … and something for who is
  std::function<Status(Place&, const Handles&)> call;
};

Call with_status(const char* name, uint32_t given, std::function<Status(Place&, const Handles&)> call) {
  return {name, given, true, false, std::move(call)};
}
Call without(const char* name, uint32_t given, bool says_much,
             std::function<bool(Place&, const Handles&)> is_nothing) {
  return {name, given, false, says_much, [is_nothing = std::move(is_nothing)](Place& p, const Handles& h) {
            return gave_nothing(is_nothing(p, h));
          }};
}

float number = 0;
uint32_t count = 0;
FactInfo fact;
Entity somebody;
EntityId id;
Column<float> column;
PointColumn points;

std::vector<Call> calls_of_population() {
  return {
      without("index", kNothing, false, [](Place& p, const Handles&) { return p.smiths.index() == 0; }),
      without("agent_id", kNothing, true, [](Place& p, const Handles&) { return p.smiths.agent_id() == 0; }),
      without("capacity", kNothing, true, [](Place& p, const Handles&) { return p.smiths.capacity() == 0; }),
      without("size", kNothing, true, [](Place& p, const Handles&) { return p.smiths.size() == 0; }),
      with_status("spawn", kNothing,
                  [](Place& p, const Handles&) { return p.smiths.spawn({.size = 1}, somebody); }),
      with_status("spawn_many", kNothing,
                  [](Place& p, const Handles&) { return p.smiths.spawn_many({}, {}); }),
      with_status("slot_of", kAgent,
                  [](Place& p, const Handles& h) { return p.smiths.slot_of(h.agent, count); }),
      without("agent_of", kNothing, true,
              [](Place& p, const Handles&) { return p.smiths.agent_of(0) == kNobody; }),
      with_status(
          "column", kNothing,
          [](Place& p, const Handles&) { return p.smiths.column(id_of("blackboard", "hp"), column); }),
      without("point_column", kNothing, false,
              [](Place& p, const Handles&) { return p.smiths.point_column(1).empty(); }),
      with_status(
          "levels", kNothing,
          [](Place& p, const Handles&) { return p.smiths.levels(id_of("motives", "tired"), column); }),
      with_status("level_now", kAgent,
                  [](Place& p, const Handles& h) {
                    return p.smiths.level_now(h.agent, id_of("motives", "tired"), p.scratch, number);
                  }),
      with_status("remember", kAgent | kEntity,
                  [](Place& p, const Handles& h) { return p.smiths.remember(h.agent, kSeen, h.entity); }),
      with_status("facts", kAgent,
                  [](Place& p, const Handles& h) {
                    return p.smiths.facts(h.agent, kSeen, {&fact, 1}, count);
                  }),
      with_status(
          "fact_field", kAgent,
          [](Place& p, const Handles& h) { return p.smiths.fact_field(h.agent, kSeen, 0, kFriend, id); }),
      with_status("set_fact_field", kAgent | kEntity,
                  [](Place& p, const Handles& h) {
                    return p.smiths.set_fact_field(h.agent, kSeen, 0, kFriend, h.entity);
                  }),
      with_status("restore_fact", kAgent | kEntity,
                  [](Place& p, const Handles& h) {
                    return p.smiths.restore_fact(h.agent, kSeen, {.entity = h.entity});
                  }),
      with_status("awareness", kAgent,
                  [](Place& p, const Handles& h) { return p.smiths.awareness(h.agent, kSeen, 0, number); }),
      with_status("set_awareness", kAgent,
                  [](Place& p, const Handles& h) { return p.smiths.set_awareness(h.agent, kSeen, 0, 1); }),
      with_status("begin_sense", kNothing,
                  [](Place& p, const Handles&) {
                    SenseBatch batch;
                    return p.smiths.begin_sense(batch);
                  }),
      with_status("sense", kBatches,
                  [](Place& p, const Handles& h) { return p.smiths.sense(h.sensing, 0, p.scratch); }),
      with_status("end_sense", kBatches,
                  [](Place& p, const Handles& h) {
                    std::span<const OcclusionQuery> queries;
                    return p.smiths.end_sense(h.sensing, queries);
                  }),
      with_status("answer", kTicket,
                  [](Place& p, const Handles& h) { return p.smiths.answer(h.ticket, ishi::Sight::blocked); }),
      without("sense_counters", kNothing, true,
              [](Place& p, const Handles&) { return p.smiths.sense_counters().queries == 0; }),
      without("notices", kNothing, false,
              [](Place& p, const Handles&) { return p.smiths.notices().empty(); }),
      with_status("judge_sense", kAgent | kEntity,
                  [](Place& p, const Handles& h) {
                    SenseJudgement judgement;
                    return p.smiths.judge_sense(h.agent, 0, h.entity, judgement);
                  }),
      with_status("add_candidate", kAgent | kEntity,
                  [](Place& p, const Handles& h) {
                    Entity member = h.entity;
                    return p.smiths.add_candidate(h.agent, kSpots, member);
                  }),
      with_status("set_candidates", kAgent | kEntity,
                  [](Place& p, const Handles& h) {
                    return p.smiths.set_candidates(h.agent, kSpots, {&h.entity, 1});
                  }),
      with_status("candidates", kAgent,
                  [](Place& p, const Handles& h) {
                    return p.smiths.candidates(h.agent, kSpots, {&somebody, 1}, count);
                  }),
      with_status("candidate_field", kAgent | kOrder,
                  [](Place& p, const Handles& h) {
                    return p.smiths.candidate_field(h.agent, kOrders, h.order,
                                                    id_of("candidates/orders", "worth"), number);
                  }),
      with_status("set_candidate_field", kAgent | kOrder | kEntity,
                  [](Place& p, const Handles& h) {
                    return p.smiths.set_candidate_field(h.agent, kOrders, h.order,
                                                        id_of("candidates/orders", "who"), h.entity);
                  }),
      with_status("set_candidate_field", kAgent | kOrder | kEntity,
                  [](Place& p, const Handles& h) {
                    constexpr CandidateKey<EntityId> kWho{id_of("candidates/orders", "who")};
                    return p.smiths.set_candidate_field(h.agent, kOrders, h.order, kWho, h.entity);
                  }),
      with_status("chosen", kAgent,
                  [](Place& p, const Handles& h) {
                    Chosen chosen;
                    return p.smiths.chosen(h.agent, id_of("choices", "best"), chosen);
                  }),
      with_status("choose", kAgent,
                  [](Place& p, const Handles& h) {
                    Chosen chosen;
                    return p.smiths.choose(h.agent, id_of("choices", "best"), p.scratch, chosen);
                  }),
      with_status("begin_think", kNothing,
                  [](Place& p, const Handles&) {
                    Batch batch;
                    return p.smiths.begin_think(batch);
                  }),
      without("think_counters", kNothing, true,
              [](Place& p, const Handles&) { return p.smiths.think_counters().thoughts == 0; }),
      with_status("think", kBatches,
                  [](Place& p, const Handles& h) { return p.smiths.think(h.batch, 0, p.scratch); }),
      with_status("end_think", kBatches,
                  [](Place& p, const Handles& h) { return p.smiths.end_think(h.batch); }),
      without("wants_act", kNothing, false, [](Place& p, const Handles&) { return !p.smiths.wants_act(); }),
      with_status("begin_act", kNothing,
                  [](Place& p, const Handles&) {
                    Round round;
                    return p.smiths.begin_act(round);
                  }),
      with_status("act", kBatches,
                  [](Place& p, const Handles& h) { return p.smiths.act(h.round, 0, p.scratch); }),
      with_status("end_act", kBatches,
                  [](Place& p, const Handles& h) {
                    Commands commands;
                    return p.smiths.end_act(h.round, commands);
                  }),
      with_status("begin_move", kNothing,
                  [](Place& p, const Handles&) {
                    MoveBatch batch;
                    return p.smiths.begin_move(batch);
                  }),
      without("blocked", kNothing, false,
              [](Place& p, const Handles&) { return p.smiths.blocked().empty(); }),
      with_status("move", kBatches,
                  [](Place& p, const Handles& h) { return p.smiths.move(h.moving, 0, p.scratch); }),
      with_status("end_move", kBatches,
                  [](Place& p, const Handles& h) {
                    std::span<const Move> moves;
                    return p.smiths.end_move(h.moving, moves);
                  }),
      without("steering", kAgent, false,
              [](Place& p, const Handles& h) { return p.smiths.steering(h.agent) == kNotFound; }),
      with_status("weights", kAgent,
                  [](Place& p, const Handles& h) { return p.smiths.weights(h.agent, {}, count); }),
      with_status("apply_effects", kToken,
                  [](Place& p, const Handles& h) { return p.smiths.apply_effects(h.token); }),
      without("active_nodes", kAgent, true,
              [](Place& p, const Handles& h) { return p.smiths.active_nodes(h.agent, {}) == 0; }),
      without("is_locked", kAgent, false,
              [](Place& p, const Handles& h) { return !p.smiths.is_locked(h.agent); }),
      without("cooldown_left", kAgent, false,
              [](Place& p, const Handles& h) { return p.smiths.cooldown_left(h.agent, 0) == 0; }),
      with_status("plan", kAgent,
                  [](Place& p, const Handles& h) {
                    PlanInfo plan;
                    return p.smiths.plan(h.agent, 0, plan);
                  }),
      without("act_counters", kNothing, true,
              [](Place& p, const Handles&) { return p.smiths.act_counters().started == 0; }),
      with_status("refreshed", kNothing,
                  [](Place& p, const Handles&) { return p.smiths.refreshed(id_of("blackboard", "hp")); }),
      without("stale_visits", kNothing, false,
              [](Place& p, const Handles&) { return p.smiths.stale_visits() == 0; }),
      without("agent_bytes", kNothing, true,
              [](Place& p, const Handles&) { return p.smiths.agent_bytes().all() == 0; }),
      without("set_bytes", kNothing, true,
              [](Place& p, const Handles&) { return p.smiths.set_bytes(0) == 0; }),
      without("plan_search_bytes", kNothing, false,
              [](Place& p, const Handles&) { return p.smiths.plan_search_bytes() == 0; }),
      without("way_point", kAgent, false,
              [](Place& p, const Handles& h) {
                Vector3 at;
                return !p.smiths.way_point(h.agent, at);
              }),
      with_status("path", kAgent,
                  [](Place& p, const Handles& h) { return p.smiths.path(h.agent, {}, count); }),
      with_status("way", kAgent,
                  [](Place& p, const Handles& h) {
                    Way way;
                    return p.smiths.way(h.agent, way);
                  }),
      without("option", kAgent, true,
              [](Place& p, const Handles& h) { return p.smiths.option(h.agent) == kNoOption; }),
      without("candidate", kAgent, false,
              [](Place& p, const Handles& h) { return p.smiths.candidate(h.agent) == kNobody; }),
      with_status("set_option", kAgent | kEntity,
                  [](Place& p, const Handles& h) { return p.smiths.set_option(h.agent, 1, h.entity); }),
      without("profile", kAgent, true,
              [](Place& p, const Handles& h) { return p.smiths.profile(h.agent) == kNoProfile; }),
      with_status("set_profile", kAgent,
                  [](Place& p, const Handles& h) { return p.smiths.set_profile(h.agent, 0); }),
      without("state", kAgent, true,
              [](Place& p, const Handles& h) { return p.smiths.state(h.agent) == kNoState; }),
      with_status("set_state", kAgent,
                  [](Place& p, const Handles& h) { return p.smiths.set_state(h.agent, 1); }),
      without("team", kAgent, false, [](Place& p, const Handles& h) { return p.smiths.team(h.agent) == 0; }),
      with_status("set_team", kAgent,
                  [](Place& p, const Handles& h) { return p.smiths.set_team(h.agent, 1); }),
      without("value_count", kNothing, true,
              [](Place& p, const Handles&) { return p.smiths.value_count() == 0; }),
      with_status("explain", kAgent,
                  [](Place& p, const Handles& h) { return p.smiths.explain(h.agent, {}); }),
      with_status("explain_member", kAgent,
                  [](Place& p, const Handles& h) { return p.smiths.explain_member(h.agent, 0, 0, {}); }),
      without("state_hash", kNothing, true,
              [](Place& p, const Handles&) { return p.smiths.state_hash() == 0; }),
      // What ends something comes last.
      with_status(
          "withdraw_candidate", kAgent | kOrder,
          [](Place& p, const Handles& h) { return p.smiths.withdraw_candidate(h.agent, kOrders, h.order); }),
      with_status("forget", kAgent | kEntity,
                  [](Place& p, const Handles& h) { return p.smiths.forget(h.agent, kSeen, h.entity); }),
      with_status("report", kToken,
                  [](Place& p, const Handles& h) { return p.smiths.report(h.token, Ending::failed); }),
      without("report_many", kToken, false,
              [](Place& p, const Handles& h) {
                const ishi::Report report{h.token, Ending::failed};
                return p.smiths.report_many({&report, 1}) == 0;
              }),
      with_status("despawn", kAgent, [](Place& p, const Handles& h) { return p.smiths.despawn(h.agent); }),
  };
}

std::vector<Call> calls_of_world() {
  return {
      without("is_alive", kEntity, true,
              [](Place& p, const Handles& h) { return !p.world.is_alive(h.entity); }),
      with_status("set_position", kEntity,
                  [](Place& p, const Handles& h) {
                    return p.world.set_position(h.entity, {1, 0, 0});
                  }),
      with_status("set_facing", kEntity,
                  [](Place& p, const Handles& h) {
                    return p.world.set_facing(h.entity, {1, 0, 0});
                  }),
      with_status("position", kEntity,
                  [](Place& p, const Handles& h) {
                    Vector3 at;
                    return p.world.position(h.entity, at);
                  }),
      with_status("facing", kEntity,
                  [](Place& p, const Handles& h) {
                    Vector3 to;
                    return p.world.facing(h.entity, to);
                  }),
      with_status("user", kEntity,
                  [](Place& p, const Handles& h) {
                    uint64_t user = 0;
                    return p.world.user(h.entity, user);
                  }),
      with_status("add_candidate", kEntity,
                  [](Place& p, const Handles& h) {
                    Entity member = h.entity;
                    return p.world.add_candidate(kPool, 0, member);
                  }),
      with_status("set_candidates", kEntity,
                  [](Place& p, const Handles& h) {
                    return p.world.set_candidates(kPool, 0, {&h.entity, 1});
                  }),
      with_status("candidate_field", kEntity,
                  [](Place& p, const Handles& h) {
                    return p.world.candidate_field(kPool, 0, h.entity, id_of("candidates/pool", "worth"),
                                                   number);
                  }),
      with_status("set_candidate_field", kEntity,
                  [](Place& p, const Handles& h) {
                    return p.world.set_candidate_field(kPool, 0, p.own.entity,
                                                       id_of("candidates/pool", "friend"), h.entity);
                  }),
      with_status("set_candidate_field", kEntity,
                  [](Place& p, const Handles& h) {
                    return p.world.set_candidate_field(kPool, 0, h.entity, id_of("candidates/pool", "worth"),
                                                       1.0F);
                  }),
      with_status("keep_entity", kEntity,
                  [](Place& p, const Handles& h) { return p.world.keep_entity(h.entity); }),
      without("claimed_by", kEntity, false,
              [](Place& p, const Handles& h) { return p.world.claimed_by(h.entity) == kNobody; }),
      with_status("post", kAgent, [](Place& p, const Handles& h) { return p.world.post(h.agent, Hit()); }),
      with_status(
          "make_sound", kEntity,
          [](Place& p, const Handles& h) { return p.world.make_sound(id_of("sounds", "step"), h.entity); }),
      with_status("withdraw_candidate", kEntity,
                  [](Place& p, const Handles& h) { return p.world.withdraw_candidate(kPool, 0, h.entity); }),
      with_status("despawn_entity", kEntity,
                  [](Place& p, const Handles& h) { return p.world.despawn_entity(h.entity); }),
  };
}

// The names of the calls of a class, as its header declares them.
std::set<std::string> declared_in(const std::string& header, const std::string& class_name) {
  std::ifstream file(std::string(ISHI_SOURCE_FOLDER "/runtime/include/ishi/") + header);
  REQUIRE(file.is_open());
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const size_t begin = text.find("class " + class_name + " {");
  const size_t end = text.find("\n private:", begin);
  REQUIRE(begin != std::string::npos);
  REQUIRE(end != std::string::npos);
  const std::string body = text.substr(begin, end - begin);
  static const std::regex kCall(
      R"(\n  (?:\[\[nodiscard\]\] )?(?:static )?(?:const )?[A-Za-z_][\w:<>, ]*[&*]? ?\b(\w+)\()");
  std::set<std::string> names;
  for (auto match = std::sregex_iterator(body.begin(), body.end(), kCall); match != std::sregex_iterator();
       ++match)
    names.insert((*match)[1]);
  return names;
}

// The own handles, one of them of the other world.
Handles crossed(const Place& own, const Place& other, uint32_t which) {
  Handles handles = own.own;
  if (which == kAgent) handles.agent = other.own.agent;
  if (which == kEntity) handles.entity = other.own.entity;
  if (which == kOrder) handles.order = other.own.order;
  if (which == kToken) handles.token = other.own.token;
  if (which == kTicket) handles.ticket = other.own.ticket;
  if (which == kBatches) {
    handles.sensing = other.own.sensing;
    handles.batch = other.own.batch;
    handles.round = other.own.round;
    handles.moving = other.own.moving;
  }
  return handles;
}

void check_crossed(const std::vector<Call>& calls) {
  Place mine, other;
  // Only the numbers of their worlds tell the two apart.
  REQUIRE(static_cast<EntityId>(mine.own.agent) == static_cast<EntityId>(other.own.agent));
  REQUIRE(static_cast<EntityId>(mine.own.order) == static_cast<EntityId>(other.own.order));
  REQUIRE(mine.own.token.serial == other.own.token.serial);
  REQUIRE(mine.own.ticket.query == other.own.ticket.query);
  REQUIRE(mine.world.state_hash() == other.world.state_hash());
  const uint64_t before = mine.world.state_hash();
  for (const Call& call : calls) {
    INFO(call.name);
    for (uint32_t which = kAgent; which <= kBatches; which *= 2) {
      if ((call.given & which) == 0) continue;
      INFO("handle " << which);
      CHECK(call.call(mine, crossed(mine, other, which)).code == StatusCode::foreign_handle);
      CHECK(mine.world.state_hash() == before);
      CHECK(other.world.state_hash() == before);
    }
  }
  // … and whose own they are takes them.
  for (const Call& call : calls) {
    INFO(call.name);
    if (!call.has_status && !call.says_much) continue;
    const StatusCode code = call.call(mine, mine.own).code;
    CHECK(code != StatusCode::foreign_handle);
    CHECK(code != StatusCode::world_gone);
    CHECK(code != StatusCode::not_created);
    CHECK(code != StatusCode::not_of_population);
  }
}

void check_gone(Place& place) {
  CHECK_FALSE(place.smiths.valid());
  CHECK(place.smiths.status().code == StatusCode::world_gone);
  for (const Call& call : calls_of_population()) {
    INFO(call.name);
    CHECK(call.call(place, place.own).code ==
          (call.has_status ? StatusCode::world_gone : StatusCode::foreign_handle));
  }
  CHECK(dispatch(place.smiths, {}));
}

}  // namespace

TEST_CASE("every call of a population is in the table of handles that are crossed") {
  std::set<std::string> named{"valid", "status", "world_number"};  // which are asked in the tests below
  for (const Call& call : calls_of_population()) named.insert(call.name);
  CHECK(declared_in("population.h", "Population") == named);
}

TEST_CASE("every call of a world that takes a handle is in the table of handles that are crossed") {
  // These take none, but for what reloads have, which has tests of its own.
  std::set<std::string> named{"create",
                              "created",
                              "number",
                              "entity",
                              "add_population",
                              "contract_fault",
                              "spawn_entity",
                              "entity_count",
                              "positions",
                              "facings",
                              "field",
                              "world_key",
                              "team_key",
                              "candidates",
                              "begin_frame",
                              "end_frame",
                              "tokens_in_use",
                              "keep_tokens",
                              "clock",
                              "post_to_team",
                              "post_to_everyone",
                              "lost_sounds",
                              "create_grid",
                              "cells",
                              "cells_changed",
                              "set_cell",
                              "cell_of",
                              "find_paths",
                              "path_counters",
                              "prepare_reload",
                              "commit_reload",
                              "save_size",
                              "save",
                              "load",
                              "state_hash",
                              "snapshot_size",
                              "save_snapshot",
                              "restore_snapshot",
                              "state"};
  for (const Call& call : calls_of_world()) named.insert(call.name);
  CHECK(declared_in("world.h", "World") == named);
}

TEST_CASE("a population refuses each handle of another world, and nothing changes") {
  check_crossed(calls_of_population());
}

TEST_CASE("a world refuses each handle of another one, and nothing changes") {
  check_crossed(calls_of_world());
}

TEST_CASE("a population whose world is gone refuses every call") {
  Place place;
  SECTION("destroyed") { place.world = World(); }
  SECTION("made anew in the same place") {
    REQUIRE(World::create({.entities = 64, .teams = 2}, place.world));
  }
  SECTION("made anew, with a population like the one before") {
    World& world = place.world;
    Population others;
    REQUIRE(World::create({.entities = 64, .teams = 2}, world));
    REQUIRE(world.add_population(place.assets.back(), id_of("agents", "smith"), {.capacity = 4}, others));
    Entity agent;
    REQUIRE(others.spawn({}, agent));
    CHECK(others.valid());
    CHECK(others.status());
    CHECK_FALSE(place.smiths.valid());
  }
  SECTION("replaced by another one that moves there") {
    World other;
    REQUIRE(World::create({.entities = 64, .teams = 2}, other));
    place.world = std::move(other);
    other = World();
  }
  CHECK_FALSE(place.world.is_alive(place.own.agent));
  CHECK(place.smiths.world_number() == place.own.agent.world);
  check_gone(place);
}

TEST_CASE("handles of a world that moves stay what they are") {
  Place place;
  World moved = std::move(place.world);
  CHECK(place.smiths.valid());
  CHECK(moved.is_alive(place.own.agent));
  CHECK(place.smiths.option(place.own.agent) != kNoOption);
  World again;
  again = std::move(moved);
  CHECK(place.smiths.report(place.own.token, Ending::completed));
  CHECK(again.number() == place.own.agent.world);
}

TEST_CASE("a slot in which another agent lives by now does not take its handle for that one's") {
  Place place;
  REQUIRE(place.smiths.despawn(place.smith));
  Entity heir;
  REQUIRE(place.smiths.spawn({}, heir));
  uint32_t slot = 0;
  REQUIRE(place.smiths.slot_of(heir, slot));
  REQUIRE(slot == place.slot);
  const uint64_t before = place.world.state_hash();
  for (const Call& call : calls_of_population()) {
    if ((call.given & kAgent) == 0) continue;
    INFO(call.name);
    CHECK(call.call(place, place.own).code ==
          (call.has_status ? StatusCode::stale_handle : StatusCode::foreign_handle));
  }
  CHECK(place.world.state_hash() == before);
  REQUIRE(place.smiths.facts(heir, kSeen, {}, count));
  CHECK(count == 0);
}

TEST_CASE("an agent of another population of the same world is told") {
  Place place;
  Population others;
  REQUIRE(place.world.add_population(place.assets.back(), id_of("agents", "smith"), {.capacity = 4}, others));
  Entity other;
  REQUIRE(others.spawn({}, other));
  CHECK(place.smiths.remember(other, kSeen, place.own.entity).code == StatusCode::not_of_population);
  CHECK(others.report(place.own.token, Ending::completed).code == StatusCode::token_unknown);
  CHECK(others.answer(place.own.ticket, ishi::Sight::clear).code == StatusCode::query_unknown);
}

TEST_CASE("ids that were stored become handles of the world that is asked") {
  Place mine, other;
  mine.key<EntityId>("whom") = mine.own.entity;
  const Entity whom = mine.world.entity(mine.key<EntityId>("whom"));
  CHECK(whom == mine.own.entity);
  CHECK(mine.world.is_alive(whom));
  CHECK_FALSE(other.world.is_alive(whom));
  CHECK(mine.world.entity({}) == kNobody);
  CHECK(World().entity(whom) == kNobody);
  static_assert(sizeof(EntityId) == 8 && sizeof(Entity) == 12 && sizeof(Population) == 16 &&
                sizeof(ishi::Token) == 24);
}

TEST_CASE("commands of another world are handed to nobody") {
  Place mine, other;
  other.step(true, [] {});
  const Start start{.token = other.own.token, .agent = other.own.agent};
  const Commands commands{.starts = {&start, 1}};
  const Dispatched done = dispatch(mine.smiths, commands);
  CHECK(done.refused == 1);
  CHECK(done.status.code == StatusCode::foreign_handle);
}

TEST_CASE("a reload that was prepared for a world that is gone is not committed to the one in its place") {
  Place place;
  const AssetChange change{&place.assets.back(),
                           &place.compiled(replaced(kText, "rise: 0.01/s", "rise: 0.02/s"))};
  Reload reload;
  REQUIRE(place.world.prepare_reload({&change, 1}, reload));
  // As often as it takes for a world to lie where the old one lay.
  const World::State* const lay = place.world.state();
  place.world = World();
  std::vector<World> others;
  for (int i = 0; i < 64 && (others.empty() || others.back().state() != lay); ++i) {
    REQUIRE(World::create({.entities = 64, .teams = 2}, others.emplace_back()));
    Population smiths;
    REQUIRE(others.back().add_population(*change.from, id_of("agents", "smith"), {.capacity = 4}, smiths));
    CHECK(others.back().commit_reload(reload).code == StatusCode::reload_outdated);
  }
}

TEST_CASE("the game may give a world its number, which no other one that lives has") {
  World first, second;
  REQUIRE(World::create({.number = 7}, first));
  CHECK(first.number() == 7);
  const Status status = World::create({.number = 7}, second);
  CHECK(status.code == StatusCode::bad_options);
  CHECK(status.where == static_cast<uint64_t>(BadOption::number));
  CHECK_FALSE(second.created());
  CHECK(World::create({.number = 0x8000'0000}, second).code == StatusCode::bad_options);
  REQUIRE(World::create({.number = 0x7fff'ffff}, second));
  Entity entity;
  REQUIRE(first.spawn_entity({}, entity));
  CHECK(entity.world == 7);
  // The one that is replaced may hand it on; its entities are gone all the same.
  REQUIRE(World::create({.number = 7}, first));
  CHECK(first.number() == 7);
  CHECK_FALSE(first.is_alive(entity));
  first = World();
  REQUIRE(World::create({.number = 7}, second));
  CHECK(World().number() == 0);
}

TEST_CASE("worlds that are given no number never have the same") {
  std::set<uint32_t> numbers;
  for (int i = 0; i < 300; ++i) {
    World world, beside;
    REQUIRE(World::create({}, world));
    REQUIRE(World::create({}, beside));
    numbers.insert(world.number());
    numbers.insert(beside.number());
  }
  CHECK(numbers.size() == 600);
  CHECK(numbers.count(0) == 0);
}

TEST_CASE(
    "the number is neither hashed nor saved, and a loaded world takes over that of the one which it "
    "replaces") {
  Place place;
  const uint64_t hash = place.world.state_hash();
  size_t size = 0;
  REQUIRE(place.world.save_size(size));
  std::vector<std::byte> save(size), other_save(size);
  REQUIRE(place.world.save(save, size));
  Place other;
  CHECK(other.world.state_hash() == hash);
  REQUIRE(other.world.save(other_save, size));
  CHECK(save == other_save);

  const Asset* const assets[] = {&place.assets.back()};
  Population loaded[1];
  Reload changes;
  SECTION("with a number of its own its handles are new") {
    World world;
    REQUIRE(World::load(save, {.assets = assets}, world, loaded, changes));
    CHECK(world.state_hash() == place.world.state_hash());
    CHECK_FALSE(world.is_alive(place.own.agent));
    CHECK(world.is_alive(world.entity(place.own.agent)));
    CHECK(loaded[0].option(place.own.agent) == kNoOption);
    CHECK(loaded[0].option(world.entity(place.own.agent)) == place.smiths.option(place.own.agent));
    CHECK(loaded[0].report(place.own.token, Ending::completed).code == StatusCode::foreign_handle);
    CHECK(place.smiths.report(place.own.token, Ending::completed));
  }
  SECTION("with that of the old one what the game knows goes on") {
    const uint32_t number = GENERATE(0U, 12U);  // one that it was given by itself, or by the game
    if (number != 0)
      REQUIRE(World::load(save, {.assets = assets, .number = number}, place.world, loaded, changes));
    Population before = number == 0 ? place.smiths : loaded[0];
    const uint32_t old = place.world.number();
    CHECK((number == 0 || old == number));
    const Entity agent = place.world.entity(place.own.agent);
    ishi::Token token = place.own.token;
    token.world = old;
    REQUIRE(World::load(save, {.assets = assets, .number = old}, place.world, loaded, changes));
    CHECK(place.world.number() == old);
    CHECK(place.world.is_alive(agent));
    CHECK(before.valid());
    CHECK(before.option(agent) != kNoOption);
    World beside;
    CHECK(World::load(save, {.assets = assets, .number = old}, beside, loaded, changes).code ==
          StatusCode::bad_options);
    CHECK_FALSE(beside.created());
    CHECK(before.report(token, Ending::completed).code == StatusCode::ok);
    place.world = World();
    CHECK_FALSE(before.valid());
  }
}

TEST_CASE("what is valid may be asked while a world comes and goes") {
  Place place;
  const Population smiths = place.smiths;
  std::atomic<bool> is_over = false;
  std::atomic<uint32_t> asked = 0;
  std::thread other([&] {
    while (!is_over) {
      static_cast<void>(smiths.valid());
      ++asked;
    }
  });
  for (int i = 0; i < 200 || asked < 1000; ++i) {
    if (i == 100) place.world = World();
    World world;
    REQUIRE(World::create({.entities = 1}, world));
  }
  is_over = true;
  other.join();
  CHECK_FALSE(smiths.valid());
}

}  // namespace ishi::compiler::foreign_handles_test
