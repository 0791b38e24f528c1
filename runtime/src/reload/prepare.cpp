#include <algorithm>
#include <tuple>

#include "asset/check.h"
#include "asset/find.h"
#include "float_environment.h"
#include "reload/reload_state.h"
#include "world/population_builder.h"
#include "world/refusals.h"

// A reload before its commit: everything that may fail.

namespace ishi {
namespace {

// A column of the world, and whose it is.
struct OwnedColumn {
  StateColumn column;
  uint16_t owner = ReloadItem::kShared;
  uint16_t population = 0;

  [[nodiscard]] auto key() const { return std::tuple(owner, column.tag, column.id, column.part); }
};

bool gather_columns(const World::State& world, std::span<const PopulationReload> reloads, uint32_t version,
                    Array<OwnedColumn>& all) {
  for (uint32_t i = 0; i < world.populations.size(); ++i) {
    Array<StateColumn> columns;
    if (!list_columns(*world.populations[i], reloads[i].map.same ? 0 : version, columns) ||
        !all.reserve_more(columns.size()))
      return false;
    const auto population = static_cast<uint16_t>(i);
    for (const StateColumn& column : columns)
      all.append({column, column.shared ? ReloadItem::kShared : population, population});
  }
  std::sort(all.begin(), all.end(),
            [](const OwnedColumn& a, const OwnedColumn& b) { return a.key() < b.key(); });
  return true;
}

const OwnedColumn* find(const Array<OwnedColumn>& all, const OwnedColumn& like) {
  const OwnedColumn* const found =
      std::lower_bound(all.begin(), all.end(), like,
                       [](const OwnedColumn& a, const OwnedColumn& b) { return a.key() < b.key(); });
  return found != all.end() && found->key() == like.key() ? found : nullptr;
}

bool has_shape_of(const StateColumn& a, const StateColumn& b) {
  return a.shape == b.shape && a.width == b.width;
}

// What a column is called in a report; false if it is no part of one by itself.
bool part_of(const StateColumn& column, ReloadPart& part) {
  if (column.part != 0) return false;
  switch (column.tag) {
    case ColumnTag::key: part = ReloadPart::key; return true;
    case ColumnTag::field: part = ReloadPart::field; return true;
    case ColumnTag::level: part = ReloadPart::level; return true;
    case ColumnTag::member_count: part = ReloadPart::set; return true;
    case ColumnTag::member_field: part = ReloadPart::member_field; return true;
    case ColumnTag::choice_entity: part = ReloadPart::choice; return true;
    case ColumnTag::kept_tokens: part = ReloadPart::token; return true;
    case ColumnTag::rhythm_header: part = ReloadPart::rhythm; return true;
    case ColumnTag::waiting_queries: part = ReloadPart::queries; return true;
    default: return false;
  }
}

// The name of what has this id; empty if the asset was stripped.
class Names {
 public:
  explicit Names(const Asset::State& asset) : t_(asset.tables) {}

  [[nodiscard]] const char* of(ReloadPart part, uint64_t id) const {
    const DebugTables& d = t_.debug;
    switch (part) {
      case ReloadPart::key: return by_entry(t_.keys_by_id, d.keys, id);
      case ReloadPart::level: return by_entry(t_.motives_by_id, d.motives, id);
      case ReloadPart::set: return by_entry(t_.sets_by_id, d.sets, id);
      case ReloadPart::token: return by_entry(t_.tokens_by_id, d.tokens, id);
      case ReloadPart::field: return by_list(t_.fields, d.fields, id);
      case ReloadPart::choice: return by_list(t_.choices, d.choices, id);
      case ReloadPart::option: return by_list(t_.options, d.options, id);
      case ReloadPart::state: return by_list(t_.states, d.states, id);
      default: return "";
    }
  }

 private:
  [[nodiscard]] const char* at(std::span<const uint32_t> names, size_t index) const {
    return t_.debug.present && index < names.size() ? t_.debug.names->Get(names[index])->c_str() : "";
  }
  [[nodiscard]] const char* by_entry(std::span<const blob::Entry> entries, std::span<const uint32_t> names,
                                     uint64_t id) const {
    return at(names, find_entry(entries, id));
  }
  template <typename T>
  [[nodiscard]] const char* by_list(std::span<const T> all, std::span<const uint32_t> names,
                                    uint64_t id) const {
    const auto found = std::find_if(all.begin(), all.end(), [id](const T& one) { return one.id() == id; });
    return at(names, static_cast<size_t>(found - all.begin()));
  }

