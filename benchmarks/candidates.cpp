#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <string_view>
#include <vector>

#include "agents.h"
#include "ishi/id.h"
#include "ishi/tools.h"
#include "scavenger_kernels.h"

// Decisions about one of many candidates: sixteen of each agent's own, or sixty-four that all agents share,
// also where only one agent may have each. By hand the same is written as a loop over arrays, which judges
// what depends on the pickup alone once for all.

namespace ishi::benchmarks {
namespace {

constexpr uint32_t kOwn = 16;
constexpr uint32_t kShared = 64;

struct Pickup {
  Entity id;
  float worth = 0;
  bool heavy = false;
  Vector3 position{};
};

// Agents spread over a field of pickups.
struct Scavengers : Agents {
  Scavengers(const char* blob, const char* agent, uint32_t count, const Kernels& kernels = {})
      : Agents(blob, agent, count, 128, kernels) {
    Column<float> energy;
    Column<uint8_t> heavy;
    require(world.field(id_of("things/pickup", "energy"), energy));
    require(world.field(id_of("things/pickup", "heavy"), heavy));
    std::mt19937 random(1);
    const auto place = [&random] { return static_cast<float>(random() % 60); };
    for (Pickup& pickup : pickups) {
      pickup.position = {place(), 0, place()};
      require(world.spawn_entity({.position = pickup.position, .thing = ThingId::of("pickup")}, pickup.id));
      energy[pickup.id.index] = static_cast<float>(random() % 101);
      heavy[pickup.id.index] = random() % 4 == 0;
      pickup.worth = energy[pickup.id.index] / 100;
      pickup.heavy = heavy[pickup.id.index] != 0;
    }
    for (const uint32_t slot : slots) {
      positions.push_back({place(), 0, place()});
      require(world.set_position(population.agent_of(slot), positions.back()));
    }
  }

