#include "expression/reach.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "expression/written_unit.h"
#include "language/functions.h"

namespace ishi::compiler {
namespace {

const Expression* read_of(const Reach& a, const Reach& b) { return a.read != nullptr ? a.read : b.read; }

Reach sum_of(const Reach& a, const Reach& b, bool is_difference) {
  const Reach sum =
      is_difference ? Reach{a.low - b.high, a.high - b.low} : Reach{a.low + b.low, a.high + b.high};
  return {sum.low, sum.high, read_of(a, b), a.is_scaled || b.is_scaled};
}

Reach product_of(const Reach& a, const Reach& b) {
  const auto times = [](double x, double y) { return x == 0 || y == 0 ? 0 : x * y; };
  const auto [low, high] =
      std::minmax({times(a.low, b.low), times(a.low, b.high), times(a.high, b.low), times(a.high, b.high)});
  const auto is_one = [](const Reach& factor) { return factor.low == 1 && factor.high == 1; };
  return {low, high, read_of(a, b), !(is_one(a) || is_one(b)) || a.is_scaled || b.is_scaled};
}

class Reaches {
 public:
  explicit Reaches(const Model& model) : model_(model) {}

  std::optional<Reach> of(const Expression& node) {  // NOLINT(misc-no-recursion): as deep as the text
    constexpr int kMostParts = 200;                  // values may read values many times
    if (++parts_ > kMostParts) return std::nullopt;
    if (node.type.kind == ValueKind::boolean) return Reach{0, 1};
    switch (node.kind) {
      case ExpressionKind::number: return Reach{node.number, node.number};
      case ExpressionKind::norm:
      case ExpressionKind::motive: return Reach{0, 1};
      case ExpressionKind::curve: {
        const Curve& curve = model_.curves[node.index].value;
        if (!curve.clamp.value || curve.output.given) return std::nullopt;
        return Reach{0, 1};
      }
      case ExpressionKind::value: {
        const Expression* const root = model_.values[node.index].value.is.root;
        return root != nullptr ? of(*root) : std::nullopt;
      }
      case ExpressionKind::call: return of_call(node);
      case ExpressionKind::negate: {
        const auto inner = of(*node.operands[0]);
        return inner ? std::optional(sum_of({}, *inner, true)) : std::nullopt;
      }
      case ExpressionKind::add:
      case ExpressionKind::subtract:
      case ExpressionKind::multiply:
      case ExpressionKind::divide: return of_two(node);
      case ExpressionKind::power: return of_power(node);
      default: {
        const Variable* const variable = variable_of(model_, node, nullptr);
        if (variable == nullptr || !variable->has_range()) return std::nullopt;
        return Reach{variable->low, variable->high, &node};
      }
    }
  }

 private:
  std::optional<Reach> of_two(const Expression& node) {  // NOLINT(misc-no-recursion)
    const auto left = of(*node.operands[0]);
    const auto right = left ? of(*node.operands[1]) : std::nullopt;
    if (!right) return std::nullopt;
    if (node.kind == ExpressionKind::multiply) return product_of(*left, *right);
    if (node.kind != ExpressionKind::divide)
      return sum_of(*left, *right, node.kind == ExpressionKind::subtract);
    if (right->low != right->high || right->low == 0) return std::nullopt;
    return product_of(*left, {1 / right->low, 1 / right->low});
  }

  // With a whole number above 0 in the exponent.
  std::optional<Reach> of_power(const Expression& node) {  // NOLINT(misc-no-recursion)
    const auto base = of(*node.operands[0]);
    const auto exponent = base ? of(*node.operands[1]) : std::nullopt;
    if (!exponent || exponent->low != exponent->high) return std::nullopt;
    const double by = exponent->low;
    if (by < 1 || by != std::floor(by) || !std::isfinite(base->low) || !std::isfinite(base->high))
      return std::nullopt;
    const auto [low, high] = std::minmax({std::pow(base->low, by), std::pow(base->high, by)});
    const bool turns = std::fmod(by, 2) == 0 && base->low < 0 && base->high > 0;
    return Reach{turns ? 0 : low, high, base->read, base->is_scaled};
  }

  std::optional<Reach> of_call(const Expression& node) {  // NOLINT(misc-no-recursion)
    if (node.function == nullptr) return std::nullopt;
    const std::string_view name = node.function->name;
    if (name == "distance") return Reach{0, kEndless, &node};
    const bool is_choice = name == "if", is_least = name == "min", is_greatest = name == "max";
    if (!is_choice && !is_least && !is_greatest) return std::nullopt;
    std::optional<Reach> result;
    for (size_t i = is_choice ? 1 : 0; i < node.operands.size(); ++i) {
      const auto part = of(*node.operands[i]);
      if (!part) return std::nullopt;
      if (!result) {
        result = part;
        continue;
      }
      const auto [least_low, most_low] = std::minmax(result->low, part->low);
      const auto [least_high, most_high] = std::minmax(result->high, part->high);
      result = Reach{is_greatest ? most_low : least_low, is_least ? least_high : most_high,
                     read_of(*result, *part), true};
    }
    return result;
  }

  const Model& model_;
  int parts_ = 0;
};

bool contains(const Expression& node, const Expression& part) {  // NOLINT(misc-no-recursion)
  return &node == &part || std::ranges::any_of(node.operands, [&](const Expression* operand) {
    return contains(*operand, part);
  });
}

}  // namespace

std::optional<Reach> reach_of(const Model& model, const Expression& node) { return Reaches(model).of(node); }

bool reach_falls(const Expression& node, const Expression& part) {  // NOLINT(misc-no-recursion)
  if (&node == &part) return false;
  switch (node.kind) {
    case ExpressionKind::negate: return !reach_falls(*node.operands[0], part);
    case ExpressionKind::add:
    case ExpressionKind::subtract: {
      const bool is_left = contains(*node.operands[0], part);
      const Expression& side = *node.operands[is_left ? 0 : 1];
      return reach_falls(side, part) != (node.kind == ExpressionKind::subtract && !is_left);
    }
    case ExpressionKind::divide: return reach_falls(*node.operands[0], part);
    default: return false;
  }
}

}  // namespace ishi::compiler
