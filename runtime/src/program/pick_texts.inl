// Picks numbers of entities, which lie anywhere in their columns. The vector machine and kernels include it, as
// they do lane_texts.inl.

// The rows of entities, by lane; all lie in the table, and 0 stands for nobody.
struct Entities {
  const uint32_t* at;

  HWY_INLINE Lanes number() const {
    return hn::ConvertTo(FloatTag(), hn::BitCast(IntegerTag(), hn::LoadU(BitsTag(), at)));
  }
};

// Which of them are somebody.
HWY_INLINE Lanes::Mask are_somebody(Entities entities) { return entities.number() != Lanes(0.0f); }

// EntityView::row_of of rows that a program computed; `at` has room for them.
HWY_INLINE Entities entities_of(Lanes number, uint32_t rows, uint32_t* at) {
  const Lanes end = static_cast<float>(rows);
  const Lanes row = select((number >= 1.0f) & (number < end), number, 0.0f);
  hn::Store(hn::BitCast(BitsTag(), hn::ConvertTo(IntegerTag(), row.raw)), BitsTag(), at);
  return {at};
}

// The numbers in these rows, each by a load of its own: that takes less time than a gather. They go straight to
// registers, since a processor that loads a vector right after it stored its lanes waits for them.
template <typename Number, typename T, size_t... kLane>
HWY_INLINE auto picked_from(const T* column, Entities entities, ::std::index_sequence<kLane...>) {
  using Vector [[gnu::vector_size(sizeof(Number) * sizeof...(kLane))]] = Number;
  return Vector{static_cast<Number>(column[entities.at[kLane]])...};
}
HWY_INLINE Lanes picked_from(const float* column, Entities entities) {
  const auto picked = picked_from<float>(column, entities, ::std::make_index_sequence<kAtOnce>());
  return Lanes(__builtin_bit_cast(hn::Vec<FloatTag>, picked));
}
template <typename T>
HWY_INLINE hn::Vec<IntegerTag> picked_from(const T* column, Entities entities) {
  const auto picked = picked_from<int32_t>(column, entities, ::std::make_index_sequence<kAtOnce>());
  return __builtin_bit_cast(hn::Vec<IntegerTag>, picked);
}

HWY_INLINE Lanes picked_number(const ::ishi::EntityColumn& column, Entities entities) {
  return picked_from(static_cast<const float*>(column.values), entities);
}
HWY_INLINE Lanes picked_byte(const ::ishi::EntityColumn& column, Entities entities) {
  return hn::ConvertTo(FloatTag(), picked_from(static_cast<const uint8_t*>(column.values), entities));
}
HWY_INLINE Lanes held_byte(Lanes value, Lanes high, Lanes fallback) {
  return select(value <= high, value, fallback);
}
// Which of them are of the column's kind.
HWY_INLINE Lanes::Mask are_of_kind(const ::ishi::EntityColumn& column, Entities entities) {
  const auto owner = hn::Set(IntegerTag(), static_cast<int32_t>(column.owner));
  return {hn::RebindMask(FloatTag(), hn::Eq(picked_from(column.things, entities), owner))};
}
