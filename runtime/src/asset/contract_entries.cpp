#include <algorithm>

#include "asset/asset_state.h"
#include "asset/contract.h"
#include "ishi/contract.h"

// The contract of an asset as a list of entries, made one at a time from the blob's tables.

namespace ishi {
namespace {

const char* name_at(const Tables& t, std::span<const uint32_t> names, size_t index) {
  return t.debug.present ? t.debug.names->Get(names[index])->c_str() : "";
}

// The owner in whose range the part `index` lies: ranges tile their target.
template <typename Owner, typename Range>
size_t owner_of(std::span<const Owner> owners, uint32_t index, Range&& range) {
  const auto after = std::partition_point(owners.begin(), owners.end(),
                                          [&](const Owner& owner) { return range(owner).first() <= index; });
  return static_cast<size_t>(after - owners.begin()) - 1;
}

class Entries {
 public:
  explicit Entries(const Tables& tables) : t_(tables), debug_(tables.debug) {
    const auto is_memory = [](const blob::Set& set) { return set.kind() == blob::SetKind::memory; };
    const auto first = std::partition_point(t_.sets.begin(), t_.sets.end(), is_memory);
    memories_ = static_cast<size_t>(first - t_.sets.begin());
    const bool has_candidates = first != t_.sets.end();
    first_kind_ = has_candidates ? first->things().first() : t_.set_things.size();
    first_set_field_ = has_candidates ? first->fields().first() : t_.set_fields.size();
  }

  [[nodiscard]] uint32_t size() const {
    return static_cast<uint32_t>(count_enums() + count_members() + t_.things.size() + t_.fields.size() +
                                 count_keys() + t_.tasks.size() + task_parameters() + t_.events.size() +
                                 t_.event_fields.size() + candidates().size() + kinds() + set_fields() +
                                 t_.tokens.size() + t_.sounds.size());
  }

  // The sets that the game fills, which come after the memories; so do their parts.
  [[nodiscard]] std::span<const blob::Set> candidates() const { return t_.sets.subspan(memories_); }
  [[nodiscard]] size_t kinds() const { return t_.set_things.size() - first_kind_; }
  [[nodiscard]] size_t set_fields() const { return t_.set_fields.size() - first_set_field_; }

  // Parameters of goals, which are no part of the contract, come after those of tasks.
  [[nodiscard]] size_t task_parameters() const {
    if (t_.tasks.empty()) return 0;
    const blob::Range& last = t_.tasks.back().parameters();
    return size_t{last.first()} + last.count();
  }

  [[nodiscard]] ContractEntry at(uint32_t index) const {
    ContractEntry entry;
    const auto is_in = [&index](size_t count) {
      if (index < count) return true;
      index -= static_cast<uint32_t>(count);
      return false;
    };
    if (is_in(count_enums())) {
      index = known(t_.known_enums, index);
      start(entry, ContractKind::enumeration, t_.enums[index].id(), debug_.enums, index);
      entry.size = t_.enums[index].members().count();
    } else if (is_in(count_members())) {
      index = known(t_.known_members, index);
      start(entry, ContractKind::member, t_.members[index].id(), debug_.members, index);
      entry.place = own(entry, t_.enums, debug_.enums, index, [](const auto& e) { return e.members(); });
    } else if (is_in(t_.things.size())) {
      start(entry, ContractKind::thing, t_.things[index].id(), debug_.things, index);
      entry.size = t_.things[index].fields().count();
    } else if (is_in(t_.fields.size())) {
      start(entry, ContractKind::field, t_.fields[index].id(), debug_.fields, index);
      own(entry, t_.things, debug_.things, index, [](const auto& thing) { return thing.fields(); });
      set_variable(entry, t_.fields[index].variable());
    } else if (is_in(count_keys())) {
      index = known(t_.known_keys, index);
      start(entry, ContractKind::key, t_.keys[index].id(), debug_.keys, index);
      set_variable(entry, t_.keys[index].variable());
      entry.merge = static_cast<Merge>(t_.keys[index].merge());
    } else if (is_in(t_.tasks.size())) {
      start(entry, ContractKind::task, t_.tasks[index].id(), debug_.tasks, index);
      entry.size = t_.tasks[index].parameters().count();
      entry.abort = static_cast<Abort>(t_.tasks[index].abort());
    } else if (is_in(task_parameters())) {
      start(entry, ContractKind::parameter, t_.parameters[index].id(), debug_.parameters, index);
      own(entry, t_.tasks, debug_.tasks, index, [](const auto& task) { return task.parameters(); });
      set_place(entry, t_.parameters[index]);
    } else if (is_in(t_.events.size())) {
      start(entry, ContractKind::event, t_.events[index].id(), debug_.events, index);
      entry.size = t_.events[index].fields().count();
    } else if (is_in(t_.event_fields.size())) {
      start(entry, ContractKind::event_field, t_.event_fields[index].id(), debug_.event_fields, index);
      own(entry, t_.events, debug_.events, index, [](const auto& event) { return event.fields(); });
      set_place(entry, t_.event_fields[index]);
    } else if (is_in(candidates().size())) {
      index += static_cast<uint32_t>(memories_);
      const blob::Set& set = t_.sets[index];
      start(entry, ContractKind::candidates, set.id(), debug_.sets, index);
      entry.scope = static_cast<Scope>(set.scope());
      entry.required = set.entities() != 0;
      entry.place = set.capacity();
      entry.size = set.things().count() + set.fields().count();
    } else if (is_in(kinds())) {
      index += static_cast<uint32_t>(first_kind_);
      const uint32_t thing = t_.set_things[index];
      start(entry, ContractKind::candidate_kind, t_.things[thing].id(), debug_.things, thing);
      own(entry, t_.sets, debug_.sets, index, [](const auto& set) { return set.things(); });
    } else if (is_in(set_fields())) {
      index += static_cast<uint32_t>(first_set_field_);
      start(entry, ContractKind::candidate_field, t_.set_fields[index].id(), debug_.set_fields, index);
      own(entry, t_.sets, debug_.sets, index, [](const auto& set) { return set.fields(); });
      set_variable(entry, t_.set_fields[index].variable());
    } else if (is_in(t_.sounds.size())) {
      start(entry, ContractKind::sound, t_.sounds[index].id(), debug_.sounds, index);
      if (const uint32_t thing = t_.sounds[index].thing(); thing != kNotFound) {
        entry.reference = t_.things[thing].id();
        entry.reference_name = name_at(t_, debug_.things, thing);
      }
    } else {
      start(entry, ContractKind::token, t_.tokens[index].id(), debug_.tokens, index);
      entry.scope = static_cast<Scope>(t_.tokens[index].scope());
      entry.place = t_.tokens[index].count();
    }
    return entry;
  }

