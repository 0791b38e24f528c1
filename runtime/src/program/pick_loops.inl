// What lies anywhere, as lanes. program/machine.cpp includes it once for each instruction set.

#include "program/pick_texts.inl"

void pick_of_entities(const EntityColumn& column, uint32_t entities, const float* rows, size_t lanes,
                      float* out) {
  for (size_t i = 0; i < lanes; i += kAtOnce) {
    alignas(64) uint32_t at[kAtOnce];
    const Entities row = entities_of(Lanes::load(rows + i), entities, at);
    Lanes value = 1.0f;
    if (column.are_bytes) {
      value = held_byte(picked_byte(column, row), column.high, column.fallback);
    } else if (column.values != nullptr) {
      value = held_number(picked_number(column, row), column.low, column.high, column.fallback);
    }
    if (column.things != nullptr) value = select(are_of_kind(column, row), value, column.fallback);
    value.store(out + i);
  }
}

// MemberIds::row_of of packed ids.
void rows_of_candidates(const MemberIds& ids, const uint32_t* packed, size_t lanes, uint32_t* rows) {
  const BitsTag bits;
  const auto row_mask = hn::Set(bits, ~(~0u << ids.row_bits)), kept = hn::Set(bits, ~0u >> ids.row_bits);
  const auto end = hn::Set(bits, ids.rows), odd = hn::Set(bits, 1);
  for (size_t i = 0; i < lanes; i += kAtOnce) {
    const auto id = hn::LoadU(bits, packed + i);
    const auto named = hn::And(id, row_mask);
    const auto row = hn::IfThenElseZero(hn::Lt(named, end), named);
    hn::StoreU(row, bits, rows + i);
    const auto now = hn::BitCast(bits, picked_from(ids.generation, Entities{rows + i}));
    const auto before = hn::ShiftRightSame(id, static_cast<int>(ids.row_bits));
    const auto is_gone = hn::Or(hn::And(hn::Xor(now, before), kept), hn::AndNot(now, odd));
    hn::StoreU(hn::IfThenElseZero(hn::Eq(is_gone, hn::Zero(bits)), row), bits, rows + i);
  }
}
