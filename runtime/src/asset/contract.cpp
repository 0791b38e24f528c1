#include "asset/contract.h"

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
    compare(ContractKind::candidates, a_.sets_by_id, a_.sets, b_.sets_by_id, b_.sets,
            [&](const blob::Set& a, const blob::Set& b) {
              const bool shared = a.scope() != blob::Scope::agent || b.scope() != blob::Scope::agent;
              return !shared || same_set(a, b);
            });
    compare(ContractKind::token, a_.tokens_by_id, a_.tokens, b_.tokens_by_id, b_.tokens,
            [](const blob::Token& a, const blob::Token& b) {
              return a.count() == b.count() && a.scope() == b.scope();
            });
    // How far they carry is each asset's own: the first that has a sound makes it.
    compare(ContractKind::sound, a_.sounds_by_id, a_.sounds, b_.sounds_by_id, b_.sounds,
            [&](const blob::Sound& a, const blob::Sound& b) {
              const auto maker = [](const Tables& t, const blob::Sound& sound) {
                return sound.thing() == kNotFound ? 0 : t.things[sound.thing()].id();
              };
              return maker(a_, a) == maker(b_, b);
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
             p.given() == q.given() && same_variable(p, q);
    });
  }

  [[nodiscard]] bool same_set(const blob::Set& a, const blob::Set& b) const {
    const auto kinds_a = part(a_.set_things, a.things());
    const auto kinds_b = part(b_.set_things, b.things());
    // Kinds rise by their indices, which are each asset's own.
    const auto is_among_b = [&](uint32_t thing) {
      return std::any_of(kinds_b.begin(), kinds_b.end(),
                         [&](uint32_t other) { return b_.things[other].id() == a_.things[thing].id(); });
    };
    return a.kind() == b.kind() && a.scope() == b.scope() && a.entities() == b.entities() &&
           a.capacity() == b.capacity() && kinds_a.size() == kinds_b.size() &&
           std::all_of(kinds_a.begin(), kinds_a.end(), is_among_b) &&
           same_list(part(a_.set_fields, a.fields()), part(b_.set_fields, b.fields()),
                     [&](const blob::Field& f, const blob::Field& g) { return same_variable(f, g); });
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

// One entry of an asset's contract, and its parts one after the other.
class Owner {
 public:
  Owner(const Tables& tables, ContractKind kind, uint64_t id) : tables_(tables) {
    for (; next_ < entry_count(tables); ++next_) {
      entry_ = entry_at(tables, next_);
      if (entry_.kind == kind && entry_.id == id) break;
    }
  }

  [[nodiscard]] const ContractEntry& entry() const { return entry_; }

  bool next(ContractEntry& found) {
    while (++next_ < entry_count(tables_)) {
      found = entry_at(tables_, next_);
      if (belongs(found)) return true;
    }
    return false;
  }

  bool find(const ContractEntry& part, ContractEntry& found) const {
    for (uint32_t i = 0; i < entry_count(tables_); ++i) {
      found = entry_at(tables_, i);
      if (belongs(found) && found.kind == part.kind && found.id == part.id) return true;
    }
    return false;
  }

 private:
  [[nodiscard]] bool belongs(const ContractEntry& part) const {
    return part.owner == entry_.id && owner_kind(part.kind) == entry_.kind;
  }

  const Tables& tables_;
  ContractEntry entry_;
  uint32_t next_ = 0;
};

// In what two assets differ that have another idea of `id`: itself, or the first of its parts that does.
ContractFault difference(const Tables& a, const Tables& b, ContractKind kind, uint64_t id) {
  Owner in_a(a, kind, id), in_b(b, kind, id);
  const ContractFault whole{
      .in_game = true, .in_asset = true, .between_assets = true, .game = in_a.entry(), .asset = in_b.entry()};
  ContractEntry sized = in_a.entry();
  sized.size = in_b.entry().size;
  if (!agree(sized, in_b.entry())) return whole;
  while (true) {
    ContractEntry part_a, part_b, other;
    const bool is_in_a = in_a.next(part_a);
    const bool is_in_b = in_b.next(part_b);
    if (!is_in_a && !is_in_b) return whole;
    if (is_in_a && is_in_b && part_a.id == part_b.id && agree(part_a, part_b)) continue;
    if (is_in_b && !in_a.find(part_b, other)) {
      return {.in_asset = true, .between_assets = true, .asset = part_b};
    }
    if (is_in_b && !agree(other, part_b)) {
      return {.in_game = true, .in_asset = true, .between_assets = true, .game = other, .asset = part_b};
    }
    if (is_in_a && !in_b.find(part_a, other)) {
      return {.in_game = true, .between_assets = true, .game = part_a};
    }
    // Both have it, at another place among its like.
    if (kind == ContractKind::candidates && part_a.kind == ContractKind::candidate_kind) continue;
    return {.in_game = true, .in_asset = true, .between_assets = true, .game = part_a, .asset = part_b};
  }
}

}  // namespace

Status compare_contracts(const Asset::State& a, const Asset::State& b, ContractFault& fault) {
  Comparison comparison(a, b);
  const Status status = comparison.run();
  if (!status) fault = difference(a.tables, b.tables, comparison.kind(), status.where);
  return status;
}

}  // namespace ishi
