#pragma once

#include <array>
#include <cmath>
#include <random>
#include <vector>

#include "agents.h"
#include "allocations.h"

// A game of four kinds of villagers, each a population, with wolves and deer.

namespace ishi::benchmarks {

// It adds up the time that the runtime takes in each phase of its frames.
class Village {
 public:
  enum Phase : uint32_t { kFrame, kSense, kThink, kAct, kMove, kPhases };

  Village(const char* blob, uint32_t villagers)
      : side_(std::sqrt(static_cast<float>(villagers)) * 10), villagers_(villagers) {
    require(Asset::load(read_blob(blob), asset_));
    require(World::create({.entities = villagers + kWolves + kDeer + kPlots}, world_));
    for (Kind& kind : kinds_)
      require(world_.add_population(asset_, AgentId::of(kind.name), {.capacity = villagers / 4},
                                    kind.population));
    require(Scratch::create(world_, scratch_));
    fill();
  }

  void frame() {
    end_tasks();
    timed(kFrame, [&] {
      require(world_.begin_frame({frame_, frame_ * 16'667}));
      ++frame_;
    });
    timed(kSense, [&] {
      for (Kind& kind : kinds_) sense(kind.population);
    });
    timed(kThink, [&] {
      for (Kind& kind : kinds_) think(kind.population, scratch_);
    });
    for (Kind& kind : kinds_) {
      while (kind.population.wants_act()) {
        Commands commands;
        timed(kAct, [&] { act(kind.population, scratch_, commands); });
        for (const Start& start : commands.starts) begin_task(kind, start.token);
      }
    }
    std::array<std::span<const Move>, 4> moves;
    timed(kMove, [&] {
      for (size_t i = 0; i < kinds_.size(); ++i) moves[i] = move(kinds_[i].population, scratch_);
    });
    timed(kFrame, [&] { require(world_.end_frame()); });
    for (const auto& some : moves) {
      for (const Move& one : some) carry_out(one);
    }
    roam();
  }

  [[nodiscard]] World& world() { return world_; }
  void forget_times() {
    seconds_.fill(0);
    allocations_ = 0;
  }
  [[nodiscard]] const std::array<double, kPhases>& seconds() const { return seconds_; }
  [[nodiscard]] uint64_t allocated() const { return allocations_; }
  [[nodiscard]] ActCounters counters() {
    ActCounters sum = kinds_[0].population.act_counters();
    for (size_t i = 1; i < kinds_.size(); ++i) {
      const ActCounters one = kinds_[i].population.act_counters();
      sum.started += one.started;
      sum.completed += one.completed;
      sum.failed += one.failed;
      sum.aborted += one.aborted;
    }
    return sum;
  }

 private:
  static constexpr uint32_t kWolves = 300, kDeer = 600, kPlots = 4'000;
  static constexpr float kSeconds = 1.0f / 60;

  struct Kind {
    const char* name;
    Population population = {};
    std::vector<Entity> agents = {};
  };
  struct Running {
    Kind* kind;
    Token token;
  };

  template <typename Work>
  void timed(Phase phase, Work&& work) {
    const uint64_t before = allocations();
    const double begin = thread_seconds();
    work();
    seconds_[phase] += thread_seconds() - begin;
    allocations_ += allocations() - before;
  }

  void sense(Population& population) {
    SenseBatch batch;
    std::span<const OcclusionQuery> queries;
    require(population.begin_sense(batch));
    for (uint32_t job = 0; job < batch.jobs(); ++job) require(population.sense(batch, job, scratch_));
    require(population.end_sense(batch, queries));
  }

  // A task takes half a second to four.
  void begin_task(Kind& kind, const Token& token) {
    running_[(frame_ + 30 + random_() % 210) % running_.size()].push_back({&kind, token});
  }
  // One in sixteen fails; who was aborted meanwhile is not asked any more.
  void end_tasks() {
    std::vector<Running>& due = running_[frame_ % running_.size()];
    timed(kAct, [&] {
      for (const Running& one : due) {
        const Ending ending = (random_() & 15) == 0 ? Ending::failed : Ending::completed;
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
  // Some of the animals are elsewhere.
  void roam() {
    for (size_t i = frame_ % 16; i < animals_.size(); i += 16) {
      Vector3 at;
      require(world_.position(animals_[i], at));
      at.x = inside(at.x + number() * 2 - 1);
      at.z = inside(at.z + number() * 2 - 1);
      require(world_.set_position(animals_[i], at));
    }
  }

  void fill() {
    const auto place = [&] { return Vector3{number() * side_, 0, number() * side_}; };
    const auto spawn = [&](const char* thing) {
      Entity id;
      require(world_.spawn_entity({.position = place(), .thing = ThingId::of(thing)}, id));
      return id;
    };
    Column<uint8_t> hungry;
    Column<float> meat, ripe;
    require(world_.field(id_of("things/wolf", "hungry"), hungry));
    require(world_.field(id_of("things/deer", "meat"), meat));
    require(world_.field(id_of("things/plot", "ripe"), ripe));
    std::vector<Entity> plots;
    for (uint32_t i = 0; i < kWolves; ++i)
      hungry[animals_.emplace_back(spawn("wolf")).index] = random_() % 3 != 0;
    for (uint32_t i = 0; i < kDeer; ++i) meat[animals_.emplace_back(spawn("deer")).index] = number() * 50;
    for (uint32_t i = 0; i < kPlots; ++i) ripe[plots.emplace_back(spawn("plot")).index] = number();
    for (Kind& kind : kinds_) settle(kind, plots);
  }

  // Villagers come in a row of houses, four neighbours each; farmers have eight plots.
  void settle(Kind& kind, const std::vector<Entity>& plots) {
    Population& population = kind.population;
    const PointColumn home = population.point_column(id_of("blackboard", "home"));
    const PointColumn post = population.point_column(id_of("blackboard", "post"));
    const Column<float> strength = population.column<float>(id_of("blackboard", "strength"));
    const bool is_farmer = &kind == kinds_.data();
    for (uint32_t i = 0; i < villagers_ / 4; ++i) {
      const Vector3 at{number() * side_, 0, number() * side_};
      const float turn = number() * 6.2831853f;
      Entity id;
      require(population.spawn(
          {.position = at, .facing = {std::sin(turn), 0, std::cos(turn)}, .thing = ThingId::of("villager")},
          id));
      kind.agents.push_back(id);
      uint32_t slot = 0;
      require(population.slot_of(id, slot));
      home.set(slot, at);
      post.set(slot, {inside(at.x + 20), 0, at.z});
      strength[slot] = 40 + number() * 60;
      for (const char* need : {"hunger", "tiredness", "boredom"}) {
        Column<float> level;
        require(population.levels(MotiveId::of(need), level));
        level[slot] = number();
      }
      if (!is_farmer) continue;
      std::array<Entity, 8> own;
      for (size_t k = 0; k < own.size(); ++k) own[k] = plots[(i * 3 + k * 11) % plots.size()];
      require(population.candidates(population.agent_of(slot), SetId::of("plots")).set(own));
    }
    for (uint32_t i = 0; i < kind.agents.size(); ++i) {
      std::array<Entity, 4> near;
      for (uint32_t k = 0; k < near.size(); ++k) near[k] = kind.agents[(i + k + 1) % kind.agents.size()];
      uint32_t slot = 0;
      require(population.slot_of(kind.agents[i], slot));
      const Status status = population.candidates(population.agent_of(slot), SetId::of("near")).set(near);
      if (status.code != StatusCode::unknown_id) require(status);  // not of who steers nowhere
    }
  }

  float number() { return static_cast<float>(random_() >> 8) * 0x1p-24F; }
  [[nodiscard]] float inside(float x) const { return std::min(std::max(x, 0.0f), side_); }

  float side_;
  uint32_t villagers_;
  std::mt19937 random_{1};
  Asset asset_;
  World world_;
  Scratch scratch_;
  std::array<Kind, 4> kinds_ = {{{"farmer"}, {"hunter"}, {"guard"}, {"child"}}};
  std::vector<Entity> animals_;
  std::array<std::vector<Running>, 256> running_;  // by the frame in which they end
  uint64_t frame_ = 0;
  std::array<double, kPhases> seconds_{};
  uint64_t allocations_ = 0;
};

}  // namespace ishi::benchmarks
