#include "lower/expression_lowerer.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include "expression/types.h"
#include "language/functions.h"
#include "lower/name_values.h"
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

}  // namespace

void ExpressionLowerer::enter_option(uint32_t option, uint32_t set) {
  context_.option = option;
  context_.set = set;
  lowered_.clear();
}

size_t ExpressionLowerer::assume(const Expression& condition, bool truth) {
  return around_.assumed.assume(model_, builder_, condition, truth,
                                [&](const Expression& part) { return lower_number(part); });
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
  const Around outer = std::exchange(around_, Around{{}, true, std::nullopt});
  const LoweredValue value = lower(*model_.values[index].value.is.root);
  around_ = outer;
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
    case ExpressionKind::key: return lower_key(model_, builder_, node);
    case ExpressionKind::value: return lower_value(node.index);
    case ExpressionKind::motive: return {level(node.index)};
    case ExpressionKind::self: return {self_row(builder_)};
    case ExpressionKind::team: return {builder_.source(OperationCode::own_team, 0, kTeam)};
    case ExpressionKind::target: return {builder_.source(OperationCode::target_row, 0, kRow)};
    case ExpressionKind::awareness: return {greatest_awareness()};
    case ExpressionKind::time: return {builder_.source(OperationCode::time, 0, kTime)};
    case ExpressionKind::elapsed: return {lower_elapsed(builder_, context_)};
    case ExpressionKind::random: return {lower_random(node)};
    case ExpressionKind::since_option:
    case ExpressionKind::since_event: return {lower_since(builder_, context_, diagnostics_, node)};
    case ExpressionKind::given: return lower_given(builder_, context_, node);
    case ExpressionKind::ended: return {lower_ended(builder_, context_, diagnostics_, node)};
    case ExpressionKind::parameter:
    case ExpressionKind::event_field: return lower_record(model_, builder_, context_, node);
    case ExpressionKind::running: return {lower_running(builder_, context_)};
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
      warn_of_curve(ranges(), node);
      return {builder_.curve(node.index, lower_number(*node.operands[0]))};
    }
    case ExpressionKind::call: return lower_call(node);
    default: return {lower_binary(node)};
  }
}

Ref ExpressionLowerer::level(uint32_t motive) {
  const auto needs = static_cast<uint32_t>(model_.needs.size());
  const Named<Motive>& found = motive < needs ? model_.needs[motive] : model_.drives[motive - needs];
  if (found.value.is_carried() && context_.thinking == nullptr)
    return builder_.source(OperationCode::level, motive, {0, 1});
  const auto known = levels_.find(motive);
  if (known != levels_.end()) return known->second;
  const Around outer = std::exchange(around_, Around{{}, true, std::nullopt});
  const Ref level = found.value.is_carried() ? advanced(motive, found)
                                             : builder_.clamp(lower_number(*found.value.level.root), 0, 1);
  around_ = outer;
  levels_.emplace(motive, level);
  return level;
}

// The present carried level: it rises by itself and by the running action, for the time since it was
// advanced. All rates read the levels of before, and names mean what they were then.
Ref ExpressionLowerer::advanced(uint32_t motive, const Named<Motive>& carried) {
  const Agent& agent = *context_.thinking;
  FormulaContext before = context_;
  before.thinking = nullptr;
  before.option = before.set = kNone;
  ExpressionLowerer expressions(model_, builder_, diagnostics_, before);
  expressions.around_.is_named = true;
  expressions.numbered_count_ = numbered_count_;
  expressions.is_nested_reported_ = is_nested_reported_;
  const Ref nothing = builder_.constant(0);
  std::vector<Ref> rates;
  const auto add_while = [&](Ref holds, const Formula& rate) {
    rates.push_back(
        builder_.apply(OperationCode::select, {holds, expressions.lower_number(*rate.root), nothing}));
  };
  const Motive& value = carried.value;
  if (value.rise.root != nullptr) {
    const bool stops = value.while_rises.root != nullptr;
    add_while(stops ? expressions.lower_number(*value.while_rises.root) : builder_.truth(true), value.rise);
  }
  for (uint32_t i = 0; i < agent.actions.size(); ++i) {
    const Map<Formula>& during = model_.actions[agent.actions[i].index].value.during.value;
    const uint32_t change = find_index(during, carried.name.text);
    if (change == kNone) continue;
    expressions.enter_option(i, kNone);
    add_while(builder_.source(OperationCode::running, i, {0, 1}), during[change].value);
  }
  numbered_count_ = expressions.numbered_count_;
  is_nested_reported_ = expressions.is_nested_reported_;
  if (rates.empty()) return builder_.source(OperationCode::level, motive, {0, 1});
  constexpr float kLongest = 1e13F;  // seconds; no world lasts longer
  const Ref seconds = builder_.source(OperationCode::level_seconds, 0, {0, kLongest});
  const Ref rise =
      builder_.apply(OperationCode::multiply, {builder_.reduce(OperationCode::add, rates), seconds});
  return builder_.level_after(motive, rise);
}

