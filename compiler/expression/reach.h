#pragma once

#include <limits>
#include <optional>

#include "expression/expression.h"
#include "model/model.h"

namespace ishi::compiler {

inline constexpr double kEndless = std::numeric_limits<double>::infinity();

// How far a number goes, as far as it is made of numbers, of what has a declared range, and of distances.
struct Reach {
  double low = 0;
  double high = 0;
  // The one thing with a range, or the distance, that it takes as it stands; null where there is none.
  const Expression* read = nullptr;
  bool is_scaled = false;  // it is brought to another range

  // True if it is never on the other side of 0, and not always 0: 1 above, -1 below; 0: neither.
  [[nodiscard]] int sign() const { return low >= 0 && high > 0 ? 1 : high <= 0 && low < 0 ? -1 : 0; }
};

// Of a checked expression; nothing where that is not known.
[[nodiscard]] std::optional<Reach> reach_of(const Model& model, const Expression& node);

// True if an expression becomes less as a part of it, which is added or taken off, becomes more.
[[nodiscard]] bool reach_falls(const Expression& node, const Expression& part);

}  // namespace ishi::compiler
