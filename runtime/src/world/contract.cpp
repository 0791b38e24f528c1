#include "world/contract.h"

#include <algorithm>

namespace ishi {
namespace {

class Comparison {
 public:
  Comparison(const Asset::State& a, const Asset::State& b) : a_(a.tables), b_(b.tables) {}

  Status run() {
    compare(ContractKind::enumeration, a_.enums_by_id, a_.enums, b_.enums_by_id, b_.enums,
            [&](const blob::Enum& a, const blob::Enum& b) {
              return same_list(part(a_.members, a.members()), part(b_.members, b.members()),
                               [](const blob::Member&, const blob::Member&) { return true; });
            });
    compare(ContractKind::thing, a_.things_by_id, a_.things, b_.things_by_id, b_.things,
            [&](const blob::Thing& a, const blob::Thing& b) {
              return same_list(
                  part(a_.fields, a.fields()), part(b_.fields, b.fields()),
                  [&](const blob::Field& f, const blob::Field& g) { return same_variable(f, g); });
            });
    compare(ContractKind::event, a_.events_by_id, a_.events, b_.events_by_id, b_.events,
            [&](const blob::Event& a, const blob::Event& b) {
              return same_record(part(a_.event_fields, a.fields()), part(b_.event_fields, b.fields()));
            });
    compare(ContractKind::task, a_.tasks_by_id, a_.tasks, b_.tasks_by_id, b_.tasks,
            [&](const blob::Task& a, const blob::Task& b) {
              return a.abort() == b.abort() &&
                     same_record(part(a_.parameters, a.parameters()), part(b_.parameters, b.parameters()));
            });
    compare(ContractKind::key, a_.keys_by_id, a_.keys, b_.keys_by_id, b_.keys,
            [&](const blob::Key& a, const blob::Key& b) {
              // An agent's own keys are its population's alone.
              const bool shared =
                  a.variable().scope() != blob::Scope::agent || b.variable().scope() != blob::Scope::agent;
              return !shared || (a.merge() == b.merge() && same_variable(a, b));
            });
    return status_;
  }

  // Of what kind it is that differs.
  [[nodiscard]] ContractKind kind() const { return kind_; }

 private:
  template <typename T>
  static std::span<const T> part(std::span<const T> all, const blob::Range& range) {
    return all.subspan(range.first(), range.count());
  }

  // Both look-ups are sorted by id, so one pass over both meets all that they share.
  template <typename T, typename Same>
  void compare(ContractKind kind, std::span<const blob::Entry> a_by_id, std::span<const T> a,
               std::span<const blob::Entry> b_by_id, std::span<const T> b, Same&& same) {
    for (size_t i = 0, k = 0; i < a_by_id.size() && k < b_by_id.size() && status_.code == StatusCode::ok;) {
      if (a_by_id[i].id() < b_by_id[k].id()) {
        ++i;
      } else if (b_by_id[k].id() < a_by_id[i].id()) {
        ++k;
      } else {
        if (!same(a[a_by_id[i].index()], b[b_by_id[k].index()])) {
          status_ = {StatusCode::contract_mismatch, a_by_id[i].id()};
          kind_ = kind;
        }
        ++i, ++k;
      }
    }
  }

  template <typename T, typename Same>
  static bool same_list(std::span<const T> a, std::span<const T> b, Same&& same) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [&](const T& x, const T& y) { return x.id() == y.id() && same(x, y); });
  }

  bool same_record(std::span<const blob::Parameter> a, std::span<const blob::Parameter> b) const {
    return same_list(a, b, [&](const blob::Parameter& p, const blob::Parameter& q) {
      return p.offset() == q.offset() && p.required() == q.required() && p.live() == q.live() &&
             same_variable(p, q);
    });
  }

