#include "expression/typing_rules.h"
#include "expression/typing_site.h"

// The declarations that the names in a checked expression mean.

namespace ishi::compiler {
namespace {

void note_field_of(const TypingSite& at, const Expression& node, const Map<Variable>& fields,
                   uint32_t index) {
  if (index < fields.size()) at.model.note_use(node.text_span, fields[index].name);
}

// Of a member of a set that holds several things, the field of each of them is meant.
void note_field_of_things(const TypingSite& at, const Expression& node) {
  note_field_of(at, node, at.model.things[node.owner].value.fields, node.index);
  const Expression& object = *node.operands[0];
  const bool is_member = object.kind == ExpressionKind::fact || object.kind == ExpressionKind::choice;
  if (!is_member || is_memory(at.model, set_of(at.model, object))) return;
  for (const uint32_t thing : candidates_of(at.model, set_of(at.model, object)).value.things) {
    const auto& fields = at.model.things[thing].value.fields;
    note_field_of(at, node, fields, find_index(fields, node.text));
  }
}

}  // namespace

// Nodes that are wrong name nothing; those around them may be right.
void note_uses(const TypingSite& at, const Expression& node) {
  const auto note = [&](const auto& map) {
    if (node.index < map.size()) at.model.note_use(node.text_span, map[node.index].name);
  };
  if (node.expands != kNone) {
    at.model.note_use(node.text_span, at.model.values[node.expands].name);
    return;  // what it is given is noted when it is called, what it says where it is declared
  }
  switch (node.kind) {
    case ExpressionKind::curve: note(at.model.curves); break;
    case ExpressionKind::key: note(at.model.blackboard); break;
    case ExpressionKind::value: note(at.model.values); break;
    case ExpressionKind::choice: note(at.model.choices); break;
    case ExpressionKind::parameter:
      if (at.place.parameters != nullptr) note_field_of(at, node, *at.place.parameters, node.index);
      break;
    case ExpressionKind::event_field:
      note_field_of(at, node, at.model.events[node.owner].value.fields, node.index);
      break;
    case ExpressionKind::motive:
      if (node.index < at.model.needs.size())
        note(at.model.needs);
      else
        at.model.note_use(node.text_span, at.model.drives[node.index - at.model.needs.size()].name);
      break;
    case ExpressionKind::enum_member: {
      const auto& members = at.model.enums[node.type.reference].value.members;
      const auto member = static_cast<size_t>(node.number);
      if (member < members.size()) at.model.note_use(node.text_span, members[member]);
      break;
    }
    case ExpressionKind::field: note_field_of_things(at, node); break;
    case ExpressionKind::set: at.model.note_use(node.text_span, name_of_set(at.model, node.index)); break;
    case ExpressionKind::fact:
      if (const auto* const loop = loop_named(at, node.text); !node.is_it && loop != nullptr)
        at.model.note_use(node.text_span, loop->name);
      break;
    case ExpressionKind::fact_field: {
      const size_t noticed = count_noticed(at.model, node.owner);
      if (node.index < noticed)
        note_field_of(at, node, *noticed_fields(at.model, node.owner), node.index);
      else
        note_field_of(at, node, own_fields(at.model, node.owner),
                      node.index - static_cast<uint32_t>(noticed));
      break;
    }
    default: break;
  }
  for (const Expression* operand : node.operands) note_uses(at, *operand);
}

}  // namespace ishi::compiler
