#include <random>

#include "ishi/tools.h"
#include "runtime/allocations.h"
#include "runtime/refusal.h"
#include "runtime/steering/steering_world.h"

// Who moves, when, and what the calls of the move phase refuse.

namespace ishi::testing::moving_test {
namespace {

using namespace bodies;

const std::vector<SteeringPart> kSeek = {{.kind = SteeringKind::seek}};

Body until(Value condition, Body body) {
  body.until = condition;
  return body;
}

}  // namespace

TEST_CASE("an agent steers while its body is at the step, and no longer") {
  SteeringWorld w(
      {.parts = kSeek,
       .options = {{sequence({until(Value::of_key(flag_0), steer()), wait(100)})}, {sequence({wait(100)})}}});
  const Entity agent = w.spawn({0, 0, 0});
  const uint32_t slot = w.slot_of(agent);
  w.target[slot] = w.place({0, 0, 3});
  w.step();
  REQUIRE(w.moves.size() == 1);
  CHECK(w.moves[0].agent == agent);
  CHECK(w.moves[0].slot == slot);
  CHECK(w.moves[0].direction == 0);
  CHECK(w.moves[0].speed == 1.5f);
  CHECK(Tools(w.population).steering(w.population.agent_of(slot)) == 0);

  SECTION("until something completes it") {
    w.flags[0][slot] = 1;
    w.step();
    CHECK(w.moves.empty());
    CHECK(Tools(w.population).steering(w.population.agent_of(slot)) == kNotFound);
    CHECK(w.weights(slot).empty());
  }
  SECTION("until another option takes over") {
    w.wants[0][slot] = 0;
    w.wants[1][slot] = 1;
    w.step();
    CHECK(w.moves.empty());
  }
  SECTION("until it is despawned") {
    REQUIRE(w.population.despawn(agent));
    w.step();
    CHECK(w.moves.empty());
  }
}

TEST_CASE("an interjection stops the way of the body, and it goes on afterwards") {
  const Body brake = when(Value::of_key(flag_0), of(NodeKind::interjection, {wait(0.25f)}));
  const Body dodge =
      when(Value::of_key(flag_1), of(NodeKind::interjection, {until(Value::of_key(flag_2), steer(1))}));
  SteeringWorld w({.parts = kSeek, .options = {{sequence({goal(plain, {steer(), brake, dodge})})}}});
  const uint32_t slot = w.slot_of(w.spawn({0, 0, 0}));
  w.target[slot] = w.place({0, 0, 3});
  w.step();
  CHECK(w.moves.size() == 1);
  w.flags[0][slot] = 1;
  w.step();
  CHECK(w.moves.empty());
  w.flags[0][slot] = 0;
  for (int i = 0; i < 3; ++i) w.step();
  REQUIRE(w.moves.size() == 1);
  CHECK(w.moves[0].speed == 1.5f);

  w.flags[1][slot] = 1;
  w.step();
  REQUIRE(w.moves.size() == 1);
  CHECK(w.moves[0].speed == 3.0f);  // moves another way in the meantime
  CHECK(Tools(w.population).steering(w.population.agent_of(slot)) == 1);
  w.flags[1][slot] = 0;
  w.flags[2][slot] = 1;
  w.step();
  REQUIRE(w.moves.size() == 1);
  CHECK(w.moves[0].speed == 1.5f);
}

TEST_CASE("a heading is kept while an agent steers, and forgotten when it has not") {
  SteeringWorld w(
      {.parts = {{.kind = SteeringKind::seek, .weight = 0.1f}, {.kind = SteeringKind::keep_heading}},
       .options = {{sequence({steer()})}, {sequence({wait(100)})}}});
  const uint32_t slot = w.slot_of(w.spawn({0, 0, 0}));
  w.target[slot] = w.place({0, 0, 3});
  w.step();
  CHECK(w.moves[0].direction == 0);
  w.target[slot] = w.place({3, 0, 0});
  w.step();
  CHECK(w.moves[0].direction == 0);  // not yet: it keeps its heading
  w.wants[0][slot] = 0;
  w.wants[1][slot] = 1;
  w.step();
  w.wants[0][slot] = 1;
  w.wants[1][slot] = 0;
  w.step();
  CHECK(w.moves[0].direction == 4);
}

TEST_CASE("what directions weighed is the agent's own") {
  SteeringWorld w({.parts = {{.kind = SteeringKind::seek}}, .options = {{sequence({steer()})}}});
  const Entity first = w.spawn({0, 0, 0});
  const uint32_t slot = w.slot_of(first);
  w.target[slot] = w.place({0, 0, 3});
  w.step();
  CHECK_FALSE(w.weights(slot).empty());
  REQUIRE(w.population.despawn(first));
  REQUIRE(w.slot_of(w.spawn({0, 0, 0})) == slot);
  CHECK(w.weights(slot).empty());
  w.target[slot] = w.place({0, 0, 3});
  w.step();
  CHECK_FALSE(w.weights(slot).empty());
}

TEST_CASE("moves do not depend on the size of jobs, and cost no allocation") {
  const std::vector<SteeringPart> parts = {{.kind = SteeringKind::seek},
                                           {.kind = SteeringKind::strafe, .weight = 0.4f},
                                           {.kind = SteeringKind::separate, .weight = 8, .range = 1},
                                           {.kind = SteeringKind::wander, .weight = 0.5f, .range = 1},
                                           {.kind = SteeringKind::keep_heading, .weight = 0.3f},
                                           {.kind = SteeringKind::avoid}};
  std::vector<uint64_t> hashes;
  for (const uint32_t agents_per_job : {1u, 7u, 256u}) {
    SteeringWorld w({.parts = parts, .interpolates = true, .capacity = 100});
    w.agents_per_job = agents_per_job;
    std::mt19937 random(3);
    std::uniform_real_distribution<float> place(-2, 2);
    std::vector<Entity> agents;
    for (int i = 0; i < 90; ++i) agents.push_back(w.spawn({place(random), 0, place(random)}));
    for (size_t i = 0; i < agents.size(); ++i) {
      w.target[w.slot_of(agents[i])] = agents[(i + 7) % agents.size()];
      REQUIRE(w.population.candidates(w.population.agent_of(w.slot_of(agents[i])), SetId::of("pack"))
                  .set(std::vector<Entity>{agents[i], agents[(i + 1) % 90], agents[(i + 2) % 90]}));
      w.population.blocked()[w.slot_of(agents[i])] = random();
    }
    w.step();
    const uint64_t before = Allocations::made();
    for (int frame = 0; frame < 20; ++frame) {
      w.step();
      for (const Move& move : w.moves) {
        Vector3 at;
        REQUIRE(w.world.position(move.agent, at));
        REQUIRE(w.world.set_position(move.agent, {at.x + move.heading.x * move.speed * 0.1f, 0,
                                                  at.z + move.heading.z * move.speed * 0.1f}));
      }
    }
    CHECK(Allocations::made() == before);
    hashes.push_back(w.world.state_hash());
  }
  CHECK(hashes[0] == hashes[1]);
  CHECK(hashes[0] == hashes[2]);
}

TEST_CASE("agents go the same way whether they steer together or one by one") {
  const bool interpolates = GENERATE(false, true);
  const uint16_t directions = GENERATE(5, 16, 64);
  std::vector<uint64_t> hashes;
  std::vector<std::vector<float>> weights[2];
  for (const bool is_long : {false, true}) {
    SteeringWorld w({.parts = {{.kind = SteeringKind::seek, .is_conditional = true},
                               {.kind = SteeringKind::strafe, .weight = 0.4f},
                               {.kind = SteeringKind::flee, .weight = 0.2f, .is_conditional = true},
                               {.kind = SteeringKind::separate, .weight = 2, .range = 3},
                               {.kind = SteeringKind::strafe, .weight = 0.2f, .is_conditional = true},
                               {.kind = SteeringKind::wander, .weight = 0.5f, .range = 1},
                               {.kind = SteeringKind::keep_heading, .weight = 0.3f},
                               {.kind = SteeringKind::avoid, .is_conditional = true}},
                     .directions = directions,
                     .interpolates = interpolates,
                     .capacity = 200,
                     .is_long = is_long});
    std::mt19937 random(11);
    std::uniform_real_distribution<float> place(-9, 9);
    std::vector<Entity> agents;
    for (int i = 0; i < 150; ++i) agents.push_back(w.spawn({place(random), 0, place(random)}));
    for (const Entity agent : agents) {
      const uint32_t slot = w.slot_of(agent);
      w.target[slot] = random() % 4 == 0 ? kNobody : agents[random() % agents.size()];
      w.flags[0][slot] = random() % 3 == 0 ? 0 : 1;
      w.population.blocked()[slot] = random() % 2 == 0 ? uint64_t{random()} << 32 | random() : 0;
      std::vector<Entity> near(random() % 4);
      std::generate(near.begin(), near.end(), [&] { return agents[random() % agents.size()]; });
      std::sort(near.begin(), near.end(), [](Entity a, Entity b) { return a.index < b.index; });
      near.erase(std::unique(near.begin(), near.end()), near.end());
      REQUIRE(w.population.candidates(w.population.agent_of(slot), SetId::of("pack")).set(near));
      // Who steers stands in runs of many and of few.
      if (random() % (slot < 80 ? 40 : 3) == 0) w.wants[0][slot] = 0;
    }
    for (int frame = 0; frame < 10; ++frame) w.step();
    CHECK(w.moves.size() > 100);
    hashes.push_back(w.world.state_hash());
    for (uint32_t slot = 0; slot < agents.size(); ++slot) weights[is_long ? 1 : 0].push_back(w.weights(slot));
  }
  CHECK(hashes[0] == hashes[1]);
  CHECK(weights[0] == weights[1]);
}

TEST_CASE("a population that moves refuses everything else, and moves once a frame") {
  SteeringWorld w({.parts = kSeek});
  const Entity agent = w.spawn({0, 0, 0});
  const uint32_t slot = w.slot_of(agent);
  MoveBatch batch;
  CHECK(w.population.begin_move(batch).code == StatusCode::wrong_phase);
  w.think_and_act();
  CHECK(w.population.begin_move({.agents_per_job = 0}, batch).code == StatusCode::bad_options);
  REQUIRE(w.population.begin_move(batch));
  const auto refused = [](const Status& status) {
    return status.code == StatusCode::wrong_phase && status.where == static_cast<uint64_t>(Phase::moving);
  };
  MoveBatch other;
  Round round;
  CHECK(refused(w.population.begin_move(other)));
  CHECK(refused(w.population.begin_act(round)));
  CHECK(refused(Tools(w.population).set_option(w.population.agent_of(slot), kNoOption)));
  CHECK(refused(w.population.candidates(w.population.agent_of(slot), SetId::of("pack")).set({})));
  CHECK(refused(w.world.end_frame()));
  CHECK_FALSE(w.population.wants_act());
  CHECK(w.population.move(batch, 1, w.scratch).code == StatusCode::out_of_range);
  Scratch none;
  CHECK(w.population.move(batch, 0, none).code == StatusCode::scratch_too_small);
  CHECK(w.population.end_move(batch, w.moves).code == StatusCode::jobs_missing);
  REQUIRE(w.population.move(batch, 0, w.scratch));
  CHECK(w.population.move(batch, 0, w.scratch).code == StatusCode::job_done);
  CHECK(w.population.move(other, 0, w.scratch).code == StatusCode::batch_stale);
  REQUIRE(w.population.end_move(batch, w.moves));
  const Status again = w.population.begin_move(batch);
  CHECK(again.code == StatusCode::wrong_phase);
  CHECK(again.where == static_cast<uint64_t>(Phase::has_moved));
  REQUIRE(w.world.end_frame());
  float few[3];
  uint32_t count = 0;
  CHECK(Tools(w.population).weights(w.population.agent_of(slot), few, count).code ==
        StatusCode::buffer_too_small);
  CHECK(Tools(w.population).weights(w.population.agent_of(99), few, count).code == StatusCode::stale_handle);
  CHECK(Tools(w.population).weights(w.population.agent_of(slot + 1), few, count).code ==
        StatusCode::stale_handle);
}

TEST_CASE("a population without steerings moves nobody, and a handle of none refuses") {
  BodyWorld w({.options = {{.body = sequence({wait(100)})}}});
  w.begin_frame();
  MoveBatch batch;
  std::span<const Move> moves;
  REQUIRE(w.population.begin_move(batch));
  CHECK(batch.jobs() == 0);
  REQUIRE(w.population.end_move(batch, moves));
  CHECK(moves.empty());
  CHECK(w.population.blocked().empty());
  CHECK(Tools(w.population).agent_bytes().steering == 0);
  Population none;
  CHECK(none.begin_move(batch).code == StatusCode::not_created);
  CHECK(none.end_move(batch, moves).code == StatusCode::not_created);
  CHECK(Tools(none).steering({}) == kNotFound);
}

}  // namespace ishi::testing::moving_test
