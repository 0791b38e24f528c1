#include "asset/contract.h"

#include <algorithm>

namespace ishi {
namespace {

class Comparison {
 public:
  Comparison(const Asset::State& a, const Asset::State& b) : a_(a.tables), b_(b.tables) {}

  Status run() {
    compare(ContractKind::enumeration, a_.enums_by_id, b_.enums_by_id, &Comparison::same_enum);
    compare(ContractKind::thing, a_.things_by_id, b_.things_by_id, &Comparison::same_thing);
    compare(ContractKind::event, a_.events_by_id, b_.events_by_id, &Comparison::same_event);
    compare(ContractKind::task, a_.tasks_by_id, b_.tasks_by_id, &Comparison::same_task);
    compare(ContractKind::key, a_.keys_by_id, b_.keys_by_id, &Comparison::same_key);
    compare(ContractKind::candidates, a_.sets_by_id, b_.sets_by_id, &Comparison::same_set);
    compare(ContractKind::token, a_.tokens_by_id, b_.tokens_by_id, &Comparison::same_token);
    compare(ContractKind::sound, a_.sounds_by_id, b_.sounds_by_id, &Comparison::same_sound);
    return status_;
  }

  // Of what kind it is that differs.
  [[nodiscard]] ContractKind kind() const { return kind_; }

 private:
  template <typename T>
  static std::span<const T> part(std::span<const T> all, const blob::Range& range) {
    return all.subspan(range.first(), range.count());
  }

  // True if what has the same id in both, by its indices in the two, is the same.
  using Same = bool (Comparison::*)(uint32_t i, uint32_t k) const;

  // Both look-ups are sorted by id, so one pass over both meets all that they share.
  void compare(ContractKind kind, std::span<const blob::Entry> a, std::span<const blob::Entry> b, Same same) {
    for (size_t i = 0, k = 0; i < a.size() && k < b.size() && status_.code == StatusCode::ok;) {
      if (a[i].id() < b[k].id()) {
        ++i;
      } else if (b[k].id() < a[i].id()) {
        ++k;
      } else {
        if (!(this->*same)(a[i].index(), b[k].index())) {
          status_ = {StatusCode::contract_mismatch, a[i].id()};
          kind_ = kind;
        }
        ++i, ++k;
      }
    }
  }

  [[nodiscard]] bool same_enum(uint32_t i, uint32_t k) const {
    return same_list(part(a_.members, a_.enums[i].members()), part(b_.members, b_.enums[k].members()),
                     [](const blob::Member&, const blob::Member&) { return true; });
  }
  [[nodiscard]] bool same_thing(uint32_t i, uint32_t k) const {
    return same_fields(part(a_.fields, a_.things[i].fields()), part(b_.fields, b_.things[k].fields()));
  }
  [[nodiscard]] bool same_event(uint32_t i, uint32_t k) const {
    return same_record(part(a_.event_fields, a_.events[i].fields()),
                       part(b_.event_fields, b_.events[k].fields()));
  }
  [[nodiscard]] bool same_task(uint32_t i, uint32_t k) const {
    const blob::Task& a = a_.tasks[i];
    const blob::Task& b = b_.tasks[k];
    return a.abort() == b.abort() &&
           same_record(part(a_.parameters, a.parameters()), part(b_.parameters, b.parameters()));
  }
  // An agent's own keys are its population's alone.
  [[nodiscard]] bool same_key(uint32_t i, uint32_t k) const {
    const blob::Key& a = a_.keys[i];
    const blob::Key& b = b_.keys[k];
    const bool shared =
        a.variable().scope() != blob::Scope::agent || b.variable().scope() != blob::Scope::agent;
    return !shared || (a.merge() == b.merge() && same_variable(a.variable(), b.variable()));
  }
  [[nodiscard]] bool same_token(uint32_t i, uint32_t k) const {
    const blob::Token& a = a_.tokens[i];
    const blob::Token& b = b_.tokens[k];
    return a.count() == b.count() && a.scope() == b.scope();
  }
  // How far they carry is each asset's own: the first that has a sound makes it.
  [[nodiscard]] bool same_sound(uint32_t i, uint32_t k) const {
    const auto maker = [](const Tables& t, const blob::Sound& sound) {
      return sound.thing() == kNotFound ? 0 : t.things[sound.thing()].id();
    };
    return maker(a_, a_.sounds[i]) == maker(b_, b_.sounds[k]);
  }
  [[nodiscard]] bool same_set(uint32_t i, uint32_t k) const {
    const blob::Set& a = a_.sets[i];
    const blob::Set& b = b_.sets[k];
    if (a.scope() == blob::Scope::agent && b.scope() == blob::Scope::agent) return true;
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
           same_fields(part(a_.set_fields, a.fields()), part(b_.set_fields, b.fields()));
  }

  template <typename T, typename SameOne>
  static bool same_list(std::span<const T> a, std::span<const T> b, SameOne&& same) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [&](const T& x, const T& y) { return x.id() == y.id() && same(x, y); });
  }
  [[nodiscard]] bool same_fields(std::span<const blob::Field> a, std::span<const blob::Field> b) const {
    return same_list(a, b, [&](const blob::Field& f, const blob::Field& g) {
      return same_variable(f.variable(), g.variable());
    });
  }
  [[nodiscard]] bool same_record(std::span<const blob::Parameter> a,
                                 std::span<const blob::Parameter> b) const {
    return same_list(a, b, [&](const blob::Parameter& p, const blob::Parameter& q) {
      return p.offset() == q.offset() && p.required() == q.required() && p.live() == q.live() &&
             p.given() == q.given() && same_variable(p.variable(), q.variable());
    });
  }

  // References are indices of their own asset: what they refer to is compared by id.
  [[nodiscard]] bool same_variable(const blob::Variable& a, const blob::Variable& b) const {
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
