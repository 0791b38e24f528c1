#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <string_view>

#include "asset_generated.h"
#include "ishi/asset_info.h"
#include "ishi/enums.h"

// A blob's vectors as spans of structs, in place. A vector that the blob leaves out is empty.

namespace ishi {

static_assert(std::endian::native == std::endian::little, "structs of a blob are used in place");

using NameVector = flatbuffers::Vector<flatbuffers::Offset<flatbuffers::String>>;

// The formula of a node that modifies it so; kNotFound if there is none.
[[nodiscard]] inline uint32_t modifier(const blob::Node& node, Modifier which) {
  return (*node.modifiers())[static_cast<uint32_t>(which)];
}

[[nodiscard]] inline bool inverts(const blob::Node& node) { return (node.flags() & kInvertsFlag) != 0; }
[[nodiscard]] inline bool draws(const blob::Node& node) { return (node.flags() & kDrawsFlag) != 0; }
[[nodiscard]] inline bool reconsiders(const blob::Node& node) {
  return (node.flags() & kReconsidersFlag) != 0;
}
[[nodiscard]] inline bool foresees(const blob::Node& node) { return (node.flags() & kForeseesFlag) != 0; }
// True for a step of a plan that claims its member as long as the plan needs it.
[[nodiscard]] inline bool claims_member(const blob::Node& node) { return (node.flags() & kClaimsFlag) != 0; }
[[nodiscard]] inline bool is_once(const blob::Node& node) { return (node.flags() & kOnceFlag) != 0; }

struct DebugTables {
  bool present = false;
  const NameVector* names = nullptr;
  std::span<const uint32_t> sources, enums, members, things, fields, keys, events, event_fields, tasks, goals,
      parameters, curves, motives, profiles, agents, options, sets, set_fields, choices, states, tokens,
      sounds, navigations, steerings, senses, givens;
  std::span<const blob::Place> agent_places, option_places, key_places;
  std::span<const blob::TermRange> option_terms;
  std::span<const blob::TermRange> choice_terms;
  std::span<const blob::Term> terms;

  [[nodiscard]] uint32_t name_count() const { return names == nullptr ? 0 : names->size(); }
  [[nodiscard]] std::string_view name(uint32_t index) const { return names->Get(index)->string_view(); }
};

struct Tables {
  std::span<const blob::SourceHash> sources;
  std::span<const blob::Enum> enums;
  std::span<const blob::Member> members;
  std::span<const blob::Thing> things;
  std::span<const blob::Field> fields;
  std::span<const blob::Key> keys;
  std::span<const blob::Event> events;
  std::span<const blob::Parameter> event_fields;
  std::span<const blob::Task> tasks;
  std::span<const blob::Goal> goals;
  std::span<const blob::Parameter> parameters;
  std::span<const blob::Assignment> effects;
  std::span<const blob::Curve> curves;
  std::span<const float> numbers;
  std::span<const blob::Motive> motives;
  std::span<const blob::Profile> profiles;
  std::span<const blob::Weight> weights;
  std::span<const blob::Set> sets;
  std::span<const blob::Field> set_fields;
  std::span<const uint32_t> set_things;
  std::span<const blob::Token> tokens;
  std::span<const blob::Sound> sounds;
  std::span<const blob::Awareness> awareness;
  std::span<const blob::AwarenessLevel> awareness_levels;
  std::span<const blob::Navigation> navigations;
  std::span<const uint32_t> travel_costs;
  std::span<const blob::Agent> agents;
  std::span<const blob::Option> options;
  std::span<const uint32_t> claims;
  std::span<const blob::Choice> choices;
  std::span<const blob::Node> nodes;
  std::span<const blob::Handler> handlers;
  std::span<const blob::Argument> arguments;
  std::span<const blob::Assignment> assignments;
  std::span<const blob::Formula> formulas;
  std::span<const blob::Moment> moments;
  std::span<const blob::State> states;
  std::span<const blob::Transition> transitions;
  std::span<const uint32_t> state_options;
  std::span<const blob::Sense> senses;
  std::span<const uint32_t> sense_sounds;
  std::span<const blob::Steering> steerings;
  std::span<const blob::SteeringBehaviour> steering_behaviours;
  std::span<const uint32_t> levels;
  std::span<const blob::Parameter> givens;
  std::span<const blob::Operation> operations;
  std::span<const blob::Entry> enums_by_id, things_by_id, keys_by_id, events_by_id, tasks_by_id, goals_by_id,
      curves_by_id, motives_by_id, profiles_by_id, agents_by_id, sets_by_id, tokens_by_id, sounds_by_id,
      navigations_by_id;
  std::span<const blob::Rename> renames;
  DebugTables debug;
  // Not the blob's own: see private_keys.h.
  std::span<const uint32_t> known_enums, known_members, known_keys;
  bool has_private_keys = false;
};

// A field of one of the blob's two tables, `Asset` and its `Debug`.
struct BlobField {
  enum class Kind : uint8_t { scalar, vector, names, debug };
  enum class Use : uint8_t { programs, origins, people };  // who reads a vector

  uint16_t in_blob = 0;    // in the vtable
  uint16_t in_tables = 0;  // of a vector: the place of its span in `Tables`
  uint8_t width = 0;       // bytes of the scalar, or of an element of the vector
  uint8_t alignment = 1;   // of an element
  Kind kind = Kind::scalar;
  Use use = Use::programs;

  // The vector of this field: its first byte, and the number of its elements. It works for elements of any
  // type, since spans of all types look alike in memory.
  [[nodiscard]] std::span<const uint8_t> of(const Tables& tables) const;
  void set(Tables& tables, std::span<const uint8_t> elements) const;
};

[[nodiscard]] std::span<const BlobField> asset_fields();
[[nodiscard]] std::span<const BlobField> debug_fields();
inline constexpr size_t kMostVectors = 100;  // of both, names included

}  // namespace ishi
