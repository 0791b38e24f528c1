// Finding ways for a thousand walkers who go to one place. `shared`: a world finds them, from the call that
// begins the first search to the one after which nobody waits. `alone`: each walker has a search of its own,
// as for a thousand places. `expansions` counts the cells that searches went on from, for one place;
// `times_fewer` divides those of `alone` by it. The ways of both must cost the same.

#include <benchmark/benchmark.h>

#include <cstdint>
#include <vector>

#include "agents.h"
#include "navigation/path_search.h"
#include "path_maps.h"

namespace ishi::benchmarks {
namespace {

constexpr uint32_t kMarchers = 1000;
constexpr uint32_t kPlaces = 4;
constexpr uint32_t kNoEnd = 0xffffffff;

struct March {
  // Places that most of the map can come to.
  explicit March(uint32_t percent) : paths(percent) {
    if (!search.allocate(kSize, kSize)) std::exit(1);
    while (starts.size() < kMarchers) {
      if (const CellPlace start = paths.any_open(); cost(start, paths.queries[0].start) != kNoEnd)
        starts.push_back(start);
    }
    while (places.size() < kPlaces) {
      if (const CellPlace place = paths.any_open(); cost(place, paths.queries[0].start) != kNoEnd)
        places.push_back(place);
    }
  }

  uint32_t cost(CellPlace from, CellPlace to) {
    search.begin(paths.grid(), travel, {.start = from, .place = to});
    search.run(paths.grid(), travel, 0xffffffff);
    expanded += search.expanded();
    return search.status() == PathStatus::reached ? search.cost() : kNoEnd;
  }

  Paths paths;
  Travel travel{TravelOptions{}};
  PathSearch search;
  uint64_t expanded = 0;
  std::vector<CellPlace> starts, places;
};

struct Marchers : Agents {
  explicit Marchers(const March& march) : Agents(ISHI_MARCHER_BLOB, "marcher", kMarchers) {
    require(world.create_grid({.columns = kSize, .rows = kSize, .origin = {-0.5F, 0, -0.5F}}));
    for (uint32_t row = 0; row < kSize; ++row) {
      for (uint32_t column = 0; column < kSize; ++column) {
        if (!march.paths.is_open({static_cast<int32_t>(column), static_cast<int32_t>(row)}))
          require(world.set_cell(column, row, kImpassableCell));
      }
    }
    for (uint32_t i = 0; i < kMarchers; ++i) require(world.set_position(walker(i), point(march.starts[i])));
    require(population.column(id_of("blackboard", "place"), keys));
  }

  static Vector3 point(CellPlace cell) {
    return {static_cast<float>(cell.column), 0, static_cast<float>(cell.row)};
  }
  [[nodiscard]] Entity walker(uint32_t i) const { return population.agent_of(slots[i]); }

  // Sends all to a place; how many seconds searching took.
  double send(CellPlace place) {
    for (const uint32_t slot : slots) keys.set(slot, point(place));
    double seconds = 0;
    do {
      begin_frame();
      think();
      act();
      const double begin = thread_seconds();
      require(world.find_paths());
      seconds += thread_seconds() - begin;
      end_frame();
    } while (world.path_counters().waiting != 0);
    return seconds;
  }
  [[nodiscard]] bool has_way_of(uint32_t i, uint32_t cost) const {
    Way way;
    require(population.way(walker(i), way));
    return way.end == Way::End::part || cost == 0 || way.cost == static_cast<float>(cost);
  }

  PointColumn keys;
};

void report_march(benchmark::State& state, uint64_t expanded, uint64_t alone) {
  report(state, "per_way", static_cast<uint64_t>(state.iterations()) * kMarchers);
  const auto marches = static_cast<double>(state.iterations());
  state.counters["expansions"] = static_cast<double>(expanded) / marches;
  if (expanded > 0)
    state.counters["times_fewer"] = static_cast<double>(alone) / static_cast<double>(expanded);
}

void shared(benchmark::State& state) {
  March march(static_cast<uint32_t>(state.range(0)));
  Marchers marchers(march);
  march.expanded = 0;
  for (const CellPlace place : march.places) {
    marchers.send(place);
    for (uint32_t i = 0; i < kMarchers; ++i) {
      if (!marchers.has_way_of(i, march.cost(march.starts[i], place)))
        return state.SkipWithError("not the same cost");
    }
  }
  const uint64_t alone = march.expanded / kPlaces;
  const uint64_t before = marchers.world.path_counters().expansions;
  uint32_t at = 0;
  for (auto _ : state) state.SetIterationTime(marchers.send(march.places[at++ % kPlaces]));
  const uint64_t expanded = marchers.world.path_counters().expansions - before;
  report_march(state, expanded, alone * static_cast<uint64_t>(state.iterations()));
}

void alone(benchmark::State& state) {
  March march(static_cast<uint32_t>(state.range(0)));
  march.expanded = 0;
  uint32_t at = 0;
  for (auto _ : state) {
    for (const CellPlace start : march.starts) {
      uint8_t directions[128];
      benchmark::DoNotOptimize(march.cost(start, march.places[at % kPlaces]));
      benchmark::DoNotOptimize(march.search.way(march.paths.grid(), directions));
    }
    ++at;
  }
  report_march(state, march.expanded, march.expanded);
}

}  // namespace
}  // namespace ishi::benchmarks

// The argument: how many of a hundred cells cannot be entered.
BENCHMARK(ishi::benchmarks::shared)
    ->Name("paths/shared/1000")
    ->Arg(0)
    ->Arg(20)
    ->Arg(35)
    ->Iterations(4)
    ->UseManualTime();
BENCHMARK(ishi::benchmarks::alone)->Name("paths/alone/1000")->Arg(0)->Arg(20)->Arg(35)->Iterations(4);
