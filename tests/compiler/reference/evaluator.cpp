#include "compiler/reference/evaluator.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

#include "compiler/reference/arithmetic.h"
#include "compiler/reference/curves.h"
#include "expression/expression.h"
#include "language/functions.h"

namespace ishi::compiler::reference {
namespace {

constexpr int kNobody = -1;
constexpr int kSelf = -2;

// A number, or x, y, z, or an entity.
struct Value {
  double x = 0, y = 0, z = 0;
  int entity = kNobody;
};

class Evaluator {
 public:
  Evaluator(const Model& model, const Situation& situation) : model_(model), situation_(situation) {}

  Score score(uint32_t action) {
    const Action& a = model_.actions[action].value;
    action_ = action;
    Score result;
    result.is_eligible = a.when.root == nullptr || number(*a.when.root) != 0;
    if (result.is_eligible) {
      result.value = by_model(a);
      if (a.weight.root != nullptr) result.value *= number(*a.weight.root);
    }
    result.is_fragile = arithmetic_.is_fragile();
    return result;
  }

 private:
  double by_model(const Action& a) {
    if (a.tactical.given) {
      const Tactical& t = a.tactical.value;
      const auto part = [&](const Formula& f, double low, double high) {
        return f.root != nullptr ? clamp(number(*f.root), low, high) : low;
      };
      const double sum = t.weights.expectation.value * part(t.expectation, 0, 1) -
                         t.weights.risk.value * part(t.risk, 0, 1) -
                         t.weights.cost.value * part(t.cost, 0, 1);
      return std::max(0.0, sum) * part(t.opportunity, 1, 2);
    }
    if (a.considerations.given) return combined(a);
    if (a.score.root != nullptr) return number(*a.score.root);
    double sum = 0;
    double amounts = 0;
    for (const auto& gain : a.gains.value) {
      const double amount = clamp(number(*gain.value.root), -1, 1);
      sum += effective(model_.needs[find_index(model_.needs, gain.name.text)]) * amount;
      amounts += std::abs(amount);
    }
    for (const auto& reduce : a.reduces.value) {
      const double amount = clamp(number(*reduce.value.root), -1, 1);
      sum += effective(model_.drives[find_index(model_.drives, reduce.name.text)]) * amount;
      amounts += std::abs(amount);
    }
    if (!model_.agents[situation_.agent].value.select.normalize.value) return sum;
    return amounts == 0 ? 0 : sum / amounts;
  }

  double combined(const Action& a) {
    std::vector<double> s;
    for (const auto& c : a.considerations.value) s.push_back(clamp(number(*c.value.root), 0, 1));
    const auto n = static_cast<double>(s.size());
    double product = 1;
    double sum = 0;
    for (const double x : s) {
      product *= x;
      sum += x;
    }
    switch (a.combine.value) {
      case Combine::product: return product;
      case Combine::compensated: {
        double result = 1;
        for (const double x : s) result *= x + (1 - x) * (1 - 1 / n) * x;
        return result;
      }
      case Combine::geometric: return std::pow(product, 1 / n);
      case Combine::min: return *std::ranges::min_element(s);
      case Combine::max: return *std::ranges::max_element(s);
      case Combine::mean: return sum / n;
      case Combine::sum: return sum;
    }
    return 0;
  }

  double effective(const Named<Motive>& motive) {
    const uint32_t profile = situation_.profile != kNone
                                 ? situation_.profile
                                 : model_.agents[situation_.agent].value.importance.index;
    double weight = 1;
    uint32_t curve = motive.value.curve.index;
    if (profile != kNone) {
      const auto& weights = model_.importance[profile].value.weights;
      const uint32_t index = find_index(weights, motive.name.text);
      if (index != kNone) {
        weight = weights[index].value.weight.value;
        if (weights[index].value.curve.index != kNone) curve = weights[index].value.curve.index;
      }
    }
    const double strength = clamp(number(*motive.value.level.root), 0, 1) * weight;
    return curve == kNone ? strength : through(model_.curves[curve].value, strength, arithmetic_);
  }

  // --- expressions --------------------------------------------------------------------------------

  double number(const Expression& node) { return value(node).x; }

  static Value real(double x) {
    Value result;
    result.x = clamp(x, -kLargest, kLargest);
    return result;
  }

  Value truth(bool x) { return real(x ? 1 : 0); }

