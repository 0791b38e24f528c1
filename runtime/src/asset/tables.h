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
};

// The vectors of a blob that the FlatBuffers verifier has passed. Reads no element.
[[nodiscard]] Tables tables_of(const blob::Asset& asset);

// Calls `visit` with the span of each vector of structs or scalars that programs read.
template <typename Visitor>
constexpr void for_each_program_vector(const Tables& t, Visitor&& visit) {
  const auto visit_all = [&visit](const auto&... spans) { (visit(spans), ...); };
  visit_all(t.enums, t.members, t.things, t.fields, t.keys, t.events, t.event_fields, t.tasks, t.goals,
            t.parameters, t.effects, t.curves, t.numbers, t.motives, t.profiles, t.weights, t.sets,
            t.set_fields, t.set_things, t.tokens, t.sounds, t.awareness, t.awareness_levels, t.navigations,
            t.travel_costs, t.agents, t.options, t.claims, t.choices, t.nodes, t.handlers, t.moments,
            t.states, t.transitions, t.state_options, t.steerings, t.steering_behaviours, t.senses,
            t.sense_sounds, t.arguments, t.assignments, t.formulas, t.levels, t.operations, t.enums_by_id,
            t.things_by_id, t.keys_by_id, t.events_by_id, t.tasks_by_id, t.goals_by_id, t.curves_by_id,
            t.motives_by_id, t.profiles_by_id, t.agents_by_id, t.sets_by_id, t.tokens_by_id, t.sounds_by_id,
            t.navigations_by_id);
}

// Calls `visit` with the span of each vector of structs or scalars.
template <typename Visitor>
constexpr void for_each_vector(const Tables& t, Visitor&& visit) {
  const auto visit_all = [&visit](const auto&... spans) { (visit(spans), ...); };
  visit_all(t.sources, t.renames);
  for_each_program_vector(t, visit);
  const DebugTables& d = t.debug;
  visit_all(d.sources, d.enums, d.members, d.things, d.fields, d.keys, d.events, d.event_fields, d.tasks,
            d.goals, d.parameters, d.curves, d.motives, d.profiles, d.agents, d.options, d.sets, d.set_fields,
            d.choices, d.states, d.tokens, d.sounds, d.navigations, d.steerings, d.senses, d.agent_places,
            d.option_places, d.key_places, d.option_terms, d.choice_terms, d.terms);
}

[[nodiscard]] constexpr size_t count_program_vectors() {
  size_t count = 0;
  for_each_program_vector(Tables{}, [&count](const auto&) { ++count; });
  return count;
}

[[nodiscard]] constexpr size_t count_vectors() {
  size_t count = 0;
  for_each_vector(Tables{}, [&count](const auto&) { ++count; });
  return count;
}

}  // namespace ishi
