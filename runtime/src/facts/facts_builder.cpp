#include "facts/facts_builder.h"

#include <algorithm>
#include <cmath>

namespace ishi {
namespace {

uint32_t components(const Variable& variable) { return variable.storage == Storage::vector ? 3 : 1; }

uint64_t microseconds(float seconds) {
  return static_cast<uint64_t>(std::floor(static_cast<double>(seconds) * 1e6 + 0.5));
}

}  // namespace

bool FactsBuilder::plan(ArenaPlan& plan, uint32_t padded) {
  const Asset::State& asset = *p_.asset;
  const Tables& t = asset.tables;
  padded_ = padded;
  if (t.memories.empty()) return true;
  if (!facts_.tables.allocate(t.memories.size()) || !facts_.fields.allocate(asset.fact_fields.size()) ||
      !tables_.allocate(t.memories.size()) || !field_plans_.allocate(asset.fact_fields.size())) {
    return false;
  }
  RowPlan own(plan, padded);
  candidate_ = own.add(sizeof(EntityId));
  bound_ = own.add(sizeof(EntityId));
  due_ = own.add(sizeof(uint64_t));
  p_.agent_bytes.memories = own.bytes();
  block_due_ = plan.add(sizeof(uint64_t), p_.capacity / 64 + 1);
  uint32_t next_field = 0;
  for (uint32_t m = 0; m < t.memories.size(); ++m) {
    const blob::Memory& memory = t.memories[m];
    FactTable& table = facts_.tables[m];
    TablePlan& places = tables_[m];
    RowPlan rows(plan, padded);
    table.capacity = memory.capacity();
    table.stride = padded;
    if (memory.thing() != kNotFound) {
      table.thing = p_.things[memory.thing()];
      table.first_field = t.things[memory.thing()].fields().first();
      table.thing_fields = t.things[memory.thing()].fields().count();
    }
    if (memory.forget() > 0) table.forget_after = microseconds(memory.forget());
    const uint32_t count = table.thing_fields + memory.fields().count();
    table.fields = {facts_.fields.data() + next_field, count};
    places.count = rows.add(sizeof(uint8_t));
    places.entity = rows.add(sizeof(EntityId), table.capacity);
    places.first_seen = rows.add(sizeof(int64_t), table.capacity);
    places.last_seen = rows.add(sizeof(int64_t), table.capacity);
    for (ColumnPlace& axis : places.position) axis = rows.add(sizeof(float), table.capacity);
    for (uint32_t i = next_field; i < next_field + count; ++i) {
      Variable& field = facts_.fields[i];
      p_.describe(field, asset.fact_fields[i].field->variable());
      for (uint32_t k = 0; k < components(field); ++k)
        field_plans_[i].places[k] = rows.add(width_of(field.storage), table.capacity);
    }
    next_field += count;
    table.agent_bytes = rows.bytes();
    p_.agent_bytes.memories += rows.bytes();
  }
  return true;
}

void FactsBuilder::attach(Arena& arena) {
  if (!facts_.any()) return;
  facts_.candidate = arena.at<EntityId>(candidate_);
  facts_.bound = arena.at<EntityId>(bound_);
  facts_.due = arena.at<uint64_t>(due_);
  facts_.block_due = arena.at<uint64_t>(block_due_);
  std::fill_n(facts_.due, padded_, FactTable::kForever);
  std::fill_n(facts_.block_due, p_.capacity / 64 + 1, FactTable::kForever);
  for (uint32_t i = 0; i < facts_.fields.size(); ++i) {
    Variable& field = facts_.fields[i];
    for (uint32_t k = 0; k < components(field); ++k)
      field.columns[k] = arena.at<std::byte>(field_plans_[i].places[k]);
  }
  for (uint32_t m = 0; m < facts_.tables.size(); ++m) {
    FactTable& table = facts_.tables[m];
    const TablePlan& places = tables_[m];
    table.count = arena.at<uint8_t>(places.count);
    table.entity = arena.at<EntityId>(places.entity);
    table.first_seen = arena.at<int64_t>(places.first_seen);
    table.last_seen = arena.at<int64_t>(places.last_seen);
    for (uint32_t axis = 0; axis < 3; ++axis) table.position[axis] = arena.at<float>(places.position[axis]);
    for (const Variable& field : table.fields) {
      for (uint32_t row = 0; row < table.stride * table.capacity; ++row) field.reset(row);
    }
  }
}

}  // namespace ishi
