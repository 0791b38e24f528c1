#include "ishi/run_frame.h"

#include <atomic>
#include <catch2/catch.hpp>
#include <functional>
#include <limits>
#include <stdexcept>
#include <thread>
#include <vector>

#include "compiler/asset_of.h"
#include "ishi/tasks.h"
#include "runtime/phases.h"
#include "world/goes_on.h"

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

namespace {

// A clock that goes on by one whenever it is read, and by what hooks take.
uint64_t ticks = 0;
uint32_t reads = 0;
uint64_t read_ticks() {
  ++reads;
  return ++ticks;
}

struct SlowGame {
  Dispatched carry_out(Population& population, const Commands& commands) {
    ticks += 1'000;
    return dispatch(population, commands);
  }
  void sensing(Population&, const SenseBatch&) { ticks += 100; }
  void thinking(Population&, const Batch&) { ticks += 10; }
  void moving(Population&, const MoveBatch&) { ticks += 10'000; }
  void move(const Move&) { ticks += 100'000; }
};

}  // namespace

TEST_CASE("a frame with a clock says how long each of its parts took, and reads no clock without one") {
  Place place;
  Sequential sequential;
  SlowGame game;
  reads = 0;
  const FrameTimes none = run_frame(place.world, sequential, game).times;
  CHECK(reads == 0);
  CHECK(none.all() == 0);
  const uint64_t before = ticks;
  const FrameTimes times = run_frame(place.world, sequential, game, {.now = read_ticks}).times;
  CHECK(reads == 7);
  CHECK(times.begin == 1);
  CHECK(times.sense == 201);  // of two populations
  CHECK(times.think == 21);
  CHECK(times.act % 1'000 == 1);
  CHECK(times.find_paths == 1);
  CHECK(times.move >= 20'001);
  CHECK(times.move % 100'000 == 20'001);
  CHECK(times.all() == ticks - before - 1);
}

TEST_CASE("a frame that is refused has the times of the parts that it came to") {
  Place place;
  Sequential sequential;
  SlowGame game;
  const FrameResult refused =
      run_frame(place.world, sequential, game, {.paths = {.expansions = 0}, .now = read_ticks});
  CHECK_FALSE(refused.status);
  CHECK(refused.times.begin == 1);
  CHECK(refused.times.all() == 1);
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

TEST_CASE("run_frame refuses options before the frame begins, and the next frame is as if it had not been") {
  Place place, other;
  Game game{place.world}, likewise{other.world};
  Sequential sequential, another;
  REQUIRE(run_frame(place.world, sequential, game));
  REQUIRE(run_frame(other.world, another, likewise));
  const auto refuses = [&](const FrameOptions& options, BadOption why) {
    const Status status = run_frame(place.world, sequential, game, options).status;
    CHECK(status.code == StatusCode::bad_options);
    CHECK(status.where == static_cast<uint64_t>(why));
    CHECK(place.world.clock().frame == 1);
  };
  refuses({.size = 1}, BadOption::size);
  refuses({.sense = {.size = 1}}, BadOption::size);
  refuses({.think = {.size = 1}}, BadOption::size);
  refuses({.act = {.size = 1}}, BadOption::size);
  refuses({.move = {.size = 1}}, BadOption::size);
  refuses({.paths = {.size = 1}}, BadOption::size);
  refuses({.sense = {.agents_per_job = 0}}, BadOption::agents_per_job);
  refuses({.think = {.agents_per_job = 0}}, BadOption::agents_per_job);
  refuses({.act = {.agents_per_job = 0}}, BadOption::agents_per_job);
  refuses({.move = {.agents_per_job = 0}}, BadOption::agents_per_job);
  refuses({.paths = {.expansions = 0}}, BadOption::expansions);
  Parallel without(on_threads, {});
  const Status status = run_frame(place.world, without, game).status;
  CHECK(status.code == StatusCode::bad_options);
  CHECK(status.where == static_cast<uint64_t>(BadOption::scratches));
  // A time that is no time.
  CHECK_FALSE(
      run_frame(place.world, sequential, game, {.microseconds = std::numeric_limits<uint64_t>::max()}));
  for (int frame = 0; frame < 60; ++frame) {
    REQUIRE(run_frame(place.world, sequential, game));
    REQUIRE(run_frame(other.world, another, likewise));
    REQUIRE(place.world.state_hash() == other.world.state_hash());
  }
}

namespace {

// A game each of whose hooks may throw, and that knows which tasks it has taken.
struct ClumsyGame {
  World& world;
  bool has_own_carry_out = false;     // that throws in the middle of its commands
  uint32_t calls = 0, throws_at = 0;  // counts calls of hooks
  std::vector<ishi::Token> running{};
  uint32_t thrown = 0;

  void call() {
    if (++calls != throws_at) return;
    ++thrown;
    throw std::runtime_error("clumsy");
  }
  Ending start(const Started<Shout>&) { return call(), Ending::completed; }
  void start(const Started<Guard>& guard) {
    call();
    running.push_back(guard.token);
  }
  void end(const Ended<Guard>& guard) {
    std::erase(running, guard.token);
    call();
  }
  Dispatched carry_out(Population& population, const Commands& commands) {
    if (!has_own_carry_out) return ishi::carry_out<Shout, Guard>(*this, population, commands);
    for (const End& end : commands.ends) std::erase(running, end.token);
    for (const Start& start : commands.starts) {
      call();
      if (start.task == Guard::id)
        running.push_back(start.token);
      else
        static_cast<void>(population.report(start.token, Ending::completed));
    }
    return {};
  }
  void sensing(Population&, const SenseBatch&) { call(); }
  ishi::Sight sight(const OcclusionQuery&) { return call(), ishi::Sight::clear; }
  void thinking(Population&, const Batch&) { call(); }
  void emitted(Population&, const Emitted&) { call(); }
  void moving(Population&, const MoveBatch&) { call(); }
  void move(const Move&) { call(); }
};

// As a thread pool may that cannot make a thread.
struct ClumsyExecutor {
  ClumsyGame& game;
  Sequential sequential;

  [[nodiscard]] Status prepare(const World& world) { return sequential.prepare(world); }
  template <typename Work>
  void run(uint32_t jobs, Work&& work) {
    sequential.run(jobs, [&](uint32_t job, Scratch& scratch) {
      game.call();
      work(job, scratch);
    });
  }
};

uint64_t running_tasks(const Population& population) {
  const ActCounters counters = population.act_counters();
  return counters.started - counters.completed - counters.failed - counters.aborted;
}

}  // namespace

TEST_CASE("whatever a hook or an executor throws, and wherever, run_frame throws it on and no agent hangs") {
  for (const bool has_own_carry_out : {false, true}) {
    uint32_t thrown = 0;
    // Each call of a hook in turn, as far as a second has them.
    for (uint32_t at = 1; at < 900; at += 7) {
      INFO(at << (has_own_carry_out ? " of its own" : ""));
      Place place;
      ClumsyGame game{place.world, has_own_carry_out};
      game.throws_at = at;
      ClumsyExecutor executor{game, {}};
      const FrameOptions options{.sense = {.agents_per_job = 3},
                                 .think = {.agents_per_job = 3},
                                 .act = {.agents_per_job = 3},
                                 .move = {.agents_per_job = 3}};
      for (int frame = 0; frame < 40; ++frame) {
        const uint32_t before = game.thrown;
        bool has_thrown = false;
        try {
          const FrameResult result = run_frame(place.world, executor, game, options);
          REQUIRE(result);
        } catch (const std::runtime_error&) {
          has_thrown = true;
        }
        REQUIRE(has_thrown == (game.thrown > before));
        REQUIRE(place.world.clock().frame == static_cast<uint64_t>(frame) + 1);
        CHECK(find_hanging(*place.world.state()) == EntityId());
      }
      thrown += game.thrown;
      // A task that nobody carries out is over: each one that runs is one of the game's. Those of a carry_out
      // that has thrown count as failed.
      uint64_t running = 0;
      for (const Population& population : place.populations) running += running_tasks(population);
      std::erase_if(game.running, [&](const ishi::Token& token) {
        return place.populations[token.population].report(token, Ending::completed).code ==
               StatusCode::already_reported;
      });
      CHECK(running <= game.running.size());
      if (!has_own_carry_out) CHECK(running == game.running.size());
      for (int frame = 0; frame < 4; ++frame) REQUIRE(run_frame(place.world, executor, game, options));
    }
    CHECK(thrown > 100);
  }
}

TEST_CASE("dispatch gives all commands to their handlers before it throws on what one has thrown") {
  const Asset asset = asset_of(R"(ishi: 1
tasks: { shout: {}, guard: {} }
actions: { work: { score: 1, do: [all: [guard, shout]] } }
agents: { smith: { actions: [work] } }
)");
  World world;
  Population population;
  REQUIRE(World::create({}, world));
  REQUIRE(world.add_population(asset, AgentId::of("smith"), {.capacity = 8}, population));
  for (int i = 0; i < 8; ++i) {
    Entity agent;
    REQUIRE(population.spawn({}, agent));
  }
  Scratch scratch;
  REQUIRE(Scratch::create(world, scratch));
  REQUIRE(world.begin_frame({1, 16'667}));
  phases::think(population, scratch);
  const Commands commands = phases::act(population, scratch);
  REQUIRE(commands.starts.size() == 16);
  uint32_t called = 0, guards = 0;
  const auto throws = [&] {
    static_cast<void>(dispatch(
        population, commands,
        [&](const Started<Guard>&) {
          ++called;
          if (++guards == 2 || guards == 3) throw std::runtime_error(guards == 2 ? "second" : "third");
        },
        [&](const Started<Shout>&) { return ++called, Ending::completed; }));
  };
  CHECK_THROWS_WITH(throws(), "second");
  CHECK(called == commands.starts.size());
  CHECK(commands.is_given_out);
  // Two have failed, and eight have completed.
  uint32_t running = 0;
  for (const Start& start : commands.starts)
    running += population.report(start.token, Ending::completed) ? 1 : 0;
  CHECK(running == 6);
  REQUIRE(world.cancel_frame());
  CHECK(world.cancel_frame().code == StatusCode::wrong_phase);
}

namespace {

// The calls of a frame, of which the game makes some and then cancels the frame.
class CancelledFrame {
 public:
  // `calls`: how many it makes.
  CancelledFrame(Place& place, Scratch& scratch, uint32_t calls)
      : place_(place), scratch_(scratch), left_(calls) {}

  // False if the frame ended before so many calls.
  bool run(ClumsyGame& game) {
    World& world = place_.world;
    Clock clock = world.clock();
    ++clock.frame;
    clock.time_microseconds += 16'667;
    REQUIRE(world.begin_frame(clock));
    const bool is_cancelled = !goes_on(game);
    if (is_cancelled) REQUIRE(world.cancel_frame());
    return is_cancelled;
  }

 private:
  bool makes(Status status) {
    REQUIRE(status);
    return left_-- > 0;
  }
  template <typename Batch, typename Work>
  bool jobs(const Batch& batch, Work&& work) {
    for (uint32_t job = 0; job < batch.jobs(); ++job) {
      if (!makes(work(job))) return false;
    }
    return true;
  }
  bool goes_on(ClumsyGame& game) {
    for (Population& p : place_.populations) {
      SenseBatch batch;
      std::span<const OcclusionQuery> queries;
      if (!makes(p.begin_sense({.agents_per_job = 5}, batch)) ||
          !jobs(batch, [&](uint32_t job) { return p.sense(batch, job, scratch_); }) ||
          !makes(p.end_sense(batch, queries)))
        return false;
    }
    Batch batches[2];
    for (uint32_t i = 0; i < 2; ++i) {
      Population& p = place_.populations[i];
      if (!makes(p.begin_think({.agents_per_job = 5}, batches[i])) ||
          !jobs(batches[i], [&](uint32_t job) { return p.think(batches[i], job, scratch_); }))
        return false;
    }
    for (uint32_t i = 2; i-- > 0;) {
      if (!makes(place_.populations[i].end_think(batches[i]))) return false;
    }
    for (Population& p : place_.populations) {
      while (p.wants_act()) {
        Round round;
        Commands commands;
        if (!makes(p.begin_act({.agents_per_job = 5}, round)) ||
            !jobs(round, [&](uint32_t job) { return p.act(round, job, scratch_); }))
          return false;
        REQUIRE(p.end_act(round, commands));
        static_cast<void>(game.carry_out(p, commands));
        if (!makes({})) return false;
      }
    }
    for (Population& p : place_.populations) {
      MoveBatch batch;
      std::span<const Move> moves;
      if (!makes(p.begin_move({.agents_per_job = 5}, batch)) ||
          !jobs(batch, [&](uint32_t job) { return p.move(batch, job, scratch_); }) ||
          !makes(p.end_move(batch, moves)))
        return false;
    }
    REQUIRE(place_.world.end_frame());
    return true;
  }

  Place& place_;
  Scratch& scratch_;
  uint32_t left_;
};

}  // namespace

TEST_CASE("a frame may be cancelled after each of its calls, and all agents go on") {
  for (const uint32_t first : {1u, 2u, 3u, 20u}) {
    bool is_cancelled = true;
    for (uint32_t calls = 0; is_cancelled; ++calls) {
      INFO("frame " << first << " after " << calls << " calls");
      Place place;
      ClumsyGame game{place.world};
      Sequential sequential;
      Scratch scratch;
      REQUIRE(Scratch::create(place.world, scratch));
      for (uint32_t frame = 1; frame < first; ++frame) REQUIRE(run_frame(place.world, sequential, game));
      is_cancelled = CancelledFrame(place, scratch, calls).run(game);
      // Two in a row.
      CancelledFrame(place, scratch, calls / 2).run(game);
      for (int frame = 0; frame < 20; ++frame) {
        REQUIRE(run_frame(place.world, sequential, game));
        REQUIRE(find_hanging(*place.world.state()) == EntityId());
      }
      uint64_t running = 0;
      for (const Population& population : place.populations) running += running_tasks(population);
      CHECK(running == game.running.size());
      for (const Population& population : place.populations) {
        for (uint32_t slot = 0; slot < 12; ++slot)
          CHECK(population.option(population.agent_of(slot)) != kNoOption);
      }
    }
  }
}

}  // namespace ishi::compiler::run_frame_test
