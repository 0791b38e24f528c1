#include "compiler/crossed_calls.h"
#include "ishi/tools.h"

#include <catch2/catch.hpp>
#include <utility>

namespace ishi::compiler::crossed {
namespace {

// As the header of a contract has it.
struct Hammered {
  static constexpr TaskId id = TaskId::of("hammer");
  static constexpr uint32_t record_bytes = 0;
};

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

struct Hit {
  static constexpr EventId id = EventId::of("hit");
  static constexpr uint32_t record_bytes = 8;
  EntityId by{};
};

// For a call without a status: true if it gave what it gives for nobody.
Status gave_nothing(bool nothing) { return nothing ? Status{StatusCode::foreign_handle, 0} : Status{}; }

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

}  // namespace

std::vector<Call> calls_of_population() {
  return {
      without("index", kNothing, false, [](Place& p, const Handles&) { return p.smiths.index() == 0; }),
      without("agent_id", kNothing, true,
              [](Place& p, const Handles&) { return p.smiths.agent_id() == AgentId(); }),
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
      with_status("levels", kNothing,
                  [](Place& p, const Handles&) { return p.smiths.levels(MotiveId::of("tired"), column); }),
      with_status("level_now", kAgent,
                  [](Place& p, const Handles& h) {
                    return p.smiths.level_now(h.agent, MotiveId::of("tired"), p.scratch, number);
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
                    return Tools(p.smiths).restore_fact(h.agent, kSeen, {.entity = h.entity});
                  }),
      with_status("awareness", kAgent,
                  [](Place& p, const Handles& h) { return p.smiths.awareness(h.agent, kSeen, 0, number); }),
      with_status(
          "set_awareness", kAgent,
          [](Place& p, const Handles& h) { return Tools(p.smiths).set_awareness(h.agent, kSeen, 0, 1); }),
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
              [](Place& p, const Handles&) { return Tools(p.smiths).notices().empty(); }),
      without("kernel_use", kNothing, false,
              [](Place& p, const Handles&) { return Tools(p.smiths).kernel_use() == KernelUse::none; }),
      with_status("judge_sense", kAgent | kEntity,
                  [](Place& p, const Handles& h) {
                    SenseJudgement judgement;
                    return Tools(p.smiths).judge_sense(h.agent, 0, h.entity, judgement);
                  }),
      with_status("add", kAgent | kEntity,
                  [](Place& p, const Handles& h) {
                    Entity member = h.entity;
                    return p.smiths.candidates(h.agent, kSpots).add(member);
                  }),
      with_status("set", kAgent | kEntity,
                  [](Place& p, const Handles& h) {
                    return p.smiths.candidates(h.agent, kSpots).set({&h.entity, 1});
                  }),
      with_status("list", kAgent,
                  [](Place& p, const Handles& h) {
                    return p.smiths.candidates(h.agent, kSpots).list({&somebody, 1}, count);
                  }),
      with_status("field", kAgent | kOrder,
                  [](Place& p, const Handles& h) {
                    return p.smiths.candidates(h.agent, kOrders)
                        .field(h.order, id_of("candidates/orders", "worth"), number);
                  }),
      with_status("set_field", kAgent | kOrder | kEntity,
                  [](Place& p, const Handles& h) {
                    return p.smiths.candidates(h.agent, kOrders)
                        .set_field(h.order, id_of("candidates/orders", "who"), h.entity);
                  }),
      with_status("set_field", kAgent | kOrder | kEntity,
                  [](Place& p, const Handles& h) {
                    constexpr CandidateKey<EntityId> kWho{id_of("candidates/orders", "who")};
                    return p.smiths.candidates(h.agent, kOrders).set_field(h.order, kWho, h.entity);
                  }),
      with_status("chosen", kAgent,
                  [](Place& p, const Handles& h) {
                    Chosen chosen;
                    return p.smiths.chosen(h.agent, ChoiceId::of("best"), chosen);
                  }),
      with_status("choose", kAgent,
                  [](Place& p, const Handles& h) {
                    Chosen chosen;
                    return p.smiths.choose(h.agent, ChoiceId::of("best"), p.scratch, chosen);
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
              [](Place& p, const Handles& h) { return Tools(p.smiths).steering(h.agent) == kNotFound; }),
      with_status("weights", kAgent,
                  [](Place& p, const Handles& h) { return Tools(p.smiths).weights(h.agent, {}, count); }),
      with_status("apply_effects", kToken,
                  [](Place& p, const Handles& h) { return Tools(p.smiths).apply_effects(h.token); }),
      without("parameters", kToken, true,
              [](Place& p, const Handles& h) { return Tools(p.smiths).parameters(h.token) == nullptr; }),
      without("active_nodes", kAgent, true,
              [](Place& p, const Handles& h) { return Tools(p.smiths).active_nodes(h.agent, {}) == 0; }),
      without("is_locked", kAgent, false,
              [](Place& p, const Handles& h) { return !Tools(p.smiths).is_locked(h.agent); }),
      without("puts_off_thought", kAgent, false,
              [](Place& p, const Handles& h) { return !Tools(p.smiths).puts_off_thought(h.agent); }),
      without("cooldown_left", kAgent, false,
              [](Place& p, const Handles& h) { return Tools(p.smiths).cooldown_left(h.agent, 0) == 0; }),
      with_status("foreseen", kAgent,
                  [](Place& p, const Handles& h) {
                    ForeseenChoice choices[4];
                    uint32_t count = 0;
                    return Tools(p.smiths).foreseen(h.agent, 0, choices, count);
                  }),
      with_status("plan", kAgent,
                  [](Place& p, const Handles& h) {
                    PlanInfo plan;
                    return Tools(p.smiths).plan(h.agent, 0, plan);
                  }),
      without("act_counters", kNothing, true,
              [](Place& p, const Handles&) { return p.smiths.act_counters().started == 0; }),
      with_status("refreshed", kNothing,
                  [](Place& p, const Handles&) { return p.smiths.refreshed(id_of("blackboard", "hp")); }),
      without("stale_visits", kNothing, false,
              [](Place& p, const Handles&) { return p.smiths.stale_visits() == 0; }),
      without("agent_bytes", kNothing, true,
              [](Place& p, const Handles&) { return Tools(p.smiths).agent_bytes().all() == 0; }),
      without("bytes_of_set", kNothing, true,
              [](Place& p, const Handles&) { return Tools(p.smiths).bytes_of_set(0) == 0; }),
      without("plan_search_bytes", kNothing, false,
              [](Place& p, const Handles&) { return Tools(p.smiths).plan_search_bytes() == 0; }),
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
      with_status(
          "set_option", kAgent | kEntity,
          [](Place& p, const Handles& h) { return Tools(p.smiths).set_option(h.agent, 1, h.entity); }),
      without("profile", kAgent, true,
              [](Place& p, const Handles& h) { return p.smiths.profile(h.agent) == ProfileId(); }),
      with_status("set_profile", kAgent,
                  [](Place& p, const Handles& h) { return p.smiths.set_profile(h.agent, kNoProfileId); }),
      without("state", kAgent, true,
              [](Place& p, const Handles& h) { return p.smiths.state(h.agent) == kNoState; }),
      with_status("set_state", kAgent,
                  [](Place& p, const Handles& h) { return Tools(p.smiths).set_state(h.agent, 1); }),
      with_status("set_moment", kAgent,
                  [](Place& p, const Handles& h) { return Tools(p.smiths).set_moment(h.agent, 0, 1); }),
      with_status("set_cooldown", kAgent,
                  [](Place& p, const Handles& h) { return Tools(p.smiths).set_cooldown(h.agent, 0, 1); }),
      without("team", kAgent, false,
              [](Place& p, const Handles& h) { return p.smiths.team(h.agent) == TeamId(); }),
      with_status("set_team", kAgent,
                  [](Place& p, const Handles& h) { return p.smiths.set_team(h.agent, TeamId(1)); }),
      without("value_count", kNothing, true,
              [](Place& p, const Handles&) { return Tools(p.smiths).value_count() == 0; }),
      with_status("explain", kAgent,
                  [](Place& p, const Handles& h) { return Tools(p.smiths).explain(h.agent, {}); }),
      with_status(
          "explain_member", kAgent,
          [](Place& p, const Handles& h) { return Tools(p.smiths).explain_member(h.agent, 0, 0, {}); }),
      without("state_hash", kNothing, true,
              [](Place& p, const Handles&) { return p.smiths.state_hash() == 0; }),
      // Calls that end something come last.
      with_status(
          "withdraw", kAgent | kOrder,
          [](Place& p, const Handles& h) { return p.smiths.candidates(h.agent, kOrders).withdraw(h.order); }),
      with_status("forget", kAgent | kEntity,
                  [](Place& p, const Handles& h) { return p.smiths.forget(h.agent, kSeen, h.entity); }),
      with_status("report", kToken,
                  [](Place& p, const Handles& h) { return p.smiths.report(h.token, Ending::failed); }),
      with_status("complete", kToken,
                  [](Place& p, const Handles& h) { return p.smiths.complete(h.token, Hammered()); }),
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
      with_status("add", kEntity,
                  [](Place& p, const Handles& h) {
                    Entity member = h.entity;
                    return p.world.candidates(kPool).add(member);
                  }),
      with_status("set", kEntity,
                  [](Place& p, const Handles& h) {
                    return p.world.candidates(kPool).set({&h.entity, 1});
                  }),
      with_status("field", kEntity,
                  [](Place& p, const Handles& h) {
                    return p.world.candidates(kPool).field(h.entity, id_of("candidates/pool", "worth"),
                                                           number);
                  }),
      with_status("set_field", kEntity,
                  [](Place& p, const Handles& h) {
                    return p.world.candidates(kPool).set_field(p.own.entity,
                                                               id_of("candidates/pool", "friend"), h.entity);
                  }),
      with_status("set_field", kEntity,
                  [](Place& p, const Handles& h) {
                    return p.world.candidates(kPool).set_field(h.entity, id_of("candidates/pool", "worth"),
                                                               1.0F);
                  }),
      with_status("keep_entity", kEntity,
                  [](Place& p, const Handles& h) { return p.world.keep_entity(h.entity); }),
      without("claimed_by", kEntity, false,
              [](Place& p, const Handles& h) { return p.world.claimed_by(h.entity) == kNobody; }),
      with_status("post", kAgent, [](Place& p, const Handles& h) { return p.world.post(h.agent, Hit()); }),
      with_status(
          "make_sound", kEntity,
          [](Place& p, const Handles& h) { return p.world.make_sound(SoundId::of("step"), h.entity); }),
      with_status("withdraw", kEntity,
                  [](Place& p, const Handles& h) { return p.world.candidates(kPool).withdraw(h.entity); }),
      with_status("despawn_entity", kEntity,
                  [](Place& p, const Handles& h) { return p.world.despawn_entity(h.entity); }),
  };
}

const char* text_of_place() { return kText; }

Place::Place() : Village(kText) { begin(); }

void Place::begin() {
  REQUIRE(world.spawn_entity({.thing = kPerson}, own.entity));
  own.agent = smith;
  REQUIRE(smiths.remember(smith, kSeen, own.entity));
  Entity member = own.entity;
  REQUIRE(smiths.candidates(smith, kSpots).add(member));
  REQUIRE(smiths.candidates(smith, kOrders).add(own.order));
  REQUIRE(world.candidates(kPool).add(member));
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

}  // namespace ishi::compiler::crossed
