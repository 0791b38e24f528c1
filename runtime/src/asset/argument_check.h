#pragma once

#include <cstdint>
#include <span>

#include "asset/check.h"
#include "asset/formula_check.h"
#include "asset/tables.h"
#include "memory/room.h"

// The arguments of nodes: in the order of the parameters, none that is required left out.

namespace ishi {

class ArgumentCheck {
 public:
  ArgumentCheck(Check& check, const Tables& tables, FormulaCheck& formulas)
      : check_(check), t_(tables), formulas_(formulas), arguments_(tables.arguments.size()) {}

  // Before anything else; false if there is no memory.
  [[nodiscard]] bool reserve();
  // That the arguments of a node follow those of the last one, and that none is left over.
  bool follow(const blob::Node& node) { return arguments_.follows(check_, node.arguments()); }
  bool complete() { return arguments_.complete(check_, t_.arguments.data()); }

  // What a node gives to a task or goal.
  template <typename Owner>
  bool of(const FormulaScope& own, const blob::Node& node, std::span<const Owner> owners) {
    if (!check_.that(node.subject() < owners.size(), StatusCode::index_out_of_range, &node)) return false;
    const blob::Range& range = owners[node.subject()].parameters();
    return match(own, node, part(t_.parameters, range), required_before_.data() + range.first());
  }
  // What a node gives to an event: a field without an argument has its default.
  bool of_event(const FormulaScope& own, const blob::Node& node);

 private:
  // `required_before` tells of each parameter how many of those before it are required; null: none is.
  bool match(const FormulaScope& own, const blob::Node& node, std::span<const blob::Parameter> parameters,
             const uint32_t* required_before);

  Check& check_;
  const Tables& t_;
  FormulaCheck& formulas_;
  Tiling arguments_;
  // By parameter. A step may leave a thousand out, and so may each of many steps.
  Room<uint32_t> required_before_;
};

}  // namespace ishi