  std::array<Pickup, kShared> pickups;
  std::vector<Vector3> positions;  // by number of the agent
};

struct Fetchers : Scavengers {
  explicit Fetchers(uint32_t count, const char* blob = ISHI_SCAVENGER_BLOB, const char* agent = "fetcher",
                    const Kernels& kernels = {})
      : Scavengers(blob, agent, count, kernels), own(count) {
    std::mt19937 random(2);
    for (uint32_t i = 0; i < count; ++i) {
      std::array<Entity, kOwn> ids;
      for (uint32_t k = 0; k < kOwn; ++k) {
        own[i][k] = static_cast<uint8_t>((random() % 4 + size_t{4} * k) % kShared);
        ids[k] = pickups[own[i][k]].id;
      }
      require(population.candidates(population.agent_of(slots[i]), SetId::of("around")).set(ids));
    }
  }
  std::vector<std::array<uint8_t, kOwn>> own;
};

struct Sharers : Scavengers {
  explicit Sharers(uint32_t count, const char* blob = ISHI_SCAVENGER_BLOB, const char* agent = "scavenger",
                   const Kernels& kernels = {})
      : Scavengers(blob, agent, count, kernels) {
    std::array<Entity, kShared> ids;
    for (uint32_t k = 0; k < kShared; ++k) ids[k] = pickups[k].id;
    require(world.candidates(SetId::of("pickups")).set(ids));
  }
};

// The choice of one agent among `count` pickups that `at` gives.
template <typename At>
uint32_t choose_by_hand(const Scavengers& agents, Vector3 self, uint32_t count, At&& at) {
  float best = 0.05F;
  uint32_t chosen = kShared;
  for (uint32_t k = 0; k < count; ++k) {
    const Pickup& pickup = agents.pickups[at(k)];
    const float score = pickup.heavy ? 0 : pickup.worth * nearness(self, pickup.position);
    chosen = score > best ? at(k) : chosen;
    best = score > best ? score : best;
  }
  return chosen;
}

// Both ways choose the same.
template <typename Choose>
void check(Scavengers& agents, Choose&& by_hand) {
  agents.decide();
  for (uint32_t i = 0; i < agents.slots.size(); ++i) {
    const uint32_t chosen = by_hand(i);
    const Entity expected = chosen == kShared ? kNobody : agents.pickups[chosen].id;
    if (agents.population.candidate(agents.population.agent_of(agents.slots[i])) == expected) continue;
    std::fprintf(stderr, "agent %u chooses something else by hand\n", i);
    std::exit(1);
  }
}

template <typename World>
auto by_hand_of(const World& agents) {
  return [&agents](uint32_t i) {
    if constexpr (std::is_same_v<World, Fetchers>) {
      return choose_by_hand(agents, agents.positions[i], kOwn,
                            [&](uint32_t k) { return uint32_t{agents.own[i][k]}; });
    } else {
      return choose_by_hand(agents, agents.positions[i], kShared, [](uint32_t k) { return k; });
    }
  };
}

template <typename World>
void by_hand(benchmark::State& state) {
  World agents(static_cast<uint32_t>(state.range(0)));
  const auto choose = by_hand_of(agents);
  std::vector<uint32_t> chosen(agents.slots.size());
  uint64_t decisions = 0;
  for (auto _ : state) {
    for (uint32_t i = 0; i < chosen.size(); ++i) chosen[i] = choose(i);
    benchmark::DoNotOptimize(chosen.data());
    benchmark::ClobberMemory();
    decisions += chosen.size();
  }
  report(state, "per_decision", decisions);
}

// Each agent begins what it chose, as it does in a game.
void begin_bodies(Scavengers& agents) {
  agents.begin_frame();
  agents.act();
  agents.end_frame();
}

template <typename World>
void by_ishi(benchmark::State& state) {
  World agents(static_cast<uint32_t>(state.range(0)));
  check(agents, by_hand_of(agents));
  begin_bodies(agents);
  uint64_t decisions = 0;
  for (auto _ : state) decisions += agents.decide();
  report(state, "per_decision", decisions);
}

template <typename World>
void by_kernel(benchmark::State& state) {
  const char* const agent = std::is_same_v<World, Fetchers> ? "fetcher" : "scavenger";
  World agents(static_cast<uint32_t>(state.range(0)), ISHI_SCAVENGER_BLOB, agent, ::scavenger::kernels);
  if (Tools(agents.population).kernel_use() != KernelUse::runs)
    return state.SkipWithError("the kernel does not run");
  check(agents, by_hand_of(agents));
  begin_bodies(agents);
  uint64_t decisions = 0;
  for (auto _ : state) decisions += agents.decide();
  report(state, "per_decision", decisions);
}

// The member of a set with the most others of the set around it, the first of several.
template <typename At>
uint32_t choose_crowded(const Scavengers& agents, uint32_t count, At&& at) {
  constexpr float kNear = 8;
  uint32_t most = 0, chosen = kShared;
  for (uint32_t k = 0; k < count; ++k) {
    const Vector3 here = agents.pickups[at(k)].position;
    uint32_t near = 0;
    for (uint32_t j = 0; j < count; ++j) {
      const Vector3 there = agents.pickups[at(j)].position;
      const float x = there.x - here.x, z = there.z - here.z;
      near += std::sqrt(x * x + z * z) < kNear ? 1 : 0;
    }
    if (near > most) most = near, chosen = at(k);
  }
  return chosen;
}

template <typename World>
auto crowded_by_hand(const World& agents) {
  return [&agents](uint32_t i) {
    if constexpr (std::is_same_v<World, Fetchers>) {
      return choose_crowded(agents, kOwn, [&](uint32_t k) { return uint32_t{agents.own[i][k]}; });
    } else {
      return choose_crowded(agents, kShared, [](uint32_t k) { return k; });
    }
  };
}

template <typename World>
void crowd_by_hand(benchmark::State& state) {
  const World agents(static_cast<uint32_t>(state.range(0)));
  const auto choose = crowded_by_hand(agents);
  uint64_t decisions = 0;
  for (auto _ : state) {
    for (uint32_t i = 0; i < agents.slots.size(); ++i) benchmark::DoNotOptimize(choose(i));
    decisions += agents.slots.size();
  }
  report(state, "per_decision", decisions);
}

template <typename World>
void crowd_by_ishi(benchmark::State& state) {
  World agents(static_cast<uint32_t>(state.range(0)), ISHI_GATHERER_BLOB,
               std::is_same_v<World, Fetchers> ? "gatherer" : "raker");
  check(agents, crowded_by_hand(agents));
  uint64_t decisions = 0;
  for (auto _ : state) decisions += agents.decide();
  report(state, "per_decision", decisions);
}

// Who wants most of what is free comes first, each time anew.
std::vector<uint32_t> share_by_hand(const Sharers& agents) {
  struct Wish {
    float score;
    uint32_t agent, pickup;
  };
  std::array<bool, kShared> is_taken{};
  const auto wish_of = [&](uint32_t agent) {
    Wish wish{0.05F, agent, kShared};
    for (uint32_t k = 0; k < kShared; ++k) {
      const Pickup& pickup = agents.pickups[k];
      const float score =
          pickup.heavy || is_taken[k] ? 0 : pickup.worth * nearness(agents.positions[agent], pickup.position);
      if (score > wish.score) wish = {score, agent, k};
    }
    return wish;
  };
  const auto comes_later = [](const Wish& a, const Wish& b) {
    return a.score != b.score ? a.score < b.score : a.agent > b.agent;
  };
  std::vector<uint32_t> chosen(agents.slots.size(), kShared);
  std::vector<Wish> wishes;
  for (uint32_t i = 0; i < chosen.size(); ++i) {
    if (const Wish wish = wish_of(i); wish.pickup != kShared) wishes.push_back(wish);
  }
  std::make_heap(wishes.begin(), wishes.end(), comes_later);
  while (!wishes.empty()) {
    std::pop_heap(wishes.begin(), wishes.end(), comes_later);
    Wish wish = wishes.back();
    wishes.pop_back();
    if (is_taken[wish.pickup]) wish = wish_of(wish.agent);
    if (wish.pickup == kShared) continue;
    if (!wishes.empty() && comes_later(wish, wishes.front())) {
      wishes.push_back(wish);
      std::push_heap(wishes.begin(), wishes.end(), comes_later);
      continue;
    }
    is_taken[wish.pickup] = true;
    chosen[wish.agent] = wish.pickup;
  }
  return chosen;
}

void claim_by_hand(benchmark::State& state) {
  const Sharers agents(static_cast<uint32_t>(state.range(0)), ISHI_SCAVENGER_BLOB, "taker");
  uint64_t decisions = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(share_by_hand(agents).data());
    decisions += agents.slots.size();
  }
  report(state, "per_decision", decisions);
}

// All of them at once, as when night falls and everybody looks for a bed.
void claim_by_ishi(benchmark::State& state) {
  Sharers agents(static_cast<uint32_t>(state.range(0)), ISHI_SCAVENGER_BLOB, "taker");
  const std::vector<uint32_t> by_hand = share_by_hand(agents);
  check(agents, [&](uint32_t i) { return by_hand[i]; });
  uint64_t decisions = 0;
  for (auto _ : state) {
    state.PauseTiming();
    for (const uint32_t slot : agents.slots)
      require(Tools(agents.population).set_option(agents.population.agent_of(slot), kNoOption));
    state.ResumeTiming();
    decisions += agents.decide();
  }
  report(state, "per_decision", decisions);
}

}  // namespace
}  // namespace ishi::benchmarks

