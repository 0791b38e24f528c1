#include "sets/facts.h"

#include <algorithm>
#include <atomic>

#include "sets/sets.h"
#include "views/agents.h"

namespace ishi {
namespace {

// When a fact is forgotten that was last noticed then.
uint64_t due_of(const SetTable& table, int64_t last_seen) {
  if (table.forget_after == SetTable::kForever) return SetTable::kForever;
  const int64_t due = last_seen + static_cast<int64_t>(table.forget_after);
  return due > 0 ? static_cast<uint64_t>(due) : 0;
}

// Agents of one block may remember at the same time.
void lower_due(Sets& sets, uint32_t slot, uint64_t due) {
  if (due == SetTable::kForever) return;
  sets.due[slot] = std::min(sets.due[slot], due);
  std::atomic_ref<uint64_t> block(sets.block_due[slot / 64]);
  uint64_t known = block.load(std::memory_order_relaxed);
  while (due < known && !block.compare_exchange_weak(known, due, std::memory_order_relaxed)) {
  }
}

// Takes one fact out.
void forget_at(Agents& p, const SetTable& table, uint32_t slot, uint32_t fact) {
  const EntityId gone = table.entity[table.row(slot, fact)];
  table.remove(slot, fact);
  wake_who_acts_on(p, slot, gone);
}

// All facts of a memory lose their confidence at the same pace: the least confident was noticed longest ago.
uint32_t least_confident(const SetTable& table, uint32_t slot) {
  uint32_t least = 0;
  for (uint32_t i = 1; i < table.count[slot]; ++i) {
    if (table.last_seen[table.row(slot, i)] < table.last_seen[table.row(slot, least)]) least = i;
  }
  return least;
}

void copy_fields(Agents& p, const SetTable& table, uint32_t row, EntityId entity) {
  const EntityView& entities = p.binding.entities;
  table.position[0][row] = read_axis(entities.position[0], entity.index);
  table.position[1][row] = read_axis(entities.position[1], entity.index);
  table.position[2][row] = read_axis(entities.position[2], entity.index);
  for (uint32_t i = 0; i < table.thing_fields; ++i) {
    const Variable& field = p.fields[table.first_field + i];
    float value[3] = {};
    for (uint32_t axis = 0; axis < field.column_count(); ++axis)
      value[axis] = field.read(entity.index, axis, entities);
    table.fields[i].write(row, value, entities);
  }
}

void forget_old(Agents& p, uint32_t slot, uint64_t now) {
  uint64_t next = SetTable::kForever;
  for (const SetTable& table : p.sets.tables) {
    if (table.forget_after == SetTable::kForever) continue;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < table.count[slot]; ++i) {
      const uint32_t row = table.row(slot, i);
      const uint64_t due = due_of(table, table.last_seen[row]);
      if (due <= now) {
        wake_who_acts_on(p, slot, table.entity[row]);
        continue;
      }
      next = std::min(next, due);
      if (kept != i) table.move_row(table.row(slot, kept), row);
      ++kept;
    }
    for (uint32_t i = kept; i < table.count[slot]; ++i) table.clear_row(table.row(slot, i));
    table.count[slot] = static_cast<uint8_t>(kept);
  }
  p.sets.due[slot] = next;
}

}  // namespace

uint32_t add_fact(Agents& p, uint32_t memory, uint32_t slot, EntityId entity, int64_t first_seen,
                  int64_t last_seen) {
  const SetTable& table = p.sets.tables[memory];
  const uint32_t fact = table.count[slot]++;
  const uint32_t row = table.row(slot, fact);
  table.entity.set(row, entity);
  table.first_seen[row] = first_seen;
  table.last_seen[row] = last_seen;
  lower_due(p.sets, slot, due_of(table, last_seen));
  return fact;
}

namespace {

// The number of a fact that is new, or is noticed again as `known`.
uint32_t notice_again(Agents& p, uint32_t memory, uint32_t slot, EntityId entity, uint32_t known) {
  const SetTable& table = p.sets.tables[memory];
  const auto now = signed_time(p.around->header->time_microseconds);
  uint32_t fact = known;
  if (fact == kNotFound) {
    if (table.count[slot] == table.capacity) forget_at(p, table, slot, least_confident(table, slot));
    fact = add_fact(p, memory, slot, entity, now, now);
  }
  // When it will be forgotten is later now; `due` may be too early, and finds that out by itself.
  table.last_seen[table.row(slot, fact)] = now;
  return fact;
}

}  // namespace

void remember(Agents& p, uint32_t memory, uint32_t slot, EntityId entity) {
  static_cast<void>(remember(p, memory, slot, entity, p.sets.tables[memory].find(slot, entity)));
}

uint32_t remember(Agents& p, uint32_t memory, uint32_t slot, EntityId entity, uint32_t known) {
  const SetTable& table = p.sets.tables[memory];
  const uint32_t fact = notice_again(p, memory, slot, entity, known);
  copy_fields(p, table, table.row(slot, fact), entity);
  return fact;
}

uint32_t remember_place(Agents& p, uint32_t memory, uint32_t slot, EntityId entity,
                        const float (&position)[3]) {
  const SetTable& table = p.sets.tables[memory];
  const uint32_t row = table.row(slot, notice_again(p, memory, slot, entity, table.find(slot, entity)));
  for (uint32_t axis = 0; axis < 3; ++axis) table.position[axis][row] = position[axis];
  return row;
}

bool forget(Agents& p, uint32_t memory, uint32_t slot, EntityId entity) {
  const SetTable& table = p.sets.tables[memory];
  const uint32_t fact = table.find(slot, entity);
  if (fact == kNotFound) return false;
  forget_at(p, table, slot, fact);
  return true;
}

void forget_what_is_due(Agents& p, uint64_t now) {
  Sets& sets = p.sets;
  if (!sets.any() || sets.due == nullptr) return;
  for (uint32_t begin = 0; begin < p.capacity; begin += 64) {
    if (sets.block_due[begin / 64] > now) continue;
    uint64_t next = SetTable::kForever;
    const uint32_t end = std::min(begin + 64, p.capacity);
    for (uint32_t slot = begin; slot < end; ++slot) {
      if (sets.due[slot] <= now) forget_old(p, slot, now);
      next = std::min(next, sets.due[slot]);
    }
    sets.block_due[begin / 64] = next;
  }
}

}  // namespace ishi
