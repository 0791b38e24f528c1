#include "expression/constant.h"

#include <cmath>

namespace ishi::compiler {

double to_microseconds(double seconds) {
  return std::floor(static_cast<double>(static_cast<float>(seconds)) * 1e6 + 0.5);
}

std::optional<double> constant_value(const Expression& node) {
  if (node.kind == ExpressionKind::number || node.kind == ExpressionKind::truth) return node.number;
  if (node.kind == ExpressionKind::negate) {
    const auto inner = constant_value(*node.operands[0]);
    return inner ? std::optional(-*inner) : std::nullopt;
  }
  if (node.operands.size() != 2) return std::nullopt;
  const auto a = constant_value(*node.operands[0]);
  const auto b = a ? constant_value(*node.operands[1]) : std::nullopt;
  if (!b) return std::nullopt;
  switch (node.kind) {
    case ExpressionKind::add: return *a + *b;
    case ExpressionKind::subtract: return *a - *b;
    case ExpressionKind::multiply: return *a * *b;
    default: return std::nullopt;
  }
}

bool is_constantly(const Formula& formula, bool truth) {
  if (formula.root == nullptr) return false;
  const auto value = constant_value(*formula.root);
  return value && (*value != 0) == truth;
}

}  // namespace ishi::compiler
