#include "ishi/run_frame.h"

#include <atomic>
#include <catch2/catch.hpp>
#include <functional>
#include <thread>
#include <vector>

#include "compiler/asset_of.h"
#include "ishi/tasks.h"
#include "runtime/phases.h"

// A whole frame by one call, against the calls that it makes.

namespace ishi::compiler::run_frame_test {
namespace {

constexpr const char* kText = R"(ishi: 1
things: { person: { fields: { hp: { type: number, range: 0..1 } } } }
blackboard:
  hp: { type: number, range: 0..1, default: 1 }
  post: point
tasks: { shout: {}, guard: {} }
events: { heard: { fields: { by: entity } } }
tokens: { stage: 2 }
memory: { seen: { of: person, capacity: 4, forget: 2s } }
senses:
  eyes: { sight: { range: 20m, occlusion: true }, of: person, remember: seen }
steering: { to_post: { speed: 2m/s, blend: { there: { seek: { target: post } }, walls: { avoid: {} } } } }
actions:
  call: { for_each: { one: seen }, claims: [stage], score: 0.5 + 0.1 * hp, do: [shout, emit: { heard: { by: one } }, wait: 1s] }
  stand: { score: 0.4, do: [guard] }
  go: { score: 0.3 + random, do: [{ steer: to_post, timeout: 1s }] }
agents: { smith: { think: { every: 2frames }, actions: [call, stand, go], senses: [eyes] } }
)";

struct Shout {
  static constexpr TaskId id = TaskId::of("shout");
  static constexpr uint32_t record_bytes = 0;
};
struct Guard {
  static constexpr TaskId id = TaskId::of("guard");
  static constexpr uint32_t record_bytes = 0;
};

// Two populations of smiths, who see each other.
struct Place {
  Asset asset = asset_of(kText);
  World world;
  Population populations[2];

  Place() {
    REQUIRE(World::create({.entities = 64}, world));
    for (Population& population : populations) {
      REQUIRE(world.add_population(asset, AgentId::of("smith"), {.capacity = 16}, population));
      for (uint32_t i = 0; i < 12; ++i) {
        Entity agent;
        REQUIRE(population.spawn({.position = {static_cast<float>(i), 0, static_cast<float>(i % 3)},
                                  .user = i,
                                  .thing = ThingId::of("person")},
                                 agent));
      }
    }
  }
};

// The hooks of both games; counts their calls.
struct Game {
  World& world;
  uint32_t shouts = 0, guards = 0, ended = 0, asked = 0, thought = 0, told = 0, moves = 0, masks = 0,
           sensed = 0;

