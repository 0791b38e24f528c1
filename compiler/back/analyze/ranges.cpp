#include "analyze/ranges.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <utility>

#include "lower/lowered.h"
#include "model/model.h"

namespace ishi::compiler {
namespace {

using enum OperationCode;

bool is_empty(Interval range) { return !(range.low <= range.high); }
Interval both_of(Interval a, Interval b) { return {std::max(a.low, b.low), std::min(a.high, b.high)}; }

// Outwards, by more than two roundings can have been off.
Interval wider(Interval range) {
  const auto by = [](float value) { return std::abs(value) * 4e-7F + 1e-37F; };
  return {range.low - by(range.low), range.high + by(range.high)};
}

Interval known(Interval range) {
  return {std::isnan(range.low) ? -kInfinity : range.low, std::isnan(range.high) ? kInfinity : range.high};
}

Interval result_of(const AnalyzedProgram& program, const Ranges& ranges, uint32_t i) {
  const LoweredOperation& o = program.operations[i];
  switch (o.code) {
    case constant: {
      const auto value = std::bit_cast<float>(o.parameter);
      return {value, value};
    }
    case spread: return ranges[o.a];
    case OperationCode::curve: return range_of_curve(program.curves[o.parameter].view(), ranges[o.a]);
    case gate: return ranges[o.b];  // of those who may choose it
    case multiply:
      if (o.a == o.b) {
        const Interval square = range_of_operation(multiply, ranges[o.a], ranges[o.a], {});
        return {ranges[o.a].contains(0) ? 0 : std::max(square.low, 0.0F), square.high};
      }
      break;
    default: break;
  }
  const auto operands = operation_table()[static_cast<uint32_t>(o.code)].operands;
  return range_of_operation(o.code, operands > 0 ? ranges[o.a] : Interval{},
                            operands > 1 ? ranges[o.b] : Interval{}, operands > 2 ? ranges[o.c] : Interval{});
}

// Backwards through the operations: what their operands must be.
class Narrowing {
 public:
  Narrowing(const AnalyzedProgram& program, Ranges& ranges) : p_(program), r_(ranges) {}

  // From `last` down. False if something cannot be.
  bool run(uint32_t last) {
    for (uint32_t i = last + 1; i-- > 0;) {
      if (is_empty(r_[i])) return false;
      if (!p_.is_source(i)) operands_of(i);
    }
    for (uint32_t i = 0; i <= last; ++i) {
      if (is_empty(r_[i])) return false;
    }
    return true;
  }

 private:
  void hold(uint32_t i, Interval to) {
    r_[i] = both_of(r_[i], to);
    if (!p_.is_source(i) || !p_.is_whole(i)) return;
    r_[i] = {std::ceil(r_[i].low), std::floor(r_[i].high)};
  }
  void hold_true(uint32_t i) {
    if (p_.is_source(i) && p_.is_whole(i) && r_[i].low == 0) hold(i, {1, kInfinity});
    if (is_truth(i)) hold(i, {1, 1});
  }
  void hold_false(uint32_t i) { hold(i, {0, 0}); }
  [[nodiscard]] bool is_truth(uint32_t i) const {
    return p_.declared[i].low >= 0 && p_.declared[i].high <= 1 && is_boolean(i);
  }
  [[nodiscard]] bool is_boolean(uint32_t i) const {  // NOLINT(misc-no-recursion): what is spread is not again
    switch (p_.operations[i].code) {
      case equal:
      case not_equal:
      case less:
      case less_equal:
      case both:
      case either:
      case not_: return true;
      case spread:
      case saturate: return is_boolean(p_.operations[i].a);
      default: return p_.is_source(i) && p_.is_whole(i);
    }
  }
  [[nodiscard]] bool is_true(uint32_t i) const { return !r_[i].contains(0); }
  [[nodiscard]] bool is_false(uint32_t i) const { return r_[i].low == 0 && r_[i].high == 0; }

