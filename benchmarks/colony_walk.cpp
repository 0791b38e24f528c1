// Walkers who just go on, also with `until` and `timeout`: beside them a loop over walkers by hand.

#include <array>
#include <cmath>
#include <random>
#include <vector>

#include "agents.h"
#include "colony_parts.h"

namespace ishi::benchmarks {
namespace {

constexpr uint32_t kWalkers = 4'000;
constexpr uint32_t kSide = 400;
constexpr float kStep = 2.0F / 60;

struct Walkers : Agents {
  explicit Walkers(const char* agent) : Agents(ISHI_COLONY_BLOB, agent, kWalkers) {
    require(world.create_grid({.columns = kSide, .rows = kSide}));
    const PointColumn home = population.point_column(id_of("blackboard", "home"));
    std::mt19937 random(5);
    const auto number = [&random](float most) { return static_cast<float>(random() >> 8) * 0x1p-24F * most; };
    for (const uint32_t slot : slots) {
      require(world.set_position(population.agent_of(slot), {number(100) + 0.5F, 0, number(380) + 0.5F}));
      goals.push_back({number(100) + 290, 0, number(380) + 0.5F});
      home.set(slot, goals.back());
    }
    do {
      frame_of_all();
    } while (world.path_counters().waiting != 0);
    for (int i = 0; i < 4; ++i) frame_of_all();
  }

  // A frame in which all go on; what acting and moving took of the thread's time.
  double frame_of_all() {
    begin_frame();
    think();
    const double begin = thread_seconds();
    act();
    double seconds = thread_seconds() - begin;
    require(world.find_paths({.expansions = 4'000'000}));
    const double begin_move = thread_seconds();
    const std::span<const Move> moves = move(population, scratch);
    move_seconds += thread_seconds() - begin_move;
    end_frame();
    for (const Move& one : moves) {
      Vector3 at;
      require(world.position(one.agent, at));
      require(world.set_position(one.agent, {at.x + one.heading.x * one.speed * (1.0F / 60), 0,
                                             at.z + one.heading.z * one.speed * (1.0F / 60)}));
    }
    return seconds;
  }

  std::vector<Vector3> goals;
  double move_seconds = 0;
};

// A walker by hand: it goes from centre to centre, asks in each frame whether it is there and whether its
// place has come to lie in another cell, and, where it has them, for its deadline and its condition.
struct HandWalker {
  Vector3 at{};
  Vector3 goal{};
  std::vector<Vector3> path;
  uint32_t next = 0;
  int32_t goal_column = 0, goal_row = 0;
  float deadline = 0;
  bool lost = false;
  Vector3 heading{};
};

int32_t cell(float x) { return static_cast<int32_t>(x); }

// Does the work of `act` by hand, and returns the number of walkers that go on.
uint32_t go_on(std::vector<HandWalker>& walkers, bool hurries, float now) {
  uint32_t on = 0;
  for (HandWalker& w : walkers) {
    if (hurries && (w.lost || w.deadline <= now)) continue;
    const int32_t column = cell(w.at.x), row = cell(w.at.z);
    const int32_t goal_column = cell(w.goal.x), goal_row = cell(w.goal.z);
    const float x = w.goal.x - w.at.x, z = w.goal.z - w.at.z;
    if ((column == goal_column && row == goal_row) || x * x + z * z <= 0.25F) continue;
    if (goal_column != w.goal_column || goal_row != w.goal_row) continue;
    const Vector3 point = w.path[w.next];
    if (w.next + 1 < w.path.size() && column == cell(point.x) && row == cell(point.z)) ++w.next;
    ++on;
  }
  return on;
}
// Does the work of `move` by hand.
void head(std::vector<HandWalker>& walkers) {
  for (HandWalker& w : walkers) {
    const Vector3 to = w.path[w.next];
    const float x = to.x - w.at.x, z = to.z - w.at.z, length = std::sqrt(x * x + z * z);
    w.heading = {x / length, 0, z / length};
  }
}

std::vector<HandWalker> hand_walkers(Walkers& agents) {
  std::vector<HandWalker> walkers(kWalkers);
  for (uint32_t i = 0; i < kWalkers; ++i) {
    HandWalker& w = walkers[i];
    const Entity agent = agents.population.agent_of(agents.slots[i]);
    require(agents.world.position(agent, w.at));
    w.goal = agents.goals[i];
    w.goal_column = cell(w.goal.x), w.goal_row = cell(w.goal.z);
    w.deadline = 1e9F;
    std::array<Vector3, 2048> path;
    uint32_t count = 0;
    require(agents.population.path(agent, path, count));
    w.path.assign(path.begin(), path.begin() + count);
  }
  return walkers;
}
void step(std::vector<HandWalker>& walkers) {
  for (HandWalker& w : walkers) w.at = {w.at.x + w.heading.x * kStep, 0, w.at.z + w.heading.z * kStep};
}

// Both are in the same places after some seconds.
void check_walkers(Walkers& agents, std::vector<HandWalker>& walkers) {
  for (int frame = 0; frame < 120; ++frame) {
    agents.frame_of_all();
    if (go_on(walkers, false, 0) != kWalkers) differ("that it goes on", 0);
    head(walkers);
    step(walkers);
  }
  for (uint32_t i = 0; i < kWalkers; ++i) {
    Vector3 at;
    require(agents.world.position(agents.population.agent_of(agents.slots[i]), at));
    if (distance_of(at, walkers[i].at) > 0.01F) differ("where it is", i);
  }
}

void walk(benchmark::State& state, const char* agent) {
  Walkers agents(agent);
  std::vector<HandWalker> walkers = hand_walkers(agents);
  check_walkers(agents, walkers);
  agents.move_seconds = 0;
  const uint64_t before = agents.population.act_counters().visits;
  uint64_t frames = 0;
  for (auto _ : state) state.SetIterationTime(agents.frame_of_all()), ++frames;
  state.counters["visits"] = static_cast<double>(agents.population.act_counters().visits - before) /
                             static_cast<double>(frames * kWalkers);
  report(state, "per_agent", frames * kWalkers);
  state.counters["move_ns"] = agents.move_seconds * 1e9 / static_cast<double>(frames * kWalkers);
}
void walk_plainly(benchmark::State& state) { walk(state, "strider"); }
void walk_with_deadline(benchmark::State& state) { walk(state, "hurrier"); }

void walk_by_hand(benchmark::State& state) {
  Walkers agents("hurrier");
  std::vector<HandWalker> walkers = hand_walkers(agents);
  check_walkers(agents, walkers);
  uint64_t frames = 0;
  double head_seconds = 0;
  for (auto _ : state) {
    const double begin = thread_seconds();
    benchmark::DoNotOptimize(go_on(walkers, true, static_cast<float>(frames)));
    const double middle = thread_seconds();
    head(walkers);
    head_seconds += thread_seconds() - middle;
    state.SetIterationTime(middle - begin);
    step(walkers);
    ++frames;
  }
  report(state, "per_agent", frames * kWalkers);
  state.counters["move_ns"] = head_seconds * 1e9 / static_cast<double>(frames * kWalkers);
}

BENCHMARK(walk_plainly)->Name("colony_walk/ishi")->Iterations(120)->UseManualTime();
BENCHMARK(walk_with_deadline)->Name("colony_walk/hurried")->Iterations(120)->UseManualTime();
BENCHMARK(walk_by_hand)->Name("colony_walk/hand")->Iterations(120)->UseManualTime();

}  // namespace
}  // namespace ishi::benchmarks