  Ending start(const Started<Shout>&) { return ++shouts, Ending::completed; }
  void start(const Started<Guard>&) { ++guards; }
  void end(const Ended<Guard>&) { ++ended; }
  Dispatched carry_out(Population& population, const Commands& commands) {
    return ishi::carry_out<Shout, Guard>(*this, population, commands);
  }
  void sensing(Population&, const SenseBatch&) { ++sensed; }
  ishi::Sight sight(const OcclusionQuery& query) {
    ++asked;
    return query.to.x > query.from.x ? ishi::Sight::clear : ishi::Sight::blocked;
  }
  void thinking(Population& population, const Batch& batch) {
    const Column<float> hp = population.column<float>(id_of("blackboard", "hp"));
    for (const uint32_t slot : batch.rows()) hp[slot] = static_cast<float>(thought % 7) / 7;
    ++thought;
  }
  void emitted(Population&, const Emitted&) { ++told; }
  void moving(Population& population, const MoveBatch& batch) {
    for (const uint32_t slot : batch.rows()) population.blocked()[slot] = 1;
    ++masks;
  }
  void move(const Move& move) {
    Vector3 at;
    REQUIRE(world.position(move.agent, at));
    REQUIRE(world.set_position(move.agent, {at.x + move.heading.x * move.speed / 60, at.y, at.z}));
    ++moves;
  }
};

void run_calls(Place& place, Scratch& scratch, Game& game, uint64_t frame) {
  World& world = place.world;
  REQUIRE(world.begin_frame({frame, frame * 16'667}));
  for (Population& p : place.populations) {
    SenseBatch batch;
    std::span<const OcclusionQuery> queries;
    REQUIRE(p.begin_sense(batch));
    game.sensing(p, batch);
    for (uint32_t job = 0; job < batch.jobs(); ++job) REQUIRE(p.sense(batch, job, scratch));
    REQUIRE(p.end_sense(batch, queries));
    for (const OcclusionQuery& query : queries) REQUIRE(p.answer(query.ticket, game.sight(query)));
  }
  Batch batches[2];
  for (uint32_t i = 0; i < 2; ++i) {
    REQUIRE(place.populations[i].begin_think(batches[i]));
    game.thinking(place.populations[i], batches[i]);
    for (uint32_t job = 0; job < batches[i].jobs(); ++job)
      REQUIRE(place.populations[i].think(batches[i], job, scratch));
  }
  for (uint32_t i = 2; i-- > 0;) REQUIRE(place.populations[i].end_think(batches[i]));
  for (Population& p : place.populations) {
    while (p.wants_act()) {
      const Commands commands = phases::act(p, scratch);
      REQUIRE(game.carry_out(p, commands));
      for (const Emitted& event : commands.events) game.emitted(p, event);
    }
  }
  std::span<const Move> moves[2];
  for (uint32_t i = 0; i < 2; ++i) {
    Population& p = place.populations[i];
    MoveBatch batch;
    REQUIRE(p.begin_move(batch));
    game.moving(p, batch);
    for (uint32_t job = 0; job < batch.jobs(); ++job) REQUIRE(p.move(batch, job, scratch));
    REQUIRE(p.end_move(batch, moves[i]));
  }
  REQUIRE(world.end_frame());
  for (const std::span<const Move> all : moves) {
    for (const Move& move : all) game.move(move);
  }
}

// Each index has a thread of its own.
void on_threads(uint32_t count, const std::function<void(uint32_t)>& call) {
  std::vector<std::thread> threads;
  for (uint32_t i = 0; i < count; ++i) threads.emplace_back([&call, i] { call(i); });
  for (std::thread& thread : threads) thread.join();
}

}  // namespace

TEST_CASE("run_frame gives the same state as its calls, on one thread and on several") {
  Place by_calls, by_one, by_threads;
  Game first{by_calls.world}, second{by_one.world}, third{by_threads.world};
  Scratch scratch;
  REQUIRE(Scratch::create(by_calls.world, scratch));
  Sequential sequential;
  std::vector<Scratch> scratches(3);
  Parallel parallel(on_threads, scratches);
  const FrameOptions small_jobs{.sense = {.agents_per_job = 2},
                                .think = {.agents_per_job = 2},
                                .act = {.agents_per_job = 2},
                                .move = {.agents_per_job = 2}};
  for (uint64_t frame = 1; frame <= 240; ++frame) {
    run_calls(by_calls, scratch, first, frame);
    REQUIRE(run_frame(by_one.world, sequential, second));
    REQUIRE(run_frame(by_threads.world, parallel, third, small_jobs));
    REQUIRE(by_one.world.state_hash() == by_calls.world.state_hash());
    REQUIRE(by_threads.world.state_hash() == by_calls.world.state_hash());
  }
  CHECK(by_one.world.clock().frame == 240);
  CHECK(second.asked == first.asked);
  CHECK(second.moves == first.moves);
  for (const Game* game : {&first, &second, &third}) {
    for (const uint32_t count : {game->shouts, game->guards, game->ended, game->asked, game->thought,
                                 game->told, game->moves, game->masks, game->sensed})
      CHECK(count > 0);
  }
}

TEST_CASE("run_frame skips the hooks that a game lacks, and reports a refused call") {
  struct Bare {
    Dispatched carry_out(Population& population, const Commands& commands) {
      return dispatch(population, commands);
    }
  };
  Place place;
  Sequential sequential;
  Bare game;
  const FrameResult result = run_frame(place.world, sequential, game);
  CHECK(result.status);
  CHECK(result.commands.unhandled > 0);
  CHECK_FALSE(result);
  REQUIRE(place.world.begin_frame({.frame = 2, .time_microseconds = 40'000}));
  CHECK(run_frame(place.world, sequential, game).status.code == StatusCode::wrong_phase);
  CHECK(run_frame(place.world, sequential, game).status.where == static_cast<uint64_t>(Phase::in_frame));
}

TEST_CASE("an executor makes its scratch once, and anew when a population needs more") {
  Place place;
  Sequential sequential;
  REQUIRE(sequential.prepare(place.world));
  Scratch scratch;
  CHECK_FALSE(scratch.fits(place.world));
  REQUIRE(Scratch::create(place.world, scratch));
  CHECK(scratch.fits(place.world));
  CHECK_FALSE(scratch.fits(World()));
  CHECK(Sequential().prepare(World()).code == StatusCode::not_created);
}

}  // namespace ishi::compiler::run_frame_test
