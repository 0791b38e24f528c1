#include <catch2/catch.hpp>
#include <cstdlib>
#include <vector>

#include "navigation/path_search.h"
#include "runtime/navigation/maps.h"

// Article 004 of the seeds, step by step: a node is a cell with the node before it, the direction in which it
// was entered, its cost, the cost of that direction and its heuristic. Where the text leaves something open
// it is done as path_search.h says: which of equal scores comes first, and in which order neighbours are
// looked at.

namespace ishi::testing::article_test {
namespace {

struct ArticleNode {
  int32_t before;
  uint8_t direction;
  uint32_t cost, turning, heuristic;
  CellPlace place;
};

struct ArticleResult {
  std::vector<uint8_t> directions;
  CellPlace end;
  uint32_t cost = 0, heuristic = 0;
  bool left_a_cheaper_way = false;  // where it does not look at a cell again that it knows
};

ArticleResult article(const Map& map, const PathQuery& query, uint32_t most_steps) {
  std::vector<ArticleNode> nodes;
  std::vector<size_t> open;
  std::vector<int32_t> node_of(map.cells.size(), -1);
  ArticleResult result;
  const auto add = [&](int32_t before, uint8_t direction, uint32_t cost, uint32_t turning, CellPlace place) {
    const auto heuristic = static_cast<uint32_t>(std::abs(place.column - query.place.column) +
                                                 std::abs(place.row - query.place.row));
    node_of[map.grid().index_of(place)] = static_cast<int32_t>(nodes.size());
    open.push_back(nodes.size());
    nodes.push_back({before, direction, cost, turning, heuristic, place});
  };
  const auto score = [&](size_t node) {
    return nodes[node].cost * 3 + nodes[node].turning + nodes[node].heuristic;
  };

  add(-1, query.facing, 0, 0, query.start);
  int32_t found = -1;
  while (!open.empty() && found < 0) {
    size_t best = 0;
    for (size_t i = 1; i < open.size(); ++i) {
      if (score(open[i]) <= score(open[best])) best = i;
    }
    const auto taken = static_cast<int32_t>(open[best]);
    open.erase(open.begin() + static_cast<ptrdiff_t>(best));
    const ArticleNode node = nodes[static_cast<size_t>(taken)];
    if (node.heuristic == 0) found = taken;
    if (node.heuristic == 0 || node.cost >= most_steps) continue;
    for (const uint8_t direction : {uint8_t{0}, uint8_t{4}, uint8_t{6}, uint8_t{2}}) {
      const CellPlace place{node.place.column + kStepOf[direction].column,
                            node.place.row + kStepOf[direction].row};
      if (map.at(place) == kImpassable) continue;
      const int32_t known = node_of[map.grid().index_of(place)];
      if (known >= 0) {
        if (nodes[static_cast<size_t>(known)].cost > node.cost + 1) result.left_a_cheaper_way = true;
        continue;
      }
      const uint32_t turn = (direction - node.direction + 8u) % 8;
      const uint32_t turning = node.direction == kNoFacing || turn == 0 ? 0 : turn == 4 ? 2 : 1;
      add(taken, direction, node.cost + 1, turning, place);
    }
  }
  if (found < 0) {
    found = 0;
    for (size_t i = 1; i < nodes.size(); ++i) {
      const ArticleNode &node = nodes[i], &best = nodes[static_cast<size_t>(found)];
      if (node.heuristic < best.heuristic || (node.heuristic == best.heuristic && node.cost < best.cost)) {
        found = static_cast<int32_t>(i);
      }
    }
  }
  const ArticleNode& end = nodes[static_cast<size_t>(found)];
  result.end = end.place;
  result.cost = end.cost;
  result.heuristic = end.heuristic;
  for (int32_t node = found; nodes[static_cast<size_t>(node)].before >= 0;
       node = nodes[static_cast<size_t>(node)].before) {
    result.directions.insert(result.directions.begin(), nodes[static_cast<size_t>(node)].direction);
  }
  return result;
}

TravelOptions article_numbers(uint32_t most_steps) {
  TravelOptions options;
  options.step = 3;
  options.turn_side = 1;
  options.turn_back = 2;
  options.steps = most_steps;
  return options;
}

TEST_CASE("ways are those of the article") {
  std::mt19937 random(4);
  for (uint32_t seed = 1; seed <= 60; ++seed) {
    const Map map = seed % 3 == 0 ? Map::rooms(24, 24, seed) : Map::scattered(24, 24, seed % 40, 1, seed);
    for (uint32_t i = 0; i < 20; ++i) {
      PathQuery query;
      const auto any = [&] { return static_cast<int32_t>(random() % 24); };
      query.start = {any(), any()};
      query.place = {any(), any()};
      query.facing = static_cast<uint8_t>(random() % 4 * 2);
      const uint32_t most_steps = 1 + random() % 30;
      const ArticleResult expected = article(map, query, most_steps);
      const FoundWay way = search(map, Travel(article_numbers(most_steps)), query);
      // With these numbers it never leaves a cheaper way aside, so that replacing changes nothing.
      REQUIRE_FALSE(expected.left_a_cheaper_way);
      REQUIRE(way.end.column == expected.end.column);
      REQUIRE(way.end.row == expected.end.row);
      REQUIRE(way.directions == expected.directions);
    }
  }
}

TEST_CASE("of ways that cost the same the one that goes straight on is taken") {
  const Map map(9, 9);
  const Travel travel(article_numbers(0));
  PathQuery query{.start = {1, 1}, .place = {4, 4}, .facing = 0};
  CHECK(search(map, travel, query).directions[0] == 0);
  query.facing = 2;
  CHECK(search(map, travel, query).directions[0] == 2);
}

TEST_CASE("an agent flees straight on before it turns") {
  const Map map(40, 40);
  PathQuery query{.start = {20, 20}, .place = {18, 18}, .facing = 0, .away = true};
  CHECK(search(map, Travel(article_numbers(12)), query).directions == std::vector<uint8_t>(12, 0));
  query.facing = 2;
  CHECK(search(map, Travel(article_numbers(12)), query).directions[0] == 2);
}

}  // namespace
}  // namespace ishi::testing::article_test
