#include "world/entities.h"

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

void Entities::plan(ArenaPlan& plan, uint32_t rows) {
  rows_ = rows;
  places_.generation = plan.add(sizeof(uint32_t), rows);
  places_.next_free = plan.add(sizeof(uint32_t), rows);
  places_.thing = plan.add(sizeof(uint32_t), rows);
  places_.population = plan.add(sizeof(uint32_t), rows);
  places_.slot = plan.add(sizeof(uint32_t), rows);
  places_.user = plan.add(sizeof(uint64_t), rows);
  places_.identity = plan.add(sizeof(uint64_t), rows);
  places_.kept = plan.add(sizeof(uint8_t), rows);
  for (ColumnPlace& axis : places_.position) axis = plan.add(sizeof(float), rows);
  for (ColumnPlace& axis : places_.facing) axis = plan.add(sizeof(float), rows);
}

void Entities::attach(Arena& arena, WorldHeader& header, Vector3 forward) {
  header_ = &header;
  generation_ = arena.at<uint32_t>(places_.generation);
  next_free_ = arena.at<uint32_t>(places_.next_free);
  thing = arena.at<uint32_t>(places_.thing);
  population = arena.at<uint32_t>(places_.population);
  slot = arena.at<uint32_t>(places_.slot);
  user = arena.at<uint64_t>(places_.user);
  identity = arena.at<uint64_t>(places_.identity);
  kept = arena.at<uint8_t>(places_.kept);
  for (int axis = 0; axis < 3; ++axis) {
    position[axis] = arena.at<float>(places_.position[axis]);
    facing[axis] = arena.at<float>(places_.facing[axis]);
    view_.position[axis] = position[axis];
    view_.facing[axis] = facing[axis];
  }
  view_.rows = rows_;
  view_.generation = generation_;
  view_.thing = thing;
  header_->never_used = 1;
  write(facing, 0, forward);
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
