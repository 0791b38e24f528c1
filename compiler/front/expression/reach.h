#pragma once

#include <limits>
#include <optional>

#include "expression/expression.h"
#include "model/model.h"

namespace ishi::compiler {

inline constexpr double kEndless = std::numeric_limits<double>::infinity();

// The range of a number, as far as it is made of numbers, of values with a declared range, and of distances.
struct Reach {
  double low = 0;
  double high = 0;
  // The one thing with a range, or the distance, that it takes as it stands; null where there is none.
  const Expression* read = nullptr;
  bool is_scaled = false;  // it is brought to another range

  // Its side of 0: 1 if it is never below 0, -1 if never above; 0 if it may be on both sides, or is always 0.
  [[nodiscard]] int sign() const { return low >= 0 && high > 0 ? 1 : high <= 0 && low < 0 ? -1 : 0; }
};

// Of a checked expression; nothing where that is not known.
[[nodiscard]] std::optional<Reach> reach_of(const Model& model, const Expression& node);

// True if an expression becomes less as a part of it, which is added or taken off, becomes more.
[[nodiscard]] bool reach_falls(const Expression& node, const Expression& part);

}  // namespace ishi::compiler
