#include "asset/tables.h"

#include <array>
#include <cstddef>
#include <cstring>
#include <type_traits>
#include <utility>

namespace ishi {
namespace {

template <typename T>
T element_of(const flatbuffers::Vector<T>*);
template <typename T>
T element_of(const flatbuffers::Vector<const T*>*);

template <typename T>
constexpr BlobField scalar(uint16_t in_blob) {
  return {.in_blob = in_blob, .width = sizeof(T)};
}

// Describes a vector by its types in the schema and in `Tables`.
template <typename InBlob, typename InTables>
constexpr BlobField vector(uint16_t in_blob, size_t in_tables, BlobField::Use use) {
  using Element = std::remove_const_t<typename InTables::element_type>;
  static_assert(std::is_same_v<decltype(element_of(InBlob())), Element>);
  return {.in_blob = in_blob,
          .in_tables = static_cast<uint16_t>(in_tables),
          .width = sizeof(Element),
          .alignment = alignof(Element),
          .kind = BlobField::Kind::vector,
          .use = use};
}

#define ISHI_VECTOR(name, NAME) ISHI_VECTOR_OF(name, NAME, programs)
#define ISHI_ORIGINS(name, NAME) ISHI_VECTOR_OF(name, NAME, origins)
#define ISHI_VECTOR_OF(name, NAME, use)                                         \
  vector<decltype(std::declval<blob::Asset>().name()), decltype(Tables::name)>( \
      blob::Asset::VT_##NAME, offsetof(Tables, name), BlobField::Use::use)
#define ISHI_DEBUG_VECTOR(name, NAME)                                                \
  vector<decltype(std::declval<blob::Debug>().name()), decltype(DebugTables::name)>( \
      blob::Debug::VT_##NAME, offsetof(Tables, debug) + offsetof(DebugTables, name), BlobField::Use::people)

// In the order of the schema.
constexpr auto kAssetFields = std::to_array<BlobField>({
    scalar<uint32_t>(blob::Asset::VT_FORMAT_VERSION),
    scalar<uint64_t>(blob::Asset::VT_CONTRACT_HASH),
    scalar<blob::Up>(blob::Asset::VT_UP),
    ISHI_ORIGINS(sources, SOURCES),
    ISHI_VECTOR(enums, ENUMS),
    ISHI_VECTOR(members, MEMBERS),
    ISHI_VECTOR(things, THINGS),
    ISHI_VECTOR(fields, FIELDS),
    ISHI_VECTOR(keys, KEYS),
    ISHI_VECTOR(events, EVENTS),
    ISHI_VECTOR(event_fields, EVENT_FIELDS),
    ISHI_VECTOR(tasks, TASKS),
    ISHI_VECTOR(goals, GOALS),
    ISHI_VECTOR(parameters, PARAMETERS),
    ISHI_VECTOR(effects, EFFECTS),
    ISHI_VECTOR(curves, CURVES),
    ISHI_VECTOR(numbers, NUMBERS),
    ISHI_VECTOR(motives, MOTIVES),
    ISHI_VECTOR(profiles, PROFILES),
    ISHI_VECTOR(weights, WEIGHTS),
    ISHI_VECTOR(sets, SETS),
    ISHI_VECTOR(set_fields, SET_FIELDS),
    ISHI_VECTOR(set_things, SET_THINGS),
    ISHI_VECTOR(tokens, TOKENS),
    ISHI_VECTOR(sounds, SOUNDS),
    ISHI_VECTOR(awareness, AWARENESS),
    ISHI_VECTOR(awareness_levels, AWARENESS_LEVELS),
    ISHI_VECTOR(navigations, NAVIGATIONS),
    ISHI_VECTOR(travel_costs, TRAVEL_COSTS),
    ISHI_VECTOR(agents, AGENTS),
    ISHI_VECTOR(options, OPTIONS),
    ISHI_VECTOR(claims, CLAIMS),
    ISHI_VECTOR(choices, CHOICES),
    ISHI_VECTOR(nodes, NODES),
    ISHI_VECTOR(handlers, HANDLERS),
    ISHI_VECTOR(moments, MOMENTS),
    ISHI_VECTOR(states, STATES),
    ISHI_VECTOR(transitions, TRANSITIONS),
    ISHI_VECTOR(state_options, STATE_OPTIONS),
    ISHI_VECTOR(steerings, STEERINGS),
    ISHI_VECTOR(steering_behaviours, STEERING_BEHAVIOURS),
    ISHI_VECTOR(senses, SENSES),
    ISHI_VECTOR(sense_sounds, SENSE_SOUNDS),
    ISHI_VECTOR(arguments, ARGUMENTS),
    ISHI_VECTOR(assignments, ASSIGNMENTS),
    ISHI_VECTOR(formulas, FORMULAS),
    ISHI_VECTOR(levels, LEVELS),
    ISHI_VECTOR(givens, GIVENS),
    ISHI_VECTOR(operations, OPERATIONS),
    ISHI_VECTOR(enums_by_id, ENUMS_BY_ID),
    ISHI_VECTOR(things_by_id, THINGS_BY_ID),
    ISHI_VECTOR(keys_by_id, KEYS_BY_ID),
    ISHI_VECTOR(events_by_id, EVENTS_BY_ID),
    ISHI_VECTOR(tasks_by_id, TASKS_BY_ID),
    ISHI_VECTOR(goals_by_id, GOALS_BY_ID),
    ISHI_VECTOR(curves_by_id, CURVES_BY_ID),
    ISHI_VECTOR(motives_by_id, MOTIVES_BY_ID),
    ISHI_VECTOR(profiles_by_id, PROFILES_BY_ID),
    ISHI_VECTOR(agents_by_id, AGENTS_BY_ID),
    ISHI_VECTOR(sets_by_id, SETS_BY_ID),
    ISHI_VECTOR(tokens_by_id, TOKENS_BY_ID),
    ISHI_VECTOR(sounds_by_id, SOUNDS_BY_ID),
    ISHI_VECTOR(navigations_by_id, NAVIGATIONS_BY_ID),
    {.in_blob = blob::Asset::VT_DEBUG, .kind = BlobField::Kind::debug},
    ISHI_ORIGINS(renames, RENAMES),
});

constexpr auto kDebugFields = std::to_array<BlobField>({
    {.in_blob = blob::Debug::VT_NAMES,
     .width = sizeof(uint32_t),
     .kind = BlobField::Kind::names,
     .use = BlobField::Use::people},
    ISHI_DEBUG_VECTOR(sources, SOURCES),
    ISHI_DEBUG_VECTOR(enums, ENUMS),
    ISHI_DEBUG_VECTOR(members, MEMBERS),
    ISHI_DEBUG_VECTOR(things, THINGS),
    ISHI_DEBUG_VECTOR(fields, FIELDS),
    ISHI_DEBUG_VECTOR(keys, KEYS),
    ISHI_DEBUG_VECTOR(events, EVENTS),
    ISHI_DEBUG_VECTOR(event_fields, EVENT_FIELDS),
    ISHI_DEBUG_VECTOR(tasks, TASKS),
    ISHI_DEBUG_VECTOR(goals, GOALS),
    ISHI_DEBUG_VECTOR(parameters, PARAMETERS),
    ISHI_DEBUG_VECTOR(curves, CURVES),
    ISHI_DEBUG_VECTOR(motives, MOTIVES),
    ISHI_DEBUG_VECTOR(profiles, PROFILES),
    ISHI_DEBUG_VECTOR(agents, AGENTS),
    ISHI_DEBUG_VECTOR(options, OPTIONS),
    ISHI_DEBUG_VECTOR(sets, SETS),
    ISHI_DEBUG_VECTOR(set_fields, SET_FIELDS),
    ISHI_DEBUG_VECTOR(choices, CHOICES),
    ISHI_DEBUG_VECTOR(states, STATES),
    ISHI_DEBUG_VECTOR(tokens, TOKENS),
    ISHI_DEBUG_VECTOR(sounds, SOUNDS),
    ISHI_DEBUG_VECTOR(navigations, NAVIGATIONS),
    ISHI_DEBUG_VECTOR(steerings, STEERINGS),
    ISHI_DEBUG_VECTOR(senses, SENSES),
    ISHI_DEBUG_VECTOR(givens, GIVENS),
    ISHI_DEBUG_VECTOR(agent_places, AGENT_PLACES),
    ISHI_DEBUG_VECTOR(option_places, OPTION_PLACES),
    ISHI_DEBUG_VECTOR(key_places, KEY_PLACES),
    ISHI_DEBUG_VECTOR(option_terms, OPTION_TERMS),
    ISHI_DEBUG_VECTOR(choice_terms, CHOICE_TERMS),
    ISHI_DEBUG_VECTOR(terms, TERMS),
});

#undef ISHI_DEBUG_VECTOR
#undef ISHI_VECTOR_OF
#undef ISHI_ORIGINS
#undef ISHI_VECTOR

// Field i of a table stands at 4 + 2 * i in its vtable.
constexpr bool are_in_order(std::span<const BlobField> fields) {
  for (size_t i = 0; i < fields.size(); ++i) {
    if (fields[i].in_blob != 4 + 2 * i) return false;
  }
  return true;
}
static_assert(are_in_order(kAssetFields) && are_in_order(kDebugFields), "a field of the schema has no row");
// The runtime neither checks nor reads a field that has no row above.
static_assert(kAssetFields.back().in_blob == blob::Asset::VT_RENAMES);
static_assert(kDebugFields.back().in_blob == blob::Debug::VT_TERMS);
static_assert(kAssetFields.size() + kDebugFields.size() <= kMostVectors);

}  // namespace

std::span<const uint8_t> BlobField::of(const Tables& tables) const {
  std::span<const uint8_t> elements;
  std::memcpy(static_cast<void*>(&elements), reinterpret_cast<const std::byte*>(&tables) + in_tables,
              sizeof elements);
  return elements;
}

void BlobField::set(Tables& tables, std::span<const uint8_t> elements) const {
  std::memcpy(reinterpret_cast<std::byte*>(&tables) + in_tables, &elements, sizeof elements);
}

std::span<const BlobField> asset_fields() { return kAssetFields; }
std::span<const BlobField> debug_fields() { return kDebugFields; }

}  // namespace ishi
