#include "simulate/agent_move.h"
#include "ishi/tools.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>
#include <vector>

#include "expression/types.h"
#include "language/scalar.h"
#include "simulate/walls.h"
#include "syntax/tree.h"

namespace ishi::compiler {
namespace {

constexpr double kDegrees = 180 / std::numbers::pi;  // in a radian
constexpr double kHeadingTolerance = 0.5;            // degrees, of one number
constexpr double kHalf = 0.5 - 1e-6;                 // metres: of a cell, whose corners can be grazed
constexpr uint32_t kExpansions = 4'000'000;          // of ways in a frame: all that a test's grid may take
constexpr double kNearWall = 2;                      // metres: what is farther off is in nobody's way
constexpr double kReach = 1;                         // metres: how far ahead ways are looked at

struct Place {
  double right = 0, ahead = 0;
};

Place in_plane(const Vector& at, Up up) { return {at[0], up == Up::y ? at[2] : at[1]}; }

// True if a way of a metre from `from` touches the square of one metre round `center`.
bool touches(const Place& from, const Place& way, const Place& center) {
  double first = 0;
  double last = kReach;
  const auto clip = [&](double start, double step, double middle) {
    const double low = middle - kHalf - start;
    const double high = middle + kHalf - start;
    if (step == 0) return low <= 0 && high >= 0;
    first = std::max(first, std::min(low / step, high / step));
    last = std::min(last, std::max(low / step, high / step));
    return first <= last;
  };
  return clip(from.right, way.right, center.right) && clip(from.ahead, way.ahead, center.ahead);
}

// An agent in a blocked cell may leave it.
bool is_inside(const Place& at, const Place& center) {
  return std::abs(at.right - center.right) <= 0.5 && std::abs(at.ahead - center.ahead) <= 0.5;
}

uint64_t blocked_ways(std::span<const WallCell> cells, const Place& at, uint32_t directions) {
  uint64_t mask = 0;
  for (const auto& [right, ahead] : cells) {
    if (std::abs(right - at.right) > kNearWall || std::abs(ahead - at.ahead) > kNearWall) continue;
    const Place center{right, ahead};
    if (is_inside(at, center)) continue;
    for (uint32_t i = 0; i < directions; ++i) {
      const double angle = 2 * std::numbers::pi * i / directions;
      if (touches(at, {std::sin(angle), std::cos(angle)}, center)) mask |= uint64_t{1} << i;
    }
  }
  return mask;
}

// -180 to 180.
double turned(double degrees) { return degrees - 360 * std::round(degrees / 360); }

}  // namespace

std::string heading_text(const AgentMove& move) {
  return move.stands() ? "nothing" : fmt::format("{:.4g}deg", std::round(move.degrees * 10) / 10 + 0.0);
}

bool is_there(const Vector3& at, const Vector& place, Up up) {
  constexpr double kNear = 0.5 + 1e-3;
  const Place a = in_plane({at.x, at.y, at.z}, up), b = in_plane(place, up);
  return std::abs(a.right - b.right) <= kNear && std::abs(a.ahead - b.ahead) <= kNear;
}

std::string place_text(const Vector3& at) {
  const auto rounded = [](float value) { return std::round(double{value} * 10) / 10 + 0.0; };
  return fmt::format("[{:g}, {:g}, {:g}]", rounded(at.x), rounded(at.y), rounded(at.z));
}

namespace {

Status read_path(const StageAgent& agent, AgentMove& move) {
  const Status length = agent.population().path(agent.self(), {}, move.cells);
  if (move.cells == 0) return length;  // most agents have none
  std::vector<Vector3> path(move.cells);
  const Status status = agent.population().path(agent.self(), path, move.cells);
  if (!status) return status;
  move.way_point = path[0];
  move.way_end = path[move.cells - 1];
  return status;
}

Status block_directions(const StageAgent& agent, std::span<uint64_t> blocked, AgentMove& move) {
  if (blocked.empty()) return {};
  Vector3 at;
  const Status status = agent.world().position(agent.self(), at);
  const uint32_t directions =
      move.steering == kNotFound ? 0 : AssetParts(agent.asset()).steering(move.steering).directions;
  const Up up = agent.stage().up();
  blocked[agent.slot()] =
      blocked_ways(agent.stage().wall_cells(), in_plane({at.x, at.y, at.z}, up), directions);
  move.is_blocked =
      directions > 0 && static_cast<uint32_t>(std::popcount(blocked[agent.slot()])) == directions;
  return status;
}

void take_move(const Move& made, Up up, AgentMove& move) {
  move.direction = made.direction;
  move.heading = made.heading;
  move.speed = made.speed;
  move.degrees = std::atan2(made.heading.x, up == Up::y ? made.heading.z : made.heading.y) * kDegrees;
}

}  // namespace

Status move_agents(Stage& stage, Scratch& scratch, std::span<AgentMove> moves) {
  std::ranges::fill(moves, AgentMove());
  Status status = stage.has_grid() ? stage.world().find_paths({.expansions = kExpansions}) : Status();
  for (uint32_t i = 0; i < stage.populations().size() && status; ++i) {
    Population& population = stage.populations()[i];
    MoveBatch batch;
    status = population.begin_move(batch);
    for (const StageAgent& agent : stage.agents()) {
      if (agent.population_index() != i || !status || !agent.is_alive()) continue;
      AgentMove& move = moves[agent.index()];
      if (stage.has_grid()) status = read_path(agent, move);
      if (status && batch.size() > 0) move.steering = Tools(population).steering(agent.self());
      if (status) status = block_directions(agent, population.blocked(), move);
    }
    for (uint32_t job = 0; job < batch.jobs() && status; ++job) status = population.move(batch, job, scratch);
    std::span<const Move> made;
    if (status) status = population.end_move(batch, made);
    for (const StageAgent& agent : stage.agents()) {
      if (agent.population_index() != i || !status) continue;
      const auto own = std::ranges::find(made, agent.slot(), &Move::slot);
      if (own != made.end()) take_move(*own, stage.up(), moves[agent.index()]);
    }
  }
  return status;
}

bool ExpectedHeading::is_met(const AgentMove& move) const {
  if (stands || move.stands()) return stands == move.stands();
  const double middle = (low + high) / 2;
  const double slack = low == high ? kHeadingTolerance : (high - low) / 2 + 1e-4;
  return std::abs(turned(move.degrees - middle)) <= slack;
}

ExpectedHeading read_heading(const AgentExpectation& expect, Diagnostics& diagnostics) {
  ExpectedHeading heading;
  const Node* const node = expect.heads;
  if (node == nullptr || node->kind == NodeKind::poisoned) return heading;
  if (node->kind != NodeKind::scalar || (is_name(node->text) && node->text != "nothing")) {
    diagnostics.report(Code::wrong_literal, node->span, "`heads` is an angle, a range of angles or `nothing`")
        .help("such as 45deg, counted from the world's forward to the right; to the left it is below 0");
    return heading;
  }
  heading.text = node->text;
  heading.span = node->span;
  heading.stands = node->text == "nothing";
  heading.given = heading.stands;
  if (heading.stands) return heading;
  Bounds bounds;
  Measure measure;
  const bool is_range = node->text.find("..") != std::string_view::npos;
  if (is_range) {
    if (!read_bounds(node->text, node->span, diagnostics, bounds)) return heading;
  } else {
    if (!read_measure(node->text, node->span, diagnostics, measure)) return heading;
    bounds = {measure.value, measure.value, measure.quantity};
  }
  if (bounds.quantity != Quantity::angle) {
    diagnostics
        .report(unit_fault(bounds.quantity, Quantity::angle), node->span,
                fmt::format("`heads` is an angle, but here is {}", describe(bounds.quantity)))
        .help(is_range ? "write both ends with their unit, such as 40deg..50deg"
                       : "write the angle with its unit, such as 45deg");
    return heading;
  }
  heading.low = bounds.low * kDegrees;
  heading.high = bounds.high * kDegrees;
  constexpr double kTurn = 360.0001;
  if (heading.low < -kTurn || heading.high > kTurn) {
    diagnostics
        .report(Code::number_out_of_range, node->span,
                fmt::format("headings go from -360deg to 360deg, but here is {}", node->text))
        .help(
            "count from the world's forward: to the right above 0, to the left below 0; straight back is "
            "180deg, "
            "and about there 160deg..200deg");
    return heading;
  }
  heading.given = true;
  return heading;
}

}  // namespace ishi::compiler
