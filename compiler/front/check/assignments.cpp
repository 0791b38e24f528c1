#include <fmt/format.h>

#include "check/checking.h"
#include "expression/constant.h"
#include "language/unit.h"

namespace ishi::compiler {

// The new value of a key.
void check_assignment(const Checking& c, Named<Formula>& assignment, const Place& place) {
  const uint32_t found = find_index(c.model.blackboard, assignment.name.text);
  if (found == kNone) return;
  const Named<Variable>& key = c.model.blackboard[found];
  const Type& type = key.value.resolved;
  if (type.kind == ValueKind::error) return;
  const std::string what = fmt::format("`{}`", assignment.name.text);
  Place value_place = place;
  value_place.unit = key.value.unit;
  c.typer.type(assignment.value, type, value_place, what);
  check_range(c, assignment.value, key.value, what);
  check_place(c, assignment.value, key.value, what);
  warn_of_sign(c, assignment);
}

// `effects: { beer: +1 }` makes it 1, which is hardly intended.
void warn_of_sign(const Checking& c, const Named<Formula>& assignment) {
  const auto& [name, value] = assignment;
  if (value.root == nullptr || !value.text.starts_with('+')) return;
  const std::string_view rest = value.text.substr(value.text.find_first_not_of("+ "));
  c.diagnostics
      .report(Code::sign_adds_nothing, {value.span.file, value.span.begin, value.span.begin + 1},
              fmt::format("`{}` becomes {}: the sign adds nothing to what it was", name.text, rest))
      .help(
          fmt::format("to add, write `{} + {}`; for the value itself, leave the sign out", name.text, rest));
}

// A point without `default: nowhere` always lies somewhere, so no value that may be nowhere is written to it.
void check_place(const Checking& c, const Formula& formula, const Variable& variable, std::string_view what) {
  const bool is_point = variable.resolved.kind == ValueKind::point;
  if (formula.root == nullptr || !is_point || !formula.root->is_unasked || variable.may_be_nowhere()) return;
  const bool is_nowhere = formula.root->kind == ExpressionKind::nowhere;
  auto report = c.diagnostics.report(Code::place_lacking, formula.span,
                                     fmt::format("{} always lies somewhere, but here it {} nowhere", what,
                                                 is_nowhere ? "becomes" : "may become"));
  const Span declared = variable.type.span;
  if (declared.end != 0) report.label(declared, "declared here, without `default: nowhere`");
  report.help(is_nowhere
                  ? "declare it with `default: nowhere`; what reads it then asks for `.known`"
                  : fmt::format("ask first: if({}.known, {}, …), or declare it with `default: nowhere`",
                                formula.text, formula.text));
}

// A value that is known now must lie in the range in which it is held.
void check_range(const Checking& c, const Formula& formula, const Variable& variable, std::string_view what) {
  const Type& type = variable.resolved;
  const bool is_number = type.kind == ValueKind::number || type.kind == ValueKind::integer;
  if (formula.root == nullptr || !is_number) return;
  const auto value = constant_value(*formula.root);
  if (!value) return;
  const auto number = static_cast<float>(*value);
  if (number >= variable.low && number <= variable.high) return;
  auto report = c.diagnostics.report(
      Code::default_outside_range, formula.span,
      fmt::format("{} goes from {} to {}, but here it becomes {}", what, show(variable.low, type.quantity),
                  show(variable.high, type.quantity), show(*value, type.quantity)));
  if (variable.range.given) report.label(variable.range.span, "its range");
  report.help(variable.range.given ? "write a value in this range, or widen the range"
                                   : "give it a `range` that holds this value");
}

}  // namespace ishi::compiler
