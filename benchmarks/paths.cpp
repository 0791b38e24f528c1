// What searching for ways costs: 100 ways between cells anywhere on 512 × 512 cells, a share of which cannot
// be entered, four neighbours, all steps of the same cost. `hand` is A* as textbooks have it: a binary heap,
// arrays by cell, the same heuristic, of equal scores the one that is farther on. Both must find ways of the
// same cost. Short ways are of 16 steps at most; there `hand` does not clear its arrays: it knows by a number
// which cells are of this search.

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <queue>
#include <vector>

#include "navigation/path_search.h"
#include "path_maps.h"

namespace ishi::benchmarks {
namespace {

constexpr uint32_t kNoWay = 0xffffffff;
constexpr uint32_t kShort = 16;  // the most steps of a short way

class Textbook {
 public:
  explicit Textbook(bool clears = true) : clears_(clears) {}

  uint32_t cost_of(const Paths& paths, const PathQuery& query) {
    if (clears_ || seen_.empty()) {
      costs_.assign(kSize * kSize, kNoWay);
      before_.assign(kSize * kSize, kNoWay);
      closed_.assign(kSize * kSize, 0);
      if (!clears_) seen_.assign(kSize * kSize, 0);
    }
    ++search_;
    std::priority_queue<Open> open;
    meet(index_of(query.start));
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
        if (!paths.is_open(next)) continue;
        meet(index_of(next));
        if (here.cost + 1 >= costs_[index_of(next)]) continue;
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

  // Clears a cell if only an earlier search has met it.
  void meet(uint32_t cell) {
    if (clears_ || seen_[cell] == search_) return;
    seen_[cell] = search_;
    costs_[cell] = kNoWay;
    closed_[cell] = 0;
  }

  bool clears_;
  uint32_t search_ = 0;
  std::vector<uint32_t> costs_, before_, seen_;
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

// Ways anywhere, or short ones.
Paths paths_of(const benchmark::State& state, bool is_short) {
  const auto percent = static_cast<uint32_t>(state.range(0));
  if (!is_short) return Paths(percent);
  Paths paths(percent, int32_t{kShort} / 2, 4 * kQueries);
  Textbook textbook(false);
  std::erase_if(paths.queries,
                [&](const PathQuery& query) { return textbook.cost_of(paths, query) > kShort; });
  paths.queries.resize(kQueries);
  return paths;
}

template <bool is_short>
void ishi(benchmark::State& state) {
  const Paths paths = paths_of(state, is_short);
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

template <bool is_short>
void hand(benchmark::State& state) {
  const Paths paths = paths_of(state, is_short);
  Textbook textbook(!is_short);
  for (auto _ : state) {
    for (const PathQuery& query : paths.queries) benchmark::DoNotOptimize(textbook.cost_of(paths, query));
  }
  report(state, textbook.expanded);
}

}  // namespace
}  // namespace ishi::benchmarks

// The argument: how many of a hundred cells cannot be entered.
BENCHMARK(ishi::benchmarks::ishi<false>)->Name("paths/ishi")->Arg(0)->Arg(20)->Arg(35);
BENCHMARK(ishi::benchmarks::hand<false>)->Name("paths/hand")->Arg(0)->Arg(20)->Arg(35);
BENCHMARK(ishi::benchmarks::ishi<true>)->Name("short_paths/ishi")->Arg(0)->Arg(20)->Arg(35);
BENCHMARK(ishi::benchmarks::hand<true>)->Name("short_paths/hand")->Arg(0)->Arg(20)->Arg(35);
