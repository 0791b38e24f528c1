// What lies anywhere, as lanes. program/machine.cpp includes it once for each instruction set.

void pick_of_entities(const EntityColumn& column, const float* rows, size_t lanes, float* out) {
  const Lanes end = static_cast<float>(column.rows);
  const Lanes low = column.low, high = column.high, fallback = column.fallback;
  const auto owner = hn::Set(IntegerTag(), static_cast<int32_t>(column.owner));
  for (size_t i = 0; i < lanes; i += kAtOnce) {
    const Lanes row = Lanes::load(rows + i);
    const Lanes held_row = select((row >= 1.0f) & (row < end), row, 0.0f);
    const auto index = hn::ConvertTo(IntegerTag(), held_row.raw);
    Lanes value = held_number(Lanes(hn::GatherIndex(FloatTag(), column.values, index)), low, high, fallback);
    if (column.things != nullptr) {
      const Lanes thing = hn::GatherIndex(FloatTag(), reinterpret_cast<const float*>(column.things), index);
      const auto is_its = hn::Eq(hn::BitCast(IntegerTag(), thing.raw), owner);
      value = select(Lanes::Mask{hn::RebindMask(FloatTag(), is_its)}, value, fallback);
    }
    value.store(out + i);
  }
}
