// What searching for ways costs: 100 ways between cells anywhere on 512 × 512 cells, a share of which cannot
// be entered, four neighbours, all steps of the same cost. `hand` is A* as textbooks have it: a binary heap,
// arrays by cell, the same heuristic, of equal scores the one that is farther on. Both must find ways of the
// same cost.

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <queue>
#include <random>
#include <vector>

#include "navigation/path_search.h"

namespace ishi::benchmarks {
namespace {

constexpr uint32_t kSize = 512;
constexpr uint32_t kQueries = 100;
constexpr uint32_t kNoWay = 0xffffffff;

struct Paths {
  explicit Paths(uint32_t percent) : cells(CellGrid::size_of(kSize, kSize), kImpassable) {
    std::mt19937 random(percent + 1);
    for (int32_t row = 0; row < int32_t{kSize}; ++row) {
      for (int32_t column = 0; column < int32_t{kSize}; ++column) {
        if (random() % 100 >= percent) cells[grid().index_of({column, row})] = 0;
      }
    }
    while (queries.size() < kQueries) {
      const auto any = [&] { return static_cast<int32_t>(random() % kSize); };
      PathQuery query;
      query.start = {any(), any()};
      query.place = {any(), any()};
      if (is_open(query.start) && is_open(query.place)) queries.push_back(query);
    }
  }

  [[nodiscard]] CellGrid grid() const { return {cells.data(), kSize, kSize}; }
  [[nodiscard]] bool is_open(CellPlace place) const {
    return grid().holds(place) && cells[grid().index_of(place)] != kImpassable;
  }

  std::vector<uint8_t> cells;
  std::vector<PathQuery> queries;
};

class Textbook {
 public:
  uint32_t cost_of(const Paths& paths, const PathQuery& query) {
    costs_.assign(kSize * kSize, kNoWay);
    before_.assign(kSize * kSize, kNoWay);
    closed_.assign(kSize * kSize, 0);
    std::priority_queue<Open> open;
    costs_[index_of(query.start)] = 0;
    open.push({distance(query.start, query.place), 0, query.start});
    while (!open.empty()) {
      const Open here = open.top();
      open.pop();
      const uint32_t index = index_of(here.place);
      if (closed_[index] != 0) continue;
      if (index == index_of(query.place)) return here.cost;
      closed_[index] = 1;
      ++expanded;
      for (const CellPlace step : {CellPlace{0, 1}, CellPlace{0, -1}, CellPlace{-1, 0}, CellPlace{1, 0}}) {
        const CellPlace next{here.place.column + step.column, here.place.row + step.row};
        if (!paths.is_open(next) || here.cost + 1 >= costs_[index_of(next)]) continue;
        costs_[index_of(next)] = here.cost + 1;
        before_[index_of(next)] = index;
        open.push({here.cost + 1 + distance(next, query.place), here.cost + 1, next});
      }
    }
    return kNoWay;
  }

  uint64_t expanded = 0;

 private:
  struct Open {
    uint32_t score, cost;
    CellPlace place;
    bool operator<(const Open& other) const {
      return score != other.score ? score > other.score : cost < other.cost;
    }
  };
  static uint32_t index_of(CellPlace place) {
    return static_cast<uint32_t>(place.row) * kSize + static_cast<uint32_t>(place.column);
  }
  static uint32_t distance(CellPlace a, CellPlace b) {
    return static_cast<uint32_t>(std::abs(a.column - b.column) + std::abs(a.row - b.row));
  }

  std::vector<uint32_t> costs_, before_;
  std::vector<uint8_t> closed_;
};

uint32_t cost_by(PathSearch& search, const Paths& paths, const Travel& travel, const PathQuery& query) {
  search.begin(paths.grid(), travel, query);
  search.run(paths.grid(), travel, kNoWay);
  uint8_t directions[128];
  benchmark::DoNotOptimize(search.way(paths.grid(), directions));
  return search.status() == PathStatus::reached ? search.cost() : kNoWay;
}

void report(benchmark::State& state, uint64_t expanded) {
  const auto ways = static_cast<double>(state.iterations()) * kQueries;
  state.counters["per_way"] =
      benchmark::Counter(ways, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
  state.counters["cells"] = static_cast<double>(expanded) / ways;
  state.counters["cells_per_second"] =
      benchmark::Counter(static_cast<double>(expanded), benchmark::Counter::kIsRate);
}

void ishi(benchmark::State& state) {
  const Paths paths(static_cast<uint32_t>(state.range(0)));
  const Travel travel{TravelOptions{}};
  PathSearch search;
  Textbook textbook;
  if (!search.allocate(kSize, kSize)) return state.SkipWithError("no memory");
  for (const PathQuery& query : paths.queries) {
    if (cost_by(search, paths, travel, query) != textbook.cost_of(paths, query)) {
      return state.SkipWithError("not the same cost");
    }
  }
  uint64_t expanded = 0;
  for (auto _ : state) {
    for (const PathQuery& query : paths.queries) {
      benchmark::DoNotOptimize(cost_by(search, paths, travel, query));
      expanded += search.expanded();
    }
  }
  report(state, expanded);
}

void hand(benchmark::State& state) {
  const Paths paths(static_cast<uint32_t>(state.range(0)));
  Textbook textbook;
  for (auto _ : state) {
    for (const PathQuery& query : paths.queries) benchmark::DoNotOptimize(textbook.cost_of(paths, query));
  }
  report(state, textbook.expanded);
}

}  // namespace
}  // namespace ishi::benchmarks

// The argument: how many of a hundred cells cannot be entered.
BENCHMARK(ishi::benchmarks::ishi)->Name("paths/ishi")->Arg(0)->Arg(20)->Arg(35);
BENCHMARK(ishi::benchmarks::hand)->Name("paths/hand")->Arg(0)->Arg(20)->Arg(35);
