#include "compiler/oracle/expressions.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>
#include <vector>

#include "compiler/oracle/curves.h"
#include "compiler/oracle/functions.h"
#include "compiler/oracle/readings.h"
#include "language/functions.h"

namespace ishi::compiler::oracle {
namespace {

class ExpressionEvaluator : Readings {
 public:
  ExpressionEvaluator(const Place& place, Arithmetic& arithmetic)
      : Readings(place), arithmetic_(arithmetic) {}

  double number(const Expression& node) { return value(node).x; }

 private:
  Value truth(bool x) { return real(x ? 1 : 0); }

  Value value(const Expression& node) {
    const auto operand = [&](size_t i) { return number(*node.operands[i]); };
    switch (node.kind) {
      case ExpressionKind::number:
      case ExpressionKind::truth:
      case ExpressionKind::enum_member: return real(node.number);
      case ExpressionKind::key: return key(node.index);
      case ExpressionKind::value: return value(*place_.model.values[node.index].value.is.root);
      case ExpressionKind::motive: return real(level_of(node.index, place_, arithmetic_));
      case ExpressionKind::nobody: return {};
      case ExpressionKind::self: return entity(kSelf);
      case ExpressionKind::time: return seconds(place_.moment.now);
      case ExpressionKind::running: return truth(runs());
      case ExpressionKind::elapsed: return seconds(elapsed());
      case ExpressionKind::since_option: return real(since_option(node.text));
      case ExpressionKind::since_event: return real(ago(place_.moment.arrived[node.index]));
      case ExpressionKind::known: return truth(value(*node.operands[0]).entity != kNobody);
      case ExpressionKind::position: return position(value(*node.operands[0]));
      case ExpressionKind::facing: return facing(value(*node.operands[0]));
      case ExpressionKind::field: return field(node);
      case ExpressionKind::fact:
      case ExpressionKind::choice: return entity(member_of(node)->entity);
      case ExpressionKind::choice_score: return real(choosing(*node.operands[0]).score);
      case ExpressionKind::fact_position: return vector(member_of(*node.operands[0])->position);
      case ExpressionKind::fact_age: return real(age(*node.operands[0]));
      case ExpressionKind::fact_confidence: return real(confidence(*node.operands[0]));
      case ExpressionKind::fact_first_seen: return seconds(member_of(*node.operands[0])->first_seen);
      case ExpressionKind::fact_last_seen: return seconds(member_of(*node.operands[0])->last_seen);
      case ExpressionKind::fact_field:
        return read(member_variable(place_.model, node.owner, node.index),
                    member_of(*node.operands[0])->fields, node.index);
      case ExpressionKind::norm: return norm(node);
      case ExpressionKind::curve:
        return real(through(place_.model.curves[node.index].value, operand(0), arithmetic_));
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
    if (node.operands[0]->kind == ExpressionKind::set) return real(over_set(node));
    std::vector<Value> v;
    for (const Expression* operand : node.operands) v.push_back(value(*operand));
    if (node.function->name == "if") return v[v[0].x != 0 ? 1 : 2];
    std::vector<double> x;
    for (const Value& each : v) x.push_back(each.x);
    const std::optional<double> result = function_of(node.function->name, x, arithmetic_);
    return result ? real(*result) : spatial(node, v);
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
      if (is_remembered(*node.operands[i])) {
        const Member& member = *member_of(*node.operands[i]);
        known = known && member.last_seen != kNever;
        return vector(member.position);
      }
      const bool is_entity = node.operands[i]->type.kind == ValueKind::entity;
      if (is_entity && v[i].entity == kNobody) known = false;
      return is_entity ? position(v[i]) : v[i];
    };
    const Value from = v.size() == 2 ? place(0) : position(entity(kSelf));
    const Value to = place(v.size() - 1);
    const Value d{to.x - from.x, to.y - from.y, to.z - from.z, kNobody};
    const double length = std::sqrt(d.x * d.x + d.y * d.y + d.z * d.z);
    const bool up_y = place_.model.up.value == Up::y;
    if (name == "distance") return real(known ? length : 1e6);
    if (name == "direction") {
      if (!known || length == 0) return {0, up_y ? 0.0 : 1.0, up_y ? 1.0 : 0.0, kNobody};
      return {d.x / length, d.y / length, d.z / length, kNobody};
    }
    const Value f = facing(entity(kSelf));
    const double ahead = up_y ? d.z : d.y;
    const double forward = up_y ? f.z : f.y;
    const bool is_here = d.x == 0 && ahead == 0;  // there is no way to turn: 0
    return real(known && !is_here ? std::atan2(d.x * forward - ahead * f.x, d.x * f.x + ahead * forward) : 0);
  }

