// What lies anywhere, as lanes. program/machine.cpp includes it once for each instruction set.

// The bytes of these rows, out of the words in which they lie.
HWY_INLINE hn::Vec<IntegerTag> picked_bytes(const void* bytes, hn::Vec<IntegerTag> row) {
  static_assert(::std::endian::native == ::std::endian::little);
  const auto* const words = static_cast<const int32_t*>(bytes);
  const auto word = hn::GatherIndex(IntegerTag(), words, hn::ShiftRight<2>(row));
  const auto places = hn::ShiftLeft<3>(hn::And(row, hn::Set(IntegerTag(), 3)));
  const auto shifted = hn::Shr(hn::BitCast(BitsTag(), word), hn::BitCast(BitsTag(), places));
  return hn::BitCast(IntegerTag(), hn::And(shifted, hn::Set(BitsTag(), 0xff)));
}

void pick_of_entities(const EntityColumn& column, const float* rows, size_t lanes, float* out) {
  const Lanes end = static_cast<float>(column.rows);
  const Lanes low = column.low, high = column.high, fallback = column.fallback;
  const auto owner = hn::Set(IntegerTag(), static_cast<int32_t>(column.owner));
  for (size_t i = 0; i < lanes; i += kAtOnce) {
    const Lanes row = Lanes::load(rows + i);
    const Lanes held_row = select((row >= 1.0f) & (row < end), row, 0.0f);
    const auto index = hn::ConvertTo(IntegerTag(), held_row.raw);
    Lanes value;
    if (column.are_bytes) {
      value = Lanes(hn::ConvertTo(FloatTag(), picked_bytes(column.values, index)));
      value = select(value <= high, value, fallback);
    } else {
      value = Lanes(hn::GatherIndex(FloatTag(), static_cast<const float*>(column.values), index));
      value = held_number(value, low, high, fallback);
    }
    if (column.things != nullptr) {
      const Lanes thing = hn::GatherIndex(FloatTag(), reinterpret_cast<const float*>(column.things), index);
      const auto is_its = hn::Eq(hn::BitCast(IntegerTag(), thing.raw), owner);
      value = select(Lanes::Mask{hn::RebindMask(FloatTag(), is_its)}, value, fallback);
    }
    value.store(out + i);
  }
}
