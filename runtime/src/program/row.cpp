#include "program/row.h"

#include <bit>

#include "blackboard/record.h"
#include "built_features.h"
#include "ishi/program.h"
#include "program/level_sum.h"
#include "program/run_row.h"

namespace ishi {
namespace {

using Code = OperationCode;

uint32_t distance_from(Code code, Code first) {
  return static_cast<uint32_t>(code) - static_cast<uint32_t>(first);
}

float read_key(const Binding& binding, const blob::Operation& operation, uint32_t axis, const Row& row) {
  const Variable& key = binding.keys[operation.parameter()];
  if (row.planned != nullptr && row.planned_keys[operation.parameter()] != kNotFound)
    return row.planned[row.planned_keys[operation.parameter()] + axis];
  switch (key.scope) {
    case Scope::agent: return key.read(row.slot, axis, binding.entities);
    case Scope::team: return key.read(row.team, axis, binding.entities);
    case Scope::world: break;
  }
  return key.read(0, axis, binding.entities);
}

const blob::Weight* weight_of(const Binding& binding, const blob::Operation& operation, const Row& row) {
  if (row.profile >= binding.profile_count) return nullptr;
  return &binding.weights[size_t{row.profile} * binding.motive_count + operation.parameter()];
}

uint32_t axis_of_member(Code code) {
  return code >= Code::member_x && code <= Code::member_z ? distance_from(code, Code::member_x)
         : code >= Code::member_field_x && code <= Code::member_field_z
             ? distance_from(code, Code::member_field_x)
             : 0;
}

// The member that a choice has chosen last; kNotFound if there is none any more.
uint32_t find_chosen(const Binding& binding, const ChoiceState& choice, const Row& row) {
  const SetTable& table = binding.sets[choice.set];
  const EntityId entity = choice.entity[row.slot];
  return entity == kNobody ? kNotFound : table.find(table.owner_of(row.slot, row.team), entity);
}

// What is read of a member that there is not.
float read_none(const Binding& binding, const blob::Operation& operation, Code code) {
  if (code == Code::member_age) return limits::kLongAgo;
  if (!reads_member_field(code)) return 0;
  return binding.member_fields[operation.parameter()].fallback[axis_of_member(code)];
}

// `member`: its number.
float read_member(const Binding& binding, const blob::Operation& operation, Code code, const Row& row,
                  float member) {
  const uint32_t p = operation.parameter();
  if (code == Code::member_random)
    return binding.random(row.slot, place_of_member(p, static_cast<int32_t>(member)));
  const uint32_t set = reads_member_field(code) ? binding.set_of_field[p].set : p;
  const SetTable& table = binding.sets[set];
  const uint32_t owner = table.owner_of(row.slot, row.team);
  if (!table.has(owner, member)) return read_none(binding, operation, code);
  const uint32_t at = table.row(owner, static_cast<uint32_t>(member));
  switch (code) {
    case Code::member_row: return static_cast<float>(table.entity.row_of(at, binding.entities));
    case Code::member_x:
    case Code::member_y:
    case Code::member_z: return table.place(at, axis_of_member(code));
    case Code::member_age: return table.age(at, *binding.time_microseconds);
    case Code::member_first_seen: return SetTable::seconds(table.first_seen[at]);
    case Code::member_last_seen: return SetTable::seconds(table.last_seen[at]);
    case Code::member_bound: return table.entity.is(at, binding.candidate[row.slot]) ? 1.0f : 0.0f;
    case Code::member_awareness: return held(table.awareness[at], 0, 1, 0);
    default: return binding.member_fields[p].read(at, axis_of_member(code), binding.entities);
  }
}

}  // namespace

float start_of(OperationCode code) {
  using namespace operations;
  return code == Code::sum_of ? SumOf::start : code == Code::highest_of ? HighestOf::start : LowestOf::start;
}

float with_member(OperationCode code, float so_far, float a) {
  using namespace operations;
  switch (code) {
    case Code::sum_of: return SumOf::take(so_far, a);
    case Code::highest_of: return HighestOf::take(so_far, a);
    default: return LowestOf::take(so_far, a);
  }
}

float raised_score(const Binding& binding, const blob::Operation& operation, const Row& row, float score) {
  const ChoiceState& choice = binding.choices[operation.parameter()];
  const SetTable& table = binding.sets[choice.set];
  const uint32_t at = table.row(table.owner_of(row.slot, row.team), row.member);
  return table.entity.is(at, choice.entity[row.slot]) ? score + choice.inertia : score;
}

// The index of the member that a step iterates; -1 if it is no longer a member.
float number_of_member(const Binding& binding, const blob::Operation& operation, const Row& row) {
  if (row.given == nullptr) return -1.0f;
  const blob::Parameter& given = row.given_variables[operation.parameter()];
  const SetTable& table = binding.sets[given.variable().member_of() - 1];
  const uint32_t member =
      table.find(table.owner_of(row.slot, row.team), read_at<EntityId>(row.given, given.offset()));
  return member == kNotFound ? -1.0f : static_cast<float>(member);
}

float evaluate_row(const Binding& binding, const blob::Operation& operation, const Row& row, float a, float b,
                   float c) {
  const auto code = static_cast<Code>(operation.code());
  const EntityView& entities = binding.entities;
  const auto field = [&](uint32_t axis) {
    return binding.fields[operation.parameter()].read_field(entities.row_of(a), axis, entities);
  };
  const auto given = [&](uint32_t axis) {
    return read_record(row.record, row.variables[operation.parameter()], axis, binding.things, entities);
  };
  const auto given_back = [&](uint32_t axis) {
    if (row.given == nullptr) return 0.0f;
    return read_record(row.given, row.given_variables[operation.parameter()], axis, binding.things, entities);
  };
  switch (code) {
    case Code::constant: return std::bit_cast<float>(operation.parameter());
    case Code::time: return *binding.time_seconds;
    case Code::key:
    case Code::key_entity: return read_key(binding, operation, 0, row);
    case Code::key_x:
    case Code::key_y:
    case Code::key_z: return read_key(binding, operation, distance_from(code, Code::key_x), row);
    case Code::target_row: return static_cast<float>(row.target);
    case Code::own_team: return static_cast<float>(row.team);
    case Code::self_row: return static_cast<float>(binding.self[row.slot].index);
    case Code::running: return binding.option[row.slot] == operation.parameter() ? 1.0f : 0.0f;
    case Code::elapsed:
      return binding.option[row.slot] == operation.parameter()
                 ? binding.seconds_since(binding.started[row.slot])
                 : 0.0f;
    case Code::level:
      if (row.levels != nullptr) return row.levels[operation.parameter()];
      return held(binding.levels[operation.parameter()][row.slot], 0, 1, 0);
    case Code::level_seconds: return binding.seconds_since(binding.leveled_at[row.slot]);
    case Code::level_after: {
      const uint32_t motive = operation.parameter();
      return level_after(held(binding.levels[motive][row.slot], 0, 1, 0),
                         binding.level_rests[motive][row.slot], a)
          .level;
    }
    case Code::random: return binding.random(row.slot, operation.parameter());
    case Code::since: {
      const bool runs = binding.moments.is_end_of(operation.parameter(), binding.option[row.slot]);
      return binding.since(operation.parameter(), row.slot, runs);
    }
    case Code::given:
    case Code::given_entity: return given_back(0);
    case Code::given_x:
    case Code::given_y:
    case Code::given_z: return given_back(distance_from(code, Code::given_x));
    case Code::given_member: return number_of_member(binding, operation, row);
    case Code::ending: return static_cast<float>(row.ending);
    case Code::ended: return row.ended_option == operation.parameter() ? 1.0f : 0.0f;
    case Code::step_elapsed: return binding.seconds_since(row.step_started);
    case Code::record:
    case Code::record_entity: return given(0);
    case Code::record_x:
    case Code::record_y:
    case Code::record_z: return given(distance_from(code, Code::record_x));
    case Code::weight: {
      const blob::Weight* const weight = weight_of(binding, operation, row);
      return weight == nullptr ? 1.0f : weight->weight();
    }
    case Code::curve_choice: {
      const blob::Weight* const weight = weight_of(binding, operation, row);
      return weight == nullptr ? 0.0f : static_cast<float>(weight->curve());
    }
    case Code::position_x:
    case Code::position_y:
    case Code::position_z:
      return read_axis(entities.position[distance_from(code, Code::position_x)], entities.row_of(a));
    case Code::facing_x:
    case Code::facing_y:
    case Code::facing_z:
      return read_axis(entities.facing[distance_from(code, Code::facing_x)], entities.row_of(a));
    case Code::field:
    case Code::field_entity: return field(0);
    case Code::field_x:
    case Code::field_y:
    case Code::field_z: return field(distance_from(code, Code::field_x));
    case Code::is_thing: {
      const uint32_t entity = entities.row_of(a);
      return entity != 0 && entities.thing[entity] == binding.things[operation.parameter()] ? 1.0f : 0.0f;
    }
    case Code::spread: return a;
    case Code::each:
    case Code::member: return static_cast<float>(row.member);
    case Code::bound: return row.bound == kNotFound ? -1.0f : static_cast<float>(row.bound);
    case Code::bound_row: return static_cast<float>(entities.row_of(row.candidate, kAnyThing));
    case Code::chosen: {
      const uint32_t member = find_chosen(binding, binding.choices[operation.parameter()], row);
      return member == kNotFound ? -1.0f : static_cast<float>(member);
    }
    case Code::chosen_score: {
      const ChoiceState& choice = binding.choices[operation.parameter()];
      return find_chosen(binding, choice, row) == kNotFound ? 0.0f : choice.score[row.slot];
    }
    case Code::nth: {
      const SetTable& table = binding.sets[operation.parameter()];
      return table.has(table.owner_of(row.slot, row.team), a) ? a : -1.0f;
    }
    case Code::member_count: {
      const SetTable& table = binding.sets[operation.parameter()];
      return table.count[table.owner_of(row.slot, row.team)];
    }
    case Code::curve: return curves::evaluate(binding.curves[operation.parameter()], a);
    default: break;
  }
  return is_built(Feature::memories) && reads_member(code) ? read_member(binding, operation, code, row, a)
                                                           : evaluate_operation(code, a, b, c);
}

// Operands that an operation does not have are 0, and do not matter.
void run_plain_row(const Binding& binding, std::span<const blob::Operation> program, const Row& row,
                   float* values) {
  for (const blob::Operation& operation : program) {
    values[&operation - program.data()] = evaluate_row(binding, operation, row, values[operation.a()],
                                                       values[operation.b()], values[operation.c()]);
  }
}

}  // namespace ishi
