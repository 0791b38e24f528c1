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

// The rows of the agents' entities, from the first operand: those where none is meant are 0. Rows are fewer
// than 2^24, and so turned as int32, which vectors do side by side.
struct EntityRows {
  [[gnu::noinline]] EntityRows(const Chunk& chunk, const Instruction& in) {
    const float* __restrict const values = chunk.lanes(in.operands[0]);
    const auto end = static_cast<float>(chunk.binding.entities.rows);
    for (uint32_t i = 0; i < chunk.padded(); ++i) {
      const float row = values[i] >= 1.0f && values[i] < end ? values[i] : 0.0f;
      of[i] = static_cast<int32_t>(row);
    }
  }

  alignas(64) int32_t of[kChunkRows];
};

// out[i] = hold(column[row of the i-th agent's entity]), in two loops: what is picked from anywhere is then
// held side by side.
template <typename Pick, typename Hold>
void of_entities(const Chunk& chunk, const Instruction& in, Pick&& pick, Hold&& hold) {
  const EntityRows rows(chunk, in);
  alignas(64) float picked[kChunkRows];
  for (uint32_t i = 0; i < chunk.count; ++i) picked[i] = pick(static_cast<uint32_t>(rows.of[i]));
  float* __restrict const out = chunk.lanes(in.out);
  for (uint32_t i = 0; i < chunk.padded(); ++i) out[i] = hold(picked[i]);
}

// out[i] = what the i-th agent's entity, whose row is the first operand, has in the column.
void pick(const Chunk& chunk, const Instruction& in, const EntityColumn& column) {
  chunk.binding.pick(column, chunk.lanes(in.operands[0]), chunk.padded(), chunk.lanes(in.out));
}

void load_axis_of(const Chunk& chunk, const Instruction& in, const float* column) {
  pick(chunk, in,
       {.values = column,
        .rows = chunk.binding.entities.rows,
        .low = -limits::kFar,
        .high = limits::kFar,
        .fallback = column[0]});
}
template <uint32_t kAxis>
void load_position(const Chunk& chunk, const Instruction& in) {
  load_axis_of(chunk, in, chunk.binding.entities.position[kAxis]);
}
template <uint32_t kAxis>
void load_facing(const Chunk& chunk, const Instruction& in) {
  load_axis_of(chunk, in, chunk.binding.entities.facing[kAxis]);
}

// The default where the entity is not of the kind that has the field.
void pick_field(const Chunk& chunk, const Instruction& in, uint32_t axis) {
  const Variable& field = chunk.binding.fields[in.parameter];
  const EntityView& entities = chunk.binding.entities;
  const bool is_axis = field.storage == Storage::vector;
  pick(chunk, in,
       {.values = field.columns[axis],
        .are_bytes = field.storage == Storage::byte,
        .rows = entities.rows,
        .low = is_axis ? -limits::kFar : field.low,
        .high = is_axis ? limits::kFar : field.high,
        .fallback = field.fallback[axis],
        .things = entities.thing,
        .owner = field.owner});
}
template <uint32_t kAxis>
void load_picked(const Chunk& chunk, const Instruction& in) {
  pick_field(chunk, in, kAxis);
}
void load_other_field(const Chunk& chunk, const Instruction& in) {
  const Variable& field = chunk.binding.fields[in.parameter];
  const EntityView& entities = chunk.binding.entities;
  const EntityRows rows(chunk, in);
  float* const out = chunk.lanes(in.out);
  for (uint32_t i = 0; i < chunk.count; ++i) {
    const auto row = static_cast<uint32_t>(rows.of[i]);
    out[i] = entities.thing[row] == field.owner ? field.read(row, 0, entities) : field.fallback[0];
  }
}

Run load_field(Storage storage) {
  return storage == Storage::integer || storage == Storage::entity ? &load_other_field : &load_picked<0>;
}

void load_is_thing(const Chunk& chunk, const Instruction& in) {
  const auto thing = static_cast<float>(chunk.binding.things[in.parameter]);
  const uint32_t* const things = chunk.binding.entities.thing;
  of_entities(
      chunk, in, [=](uint32_t row) { return row != 0 ? static_cast<float>(things[row]) : -1.0f; },
      [=](float its) { return its == thing ? 1.0f : 0.0f; });
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
    case Code::position_x: return &load_position<0>;
    case Code::position_y: return &load_position<1>;
    case Code::position_z: return &load_position<2>;
    case Code::facing_x: return &load_facing<0>;
    case Code::facing_y: return &load_facing<1>;
    case Code::facing_z: return &load_facing<2>;
    case Code::field:
    case Code::field_entity: return load_field(storage);
    case Code::field_x: return &load_picked<0>;
    case Code::field_y: return &load_picked<1>;
    case Code::field_z: return &load_picked<2>;
    case Code::is_thing: return &load_is_thing;
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
