#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <vector>

#include "check/step_checker.h"
#include "expression/constant.h"
#include "expression/parts.h"
#include "expression/types.h"
#include "expression/written_unit.h"
#include "resolve/literal.h"

// `if` and `switch`: what they ask, and cases that never come.

namespace ishi::compiler {
namespace {

bool has_cases(const Type& type) { return type.kind == ValueKind::enumeration || is_whole(type); }

}  // namespace

void StepChecker::check_verb(IfStep& chosen, const Step&) {
  Formula& condition = chosen.methods[0].value.modifiers.when;
  c_.typer.type(condition, kCondition, place_, "`if`");
  for (auto& branch : chosen.methods) {
    const Assumptions assumptions(c_.known);
    c_.known.assume(condition, branch.name.text != kElse);
    if (auto* const body = branch.value.as<BodyStep>()) check(body->steps);
  }
}

void StepChecker::check_verb(SwitchStep& chosen, const Step&) {
  c_.typer.type(chosen.key, {}, place_, "`switch`");
  const bool is_right = check_switched(chosen.key);
  std::vector<std::pair<double, Name>> values;
  for (auto& one : chosen.methods) {
    const Assumptions assumptions(c_.known);
    if (one.name.text == kElse) {
      if (is_right) check_else(chosen.key, one.name, values.size());
    } else if (is_right) {
      check_case(chosen.key, one, values);
      c_.known.assume(one.value.modifiers.when);
    }
    if (auto* const body = one.value.as<BodyStep>()) check(body->steps);
  }
  if (chosen.methods.size() != 1 || chosen.methods[0].name.text != kElse) return;
  c_.diagnostics
      .report(Code::missing_field, chosen.methods[0].name.span,
              "this `switch` has no case, so it always does `else`")
      .help("write a case for a value beside it, or its steps without the `switch`");
}

// Each method gets a score of its weight and a draw.
void StepChecker::check_verb(DrawStep& draw, const Step& step) {
  for (auto& [name, method] : draw.methods) {
    Formula& weight = method.modifiers.weight;
    c_.typer.type(weight, kNumber, place_, fmt::format("the weight of `{}`", name.text));
    const auto constant = weight.root != nullptr ? constant_value(*weight.root) : std::nullopt;
    if (!constant || *constant > 0) continue;
    c_.diagnostics
        .report(Code::number_out_of_range, weight.span,
                fmt::format("`{}` is never drawn: its weight is {}", name.text, *constant))
        .help("write how often it is drawn beside the others, such as 1, or take the method out");
  }
  check_methods(draw.methods, false);
  for (auto& [name, method] : draw.methods) {
    if (!method.modifiers.weight.given() || method.modifiers.weight.root != nullptr)
      score_by_draw(c_.typer.make_random(name.span), name, method.modifiers, c_.arena);
  }
  if (draw.methods.size() != 1 || c_.diagnostics.is_in_doubt(draw.methods[0].value.name.span)) return;
  c_.diagnostics
      .report(Code::missing_field, step.name.span,
              fmt::format("this `draw` always does `{}`: there is nothing else to draw",
                          draw.methods[0].name.text))
      .help("write another method beside it, or its steps without the `draw`");
}

// That a method can take over while another one runs.
void StepChecker::check_reconsidered(const Map<Step>& methods, const Step& step) {
  const auto& reconsider = step.modifiers.reconsider;
  if (!reconsider.value || std::ranges::any_of(methods, [&](const auto& one) {
        return c_.diagnostics.is_in_doubt(one.value.name.span);
      }))
    return;
  const Formula& margin = step.modifiers.margin;
  if (const auto least = margin.root != nullptr ? constant_value(*margin.root) : std::nullopt;
      least && *least < 0) {
    c_.diagnostics
        .report(Code::number_out_of_range, margin.span, "a `margin` below 0 lets a worse method take over")
        .help("write 0 or more, such as 0.1");
    return;
  }
  const auto may_change = [](const Formula& formula) {
    return formula.given() && (formula.root == nullptr || !constant_value(*formula.root));
  };
  const bool is_best = step.is<BestStep>();
  size_t changing = 0;
  for (size_t i = 0; i < methods.size(); ++i) {
    const Modifiers& modifiers = methods[i].value.modifiers;
    const bool may_come = may_change(modifiers.when) || (is_best && may_change(modifiers.score));
    if (may_come && (is_best || i + 1 < methods.size())) ++changing;
  }
  if (changing > 0 && methods.size() > 1) return;
  c_.diagnostics
      .report(Code::modifier_not_here, reconsider.span,
              methods.size() == 1 ? "with one method there is nothing that could take over"
              : is_best           ? "no method can take over: scores and conditions never change"
                        : "no method can take over: none before the last has a `when` that may change")
      .label(step.name.span, "these methods")
      .help(methods.size() == 1 ? "take it out, or add another method"
            : is_best           ? "take it out, or let scores depend on the situation"
                                : "take it out, or say with `when` when an earlier method may be taken");
}

// True if a `switch` may ask it: it has single values, and one when it is asked.
bool StepChecker::check_switched(Formula& key) {
  if (key.root == nullptr) return false;
  if (!has_cases(key.root->type)) {
    c_.diagnostics
        .report(Code::type_mismatch, key.span,
                fmt::format("`switch` has a case for each value, but this is {}",
                            describe(c_.model, key.root->type)))
        .help("name a key of an enum, of whole numbers or of true and false; ask about others with `if`");
    return false;
  }
  const Expression* const drawn = find_part(c_.model, *key.root, {ExpressionKind::random});
  if (drawn == nullptr) return true;
  c_.diagnostics.report(Code::not_available_here, drawn->span, "this would be drawn anew for each case")
      .help("draw before, with a step such as `set: { face: ceil(random * 6) }`, and name that key here");
  return false;
}

// `before`: the values of the cases before it.
void StepChecker::check_case(Formula& key, Named<Step>& one, std::vector<std::pair<double, Name>>& before) {
  const Name& name = one.name;
  Variable any;
  any.resolved = key.root->type;
  any.low = std::numeric_limits<float>::lowest();
  any.high = std::numeric_limits<float>::max();
  const Variable* const known = variable_of(c_.model, *key.root, place_.parameters);
  Node written;
  written.kind = NodeKind::scalar;
  written.text = name.text;
  written.span = name.span;
  std::array<float, 3> value{};
  if (name.text.find("..") != std::string_view::npos) {
    c_.diagnostics.report(Code::wrong_literal, name.span, "a case is for one value, and this is a range")
        .help(
            fmt::format("write a case for each of them, or ask for the range with `if: {} <= …`", key.text));
    return;
  }
  const std::string what = fmt::format("`{}`", key.text);
  if (!read_literal(c_.model, known != nullptr ? *known : any, written, what, c_.diagnostics, value)) return;
  const auto same = std::ranges::find(before, value[0], &std::pair<double, Name>::first);
  if (same != before.end()) {
    c_.diagnostics
        .report(Code::defined_twice, name.span,
                fmt::format("this case never comes: `{}` is the same value", same->second.text))
        .label(same->second.span, "its steps are done")
        .help("put the steps of both into one case");
    return;
  }
  before.emplace_back(value[0], name);
  Formula& condition = one.value.modifiers.when;
  condition.text = name.text;
  condition.span = name.span;
  compare(key, value[0], condition, c_.arena);
}

// Behind a case for each value nothing is left for `else`.
void StepChecker::check_else(const Formula& key, const Name& name, size_t cases) {
  const Type& type = key.root->type;
  const Variable* const known = variable_of(c_.model, *key.root, place_.parameters);
  double values = std::numeric_limits<double>::infinity();
  if (type.kind == ValueKind::boolean) values = 2;
  if (type.kind == ValueKind::enumeration)
    values = static_cast<double>(c_.model.enums[type.reference].value.members.size());
  if (type.kind == ValueKind::integer && known != nullptr && known->has_range())
    values = double{known->high} - known->low + 1;
  if (static_cast<double>(cases) < values) return;
  c_.diagnostics
      .report(Code::unreachable_method, name.span,
              fmt::format("`else` is never done: each value of `{}` has its case", key.text))
      .label(key.span, "asked here")
      .help("take it out, or one of the cases that it shall stand for");
}

}  // namespace ishi::compiler
