// What steering costs: ten thousand chasers with six behaviours and sixteen directions, against the same
// written by hand in plain C++, as the article has it: each behaviour adds its weights to those of all
// directions. Both must go the same way in every frame; where they do not, the weights of the two directions
// may differ by roundings alone. The time is that of a move phase, from begin_move to
// end_move, without what the game looks up (neighbours and blocked ways), which is given to both.

#include <array>
#include <cmath>
#include <limits>
#include <random>

#include "agents.h"

namespace ishi::benchmarks {
namespace {

constexpr uint32_t kDirections = 16;
constexpr uint32_t kNear = 4;
constexpr float kFrame = 1.0f / 60;

struct Place {
  float x = 0, y = 0;
};

struct Chaser {
  Place at, prey;
  std::array<uint32_t, kNear> near{};  // whose places the game knows
  uint64_t blocked = 0;
  uint32_t last = kDirections;      // none
  bool is_pushed_anywhere = false;  // who stands on another one goes in a random direction
};

class Hand {
 public:
  Hand() {
    for (uint32_t i = 0; i < kDirections; ++i) {
      const double angle = 2 * 3.14159265358979323846 * i / kDirections;
      directions_[i] = {static_cast<float>(std::sin(angle)), static_cast<float>(std::cos(angle))};
    }
  }

  uint32_t steer(Chaser& chaser, const std::vector<Place>& places) {
    weights_.fill(0);
    chaser.is_pushed_anywhere = false;
    const Place way = normalized({chaser.prey.x - chaser.at.x, chaser.prey.y - chaser.at.y});
    const float distance = std::hypot(chaser.prey.x - chaser.at.x, chaser.prey.y - chaser.at.y);
    if (distance > 1.2f) {
      seek(way, 1);
      strafe(way, 0.1f);
    } else if (distance < 0.8f) {
      seek({-way.x, -way.y}, 1);
    } else {
      strafe(way, 0.1f);
    }
    if (chaser.last < kDirections) seek(directions_[chaser.last], 0.3f);
    Place away;
    for (const uint32_t one : chaser.near) {
      const Place& other = places[one];
      const Place apart{chaser.at.x - other.x, chaser.at.y - other.y};
      const float gap = std::hypot(apart.x, apart.y);
      if (gap >= 0.5f) continue;
      chaser.is_pushed_anywhere |= gap < 0.05f;
      const Place unit = normalized(apart);
      away.x += unit.x * (1 - gap / 0.5f);
      away.y += unit.y * (1 - gap / 0.5f);
    }
    if (away.x != 0 || away.y != 0) seek(normalized(away), 8);
    uint32_t best = kDirections;
    float most = 0;
    for (uint32_t i = 0; i < kDirections; ++i) {
      if ((chaser.blocked >> i & 1) != 0) weights_[i] = -std::numeric_limits<float>::infinity();
      if (weights_[i] <= most) continue;
      most = weights_[i];
      best = i;
    }
    chaser.last = best;
    return best;
  }

  // The weight of a direction for the last chaser; 0 for no direction.
  [[nodiscard]] float weight(uint32_t direction) const {
    return direction < kDirections ? weights_[direction] : 0;
  }

 private:
  static Place normalized(Place v) {
    const float length = std::sqrt(v.x * v.x + v.y * v.y);
    return length > 0 ? Place{v.x / length, v.y / length} : Place{};
  }
  void seek(Place to, float weight) {
    for (uint32_t i = 0; i < kDirections; ++i) {
      const float dot = to.x * directions_[i].x + to.y * directions_[i].y;
      weights_[i] += (dot + 1) * 0.5f * weight;
    }
  }
  void strafe(Place to, float weight) {
    for (uint32_t i = 0; i < kDirections; ++i) {
      const float dot = to.x * directions_[i].x + to.y * directions_[i].y;
      const float modifier = 1 - std::pow(std::abs(dot + 0.25f), 2.0f);
      weights_[i] += (dot + 1) * 0.5f * modifier * weight;
    }
  }