  // a is below b; `or_equal`: or is b.
  void hold_below(uint32_t a, uint32_t b, bool or_equal) {
    const float most = or_equal ? r_[b].high : std::nextafter(r_[b].high, -kInfinity);
    const float least = or_equal ? r_[a].low : std::nextafter(r_[a].low, kInfinity);
    hold(a, {-kInfinity, most});
    hold(b, {least, kInfinity});
  }
  void hold_equal(uint32_t a, uint32_t b) {
    const Interval common = both_of(r_[a], r_[b]);
    hold(a, common);
    hold(b, common);
  }
  // Only an end can be taken off.
  void hold_apart(uint32_t a, uint32_t b) {
    const auto take = [&](uint32_t from, Interval value) {
      if (value.low != value.high || is_empty(r_[from])) return;
      if (r_[from].low == value.low) hold(from, {std::nextafter(value.low, kInfinity), kInfinity});
      if (r_[from].high == value.low) hold(from, {-kInfinity, std::nextafter(value.low, -kInfinity)});
    };
    const Interval of_a = r_[a], of_b = r_[b];
    take(a, of_b);
    take(b, of_a);
  }

  void operands_of(uint32_t i) {
    const LoweredOperation& o = p_.operations[i];
    const Interval r = r_[i];
    const bool yes = is_true(i), no = is_false(i);
    switch (o.code) {
      case spread:
      case saturate: hold(o.a, saturated(r)); break;
      case negate: hold(o.a, {-r.high, -r.low}); break;
      case absolute: hold(o.a, {-r.high, r.high}); break;
      case add:
        hold(o.a, rest(r, r_[o.b], false));
        hold(o.b, rest(r, r_[o.a], false));
        break;
      case subtract:
        hold(o.a, rest(r, r_[o.b], true));
        hold(o.b, rest(r_[o.a], r, false));
        break;
      case multiply:
        if (o.a == o.b) break;
        hold_factor(o.a, r, r_[o.b]);
        hold_factor(o.b, r, r_[o.a]);
        break;
      case minimum:
        hold(o.a, {r.low, kInfinity});
        hold(o.b, {r.low, kInfinity});
        if (r_[o.b].low > r.high) hold(o.a, {-kInfinity, r.high});
        if (r_[o.a].low > r.high) hold(o.b, {-kInfinity, r.high});
        break;
      case maximum:
        hold(o.a, {-kInfinity, r.high});
        hold(o.b, {-kInfinity, r.high});
        if (r_[o.b].high < r.low) hold(o.a, {r.low, kInfinity});
        if (r_[o.a].high < r.low) hold(o.b, {r.low, kInfinity});
        break;
      case less:
        if (yes) hold_below(o.a, o.b, false);
        if (no) hold_below(o.b, o.a, true);
        break;
      case less_equal:
        if (yes) hold_below(o.a, o.b, true);
        if (no) hold_below(o.b, o.a, false);
        break;
      case equal:
        if (yes) hold_equal(o.a, o.b);
        if (no) hold_apart(o.a, o.b);
        break;
      case not_equal:
        if (yes) hold_apart(o.a, o.b);
        if (no) hold_equal(o.a, o.b);
        break;
      case both:
        if (yes) hold_true(o.a), hold_true(o.b);
        if (no && is_true(o.a)) hold_false(o.b);
        if (no && is_true(o.b)) hold_false(o.a);
        break;
      case either:
        if (no) hold_false(o.a), hold_false(o.b);
        if (yes && is_false(o.a)) hold_true(o.b);
        if (yes && is_false(o.b)) hold_true(o.a);
        break;
      case not_:
        if (yes) hold_false(o.a);
        if (no) hold_true(o.a);
        break;
      case select:
        if (is_empty(both_of(r_[o.b], r))) hold_false(o.a);
        if (is_empty(both_of(r_[o.c], r))) hold_true(o.a);
        if (is_true(o.a)) hold(o.b, r);
        if (is_false(o.a)) hold(o.c, r);
        break;
      case gate: hold(o.b, r); break;
      default: break;
    }
  }

  // The range of x if x + y, or x - y, gives so much: a sum is rounded by as much as its greatest part.
  static Interval rest(Interval sum, Interval y, bool is_difference) {
    const Interval exact = is_difference ? Interval{sum.low + y.low, sum.high + y.high}
                                         : Interval{sum.low - y.high, sum.high - y.low};
    const auto greatest = [](Interval of) { return std::max(std::abs(of.low), std::abs(of.high)); };
    const float by = 4e-7F * (greatest(sum) + greatest(y)) + 1e-37F;
    return known({exact.low - by, exact.high + by});
  }

  // A saturated value may have been beyond.
  static Interval saturated(Interval r) {
    return {r.low <= -kLargest ? -kInfinity : r.low, r.high >= kLargest ? kInfinity : r.high};
  }
  void hold_factor(uint32_t factor, Interval product, Interval other) {
    if (other.contains(0)) return;
    product = wider(product);
    const Interval ends[] = {{product.low / other.low, product.low / other.high},
                             {product.high / other.low, product.high / other.high}};
    const auto [a, b] = std::minmax({ends[0].low, ends[0].high, ends[1].low, ends[1].high});
    hold(factor, wider(known({a, b})));
  }