 private:
  // See private_keys.h.
  [[nodiscard]] uint32_t known(std::span<const uint32_t> parts, uint32_t index) const {
    return t_.has_private_keys ? parts[index] : index;
  }
  template <typename Part>
  [[nodiscard]] size_t count_known(std::span<const Part> all, std::span<const uint32_t> parts) const {
    return t_.has_private_keys ? parts.size() : all.size();
  }
  [[nodiscard]] size_t count_enums() const { return count_known(t_.enums, t_.known_enums); }
  [[nodiscard]] size_t count_members() const { return count_known(t_.members, t_.known_members); }
  [[nodiscard]] size_t count_keys() const { return count_known(t_.keys, t_.known_keys); }

  void start(ContractEntry& entry, ContractKind kind, uint64_t id, std::span<const uint32_t> names,
             uint32_t index) const {
    entry.kind = kind;
    entry.id = id;
    entry.name = name_at(t_, names, index);
  }

  // Names the owner; which of its parts this is.
  template <typename Owner, typename Range>
  uint32_t own(ContractEntry& entry, std::span<const Owner> owners, std::span<const uint32_t> names,
               uint32_t index, Range&& range) const {
    const size_t owner = owner_of(owners, index, range);
    entry.owner = owners[owner].id();
    entry.owner_name = name_at(t_, names, owner);
    return index - range(owners[owner]).first();
  }

  void set_place(ContractEntry& entry, const blob::Parameter& parameter) const {
    set_variable(entry, parameter.variable());
    entry.place = parameter.offset();
    entry.required = parameter.required() != 0;
    entry.live = parameter.live() != 0;
    entry.given = parameter.given() != 0;
  }

  void set_variable(ContractEntry& entry, const blob::Variable& variable) const {
    entry.type = static_cast<ValueType>(variable.type());
    entry.scope = static_cast<Scope>(variable.scope());
    entry.low = variable.low();
    entry.high = variable.high();
    entry.fallback = {variable.fallback_x(), variable.fallback_y(), variable.fallback_z()};
    if (entry.type == ValueType::enumeration) {
      entry.reference = t_.enums[variable.reference()].id();
      entry.reference_name = name_at(t_, debug_.enums, variable.reference());
    } else if (entry.type == ValueType::thing) {
      entry.reference = t_.things[variable.reference()].id();
      entry.reference_name = name_at(t_, debug_.things, variable.reference());
    }
  }

  const Tables& t_;
  const DebugTables& debug_;
  size_t memories_ = 0;  // before the first set of candidates
  size_t first_kind_ = 0;
  size_t first_set_field_ = 0;
};

}  // namespace

uint32_t entry_count(const Tables& tables) { return Entries(tables).size(); }

ContractEntry entry_at(const Tables& tables, uint32_t index) { return Entries(tables).at(index); }

uint32_t contract_size(const Asset& asset) { return entry_count(asset.state()->tables); }

ContractEntry contract_entry(const Asset& asset, uint32_t index) {
  return entry_at(asset.state()->tables, index);
}

}  // namespace ishi
