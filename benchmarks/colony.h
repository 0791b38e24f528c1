#pragma once

#include <array>
#include <chrono>
#include <cmath>
#include <random>
#include <vector>

#include "agents.h"
#include "allocations.h"
#include "ishi/tools.h"
#include "two_threads.h"

// The game of colony.ishi.yaml: of a hundred agents 60 are workers, 35 soldiers and 5 spiders.

namespace ishi::benchmarks {

// It adds up the time that the runtime takes in each phase of its frames, as the thread that calls it works,
// or as it passes where two threads do the jobs.
class Colony {
 public:
  enum Phase : uint32_t { kFrame, kSense, kThink, kAct, kPaths, kMove, kPhases };
  static constexpr std::array<const char*, kPhases> kPhaseNames = {"frame_ns", "sense_ns", "think_ns",
                                                                   "act_ns",   "paths_ns", "move_ns"};

  // `spread`: metres between neighbours, if all stood in rows. Dense crowds have 1.6.
  Colony(const char* blob, uint32_t agents, float spread, const Kernels& kernels = {},
         TwoThreads* both = nullptr)
      : side_(std::sqrt(static_cast<float>(agents)) * spread), agents_(agents), both_(both) {
    require(Asset::load(read_blob(blob), asset_));
    require(World::create({.entities = agents + kLeaves, .kernels = kernels}, world_));
    for (Kind& kind : kinds_) {
      const uint32_t count = agents * kind.percent / 100;
      require(world_.add_population(asset_, AgentId::of(kind.name), {.capacity = count}, kind.population));
    }
    for (Scratch& scratch : scratches_) require(Scratch::create(world_, scratch));
    lay_grid();
    grow_leaves();
    for (Kind& kind : kinds_) settle(kind);
  }

