#include <catch2/catch.hpp>
#include <cstring>
#include <random>
#include <span>
#include <utility>
#include <vector>

#include "navigation/path_search.h"
#include "runtime/navigation/many_maps.h"
#include "runtime/navigation/maps.h"
#include "runtime/navigation/shortest.h"

// Searches back from a place know what a search from each cell to it would find.

namespace ishi::testing::back_search_test {
namespace {

constexpr uint32_t kAll = 0xffffffff;

struct BackSearch {
  // From the cells of a distance from the place.
  BackSearch(const Map& of, const Travel& class_of, CellPlace place, uint32_t budget = kAll,
             uint32_t distance = 0)
      : map(of), travel(class_of) {
    REQUIRE(search.allocate(map.columns, map.rows));
    search.begin_back(map.grid(), travel, place, distance);
    while (search.status() == PathStatus::running) search.run(map.grid(), travel, budget);
  }
  BackSearch(const Map& of, const Travel& class_of) : map(of), travel(class_of) {
    REQUIRE(search.allocate(map.columns, map.rows));
  }

  // A walker can be given the way from here.
  [[nodiscard]] bool has_way(CellPlace from) const {
    const uint32_t cell = map.grid().index_of(from);
    return travel.can_enter(map.at(from)) && search.knows(cell) && search.cost_from(cell) < travel.limit;
  }
  [[nodiscard]] FoundWay way(CellPlace from) const {
    const uint32_t cell = map.grid().index_of(from);
    FoundWay way{PathStatus::reached, from, search.cost_from(cell), 0, {}};
    way.directions.resize(search.way_from(map.grid(), travel, cell, {}));
    search.way_from(map.grid(), travel, cell, way.directions);
    for (const uint8_t direction : way.directions)
      way.end = {way.end.column + kStepOf[direction].column, way.end.row + kStepOf[direction].row};
    return way;
  }
  template <typename Visit>
  void for_each_cell(Visit&& visit) const {
    for (int32_t row = 0; row < static_cast<int32_t>(map.rows); ++row) {
      for (int32_t column = 0; column < static_cast<int32_t>(map.columns); ++column)
        visit(CellPlace{column, row});
    }
  }

