#include <algorithm>

#include "asset/limits.h"
#include "asset/validate.h"
#include "ishi/types.h"

namespace ishi {
namespace {

bool one_memory(Check& check, const blob::Set& set) {
  const bool is_own = set.scope() == blob::Scope::agent && set.entities() == 1;
  return check.that(is_own, StatusCode::memory_shared, &set) &&
         check.that(set.things().count() <= 1, StatusCode::set_things, &set);
}

// That its facts have room for what was heard. Its fields are valid.
bool one_memory_of_noises(Check& check, const Tables& t, const blob::Set& set) {
  const auto fields = part(t.set_fields, set.fields());
  const bool are_there =
      set.kind() == blob::SetKind::memory && set.things().count() == 0 && fields.size() >= 2;
  if (!check.that(are_there, StatusCode::noise_fields, &set)) return false;
  const blob::Variable& sound = fields[0].variable();
  const blob::Variable& loudness = fields[1].variable();
  const bool hold_it = sound.type() == blob::ValueType::enumeration &&
                       t.enums[sound.reference()].members().count() == t.sounds.size() &&
                       loudness.type() == blob::ValueType::number && loudness.low() == 0 &&
                       loudness.high() == 1;
  return check.that(hold_it, StatusCode::noise_fields, &set);
}

bool one_set(Check& check, const Tables& t, const blob::Set& set) {
  const bool reserved = set.reserved_2() == 0;
  if (!check.that(reserved, StatusCode::reserved_not_zero, &set) ||
      !check.that(set.kind() <= blob::SetKind::MAX && set.scope() <= blob::Scope::MAX &&
                      set.entities() <= 1 && set.noises() <= 1,
                  StatusCode::unknown_enumerator, &set)) {
    return false;
  }
  const bool is_memory = set.kind() == blob::SetKind::memory;
  const uint32_t most = set.scope() == blob::Scope::agent ? limits::kSetMembers : limits::kSharedMembers;
  const bool capacity = set.capacity() >= 1 && set.capacity() <= most;
  const bool forget = set.forget() >= 0 && set.forget() <= (is_memory ? limits::kSeconds : 0.0f);
  uint64_t next = 0;
  return check.that(capacity, StatusCode::set_capacity, &set) && check_finite(check, &set, set.forget()) &&
         check.that(forget, StatusCode::memory_forget, &set) &&
         check.that(set.entities() == 1 || set.things().count() == 0, StatusCode::set_things, &set) &&
         (!is_memory || one_memory(check, set)) &&
         (set.noises() == 0 || one_memory_of_noises(check, t, set)) &&
         Check::all(part(t.set_things, set.things()), [&](const uint32_t& thing) {
           const bool rises = thing >= next;
           next = uint64_t{thing} + 1;
           return check.that(thing < t.things.size(), StatusCode::index_out_of_range, &thing) &&
                  check.that(rises, StatusCode::set_things, &set);
         });
}

// The fields that are remembered of a memory's thing, which come before its own.
std::span<const blob::Field> fields_of_thing(const Tables& t, const blob::Set& set) {
  const bool remembers = set.kind() == blob::SetKind::memory && set.things().count() == 1;
  return remembers ? part(t.fields, t.things[t.set_things[set.things().first()]].fields())
                   : std::span<const blob::Field>();
}

bool one_token(Check& check, const blob::Token& token) {
  return check.that(token.reserved() == 0, StatusCode::reserved_not_zero, &token) &&
         check.that(token.fifo() <= 1, StatusCode::unknown_enumerator, &token) &&
         check.that(token.scope() == blob::Scope::team || token.scope() == blob::Scope::world,
                    StatusCode::unknown_enumerator, &token) &&
         check.that(token.count() >= 1 && token.count() <= limits::kTokenCount, StatusCode::token_count,
                    &token);
}

}  // namespace

bool validate_claims(Check& check, const Tables& t) {
  Tiling claims(t.claims.size());
  const auto one_option = [&](const blob::Option& option) {
    if (!claims.follows(check, option.claims())) return false;
    const bool has_entity = option.set() != kNotFound && t.sets[option.set()].entities() != 0;
    uint64_t next = 0;
    return Check::all(part(t.claims, option.claims()), [&](const uint32_t& claim) {
      const bool is_entity = claim >= 0xffff'fffe;
      const bool rises = claim >= next;
      next = is_entity ? uint64_t{1} << 32 : uint64_t{claim} + 1;
      return check.that(rises, StatusCode::claim_order, &option) &&
             check.that(claim < t.tokens.size() || (is_entity && has_entity), StatusCode::index_out_of_range,
                        &claim);
    });
  };
  return Check::all(t.options, one_option) && claims.complete(check, t.claims.data());
}

bool validate_sets(Check& check, const Tables& t, Array<MemberField>& fields) {
  uint64_t count = 0;
  uint64_t values = 0;
  Tiling things(t.set_things.size());
  const auto rises = [](const blob::Set& a, const blob::Set& b) { return a.kind() < b.kind(); };
  const bool valid =
      check_lookup(check, t.sets_by_id, t.sets) && check_lookup(check, t.tokens_by_id, t.tokens) &&
      Check::all(t.tokens, [&](const blob::Token& token) { return one_token(check, token); }) &&
      check.that(std::is_sorted(t.sets.begin(), t.sets.end(), rises), StatusCode::set_order, t.sets.data()) &&
      Check::all(t.sets,
                 [&](const blob::Set& set) {
                   if (!things.follows(check, set.things()) || !one_set(check, t, set)) return false;
                   const uint64_t own = fields_of_thing(t, set).size() + set.fields().count();
                   count += own;
                   values += set.capacity() * (own + 1);
                   return check.that(count <= limits::kSetFields && values <= limits::kSetValues,
                                     StatusCode::too_many, &set);
                 }) &&
      things.complete(check, t.set_things.data());
  if (!valid) return false;
  if (!fields.reserve_more(count)) return check.out_of_memory();
  for (uint32_t i = 0; i < t.sets.size(); ++i) {
    for (const blob::Field& field : fields_of_thing(t, t.sets[i])) fields.append({i, &field});
    for (const blob::Field& field : part(t.set_fields, t.sets[i].fields())) fields.append({i, &field});
  }
  return true;
}

}  // namespace ishi
