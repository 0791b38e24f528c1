#include "analyze/linear.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <unordered_map>

#include "analyze/simplex.h"

namespace ishi::compiler {
namespace {

using enum OperationCode;

// A range of reals, in doubles. Ends are as wide as a double's rounding makes them, which is nothing against
// a float's.
struct Wide {
  double low = 0;
  double high = 0;
};

constexpr double kOfDouble = 0x1p-50;
constexpr double kOfFloat = 0x1.01p-24;  // half a unit in the last place, and a little

Wide outwards(double low, double high) {
  return {low - std::abs(low) * kOfDouble, high + std::abs(high) * kOfDouble};
}
Wide sum(Wide a, Wide b) { return outwards(a.low + b.low, a.high + b.high); }
Wide product(Wide a, Wide b) {
  const auto [low, high] = std::minmax({a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high});
  return outwards(low, high);
}
Wide rounded(Wide a) { return product(a, {1 - kOfFloat, 1 + kOfFloat}); }
double middle(Wide a) { return a.low / 2 + a.high / 2; }

// A constant and multiples of operations, which are atoms here.
struct LinearForm {
  struct Part {
    uint32_t atom = 0;
    Wide factor;
  };
  Wide constant;
  std::vector<Part> parts;  // atoms rise
};

LinearForm combined(const LinearForm& a, const LinearForm& b, Wide times) {
  LinearForm result{sum(a.constant, product(b.constant, times)), {}};
  auto x = a.parts.begin();
  auto y = b.parts.begin();
  while (x != a.parts.end() || y != b.parts.end()) {
    if (y == b.parts.end() || (x != a.parts.end() && x->atom < y->atom)) {
      result.parts.push_back(*x++);
    } else if (x == a.parts.end() || y->atom < x->atom) {
      result.parts.push_back({y->atom, product(y->factor, times)});
      ++y;
    } else {
      result.parts.push_back({x->atom, sum(x->factor, product(y->factor, times))});
      ++x, ++y;
    }
  }
  return result;
}

LinearForm rounded(LinearForm form) {
  form.constant = rounded(form.constant);
  for (LinearForm::Part& part : form.parts) part.factor = rounded(part.factor);
  return form;
}

constexpr Wide kOnce{1, 1}, kMinus{-1, -1};

// The known sums that are not below 0.
class Inequalities {
 public:
  Inequalities(const AnalyzedProgram& program, const Ranges& ranges, const std::vector<bool>& cuts)
      : p_(program), r_(ranges), cuts_(cuts) {}

  [[nodiscard]] LinearForm difference(const Inequality& asked) {
    const LinearForm constant{{asked.constant, asked.constant}, {}};
    return combined(asked.greater == kNoRef ? constant : form_of(asked.greater),
                    asked.less == kNoRef ? constant : form_of(asked.less), kMinus);
  }

  // The sums that follow from how the values are made, and from comparisons whose truth is known here.
  [[nodiscard]] std::vector<LinearForm> take_known() {
    constexpr size_t kMost = 60;
    for (uint32_t i = 0; i < p_.operations.size() && known_.size() < kMost; ++i) {
      const LoweredOperation& o = p_.operations[i];
      if (o.code != less && o.code != less_equal) continue;
      const bool is_true = !r_[i].contains(0), is_false = r_[i].high == 0;
      if (is_true == is_false || !is_known(o.a) || !is_known(o.b)) continue;
      known_.push_back(combined(form_of(is_true ? o.b : o.a), form_of(is_true ? o.a : o.b), kMinus));
    }
    return std::move(known_);
  }

 private:
  [[nodiscard]] bool is_known(uint32_t i) const {
    return std::isfinite(r_[i].low) && std::isfinite(r_[i].high) && std::abs(r_[i].low) < 1e30F &&
           std::abs(r_[i].high) < 1e30F;
  }
  [[nodiscard]] std::optional<Wide> fixed(uint32_t i) const {
    if (r_[i].low != r_[i].high) return {};
    return Wide{r_[i].low, r_[i].low};
  }

  const LinearForm& form_of(uint32_t i) {
    const auto known = forms_.find(i);
    if (known != forms_.end()) return known->second;
    LinearForm form = make_form(i);
    return forms_.emplace(i, std::move(form)).first->second;
  }

  static LinearForm atom(uint32_t i) { return {{}, {{i, kOnce}}}; }

  LinearForm make_form(uint32_t i) {
    if (const auto value = fixed(i)) return {*value, {}};
    if (cuts_[i] || p_.is_source(i)) return atom(i);
    const LoweredOperation& o = p_.operations[i];
    switch (o.code) {
      case spread: return form_of(o.a);
      case saturate: return is_known(o.a) ? form_of(o.a) : atom(i);
      case gate: return form_of(o.b);
      case negate: return combined({}, form_of(o.a), kMinus);
      case add: return rounded(combined(form_of(o.a), form_of(o.b), kOnce));
      case subtract: return rounded(combined(form_of(o.a), form_of(o.b), kMinus));
      case divide:
        if (const auto by = fixed(o.b); by && by->low != 0)
          return rounded(combined({}, form_of(o.a), outwards(1 / by->low, 1 / by->low)));
        return atom(i);
      case multiply:
        if (const auto by = fixed(o.b)) return rounded(combined({}, form_of(o.a), *by));
        if (const auto by = fixed(o.a)) return rounded(combined({}, form_of(o.b), *by));
        return product_of(i, o.a, o.b);
      case minimum:
      case maximum: return least_or_most(i, o.a, o.b, o.code == minimum);
      case select:
        if (!r_[o.a].contains(0)) return form_of(o.b);
        if (r_[o.a].high == 0 && r_[o.a].low == 0) return form_of(o.c);
        return atom(i);
      default: return atom(i);
    }
  }