  const Map& map;
  const Travel& travel;
  PathSearch search;
};

std::vector<std::byte> saved(const PathSearch& search) {
  std::vector<std::byte> words;
  search.save([&](uint32_t word) {
    const auto bytes = std::as_bytes(std::span(&word, 1));
    words.insert(words.end(), bytes.begin(), bytes.end());
  });
  REQUIRE(words.size() == search.saved_words() * sizeof(uint32_t));
  return words;
}

TEST_CASE("back from a place, the way from every cell is one of least cost") {
  std::mt19937 random(5);
  uint32_t ways = 0, closed_off = 0;
  for (const Map& map : many_maps()) {
    for (const TravelOptions& options : many_classes()) {
      const Travel travel(options);
      const auto any = [&] {
        return CellPlace{static_cast<int32_t>(random() % map.columns),
                         static_cast<int32_t>(random() % map.rows)};
      };
      const CellPlace place = any();
      // As near to the place as one comes from here.
      const uint32_t distance = search(map, travel, {.start = any(), .place = place}).distance;
      const BackSearch back(map, travel, place, 1 + random() % 300, distance);
      back.for_each_cell([&](CellPlace from) {
        if (random() % 16 != 0) return;
        const FoundWay own = search(map, travel, {.start = from, .place = place});
        CAPTURE(from.column, from.row, place.column, place.row, own.cost, own.distance, distance);
        if (!back.has_way(from)) {
          // What costs as many steps as the class has at most, only the walker's own search finds.
          const bool is_there = own.distance == distance && travel.can_enter(map.at(from));
          REQUIRE((!is_there || own.cost >= travel.limit));
          return;
        }
        const FoundWay way = back.way(from);
        REQUIRE(is_a_way(map, options, from, way));
        REQUIRE(travel.distance(way.end, place) == distance);
        REQUIRE(back.search.leads_to_place() == (distance == 0));
        if (own.distance < distance) return;
        REQUIRE(way.cost == own.cost);
        ++ways;
        closed_off += distance == 0 ? 0 : 1;
      });
    }
  }
  CHECK(ways > 10'000);
  CHECK(closed_off > 1000);
}

TEST_CASE("how a search back is cut up changes no way") {
  const TravelOptions options;
  const Travel travel(options);
  for (uint32_t seed = 1; seed < 8; ++seed) {
    const Map map = Map::scattered(30, 20, 20, 1, seed);
    const BackSearch whole(map, travel, {9, 9}), pieces(map, travel, {9, 9}, seed);
    whole.for_each_cell([&](CellPlace from) {
      REQUIRE(whole.has_way(from) == pieces.has_way(from));
      if (whole.has_way(from)) REQUIRE(whole.way(from) == pieces.way(from));
    });
  }
}

TEST_CASE("a way that is known early is the one that is known at the end") {
  const Travel travel{TravelOptions{}};
  const Map map = Map::rooms(40, 30, 3);
  const BackSearch whole(map, travel, {20, 12});
  BackSearch begun(map, travel);
  begun.search.begin_back(map.grid(), travel, {20, 12});
  begun.search.run(map.grid(), travel, 200);
  uint32_t known = 0;
  begun.for_each_cell([&](CellPlace from) {
    if (!begun.has_way(from)) return;
    REQUIRE(begun.way(from) == whole.way(from));
    ++known;
  });
  CHECK(known == 200);
}

TEST_CASE("of ways that cost the same the one that goes straight on is given") {
  TravelOptions options;
  options.diagonals = true;
  for (const bool diagonals : {false, true}) {
    options.diagonals = diagonals;
    const Travel travel(options);
    const Map map(30, 30);
    const BackSearch back(map, travel, {15, 15});
    back.for_each_cell([&](CellPlace from) {
      const std::vector<uint8_t> directions = back.way(from).directions;
      uint32_t turns = 0;
      for (size_t i = 1; i < directions.size(); ++i) turns += directions[i] != directions[i - 1] ? 1 : 0;
      REQUIRE(turns <= 1);
    });
  }
}

TEST_CASE("a search back goes on from a save as if it had never stopped") {
  for (uint32_t seed = 1; seed < 5; ++seed) {
    // The second place is a wall, so that the search begins in several cells.
    for (const bool is_wall : {false, true}) {
      Map map = Map::scattered(30, 20, 20, 4, seed);
      map.at(14, 9) = is_wall ? kImpassable : 0;
      TravelOptions options;
      options.diagonals = seed % 2 == 0;
      options.costs[1] = 4;
      const Travel travel(options);
      BackSearch first(map, travel), second(map, travel);
      first.search.begin_back(map.grid(), travel, {14, 9}, is_wall ? travel.unit : 0);
      first.search.run(map.grid(), travel, 40 * (seed - 1));
      const std::vector<std::byte> words = saved(first.search);
      REQUIRE(second.search.restore(map.grid(), travel, words));
      CHECK(saved(second.search) == words);
      first.search.run(map.grid(), travel, kAll);
      second.search.run(map.grid(), travel, kAll);
      CHECK(first.search.expanded() == second.search.expanded());
      first.for_each_cell([&](CellPlace from) {
        REQUIRE(first.has_way(from) == second.has_way(from));
        if (first.has_way(from)) REQUIRE(first.way(from) == second.way(from));
      });
    }
  }
}

TEST_CASE("what cannot be a search back is refused") {
  const Map map(12, 9);
  const Travel travel{TravelOptions{}};
  BackSearch back(map, travel);
  back.search.begin_back(map.grid(), travel, {4, 4});
  back.search.run(map.grid(), travel, 20);
  const std::vector<std::byte> good = saved(back.search);
  const auto with = [&](size_t word, uint32_t value) {
    std::vector<std::byte> words = good;
    std::memcpy(words.data() + word * sizeof value, &value, sizeof value);
    return words;
  };
  BackSearch other(map, travel);
  REQUIRE(other.search.restore(map.grid(), travel, good));
  CHECK_FALSE(other.search.restore(map.grid(), travel, with(3, 3)));  // no kind of search
  CHECK_FALSE(other.search.restore(map.grid(), travel, with(2, 0)));  // it faces somewhere
  // A cell with a cost, to which no step leads.
  CHECK_FALSE(other.search.restore(map.grid(), travel, with(8 + 2, kNoFacing)));
  TravelOptions turning;
  turning.turn_side = 1;
  CHECK_FALSE(other.search.restore(map.grid(), Travel(turning), good));
}

TEST_CASE("cells that change while a search goes back leave ways that end at the place") {
  std::mt19937 random(9);
  const Travel travel{TravelOptions{}};
  for (uint32_t trial = 0; trial < 50; ++trial) {
    Map map = Map::scattered(25, 25, 15, 1, trial);
    map.at(12, 12) = 0;
    BackSearch back(map, travel);
    back.search.begin_back(map.grid(), travel, {12, 12});
    while (back.search.status() == PathStatus::running) {
      back.search.run(map.grid(), travel, 20);
      uint8_t& cell = map.at(random() % 25, random() % 25);
      cell = cell == kImpassable ? 0 : kImpassable;
    }
    back.for_each_cell([&](CellPlace from) {
      if (!back.has_way(from)) return;
      const FoundWay way = back.way(from);
      REQUIRE(way.end.column == 12);
      REQUIRE(way.end.row == 12);
    });
  }
}

}  // namespace
}  // namespace ishi::testing::back_search_test
