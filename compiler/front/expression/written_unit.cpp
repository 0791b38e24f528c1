#include "expression/written_unit.h"
#include "language/scalar.h"
#include "language/unit.h"

#include <algorithm>

namespace ishi::compiler {
namespace {

const UnitRow* declared_unit(const Model& model, const Expression& node, const Map<Variable>* parameters) {
  if (const Variable* variable = variable_of(model, node, parameters)) return variable->unit;
  if (node.kind == ExpressionKind::curve) return model.curves[node.index].value.output.value.unit;
  if (node.kind == ExpressionKind::value) {
    const Expression* root = model.values[node.index].value.is.root;
    return root != nullptr ? written_unit(model, *root) : nullptr;
  }
  for (const Expression* operand : node.operands) {
    // A number in a sum has the unit that suited it alone: 250ms.
    if (operand->type.quantity != node.type.quantity || operand->kind == ExpressionKind::number) continue;
    if (const UnitRow* unit = written_unit(model, *operand, parameters)) return unit;
  }
  return nullptr;
}

}  // namespace

const Variable* variable_of(const Model& model, const Expression& node, const Map<Variable>* parameters) {
  switch (node.kind) {
    case ExpressionKind::key: return &model.blackboard[node.index].value;
    case ExpressionKind::parameter: return parameters != nullptr ? &(*parameters)[node.index].value : nullptr;
    case ExpressionKind::event_field: return &model.events[node.owner].value.fields[node.index].value;
    case ExpressionKind::field: return &model.things[node.owner].value.fields[node.index].value;
    case ExpressionKind::fact_field: return &member_variable(model, node.owner, node.index);
    default: return nullptr;
  }
}

const UnitRow* written_unit(const Model& model, const Expression& node, const Map<Variable>* parameters) {
  const UnitRow* unit = node.kind == ExpressionKind::number
                            ? find_unit(node.text.substr(number_length(node.text)))
                            : declared_unit(model, node, parameters);
  return unit != nullptr && unit->quantity == node.type.quantity ? unit : nullptr;
}

std::string shown_formula(std::string_view text) {
  std::string shown;
  for (const char c : text) {
    if (c != ' ' || !shown.ends_with(' ')) shown += c;
  }
  return shown;
}

std::string text_of(const Model& model, const Formula& written, const Expression& node) {
  constexpr size_t kLongest = 40;
  const size_t length = node.span.end - node.span.begin;
  const auto holds = [&](const Formula& formula) {
    return formula.span.file == node.span.file && formula.span.begin <= node.span.begin &&
           node.span.end <= formula.span.end;
  };
  const Formula* formula = &written;
  if (!holds(*formula)) {  // it stands in a value that is read here
    const auto value =
        std::ranges::find_if(model.values, [&](const auto& entry) { return holds(entry.value.is); });
    if (value == model.values.end()) return "…";
    formula = &value->value.is;
  }
  const size_t begin = node.span.begin - formula->span.begin;
  if (begin > formula->text.size()) return "…";
  const std::string shown = shown_formula(formula->text.substr(begin, length));
  return shown.size() > kLongest ? "…" : shown;
}

std::optional<std::string> with_unit(const Model& model, const Formula& written, const Expression& node,
                                     std::string_view unit) {
  const bool is_bare = node.type.kind == ValueKind::integer ||
                       (node.type.kind == ValueKind::number && node.type.quantity == Quantity::number);
  const Expression& digits = node.kind == ExpressionKind::negate ? *node.operands[0] : node;
  const std::string text = text_of(model, written, node);
  if (!is_bare || digits.kind != ExpressionKind::number || digits.text.ends_with('%') ||
      !text.ends_with(digits.text))
    return std::nullopt;
  return text + std::string(unit);
}

}  // namespace ishi::compiler
