#include "simulate/written_walls.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "resolve/literal.h"
#include "syntax/tree.h"

namespace ishi::compiler {
namespace {

// [x, y, z]
bool is_place(const Node& node) {
  return node.kind == NodeKind::sequence && node.items.size() == 3 && node.items[0]->kind == NodeKind::scalar;
}

// Two lists.
bool is_line(const Node& node) {
  return node.kind == NodeKind::sequence && node.items.size() == 2 &&
         node.items[0]->kind == NodeKind::sequence;
}

bool is_far(const Node& node, const SituationWall& wall, Diagnostics& diagnostics) {
  constexpr float kFarthest = 500;  // metres: a test's grid is not larger
  const auto lies_beyond = [](float axis) { return std::abs(axis) > kFarthest; };
  if (std::ranges::none_of(wall.from, lies_beyond) && std::ranges::none_of(wall.to, lies_beyond))
    return false;
  diagnostics.report(Code::number_out_of_range, node.span, "walls stand within 500 metres of the origin")
      .help("move it nearer, or let it end there");
  return true;
}

std::optional<SituationWall> read_wall(const Node& wall, std::string_view place, Diagnostics& diagnostics) {
  SituationWall one;
  const bool is_read =
      is_line(wall) ? read_vector(*wall.items[0], false, "the beginning of a wall", diagnostics, one.from) &&
                          read_vector(*wall.items[1], false, "the end of a wall", diagnostics, one.to)
                    : read_vector(wall, false, place, diagnostics, one.from);
  if (!is_read) return std::nullopt;
  if (!is_line(wall)) one.to = one.from;
  if (is_far(wall, one, diagnostics)) return std::nullopt;
  return one;
}

void report_walls(const Node& node, Diagnostics& diagnostics) {
  diagnostics.report(Code::wrong_shape, node.span, "`walls` is a list of places and lines")
      .help("such as [[1, 0, 2], [[8, 0, -2], [8, 0, 4]]]: a cell, and a line from one place to another");
}

// Two distant places are more likely the two ends of one wall.
void check_two_cells(const Node& walls, Diagnostics& diagnostics) {
  Diagnostics nothing_new;
  Vector a{}, b{};
  if (!read_vector(*walls.items[0], false, {}, nothing_new, a) ||
      !read_vector(*walls.items[1], false, {}, nothing_new, b))
    return;
  const float apart = std::max({std::abs(a[0] - b[0]), std::abs(a[1] - b[1]), std::abs(a[2] - b[2])});
  if (apart < 1.5F) return;
  const auto text = [](const Vector& at) { return fmt::format("[{:g}, {:g}, {:g}]", at[0], at[1], at[2]); };
  diagnostics
      .report(Code::wrong_shape, walls.span,
              "these are two cells that lie apart, or one wall that lacks its brackets")
      .help(fmt::format(
          "write `[[{0}, {1}]]` for a wall from one to the other, `[[{0}, {0}], [{1}, {1}]]` for two "
          "cells",
          text(a), text(b)));
}

}  // namespace

std::vector<SituationWall> read_walls(const Node& walls, Diagnostics& diagnostics) {
  std::vector<SituationWall> result;
  if (walls.kind == NodeKind::poisoned) return result;
  if (walls.kind != NodeKind::sequence || is_place(walls)) {
    report_walls(walls, diagnostics);
    return result;
  }
  if (walls.items.size() == 2 && is_place(*walls.items[0]) && is_place(*walls.items[1]))
    check_two_cells(walls, diagnostics);
  for (const Node* wall : walls.items) {
    if (wall->kind == NodeKind::mapping) {
      report_walls(*wall, diagnostics);
      continue;
    }
    if (const auto one = read_wall(*wall, "a place of `walls`", diagnostics)) result.push_back(*one);
  }
  return result;
}

std::optional<SituationWall> read_door(const Node& wall, Diagnostics& diagnostics) {
  if (wall.kind == NodeKind::poisoned) return std::nullopt;
  const bool is_list_of_walls = wall.kind == NodeKind::sequence && !wall.items.empty() &&
                                (is_line(*wall.items[0]) || (is_place(*wall.items[0]) && !is_line(wall)));
  if (wall.kind != NodeKind::sequence || is_list_of_walls) {
    diagnostics.report(Code::wrong_shape, wall.span, "the `wall` of a door is one cell or one line")
        .help(
            is_list_of_walls && wall.items.size() == 1
                ? "take the outer brackets away: [[8, 0, -2], [8, 0, 4]]"
                : "such as [8, 0, 1], or [[8, 0, -2], [8, 0, 4]] from one place to another; each door has a "
                  "name of its own");
    return std::nullopt;
  }
  return read_wall(wall, "the place of a door", diagnostics);
}

}  // namespace ishi::compiler