  std::array<Place, kDirections> directions_;
  std::array<float, kDirections> weights_{};
};

// Chasers round twenty of prey, who know their four neighbours in a row.
struct Chase : Agents {
  explicit Chase(uint32_t count) : Agents(ISHI_HUNTER_BLOB, "hunter", count, 20), chasers(count) {
    std::mt19937 random(5);
    std::uniform_real_distribution<float> place(-30, 30);
    std::normal_distribution<float> aside(0, 1);
    std::vector<Entity> prey(20);
    std::vector<Place> at(20);
    for (size_t i = 0; i < prey.size(); ++i) {
      at[i] = {place(random), place(random)};
      require(world.spawn_entity({.position = {at[i].x, 0, at[i].y}}, prey[i]));
    }
    const auto key = population.column<EntityId>(id_of("blackboard", "prey"));
    for (uint32_t i = 0; i < count; ++i) {
      Chaser& chaser = chasers[i];
      const size_t whose = random() % prey.size();
      chaser.prey = at[whose];
      chaser.at = {at[whose].x + aside(random), at[whose].y + aside(random)};
      chaser.blocked = random() % 4 == 0 ? random() & 0xffff : 0;
      key[slots[i]] = prey[whose];
      put(i);
      population.blocked()[slots[i]] = chaser.blocked;
    }
    for (uint32_t i = 0; i < count; ++i) {
      std::array<Entity, kNear> near;
      for (uint32_t k = 0; k < kNear; ++k) {
        chasers[i].near[k] = (i + k + 1) % count;
        near[k] = population.agent_of(slots[chasers[i].near[k]]);
      }
      require(population.candidates(population.agent_of(slots[i]), SetId::of("near")).set(near));
    }
    look();
  }

  void put(uint32_t i) {
    require(world.set_position(population.agent_of(slots[i]), {chasers[i].at.x, 0, chasers[i].at.y}));
  }
  // Where everybody is, for those that steer by hand.
  void look() {
    places.resize(chasers.size());
    for (size_t i = 0; i < chasers.size(); ++i) places[i] = chasers[i].at;
  }
  std::span<const Move> move() { return benchmarks::move(population, scratch); }

  std::vector<Chaser> chasers;
  std::vector<Place> places;
};

// A frame in which all move, by one of the two; false if they differ.
template <bool by_hand>
bool frame(Chase& chase, Hand& hand, benchmark::State* state) {
  chase.begin_frame();
  chase.think();
  chase.act();
  std::vector<uint32_t> ways(chase.chasers.size());
  const std::vector<Chaser> before = chase.chasers;
  const double begin = thread_seconds();
  std::span<const Move> moves;
  if (by_hand) {
    for (size_t i = 0; i < ways.size(); ++i) ways[i] = hand.steer(chase.chasers[i], chase.places);
  } else {
    moves = chase.move();
  }
  const double passed = thread_seconds() - begin;
  if (state != nullptr) state->SetIterationTime(passed);
  if (by_hand) {
    moves = chase.move();
  } else {
    for (size_t i = 0; i < ways.size(); ++i) ways[i] = hand.steer(chase.chasers[i], chase.places);
  }
  chase.end_frame();
  bool same = moves.size() == ways.size();
  for (uint32_t i = 0; i < ways.size(); ++i) {
    const Move& move = moves[chase.slots[i]];
    const uint32_t direction = std::min(move.direction, kDirections);
    if (direction != ways[i] && !chase.chasers[i].is_pushed_anywhere) {
      Chaser again = before[i];
      hand.steer(again, chase.places);
      same = same && std::abs(hand.weight(direction) - hand.weight(ways[i])) < 1e-4f;
    }
    chase.chasers[i].last = direction;
    chase.chasers[i].at.x += move.heading.x * move.speed * kFrame;
    chase.chasers[i].at.y += move.heading.z * move.speed * kFrame;
    chase.put(i);
  }
  chase.look();
  return same;
}

template <bool by_hand>
void steer(benchmark::State& state) {
  Chase chase(static_cast<uint32_t>(state.range(0)));
  Hand hand;
  uint64_t moved = 0;
  for (int i = 0; i < 10; ++i) static_cast<void>(frame<by_hand>(chase, hand, nullptr));
  for (auto _ : state) {
    if (!frame<by_hand>(chase, hand, &state)) {
      state.SkipWithError("the two go different ways");
      break;
    }
    moved += chase.chasers.size();
  }
  report(state, "per_agent", moved);
}

BENCHMARK_TEMPLATE(steer, false)->Name("steer/ishi")->Arg(10'000)->UseManualTime();
BENCHMARK_TEMPLATE(steer, true)->Name("steer/hand")->Arg(10'000)->UseManualTime();

}  // namespace
}  // namespace ishi::benchmarks
