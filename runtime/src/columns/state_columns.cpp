#include "columns/state_columns.h"

namespace ishi {
namespace {

// Folds a list of numbers into one that distinguishes lists (FNV-1a, Fowler, Noll and Vo).
class Fold {
 public:
  Fold& add(uint64_t value) {
    for (int byte = 0; byte < 8; ++byte) hash_ = (hash_ ^ (value >> (8 * byte) & 0xff)) * 0x100000001b3u;
    return *this;
  }
  [[nodiscard]] uint64_t value() const { return hash_; }
  [[nodiscard]] uint32_t half() const { return static_cast<uint32_t>(hash_ ^ hash_ >> 32); }

 private:
  uint64_t hash_ = 0xcbf29ce484222325u;
};

uint32_t shape_of(const StateColumn& column, const Tables* tables, uint32_t body_shape,
                  const FormerIds& former) {
  if (column.is_of_bodies) return body_shape;
  if (column.variable != nullptr) return shape_of(*tables, *column.variable, former) ^ column.shape;
  if (column.shape_parts.data() == nullptr) return column.shape;
  Fold parts;
  for (const ShapePart& part : column.shape_parts) parts.add(former.before(part.id)).add(part.number);
  return parts.half();
}

}  // namespace

bool list_columns(const ColumnSet& set, const Tables* tables, uint32_t body_shape,
                  Array<NamedColumn>& columns, const FormerIds& former) {
  if (!columns.reserve_more(set.list().size())) return false;
  for (const StateColumn& column : set.list()) {
    if (column.is_whole) continue;
    const uint64_t own = former.before(column.id);
    const uint64_t id = column.within == 0 ? own : Fold().add(former.before(column.within)).add(own).value();
    columns.append({id, &column, shape_of(column, tables, body_shape, former)});
  }
  return true;
}

uint32_t shape_of(std::initializer_list<uint64_t> numbers) {
  Fold fold;
  for (const uint64_t number : numbers) fold.add(number);
  return fold.half();
}

uint32_t shape_of(const Tables& tables, const blob::Variable& variable, const FormerIds& former) {
  Fold fold;
  fold.add(static_cast<uint64_t>(variable.type()));
  if (variable.type() == blob::ValueType::enumeration)
    fold.add(former.before(tables.enums[variable.reference()].id()));
  if (variable.type() == blob::ValueType::thing)
    fold.add(former.before(tables.things[variable.reference()].id()));
  return fold.half();
}

}  // namespace ishi
