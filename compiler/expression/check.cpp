#include "expression/check.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "expression/checker.h"
#include "expression/parse.h"

namespace ishi::compiler {
namespace {

constexpr Type kNumber{ValueKind::number};
constexpr Type kCondition{ValueKind::boolean};

template <class T>
std::unordered_map<std::string_view, uint32_t> index_by_name(const Map<T>& map) {
  std::unordered_map<std::string_view, uint32_t> result;
  for (uint32_t i = 0; i < map.size(); ++i) result.emplace(map[i].name.text, i);
  return result;
}

// The value of a literal with signs before it, if it is one.
std::optional<double> literal_value(const Expression& node) {
  if (node.kind == ExpressionKind::number) return node.number;
  if (node.kind != ExpressionKind::negate) return std::nullopt;
  const auto inner = literal_value(*node.operands[0]);
  return inner ? std::optional(-*inner) : std::nullopt;
}

}  // namespace

std::string describe(const Model& model, const Type& type) {
  switch (type.kind) {
    case ValueKind::number: return std::string(describe(type.quantity));
    case ValueKind::integer: return "a whole number";
    case ValueKind::boolean: return "a condition (true or false)";
    case ValueKind::entity:
      return type.reference == kNone ? "an entity" : fmt::format("a `{}`", model.things[type.reference].name.text);
    case ValueKind::point: return "a point";
    case ValueKind::direction: return "a direction";
    case ValueKind::enumeration: return fmt::format("a word of `{}`", model.enums[type.reference].name.text);
    case ValueKind::error: break;
  }
  return "something wrong";
}

Checker::Checker(Model& model, ExpressionArena& arena, Diagnostics& diagnostics)
    : model_(model),
      arena_(arena),
      diagnostics_(diagnostics),
      keys_(index_by_name(model.blackboard)),
      values_(index_by_name(model.values)),
      curves_(index_by_name(model.curves)),
      value_states_(model.values.size(), State::untouched),
      motive_states_(model.needs.size() + model.drives.size(), State::untouched) {}

void Checker::check_model() {
  for (auto& task : model_.tasks) {
    Place place;
    place.task = &task;
    check_formula(task.value.requirement, kCondition, place, "`requires`");
    for (auto& effect : task.value.effects) {
      const auto key = keys_.find(effect.name.text);
      if (key == keys_.end()) continue;
      const Type& type = model_.blackboard[key->second].value.resolved;
      if (type.kind == ValueKind::error) continue;
      check_formula(effect.value, type, place, fmt::format("`{}`", effect.name.text));
    }
  }
  Expression reader;
  for (uint32_t i = 0; i < value_states_.size(); ++i) {
    reader.index = i;
    touch_value(reader);
  }
  for (uint32_t i = 0; i < motive_states_.size(); ++i) {
    reader.index = i;
    touch_motive(reader);
  }
  for (auto& action : model_.actions) check_action(action);
}

void Checker::check_formula(Formula& formula, const Type& wanted, const Place& place, std::string_view what) {
  if (!formula.given()) return;
  Expression* root = parse_expression(formula, arena_, diagnostics_);
  if (root == nullptr) return;
  const Place outer = std::exchange(place_, place);
  check(*root, wanted);
  place_ = outer;
  if (root->type.kind == ValueKind::error) return;
  if (wanted.kind != ValueKind::error && !fits(*root, wanted, what)) return;
  formula.root = root;
}

// Reports where a type does not fit its place. A condition counts as 0 or 1 where a plain number is
// wanted; a whole number is a number.
bool Checker::fits(const Expression& node, const Type& wanted, std::string_view what) {
  const Type& type = node.type;
  const bool is_plain = type.kind == ValueKind::integer || type.kind == ValueKind::boolean ||
                        (type.kind == ValueKind::number && type.quantity == Quantity::number);
  const auto mismatch = [&](Code code) {
    return diagnostics_.report(code, node.span,
                               fmt::format("{} is {}, but this is {}", what, describe(model_, wanted), describe(model_, type)));
  };
  switch (wanted.kind) {
    case ValueKind::number:
      if (type.kind == ValueKind::number && type.quantity == wanted.quantity) return true;
      if (is_plain && wanted.quantity == Quantity::number) return true;
      if (is_plain && type.kind != ValueKind::boolean) {
        auto report = mismatch(Code::unit_missing);
        if (node.kind == ExpressionKind::number) {
          const std::string mended = fmt::format("{}{}", node.text, base_unit(wanted.quantity));
          report.help(fmt::format("write `{}`", mended)).edit(node.span, mended);
        }
        return false;
      }
      if (type.kind == ValueKind::number && wanted.quantity == Quantity::number) {
        mismatch(Code::unit_unexpected)
            .help(fmt::format("divide it by {}, or give it to a curve with `input:`", describe(type.quantity)));
        return false;
      }
      break;
    case ValueKind::integer:
      if (type.kind == ValueKind::integer || type.kind == ValueKind::boolean) return true;
      if (is_plain) {
        mismatch(Code::integer_expected).help("say how to make it whole: floor(…), ceil(…) or round(…)");
        return false;
      }
      break;
    case ValueKind::boolean:
      if (type.kind == ValueKind::boolean) return true;
      if (is_plain) {
        mismatch(Code::not_a_condition).help("compare it with something, such as `… > 0`");
        return false;
      }
      if (type.kind == ValueKind::entity) {
        mismatch(Code::not_a_condition).help("ask whether there is somebody: `….known`");
        return false;
      }
      break;
    case ValueKind::entity:
      if (type.kind == ValueKind::entity && (wanted.reference == kNone || type.reference == wanted.reference ||
                                             node.kind == ExpressionKind::nobody)) {
        return true;
      }
      break;
    case ValueKind::point:
      if (type.kind == ValueKind::entity) {
        mismatch(Code::type_mismatch).help("write `….position` for where it is");
        return false;
      }
      if (type.kind == ValueKind::point) return true;
      break;
    default:
      if (type == wanted) return true;
      break;
  }
  mismatch(type.kind == ValueKind::number && wanted.kind == ValueKind::number ? Code::unit_mismatch : Code::type_mismatch);
  return false;
}

void Checker::check_amount(const Named<Formula>& amount) {
  if (amount.value.root == nullptr) return;
  const auto value = literal_value(*amount.value.root);
  if (!value || std::abs(*value) <= 1) return;
  diagnostics_
      .report(Code::amount_outside, amount.value.span,
              fmt::format("the amount for `{}` lies outside -1..1", amount.name.text))
      .help("1 satisfies it wholly, -1 makes it wholly worse; to make the action count for more, raise its `weight`");
}

void Checker::check_action(Named<Action>& entry) {
  Action& action = entry.value;
  Place place;
  place.in_option = true;
  place.owner = entry.name.text;
  check_formula(action.when, kCondition, place, "`when`");
  if (action.when.root != nullptr) add_facts(*action.when.root, true, facts_);
  for (auto* amounts : {&action.gains, &action.reduces}) {
    for (auto& amount : amounts->value) {
      check_formula(amount.value, kNumber, place, fmt::format("the amount for `{}`", amount.name.text));
      check_amount(amount);
    }
  }
  Tactical& tactical = action.tactical.value;
  check_formula(tactical.expectation, kNumber, place, "`expectation`");
  check_formula(tactical.risk, kNumber, place, "`risk`");
  check_formula(tactical.cost, kNumber, place, "`cost`");
  check_formula(tactical.opportunity, kNumber, place, "`opportunity`");
  for (auto& consideration : action.considerations.value) {
    check_formula(consideration.value, kNumber, place, fmt::format("`{}`", consideration.name.text));
  }
  check_formula(action.score, kNumber, place, "`score`");
  check_formula(action.weight, kNumber, place, "`weight`");
  check_steps(entry, place);
  facts_.clear();
}

void Checker::check_steps(Named<Action>& action, const Place& place) {
  for (Step& step : action.value.steps) {
    if (step.kind == StepKind::wait) {
      if (!step.arguments.empty()) {
        check_formula(step.arguments[0].value, {ValueKind::number, Quantity::duration}, place, "what `wait` takes");
      }
      continue;
    }
    if (step.task.index == kNone) continue;
    const Task& task = model_.tasks[step.task.index].value;
    for (auto& argument : step.arguments) {
      const uint32_t parameter = find_index(task.parameters, argument.name.text);
      if (parameter == kNone) continue;
      const Type& type = task.parameters[parameter].value.resolved;
      if (type.kind != ValueKind::error) {
        check_formula(argument.value, type, place, fmt::format("`{}` of `{}`", argument.name.text, step.task.text));
      }
    }
  }
}

void check_expressions(Model& model, ExpressionArena& arena, Diagnostics& diagnostics) {
  Checker(model, arena, diagnostics).check_model();
}

}  // namespace ishi::compiler