  Value value(const Expression& node) {
    const auto operand = [&](size_t i) { return number(*node.operands[i]); };
    switch (node.kind) {
      case ExpressionKind::number:
      case ExpressionKind::truth:
      case ExpressionKind::enum_member: return real(node.number);
      case ExpressionKind::key: return key(node.index);
      case ExpressionKind::value: return value(*model_.values[node.index].value.is.root);
      case ExpressionKind::motive: {
        const size_t needs = model_.needs.size();
        const Motive& motive =
            node.index < needs ? model_.needs[node.index].value : model_.drives[node.index - needs].value;
        return real(clamp(number(*motive.level.root), 0, 1));
      }
      case ExpressionKind::nobody: return {};
      case ExpressionKind::self: return entity(kSelf);
      case ExpressionKind::time: return real(0);
      case ExpressionKind::running: return truth(situation_.running == action_);
      case ExpressionKind::known: return truth(value(*node.operands[0]).entity != kNobody);
      case ExpressionKind::position: return position(value(*node.operands[0]));
      case ExpressionKind::facing: return facing(value(*node.operands[0]));
      case ExpressionKind::field: return field(node);
      case ExpressionKind::norm: return norm(node);
      case ExpressionKind::curve:
        return real(through(model_.curves[node.index].value, operand(0), arithmetic_));
      case ExpressionKind::call: return call(node);
      case ExpressionKind::negate: return real(-operand(0));
      case ExpressionKind::not_: return truth(operand(0) == 0);
      case ExpressionKind::add: return real(operand(0) + operand(1));
      case ExpressionKind::subtract: return real(operand(0) - operand(1));
      case ExpressionKind::multiply: return real(operand(0) * operand(1));
      case ExpressionKind::divide: return real(arithmetic_.divide(operand(0), operand(1)));
      case ExpressionKind::power: return real(arithmetic_.power(operand(0), operand(1)));
      case ExpressionKind::both: {
        const bool a = operand(0) != 0;
        const bool b = operand(1) != 0;
        return truth(a && b);
      }
      case ExpressionKind::either: {
        const bool a = operand(0) != 0;
        const bool b = operand(1) != 0;
        return truth(a || b);
      }
      default: return comparison(node);
    }
  }

  Value comparison(const Expression& node) {
    const Value left = value(*node.operands[0]);
    const Value right = value(*node.operands[1]);
    if (node.operands[0]->type.kind == ValueKind::entity) {
      return truth((left.entity == right.entity) == (node.kind == ExpressionKind::equal));
    }
    const double a = left.x;
    const double b = right.x;
    const auto is_exact = [](const Expression& side) {
      return side.type.kind == ValueKind::integer || side.type.kind == ValueKind::boolean ||
             side.type.kind == ValueKind::enumeration;
    };
    if (!is_exact(*node.operands[0]) || !is_exact(*node.operands[1])) arithmetic_.compare(a, b);
    switch (node.kind) {
      case ExpressionKind::equal: return truth(a == b);
      case ExpressionKind::not_equal: return truth(a != b);
      case ExpressionKind::less: return truth(a < b);
      case ExpressionKind::less_equal: return truth(a <= b);
      case ExpressionKind::greater: return truth(a > b);
      default: return truth(a >= b);
    }
  }

  Value call(const Expression& node) {
    const std::string_view name = node.function->name;
    std::vector<Value> v;
    for (const Expression* operand : node.operands) v.push_back(value(*operand));
    const auto x = [&](size_t i) { return v[i].x; };
    const auto normalized = [&](double at, double low, double high) {
      return arithmetic_.divide(at - low, high - low);
    };
    if (name == "if") return v[x(0) != 0 ? 1 : 2];
    if (name == "min" || name == "max") {
      double result = x(0);
      for (const Value& other : v)
        result = name == "min" ? std::min(result, other.x) : std::max(result, other.x);
      return real(result);
    }
    if (name == "clamp") return real(clamp(x(0), x(1), x(2)));
    if (name == "lerp") return real(x(0) + (x(1) - x(0)) * x(2));
    if (name == "abs") return real(std::abs(x(0)));
    if (name == "sign") {
      arithmetic_.compare(x(0), 0);
      return real(x(0) > 0 ? 1 : x(0) < 0 ? -1 : 0);
    }
    if (name == "floor") return real(arithmetic_.whole(x(0), std::floor(x(0))));
    if (name == "ceil") return real(arithmetic_.whole(x(0), std::ceil(x(0))));
    if (name == "round") return real(arithmetic_.whole(x(0), std::round(x(0))));
    if (name == "sqrt") {
      arithmetic_.compare(x(0), 0);
      return real(x(0) > 0 ? std::sqrt(x(0)) : 0);
    }
    if (name == "exp") return real(std::exp(x(0)));
    if (name == "log") {
      arithmetic_.compare(x(0), 0);
      return real(x(0) > 0 ? std::log(x(0)) : 0);
    }
    if (name == "sin") return real(std::sin(x(0)));
    if (name == "cos") return real(std::cos(x(0)));
    if (name == "mod") {
      if (x(1) == 0) return real(0);
      arithmetic_.compare(x(0) / x(1), std::round(x(0) / x(1)));
      return real(x(0) - x(1) * std::floor(x(0) / x(1)));
    }
    if (name == "norm") return real(normalized(x(0), x(1), x(2)));
    if (name == "remap") return real(x(3) + (x(4) - x(3)) * normalized(x(0), x(1), x(2)));
    if (name == "smoothstep") {
      const double t = clamp(normalized(x(2), x(0), x(1)), 0, 1);
      return real(t * t * (3 - 2 * t));
    }
    return spatial(node, v);
  }

