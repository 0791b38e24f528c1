#include "workspace/ask/swept.h"

#include <fmt/format.h>

#include <algorithm>

#include "sweep/edge.h"

namespace ishi::compiler {

std::string SweptProfile::title() const { return fmt::format("{}", fmt::join(names, ", ")); }

double SweptProfile::widest_gap() const {
  double widest = hysteresis ? hysteresis->widest_gap : 0;
  for (const SweptRow& row : rows) widest = std::max(widest, row.line.widest_gap);
  return widest;
}

std::string SweptProfile::obstacle() const {
  for (const SweptRow& row : rows) {
    if (!row.line.obstacle.empty()) return row.line.obstacle;
  }
  return {};
}

std::string Swept::name_of(const SweptDecision& decision) const {
  if (!decision.chosen.empty()) return decision.chosen;
  return decision.option == kNone ? "nothing"
                                  : std::string(asked.agent().value.actions[decision.option].text);
}

std::vector<SweptDecision> Swept::decisions() const {
  std::vector<SweptDecision> all;
  const auto add = [&](const SweptDecision& decision) {
    if (std::ranges::find(all, decision) == all.end()) all.push_back(decision);
  };
  for (const SweptProfile& profile : profiles) {
    for (const SweptRow& row : profile.rows) {
      for (const SweptStretch& stretch : row.line.stretches) add(stretch.decision);
    }
    if (profile.hysteresis) {
      for (const Switch& change : profile.hysteresis->rising) add(change.to);
      for (const Switch& change : profile.hysteresis->falling) add(change.to);
    }
    if (profile.map) {
      for (const SweptArea& area : profile.map->areas) add(area.decision);
    }
  }
  std::ranges::stable_sort(all, {}, &SweptDecision::option);
  return all;
}

std::string where_text(const Axis& axis, const SweptLine& line, size_t stretch) {
  const auto& stretches = line.stretches;
  const SweptStretch& one = stretches[stretch];
  if (stretches.size() == 1) return fmt::format("wherever {} is", axis.name);
  const bool is_first = stretch == 0, is_last = stretch + 1 == stretches.size();
  if (axis.kind == Axis::Kind::whole) {
    if (is_first) return fmt::format("up to {} {}", axis.name, axis.text(one.last));
    if (is_last) return fmt::format("from {} {}", axis.name, axis.text(one.first));
    return one.first == one.last
               ? fmt::format("at {} {}", axis.name, axis.text(one.first))
               : fmt::format("from {} {} to {}", axis.name, axis.text(one.first), axis.text(one.last));
  }
  std::string text;
  if (!is_first) {
    const Edge edge = edge_between(axis, stretches[stretch - 1].last, one.first);
    text = fmt::format("{} {} {}", edge.belongs_to_upper ? "from" : "above", axis.name, edge.text);
    if (is_last) return text;
    if (one.first == one.last && edge.belongs_to_upper) return fmt::format("at {} {}", axis.name, edge.text);
    text += " ";
  }
  const Edge edge = edge_between(axis, one.last, stretches[stretch + 1].first);
  const std::string name = is_first ? axis.name + " " : "";
  return text +
         fmt::format("{} {}{}",
                     edge.belongs_to_upper ? (is_first ? "below" : "to below") : (is_first ? "up to" : "to"),
                     name, edge.text);
}

}  // namespace ishi::compiler
