#include <algorithm>
#include <memory>
#include <utility>

#include "asset/check.h"
#include "asset/find.h"
#include "asset/ids.h"
#include "float_environment.h"
#include "population/population_builder.h"
#include "population/refusals.h"
#include "reload/names.h"
#include "reload/owned_columns.h"
#include "reload/reload_state.h"

// A reload before its commit: everything that may fail.

namespace ishi {
namespace {

const OwnedColumn* find(const Array<OwnedColumn>& all, const OwnedColumn& like) {
  const OwnedColumn* const found =
      std::lower_bound(all.begin(), all.end(), like,
                       [](const OwnedColumn& a, const OwnedColumn& b) { return a.key() < b.key(); });
  return found != all.end() && found->key() == like.key() ? found : nullptr;
}

bool has_shape_of(const NamedColumn& a, const NamedColumn& b) {
  return a.shape == b.shape && a.of->width == b.of->width;
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
    if (change.from == nullptr || change.to == nullptr || !change.from->valid() || !change.to->valid())
      return bad_option(BadOption::asset);
    bool is_used = false;
    for (size_t i = 0; i < next.size(); ++i) {
      if (of.populations[i]->asset != change.from->state()) continue;
      if (next[i] != nullptr) return bad_option(BadOption::asset_twice);
      next[i] = change.to;
      is_used = true;
    }
    if (!is_used) return {StatusCode::asset_unused, 0};
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
    if (asset == nullptr || !staged.options.contract.valid()) continue;
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
      // If several assets have it, an asset in which it kept its name decides what it is called.
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
  Array<BothNames> names;
  if (!names.allocate(populations.size())) return false;
  for (uint32_t i = 0; i < populations.size(); ++i) {
    if (!names[i].before.make(*world->populations[i]->asset) ||
        !names[i].now.make(*staged.populations[i]->asset))
      return false;
  }
  for (const OwnedColumn& column : new_columns) {
    const OwnedColumn* const from = find(old_columns, column);
    const bool keeps = from != nullptr && has_shape_of(from->column, column.column);
    const StateColumn& to = *column.column.of;
    PopulationReload& own = populations[column.population];
    if (keeps) {
      if (!columns.reserve_more(1)) return false;
      const StateColumn& source = *from->column.of;
      columns.append({source.data, to.data, to.width * std::min(to.count, source.count)});
    } else if (to.tag == ColumnTag::rhythm_header) {
      own.keeps_rhythm = false;
    } else if (to.begins_now || to.vacant != Vacant::value) {
      if (!own.beginning.reserve_more(1)) return false;
      own.beginning.append(&to);
    }
    if (!is_reported(column)) continue;
    const ReloadEffect effect = keeps             ? ReloadEffect::kept
                                : from != nullptr ? ReloadEffect::reset
                                                  : ReloadEffect::added;
    const char* former_name = "";
    if (from != nullptr && from->column.of->id != to.id)
      former_name = names[from->population].before.of(*to.report, from->column.of->id);
    const char* const name = names[column.population].now.of(*to.report, to.id);
    if (!add_item({to.id, name, former_name, *to.report, effect, column.owner})) return false;
  }
  for (const OwnedColumn& column : old_columns) {
    if (!is_reported(column) || find(new_columns, column) != nullptr) continue;
    const StateColumn& from = *column.column.of;
    const char* const name = names[column.population].before.of(*from.report, from.id);
    if (!add_item({from.id, name, "", *from.report, ReloadEffect::dropped, column.owner})) return false;
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
  for (const StateColumn& column : to.columns.list()) {
    const bool is_enum = column.width == sizeof(uint8_t) && column.variable != nullptr &&
                         column.variable->type() == blob::ValueType::enumeration;
    const EnumMap* const map = is_enum ? map_of(t.enums[column.variable->reference()].id()) : nullptr;
    if (map == nullptr) continue;
    if (!members.reserve_more(1)) return false;
    members.append({reinterpret_cast<uint8_t*>(column.data), column.count, map,
                    static_cast<uint8_t>(column.variable->fallback_x())});
  }
  return true;
}

}  // namespace ishi
