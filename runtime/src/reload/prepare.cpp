#include <algorithm>
#include <memory>
#include <new>
#include <utility>

#include "asset/check.h"
#include "asset/find.h"
#include "asset/ids.h"
#include "float_environment.h"
#include "reload/names.h"
#include "reload/owned_columns.h"
#include "reload/reload_state.h"
#include "world/population_builder.h"
#include "world/refusals.h"

// A reload before its commit: everything that may fail.

namespace ishi {
namespace {

const OwnedColumn* find(const Array<OwnedColumn>& all, const OwnedColumn& like) {
  const OwnedColumn* const found =
      std::lower_bound(all.begin(), all.end(), like,
                       [](const OwnedColumn& a, const OwnedColumn& b) { return a.key() < b.key(); });
  return found != all.end() && found->key() == like.key() ? found : nullptr;
}

bool has_shape_of(const StateColumn& a, const StateColumn& b) {
  return a.shape == b.shape && a.width == b.width;
}

}  // namespace

bool Reload::State::add_item(const ReloadItem& item) {
  if (!items.reserve_more(1)) return false;
  items.append(item);
  return true;
}

Status Reload::State::prepare(World::State& of, std::span<const AssetChange> changes) {
  Array<const Asset*> next;
  if (!next.allocate(of.populations.size())) return {StatusCode::out_of_memory, 0};
  for (const AssetChange& change : changes) {
    if (change.from == nullptr || change.to == nullptr || !change.from->loaded() || !change.to->loaded())
      return bad_option(BadOption::asset);
    bool is_used = false;
    for (size_t i = 0; i < next.size(); ++i) {
      if (of.populations[i]->asset != change.from->state()) continue;
      if (next[i] != nullptr) return bad_option(BadOption::asset);  // it becomes two
      next[i] = change.to;
      is_used = true;
    }
    if (!is_used) return {StatusCode::unknown_id, 0};
  }
  return prepare(of, next);
}

Status Reload::State::prepare(World::State& of, std::span<const Asset* const> next) {
  world = &of;
  made = of.made;
  reloads = of.reloads;
  const auto count = static_cast<uint32_t>(of.populations.size());
  if (!populations.allocate(count)) return {StatusCode::out_of_memory, 0};
  if (Status status = stage(next); !status) return status;
  for (uint32_t i = 0; i < count; ++i) {
    const Population::State& from = *of.populations[i];
    const Population::State& to = *staged.populations[i];
    if (!map_agent({*from.asset, *from.agent, from.acting.layout}, {*to.asset, *to.agent, to.acting.layout},
                   populations[i].map))
      return {StatusCode::out_of_memory, 0};
  }
  if (!plan_things() || !plan_copies()) return {StatusCode::out_of_memory, 0};
  return {};
}

// Makes the populations anew, each with the asset that its own becomes.
Status Reload::State::stage(std::span<const Asset* const> next) {
  staged.options = world->options;
  staged.machine = world->machine;
  staged.entities = world->entities;
  staged.header = &header;
  for (const Asset* const asset : next) {
    if (asset == nullptr || !staged.options.contract.given()) continue;
    Status status;
    in_float_environment(
        [&] { status = check_contract(*asset, staged.options.contract, staged.contract_fault); });
    if (!status) return status;
  }
  for (uint32_t i = 0; i < world->populations.size(); ++i) {
    const Population::State* const population = world->populations[i];
    const Asset::State* const asset = next[i] == nullptr ? population->asset : next[i]->state();
    FormerIds& former = populations[i].map.former;
    Array<uint64_t> before;
    if (!list_ids(population->asset->tables, before) || !former.find(asset->tables, before))
      return {StatusCode::out_of_memory, 0};
    if (Status status = add_population_of(staged, *asset, former.now(population->agent->id()),
                                          population->options, population->acting.pending_lanes);
        !status)
      return status;
  }
  return {};
}

bool Reload::State::plan_things() {
  if (!things.allocate(size_t{world->things} + 1)) return false;
  std::fill(things.begin(), things.end(), kAnyThing);
  for (uint32_t k = 0; k < world->populations.size(); ++k) {
    const Population::State& population = *world->populations[k];
    const auto kinds = population.asset->tables.things;
    for (size_t i = 0; i < kinds.size(); ++i) {
      // Where several assets know it, one that has kept its name says what it is called.
      const uint64_t now = populations[k].map.former.now(kinds[i].id());
      uint32_t& thing = things[population.things[i]];
      if (thing == kAnyThing || now == kinds[i].id()) thing = staged.find_thing(now);
    }
  }
  return true;
}

bool Reload::State::plan_copies() {
  Array<OwnedColumn> old_columns, new_columns;
  if (!gather_columns(*world, populations, false, old_columns) ||
      !gather_columns(staged, populations, true, new_columns))
    return false;
  const auto names = std::unique_ptr<BothNames[]>(new (std::nothrow) BothNames[populations.size() + 1]);
  if (names == nullptr) return false;
  for (uint32_t i = 0; i < populations.size(); ++i) {
    if (!names[i].before.make(*world->populations[i]->asset) ||
        !names[i].now.make(*staged.populations[i]->asset))
      return false;
  }
  for (const OwnedColumn& column : new_columns) {
    const OwnedColumn* const from = find(old_columns, column);
    const bool keeps = from != nullptr && has_shape_of(from->column, column.column);
    if (keeps) {
      if (!columns.reserve_more(1)) return false;
      columns.append({from->column.data, column.column.data,
                      column.column.width * std::min(column.column.count, from->column.count)});
    }
    PopulationReload& own = populations[column.population];
    switch (column.column.tag) {
      case ColumnTag::rhythm_header: own.keeps_rhythm = keeps; break;
      case ColumnTag::levels_advanced_at: own.keeps_levels = keeps; break;
      case ColumnTag::sensed_at: own.keeps_sensing = keeps; break;
      case ColumnTag::heard: own.keeps_hearing = keeps; break;
      case ColumnTag::moved_at: own.keeps_moves = keeps; break;
      default: break;
    }
    ReloadPart part;
    if (!part_of(column.column, part)) continue;
    const ReloadEffect effect = keeps             ? ReloadEffect::kept
                                : from != nullptr ? ReloadEffect::reset
                                                  : ReloadEffect::added;
    const uint64_t id = column.column.now;
    const char* former_name = "";
    if (from != nullptr && from->column.now != id)
      former_name = names[from->population].before.of(part, from->column.now);
    const char* const name = names[column.population].now.of(part, id);
    if (!add_item({id, name, former_name, part, effect, column.owner})) return false;
  }
  for (const OwnedColumn& column : old_columns) {
    ReloadPart part;
    if (!part_of(column.column, part) || find(new_columns, column) != nullptr) continue;
    const uint64_t id = column.column.now;
    const char* const name = names[column.population].before.of(part, id);
    if (!add_item({id, name, "", part, ReloadEffect::dropped, column.owner})) return false;
  }
  for (uint32_t i = 0; i < populations.size(); ++i) {
    if (!list_indexed(i, names[i]) || !plan_members(i)) return false;
  }
  return sort_items();
}

// By population, what is shared behind them, each in the order in which it was added.
bool Reload::State::sort_items() {
  Array<ReloadItem> sorted;
  if (!sorted.reserve_more(items.size())) return false;
  for (uint32_t owner = 0; owner <= populations.size(); ++owner) {
    const uint32_t wanted = owner < populations.size() ? owner : ReloadItem::kShared;
    for (const ReloadItem& item : items) {
      if (item.population == wanted) sorted.append(item);
    }
  }
  items = std::move(sorted);
  return true;
}

// Options and states, which are indices wherever they stand.
bool Reload::State::list_indexed(uint32_t population, const BothNames& names) {
  const Population::State& from = *world->populations[population];
  const Population::State& to = *staged.populations[population];
  const Tables& a = from.asset->tables;
  const Tables& b = to.asset->tables;
  const auto list = [&](ReloadPart kind, const Array<uint32_t>& map, auto old_ones, auto new_ones,
                        auto&& old_name_of, auto&& new_name_of) {
    const auto add = [&](uint64_t id, const char* name, ReloadEffect effect, const char* former_name = "") {
      return add_item({id, name, former_name, kind, effect, static_cast<uint16_t>(population)});
    };
    Array<uint8_t> is_kept;
    if (!is_kept.allocate(new_ones.size())) return false;
    for (size_t i = 0; i < map.size(); ++i) {
      const uint64_t before = old_ones[i].id();
      const char* const old_name = old_name_of(i);
      if (map[i] == kNotFound) {
        if (!add(before, old_name, ReloadEffect::dropped)) return false;
        continue;
      }
      is_kept[map[i]] = 1;
      const uint64_t now = new_ones[map[i]].id();
      if (!add(now, new_name_of(map[i]), ReloadEffect::kept, now == before ? "" : old_name)) return false;
    }
    for (size_t i = 0; i < new_ones.size(); ++i) {
      const bool is_new = is_kept[i] == 0;
      if (is_new && !add(new_ones[i].id(), new_name_of(i), ReloadEffect::added)) return false;
    }
    return true;
  };
  const AgentMap& map = populations[population].map;
  const blob::Agent& was = *from.agent;
  const blob::Agent& is = *to.agent;
  return list(
             ReloadPart::option, map.options, part(a.options, was.options()), part(b.options, is.options()),
             [&](size_t i) { return names.before.at(a.debug.options, was.options().first() + i); },
             [&](size_t i) { return names.now.at(b.debug.options, is.options().first() + i); }) &&
         list(
             ReloadPart::state, map.states, part(a.states, was.states()), part(b.states, is.states()),
             [&](size_t i) { return names.before.at(a.debug.states, was.states().first() + i); },
             [&](size_t i) { return names.now.at(b.debug.states, is.states().first() + i); });
}

// Which columns of enums have other numbers now.
bool Reload::State::plan_members(uint32_t population) {
  Population::State& to = *staged.populations[population];
  const Tables& t = to.asset->tables;
  // A shared key may have come from another asset; all agree on the enum.
  const auto map_of = [&](uint64_t id) -> const EnumMap* {
    for (uint32_t i = 0; i < populations.size(); ++i) {
      const uint64_t before = populations[i].map.former.before(id);
      const uint32_t index = find_entry(world->populations[i]->asset->tables.enums_by_id, before);
      if (index != kNotFound && !populations[i].map.enums[index].same)
        return &populations[i].map.enums[index];
    }
    return nullptr;
  };
  const auto add = [&](const blob::Variable& type, const Variable& variable, size_t rows) {
    if (type.type() != blob::ValueType::enumeration) return true;
    const EnumMap* const map = map_of(t.enums[type.reference()].id());
    if (map == nullptr) return true;
    if (!members.reserve_more(1)) return false;
    members.append(
        {static_cast<uint8_t*>(variable.columns[0]), rows, map, static_cast<uint8_t>(type.fallback_x())});
    return true;
  };
  const auto is_own = [&](const Variable& variable, bool of_agents) {
    return of_agents || to.shared_arena.holds(variable.columns[0]);
  };
  for (size_t i = 0; i < to.keys.size(); ++i) {
    const Scope scope = to.keys[i].scope;
    const size_t rows = scope == Scope::agent ? to.capacity : scope == Scope::team ? staged.options.teams : 1;
    if (is_own(to.keys[i], scope == Scope::agent) && !add(t.keys[i].variable(), to.keys[i], rows))
      return false;
  }
  for (const uint32_t i : to.brought_fields) {
    if (!add(t.fields[i].variable(), to.fields[i], staged.entities.rows())) return false;
  }
  for (const SetTable& table : to.sets.tables) {
    const auto first = static_cast<size_t>(table.fields.data() - to.sets.fields.data());
    for (size_t i = 0; i < table.fields.size(); ++i) {
      const bool own = is_own(table.fields[i], table.scope == Scope::agent);
      if (own && !add(to.asset->member_fields[first + i].field->variable(), table.fields[i],
                      size_t{table.stride} * table.capacity))
        return false;
    }
  }
  return true;
}

}  // namespace ishi