  LinearForm least_or_most(uint32_t i, uint32_t a, uint32_t b, bool is_least) {
    if (r_[a].high <= r_[b].low) return form_of(is_least ? a : b);
    if (r_[b].high <= r_[a].low) return form_of(is_least ? b : a);
    for (const uint32_t of : {a, b}) {
      const LinearForm other = form_of(of);
      if (is_least)
        known_.push_back(combined(other, atom(i), kMinus));
      else
        known_.push_back(combined(atom(i), other, kMinus));
    }
    return atom(i);
  }

  // Between the planes through its corners.
  LinearForm product_of(uint32_t i, uint32_t a, uint32_t b) {
    if (a == b || !is_known(a) || !is_known(b)) return atom(i);
    const LinearForm u = form_of(a), v = form_of(b);
    LinearForm z = atom(i);
    z.parts[0].factor = rounded(kOnce);  // of the product itself
    const auto plane = [&](float of_u, float of_v, bool is_below) {
      const Wide x{of_u, of_u}, y{of_v, of_v};
      LinearForm rest = combined(combined({}, v, x), combined({}, u, y), kOnce);
      rest.constant = sum(rest.constant, product(product(x, y), kMinus));
      known_.push_back(is_below ? combined(z, rest, kMinus) : combined(rest, z, kMinus));
    };
    plane(r_[a].low, r_[b].low, true);
    plane(r_[a].high, r_[b].high, true);
    plane(r_[a].high, r_[b].low, false);
    plane(r_[a].low, r_[b].high, false);
    return atom(i);
  }

  const AnalyzedProgram& p_;
  const Ranges& r_;
  const std::vector<bool>& cuts_;
  std::unordered_map<uint32_t, LinearForm> forms_;
  std::vector<LinearForm> known_;
};

// True if a weighted sum of rows is nowhere 0 or more; or, where one of them must be more than 0, is 0 only
// where all atoms, and so all rows, are.
bool contradicts(const std::vector<LinearForm>& rows, const std::vector<double>& weights,
                 const Ranges& ranges, bool has_strict) {
  LinearForm total;
  bool is_cone = has_strict;
  for (size_t j = 0; j < rows.size(); ++j) {
    if (weights[j] <= 0) continue;
    total = combined(total, rows[j], {weights[j], weights[j]});
    is_cone &= rows[j].constant.low == 0 && rows[j].constant.high == 0;
  }
  double most = total.constant.high;
  for (const LinearForm::Part& part : total.parts) {
    const Interval range = ranges[part.atom];
    most += product(part.factor, {range.low, range.high}).high;
    most += std::abs(most) * kOfDouble;
    is_cone &= range.low == 0 && part.factor.high < 0;
  }
  return most < 0 || is_cone;
}

// The rows with ranges that begin at 0. Empty if there are too many atoms, or such that reach too far.
WeightedRows shifted(const std::vector<LinearForm>& rows, size_t mains, const Ranges& ranges) {
  constexpr size_t kMostAtoms = 48;
  constexpr double kFar = 1e9;
  WeightedRows result;
  std::unordered_map<uint32_t, size_t> places;
  for (const LinearForm& row : rows) {
    for (const LinearForm::Part& part : row.parts) {
      if (!places.emplace(part.atom, places.size()).second) continue;
      const Interval range = ranges[part.atom];
      if (places.size() > kMostAtoms || !(range.low > -kFar && range.high < kFar)) return {};
      result.widths.push_back(static_cast<double>(range.high) - range.low);
    }
  }
  for (const LinearForm& row : rows) {
    double& constant = result.constants.emplace_back(middle(row.constant));
    auto& factors = result.factors.emplace_back(result.widths.size());
    for (const LinearForm::Part& part : row.parts) {
      factors[places[part.atom]] = middle(part.factor);
      constant += middle(part.factor) * ranges[part.atom].low;
    }
  }
  result.mains = mains;
  return result;
}

}  // namespace

bool is_contradiction(const AnalyzedProgram& program, const Ranges& ranges,
                      std::span<const Inequality> inequalities, const std::vector<bool>& cuts,
                      std::vector<bool>& used) {
  constexpr double kLittle = 1e-6;  // for what must be more than 0, so that it counts
  Inequalities known(program, ranges, cuts);
  std::vector<LinearForm> rows;
  for (const Inequality& asked : inequalities) rows.push_back(known.difference(asked));
  for (LinearForm& row : known.take_known()) rows.push_back(std::move(row));
  std::vector<double> weights = best_weights(shifted(rows, inequalities.size(), ranges));
  if (weights.empty()) return false;
  bool has_strict = false;
  for (size_t j = 0; j < inequalities.size(); ++j) {
    if (!inequalities[j].is_strict) continue;
    weights[j] = std::max(weights[j], kLittle);
    has_strict = true;
  }
  if (!contradicts(rows, weights, ranges, has_strict)) return false;
  used.assign(inequalities.size(), false);
  for (size_t j = 0; j < inequalities.size(); ++j) used[j] = weights[j] > kLittle;
  return true;
}

}  // namespace ishi::compiler
