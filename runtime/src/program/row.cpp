#include "program/row.h"

#include <bit>

#include "bodies/record.h"
#include "ishi/program.h"

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

uint32_t axis_of_fact(Code code) {
  return code >= Code::fact_x && code <= Code::fact_z               ? distance_from(code, Code::fact_x)
         : code >= Code::fact_field_x && code <= Code::fact_field_z ? distance_from(code, Code::fact_field_x)
                                                                    : 0;
}

// What is left of a fact that is no more.
float read_forgotten(const Binding& binding, const blob::Operation& operation, Code code, const Row& row) {
  switch (code) {
    case Code::fact_row: return static_cast<float>(binding.entities.row_of(row.candidate, kAnyThing));
    case Code::fact_age: return limits::kLongAgo;
    case Code::fact_field:
    case Code::fact_field_x:
    case Code::fact_field_y:
    case Code::fact_field_z: return binding.fact_fields[operation.parameter()].fallback[axis_of_fact(code)];
    default: return 0;
  }
}

float read_fact(const Binding& binding, const blob::Operation& operation, Code code, const Row& row) {
  if (row.fact == kNotFound) return read_forgotten(binding, operation, code, row);
  const uint32_t p = operation.parameter();
  const uint32_t memory = code >= Code::fact_field ? binding.memory_of_field[p].memory : p;
  const FactTable& table = binding.memories[memory];
  const uint32_t at = table.row(row.slot, row.fact);
  switch (code) {
    case Code::fact_row: return static_cast<float>(binding.entities.row_of(table.entity[at], kAnyThing));
    case Code::fact_x:
    case Code::fact_y:
    case Code::fact_z: return table.place(at, axis_of_fact(code));
    case Code::fact_age: return table.age(at, *binding.time_microseconds);
    case Code::fact_first_seen: return FactTable::seconds(table.first_seen[at]);
    case Code::fact_last_seen: return FactTable::seconds(table.last_seen[at]);
    case Code::fact_bound: return table.entity[at] == binding.candidate[row.slot] ? 1.0f : 0.0f;
    default: return binding.fact_fields[p].read(at, axis_of_fact(code), binding.entities);
  }
}

}  // namespace

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
  switch (code) {
    case Code::constant: return std::bit_cast<float>(operation.parameter());
    case Code::time: return *binding.time_seconds;
    case Code::key:
    case Code::key_entity: return read_key(binding, operation, 0, row);
    case Code::key_x:
    case Code::key_y:
    case Code::key_z: return read_key(binding, operation, distance_from(code, Code::key_x), row);
    case Code::self_row: return static_cast<float>(binding.self[row.slot].index);
    case Code::running: return binding.option[row.slot] == operation.parameter() ? 1.0f : 0.0f;
    case Code::elapsed:
      return binding.option[row.slot] == operation.parameter()
                 ? binding.seconds_since(binding.started[row.slot])
                 : 0.0f;
    case Code::level: return held(binding.levels[operation.parameter()][row.slot], 0, 1, 0);
    case Code::level_seconds: return binding.seconds_since(binding.leveled_at[row.slot]);
    case Code::random: return binding.random(row.slot, operation.parameter());
    case Code::since: {
      const bool runs = binding.moments.is_end_of(operation.parameter(), binding.option[row.slot]);
      return binding.since(operation.parameter(), row.slot, runs);
    }
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
    case Code::spread: return a;
    case Code::curve: return curves::evaluate(binding.curves[operation.parameter()], a);
    default: break;
  }
  return reads_fact(code) ? read_fact(binding, operation, code, row) : evaluate_operation(code, a, b, c);
}

}  // namespace ishi
