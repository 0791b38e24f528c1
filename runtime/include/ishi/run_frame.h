#pragma once

#include <atomic>
#include <concepts>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>

#include "ishi/dispatch.h"
#include "ishi/population.h"
#include "ishi/scratch.h"
#include "ishi/world.h"

// One call a frame: run_frame(world, executor, game) makes the calls that ishi/world.h lists, for all
// populations, in their order. All of it is in this header; the library itself calls nothing back. A game
// that wants another order makes the calls itself.
//
// The executor runs jobs. `Sequential` runs them one after the other; `Parallel` runs them by the
// parallel-for of the game's thread pool.
//
// The game is an object of the game's own. `carry_out` must be there; a class that derives from the generated
// `game::Tasks` has it. The other members are optional, and run_frame leaves out what they are for:
//
//   Dispatched carry_out(Population&, const Commands&)       starts and ends tasks
//   void sensing(Population&, const SenseBatch&)             writes what senses read, for those who sense
//   Sight sight(const OcclusionQuery&)                       says at once whether a line of sight is free
//   void ask(Population&, span<const OcclusionQuery>)        … or takes the questions, to answer them later
//   void thinking(Population&, const Batch&)                 writes what the agents that are due should know
//   void emitted(Population&, const Emitted&)                takes an event that a body posted to the game
//   void moving(Population&, const MoveBatch&)               writes the masks of Population::blocked, for a
//                                                            game that has `move`
//   void move(const Move&)                                   moves a character, when the frame has ended
//
// Options are checked before the frame begins. If a call is refused or a hook throws, run_frame cancels the
// frame (World::cancel_frame), so the next one can begin; an exception is thrown on. No agent hangs then: a
// handler of `game::Tasks` that throws has failed its task, and all others are called nevertheless; where a
// `carry_out` of the game's own throws, all tasks that started in that round have failed. Events and moves
// that a hook has not been given yet are lost. Hooks must not throw while jobs of theirs still run.

namespace ishi {

// Runs jobs one after the other, on the thread that calls run_frame.
class Sequential {
 public:
  // Makes a scratch if there is none that fits: before the first frame, and after a population was added or
  // the assets were reloaded.
  [[nodiscard]] Status prepare(const World& world) {
    return scratch_.fits(world) ? Status{} : Scratch::create(world, scratch_);
  }
  template <typename Work>
  void run(uint32_t jobs, Work&& work) {
    for (uint32_t job = 0; job < jobs; ++job) work(job, scratch_);
  }

 private:
  Scratch scratch_;
};

// Runs jobs by `parallel_for(count, function)` of the game, which calls function(i) once for each i below
// `count`, on any threads, and returns when all calls have. There is one i for each scratch, so as many jobs
// run at once as there are scratches, which live as long as this.
template <typename ParallelFor>
class Parallel {
 public:
  Parallel(ParallelFor parallel_for, std::span<Scratch> scratches)
      : parallel_for_(std::move(parallel_for)), scratches_(scratches) {}

  [[nodiscard]] Status prepare(const World& world) {
    if (scratches_.empty()) return {StatusCode::bad_options, static_cast<uint64_t>(BadOption::scratches)};
    for (Scratch& scratch : scratches_) {
      if (scratch.fits(world)) continue;
      if (Status status = Scratch::create(world, scratch); !status) return status;
    }
    return {};
  }
  template <typename Work>
  void run(uint32_t jobs, Work&& work) {
    std::atomic<uint32_t> next = 0;
    const uint32_t most = jobs < scratches_.size() ? jobs : static_cast<uint32_t>(scratches_.size());
    parallel_for_(most, [&](uint32_t i) {
      for (uint32_t job = next++; job < jobs; job = next++) work(job, scratches_[i]);
    });
  }

