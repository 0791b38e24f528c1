#include <algorithm>
#include <array>
#include <limits>

#include "built_features.h"
#include "program/kernels.h"
#include "program/level_sum.h"
#include "program/machine.h"

namespace ishi::kernels {
namespace {

using Code = OperationCode;
using Run = Instruction::Run;

// The variable is copied: the compiler then knows that writing lanes does not change it.

void load_integer(const Chunk& chunk, const Instruction& in) {
  const Variable key = chunk.binding.keys[in.parameter];
  chunk.load(chunk.lanes(in.out), [&](size_t slot) { return key.integer(slot); });
}
void load_byte(const Chunk& chunk, const Instruction& in) {
  const Variable key = chunk.binding.keys[in.parameter];
  chunk.load(chunk.lanes(in.out), [&](size_t slot) { return key.byte(slot); });
}
void load_entity(const Chunk& chunk, const Instruction& in) {
  const Variable key = chunk.binding.keys[in.parameter];
  const EntityView entities = chunk.binding.entities;
  chunk.load(chunk.lanes(in.out), [&](size_t slot) { return key.entity(slot, entities); });
}
template <uint32_t kAxis>
void load_axis(const Chunk& chunk, const Instruction& in) {
  const Variable& key = chunk.binding.keys[in.parameter];
  load_components(chunk, in, static_cast<const float*>(key.columns[kAxis]), key.fallback[kAxis]);
}

void load_self(const Chunk& chunk, const Instruction& in) {
  const EntityId* const self = chunk.binding.self;
  chunk.load(chunk.lanes(in.out), [&](size_t slot) { return static_cast<float>(self[slot].index); });
}

void load_running(const Chunk& chunk, const Instruction& in) {
  float* __restrict const out = chunk.lanes(in.out);
  const auto option = static_cast<int32_t>(in.parameter);
  for (uint32_t i = 0; i < chunk.padded(); ++i) out[i] = chunk.choice.running[i] == option ? 1.0f : 0.0f;
}

// out[i] = what the i-th agent's entity, whose row is the first operand, has in the column.
template <Code kCode>
void load_picked(const Chunk& chunk, const Instruction& in) {
  chunk.binding.pick(column_of(chunk.binding, kCode, in.parameter), chunk.binding.entities.rows,
                     chunk.lanes(in.operands[0]), chunk.padded(), chunk.lanes(in.out));
}
void load_other_field(const Chunk& chunk, const Instruction& in) {
  const Variable& field = chunk.binding.fields[in.parameter];
  const EntityView& entities = chunk.binding.entities;
  const float* const rows = chunk.lanes(in.operands[0]);
  float* const out = chunk.lanes(in.out);
  for (uint32_t i = 0; i < chunk.count; ++i) {
    const uint32_t row = entities.row_of(rows[i]);
    out[i] = entities.thing[row] == field.owner ? field.read(row, 0, entities) : field.fallback[0];
  }
}

Run load_field(Storage storage) {
  const bool is_picked = storage != Storage::integer && storage != Storage::entity;
  return is_picked ? &load_picked<Code::field> : &load_other_field;
}

void spread_one(const Chunk& chunk, const Instruction& in) {
  float* __restrict const out = chunk.lanes(in.out);
  const float value = chunk.shared[in.operands[0]];
  for (uint32_t i = 0; i < chunk.padded(); ++i) out[i] = value;
}
void spread_team(const Chunk& chunk, const Instruction& in) {
  const float* const values = chunk.shared + in.operands[0];
  const uint32_t* const team = chunk.binding.team;
  chunk.load(chunk.lanes(in.out), [&](size_t slot) { return values[team[slot]]; });
}
void spread_profile(const Chunk& chunk, const Instruction& in) {
  const float* const values = chunk.shared + in.operands[0];
  const Binding& binding = chunk.binding;
  chunk.load(chunk.lanes(in.out),
             [&](size_t slot) { return values[binding.profile_row(binding.profile[slot])]; });
}

void load_level(const Chunk& chunk, const Instruction& in) {
  const float* const column = chunk.binding.levels[in.parameter];
  chunk.load(chunk.lanes(in.out), [=](size_t slot) { return held(column[slot], 0, 1, 0); });
}
void load_level_seconds(const Chunk& chunk, const Instruction& in) {
  const Binding& binding = chunk.binding;
  chunk.load(chunk.lanes(in.out),
             [&](size_t slot) { return binding.seconds_since(binding.leveled_at[slot]); });
}
void load_level_after(const Chunk& chunk, const Instruction& in) {
  const float* const column = chunk.binding.levels[in.parameter];
  const float* const rests = chunk.binding.level_rests[in.parameter];
  const float* const changes = chunk.lanes(in.operands[0]);
  float* const out = chunk.lanes(in.out);
  for (uint32_t i = 0; i < chunk.count; ++i) {
    const uint32_t slot = chunk.slots[i];
    out[i] = level_after(held(column[slot], 0, 1, 0), rests[slot], changes[i]).level;
  }
}
// The change of a level that is summed up: the same sum, and what it lost.
void run_sum_level(const Chunk& chunk, const Instruction& in) {
  float* const column = chunk.binding.levels[in.parameter];
  float* const rests = chunk.binding.level_rests[in.parameter];
  const float* const changes = chunk.lanes(in.operands[0]);
  for (uint32_t i = 0; i < chunk.count; ++i) {
    const uint32_t slot = chunk.slots[i];
    const LevelSum sum = level_after(held(column[slot], 0, 1, 0), rests[slot], changes[i]);
    column[slot] = sum.level;
    rests[slot] = sum.rest;
  }
}
void run_store_level(const Chunk& chunk, const Instruction& in) {
  float* const column = chunk.binding.levels[in.parameter];
  const float* const lanes = chunk.lanes(in.operands[0]);
  for (uint32_t i = 0; i < chunk.count; ++i) column[chunk.slots[i]] = held(lanes[i], 0, 1, 0);
}

void load_elapsed(const Chunk& chunk, const Instruction& in) {
  float* __restrict const out = chunk.lanes(in.out);
  const auto option = static_cast<int32_t>(in.parameter);
  for (uint32_t i = 0; i < chunk.count; ++i) {
    const bool runs = chunk.choice.running[i] == option;
    out[i] = runs ? chunk.binding.seconds_since(chunk.binding.started[chunk.slots[i]]) : 0.0f;
  }
}

void load_random(const Chunk& chunk, const Instruction& in) {
  float* __restrict const out = chunk.lanes(in.out);
  for (uint32_t i = 0; i < chunk.count; ++i) out[i] = chunk.binding.random(chunk.slots[i], in.parameter);
}

void load_since(const Chunk& chunk, const Instruction& in) {
  float* __restrict const out = chunk.lanes(in.out);
  const Binding& binding = chunk.binding;
  for (uint32_t i = 0; i < chunk.count; ++i) {
    const auto running = static_cast<uint32_t>(chunk.choice.running[i]);
    out[i] = binding.since(in.parameter, chunk.slots[i], binding.moments.is_end_of(in.parameter, running));
  }
}

Run load_key(const Machine& machine, Storage storage) {
  switch (storage) {
    case Storage::integer: return &load_integer;
    case Storage::byte: return &load_byte;
    case Storage::entity: return &load_entity;
    default: return machine.load_number;
  }
}

}  // namespace

EntityColumn column_of(const Binding& binding, Code code, uint32_t parameter) {
  const EntityView& entities = binding.entities;
  const auto after = [code](Code first) {
    return static_cast<uint32_t>(code) - static_cast<uint32_t>(first);
  };
  EntityColumn column{};
  column.low = -limits::kFar;
  column.high = limits::kFar;
  if (code < Code::field) {
    const float* const axis = code < Code::facing_x ? entities.position[after(Code::position_x)]
                                                    : entities.facing[after(Code::facing_x)];
    column.values = axis;
    column.fallback = axis[0];
    return column;
  }
  column.things = entities.thing;
  if (code == Code::is_thing) {
    column.owner = binding.things[parameter];
    return column;
  }
  const Variable& field = binding.fields[parameter];
  const uint32_t axis = code == Code::field ? 0 : after(Code::field_x);
  column.values = field.columns[axis];
  column.fallback = field.fallback[axis];
  column.are_bytes = field.storage == Storage::byte;
  column.owner = field.owner;
  if (code == Code::field) {
    column.low = field.low;
    column.high = field.high;
  }
  return column;
}

void load_components(const Chunk& chunk, const Instruction& in, const float* column, float fallback) {
  chunk.load(chunk.lanes(in.out), [=](size_t slot) { return held_component(column[slot], fallback); });
}

Run load(const Machine& machine, OperationCode code, Storage storage) {
  switch (code) {
    case Code::key:
    case Code::key_entity: return load_key(machine, storage);
    case Code::key_x: return &load_axis<0>;
    case Code::key_y: return &load_axis<1>;
    case Code::key_z: return &load_axis<2>;
    case Code::self_row: return &load_self;
    case Code::running: return &load_running;
    case Code::elapsed: return &load_elapsed;
    case Code::level: return is_built(Feature::levels) ? &load_level : nullptr;
    case Code::level_seconds: return is_built(Feature::levels) ? &load_level_seconds : nullptr;
    case Code::level_after: return is_built(Feature::levels) ? &load_level_after : nullptr;
    case Code::random: return &load_random;
    case Code::since: return &load_since;
    case Code::position_x: return &load_picked<Code::position_x>;
    case Code::position_y: return &load_picked<Code::position_y>;
    case Code::position_z: return &load_picked<Code::position_z>;
    case Code::facing_x: return &load_picked<Code::facing_x>;
    case Code::facing_y: return &load_picked<Code::facing_y>;
    case Code::facing_z: return &load_picked<Code::facing_z>;
    case Code::field:
    case Code::field_entity: return load_field(storage);
    case Code::field_x: return &load_picked<Code::field_x>;
    case Code::field_y: return &load_picked<Code::field_y>;
    case Code::field_z: return &load_picked<Code::field_z>;
    case Code::is_thing: return &load_picked<Code::is_thing>;
    default: return nullptr;
  }
}

Run store_level() { return &run_store_level; }
Run sum_level() { return &run_sum_level; }

Run spread(Domain from) {
  if (is_built(Feature::memories) && is_shared_member(from)) return spread_member();
  return from == Domain::team ? &spread_team : from == Domain::profile ? &spread_profile : &spread_one;
}

}  // namespace ishi::kernels