  const Tables& t_;
};

}  // namespace

bool Reload::State::add_item(const ReloadItem& item) {
  if (!items.reserve_more(1)) return false;
  items.append(item);
  return true;
}

Status Reload::State::prepare(World::State& of, std::span<const AssetChange> changes) {
  world = &of;
  reloads = of.reloads;
  if (Status status = stage(changes); !status) return status;
  const auto count = static_cast<uint32_t>(staged.populations.size());
  if (!populations.allocate(count)) return {StatusCode::out_of_memory, 0};
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
Status Reload::State::stage(std::span<const AssetChange> changes) {
  staged.options = world->options;
  staged.machine = world->machine;
  staged.entities = world->entities;
  staged.header = &header;
  for (const AssetChange& change : changes) {
    if (change.from == nullptr || change.to == nullptr || !change.from->loaded() || !change.to->loaded())
      return bad_option(BadOption::asset);
    const bool is_used =
        std::any_of(world->populations.begin(), world->populations.end(),
                    [&](const Population::State* p) { return p->asset == change.from->state(); });
    if (!is_used) return {StatusCode::unknown_id, 0};
    if (!staged.options.contract.given()) continue;
    Status status;
    in_float_environment(
        [&] { status = check_contract(*change.to, staged.options.contract, staged.contract_fault); });
    if (!status) return status;
  }
  for (const Population::State* population : world->populations) {
    const Asset::State* asset = population->asset;
    for (const AssetChange& change : changes) {
      if (change.from->state() == population->asset) asset = change.to->state();
    }
    if (Status status = add_population_of(staged, *asset, population->agent->id(), population->options,
                                          population->acting.pending_lanes);
        !status)
      return status;
  }
  return {};
}

bool Reload::State::plan_things() {
  if (!things.allocate(size_t{world->things} + 1)) return false;
  std::fill(things.begin(), things.end(), kAnyThing);
  for (const Population::State* population : world->populations) {
    const auto kinds = population->asset->tables.things;
    for (size_t i = 0; i < kinds.size(); ++i)
      things[population->things[i]] = staged.find_thing(kinds[i].id());
  }
  return true;
}

bool Reload::State::plan_copies() {
  Array<OwnedColumn> old_columns, new_columns;
  if (!gather_columns(*world, populations, 1, old_columns) ||
      !gather_columns(staged, populations, 2, new_columns))
    return false;
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
    const Names names(*staged.populations[column.population]->asset);
    if (!add_item({column.column.id, names.of(part, column.column.id), part, effect, column.owner}))
      return false;
  }
  for (const OwnedColumn& column : old_columns) {
    ReloadPart part;
    if (!part_of(column.column, part) || find(new_columns, column) != nullptr) continue;
    const Names names(*world->populations[column.population]->asset);
    if (!add_item(
            {column.column.id, names.of(part, column.column.id), part, ReloadEffect::dropped, column.owner}))
      return false;
  }
  for (uint32_t i = 0; i < populations.size(); ++i) {
    if (!list_indexed(i) || !plan_members(i)) return false;
  }
  std::stable_sort(items.begin(), items.end(),
                   [](const ReloadItem& a, const ReloadItem& b) { return a.population < b.population; });
  return true;
}

// Options and states, which are indices wherever they stand.
bool Reload::State::list_indexed(uint32_t population) {
  const Population::State& from = *world->populations[population];
  const Population::State& to = *staged.populations[population];
  const auto list = [&](ReloadPart kind, const Array<uint32_t>& map, auto old_ones, auto new_ones) {
    const Names old_names(*from.asset), new_names(*to.asset);
    const auto add = [&](uint64_t id, const Names& names, ReloadEffect effect) {
      return add_item({id, names.of(kind, id), kind, effect, static_cast<uint16_t>(population)});
    };
    for (size_t i = 0; i < map.size(); ++i) {
      const bool keeps = map[i] != kNotFound;
      if (!add(old_ones[i].id(), keeps ? new_names : old_names,
               keeps ? ReloadEffect::kept : ReloadEffect::dropped))
        return false;
    }
    for (uint32_t i = 0; i < new_ones.size(); ++i) {
      if (std::find(map.begin(), map.end(), i) == map.end() &&
          !add(new_ones[i].id(), new_names, ReloadEffect::added))
        return false;
    }
    return true;
  };
  const Tables& a = from.asset->tables;
  const Tables& b = to.asset->tables;
  const AgentMap& map = populations[population].map;
  return list(ReloadPart::option, map.options, part(a.options, from.agent->options()),
              part(b.options, to.agent->options())) &&
         list(ReloadPart::state, map.states, part(a.states, from.agent->states()),
              part(b.states, to.agent->states()));
}

// Which columns of enums have other numbers now.
bool Reload::State::plan_members(uint32_t population) {
  Population::State& to = *staged.populations[population];
  const Tables& t = to.asset->tables;
  // A shared key may have come from another asset; all agree on the enum.
  const auto map_of = [&](uint64_t id) -> const EnumMap* {
    for (uint32_t i = 0; i < populations.size(); ++i) {
      const uint32_t index = find_entry(world->populations[i]->asset->tables.enums_by_id, id);
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
  const auto brought = to.shared_arena.bytes();
  const auto is_own = [&](const Variable& variable, bool of_agents) {
    const auto* const at = static_cast<const std::byte*>(variable.columns[0]);
    return of_agents || (at >= brought.data() && at < brought.data() + brought.size());
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