 private:
  ParallelFor parallel_for_;
  std::span<Scratch> scratches_;
};

// An executor, as run_frame needs it: `prepare`, and `run(jobs, work)`, which calls work(job, scratch) once
// for each job below `jobs`, on any threads with a scratch each, and returns when all calls have.
template <typename T>
concept Executor = requires(T& executor, const World& world, void (*work)(uint32_t, Scratch&)) {
  { executor.prepare(world) } -> std::same_as<Status>;
  executor.run(uint32_t{}, work);
};

struct FrameOptions {
  uint32_t size = sizeof(FrameOptions);
  uint64_t microseconds = 16'667;  // how much time has passed since the last frame
  SenseOptions sense{};
  BatchOptions think{};
  RoundOptions act{};
  MoveOptions move{};
  PathOptions paths{};
  // A clock of the game, such as a wrapper of its profiler's. With one, FrameResult::times says how long each
  // part of the frame took, in the clock's unit. It is read seven times a frame, on the thread of the frame,
  // and must not go back.
  uint64_t (*now)() = nullptr;
};

// How long the parts of a frame took, each with the members of the game that it calls, in the unit of
// FrameOptions::now; all 0 without it. A part that a refused call ended has its time, later ones have 0.
struct FrameTimes {
  uint64_t begin = 0;  // checking the options, making scratches, begin_frame
  uint64_t sense = 0;
  uint64_t think = 0;
  uint64_t act = 0;  // all rounds
  uint64_t find_paths = 0;
  uint64_t move = 0;  // where agents go, end_frame, and the game's own moving

  [[nodiscard]] uint64_t all() const { return begin + sense + think + act + find_paths + move; }
};

// The outcome of a frame. A refused call (`status`) ends the frame at that call.
struct FrameResult {
  Status status{};
  Dispatched commands{};  // of all rounds together
  FrameTimes times{};

  explicit operator bool() const { return status && commands; }
};

namespace framing {

// Satisfied if a game has the hook. A member that is named like a hook and takes something else is a mistake.
template <typename Game>
concept HasSensing = requires(Game& game, Population& p, const SenseBatch& batch) {
  game.sensing(p, batch);
};
template <typename Game>
concept HasSight = requires(Game& game, const OcclusionQuery& query) {
  { game.sight(query) } -> std::same_as<Sight>;
};
template <typename Game>
concept HasAsk = requires(Game& game, Population& p, std::span<const OcclusionQuery> queries) {
  game.ask(p, queries);
};
template <typename Game>
concept HasThinking = requires(Game& game, Population& p, const Batch& batch) {
  game.thinking(p, batch);
};
template <typename Game>
concept HasEmitted = requires(Game& game, Population& p, const Emitted& event) {
  game.emitted(p, event);
};
template <typename Game>
concept HasMoving = requires(Game& game, Population& p, const MoveBatch& batch) {
  game.moving(p, batch);
};
template <typename Game>
concept HasMove = requires(Game& game, const Move& move) {
  game.move(move);
};
template <typename Game>
concept CarriesOut = requires(Game& game, Population& p, const Commands& commands) {
  { game.carry_out(p, commands) } -> std::same_as<Dispatched>;
};

template <typename Game>
constexpr void check_hooks() {
  static_assert(
      CarriesOut<Game>,
      "the game needs `ishi::Dispatched carry_out(ishi::Population&, const ishi::Commands&)`, which a "
      "class that derives from the generated `game::Tasks` has");
  static_assert(
      HasSensing<Game> || !requires { &Game::sensing; },
      "`sensing` is called with (ishi::Population&, const ishi::SenseBatch&)");
  static_assert(
      HasSight<Game> || !requires { &Game::sight; },
      "`sight` is called with (const ishi::OcclusionQuery&) and returns an ishi::Sight");
  static_assert(
      HasAsk<Game> || !requires { &Game::ask; },
      "`ask` is called with (ishi::Population&, std::span<const ishi::OcclusionQuery>)");
  static_assert(
      HasThinking<Game> || !requires { &Game::thinking; },
      "`thinking` is called with (ishi::Population&, const ishi::Batch&)");
  static_assert(
      HasEmitted<Game> || !requires { &Game::emitted; },
      "`emitted` is called with (ishi::Population&, const ishi::Emitted&)");
  static_assert(
      HasMoving<Game> || !requires { &Game::moving; },
      "`moving` is called with (ishi::Population&, const ishi::MoveBatch&)");
  static_assert(
      HasMove<Game> || !requires { &Game::move; }, "`move` is called with (const ishi::Move&)");
  static_assert(HasMove<Game> || !HasMoving<Game>,
                "`moving` is called only for a game that moves characters: it needs `move`, too");
}

inline Status bad(BadOption option) { return {StatusCode::bad_options, static_cast<uint64_t>(option)}; }

// As the calls of the frame would check them.
inline Status check_options(const FrameOptions& options) {
  const bool are_of_this_version =
      options.size == sizeof(FrameOptions) && options.sense.size == sizeof(SenseOptions) &&
      options.think.size == sizeof(BatchOptions) && options.act.size == sizeof(RoundOptions) &&
      options.move.size == sizeof(MoveOptions) && options.paths.size == sizeof(PathOptions);
  if (!are_of_this_version) return bad(BadOption::size);
  const bool have_agents = options.sense.agents_per_job > 0 && options.think.agents_per_job > 0 &&
                           options.act.agents_per_job > 0 && options.move.agents_per_job > 0;
  if (!have_agents) return bad(BadOption::agents_per_job);
  return options.paths.expansions > 0 ? Status{} : bad(BadOption::expansions);
}

// Cancels a frame that does not come to its end.
class OpenFrame {
 public:
  explicit OpenFrame(World& world) : world_(world) {}
  OpenFrame(const OpenFrame&) = delete;
  OpenFrame& operator=(const OpenFrame&) = delete;
  ~OpenFrame() {
    if (is_open_) static_cast<void>(world_.cancel_frame());
  }
  void close() { is_open_ = false; }