  // --- members of sets ----------------------------------------------------------------------------

  // What a loop variable, `it` or a choice stands for.
  [[nodiscard]] const Member* member_of(const Expression& object) {
    static const Member kNoMember{kNobody, {}, kNever, kNever, {}};
    if (object.kind != ExpressionKind::choice) return object.is_it ? place_.it : place_.member;
    const uint32_t member = choosing(object).member;
    return member == kNone ? &kNoMember : &place_.moment.sets[set_of(object)][member];
  }

  const Choosing& choosing(const Expression& choice) {
    const Choosing& result = place_.moment.choosing[choice.index];
    if (result.is_fragile) arithmetic_.doubt();
    return result;
  }

  [[nodiscard]] uint32_t set_of(const Expression& object) const {
    return object.kind == ExpressionKind::choice ? place_.model.choices[object.index].value.set()
                                                 : object.index;
  }

  // What is remembered is where it was noticed.
  [[nodiscard]] bool is_remembered(const Expression& object) const {
    const bool is_member = object.kind == ExpressionKind::fact || object.kind == ExpressionKind::choice;
    return is_member && is_memory(place_.model, set_of(object));
  }

  double age(const Expression& object) { return ago(member_of(object)->last_seen); }

  double confidence(const Expression& object) {
    const double forget = place_.model.memory[set_of(object)].value.forget.value;
    return std::isinf(forget) ? 1 : std::max(0.0, 1 - age(object) / forget);
  }

  // What a function makes of all members of a set.
  double over_set(const Expression& node) {
    const std::string_view name = node.function->name;
    double count = 0;
    double sum = 0;
    std::optional<double> highest;
    std::optional<double> lowest;
    for (const Member& it : place_.moment.sets[node.operands[0]->index]) {
      Place place = place_;
      place.it = &it;
      if (node.operands.size() > 2 && ExpressionEvaluator(place, arithmetic_).number(*node.operands[2]) == 0)
        continue;
      const double x =
          node.operands.size() > 1 ? ExpressionEvaluator(place, arithmetic_).number(*node.operands[1]) : 1;
      if (x != 0) ++count;
      sum += x;
      highest = std::max(highest.value_or(x), x);
      lowest = std::min(lowest.value_or(x), x);
    }
    if (name == "count") return count;
    if (name == "sum") return sum;
    if (name == "highest") return highest.value_or(0);
    return lowest.value_or(node.type.quantity == Quantity::length ? 1e6 : 0);
  }

  Value key(uint32_t index) const {
    return read(place_.model.blackboard[index].value, place_.moment.situation.keys, index);
  }

  // Of members that may be several kinds of things: that of its own kind which is called so.
  Value field(const Expression& node) {
    const int owner = value(*node.operands[0]).entity;
    const auto& [name, variable] = place_.model.things[node.owner].value.fields[node.index];
    static const std::vector<SituationValue> kNothing;
    if (owner < 0) return read(variable, kNothing, node.index);
    const SituationEntity& entity = place_.moment.situation.entities[static_cast<size_t>(owner)];
    const bool is_any = node.operands[0]->type.reference == kNone;
    if (entity.thing != node.owner && !is_any) return read(variable, kNothing, node.index);
    const Map<Variable>& fields = place_.model.things[entity.thing].value.fields;
    const uint32_t index = find_index(fields, name.text);
    return read(fields[index].value, entity.fields, index);
  }

  Value norm(const Expression& node) {
    const Expression& object = *node.operands[0];
    const Variable& variable = variable_of(object);
    return real((number(object) - variable.low) / (static_cast<double>(variable.high) - variable.low));
  }

  [[nodiscard]] const Variable& variable_of(const Expression& node) const {
    if (node.kind == ExpressionKind::fact_field) return member_variable(place_.model, node.owner, node.index);
    return node.kind == ExpressionKind::field ? place_.model.things[node.owner].value.fields[node.index].value
                                              : place_.model.blackboard[node.index].value;
  }

  Arithmetic& arithmetic_;
};

}  // namespace

double number_of(const Expression& node, const Place& place, Arithmetic& arithmetic) {
  return ExpressionEvaluator(place, arithmetic).number(node);
}

double level_of(uint32_t index, const Place& place, Arithmetic& arithmetic) {
  const size_t needs = place.model.needs.size();
  const Motive& motive =
      index < needs ? place.model.needs[index].value : place.model.drives[index - needs].value;
  if (!motive.is_carried()) return clamp(number_of(*motive.level.root, place, arithmetic), 0, 1);
  if (place.moment.levels[index].is_fragile) arithmetic.doubt();
  return place.moment.levels[index].value;
}

}  // namespace ishi::compiler::oracle