  void frame() {
    end_tasks();
    timed(kFrame, [&] {
      require(world_.begin_frame({frame_, frame_ * 16'667}));
      ++frame_;
    });
    for (Kind& kind : kinds_) {
      std::span<const OcclusionQuery> queries;
      timed(kSense, [&] { queries = sense(kind.population); });
      for (const OcclusionQuery& query : queries)
        require(kind.population.answer(query.ticket, is_clear(query) ? Sight::clear : Sight::blocked));
    }
    timed(kThink, [&] {
      for (Kind& kind : kinds_) think(kind.population);
    });
    for (Kind& kind : kinds_) {
      while (kind.population.wants_act()) {
        Commands commands;
        timed(kAct, [&] { act(kind.population, commands); });
        for (const Start& start : commands.starts) begin_task(kind, start.token);
      }
    }
    timed(kPaths, [&] { require(world_.find_paths()); });
    std::array<std::span<const Move>, 3> moves;
    timed(kMove, [&] {
      for (size_t i = 0; i < kinds_.size(); ++i) moves[i] = move(kinds_[i].population);
    });
    timed(kFrame, [&] { require(world_.end_frame()); });
    for (const auto& some : moves) {
      moved_ += some.size();
      for (const Move& one : some) carry_out(one);
    }
  }

  [[nodiscard]] World& world() { return world_; }
  [[nodiscard]] float side() const { return side_; }
  void forget_times() {
    seconds_.fill(0);
    allocations_ = moved_ = 0;
  }
  [[nodiscard]] const std::array<double, kPhases>& seconds() const { return seconds_; }
  [[nodiscard]] double all_seconds() const {
    double sum = 0;
    for (const double phase : seconds_) sum += phase;
    return sum;
  }
  [[nodiscard]] uint64_t allocated() const { return allocations_; }
  [[nodiscard]] uint64_t moved() const { return moved_; }
  // Of all agents together.
  [[nodiscard]] uint64_t agent_bytes() const {
    uint64_t sum = 0;
    for (const Kind& kind : kinds_)
      sum += Tools(kind.population).agent_bytes().all() * kind.population.capacity();
    return sum;
  }

 private:
  static constexpr uint32_t kLeaves = 96;
  static constexpr float kSeconds = 1.0f / 60;

  struct Kind {
    const char* name;
    const char* thing;
    uint32_t percent;
    Population population = {};
  };
  struct Running {
    Kind* kind;
    Token token;
  };

  template <typename Work>
  void timed(Phase phase, Work&& work) {
    const uint64_t before = allocations();
    const double begin = seconds_now();
    work();
    seconds_[phase] += seconds_now() - begin;
    allocations_ += allocations() - before;
  }
  [[nodiscard]] double seconds_now() const {
    if (both_ == nullptr) return thread_seconds();
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
  }
  template <typename Work>
  void run_jobs(uint32_t jobs, Work&& work) {
    if (both_ != nullptr)
      return both_->run(jobs, [&](uint32_t job, uint32_t thread) { work(job, scratches_[thread]); });
    for (uint32_t job = 0; job < jobs; ++job) work(job, scratches_[0]);
  }

  std::span<const OcclusionQuery> sense(Population& p) {
    SenseBatch batch;
    std::span<const OcclusionQuery> queries;
    require(p.begin_sense(batch));
    run_jobs(batch.jobs(), [&](uint32_t job, Scratch& scratch) { require(p.sense(batch, job, scratch)); });
    require(p.end_sense(batch, queries));
    return queries;
  }
  void think(Population& p) {
    Batch batch;
    require(p.begin_think(batch));
    run_jobs(batch.jobs(), [&](uint32_t job, Scratch& scratch) { require(p.think(batch, job, scratch)); });
    require(p.end_think(batch));
  }
  void act(Population& p, Commands& commands) {
    Round round;
    require(p.begin_act(round));
    run_jobs(round.jobs(), [&](uint32_t job, Scratch& scratch) { require(p.act(round, job, scratch)); });
    require(p.end_act(round, commands));
  }
  std::span<const Move> move(Population& p) {
    MoveBatch batch;
    std::span<const Move> moves;
    require(p.begin_move(batch));
    run_jobs(batch.jobs(), [&](uint32_t job, Scratch& scratch) { require(p.move(batch, job, scratch)); });
    require(p.end_move(batch, moves));
    return moves;
  }

  // A fifth of all lines of sight is blocked for a second at a time.
  [[nodiscard]] bool is_clear(const OcclusionQuery& query) const {
    const uint32_t mixed = (query.observer.index * 2654435761u) ^ (query.target.index * 40503u) ^
                           static_cast<uint32_t>(frame_ / 64 * 97);
    return (mixed >> 7) % 5 != 0;
  }

  void begin_task(Kind& kind, const Token& token) {
    running_[(frame_ + 8 + random_() % 100) % running_.size()].push_back({&kind, token});
  }
  // Reports of tasks that were aborted meanwhile are refused.
  void end_tasks() {
    std::vector<Running>& due = running_[frame_ % running_.size()];
    timed(kFrame, [&] {
      for (const Running& one : due) {
        const Ending ending = (random_() & 31) == 0 ? Ending::failed : Ending::completed;
        static_cast<void>(one.kind->population.report(one.token, ending));
      }
    });
    due.clear();
  }
  void carry_out(const Move& move) {
    if (move.speed == 0) return;
    Vector3 at;
    require(world_.position(move.agent, at));
    at.x = inside(at.x + move.heading.x * move.speed * kSeconds);
    at.z = inside(at.z + move.heading.z * move.speed * kSeconds);
    require(world_.set_position(move.agent, at));
    require(world_.set_facing(move.agent, move.heading));
  }

  // A cell of a metre; one in twenty is a wall.
  void lay_grid() {
    const auto cells = static_cast<uint32_t>(side_) + 1;
    require(world_.create_grid({.columns = cells, .rows = cells}));
    for (uint32_t row = 0; row < cells; ++row) {
      for (uint32_t column = 0; column < cells; ++column) {
        if (random_() % 20 == 0) require(world_.set_cell(column, row, kImpassableCell));
      }
    }
  }
  void grow_leaves() {
    Column<float> freshness, weight;
    require(world_.field(id_of("things/leaf", "freshness"), freshness));
    require(world_.field(id_of("things/leaf", "weight"), weight));
    std::array<Entity, kLeaves> leaves;
    for (Entity& leaf : leaves) {
      require(world_.spawn_entity({.position = place(), .thing = ThingId::of("leaf")}, leaf));
      freshness[leaf.index] = number();
      weight[leaf.index] = number() * 10;
    }
    require(world_.candidates(SetId::of("leaves")).set(leaves));
  }
  void settle(Kind& kind) {
    Population& population = kind.population;
    const PointColumn home = population.point_column(id_of("blackboard", "home"));
    const PointColumn post = population.point_column(id_of("blackboard", "post"));
    const Column<float> strength = population.column<float>(id_of("blackboard", "strength"));
    Column<uint8_t> hungry;
    require(world_.field(id_of("things/spider", "hungry"), hungry));
    const bool is_spider = &kind == &kinds_[2];
    for (uint32_t i = 0; i < population.capacity(); ++i) {
      const Vector3 at = place();
      const float turn = number() * 6.2831853f;
      Entity id;
      require(population.spawn(
          {.position = at, .facing = {std::sin(turn), 0, std::cos(turn)}, .thing = ThingId::of(kind.thing)},
          id));
      uint32_t slot = 0;
      require(population.slot_of(id, slot));
      home.set(slot, near(at));
      post.set(slot, near(at));
      strength[slot] = number() * 10;
      if (is_spider) hungry[id.index] = random_() % 8 != 0;
    }
  }

  float number() { return static_cast<float>(random_() >> 8) * 0x1p-24F; }
  Vector3 place() { return {number() * side_, 0, number() * side_}; }
  Vector3 near(Vector3 at) {
    return {inside(at.x + number() * 40 - 20), 0, inside(at.z + number() * 40 - 20)};
  }
  [[nodiscard]] float inside(float x) const { return std::min(std::max(x, 0.01f), side_ - 0.01f); }

  float side_;
  uint32_t agents_;
  TwoThreads* both_;
  std::mt19937 random_{1};
  Asset asset_;
  World world_;
  std::array<Scratch, 2> scratches_;
  std::array<Kind, 3> kinds_ = {{{"worker", "ant", 60}, {"soldier", "ant", 35}, {"spider", "spider", 5}}};
  std::array<std::vector<Running>, 256> running_;  // by the frame in which they end
  uint64_t frame_ = 0;
  std::array<double, kPhases> seconds_{};
  uint64_t allocations_ = 0, moved_ = 0;
};

}  // namespace ishi::benchmarks
