#include "sets/sets_builder.h"

#include <algorithm>
#include <cmath>

#include "asset/find.h"
#include "built_features.h"
#include "program/run_row.h"
#include "sets/sets.h"

namespace ishi {
namespace {

uint64_t microseconds(float seconds) {
  return static_cast<uint64_t>(std::floor(static_cast<double>(seconds) * 1e6 + 0.5));
}

}  // namespace

const SetTable* find_shared_set(const Surroundings& world, uint64_t id) {
  for (const Agents* population : world.everybody) {
    const uint32_t index = find_entry(population->asset->tables.sets_by_id, id);
    if (index == kNotFound) continue;
    const SetTable& table = population->sets.tables[index];
    return table.scope == Scope::agent ? nullptr : &table;
  }
  return nullptr;
}

bool SetsBuilder::allocate() {
  const Asset::State& asset = *p_.asset;
  const Tables& t = asset.tables;
  if (!sets_.tables.allocate(t.sets.size()) || !sets_.fields.allocate(asset.member_fields.size()) ||
      !sets_.choices.allocate(p_.agent->choices().count()) || !sets_.things.allocate(t.set_things.size())) {
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
                 : table.scope == Scope::team ? p_.around->options.teams
                                              : 1;
  table.bind(p_.binding.entities);
  table.things = {sets_.things.data() + set.things().first(), set.things().count()};
  if (table.is_memory && set.things().count() == 1) {
    const blob::Range& fields = t.things[t.set_things[set.things().first()]].fields();
    table.first_field = fields.first();
    table.thing_fields = fields.count();
  }
  if (set.forget() > 0) table.forget_after = microseconds(set.forget());
}

void SetsBuilder::declare_rows(ColumnSet& columns, uint32_t index, SetTable& table) {
  const Tables& t = p_.asset->tables;
  const blob::Set& set = t.sets[index];
  const bool is_shared = table.scope != Scope::agent;
  const uint32_t shape = (table.is_memory ? 1u : 0u) | (table.has_entities ? kEntitiesShape : 0u) |
                         static_cast<uint32_t>(table.scope) << 2;
  const auto info = [&](ColumnTag tag, const Rule& rule = {}, uint16_t part = 0) {
    return About(tag)
        .id(set.id())
        .part(part)
        .home(is_shared ? Home::shared : Home::own)
        .rule(rule)
        .shape(shape);
  };
  // Members are cleared as they go (`clear_row`).
  const auto add = [&](auto*& column, uint64_t each, const ColumnInfo& of) {
    columns.add(column, each * table.stride, of);
    table.agent_bytes += sizeof *column * each;
  };
  ColumnInfo count = info(ColumnTag::member_count, Rule::at_most(table.capacity));
  count.report = ReloadPart::set;
  add(table.count, 1, count);
  if (!table.has_entities) add(table.serial, 1, info(ColumnTag::member_serial));
  if (!table.is_memory) {
    add(table.entity.packed, table.capacity, info(ColumnTag::member_entity));
  } else {
    add(table.entity.whole, table.capacity, info(ColumnTag::member_entity));
    add(table.first_seen, table.capacity, info(ColumnTag::member_first_seen, Rule::time()));
    add(table.last_seen, table.capacity, info(ColumnTag::member_last_seen, Rule::time()));
    for (uint16_t axis = 0; axis < 3; ++axis)
      add(table.position[axis], table.capacity, info(ColumnTag::member_position, {}, axis));
  }
  if (const blob::Awareness* const awareness = find_awareness(t, index); awareness != nullptr) {
    add(table.awareness, table.capacity, info(ColumnTag::member_awareness, Rule::within(0, 1)));
    add(table.awareness_rest, table.capacity, info(ColumnTag::member_awareness_rest, Rule::within(-1, 1)));
    add(table.told, table.capacity, info(ColumnTag::member_told, Rule::at_most(awareness->levels().count())));
  }
  const auto first = static_cast<size_t>(table.fields.data() - sets_.fields.data());
  for (size_t i = 0; i < table.fields.size(); ++i) {
    const blob::Field& field = *p_.asset->member_fields[first + i].field;
    ColumnInfo of = info(ColumnTag::member_field);
    of.id = field.id();
    of.within = set.id();
    of.variable = &field.variable();
    of.shape = 0;
    of.report = ReloadPart::member_field;
    columns.add_variable(table.fields[i], uint64_t{table.stride} * table.capacity, of);
    table.agent_bytes +=
        uint64_t{width_of(table.fields[i].storage)} * table.fields[i].column_count() * table.capacity;
  }
  if (is_shared) table.agent_bytes = 0;
}

// Takes over the columns of a set that another population has brought.
void SetsBuilder::take_columns(const SetTable& known, SetTable& table) {
  for (size_t i = 0; i < table.fields.size(); ++i)
    std::copy(std::begin(known.fields[i].columns), std::end(known.fields[i].columns),
              table.fields[i].columns);
  table.count = known.count;
  table.serial = known.serial;
  table.entity = known.entity;
}

bool SetsBuilder::declare(ColumnSet& columns) {
  const Tables& t = p_.asset->tables;
  padded_ = columns.rows();
  if (!is_built(Feature::memories) || t.sets.empty()) return true;
  if (!allocate()) return false;
  uint64_t* const bytes = &p_.agent_bytes.sets;
  columns.add_rows(sets_.candidate, About(ColumnTag::candidate).bytes(bytes));
  columns.add_rows(sets_.bound, About(ColumnTag::bound).bytes(bytes));
  for (uint32_t i = 0; i < sets_.choices.size(); ++i) {
    const blob::Choice& choice = t.choices[p_.agent->choices().first() + i];
    ChoiceState& state = sets_.choices[i];
    state.inertia = choice.inertia();
    state.set = choice.set();
    columns.add_rows(state.entity,
                     About(ColumnTag::choice_entity).id(choice.id()).report(ReloadPart::choice).bytes(bytes));
    columns.add_rows(state.score,
                     About(ColumnTag::choice_score).id(choice.id()).rule(Rule::finite()).bytes(bytes));
  }
  uint32_t next_field = 0;
  bool forgets = false;
  for (uint32_t i = 0; i < t.sets.size(); ++i) {
    SetTable& table = sets_.tables[i];
    describe(i, table);
    forgets = forgets || table.forget_after != SetTable::kForever;
    table.fields = {sets_.fields.data() + next_field, table.thing_fields + t.sets[i].fields().count()};
    next_field += static_cast<uint32_t>(table.fields.size());
    const SetTable* const known =
        table.scope == Scope::agent ? nullptr : find_shared_set(*p_.around, t.sets[i].id());
    if (known != nullptr) {
      take_columns(*known, table);
      continue;
    }
    declare_rows(columns, i, table);
    p_.agent_bytes.sets += table.agent_bytes;
  }
  if (!forgets) return true;
  columns.add_rows(sets_.due, About(ColumnTag::facts_due).bytes(bytes), SetTable::kForever);
  columns.add(sets_.block_due, columns.words(), About(ColumnTag::facts_block_due), SetTable::kForever);
  return true;
}

bool SetsBuilder::find_needed() {
  const auto program = p_.program();
  Array<bool> is_needed;
  if (!is_built(Feature::memories) || sets_.choices.size() == 0) return true;
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
