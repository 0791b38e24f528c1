#include "expression/typer.h"

// The declarations that the names in a checked expression mean.

namespace ishi::compiler {

void Typer::note_field_of(const Expression& node, const Map<Variable>& fields, uint32_t index) const {
  if (index < fields.size()) model_.note_use(node.text_span, fields[index].name);
}

// Of a member of a set that holds several things, the field of each of them is meant.
void Typer::note_field_of_things(const Expression& node) const {
  note_field_of(node, model_.things[node.owner].value.fields, node.index);
  const Expression& object = *node.operands[0];
  const bool is_member = object.kind == ExpressionKind::fact || object.kind == ExpressionKind::choice;
  if (!is_member || is_memory(model_, set_of(object))) return;
  for (const uint32_t thing : candidates_of(model_, set_of(object)).value.things) {
    const auto& fields = model_.things[thing].value.fields;
    note_field_of(node, fields, find_index(fields, node.text));
  }
}

// Nodes that are wrong name nothing; those around them may be right.
void Typer::note_uses(const Expression& node) const {
  const auto note = [&](const auto& map) {
    if (node.index < map.size()) model_.note_use(node.text_span, map[node.index].name);
  };
  if (node.expands != kNone) {
    model_.note_use(node.text_span, model_.values[node.expands].name);
    return;  // what it is given is noted when it is called, what it says where it is declared
  }
  switch (node.kind) {
    case ExpressionKind::curve: note(model_.curves); break;
    case ExpressionKind::key: note(model_.blackboard); break;
    case ExpressionKind::value: note(model_.values); break;
    case ExpressionKind::choice: note(model_.choices); break;
    case ExpressionKind::parameter:
      if (place_.parameters != nullptr) note_field_of(node, *place_.parameters, node.index);
      break;
    case ExpressionKind::event_field:
      note_field_of(node, model_.events[node.owner].value.fields, node.index);
      break;
    case ExpressionKind::motive:
      if (node.index < model_.needs.size())
        note(model_.needs);
      else
        model_.note_use(node.text_span, model_.drives[node.index - model_.needs.size()].name);
      break;
    case ExpressionKind::enum_member: {
      const auto& members = model_.enums[node.type.reference].value.members;
      const auto member = static_cast<size_t>(node.number);
      if (member < members.size()) model_.note_use(node.text_span, members[member]);
      break;
    }
    case ExpressionKind::field: note_field_of_things(node); break;
    case ExpressionKind::set: model_.note_use(node.text_span, name_of_set(model_, node.index)); break;
    case ExpressionKind::fact:
      if (const auto* const loop = loop_named(node.text); !node.is_it && loop != nullptr)
        model_.note_use(node.text_span, loop->name);
      break;
    case ExpressionKind::fact_field: {
      const size_t noticed = count_noticed(model_, node.owner);
      if (node.index < noticed)
        note_field_of(node, *noticed_fields(model_, node.owner), node.index);
      else
        note_field_of(node, own_fields(model_, node.owner), node.index - static_cast<uint32_t>(noticed));
      break;
    }
    default: break;
  }
  for (const Expression* operand : node.operands) note_uses(*operand);
}

}  // namespace ishi::compiler