 private:
  World& world_;
  bool is_open_ = true;
};

// Fails the tasks of a round that the game's `carry_out` leaves undone because it throws.
class OpenRound {
 public:
  OpenRound(Population& population, const Commands& commands)
      : population_(population), commands_(commands) {}
  OpenRound(const OpenRound&) = delete;
  OpenRound& operator=(const OpenRound&) = delete;
  ~OpenRound() {
    if (!is_open_ || commands_.is_given_out) return;
    for (const Start& start : commands_.starts) dispatching::give_up(population_, start);
    for (const End& end : commands_.ends) dispatching::give_up(population_, end);
  }
  void close() { is_open_ = false; }

 private:
  Population& population_;
  const Commands& commands_;
  bool is_open_ = true;
};

template <typename Runner, typename Game>
class Frame {
 public:
  Frame(World& world, Runner& executor, Game& game, const FrameOptions& options)
      : world_(world), executor_(executor), game_(game), options_(options) {}

  FrameResult run() {
    Clock clock = world_.clock();
    ++clock.frame;
    clock.time_microseconds += options_.microseconds;
    if (options_.now != nullptr) since_ = options_.now();
    using Times = FrameTimes;
    if (!timed(begin(clock), &Times::begin)) return result_;
    OpenFrame frame(world_);
    static_cast<void>(timed(sense(), &Times::sense) && timed(think(0), &Times::think) &&
                      timed(act(), &Times::act) && timed(find_paths(), &Times::find_paths) &&
                      timed(move(0, frame), &Times::move));
    return result_;
  }

 private:
  bool take(Status status) {
    if (!status) result_.status = status;
    return static_cast<bool>(status);
  }

  // Gives a part that has just ended the time since the one before it.
  bool timed(bool is_done, uint64_t FrameTimes::*part) {
    if (options_.now != nullptr) {
      const uint64_t now = options_.now();
      result_.times.*part = now - since_;
      since_ = now;
    }
    return is_done;
  }

  bool begin(const Clock& clock) {
    return take(check_options(options_)) && take(executor_.prepare(world_)) && take(world_.begin_frame(clock));
  }

  // The jobs of a phase; keeps the first refusal.
  template <typename Work>
  bool run_jobs(const AgentBatch& batch, Work&& work) {
    std::atomic<bool> is_refused = false;
    executor_.run(batch.jobs(), [&](uint32_t job, Scratch& scratch) {
      const Status status = work(job, scratch);
      if (!status && !is_refused.exchange(true)) result_.status = status;
    });
    return !is_refused;
  }

