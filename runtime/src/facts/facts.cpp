#include "facts/facts.h"

#include <algorithm>
#include <atomic>

#include "world/population_state.h"

namespace ishi {
namespace {

// When a fact is forgotten that was last noticed then.
uint64_t due_of(const FactTable& table, int64_t last_seen) {
  if (table.forget_after == FactTable::kForever) return FactTable::kForever;
  const int64_t due = last_seen + static_cast<int64_t>(table.forget_after);
  return due > 0 ? static_cast<uint64_t>(due) : 0;
}

// Agents of one block may remember at the same time.
void lower_due(Facts& facts, uint32_t slot, uint64_t due) {
  facts.due[slot] = std::min(facts.due[slot], due);
  std::atomic_ref<uint64_t> block(facts.block_due[slot / 64]);
  uint64_t known = block.load(std::memory_order_relaxed);
  while (due < known && !block.compare_exchange_weak(known, due, std::memory_order_relaxed)) {
  }
}

void clear_row(const FactTable& table, uint32_t row) {
  table.entity[row] = kNobody;
  for (float* const axis : table.position) axis[row] = 0;
  table.first_seen[row] = table.last_seen[row] = 0;
  for (const Variable& field : table.fields) field.reset(row);
}

void move_row(const FactTable& table, uint32_t to, uint32_t from) {
  table.entity[to] = table.entity[from];
  for (float* const axis : table.position) axis[to] = axis[from];
  table.first_seen[to] = table.first_seen[from];
  table.last_seen[to] = table.last_seen[from];
  for (const Variable& field : table.fields) field.copy(to, from);
}

void wake_who_acts_on(Population::State& p, uint32_t slot, EntityId gone) {
  if (p.facts.candidate[slot] == gone || p.facts.bound[slot] == gone) Acting::raise(p.acting.awake, slot);
}

// Takes one fact out; those behind it move up.
void forget_at(Population::State& p, const FactTable& table, uint32_t slot, uint32_t fact) {
  const EntityId gone = table.entity[table.row(slot, fact)];
  const uint32_t last = --table.count[slot];
  for (uint32_t i = fact; i < last; ++i) move_row(table, table.row(slot, i), table.row(slot, i + 1));
  clear_row(table, table.row(slot, last));
  wake_who_acts_on(p, slot, gone);
}

// All facts of a memory lose their confidence at the same pace: the least confident was noticed longest ago.
uint32_t least_confident(const FactTable& table, uint32_t slot) {
  uint32_t least = 0;
  for (uint32_t i = 1; i < table.count[slot]; ++i) {
    if (table.last_seen[table.row(slot, i)] < table.last_seen[table.row(slot, least)]) least = i;
  }
  return least;
}

void copy_fields(Population::State& p, const FactTable& table, uint32_t row, EntityId entity) {
  const EntityView& entities = p.binding.entities;
  for (uint32_t axis = 0; axis < 3; ++axis)
    table.position[axis][row] = read_axis(entities.position[axis], entity.index);
  for (uint32_t i = 0; i < table.thing_fields; ++i) {
    const Variable& field = p.fields[table.first_field + i];
    float value[3];
    for (uint32_t axis = 0; axis < 3; ++axis) value[axis] = field.read(entity.index, axis, entities);
    table.fields[i].write(row, value, entities);
  }
}

void forget_old(Population::State& p, uint32_t slot, uint64_t now) {
  uint64_t next = FactTable::kForever;
  for (const FactTable& table : p.facts.tables) {
    if (table.forget_after == FactTable::kForever) continue;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < table.count[slot]; ++i) {
      const uint32_t row = table.row(slot, i);
      const uint64_t due = due_of(table, table.last_seen[row]);
      if (due <= now) {
        wake_who_acts_on(p, slot, table.entity[row]);
        continue;
      }
      next = std::min(next, due);
      if (kept != i) move_row(table, table.row(slot, kept), row);
      ++kept;
    }
    for (uint32_t i = kept; i < table.count[slot]; ++i) clear_row(table, table.row(slot, i));
    table.count[slot] = static_cast<uint8_t>(kept);
  }
  p.facts.due[slot] = next;
}

}  // namespace

uint32_t add_fact(Population::State& p, uint32_t memory, uint32_t slot, EntityId entity, int64_t first_seen,
                  int64_t last_seen) {
  const FactTable& table = p.facts.tables[memory];
  const uint32_t fact = table.count[slot]++;
  const uint32_t row = table.row(slot, fact);
  table.entity[row] = entity;
  table.first_seen[row] = first_seen;
  table.last_seen[row] = last_seen;
  lower_due(p.facts, slot, due_of(table, last_seen));
  return fact;
}

void remember(Population::State& p, uint32_t memory, uint32_t slot, EntityId entity) {
  const FactTable& table = p.facts.tables[memory];
  const auto now = signed_time(p.world->header->time_microseconds);
  uint32_t fact = table.find(slot, entity);
  if (fact == kNotFound) {
    if (table.count[slot] == table.capacity) forget_at(p, table, slot, least_confident(table, slot));
    fact = add_fact(p, memory, slot, entity, now, now);
  }
  // When it will be forgotten is later now; `due` may be too early, and finds that out by itself.
  table.last_seen[table.row(slot, fact)] = now;
  copy_fields(p, table, table.row(slot, fact), entity);
}

bool forget(Population::State& p, uint32_t memory, uint32_t slot, EntityId entity) {
  const FactTable& table = p.facts.tables[memory];
  const uint32_t fact = table.find(slot, entity);
  if (fact == kNotFound) return false;
  forget_at(p, table, slot, fact);
  return true;
}

void forget_what_is_due(Population::State& p, uint64_t now) {
  Facts& facts = p.facts;
  if (!facts.any()) return;
  for (uint32_t begin = 0; begin < p.capacity; begin += 64) {
    if (facts.block_due[begin / 64] > now) continue;
    uint64_t next = FactTable::kForever;
    const uint32_t end = std::min(begin + 64, p.capacity);
    for (uint32_t slot = begin; slot < end; ++slot) {
      if (facts.due[slot] <= now) forget_old(p, slot, now);
      next = std::min(next, facts.due[slot]);
    }
    facts.block_due[begin / 64] = next;
  }
}

void forget_all(Population::State& p, uint32_t slot) {
  Facts& facts = p.facts;
  if (!facts.any()) return;
  for (const FactTable& table : facts.tables) {
    for (uint32_t i = 0; i < table.count[slot]; ++i) clear_row(table, table.row(slot, i));
    table.count[slot] = 0;
  }
  facts.candidate[slot] = facts.bound[slot] = kNobody;
  facts.due[slot] = FactTable::kForever;
}

}  // namespace ishi
