#include "drawing/layered_layout.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <random>

namespace ishi::compiler::layered_layout_test {
namespace {

struct Graph {
  std::vector<LayoutBox> boxes;
  std::vector<LayoutLine> lines;
  LayoutGaps gaps{.between_boxes = 10, .before_layer = {0, 40, 40, 40, 40}};

  uint32_t box(uint32_t layer, double height = 20) {
    boxes.push_back({.width = 100, .height = height, .layer = layer});
    return static_cast<uint32_t>(boxes.size() - 1);
  }
  void line(uint32_t from, uint32_t to) { lines.push_back({.from = from, .to = to, .passes = {}}); }
  void lay_out() { compiler::lay_out(boxes, lines, gaps); }
};

TEST_CASE("boxes stand in their layers, one below the other, with a gap between them") {
  std::mt19937 random(5);
  for (int trial = 0; trial < 60; ++trial) {
    Graph graph;
    const uint32_t count = 1 + random() % 60;
    for (uint32_t i = 0; i < count; ++i) graph.box(i % (1 + random() % 5), 10 + random() % 50);
    for (uint32_t i = 0; i < 2 * count; ++i) {
      const uint32_t from = random() % count, to = random() % count;
      if (graph.boxes[from].layer < graph.boxes[to].layer) graph.line(from, to);
    }
    graph.lay_out();
    for (uint32_t i = 0; i < count; ++i) {
      REQUIRE(graph.boxes[i].y >= 0);
      for (uint32_t k = 0; k < i; ++k) {
        const LayoutBox &one = graph.boxes[i], &other = graph.boxes[k];
        if (one.layer != other.layer) continue;
        REQUIRE(one.x == other.x);
        REQUIRE((one.y >= other.y + other.height + 9.99 || other.y >= one.y + one.height + 9.99));
      }
    }
  }
}

TEST_CASE("a line that passes layers has a way through each of them, beside the boxes") {
  Graph graph;
  const uint32_t first = graph.box(0), last = graph.box(3);
  const uint32_t between = graph.box(1), further = graph.box(2);
  graph.line(first, between);
  graph.line(between, further);
  graph.line(further, last);
  graph.line(first, last);
  graph.lay_out();
  REQUIRE(graph.lines[3].passes.size() == 4);
  CHECK(graph.lines[0].passes.empty());
  for (const uint32_t box : {between, further}) {
    for (const auto& point : graph.lines[3].passes) {
      const bool is_beside =
          point.y <= graph.boxes[box].y || point.y >= graph.boxes[box].y + graph.boxes[box].height;
      CHECK((point.x < graph.boxes[box].x || point.x > graph.boxes[box].x + 100 || is_beside));
    }
  }
}

TEST_CASE("lines that need not cross do not cross") {
  Graph graph;
  std::vector<uint32_t> left, right;
  for (int i = 0; i < 8; ++i) left.push_back(graph.box(0));
  for (int i = 0; i < 8; ++i) right.push_back(graph.box(1));
  for (size_t i = 0; i < 8; ++i) graph.line(left[i], right[(i * 3) % 8]);
  graph.lay_out();
  for (const LayoutLine& one : graph.lines) {
    for (const LayoutLine& other : graph.lines) {
      const double before = graph.boxes[one.from].y - graph.boxes[other.from].y;
      const double behind = graph.boxes[one.to].y - graph.boxes[other.to].y;
      CHECK(before * behind >= 0);
    }
  }
}

TEST_CASE("what is joined by a line alone stands on one level, however high its neighbours are") {
  Graph graph;
  graph.box(0, 300);
  const uint32_t from = graph.box(0), to = graph.box(1);
  graph.line(from, to);
  graph.lay_out();
  CHECK(graph.boxes[from].y == Approx(graph.boxes[to].y));
}

TEST_CASE("what nothing leads to stands right below the box above it") {
  Graph graph;
  graph.box(1, 400);
  const uint32_t from = graph.box(0), to = graph.box(1), alone = graph.box(1);
  graph.line(from, to);
  graph.lay_out();
  CHECK(graph.boxes[alone].y == Approx(graph.boxes[to].y + graph.boxes[to].height + 10));
}

TEST_CASE("the same graph has the same layout, and no graph has one, too") {
  Graph graph, again, none;
  for (Graph* const one : {&graph, &again}) {
    for (uint32_t i = 0; i < 30; ++i) one->box(i % 3);
    for (uint32_t i = 0; i < 30; ++i) {
      const uint32_t to = i * 7 % 30;
      if (one->boxes[i].layer < one->boxes[to].layer) one->line(i, to);
    }
    one->lay_out();
  }
  for (size_t i = 0; i < 30; ++i) CHECK(graph.boxes[i].y == again.boxes[i].y);
  none.lay_out();
}

}  // namespace
}  // namespace ishi::compiler::layered_layout_test