  const AnalyzedProgram& p_;
  Ranges& r_;
};

// Counted over all things.
const Variable& field_of(const Model& model, uint32_t index) {
  size_t thing = 0;
  while (index >= model.things[thing].value.fields.size()) {
    index -= static_cast<uint32_t>(model.things[thing].value.fields.size());
    ++thing;
  }
  return model.things[thing].value.fields[index].value;
}

// True if what an operation reads is a whole number in any situation.
bool is_whole(const Model& model, const LoweredOperation& operation) {
  const auto is_whole_variable = [](const Variable& variable) {
    const ValueKind kind = variable.resolved.kind;
    return kind == ValueKind::boolean || kind == ValueKind::integer || kind == ValueKind::enumeration;
  };
  switch (operation.code) {
    case OperationCode::key: return is_whole_variable(model.blackboard[operation.parameter].value);
    case OperationCode::field: return is_whole_variable(field_of(model, operation.parameter));
    case OperationCode::field_entity:
    case OperationCode::running:
    case OperationCode::is_thing:
    case OperationCode::member_bound:
    case OperationCode::key_entity:
    case OperationCode::self_row:
    case OperationCode::own_team:
    case OperationCode::curve_choice: return true;
    default: return false;
  }
}

// The value of nobody for an operation that reads an entity.
float of_nobody(const Model& model, const LoweredOperation& operation) {
  const auto part_of = [&](OperationCode first) {
    const Vector3 forward = model.up.value == Up::y ? Vector3{0, 0, 1} : Vector3{0, 1, 0};
    const float parts[] = {forward.x, forward.y, forward.z};
    return parts[static_cast<size_t>(operation.code) - static_cast<size_t>(first)];
  };
  switch (operation.code) {
    case facing_x:
    case facing_y:
    case facing_z: return part_of(facing_x);
    case OperationCode::field: return field_of(model, operation.parameter).fallback[0];
    case field_x:
    case field_y:
    case field_z: {
      const auto part = static_cast<size_t>(operation.code) - static_cast<size_t>(field_x);
      return field_of(model, operation.parameter).fallback[part];
    }
    default: return 0;
  }
}

// True if an operation gives what stands in a box.
bool gives_source(OperationCode code) {
  return code != constant && code != spread && code != OperationCode::curve && code != gate &&
         !operation_table()[static_cast<uint32_t>(code)].elementwise;
}

// True if an operation is a choice among members that are at hand one by one. Of a set that a test fixes it
// is not: what is chosen of that stays unknown.
bool is_of_pass(std::span<const LoweredOperation> program, const LoweredOperation& operation) {
  return chooses(operation.code) && program[operation.b].code == each;
}

}  // namespace

std::vector<uint32_t> find_twins(std::span<const LoweredOperation> program) {
  std::vector<uint32_t> twins(program.size(), kNoRef);
  std::set<uint32_t> chosen_from;  // sets
  for (const LoweredOperation& operation : program) {
    if (is_of_pass(program, operation)) chosen_from.insert(program[operation.b].parameter);
  }
  std::map<std::pair<OperationCode, uint32_t>, uint32_t> latest;
  for (uint32_t i = 0; i < program.size(); ++i) {
    const OperationCode code = program[i].code;
    const bool is_at_hand = code == each && chosen_from.contains(program[i].parameter);
    if (!reads_entity(code) && !reads_member(code) && !is_at_hand) continue;
    const auto [known, is_new] = latest.try_emplace({code, program[i].parameter}, i);
    if (!is_new) twins[i] = std::exchange(known->second, i);
  }
  return twins;
}

AnalyzedProgram analyzed(const Model& model, const Lowered& lowered,
                         std::span<const LoweredOperation> program, std::span<const Interval> ranges) {
  AnalyzedProgram result{program, lowered.curves, ranges, {}, {}, {}, find_twins(program)};
  for (const LoweredOperation& operation : program) {
    result.sources.push_back(gives_source(operation.code));
    result.whole.push_back(is_whole(model, operation));
    result.nobody.push_back(of_nobody(model, operation));
  }
  return result;
}

Ranges all_situations(const AnalyzedProgram& program) {
  Ranges ranges(program.declared.begin(), program.declared.end());
  for (uint32_t i = 0; i < ranges.size(); ++i) {
    if (program.is_source(i)) ranges[i] = both_of(ranges[i], kAnyNumber);
  }
  propagate(program, ranges);
  return ranges;
}

namespace {

// A source that reads nobody has the value that the runtime gives for nobody.
void take_nobody(const AnalyzedProgram& program, Ranges& ranges, uint32_t source) {
  if (!program.is_of_entity(source)) return;
  const bool is_nobody = ranges[program.operations[source].a] == Interval{0, 0};
  const float value = program.nobody[source];
  if (is_nobody && ranges[source].contains(value)) ranges[source] = {value, value};
}

}  // namespace

void propagate(const AnalyzedProgram& program, Ranges& ranges) {
  for (uint32_t i = 0; i < program.operations.size(); ++i) {
    if (!program.is_source(i)) {
      ranges[i] = both_of(result_of(program, ranges, i), program.declared[i]);
    } else {
      take_nobody(program, ranges, i);
    }
  }
}

namespace {

// As propagate(); but what is known of an operation already, by a condition that holds in the box, is kept,
// also where it does not follow from the sources by themselves. False if nothing is left.
bool refine(const AnalyzedProgram& program, Ranges& ranges) {
  for (uint32_t i = 0; i < program.operations.size(); ++i) {
    if (!program.is_source(i)) {
      ranges[i] = both_of(both_of(result_of(program, ranges, i), program.declared[i]), ranges[i]);
      if (is_empty(ranges[i])) return false;
    } else {
      take_nobody(program, ranges, i);
    }
  }
  return true;
}

}  // namespace

bool narrow_to(const AnalyzedProgram& program, Ranges& ranges, uint32_t index, Interval to) {
  constexpr int kRounds = 3;
  for (int round = 0; round < kRounds; ++round) {
    const Ranges before = ranges;
    ranges[index] = both_of(ranges[index], to);
    if (is_empty(ranges[index]) || !Narrowing(program, ranges).run(index)) return false;
    if (!refine(program, ranges)) return false;
    if (ranges == before) break;
  }
  return !is_empty(both_of(ranges[index], to));
}

bool narrow(const AnalyzedProgram& program, Ranges& ranges, uint32_t index, bool truth) {
  return narrow_to(program, ranges, index, truth ? Interval{1, 1} : Interval{0, 0});
}

namespace {

// The range of a source beside those before it, in a possible situation.
float consistent(const AnalyzedProgram& program, const std::vector<float>& values, uint32_t i) {
  const LoweredOperation& o = program.operations[i];
  // The set holds one member, which is at hand in each pass; so this one is the best if it is eligible.
  if (is_of_pass(program.operations, o)) {
    const bool is_eligible = values[o.a] > -kInfinity;
    if (!is_eligible) return o.code == best_of ? -1.0F : 0.0F;
    return values[o.code == best_of ? o.b : o.a];
  }
  for (uint32_t twin = program.twin[i]; twin != kNoRef; twin = program.twin[twin]) {
    if (values[program.operations[twin].a] == values[o.a]) return values[twin];
  }
  return values[i];
}

void evaluate(const AnalyzedProgram& program, std::vector<float>& values, bool is_consistent) {
  for (uint32_t i = 0; i < program.operations.size(); ++i) {
    const LoweredOperation& o = program.operations[i];
    if (program.is_source(i)) {
      if (program.is_of_entity(i) && values[o.a] == 0) values[i] = program.nobody[i];
      if (is_consistent) values[i] = consistent(program, values, i);
      continue;
    }
    switch (o.code) {
      case constant: values[i] = std::bit_cast<float>(o.parameter); break;
      case spread: values[i] = values[o.a]; break;
      case OperationCode::curve:
        values[i] = evaluate_curve(program.curves[o.parameter].view(), values[o.a]);
        break;
      default: {
        const auto operands = operation_table()[static_cast<uint32_t>(o.code)].operands;
        values[i] = evaluate_operation(o.code, operands > 0 ? values[o.a] : 0, operands > 1 ? values[o.b] : 0,
                                       operands > 2 ? values[o.c] : 0);
      }
    }
  }
}

}  // namespace

void evaluate(const AnalyzedProgram& program, std::vector<float>& values) {
  evaluate(program, values, false);
}

void evaluate_consistently(const AnalyzedProgram& program, std::vector<float>& values) {
  evaluate(program, values, true);
}

}  // namespace ishi::compiler
