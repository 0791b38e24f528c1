#include "expression/written_unit.h"

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

}  // namespace ishi::compiler
