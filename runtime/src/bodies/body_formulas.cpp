#include "bodies/body_formulas.h"

#include <cstring>

#include "asset/limits.h"
#include "blackboard/record.h"
#include "levels/levels.h"
#include "program/run_row.h"
#include "sets/sets.h"

namespace ishi {

float BodyFormulas::number(uint32_t formula) {
  const blob::Range& range = body_.t.formulas[formula].program();
  const auto program = part(body_.t.operations, range);
  bool draws = false, reads_levels = false, has_pass = false;
  for (const blob::Operation& operation : program) {
    draws |= ishi::draws(static_cast<OperationCode>(operation.code()));
    reads_levels |= operation.code() == blob::OperationCode::level;
    has_pass |= operation.code() == blob::OperationCode::each;
  }
  body_.row.levels =
      reads_levels && read_levels(body_.p, body_.row.slot, values_, levels_) ? levels_.data() : nullptr;
  if (has_pass)
    run_row(body_.p.binding, program, body_.p.asset->domains_of(range), body_.row, values_,
            [](const Row&, uint32_t) {});
  else
    run_plain_row(body_.p.binding, program, body_.row, values_.data());
  if (draws) ++body_.p.draws[body_.row.slot];
  return values_[program.size() - 1];
}

void BodyFormulas::evaluate(uint32_t formula, Storage storage, float (&value)[3]) {
  value[0] = number(formula);
  value[1] = value[2] = 0;
  if (storage != Storage::vector) return;
  std::memcpy(value, &values_[body_.t.formulas[formula].program().count() - 3], sizeof value);
}

// One that only names somebody means them also when they are gone: what is remembered of them can be
// forgotten, and a goal goes on knowing whom it was given.
EntityId BodyFormulas::whom(uint32_t formula) {
  const EntityView& entities = body_.p.binding.entities;
  const auto of_kind = [&](EntityId id, uint32_t thing) {
    const bool is_another = entities.row_of(id, kAnyThing) != 0 && entities.row_of(id, thing) == 0;
    return is_another ? EntityId() : id;
  };
  const auto program = part(body_.t.operations, body_.t.formulas[formula].program());
  const blob::Operation* value = &program.back();
  if (value->code() == blob::OperationCode::saturate) value = &program[value->a()];  // which changes no row
  switch (value->code()) {
    case blob::OperationCode::record_entity: {
      const blob::Parameter& given = body_.row.variables[value->parameter()];
      const bool is_thing = given.variable().type() == blob::ValueType::thing;
      return of_kind(read_at<EntityId>(body_.row.record, given.offset()),
                     is_thing ? body_.p.things[given.variable().reference()] : kAnyThing);
    }
    case blob::OperationCode::key_entity: {
      const Variable& key = body_.p.keys[value->parameter()];
      const uint32_t row = key.scope == Scope::agent  ? body_.row.slot
                           : key.scope == Scope::team ? body_.row.team
                                                      : 0;
      return of_kind(static_cast<const EntityId*>(key.columns[0])[row], key.thing);
    }
    case blob::OperationCode::bound_row: return body_.row.candidate;
    case blob::OperationCode::given_entity: {
      const blob::Variable& given = body_.row.given_variables[value->parameter()].variable();
      const bool is_thing = given.type() == blob::ValueType::thing;
      return body_.row.given == nullptr
                 ? EntityId()
                 : of_kind(read_at<EntityId>(body_.row.given,
                                             body_.row.given_variables[value->parameter()].offset()),
                           is_thing ? body_.p.things[given.reference()] : kAnyThing);
    }
    default: return entities.id_of(number(formula));
  }
}

// The values in three floats each, a handle in the first two of them.
void BodyFormulas::evaluate_all(std::span<const blob::Assignment> assignments,
                                std::span<const blob::Parameter> givens) {
  float* values = values_to_write(assignments);
  for (const blob::Assignment& assignment : assignments) {
    float value[3] = {};
    const uint32_t subject = assignment.subject();
    switch (assignment.target()) {
      case blob::Target::key: evaluate(assignment.formula(), body_.p.keys[subject].storage, value); break;
      case blob::Target::member_field:
        evaluate(assignment.formula(), body_.p.sets.fields[subject].storage, value);
        break;
      case blob::Target::given: {
        const auto type = static_cast<ValueType>(givens[subject].variable().type());
        evaluate(assignment.formula(), storage_of(type), value);
        break;
      }
      case blob::Target::level: evaluate(assignment.formula(), Storage::number, value); break;
      case blob::Target::awareness:
        value[1] = number(assignment.formula());
        value[0] = values_[body_.t.formulas[assignment.formula()].program().count() - 2];
        break;
      case blob::Target::remember:
      case blob::Target::forget: {
        const bool is_of_option = assignment.formula() == kNotFound;
        const EntityId entity = is_of_option ? body_.row.candidate : whom(assignment.formula());
        std::memcpy(value, &entity, sizeof entity);
      }
    }
    std::memcpy(values, value, sizeof value);
    values += 3;
  }
}

void BodyFormulas::write_arguments(const blob::Node& node, std::span<const blob::Parameter> parameters,
                                   std::byte* record, bool live_only) {
  if (!live_only) {
    std::memset(record, 0, record_size(parameters));
    for (const blob::Parameter& parameter : parameters) write_default(record, parameter);
  }
  for (const blob::Argument& argument : part(body_.t.arguments, node.arguments())) {
    const blob::Parameter& parameter = parameters[argument.parameter()];
    if (live_only && parameter.live() == 0) continue;
    const Storage storage = storage_of(static_cast<ValueType>(parameter.variable().type()));
    // A goal that is planned is given what the plan assumes.
    if (storage == Storage::entity && node.kind() == blob::NodeKind::goal && body_.row.planned == nullptr) {
      write_at(record, parameter.offset(), whom(argument.formula()));
      continue;
    }
    float value[3];
    evaluate(argument.formula(), storage, value);
    write_record(record, parameter, value, body_.p.binding.entities);
  }
}

Truth BodyFormulas::truth(uint32_t formula) {
  if (formula == kNotFound) return Truth::missing;
  return number(formula) != 0.0f ? Truth::yes : Truth::no;
}

bool BodyFormulas::holds(uint32_t slot, uint32_t condition, uint64_t since, blob::HowEnded ending,
                         uint32_t ended_option) {
  body_.look_at(slot);
  body_.row.ending = ending;
  body_.row.ended_option = ended_option;
  body_.row.step_started = since;
  return truth(condition) == Truth::yes;
}

bool BodyFormulas::is_locked(uint32_t slot) {
  body_.look_at(slot);
  if (body_.a.header(slot).option != body_.p.option[slot] || body_.is_rebound(slot)) {
    // Chosen, but not begun.
    if (body_.p.sets.any()) body_.bind(body_.p.option[slot], body_.p.sets.candidate[slot]);
    body_.row.step_started = body_.a.started[slot];
    return truth(modifier(body_.t.nodes[body_.option(body_.p.option[slot]).body()],
                          Modifier::interruptible)) == Truth::no;
  }
  bool locked = false;
  body_.for_each_active(slot, [&](uint32_t node) {
    body_.row.step_started = body_.state_of(node).started;
    locked = truth(modifier(body_.t.nodes[node], Modifier::interruptible)) == Truth::no;
    return !locked;
  });
  return locked;
}

// True if a method, or anything in it, may not be interrupted now.
bool BodyFormulas::holds_out(uint32_t method) {
  bool holds = false;
  const auto visit = [&](uint32_t node) {
    body_.row.step_started = body_.state_of(node).started;
    holds = truth(modifier(body_.t.nodes[node], Modifier::interruptible)) == Truth::no;
    return !holds;
  };
  body_.walk(method, visit);
  return holds;
}

// A goal's own `when` may ask for what it is given, so it is asked when the goal begins.
bool BodyFormulas::may_begin(uint32_t index) {
  const blob::Node& node = body_.t.nodes[index];
  if (body_.was_done_once(index) || body_.foreseen(index) == kLeftOut) return false;
  return node.kind() == blob::NodeKind::goal || truth(modifier(node, Modifier::when)) != Truth::no;
}

// The members as they are when an attempt begins, in the order of the set or by rising `value`.
void BodyFormulas::copy_members(uint32_t index) {
  const blob::Node& node = body_.t.nodes[index];
  const SetTable& table = body_.p.sets.tables[set_of_steps(body_.t, *body_.p.agent, node)];
  const uint32_t owner = table.owner_of(body_.row.slot, body_.row.team);
  MemberList& list = body_.members_of(index);
  EntityId* const members = body_.listed(index);
  float places[limits::kSharedMembers];
  list = {.count = table.count[owner]};
  for (uint32_t i = 0; i < list.count; ++i) {
    const EntityId member = table.entity[table.row(owner, i)];
    float place = 0;
    if (node.value() != kNotFound) {
      body_.set_member(node.given(), member);
      place = number(node.value());
    }
    uint32_t at = i;
    for (; at > 0 && place < places[at - 1]; --at) {
      places[at] = places[at - 1];
      members[at] = members[at - 1];
    }
    places[at] = place;
    members[at] = member;
  }
  body_.set_member(node.given(), EntityId());
}

uint32_t running_task(ActiveBody& body, uint32_t slot, uint32_t lane) {
  uint32_t node = kNotFound;
  body.for_each_active(slot, [&](uint32_t active) {
    const bool runs =
        body.t.nodes[active].kind() == blob::NodeKind::task && body.is_in(active, NodePhase::active);
    if (runs && body.lane_of(active) == lane) node = active;
    return true;
  });
  return node;
}

void apply_effects(BodyFormulas& formulas, uint32_t slot, uint32_t lane, std::byte* record, bool only_gives) {
  ActiveBody& b = formulas.body();
  const uint32_t node = running_task(b, slot, lane);
  if (node == kNotFound) return;
  const blob::Task& task = b.t.tasks[b.t.nodes[node].subject()];
  b.row.record = b.record_of(node);
  const auto parameters = part(b.t.parameters, task.parameters());
  b.row.variables = parameters.data();
  if (record != nullptr) {
    std::memcpy(record, b.record_of(node), record_size(parameters));
    for (const blob::Parameter& parameter : parameters) {
      if (parameter.given() != 0) write_default(record, parameter);
    }
  }
  const auto effects = part(b.t.effects, task.effects());
  formulas.evaluate_all(effects, parameters);
  const float* from = formulas.values_to_write(effects);
  for (const blob::Assignment& effect : effects) {
    const float value[3] = {from[0], from[1], from[2]};
    from += 3;
    if (effect.target() == blob::Target::given) {
      if (record != nullptr) write_record(record, parameters[effect.subject()], value, b.p.binding.entities);
      continue;
    }
    if (only_gives) continue;
    const Variable& key = b.p.keys[effect.subject()];
    const uint32_t row = key.scope == Scope::agent ? slot : key.scope == Scope::team ? b.row.team : 0;
    key.write(row, value, b.p.binding.entities);
  }
}

}  // namespace ishi