  // References are indices of their own asset: what they refer to is compared by id.
  template <typename Named>
  [[nodiscard]] bool same_variable(const Named& x, const Named& y) const {
    const blob::Variable& a = x.variable();
    const blob::Variable& b = y.variable();
    return a.type() == b.type() && a.scope() == b.scope() && a.low() == b.low() && a.high() == b.high() &&
           a.fallback_x() == b.fallback_x() && a.fallback_y() == b.fallback_y() &&
           a.fallback_z() == b.fallback_z() && referred(a_, a) == referred(b_, b);
  }

  static uint64_t referred(const Tables& tables, const blob::Variable& variable) {
    switch (variable.type()) {
      case blob::ValueType::enumeration: return tables.enums[variable.reference()].id();
      case blob::ValueType::thing: return tables.things[variable.reference()].id();
      default: return 0;
    }
  }

  const Tables& a_;
  const Tables& b_;
  Status status_;
  ContractKind kind_ = ContractKind::key;
};

ContractKind kind_of_parts(ContractKind owner) {
  switch (owner) {
    case ContractKind::enumeration: return ContractKind::member;
    case ContractKind::thing: return ContractKind::field;
    case ContractKind::task: return ContractKind::parameter;
    default: return ContractKind::event_field;
  }
}

// One entry of an asset's contract and, if it has parts, where these stand.
struct Place {
  ContractEntry entry;
  uint32_t first_part = 0;
};

Place find(const Tables& tables, ContractKind kind, uint64_t id) {
  Place place;
  const uint32_t count = entry_count(tables);
  uint32_t index = 0;
  for (; index < count; ++index) {
    place.entry = entry_at(tables, index);
    if (place.entry.kind == kind && place.entry.id == id) break;
  }
  for (place.first_part = index; place.first_part < count && place.entry.size > 0; ++place.first_part) {
    const ContractEntry part = entry_at(tables, place.first_part);
    if (part.kind == kind_of_parts(kind) && part.owner == id) break;
  }
  return place;
}

bool has_part(const Tables& tables, const Place& owner, const ContractEntry& part, ContractEntry& found) {
  for (uint32_t i = 0; i < owner.entry.size; ++i) {
    found = entry_at(tables, owner.first_part + i);
    if (found.id == part.id) return true;
  }
  return false;
}

// In what two assets differ that have another idea of `id`: itself, or the first of its parts that does.
ContractFault difference(const Tables& a, const Tables& b, ContractKind kind, uint64_t id) {
  const Place in_a = find(a, kind, id);
  const Place in_b = find(b, kind, id);
  const ContractFault whole{
      .in_game = true, .in_asset = true, .between_assets = true, .game = in_a.entry, .asset = in_b.entry};
  ContractEntry sized = in_a.entry;
  sized.size = in_b.entry.size;
  if (!agree(sized, in_b.entry)) return whole;
  for (uint32_t i = 0; i < std::max(in_a.entry.size, in_b.entry.size); ++i) {
    const bool is_in_a = i < in_a.entry.size;
    const bool is_in_b = i < in_b.entry.size;
    const ContractEntry part_a = is_in_a ? entry_at(a, in_a.first_part + i) : ContractEntry();
    const ContractEntry part_b = is_in_b ? entry_at(b, in_b.first_part + i) : ContractEntry();
    if (is_in_a && is_in_b && part_a.id == part_b.id && agree(part_a, part_b)) continue;
    ContractEntry other;
    if (is_in_b && !has_part(a, in_a, part_b, other)) {
      return {.in_asset = true, .between_assets = true, .asset = part_b};
    }
    if (is_in_b) {
      return {.in_game = true, .in_asset = true, .between_assets = true, .game = other, .asset = part_b};
    }
    return {.in_game = true, .between_assets = true, .game = part_a};
  }
  return whole;
}

}  // namespace

Status compare_contracts(const Asset::State& a, const Asset::State& b, ContractFault& fault) {
  Comparison comparison(a, b);
  const Status status = comparison.run();
  if (!status) fault = difference(a.tables, b.tables, comparison.kind(), status.where);
  return status;
}

}  // namespace ishi
