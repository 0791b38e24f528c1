#include "sets/sets_builder.h"

#include <algorithm>
#include <cmath>

#include "program/run_row.h"
#include "world/find.h"

namespace ishi {
namespace {

uint64_t microseconds(float seconds) {
  return static_cast<uint64_t>(std::floor(static_cast<double>(seconds) * 1e6 + 0.5));
}

}  // namespace

bool SetsBuilder::allocate() {
  const Asset::State& asset = *p_.asset;
  const Tables& t = asset.tables;
  if (!sets_.tables.allocate(t.sets.size()) || !sets_.fields.allocate(asset.member_fields.size()) ||
      !sets_.choices.allocate(p_.agent->choices().count()) ||
      !choices_.allocate(p_.agent->choices().count()) || !sets_.things.allocate(t.set_things.size()) ||
      !tables_.allocate(t.sets.size()) || !field_plans_.allocate(asset.member_fields.size())) {
    return false;
  }
  for (size_t i = 0; i < t.set_things.size(); ++i) sets_.things[i] = p_.things[t.set_things[i]];
  for (size_t i = 0; i < asset.member_fields.size(); ++i)
    p_.describe(sets_.fields[i], asset.member_fields[i].field->variable());
  return true;
}

void SetsBuilder::describe(uint32_t index, SetTable& table) {
  const Tables& t = p_.asset->tables;
  const blob::Set& set = t.sets[index];
  table.is_memory = set.kind() == blob::SetKind::memory;
  table.has_entities = set.entities() != 0;
  table.scope = static_cast<Scope>(set.scope());
  table.capacity = set.capacity();
  table.stride = table.scope == Scope::agent  ? padded_
                 : table.scope == Scope::team ? p_.world->options.teams
                                              : 1;
  table.things = {sets_.things.data() + set.things().first(), set.things().count()};
  if (table.is_memory && set.things().count() == 1) {
    const blob::Range& fields = t.things[t.set_things[set.things().first()]].fields();
    table.first_field = fields.first();
    table.thing_fields = fields.count();
  }
  if (set.forget() > 0) table.forget_after = microseconds(set.forget());
}

void SetsBuilder::plan_rows(RowPlan& rows, uint32_t set, SetTable& table, TablePlan& places) {
  places.count = rows.add(sizeof(uint8_t));
  if (!table.has_entities) places.serial = rows.add(sizeof(uint32_t));
  places.entity = rows.add(sizeof(EntityId), table.capacity);
  if (table.is_memory) {
    places.first_seen = rows.add(sizeof(int64_t), table.capacity);
    places.last_seen = rows.add(sizeof(int64_t), table.capacity);
    for (ColumnPlace& axis : places.position) axis = rows.add(sizeof(float), table.capacity);
  }
  if (find_awareness(p_.asset->tables, set) != nullptr) {
    places.has_awareness = true;
    places.awareness = rows.add(sizeof(float), table.capacity);
    places.awareness_rest = rows.add(sizeof(float), table.capacity);
    places.told = rows.add(sizeof(uint8_t), table.capacity);
  }
  const auto first = static_cast<size_t>(table.fields.data() - sets_.fields.data());
  for (size_t i = first; i < first + table.fields.size(); ++i) {
    const Variable& field = sets_.fields[i];
    for (uint32_t k = 0; k < field.column_count(); ++k)
      field_plans_[i].places[k] = rows.add(width_of(field.storage), table.capacity);
  }
}

bool SetsBuilder::plan(ArenaPlan& plan, ArenaPlan& shared, uint32_t padded) {
  const Tables& t = p_.asset->tables;
  padded_ = padded;
  if (t.sets.empty()) return true;
  if (!allocate()) return false;
  RowPlan own(plan, padded);
  candidate_ = own.add(sizeof(EntityId));
  bound_ = own.add(sizeof(EntityId));
  due_ = own.add(sizeof(uint64_t));
  for (uint32_t i = 0; i < choices_.size(); ++i) {
    const blob::Choice& choice = t.choices[p_.agent->choices().first() + i];
    sets_.choices[i].inertia = choice.inertia();
    sets_.choices[i].set = choice.set();
    choices_[i] = {own.add(sizeof(EntityId)), own.add(sizeof(float))};
  }
  p_.agent_bytes.sets = own.bytes();
  block_due_ = plan.add(sizeof(uint64_t), p_.capacity / 64 + 1);
  uint32_t next_field = 0;
  for (uint32_t i = 0; i < t.sets.size(); ++i) {
    SetTable& table = sets_.tables[i];
    TablePlan& places = tables_[i];
    describe(i, table);
    table.fields = {sets_.fields.data() + next_field, table.thing_fields + t.sets[i].fields().count()};
    next_field += static_cast<uint32_t>(table.fields.size());
    places.is_shared = table.scope != Scope::agent;
    if (const SetTable* const known = places.is_shared ? find_shared_set(*p_.world, t.sets[i].id()) : nullptr;
        known != nullptr) {
      const std::span<Variable> fields = table.fields;
      for (size_t k = 0; k < fields.size(); ++k)
        std::copy(std::begin(known->fields[k].columns), std::end(known->fields[k].columns),
                  fields[k].columns);
      table.count = known->count;
      table.serial = known->serial;
      table.entity = known->entity;
      places.is_known = true;
      continue;
    }
    RowPlan rows(places.is_shared ? shared : plan, table.stride);
    plan_rows(rows, i, table, places);
    if (places.is_shared) continue;
    table.agent_bytes = rows.bytes();
    p_.agent_bytes.sets += rows.bytes();
  }
  return true;
}

void SetsBuilder::attach(Arena& own, Arena& shared) {
  if (!sets_.any()) return;
  sets_.candidate = own.at<EntityId>(candidate_);
  sets_.bound = own.at<EntityId>(bound_);
  sets_.due = own.at<uint64_t>(due_);
  sets_.block_due = own.at<uint64_t>(block_due_);
  std::fill_n(sets_.due, padded_, SetTable::kForever);
  std::fill_n(sets_.block_due, p_.capacity / 64 + 1, SetTable::kForever);
  for (uint32_t i = 0; i < choices_.size(); ++i) {
    sets_.choices[i].entity = own.at<EntityId>(choices_[i].entity);
    sets_.choices[i].score = own.at<float>(choices_[i].score);
  }
  for (uint32_t i = 0; i < sets_.tables.size(); ++i) {
    SetTable& table = sets_.tables[i];
    const TablePlan& places = tables_[i];
    if (places.is_known) continue;
    Arena& arena = places.is_shared ? shared : own;
    table.count = arena.at<uint8_t>(places.count);
    if (!table.has_entities) table.serial = arena.at<uint32_t>(places.serial);
    table.entity = arena.at<EntityId>(places.entity);
    if (table.is_memory) {
      table.first_seen = arena.at<int64_t>(places.first_seen);
      table.last_seen = arena.at<int64_t>(places.last_seen);
      for (uint32_t axis = 0; axis < 3; ++axis) table.position[axis] = arena.at<float>(places.position[axis]);
    }
    if (places.has_awareness) {
      table.awareness = arena.at<float>(places.awareness);
      table.awareness_rest = arena.at<float>(places.awareness_rest);
      table.told = arena.at<uint8_t>(places.told);
    }
    const auto first = static_cast<size_t>(table.fields.data() - sets_.fields.data());
    for (size_t k = 0; k < table.fields.size(); ++k) {
      Variable& field = table.fields[k];
      for (uint32_t axis = 0; axis < field.column_count(); ++axis)
        field.columns[axis] = arena.at<std::byte>(field_plans_[first + k].places[axis]);
      for (uint32_t row = 0; row < table.stride * table.capacity; ++row) field.reset(row);
    }
  }
}

bool SetsBuilder::find_needed() {
  const auto program = p_.program();
  Array<bool> is_needed;
  if (sets_.choices.size() == 0) return true;
  if (!is_needed.allocate(program.size())) return false;
  for (uint32_t k = 0; k < sets_.choices.size(); ++k) {
    const blob::Choice& choice = p_.asset->tables.choices[p_.agent->choices().first() + k];
    std::fill(is_needed.begin(), is_needed.end(), false);
    is_needed[choice.best()] = is_needed[choice.score()] = true;
    const size_t count = mark_needs(program, 0, {is_needed.data(), is_needed.size()});
    if (!sets_.needed.reserve_more(count)) return false;
    sets_.choices[k].first_needed = static_cast<uint32_t>(sets_.needed.size());
    sets_.choices[k].needed = static_cast<uint32_t>(count);
    for (uint32_t i = 0; i < program.size(); ++i) {
      if (is_needed[i]) sets_.needed.append(i);
    }
  }
  return true;
}

}  // namespace ishi
