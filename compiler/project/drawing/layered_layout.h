#pragma once

#include <cstdint>
#include <vector>

namespace ishi::compiler {

// A drawing in layers from left to right, with few crossings, after Sugiyama, Tagawa and Toda ("Methods for
// visual understanding of hierarchical system structures", 1981): boxes are ordered in each layer by the
// mean place of their neighbours, in sweeps to and fro, and set as near to these as their order allows
// (least squares). The same graph has the same layout on every machine but for roundings.

struct LayoutBox {
  double width = 0, height = 0;
  uint32_t layer = 0;
  double x = 0, y = 0;  // of its upper left corner; set by lay_out()
};
struct LayoutLine {
  uint32_t from = 0, to = 0;  // boxes; the layer of `to` is the later one
  // The points at which the line enters and leaves each layer between the two; set by lay_out().
  struct Point {
    double x, y;
  };
  std::vector<Point> passes;
};
struct LayoutGaps {
  double between_boxes = 14;
  std::vector<double> before_layer;  // the room to the left of each layer
};

// Sets the places of boxes and the ways of lines. Time grows with (lines × layers they pass) × log of that.
void lay_out(std::vector<LayoutBox>& boxes, std::vector<LayoutLine>& lines, const LayoutGaps& gaps);

}  // namespace ishi::compiler
