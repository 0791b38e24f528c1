#include <limits>

#include "program/kernels.h"

// What is computed for the facts of agents: lane i is a fact of the i-th agent, in each pass the next one.
// Rows where no fact is may be read; what comes of them is not looked at.

namespace ishi::kernels {
namespace {

using Code = OperationCode;
using Run = Instruction::Run;

// out[i] = read(row of the i-th agent's fact at hand).
template <typename Read>
void of_facts(const Chunk& chunk, const Instruction& in, Read&& read) {
  const FactTable& table = chunk.binding.memories[in.memory];
  const size_t first = table.row(0, chunk.fact);
  chunk.load(chunk.lanes(in.out), [&](size_t slot) { return read(table, first + slot, slot); });
}

void load_row(const Chunk& chunk, const Instruction& in) {
  const EntityView entities = chunk.binding.entities;
  of_facts(chunk, in, [&](const FactTable& table, size_t at, size_t) {
    return static_cast<float>(entities.row_of(table.entity[at], kAnyThing));
  });
}
template <uint32_t kAxis>
void load_place(const Chunk& chunk, const Instruction& in) {
  const FactTable& table = chunk.binding.memories[in.memory];
  load_components(chunk, in, table.position[kAxis] + table.row(0, chunk.fact), 0);
}
void load_age(const Chunk& chunk, const Instruction& in) {
  const uint64_t now = *chunk.binding.time_microseconds;
  of_facts(chunk, in, [now](const FactTable& table, size_t at, size_t) { return table.age(at, now); });
}
void load_first_seen(const Chunk& chunk, const Instruction& in) {
  of_facts(chunk, in, [](const FactTable& table, size_t at, size_t) {
    return FactTable::seconds(table.first_seen[at]);
  });
}
void load_last_seen(const Chunk& chunk, const Instruction& in) {
  of_facts(chunk, in,
           [](const FactTable& table, size_t at, size_t) { return FactTable::seconds(table.last_seen[at]); });
}
void load_bound(const Chunk& chunk, const Instruction& in) {
  const EntityId* const candidate = chunk.binding.candidate;
  of_facts(chunk, in, [candidate](const FactTable& table, size_t at, size_t slot) {
    return table.entity[at] == candidate[slot] ? 1.0f : 0.0f;
  });
}

// The variable is copied, as in kernels_load.cpp.
void load_number(const Chunk& chunk, const Instruction& in) {
  const Variable field = chunk.binding.fact_fields[in.parameter];
  of_facts(chunk, in, [&](const FactTable&, size_t at, size_t) { return field.number(at); });
}
void load_integer(const Chunk& chunk, const Instruction& in) {
  const Variable field = chunk.binding.fact_fields[in.parameter];
  of_facts(chunk, in, [&](const FactTable&, size_t at, size_t) { return field.integer(at); });
}
void load_byte(const Chunk& chunk, const Instruction& in) {
  const Variable field = chunk.binding.fact_fields[in.parameter];
  of_facts(chunk, in, [&](const FactTable&, size_t at, size_t) { return field.byte(at); });
}
void load_entity(const Chunk& chunk, const Instruction& in) {
  const Variable field = chunk.binding.fact_fields[in.parameter];
  const EntityView entities = chunk.binding.entities;
  of_facts(chunk, in, [&](const FactTable&, size_t at, size_t) { return field.entity(at, entities); });
}
template <uint32_t kAxis>
void load_axis(const Chunk& chunk, const Instruction& in) {
  const Variable& field = chunk.binding.fact_fields[in.parameter];
  const auto* const column = static_cast<const float*>(field.columns[kAxis]);
  const size_t first = chunk.binding.memories[in.memory].row(0, chunk.fact);
  load_components(chunk, in, column + first, field.fallback[kAxis]);
}

Run load_field(Storage storage) {
  switch (storage) {
    case Storage::integer: return &load_integer;
    case Storage::byte: return &load_byte;
    case Storage::entity: return &load_entity;
    default: return &load_number;
  }
}

void run_begin_best(const Chunk& chunk, const Instruction& in) {
  float* const best = chunk.lanes(in.out);
  for (uint32_t i = 0; i < chunk.padded(); ++i) best[i] = -std::numeric_limits<float>::infinity();
}

// Lanes keep the better one of their best score and that of fact `number`, where they have such a fact.
template <bool kLastWinsTies>
void keep_better(float* __restrict best, float* __restrict facts, const float* __restrict scores,
                 const float* __restrict inertia, const float* __restrict exists, float number,
                 size_t lanes) {
  for (size_t i = 0; i < lanes; ++i) {
    const float score = scores[i] + inertia[i];
    const bool wins = kLastWinsTies ? score >= best[i] : score > best[i];
    const bool better = wins & (exists[i] > 0.0f);
    best[i] = better ? score : best[i];
    facts[i] = better ? number : facts[i];
  }
}

// By lane: what is added to the score of the fact at hand, since the option runs for it; whether there is
// such a fact.
void load_standing(const Chunk& chunk, const Instruction& in, float* inertia, float* exists) {
  const Binding& binding = chunk.binding;
  const FactTable& table = binding.memories[in.memory];
  const size_t first = table.row(0, chunk.fact);
  chunk.load(inertia, [&, option = in.parameter, raised = chunk.selection.inertia](size_t slot) {
    const EntityId entity = table.entity[first + slot];
    const EntityId candidate = binding.candidate[slot];
    const uint32_t difference = (entity.index ^ candidate.index) | (entity.generation ^ candidate.generation);
    return ((binding.option[slot] ^ option) | difference) == 0 ? raised : 0.0f;
  });
  chunk.load(exists, [&, fact = chunk.fact](size_t slot) { return fact < table.count[slot] ? 1.0f : 0.0f; });
}

// operands: the score, the best so far, the number of its fact.
template <bool kLastWinsTies>
void run_keep_best(const Chunk& chunk, const Instruction& in) {
  alignas(64) float inertia[kChunkRows];
  alignas(64) float exists[kChunkRows];
  load_standing(chunk, in, inertia, exists);
  keep_better<kLastWinsTies>(chunk.lanes(in.operands[1]), chunk.lanes(in.operands[2]),
                             chunk.lanes(in.operands[0]), inertia, exists, static_cast<float>(chunk.fact),
                             chunk.count);
}

}  // namespace

Run load_fact(OperationCode code, Storage storage) {
  switch (code) {
    case Code::fact_row: return &load_row;
    case Code::fact_x: return &load_place<0>;
    case Code::fact_y: return &load_place<1>;
    case Code::fact_z: return &load_place<2>;
    case Code::fact_age: return &load_age;
    case Code::fact_first_seen: return &load_first_seen;
    case Code::fact_last_seen: return &load_last_seen;
    case Code::fact_bound: return &load_bound;
    case Code::fact_field_x: return &load_axis<0>;
    case Code::fact_field_y: return &load_axis<1>;
    case Code::fact_field_z: return &load_axis<2>;
    default: return load_field(storage);
  }
}

Run begin_best() { return &run_begin_best; }

Run keep_best(bool last_wins_ties) { return last_wins_ties ? &run_keep_best<true> : &run_keep_best<false>; }

}  // namespace ishi::kernels