  Value spatial(const Expression& node, const std::vector<Value>& v) {
    const std::string_view name = node.function->name;
    if (name == "angle") {
      const Value& a = v[0];
      const Value& b = v[1];
      const double cx = a.y * b.z - a.z * b.y;
      const double cy = a.z * b.x - a.x * b.z;
      const double cz = a.x * b.y - a.y * b.x;
      return real(std::atan2(std::sqrt(cx * cx + cy * cy + cz * cz), a.x * b.x + a.y * b.y + a.z * b.z));
    }
    bool known = true;
    const auto place = [&](size_t i) {
      const bool is_entity = node.operands[i]->type.kind == ValueKind::entity;
      if (is_entity && v[i].entity == kNobody) known = false;
      return is_entity ? position(v[i]) : v[i];
    };
    const Value from = v.size() == 2 ? place(0) : position(entity(kSelf));
    const Value to = place(v.size() - 1);
    const Value d{to.x - from.x, to.y - from.y, to.z - from.z, kNobody};
    const double length = std::sqrt(d.x * d.x + d.y * d.y + d.z * d.z);
    const bool up_y = model_.up.value == Up::y;
    if (name == "distance") return real(known ? length : 1e6);
    if (name == "direction") {
      if (!known || length == 0) return {0, up_y ? 0.0 : 1.0, up_y ? 1.0 : 0.0, kNobody};
      return {d.x / length, d.y / length, d.z / length, kNobody};
    }
    const Value f = facing(entity(kSelf));
    const double ahead = up_y ? d.z : d.y;
    const double forward = up_y ? f.z : f.y;
    return real(known ? std::atan2(d.x * forward - ahead * f.x, d.x * f.x + ahead * forward) : 0);
  }

  // --- what there is ------------------------------------------------------------------------------

  static Value entity(int index) {
    Value result;
    result.entity = index;
    return result;
  }

  Value vector(const Vector& v) const { return {v[0], v[1], v[2], kNobody}; }

  Value position(const Value& of) const {
    if (of.entity == kSelf) return vector(situation_.position);
    return of.entity == kNobody ? Value{}
                                : vector(situation_.entities[static_cast<size_t>(of.entity)].position);
  }

  Value facing(const Value& of) const {
    if (of.entity == kSelf) return vector(situation_.facing);
    if (of.entity != kNobody) return vector(situation_.entities[static_cast<size_t>(of.entity)].facing);
    return {0, model_.up.value == Up::y ? 0.0 : 1.0, model_.up.value == Up::y ? 1.0 : 0.0, kNobody};
  }

  static Value read(const Variable& variable, const std::vector<SituationValue>& values, uint32_t index) {
    for (const SituationValue& given : values) {
      if (given.index != index) continue;
      if (variable.resolved.kind == ValueKind::entity)
        return entity(given.entity == kNone ? kNobody : static_cast<int>(given.entity));
      return {given.value[0], given.value[1], given.value[2], kNobody};
    }
    return {variable.fallback[0], variable.fallback[1], variable.fallback[2], kNobody};
  }

  Value key(uint32_t index) const { return read(model_.blackboard[index].value, situation_.keys, index); }

  Value field(const Expression& node) {
    const int owner = value(*node.operands[0]).entity;
    const Variable& variable = model_.things[node.owner].value.fields[node.index].value;
    const bool is_of_thing =
        owner >= 0 && situation_.entities[static_cast<size_t>(owner)].thing == node.owner;
    static const std::vector<SituationValue> kNothing;
    return read(variable, is_of_thing ? situation_.entities[static_cast<size_t>(owner)].fields : kNothing,
                node.index);
  }

  Value norm(const Expression& node) {
    const Expression& object = *node.operands[0];
    const Variable& variable = object.kind == ExpressionKind::field
                                   ? model_.things[object.owner].value.fields[object.index].value
                                   : model_.blackboard[object.index].value;
    return real((number(object) - variable.low) / (static_cast<double>(variable.high) - variable.low));
  }

  const Model& model_;
  const Situation& situation_;
  uint32_t action_ = 0;
  Arithmetic arithmetic_;
};

}  // namespace

Score score_of(const Model& model, const Situation& situation, uint32_t action) {
  return Evaluator(model, situation).score(action);
}

}  // namespace ishi::compiler::reference