  bool sense() {
    for (uint32_t i = 0; i < world_.population_count(); ++i) {
      Population p = world_.population(i);
      SenseBatch batch;
      std::span<const OcclusionQuery> queries;
      if (!take(p.begin_sense(options_.sense, batch))) return false;
      if constexpr (HasSensing<Game>) game_.sensing(p, batch);
      if (!run_jobs(batch, [&](uint32_t job, Scratch& scratch) { return p.sense(batch, job, scratch); }) ||
          !take(p.end_sense(batch, queries)))
        return false;
      if constexpr (HasAsk<Game>) game_.ask(p, queries);
      if constexpr (HasSight<Game>) {
        for (const OcclusionQuery& query : queries) {
          if (!take(p.answer(query.ticket, game_.sight(query)))) return false;
        }
      }
    }
    return true;
  }

  // Populations that claim the same things have the same chances if their thoughts overlap: each ends its own
  // when those behind it have thought.
  bool think(uint32_t index) {
    if (index == world_.population_count()) return true;
    Population p = world_.population(index);
    Batch batch;
    if (!take(p.begin_think(options_.think, batch))) return false;
    if constexpr (HasThinking<Game>) game_.thinking(p, batch);
    return run_jobs(batch, [&](uint32_t job, Scratch& scratch) { return p.think(batch, job, scratch); }) &&
           think(index + 1) && take(p.end_think(batch));
  }

  bool act() {
    for (uint32_t i = 0; i < world_.population_count(); ++i) {
      Population p = world_.population(i);
      while (p.wants_act()) {
        Round round;
        Commands commands;
        if (!take(p.begin_act(options_.act, round)) ||
            !run_jobs(round, [&](uint32_t job, Scratch& scratch) { return p.act(round, job, scratch); }) ||
            !take(p.end_act(round, commands)))
          return false;
        OpenRound open(p, commands);
        const Dispatched done = game_.carry_out(p, commands);
        open.close();
        if (result_.commands.status) result_.commands.status = done.status;
        result_.commands.unhandled += done.unhandled;
        result_.commands.refused += done.refused;
        if constexpr (HasEmitted<Game>) {
          for (const Emitted& event : commands.events) game_.emitted(p, event);
        }
      }
    }
    return true;
  }

  bool find_paths() { return world_.cells().empty() || take(world_.find_paths(options_.paths)); }

  // All populations say where to, then the frame ends, then the game moves its characters.
  bool move([[maybe_unused]] uint32_t index, OpenFrame& frame) {
    if constexpr (HasMove<Game>) {
      if (index < world_.population_count()) {
        Population p = world_.population(index);
        MoveBatch batch;
        std::span<const Move> moves;
        if (!take(p.begin_move(options_.move, batch))) return false;
        if constexpr (HasMoving<Game>) game_.moving(p, batch);
        if (!run_jobs(batch, [&](uint32_t job, Scratch& scratch) { return p.move(batch, job, scratch); }) ||
            !take(p.end_move(batch, moves)) || !move(index + 1, frame))
          return false;
        for (const Move& one : moves) game_.move(one);
        return true;
      }
    }
    if (!take(world_.end_frame())) return false;
    frame.close();  // characters move when it has ended
    return true;
  }

  World& world_;
  Runner& executor_;
  Game& game_;
  const FrameOptions& options_;
  FrameResult result_{};
  uint64_t since_ = 0;
};

}  // namespace framing

// Runs one frame of a world; see above. The world's time goes on by FrameOptions::microseconds.
template <typename Runner, typename Game>
requires Executor<std::remove_reference_t<Runner>>
[[nodiscard]] FrameResult run_frame(World& world, Runner&& executor, Game&& game,
                                    const FrameOptions& options = {}) {
  using Hooks = std::remove_reference_t<Game>;
  framing::check_hooks<Hooks>();
  if constexpr (framing::CarriesOut<Hooks>) {
    return framing::Frame<std::remove_reference_t<Runner>, Hooks>(world, executor, game, options).run();
  } else {
    return {};
  }
}

}  // namespace ishi
