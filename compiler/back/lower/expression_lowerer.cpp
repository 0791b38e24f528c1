#include "lower/expression_lowerer.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include "language/functions.h"
#include "lower/lowered.h"
#include "lower/source_ranges.h"

namespace ishi::compiler {
namespace {

OperationCode binary_code(ExpressionKind kind) {
  switch (kind) {
    case ExpressionKind::add: return OperationCode::add;
    case ExpressionKind::subtract: return OperationCode::subtract;
    case ExpressionKind::multiply: return OperationCode::multiply;
    case ExpressionKind::divide: return OperationCode::divide;
    case ExpressionKind::power: return OperationCode::power;
    case ExpressionKind::equal: return OperationCode::equal;
    case ExpressionKind::not_equal: return OperationCode::not_equal;
    case ExpressionKind::less:
    case ExpressionKind::greater: return OperationCode::less;
    case ExpressionKind::less_equal:
    case ExpressionKind::greater_equal: return OperationCode::less_equal;
    case ExpressionKind::both: return OperationCode::both;
    default: return OperationCode::either;
  }
}

bool is_mirrored(ExpressionKind kind) {
  return kind == ExpressionKind::greater || kind == ExpressionKind::greater_equal;
}

ishi::Scope scope_of(const Variable& variable) { return static_cast<ishi::Scope>(variable.scope.value); }

}  // namespace

Interval range_of(const Variable& variable) { return {variable.low, variable.high}; }

void ExpressionLowerer::set_option(uint32_t option, bool is_running, uint32_t set) {
  option_ = option;
  set_ = set;
  is_running_ = is_running;
  lowered_.clear();
}

LoweredValue ExpressionLowerer::lower(const Expression& node) {
  const auto known = lowered_.find(&node);
  if (known != lowered_.end()) return known->second;
  const LoweredValue value = lower_afresh(node);
  lowered_.emplace(&node, value);
  return value;
}

// Once a program. A value stands for itself: what holds where it is read says nothing of its operands.
LoweredValue ExpressionLowerer::lower_value(uint32_t index) {
  const auto known = values_.find(index);
  if (known != values_.end()) return known->second;
  const std::vector<Assumption> outer = std::exchange(assumptions_, {});
  const bool is_outer_named = std::exchange(is_named_, true);
  const auto outer_over = std::exchange(over_, std::nullopt);
  const LoweredValue value = lower(*model_.values[index].value.is.root);
  is_named_ = is_outer_named;
  over_ = outer_over;
  assumptions_ = outer;
  values_.emplace(index, value);
  return value;
}

LoweredValue ExpressionLowerer::lower_afresh(const Expression& node) {
  switch (node.kind) {
    case ExpressionKind::number:
    case ExpressionKind::truth:
    case ExpressionKind::enum_member: return {builder_.constant(static_cast<float>(node.number))};
    case ExpressionKind::nobody: return {builder_.constant(0)};
    case ExpressionKind::nowhere:
      return {builder_.constant(kNowhere), builder_.constant(kNowhere), builder_.constant(kNowhere)};
    case ExpressionKind::key: return lower_key(node);
    case ExpressionKind::value: return lower_value(node.index);
    case ExpressionKind::motive: return {level(node.index)};
    case ExpressionKind::self: return {self_row()};
    case ExpressionKind::team: return {builder_.source(OperationCode::own_team, 0, kTeam)};
    case ExpressionKind::target: return {builder_.source(OperationCode::target_row, 0, kRow)};
    case ExpressionKind::awareness: return {greatest_awareness()};
    case ExpressionKind::time: return {builder_.source(OperationCode::time, 0, kTime)};
    case ExpressionKind::elapsed: return {lower_elapsed()};
    case ExpressionKind::random: return {lower_random(node)};
    case ExpressionKind::since_option:
    case ExpressionKind::since_event: return {lower_since(node)};
    case ExpressionKind::given: return lower_given(node);
    case ExpressionKind::ended: return {lower_ended(node)};
    case ExpressionKind::parameter:
    case ExpressionKind::event_field: return lower_record(node);
    case ExpressionKind::running: return {lower_running()};
    case ExpressionKind::known: return {lower_known(*node.operands[0])};
    case ExpressionKind::choice: return lower_member(node);
    case ExpressionKind::choice_score: return {chosen(node.operands[0]->index).score};
    case ExpressionKind::position:
    case ExpressionKind::facing: {
      const Ref row = lower_number(*node.operands[0]);
      const bool is_position = node.kind == ExpressionKind::position;
      const Interval range = is_position ? kPlace : kFacing;
      return {builder_.of_entity(is_position ? OperationCode::position_x : OperationCode::facing_x, row, 0,
                                 range),
              builder_.of_entity(is_position ? OperationCode::position_y : OperationCode::facing_y, row, 0,
                                 range),
              builder_.of_entity(is_position ? OperationCode::position_z : OperationCode::facing_z, row, 0,
                                 range)};
    }
    case ExpressionKind::field: return lower_field(node);
    case ExpressionKind::fact:
    case ExpressionKind::fact_position:
    case ExpressionKind::fact_age:
    case ExpressionKind::fact_confidence:
    case ExpressionKind::fact_awareness:
    case ExpressionKind::fact_first_seen:
    case ExpressionKind::fact_last_seen: return lower_member(node);
    case ExpressionKind::fact_maker: return lower_maker(node);
    case ExpressionKind::fact_field: return lower_member_field(node);
    case ExpressionKind::norm: return {lower_norm(node)};
    case ExpressionKind::negate:
      return {builder_.apply(OperationCode::negate, lower_number(*node.operands[0]))};
    case ExpressionKind::not_: return {builder_.apply(OperationCode::not_, lower_number(*node.operands[0]))};
    case ExpressionKind::curve: {
      warn_curve(node);
      return {builder_.curve(node.index, lower_number(*node.operands[0]))};
    }
    case ExpressionKind::call: return lower_call(node);
    default: return {lower_binary(node)};
  }
}

Ref ExpressionLowerer::level(uint32_t motive) {
  const auto needs = static_cast<uint32_t>(model_.needs.size());
  const Named<Motive>& found = motive < needs ? model_.needs[motive] : model_.drives[motive - needs];
  if (found.value.is_carried() && agent_ == nullptr)
    return builder_.source(OperationCode::level, motive, {0, 1});
  const auto known = levels_.find(motive);
  if (known != levels_.end()) return known->second;
  const std::vector<Assumption> outer = std::exchange(assumptions_, {});
  const bool is_outer_named = std::exchange(is_named_, true);
  const auto outer_over = std::exchange(over_, std::nullopt);
  const Ref level = found.value.is_carried() ? advanced(motive, found)
                                             : builder_.clamp(lower_number(*found.value.level.root), 0, 1);
  is_named_ = is_outer_named;
  over_ = outer_over;
  assumptions_ = outer;
  levels_.emplace(motive, level);
  return level;
}

// The present carried level: it rises by itself and by the running action, for the time since it was
// advanced. All rates read the levels of before.
Ref ExpressionLowerer::advanced(uint32_t motive, const Named<Motive>& carried) {
  // In here names mean what they were before, and no option is at hand.
  const Agent& agent = *std::exchange(agent_, nullptr);
  const auto outer_levels = std::exchange(levels_, {});
  const auto outer_values = std::exchange(values_, {});
  const auto outer_lowered = std::exchange(lowered_, {});
  const uint32_t outer_option = std::exchange(option_, kNone);
  const uint32_t outer_set = std::exchange(set_, kNone);
  const Ref nothing = builder_.constant(0);
  std::vector<Ref> rates;
  const auto add_while = [&](Ref holds, const Formula& rate) {
    rates.push_back(builder_.apply(OperationCode::select, {holds, lower_number(*rate.root), nothing}));
  };
  const Motive& value = carried.value;
  if (value.rise.root != nullptr) {
    const bool stops = value.while_rises.root != nullptr;
    add_while(stops ? lower_number(*value.while_rises.root) : builder_.truth(true), value.rise);
  }
  for (uint32_t i = 0; i < agent.actions.size(); ++i) {
    const Map<Formula>& during = model_.actions[agent.actions[i].index].value.during.value;
    const uint32_t change = find_index(during, carried.name.text);
    if (change == kNone) continue;
    option_ = i;
    lowered_.clear();
    add_while(builder_.source(OperationCode::running, i, {0, 1}), during[change].value);
  }
  agent_ = &agent;
  levels_ = outer_levels;
  values_ = outer_values;
  lowered_ = outer_lowered;
  option_ = outer_option;
  set_ = outer_set;
  if (rates.empty()) return builder_.source(OperationCode::level, motive, {0, 1});
  constexpr float kLongest = 1e13F;  // seconds; no world lasts longer
  const Ref seconds = builder_.source(OperationCode::level_seconds, 0, {0, kLongest});
  const Ref rise =
      builder_.apply(OperationCode::multiply, {builder_.reduce(OperationCode::add, rates), seconds});
  return builder_.level_after(motive, rise);
}

LoweredValue ExpressionLowerer::lower_key(const Expression& node) {
  const Variable& key = model_.blackboard[node.index].value;
  const ishi::Scope scope = scope_of(key);
  switch (key.resolved.kind) {
    case ValueKind::entity: return {builder_.source(OperationCode::key_entity, node.index, kRow, scope)};
    case ValueKind::point:
    case ValueKind::direction:
      return {builder_.source(OperationCode::key_x, node.index, kPlace, scope),
              builder_.source(OperationCode::key_y, node.index, kPlace, scope),
              builder_.source(OperationCode::key_z, node.index, kPlace, scope)};
    default: return {builder_.source(OperationCode::key, node.index, range_of(key), scope)};
  }
}

// Fields are numbered over all things.
uint32_t ExpressionLowerer::field_index(uint32_t thing, uint32_t field) const {
  uint32_t index = field;
  for (uint32_t i = 0; i < thing; ++i) index += static_cast<uint32_t>(model_.things[i].value.fields.size());
  return index;
}

LoweredValue ExpressionLowerer::lower_field(const Expression& node) {
  const Expression& object = *node.operands[0];
  const Ref row = lower_number(object);
  const bool is_member = object.kind == ExpressionKind::fact || object.kind == ExpressionKind::choice;
  const bool is_of_several = is_member && object.type.reference == kNone &&
                             !is_memory(model_, set_of(object)) &&
                             candidates_of(model_, set_of(object)).value.things.size() > 1;
  if (!is_of_several) return lower_field_of(row, node.owner, node.index);
  // Of each kind its own field; what is of none has the default of the first.
  const std::vector<uint32_t>& things = candidates_of(model_, set_of(object)).value.things;
  const std::string_view name = model_.things[node.owner].value.fields[node.index].name.text;
  LoweredValue result;
  for (const uint32_t thing : things) {
    const LoweredValue own = lower_field_of(row, thing, find_index(model_.things[thing].value.fields, name));
    const Ref is_one = builder_.of_entity(OperationCode::is_thing, row, thing, kTruth);
    const auto choose = [&](Ref yes, Ref no) {
      return no == kNoRef || yes == kNoRef ? yes : builder_.apply(OperationCode::select, {is_one, yes, no});
    };
    result = {choose(own.x, result.x), choose(own.y, result.y), choose(own.z, result.z)};
  }
  return result;
}

// Of the entity in `row`: field `place` of a thing.
LoweredValue ExpressionLowerer::lower_field_of(Ref row, uint32_t thing, uint32_t place) {
  const Variable& field = model_.things[thing].value.fields[place].value;
  const uint32_t index = field_index(thing, place);
  switch (field.resolved.kind) {
    case ValueKind::entity: return {builder_.of_entity(OperationCode::field_entity, row, index, kRow)};
    case ValueKind::point:
    case ValueKind::direction:
      return {builder_.of_entity(OperationCode::field_x, row, index, kPlace),
              builder_.of_entity(OperationCode::field_y, row, index, kPlace),
              builder_.of_entity(OperationCode::field_z, row, index, kPlace)};
    default: return {builder_.of_entity(OperationCode::field, row, index, range_of(field))};
  }
}

// A parameter of the task or a field of the event.
LoweredValue ExpressionLowerer::lower_record(const Expression& node) {
  using enum OperationCode;
  const Variable& variable = variable_of(node);
  switch (variable.resolved.kind) {
    case ValueKind::entity: return {builder_.source(record_entity, node.index, kRow)};
    case ValueKind::point:
    case ValueKind::direction:
      return {builder_.source(record_x, node.index, kPlace), builder_.source(record_y, node.index, kPlace),
              builder_.source(record_z, node.index, kPlace)};
    default: return {builder_.source(record, node.index, range_of(variable))};
  }
}

Ref ExpressionLowerer::lower_elapsed() {
  if (is_running_) return builder_.source(OperationCode::step_elapsed, 0, kElapsed);
  const Ref elapsed = builder_.source(OperationCode::elapsed, option_, kElapsed);
  if (set_ == kNone) return elapsed;
  const Ref runs_for = builder_.of_member(OperationCode::member_bound, each(set_), set_, kTruth);
  return builder_.apply(OperationCode::select, {runs_for, elapsed, builder_.constant(0)});
}

// Of an option that is for a set: whether it runs for this member.
Ref ExpressionLowerer::lower_running() {
  if (is_running_) return builder_.truth(true);
  const Ref running = builder_.source(OperationCode::running, option_, kTruth);
  if (set_ == kNone) return running;
  return builder_.apply(OperationCode::both,
                        {running, builder_.of_member(OperationCode::member_bound, each(set_), set_, kTruth)});
}

Ref ExpressionLowerer::is_thing(uint32_t set, uint32_t thing) {
  Expression member;
  member.kind = ExpressionKind::fact;
  member.index = set;
  return builder_.of_entity(OperationCode::is_thing, lower_number(member), thing, kTruth);
}

// Each member that is scored, or that a function over a set is asked about, has a draw of its own. A value or
// a level draws once, whoever names it.
Ref ExpressionLowerer::lower_random(const Expression& node) {
  Ref member = kNoRef;
  if (over_ && over_->call == node.call) {
    const auto numbered = numbered_.find(over_->pass);
    member = numbered != numbered_.end() ? numbered->second : each(over_->set);
  } else if (!over_ && !is_named_ && node.call == Span() && set_ != kNone && !is_running_) {
    member = each(set_);
  }
  if (member == kNoRef) return builder_.source(OperationCode::random, node.index, kDraw);
  return builder_.of_member(OperationCode::member_random, member, node.index, kDraw);
}

Ref ExpressionLowerer::each(uint32_t set) { return builder_.source(OperationCode::each, set, {0, 255}); }

uint32_t ExpressionLowerer::set_of(const Expression& variable) const {
  return variable.kind == ExpressionKind::choice ? model_.choices[variable.index].value.set()
                                                 : variable.index;
}

// In a score a choice is made as the score is; elsewhere it is what it was in the last thought.
ChoiceSource::Lowered ExpressionLowerer::chosen(uint32_t choice) {
  if (agent_ != nullptr) return choices_->lower(choice);
  const uint32_t place = choices_->place_of(choice);
  return {builder_.source(OperationCode::chosen, place, {-1, 255}),
          builder_.source(OperationCode::chosen_score, place, kAnyNumber)};
}

// True if somebody is there, or, of a choice among members that are no entities, whether one was chosen.
Ref ExpressionLowerer::lower_known(const Expression& object) {
  if (object.type.kind == ValueKind::point) return is_somewhere(lower(object));
  const bool is_number = object.kind == ExpressionKind::choice && object.type.kind == ValueKind::candidate;
  if (is_number)
    return builder_.apply(OperationCode::less_equal, {builder_.constant(0), chosen(object.index).best});
  return builder_.apply(OperationCode::not_equal, {lower_number(object), builder_.constant(0)});
}

Ref ExpressionLowerer::number_of(const Expression& variable) {
  if (variable.kind == ExpressionKind::choice) return chosen(variable.index).best;
  if (const auto numbered = numbered_.find(variable.pass); numbered != numbered_.end())
    return numbered->second;
  if (variable.is_of_step) return builder_.source(OperationCode::given_member, given_of(variable), {-1, 255});
  const uint32_t set = variable.index;
  const Scope scope = is_memory(model_, set) ? Scope::agent : candidates_of(model_, set).value.scope.value;
  // A value that all agents share is computed once for all of them; a formula is of one agent alone.
  if (scope != Scope::agent && !is_running_)
    return builder_.source(OperationCode::member, set, {0, 255}, static_cast<ishi::Scope>(scope));
  if (!is_running_ || variable.is_it) return each(set);
  return builder_.source(OperationCode::bound, variable.index, {-1, 255});
}

Ref ExpressionLowerer::lower_since(const Expression& node) {
  LoweredMoment asked{MomentKind::event, node.index};
  if (node.kind == ExpressionKind::since_option) {
    const uint32_t option = option_named(node, "so for it this is always 1000000s");
    if (option == kNone) return builder_.constant(kElapsed.high);
    asked = {MomentKind::option, option};
  }
  const auto known = std::ranges::find_if(*moments_, [&](const LoweredMoment& moment) {
    return moment.kind == asked.kind && moment.subject == asked.subject;
  });
  const auto index = static_cast<uint32_t>(known - moments_->begin());
  if (known == moments_->end()) moments_->push_back(asked);
  return builder_.source(OperationCode::since, index, kElapsed);
}

uint32_t ExpressionLowerer::option_named(const Expression& node, std::string_view always) {
  const auto& actions = of_moments_->value.actions;
  const auto option = std::ranges::find(actions, node.text, &Reference::text);
  if (option == actions.end()) {
    diagnostics_
        .report(Code::since_never, node.span,
                fmt::format("`{}` never does `{}`, {}", of_moments_->name.text, node.text, always))
        .label(of_moments_->name.span, "the agent")
        .help("ask for something that it does, or give it the action");
    return kNone;
  }
  return static_cast<uint32_t>(option - actions.begin());
}

Ref ExpressionLowerer::lower_ended(const Expression& node) {
  const Ref how = builder_.apply(OperationCode::equal, {builder_.source(OperationCode::ending, 0, {0, 3}),
                                                        builder_.constant(static_cast<float>(node.number))});
  if (node.text.empty()) return how;
  const uint32_t option = option_named(node, "so for it this never holds");
  if (option == kNone) return builder_.truth(false);
  if (!may_end_in_state(option)) {
    diagnostics_
        .report(Code::since_never, node.span,
                fmt::format("`{}` is never done in `{}`, so this never holds", node.text, state_->name.text))
        .label(state_->name.span, "the state")
        .help("ask for an action of this state, or give it the action");
  }
  return builder_.apply(OperationCode::both, {how, builder_.source(OperationCode::ended, option, kTruth)});
}

// Those that no state lists are done in all of them.
bool ExpressionLowerer::may_end_in_state(uint32_t option) const {
  if (state_ == nullptr) return true;
  const auto lists_it = [&](const Named<State>& state) {
    return std::ranges::find(state.value.options, option) != state.value.options.end();
  };
  return lists_it(*state_) || std::ranges::none_of(of_moments_->value.states.value, lists_it);
}

// The declaration of a key, field or parameter.
const Variable& ExpressionLowerer::variable_of(const Expression& node) const {
  switch (node.kind) {
    case ExpressionKind::field: return model_.things[node.owner].value.fields[node.index].value;
    case ExpressionKind::parameter: return (*parameters_)[node.index].value;
    case ExpressionKind::event_field: return model_.events[node.owner].value.fields[node.index].value;
    case ExpressionKind::fact_field: return member_variable(model_, node.owner, node.index);
    default: return model_.blackboard[node.index].value;
  }
}

// (x - low) · r, r chosen so that the top of the range is exactly 1 where a float allows it.
Ref ExpressionLowerer::lower_norm(const Expression& node) {
  const Expression& object = *node.operands[0];
  const Variable& variable = variable_of(object);
  const float span = variable.high - variable.low;
  float factor = 1.0F / span;
  for (const float candidate : {factor, std::nextafter(factor, 2 * factor), std::nextafter(factor, 0.0F)}) {
    if (span * candidate == 1.0F) {
      factor = candidate;
      break;
    }
  }
  const Ref above =
      builder_.apply(OperationCode::subtract, {lower_number(object), builder_.constant(variable.low)});
  return builder_.clamp(builder_.apply(OperationCode::multiply, {above, builder_.constant(factor)}), 0, 1);
}

Ref ExpressionLowerer::lower_binary(const Expression& node) {
  const Expression& left = *node.operands[0];
  const Expression& right = *node.operands[1];
  Ref a = lower_number(left);
  Ref b = kNoRef;
  // A condition as the first factor makes the product 0 with any second one.
  const bool is_guarded = node.kind == ExpressionKind::multiply && left.type.kind == ValueKind::boolean;
  if (node.kind == ExpressionKind::both || node.kind == ExpressionKind::either || is_guarded) {
    const size_t mark = assume(left, node.kind != ExpressionKind::either);
    b = lower_number(right);
    forget(mark);
  } else {
    b = lower_number(right);
  }
  if (is_mirrored(node.kind)) std::swap(a, b);
  const OperationCode code = binary_code(node.kind);
  if (code == OperationCode::divide) warn_operand(node, right, b, code, a);
  if (code == OperationCode::power) warn_operand(node, left, a, code, b);
  return builder_.apply(code, {a, b});
}

}  // namespace ishi::compiler
