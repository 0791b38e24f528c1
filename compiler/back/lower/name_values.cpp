#include "lower/name_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "lower/lowered.h"
#include "lower/source_ranges.h"

namespace ishi::compiler {
namespace {

ishi::Scope scope_of(const Variable& variable) { return static_cast<ishi::Scope>(variable.scope.value); }

// Fields are numbered over all things.
uint32_t field_index(const Model& model, uint32_t thing, uint32_t field) {
  uint32_t index = field;
  for (uint32_t i = 0; i < thing; ++i) index += static_cast<uint32_t>(model.things[i].value.fields.size());
  return index;
}

uint32_t option_named(const FormulaContext& context, Diagnostics& diagnostics, const Expression& node,
                      std::string_view always) {
  const auto& actions = context.agent->value.actions;
  const auto option = std::ranges::find(actions, node.text, &Reference::text);
  if (option == actions.end()) {
    diagnostics
        .report(Code::since_never, node.span,
                fmt::format("`{}` never does `{}`, {}", context.agent->name.text, node.text, always))
        .label(context.agent->name.span, "the agent")
        .help("ask for something that it does, or give it the action");
    return kNone;
  }
  return static_cast<uint32_t>(option - actions.begin());
}

// Those that no state lists are done in all of them.
bool may_end_in_state(const FormulaContext& context, uint32_t option) {
  if (context.state == nullptr) return true;
  const auto lists_it = [&](const Named<State>& state) {
    return std::ranges::find(state.value.options, option) != state.value.options.end();
  };
  return lists_it(*context.state) || std::ranges::none_of(context.agent->value.states.value, lists_it);
}

}  // namespace

Interval range_of(const Variable& variable) { return {variable.low, variable.high}; }

// The declaration of a key, field or parameter.
const Variable& variable_of(const Model& model, const FormulaContext& context, const Expression& node) {
  switch (node.kind) {
    case ExpressionKind::field: return model.things[node.owner].value.fields[node.index].value;
    case ExpressionKind::parameter: return (*context.parameters)[node.index].value;
    case ExpressionKind::event_field: return model.events[node.owner].value.fields[node.index].value;
    case ExpressionKind::fact_field: return member_variable(model, node.owner, node.index);
    default: return model.blackboard[node.index].value;
  }
}

// Of the innermost steps around that call what they go over so.
uint32_t given_of(const FormulaContext& context, const Expression& variable) {
  return std::ranges::find(context.loops->rbegin(), context.loops->rend(), variable.text, &LoopPlace::name)
      ->given;
}

Ref each_member(ProgramBuilder& builder, uint32_t set) { return builder.source(OperationCode::each, set, {0, 255}); }

LoweredValue lower_key(const Model& model, ProgramBuilder& builder, const Expression& node) {
  const Variable& key = model.blackboard[node.index].value;
  const ishi::Scope scope = scope_of(key);
  switch (key.resolved.kind) {
    case ValueKind::entity: return {builder.source(OperationCode::key_entity, node.index, kRow, scope)};
    case ValueKind::point:
    case ValueKind::direction:
      return {builder.source(OperationCode::key_x, node.index, kPlace, scope),
              builder.source(OperationCode::key_y, node.index, kPlace, scope),
              builder.source(OperationCode::key_z, node.index, kPlace, scope)};
    default: return {builder.source(OperationCode::key, node.index, range_of(key), scope)};
  }
}

// Of the entity in `row`: field `place` of a thing.
LoweredValue lower_field_of(const Model& model, ProgramBuilder& builder, Ref row, uint32_t thing,
                            uint32_t place) {
  const Variable& field = model.things[thing].value.fields[place].value;
  const uint32_t index = field_index(model, thing, place);
  switch (field.resolved.kind) {
    case ValueKind::entity: return {builder.of_entity(OperationCode::field_entity, row, index, kRow)};
    case ValueKind::point:
    case ValueKind::direction:
      return {builder.of_entity(OperationCode::field_x, row, index, kPlace),
              builder.of_entity(OperationCode::field_y, row, index, kPlace),
              builder.of_entity(OperationCode::field_z, row, index, kPlace)};
    default: return {builder.of_entity(OperationCode::field, row, index, range_of(field))};
  }
}

// A parameter of the task or a field of the event.
LoweredValue lower_record(const Model& model, ProgramBuilder& builder, const FormulaContext& context,
                          const Expression& node) {
  using enum OperationCode;
  const Variable& variable = variable_of(model, context, node);
  switch (variable.resolved.kind) {
    case ValueKind::entity: return {builder.source(record_entity, node.index, kRow)};
    case ValueKind::point:
    case ValueKind::direction:
      return {builder.source(record_x, node.index, kPlace), builder.source(record_y, node.index, kPlace),
              builder.source(record_z, node.index, kPlace)};
    default: return {builder.source(record, node.index, range_of(variable))};
  }
}

Ref lower_elapsed(ProgramBuilder& builder, const FormulaContext& context) {
  if (context.is_running) return builder.source(OperationCode::step_elapsed, 0, kElapsed);
  const Ref elapsed = builder.source(OperationCode::elapsed, context.option, kElapsed);
  if (context.set == kNone) return elapsed;
  const Ref runs_for =
      builder.of_member(OperationCode::member_bound, each_member(builder, context.set), context.set, kTruth);
  return builder.apply(OperationCode::select, {runs_for, elapsed, builder.constant(0)});
}

// Of an option that is for a set: whether it runs for this member.
Ref lower_running(ProgramBuilder& builder, const FormulaContext& context) {
  if (context.is_running) return builder.truth(true);
  const Ref running = builder.source(OperationCode::running, context.option, kTruth);
  if (context.set == kNone) return running;
  return builder.apply(OperationCode::both,
                       {running, builder.of_member(OperationCode::member_bound,
                                                   each_member(builder, context.set), context.set, kTruth)});
}

LoweredValue lower_given(ProgramBuilder& builder, const FormulaContext& context, const Expression& node) {
  const GivenPlace& given = *std::ranges::find(*context.givens, node.text, &GivenPlace::name);
  const auto known = [&] { return builder.source(OperationCode::given, given.first, kTruth); };
  if (node.index == 0) return {known()};
  const Variable& variable = (*given.values)[node.index - 1].value;
  const uint32_t place = given.first + node.index;
  // An argument that was not given has its default.
  const auto or_default = [&](Ref value, float fallback) {
    if (given.is_sure) return value;
    return builder.apply(OperationCode::select, {known(), value, builder.constant(fallback)});
  };
  switch (variable.resolved.kind) {
    case ValueKind::entity: return {or_default(builder.source(OperationCode::given_entity, place, kRow), 0)};
    case ValueKind::point:
    case ValueKind::direction:
      return {or_default(builder.source(OperationCode::given_x, place, kPlace), variable.fallback[0]),
              or_default(builder.source(OperationCode::given_y, place, kPlace), variable.fallback[1]),
              or_default(builder.source(OperationCode::given_z, place, kPlace), variable.fallback[2])};
    default:
      return {
          or_default(builder.source(OperationCode::given, place, range_of(variable)), variable.fallback[0])};
  }
}

Ref lower_since(ProgramBuilder& builder, const FormulaContext& context, Diagnostics& diagnostics,
                const Expression& node) {
  LoweredMoment asked{MomentKind::event, node.index};
  if (node.kind == ExpressionKind::since_option) {
    const uint32_t option = option_named(context, diagnostics, node, "so for it this is always 1000000s");
    if (option == kNone) return builder.constant(kElapsed.high);
    asked = {MomentKind::option, option};
  }
  const auto known = std::ranges::find_if(*context.moments, [&](const LoweredMoment& moment) {
    return moment.kind == asked.kind && moment.subject == asked.subject;
  });
  const auto index = static_cast<uint32_t>(known - context.moments->begin());
  if (known == context.moments->end()) context.moments->push_back(asked);
  return builder.source(OperationCode::since, index, kElapsed);
}

Ref lower_ended(ProgramBuilder& builder, const FormulaContext& context, Diagnostics& diagnostics,
                const Expression& node) {
  const Ref how = builder.apply(OperationCode::equal, {builder.source(OperationCode::ending, 0, {0, 3}),
                                                       builder.constant(static_cast<float>(node.number))});
  if (node.text.empty()) return how;
  const uint32_t option = option_named(context, diagnostics, node, "so for it this never holds");
  if (option == kNone) return builder.truth(false);
  if (!may_end_in_state(context, option)) {
    diagnostics
        .report(Code::since_never, node.span,
                fmt::format("`{}` is never done in `{}`, so this never holds", node.text,
                            context.state->name.text))
        .label(context.state->name.span, "the state")
        .help("ask for an action of this state, or give it the action");
  }
  return builder.apply(OperationCode::both, {how, builder.source(OperationCode::ended, option, kTruth)});
}

Ref self_row(ProgramBuilder& builder) { return builder.source(OperationCode::self_row, 0, {0, 16777216}); }

LoweredValue self_facing(ProgramBuilder& builder) {
  const Ref self = self_row(builder);
  return {builder.of_entity(OperationCode::facing_x, self, 0, {-1e6F, 1e6F}),
          builder.of_entity(OperationCode::facing_y, self, 0, {-1e6F, 1e6F}),
          builder.of_entity(OperationCode::facing_z, self, 0, {-1e6F, 1e6F})};
}

Ref is_somewhere(ProgramBuilder& builder, const LoweredValue& place) {
  return builder.apply(OperationCode::less, {place.x, builder.constant(kNowhere)});
}

Ref dot(ProgramBuilder& builder, const LoweredValue& a, const LoweredValue& b) {
  return builder.reduce(OperationCode::add, {builder.apply(OperationCode::multiply, {a.x, b.x}),
                                             builder.apply(OperationCode::multiply, {a.y, b.y}),
                                             builder.apply(OperationCode::multiply, {a.z, b.z})});
}

Ref length_of(ProgramBuilder& builder, const LoweredValue& v) {
  return builder.apply(OperationCode::square_root, dot(builder, v, v));
}

// (x - low) / (high - low)
Ref lower_normalized(ProgramBuilder& builder, Ref x, Ref low, Ref high) {
  const Ref above = builder.apply(OperationCode::subtract, {x, low});
  return builder.apply(OperationCode::divide, {above, builder.apply(OperationCode::subtract, {high, low})});
}

}  // namespace ishi::compiler
