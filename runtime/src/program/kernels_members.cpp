#include <algorithm>
#include <bit>
#include <limits>
#include <type_traits>

#include "program/kernels.h"
#include "program/operands.h"
#include "program/operations.h"

// What is computed of members of sets. In a pass lane i is the i-th agent's member at hand, in each round the
// next one; rows where no member is may be read, and what comes of them is not looked at. Outside of passes
// a lane says which member is meant.

namespace ishi::kernels {
namespace {

using Code = OperationCode;
using Run = Instruction::Run;

// By lane the owner of the agent's set.
struct Owners {
  [[gnu::noinline]] Owners(const Chunk& chunk, const SetTable& table) {
    for (uint32_t i = 0; i < chunk.count; ++i) {
      const uint32_t slot = chunk.slots[i];
      of[i] = table.owner_of(slot, chunk.binding.team[slot]);
    }
  }

  uint32_t of[kChunkRows];
};

// out[i] = read(owner of the i-th agent's set, the agent's slot): side by side where agents that follow each
// other have sets of their own, else one by one.
template <typename Read>
void by_owner(const Chunk& chunk, const SetTable& table, float* __restrict out, Read&& read) {
  if (table.scope == Scope::agent && chunk.contiguous) {
    const size_t first = chunk.slots[0];
    for (size_t i = 0; i < chunk.count; ++i) out[i] = read(first + i, first + i);
  } else {
    const Owners owners(chunk, table);
    for (uint32_t i = 0; i < chunk.count; ++i) out[i] = read(size_t{owners.of[i]}, size_t{chunk.slots[i]});
  }
}

// out[i] = read(row of the i-th agent's member at hand).
struct AtHand {
  template <typename Read>
  static void load(const Chunk& chunk, const Instruction& in, float, Read&& read) {
    const SetTable& table = chunk.binding.sets[in.set];
    const size_t first = table.row(0, chunk.member);
    by_owner(chunk, table, chunk.lanes(in.out),
             [&](size_t owner, size_t slot) { return read(table, first + owner, slot); });
  }
};

// out[i] = read(row of the member that the first operand says), `none` where there is no such member.
struct Meant {
  template <typename Read>
  static void load(const Chunk& chunk, const Instruction& in, float none, Read&& read) {
    const SetTable& table = chunk.binding.sets[in.set];
    const float* const members = chunk.lanes(in.operands[0]);
    float* const out = chunk.lanes(in.out);
    for (uint32_t i = 0; i < chunk.count; ++i) {
      const uint32_t slot = chunk.slots[i];
      const uint32_t owner = table.owner_of(slot, chunk.binding.team[slot]);
      out[i] = table.has(owner, members[i])
                   ? read(table, size_t{table.row(owner, static_cast<uint32_t>(members[i]))}, size_t{slot})
                   : none;
    }
  }
};

// Of candidates at hand, whose ids are packed.
void load_packed_rows(const Chunk& chunk, const SetTable& table, float* __restrict out) {
  alignas(64) uint32_t rows[kChunkRows];
  rows_at_hand(chunk, table, 0, chunk.count, rows);
  for (uint32_t i = 0; i < chunk.padded(); ++i) out[i] = static_cast<float>(static_cast<int32_t>(rows[i]));
}

template <typename Which>
void load_row(const Chunk& chunk, const Instruction& in) {
  const EntityView entities = chunk.binding.entities;
  const SetTable& set = chunk.binding.sets[in.set];
  if constexpr (std::is_same_v<Which, AtHand>) {
    if (set.entity.packed != nullptr) return load_packed_rows(chunk, set, chunk.lanes(in.out));
  }
  Which::load(chunk, in, 0, [&](const SetTable& table, size_t at, size_t) {
    return static_cast<float>(table.entity.row_of(at, entities));
  });
}
// One axis of a column of the members.
template <typename Which>
void load_axis_of(const Chunk& chunk, const Instruction& in, const float* column, float fallback) {
  Which::load(chunk, in, fallback,
              [=](const SetTable&, size_t at, size_t) { return held_component(column[at], fallback); });
}
template <typename Which, uint32_t kAxis>
void load_place(const Chunk& chunk, const Instruction& in) {
  load_axis_of<Which>(chunk, in, chunk.binding.sets[in.set].position[kAxis], 0);
}
template <typename Which>
void load_age(const Chunk& chunk, const Instruction& in) {
  const uint64_t now = *chunk.binding.time_microseconds;
  Which::load(chunk, in, limits::kLongAgo,
              [now](const SetTable& table, size_t at, size_t) { return table.age(at, now); });
}
template <typename Which>
void load_seconds(const Chunk& chunk, const Instruction& in, const int64_t* times) {
  Which::load(chunk, in, 0, [=](const SetTable&, size_t at, size_t) { return SetTable::seconds(times[at]); });
}
template <typename Which>
void load_first_seen(const Chunk& chunk, const Instruction& in) {
  load_seconds<Which>(chunk, in, chunk.binding.sets[in.set].first_seen);
}
template <typename Which>
void load_last_seen(const Chunk& chunk, const Instruction& in) {
  load_seconds<Which>(chunk, in, chunk.binding.sets[in.set].last_seen);
}
template <typename Which>
void load_bound(const Chunk& chunk, const Instruction& in) {
  const EntityId* const candidate = chunk.binding.candidate;
  Which::load(chunk, in, 0, [candidate](const SetTable& table, size_t at, size_t slot) {
    return table.entity.is(at, candidate[slot]) ? 1.0f : 0.0f;
  });
}

template <typename Which>
void load_awareness(const Chunk& chunk, const Instruction& in) {
  Which::load(chunk, in, 0,
              [](const SetTable& table, size_t at, size_t) { return held(table.awareness[at], 0, 1, 0); });
}

// The draw for the member of each lane: the current member, or the one that the first operand names.
template <typename Which>
void load_draw(const Chunk& chunk, const Instruction& in) {
  const float* const members = std::is_same_v<Which, AtHand> ? nullptr : chunk.lanes(in.operands[0]);
  float* __restrict const out = chunk.lanes(in.out);
  for (uint32_t i = 0; i < chunk.count; ++i) {
    const auto member = static_cast<int32_t>(members == nullptr ? chunk.member : members[i]);
    out[i] = chunk.binding.random(chunk.slots[i], place_of_member(in.parameter, member));
  }
}

// The variable is copied, as in kernels_load.cpp.
template <typename Which>
void load_number(const Chunk& chunk, const Instruction& in) {
  const Variable field = chunk.binding.member_fields[in.parameter];
  Which::load(chunk, in, field.fallback[0],
              [&](const SetTable&, size_t at, size_t) { return field.number(at); });
}
template <typename Which>
void load_integer(const Chunk& chunk, const Instruction& in) {
  const Variable field = chunk.binding.member_fields[in.parameter];
  Which::load(chunk, in, field.fallback[0],
              [&](const SetTable&, size_t at, size_t) { return field.integer(at); });
}
template <typename Which>
void load_byte(const Chunk& chunk, const Instruction& in) {
  const Variable field = chunk.binding.member_fields[in.parameter];
  Which::load(chunk, in, field.fallback[0],
              [&](const SetTable&, size_t at, size_t) { return field.byte(at); });
}
template <typename Which>
void load_entity(const Chunk& chunk, const Instruction& in) {
  const Variable field = chunk.binding.member_fields[in.parameter];
  const EntityView entities = chunk.binding.entities;
  Which::load(chunk, in, 0, [&](const SetTable&, size_t at, size_t) { return field.entity(at, entities); });
}
template <typename Which, uint32_t kAxis>
void load_axis(const Chunk& chunk, const Instruction& in) {
  const Variable& field = chunk.binding.member_fields[in.parameter];
  load_axis_of<Which>(chunk, in, static_cast<const float*>(field.columns[kAxis]), field.fallback[kAxis]);
}

template <typename Which>
Run load_field(Storage storage) {
  switch (storage) {
    case Storage::integer: return &load_integer<Which>;
    case Storage::byte: return &load_byte<Which>;
    case Storage::entity: return &load_entity<Which>;
    default: return &load_number<Which>;
  }
}

template <typename Which>
Run load_of(OperationCode code, Storage storage) {
  switch (code) {
    case Code::member_row: return &load_row<Which>;
    case Code::member_x: return &load_place<Which, 0>;
    case Code::member_y: return &load_place<Which, 1>;
    case Code::member_z: return &load_place<Which, 2>;
    case Code::member_age: return &load_age<Which>;
    case Code::member_first_seen: return &load_first_seen<Which>;
    case Code::member_last_seen: return &load_last_seen<Which>;
    case Code::member_bound: return &load_bound<Which>;
    case Code::member_awareness: return &load_awareness<Which>;
    case Code::member_random: return &load_draw<Which>;
    case Code::member_field_x: return &load_axis<Which, 0>;
    case Code::member_field_y: return &load_axis<Which, 1>;
    case Code::member_field_z: return &load_axis<Which, 2>;
    default: return load_field<Which>(storage);
  }
}

void load_count(const Chunk& chunk, const Instruction& in) {
  const SetTable& table = chunk.binding.sets[in.set];
  by_owner(chunk, table, chunk.lanes(in.out),
           [&](size_t owner, size_t) { return static_cast<float>(table.count[owner]); });
}

void load_nth(const Chunk& chunk, const Instruction& in) {
  const SetTable& table = chunk.binding.sets[in.set];
  Operands operands;
  operands.prepare(chunk, in, 1);
  float* const out = chunk.lanes(in.out);
  for (uint32_t i = 0; i < chunk.count; ++i) {
    const uint32_t slot = chunk.slots[i];
    const float number = operands.at[0][i * operands.step[0]];
    out[i] = table.has(table.owner_of(slot, chunk.binding.team[slot]), number) ? number : -1.0f;
  }
}

void run_spread_member(const Chunk& chunk, const Instruction& in) {
  const SetTable& table = chunk.binding.sets[in.set];
  if (chunk.pair_rows != nullptr) {
    const float* const of_members = chunk.shared + in.operands[0];
    float* __restrict const out = chunk.lanes(in.out);
    for (uint32_t i = 0; i < chunk.count; ++i) out[i] = of_members[chunk.pair_rows[i]];
    return;
  }
  const float* const values = chunk.shared + in.operands[0] + table.row(0, chunk.member);
  if (table.scope == Scope::world) {
    std::fill_n(chunk.lanes(in.out), chunk.padded(), values[0]);
    return;
  }
  by_owner(chunk, table, chunk.lanes(in.out), [values](size_t owner, size_t) { return values[owner]; });
}

template <typename Made>
void run_start(const Chunk& chunk, const Instruction& in) {
  float* const made = chunk.lanes(in.out);
  for (uint32_t i = 0; i < chunk.padded(); ++i) made[i] = Made::start;
}

// By lane: whether there is a member at hand.
void load_existence(const Chunk& chunk, const SetTable& table, float* exists) {
  if (table.scope == Scope::world) {
    std::fill_n(exists, chunk.count, chunk.member < table.count[0] ? 1.0f : 0.0f);
    return;
  }
  by_owner(chunk, table, exists, [&, member = chunk.member](size_t owner, size_t) {
    return member < table.count[owner] ? 1.0f : 0.0f;
  });
}

// operands: what is taken, what it is taken into.
template <typename Made>
void run_take(const Chunk& chunk, const Instruction& in) {
  alignas(64) float exists[kChunkRows];
  load_existence(chunk, chunk.binding.sets[in.set], exists);
  const float* __restrict const values = chunk.lanes(in.operands[0]);
  float* __restrict const made = chunk.lanes(in.operands[1]);
  for (uint32_t i = 0; i < chunk.padded(); ++i)
    made[i] = exists[i] > 0.0f ? Made::take(made[i], values[i]) : made[i];
}

// operands: what takes the place of what is made of no members; `out` is what was made.
void run_replace_none(const Chunk& chunk, const Instruction& in) {
  const SetTable& table = chunk.binding.sets[in.set];
  const float* const none = chunk.lanes(in.operands[0]);
  float* const made = chunk.lanes(in.out);
  for (uint32_t i = 0; i < chunk.count; ++i) {
    const uint32_t slot = chunk.slots[i];
    const bool is_empty = table.count[table.owner_of(slot, chunk.binding.team[slot])] == 0;
    made[i] = is_empty ? none[i] : made[i];
  }
}

void run_begin_best(const Chunk& chunk, const Instruction& in) {
  float* const best = chunk.lanes(in.out);
  for (uint32_t i = 0; i < chunk.padded(); ++i) best[i] = -std::numeric_limits<float>::infinity();
}

void run_begin_running(const Chunk& chunk, const Instruction& in) {
  const Binding& binding = chunk.binding;
  const uint32_t row_bits = binding.sets[in.set].entity.row_bits;
  chunk.load(chunk.lanes(in.out), [&](size_t slot) {
    const bool runs = binding.option[slot] == in.parameter;
    return std::bit_cast<float>(runs ? MemberIds::pack(binding.candidate[slot], row_bits) : 0);
  });
}

// Lanes keep the better one of their best score and that of member `number`, where they have such a member.
template <bool kLastWinsTies>
void keep_better(float* __restrict best, float* __restrict members, const float* __restrict scores,
                 const float* __restrict inertia, const float* __restrict exists, float number,
                 uint32_t padded) {
  for (uint32_t i = 0; i < padded / kLanes * kLanes; ++i) {
    const float score = scores[i] + inertia[i];
    const bool wins = kLastWinsTies ? score >= best[i] : score > best[i];
    const bool better = wins & (exists[i] > 0.0f);
    best[i] = better ? score : best[i];
    members[i] = better ? number : members[i];
  }
}

// By lane: what is added to the score of the member at hand, since the option runs for it.
void load_inertia(const Chunk& chunk, const Instruction& in, const SetTable& table, float* inertia) {
  const Binding& binding = chunk.binding;
  const size_t first = table.row(0, chunk.member);
  const float raised = chunk.selection.inertia;
  const uint32_t option = in.parameter;
  int32_t runs = 0;  // for anybody
  for (uint32_t i = 0; i < chunk.count; ++i)
    runs |= chunk.choice.running[i] == static_cast<int32_t>(option) ? 1 : 0;
  if (raised == 0 || runs == 0) {
    std::fill_n(inertia, chunk.count, 0.0f);
    return;
  }
  if (table.is_memory) {
    const EntityId* const whole = table.entity.whole + first;
    return by_owner(chunk, table, inertia, [&](size_t owner, size_t slot) {
      const EntityId candidate = binding.candidate[slot];
      const uint32_t difference =
          (whole[owner].index ^ candidate.index) | (whole[owner].generation ^ candidate.generation);
      return ((binding.option[slot] ^ option) | difference) == 0 ? raised : 0.0f;
    });
  }
  // Whom an option runs for is not taken for anybody else, though they may be gone (`leave_before_others`).
  const uint32_t* const packed = table.entity.packed + first;
  const uint32_t row_bits = table.entity.row_bits;
  const auto inertia_for = [&](uint32_t member, size_t slot) {
    const uint32_t difference = member ^ MemberIds::pack(binding.candidate[slot], row_bits);
    return ((binding.option[slot] ^ option) | difference) == 0 ? raised : 0.0f;
  };
  if (table.scope == Scope::world)
    return chunk.load(inertia, [&, member = packed[0]](size_t slot) { return inertia_for(member, slot); });
  by_owner(chunk, table, inertia,
           [&](size_t owner, size_t slot) { return inertia_for(packed[owner], slot); });
}

// Takes away the members that other agents hold.
void leave_free(const Chunk& chunk, const SetTable& table, float* exists) {
  const EntityView entities = chunk.binding.entities;
  const EntityId* const self = chunk.binding.self;
  if (table.scope == Scope::world) {  // the same one for all
    const EntityClaim claim =
        claim_on(*chunk.claims, table.entity.row_of(table.row(0, chunk.member), entities));
    if (claim.is_free()) return;
    for (uint32_t i = 0; i < chunk.count; ++i) {
      if (!claim.leaves_to(self[chunk.slots[i]])) exists[i] = 0.0f;
    }
    return;
  }
  for (uint32_t i = 0; i < chunk.count; ++i) {
    if (exists[i] == 0.0f) continue;
    const uint32_t slot = chunk.slots[i];
    const uint32_t at = table.row(table.owner_of(slot, chunk.binding.team[slot]), chunk.member);
    if (!claim_on(*chunk.claims, table.entity.row_of(at, entities)).leaves_to(self[slot])) exists[i] = 0.0f;
  }
}

// operands: the score, the best so far, the number of its member.
template <bool kLastWinsTies>
void run_keep_best(const Chunk& chunk, const Instruction& in) {
  alignas(64) float inertia[kChunkRows];
  alignas(64) float exists[kChunkRows];
  const SetTable& table = chunk.binding.sets[in.set];
  load_inertia(chunk, in, table, inertia);
  load_existence(chunk, table, exists);
  if (chunk.claims != nullptr && claims_entity(*chunk.claims, in.parameter)) leave_free(chunk, table, exists);
  keep_better<kLastWinsTies>(chunk.lanes(in.operands[1]), chunk.lanes(in.operands[2]),
                             chunk.lanes(in.operands[0]), inertia, exists, static_cast<float>(chunk.member),
                             chunk.padded());
}

// operands: the score, the best so far, its member; out: its score, not raised.
void run_keep_chosen(const Chunk& chunk, const Instruction& in) {
  alignas(64) float inertia[kChunkRows];
  alignas(64) float exists[kChunkRows];
  const SetTable& table = chunk.binding.sets[in.set];
  const ChoiceState& choice = chunk.binding.choices[in.parameter];
  const size_t first = table.row(0, chunk.member);
  by_owner(chunk, table, inertia, [&](size_t owner, size_t slot) {
    return table.entity.is(first + owner, choice.entity[slot]) ? choice.inertia : 0.0f;
  });
  load_existence(chunk, table, exists);
  const float* __restrict const scores = chunk.lanes(in.operands[0]);
  float* __restrict const best = chunk.lanes(in.operands[1]);
  float* __restrict const members = chunk.lanes(in.operands[2]);
  float* __restrict const plain = chunk.lanes(in.out);
  const auto number = static_cast<float>(chunk.member);
  for (uint32_t i = 0; i < chunk.padded(); ++i) {
    const float raised = scores[i] + inertia[i];
    const bool better = (raised > best[i]) & (exists[i] > 0.0f);
    best[i] = better ? raised : best[i];
    members[i] = better ? number : members[i];
    plain[i] = better ? scores[i] : plain[i];
  }
}

void run_none_chosen(const Chunk& chunk, const Instruction& in) {
  const float* const best = chunk.lanes(in.out);
  float* const members = chunk.lanes(in.operands[0]);
  float* const plain = chunk.lanes(in.operands[1]);
  for (uint32_t i = 0; i < chunk.padded(); ++i) {
    const bool is_none = best[i] == -std::numeric_limits<float>::infinity();
    members[i] = is_none ? -1.0f : members[i];
    plain[i] = is_none ? 0.0f : plain[i];
  }
}

void run_store_chosen(const Chunk& chunk, const Instruction& in) {
  const ChoiceState& choice = chunk.binding.choices[in.parameter];
  const SetTable& table = chunk.binding.sets[choice.set];
  const float* const members = chunk.lanes(in.operands[0]);
  const float* const plain = chunk.lanes(in.operands[1]);
  for (uint32_t i = 0; i < chunk.count; ++i) {
    const uint32_t slot = chunk.slots[i];
    const uint32_t owner = table.owner_of(slot, chunk.binding.team[slot]);
    choice.entity[slot] = table.has(owner, members[i])
                              ? table.entity[table.row(owner, static_cast<uint32_t>(members[i]))]
                              : EntityId();
    choice.score[slot] = plain[i];
  }
}

void run_load_chosen(const Chunk& chunk, const Instruction& in) {
  const ChoiceState& choice = chunk.binding.choices[in.parameter];
  const SetTable& table = chunk.binding.sets[choice.set];
  float* const out = chunk.lanes(in.out);
  for (uint32_t i = 0; i < chunk.count; ++i) {
    const uint32_t slot = chunk.slots[i];
    const EntityId entity = choice.entity[slot];
    const uint32_t owner = table.owner_of(slot, chunk.binding.team[slot]);
    const uint32_t member = entity == kNobody ? kNotFound : table.find(owner, entity);
    out[i] = member == kNotFound ? -1.0f : static_cast<float>(member);
  }
}

// Of who is no more in the set nothing is left, its score neither.
void run_load_chosen_score(const Chunk& chunk, const Instruction& in) {
  run_load_chosen(chunk, in);
  const ChoiceState& choice = chunk.binding.choices[in.parameter];
  float* const out = chunk.lanes(in.out);
  for (uint32_t i = 0; i < chunk.count; ++i) out[i] = out[i] < 0 ? 0.0f : choice.score[chunk.slots[i]];
}

// The functions for an operation that folds all members of a set.
template <template <typename> typename Function>
Run of_made(OperationCode code) {
  switch (code) {
    case Code::sum_of: return Function<operations::SumOf>::run;
    case Code::highest_of: return Function<operations::HighestOf>::run;
    default: return Function<operations::LowestOf>::run;
  }
}
template <typename Made>
struct Start {
  static constexpr Run run = &run_start<Made>;
};
template <typename Made>
struct Take {
  static constexpr Run run = &run_take<Made>;
};

}  // namespace

void rows_at_hand(const Chunk& chunk, const SetTable& table, uint32_t first, uint32_t end, uint32_t* rows) {
  const bool in_place = table.scope == Scope::agent && chunk.contiguous;
  const uint32_t whole = in_place ? (end - first) / kLanes * kLanes : 0;
  const uint32_t* const packed = table.entity.packed + table.row(chunk.slots[first], chunk.member);
  if (whole != 0) chunk.binding.rows_of_candidates(table.entity, packed, whole, rows);
  if (first + whole == end) return;
  alignas(64) uint32_t ids[kChunkRows];
  const uint32_t count = end - first - whole, lanes = (count + kLanes - 1) / kLanes * kLanes;
  table.load_packed(chunk.member, chunk.slots + first + whole, chunk.binding.team, count, chunk.contiguous,
                    ids);
  std::fill(ids + count, ids + lanes, 0);
  chunk.binding.rows_of_candidates(table.entity, ids, lanes, rows + whole);
}

Run load_member(OperationCode code, Storage storage, bool at_hand) {
  return at_hand ? load_of<AtHand>(code, storage) : load_of<Meant>(code, storage);
}

Run spread_member() { return &run_spread_member; }

Run load_member_count() { return &load_count; }
Run load_member_number() { return &load_nth; }

Run start_made(OperationCode code) { return of_made<Start>(code); }
Run take_member(OperationCode code) { return of_made<Take>(code); }
Run replace_none() { return &run_replace_none; }

Run keep_chosen() { return &run_keep_chosen; }
Run none_chosen() { return &run_none_chosen; }
Run store_chosen() { return &run_store_chosen; }
Run load_chosen(OperationCode code) {
  return code == Code::chosen ? &run_load_chosen : &run_load_chosen_score;
}

Run begin_best() { return &run_begin_best; }
Run begin_running() { return &run_begin_running; }

Run keep_best(bool last_wins_ties) { return last_wins_ties ? &run_keep_best<true> : &run_keep_best<false>; }

}  // namespace ishi::kernels