LoweredValue ExpressionLowerer::lower_field(const Expression& node) {
  const Expression& object = *node.operands[0];
  const Ref row = lower_number(object);
  const bool is_member = object.kind == ExpressionKind::fact || object.kind == ExpressionKind::choice;
  const bool is_of_several = is_member && object.type.reference == kNone &&
                             !is_memory(model_, set_of(model_, object)) &&
                             candidates_of(model_, set_of(model_, object)).value.things.size() > 1;
  if (!is_of_several) return lower_field_of(model_, builder_, row, node.owner, node.index);
  // Of each kind its own field; what is of none has the default of the first.
  const std::vector<uint32_t>& things = candidates_of(model_, set_of(model_, object)).value.things;
  const std::string_view name = model_.things[node.owner].value.fields[node.index].name.text;
  LoweredValue result;
  for (const uint32_t thing : things) {
    const LoweredValue own =
        lower_field_of(model_, builder_, row, thing, find_index(model_.things[thing].value.fields, name));
    const Ref is_one = builder_.of_entity(OperationCode::is_thing, row, thing, kTruth);
    const auto choose = [&](Ref yes, Ref no) {
      return no == kNoRef || yes == kNoRef ? yes : builder_.apply(OperationCode::select, {is_one, yes, no});
    };
    result = {choose(own.x, result.x), choose(own.y, result.y), choose(own.z, result.z)};
  }
  return result;
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
  if (around_.over && around_.over->call == node.call) {
    const auto numbered = numbered_.find(around_.over->pass);
    member = numbered != numbered_.end() ? numbered->second : each_member(builder_, around_.over->set);
  } else if (!around_.over && !around_.is_named && node.call == Span() && context_.set != kNone &&
             !context_.is_running) {
    member = each_member(builder_, context_.set);
  }
  if (member == kNoRef) return builder_.source(OperationCode::random, node.index, kDraw);
  return builder_.of_member(OperationCode::member_random, member, node.index, kDraw);
}

// In a score a choice is made as the score is; elsewhere it is what it was in the last thought.
ChoiceSource::Lowered ExpressionLowerer::chosen(uint32_t choice) {
  if (context_.thinking != nullptr) return context_.choices->lower(choice);
  const uint32_t place = context_.choices->place_of(choice);
  return {builder_.source(OperationCode::chosen, place, {-1, 255}),
          builder_.source(OperationCode::chosen_score, place, kAnyNumber)};
}

// True if somebody is there, or, of a choice among members that are no entities, whether one was chosen.
Ref ExpressionLowerer::lower_known(const Expression& object) {
  if (object.type.kind == ValueKind::point) return is_somewhere(builder_, lower(object));
  const bool is_number = object.kind == ExpressionKind::choice && object.type.kind == ValueKind::candidate;
  if (is_number)
    return builder_.apply(OperationCode::less_equal, {builder_.constant(0), chosen(object.index).best});
  return builder_.apply(OperationCode::not_equal, {lower_number(object), builder_.constant(0)});
}

Ref ExpressionLowerer::number_of(const Expression& variable) {
  if (variable.kind == ExpressionKind::choice) return chosen(variable.index).best;
  if (const auto numbered = numbered_.find(variable.pass); numbered != numbered_.end())
    return numbered->second;
  if (variable.is_of_step)
    return builder_.source(OperationCode::given_member, given_of(context_, variable), {-1, 255});
  const uint32_t set = variable.index;
  const Scope scope = is_memory(model_, set) ? Scope::agent : candidates_of(model_, set).value.scope.value;
  // A value that all agents share is computed once for all of them; a formula is of one agent alone.
  if (scope != Scope::agent && !context_.is_running)
    return builder_.source(OperationCode::member, set, {0, 255}, static_cast<ishi::Scope>(scope));
  if (!context_.is_running || variable.is_it) return each_member(builder_, set);
  return builder_.source(OperationCode::bound, variable.index, {-1, 255});
}

// (x - low) · r, r chosen so that the top of the range is exactly 1 where a float allows it.
Ref ExpressionLowerer::lower_norm(const Expression& node) {
  const Expression& object = *node.operands[0];
  const Variable& variable = variable_of(model_, context_, object);
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
  if (code == OperationCode::divide) warn_of_operand(ranges(), node, right, b, code, a);
  if (code == OperationCode::power) warn_of_operand(ranges(), node, left, a, code, b);
  return builder_.apply(code, {a, b});
}

}  // namespace ishi::compiler
