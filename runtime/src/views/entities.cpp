#include "views/entities.h"

namespace ishi {
namespace {

// A row whose generation reached this is never given out again: the next one would repeat an old handle.
constexpr uint32_t kLastGeneration = 0xffff'ffff;

uint64_t bits_of(EntityId id) { return uint64_t{id.generation} << 32 | id.index; }

void write(float* const* columns, uint32_t row, Vector3 value) {
  columns[0][row] = value.x;
  columns[1][row] = value.y;
  columns[2][row] = value.z;
}

}  // namespace

void Entities::declare(ColumnSet& columns, uint32_t rows) {
  rows_ = rows;
  const auto add = [&](auto*& column, ColumnTag tag, uint16_t part = 0) {
    columns.add(column, rows, About(tag).part(part).first_row(1));
  };
  add(generation_, ColumnTag::entity_generation);
  add(next_free_, ColumnTag::entity_next_free);
  add(thing, ColumnTag::entity_thing);
  add(population, ColumnTag::entity_population);
  add(slot, ColumnTag::entity_slot);
  add(user, ColumnTag::entity_user);
  add(identity, ColumnTag::entity_identity);
  add(kept, ColumnTag::entity_kept);
  for (uint16_t axis = 0; axis < 3; ++axis) add(position[axis], ColumnTag::entity_position, axis);
  for (uint16_t axis = 0; axis < 3; ++axis) add(facing[axis], ColumnTag::entity_facing, axis);
}

void Entities::begin(WorldHeader& header, Vector3 forward) {
  header_ = &header;
  for (int axis = 0; axis < 3; ++axis) {
    view_.position[axis] = position[axis];
    view_.facing[axis] = facing[axis];
  }
  view_.rows = rows_;
  view_.generation = generation_;
  view_.thing = thing;
  header_->never_used = 1;
  write(facing, 0, forward);
}

bool Entities::are_free_rows_sound() const {
  uint32_t steps = 0;
  for (uint32_t row = header_->first_free; row != 0; row = next_free_[row]) {
    if (row >= header_->never_used || (generation_[row] & 1) != 0) return false;
    if (++steps > header_->never_used) return false;
  }
  return true;
}

EntityId Entities::add(const EntityRecord& record) {
  uint32_t row = header_->first_free;
  if (row != 0) {
    header_->first_free = next_free_[row];
    next_free_[row] = 0;
  } else {
    row = header_->never_used++;
  }
  ++header_->living;
  const EntityId id{row, ++generation_[row]};
  thing[row] = record.thing;
  user[row] = record.user;
  identity[row] = record.identity != 0 ? record.identity : bits_of(id);
  write(position, row, record.position);
  write(facing, row,
        is_given(record.facing) ? record.facing : Vector3{facing[0][0], facing[1][0], facing[2][0]});
  return id;
}

void Entities::remove(EntityId id) {
  const uint32_t row = id.index;
  --header_->living;
  header_->has_lost = 1;
  thing[row] = population[row] = slot[row] = 0;
  user[row] = identity[row] = 0;
  header_->kept -= kept[row];
  kept[row] = 0;
  write(position, row, {});
  write(facing, row, {});
  if (generation_[row] == kLastGeneration) {
    generation_[row] = 0;
    return;
  }
  ++generation_[row];
  next_free_[row] = header_->first_free;
  header_->first_free = row;
}

}  // namespace ishi