BENCHMARK(ishi::benchmarks::claim_by_hand)->Name("decide/claimed/hand")->Arg(1000);
BENCHMARK(ishi::benchmarks::claim_by_ishi)->Name("decide/claimed/ishi")->Arg(1000);

BENCHMARK(ishi::benchmarks::crowd_by_hand<ishi::benchmarks::Fetchers>)
    ->Name("decide/crowded_own/hand")
    ->Arg(1000);
BENCHMARK(ishi::benchmarks::crowd_by_ishi<ishi::benchmarks::Fetchers>)
    ->Name("decide/crowded_own/ishi")
    ->Arg(1000);
BENCHMARK(ishi::benchmarks::crowd_by_hand<ishi::benchmarks::Sharers>)
    ->Name("decide/crowded_shared/hand")
    ->Arg(1000);
BENCHMARK(ishi::benchmarks::crowd_by_ishi<ishi::benchmarks::Sharers>)
    ->Name("decide/crowded_shared/ishi")
    ->Arg(1000);

BENCHMARK(ishi::benchmarks::by_hand<ishi::benchmarks::Fetchers>)->Name("decide/own/hand")->Arg(1000);
BENCHMARK(ishi::benchmarks::by_ishi<ishi::benchmarks::Fetchers>)->Name("decide/own/ishi")->Arg(1000);
BENCHMARK(ishi::benchmarks::by_kernel<ishi::benchmarks::Fetchers>)->Name("decide/own/kernel")->Arg(1000);
BENCHMARK(ishi::benchmarks::by_kernel<ishi::benchmarks::Sharers>)->Name("decide/shared/kernel")->Arg(20000);
BENCHMARK(ishi::benchmarks::by_hand<ishi::benchmarks::Sharers>)->Name("decide/shared/hand")->Arg(20000);
BENCHMARK(ishi::benchmarks::by_ishi<ishi::benchmarks::Sharers>)->Name("decide/shared/ishi")->Arg(20000);
