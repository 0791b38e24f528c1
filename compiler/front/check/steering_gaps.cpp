#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "check/checking.h"
#include "expression/constant.h"
#include "expression/reach.h"
#include "expression/types.h"
#include "language/unit.h"

// Bands that leave a gap: where the `when` of everything in a blend that moves the agent asks about the same
// quantity, and over an interval of it none of them holds.

namespace ishi::compiler {
namespace {

// The interval in which a condition may hold. Its ends count as part of it: without them it would be no
// interval.
struct Band {
  double low = -kEndless;
  double high = kEndless;
};
using Bands = std::vector<Band>;

// The side that is compared with a constant.
struct Measured {
  std::string text;  // without spaces
  Type type;
};

class Gaps {
 public:
  explicit Gaps(const Formula& formula) : formula_(&formula) {}

  void set_formula(const Formula& formula) { formula_ = &formula; }

  // Everything that a condition compares with constants.
  void collect(const Expression& node, std::vector<Measured>& found) const {
    if (const Expression* const measured = measured_in(node); measured != nullptr) {
      const std::string text = text_of(*measured);
      if (std::ranges::find(found, text, &Measured::text) == found.end())
        found.push_back({text, measured->type});
    }
    const bool joins = node.kind == ExpressionKind::both || node.kind == ExpressionKind::either;
    if (!joins) return;
    for (const Expression* part : node.operands) collect(*part, found);
  }

  // The values of a quantity at which a condition may hold; nothing if it does not ask about it.
  [[nodiscard]] std::optional<Bands> bands_of(const Expression& node, const std::string& quantity) const {
    if (node.kind == ExpressionKind::both || node.kind == ExpressionKind::either) {
      const auto left = bands_of(*node.operands[0], quantity);
      const auto right = bands_of(*node.operands[1], quantity);
      if (node.kind == ExpressionKind::either) {
        if (!left || !right) return std::nullopt;
        Bands both = *left;
        both.insert(both.end(), right->begin(), right->end());
        return both;
      }
      if (!left || !right) return left ? left : right;
      return intersection(*left, *right);
    }
    const Expression* const measured = measured_in(node);
    if (measured == nullptr || text_of(*measured) != quantity) return std::nullopt;
    return Bands{band_of(node, measured == node.operands[0], is_whole(measured->type))};
  }

 private:
  static bool is_comparison(ExpressionKind kind) {
    return kind >= ExpressionKind::equal && kind <= ExpressionKind::greater_equal &&
           kind != ExpressionKind::not_equal;
  }

  // The side of a comparison that is no constant; null if it is none with one.
  static const Expression* measured_in(const Expression& node) {
    if (!is_comparison(node.kind) || !is_numeric(node.operands[0]->type)) return nullptr;
    const bool left = constant_value(*node.operands[0]).has_value();
    const bool right = constant_value(*node.operands[1]).has_value();
    if (left == right) return nullptr;
    return left ? node.operands[1] : node.operands[0];
  }

  static Band band_of(const Expression& node, bool is_left, bool is_whole) {
    const double limit = *constant_value(*node.operands[is_left ? 1 : 0]);
    const double beyond = is_whole ? 1.0 : 0.0;
    switch (node.kind) {
      case ExpressionKind::equal: return {limit, limit};
      case ExpressionKind::less:
        return is_left ? Band{-kEndless, limit - beyond} : Band{limit + beyond, kEndless};
      case ExpressionKind::less_equal: return is_left ? Band{-kEndless, limit} : Band{limit, kEndless};
      case ExpressionKind::greater:
        return is_left ? Band{limit + beyond, kEndless} : Band{-kEndless, limit - beyond};
      default: return is_left ? Band{limit, kEndless} : Band{-kEndless, limit};
    }
  }

  static Bands intersection(const Bands& a, const Bands& b) {
    Bands result;
    for (const Band& one : a) {
      for (const Band& other : b) {
        const Band common{std::max(one.low, other.low), std::min(one.high, other.high)};
        if (common.low <= common.high) result.push_back(common);
      }
    }
    return result;
  }

  [[nodiscard]] std::string text_of(const Expression& node) const {
    std::string text(
        formula_->text.substr(node.span.begin - formula_->span.begin, node.span.end - node.span.begin));
    std::erase(text, ' ');
    return text;
  }

  const Formula* formula_;
};

// The first hole between bands.
std::optional<Band> first_gap(Bands bands, bool is_whole) {
  std::ranges::sort(bands, {}, &Band::low);
  double reached = bands.empty() ? kEndless : bands[0].high;
  for (const Band& band : bands) {
    const double least = is_whole ? 1.0 : 0.0;
    if (band.low > reached + least) return Band{reached + least, band.low - least};
    reached = std::max(reached, band.high);
  }
  return std::nullopt;
}

void report_gap(const Named<Steering>& entry, const std::vector<const Formula*>& conditions,
                const std::string& measured, Quantity quantity, const Band& gap, Diagnostics& diagnostics) {
  const std::string from = show(gap.low, quantity);
  const std::string to = show(gap.high, quantity);
  auto report = diagnostics.report(
      Code::steering_gap, conditions.back()->span,
      gap.low == gap.high
          ? fmt::format("where `{}` is {} nothing moves `{}`", measured, from, entry.name.text)
          : fmt::format("between {} and {} nothing moves `{}`", from, to, entry.name.text));
  for (const Formula* condition : conditions) {
    if (condition != conditions.back()) report.label(condition->span, "nor does this hold there");
  }
  report.note(fmt::format("all that moves the agent asks about `{}` in its `when`", measured))
      .help(gap.low == gap.high ? "let one of them hold there, too, with `<=` or `>=`"
                                : "let the bands meet, or add a behaviour for what lies between them");
}

}  // namespace

void warn_of_gaps(const Named<Steering>& entry, Diagnostics& diagnostics) {
  std::vector<const Formula*> conditions;
  for (const auto& behaviour : entry.value.blend) {
    if (!moves(behaviour.value.kind())) continue;
    if (behaviour.value.when.root == nullptr) return;  // it always moves, or could not be read
    conditions.push_back(&behaviour.value.when);
  }
  if (conditions.size() < 2) return;
  Gaps gaps(*conditions[0]);
  std::vector<Measured> quantities;
  gaps.collect(*conditions[0]->root, quantities);
  for (const Measured& quantity : quantities) {
    Bands all;
    const bool is_asked_by_all = std::ranges::all_of(conditions, [&](const Formula* condition) {
      gaps.set_formula(*condition);
      const auto bands = gaps.bands_of(*condition->root, quantity.text);
      if (bands) all.insert(all.end(), bands->begin(), bands->end());
      return bands.has_value();
    });
    const auto gap = is_asked_by_all ? first_gap(all, is_whole(quantity.type)) : std::nullopt;
    if (gap) return report_gap(entry, conditions, quantity.text, quantity.type.quantity, *gap, diagnostics);
  }
}

}  // namespace ishi::compiler
