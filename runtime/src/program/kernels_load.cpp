#include <algorithm>
#include <array>
#include <limits>

#include "levels/level_sum.h"
#include "program/kernels.h"
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

// out[i] = read(row of the i-th agent's entity), rows from the first operand.
template <typename Read>
void of_entities(const Chunk& chunk, const Instruction& in, Read&& read) {
  float* __restrict const out = chunk.lanes(in.out);
  const float* const rows = chunk.lanes(in.operands[0]);
  const EntityView entities = chunk.binding.entities;
  for (uint32_t i = 0; i < chunk.count; ++i) out[i] = read(entities.row_of(rows[i]), entities);
}

template <uint32_t kAxis>
void load_position(const Chunk& chunk, const Instruction& in) {
  of_entities(chunk, in, [](uint32_t row, const EntityView& e) { return read_axis(e.position[kAxis], row); });
}
template <uint32_t kAxis>
void load_facing(const Chunk& chunk, const Instruction& in) {
  of_entities(chunk, in, [](uint32_t row, const EntityView& e) { return read_axis(e.facing[kAxis], row); });
}
template <uint32_t kAxis>
void load_field(const Chunk& chunk, const Instruction& in) {
  const Variable field = chunk.binding.fields[in.parameter];
  of_entities(chunk, in, [&](uint32_t row, const EntityView& e) { return field.read_field(row, kAxis, e); });
}

void load_is_thing(const Chunk& chunk, const Instruction& in) {
  const uint32_t thing = chunk.binding.things[in.parameter];
  of_entities(chunk, in, [=](uint32_t row, const EntityView& e) {
    return row != 0 && e.thing[row] == thing ? 1.0f : 0.0f;
  });
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
  const Binding& binding = chunk.binding;
  chunk.load(chunk.lanes(in.out), [&](size_t slot) { return binding.random(slot, in.parameter); });
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
    case Code::level: return &load_level;
    case Code::level_seconds: return &load_level_seconds;
    case Code::level_after: return &load_level_after;
    case Code::random: return &load_random;
    case Code::since: return &load_since;
    case Code::position_x: return &load_position<0>;
    case Code::position_y: return &load_position<1>;
    case Code::position_z: return &load_position<2>;
    case Code::facing_x: return &load_facing<0>;
    case Code::facing_y: return &load_facing<1>;
    case Code::facing_z: return &load_facing<2>;
    case Code::field:
    case Code::field_entity:
    case Code::field_x: return &load_field<0>;
    case Code::field_y: return &load_field<1>;
    case Code::field_z: return &load_field<2>;
    case Code::is_thing: return &load_is_thing;
    default: return nullptr;
  }
}

Run store_level() { return &run_store_level; }
Run sum_level() { return &run_sum_level; }

Run spread(Domain from) {
  if (is_shared_member(from)) return spread_member();
  return from == Domain::team ? &spread_team : from == Domain::profile ? &spread_profile : &spread_one;
}

}  // namespace ishi::kernels
