#include "asset/tables.h"
#include "built_features.h"

namespace ishi {
namespace {

template <typename T>
void read(const flatbuffers::Vector<const T*>* vector, std::span<const T>& span) {
  if (vector != nullptr) span = {reinterpret_cast<const T*>(vector->Data()), vector->size()};
}

template <typename T>
void read(const flatbuffers::Vector<T>* vector, std::span<const T>& span) {
  if (vector != nullptr) span = {reinterpret_cast<const T*>(vector->Data()), vector->size()};
}

DebugTables tables_of(const blob::Debug& debug) {
  DebugTables t;
  t.present = true;
  t.names = debug.names();
  read(debug.sources(), t.sources);
  read(debug.enums(), t.enums);
  read(debug.members(), t.members);
  read(debug.things(), t.things);
  read(debug.fields(), t.fields);
  read(debug.keys(), t.keys);
  read(debug.events(), t.events);
  read(debug.event_fields(), t.event_fields);
  read(debug.tasks(), t.tasks);
  read(debug.goals(), t.goals);
  read(debug.parameters(), t.parameters);
  read(debug.curves(), t.curves);
  read(debug.motives(), t.motives);
  read(debug.profiles(), t.profiles);
  read(debug.agents(), t.agents);
  read(debug.options(), t.options);
  read(debug.sets(), t.sets);
  read(debug.tokens(), t.tokens);
  read(debug.sounds(), t.sounds);
  read(debug.senses(), t.senses);
  read(debug.givens(), t.givens);
  read(debug.navigations(), t.navigations);
  read(debug.set_fields(), t.set_fields);
  read(debug.choices(), t.choices);
  read(debug.states(), t.states);
  read(debug.steerings(), t.steerings);
  read(debug.agent_places(), t.agent_places);
  read(debug.option_places(), t.option_places);
  read(debug.key_places(), t.key_places);
  read(debug.option_terms(), t.option_terms);
  read(debug.choice_terms(), t.choice_terms);
  read(debug.terms(), t.terms);
  return t;
}

}  // namespace

Tables tables_of(const blob::Asset& asset) {
  Tables t;
  read(asset.sources(), t.sources);
  read(asset.enums(), t.enums);
  read(asset.members(), t.members);
  read(asset.things(), t.things);
  read(asset.fields(), t.fields);
  read(asset.keys(), t.keys);
  read(asset.events(), t.events);
  read(asset.event_fields(), t.event_fields);
  read(asset.tasks(), t.tasks);
  read(asset.goals(), t.goals);
  read(asset.parameters(), t.parameters);
  read(asset.effects(), t.effects);
  read(asset.curves(), t.curves);
  read(asset.numbers(), t.numbers);
  read(asset.motives(), t.motives);
  read(asset.profiles(), t.profiles);
  read(asset.weights(), t.weights);
  read(asset.sets(), t.sets);
  read(asset.tokens(), t.tokens);
  read(asset.sounds(), t.sounds);
  read(asset.awareness(), t.awareness);
  read(asset.awareness_levels(), t.awareness_levels);
  read(asset.navigations(), t.navigations);
  read(asset.travel_costs(), t.travel_costs);
  read(asset.set_fields(), t.set_fields);
  read(asset.set_things(), t.set_things);
  read(asset.agents(), t.agents);
  read(asset.options(), t.options);
  read(asset.claims(), t.claims);
  read(asset.choices(), t.choices);
  read(asset.nodes(), t.nodes);
  read(asset.handlers(), t.handlers);
  read(asset.moments(), t.moments);
  read(asset.states(), t.states);
  read(asset.transitions(), t.transitions);
  read(asset.state_options(), t.state_options);
  read(asset.senses(), t.senses);
  read(asset.sense_sounds(), t.sense_sounds);
  read(asset.steerings(), t.steerings);
  read(asset.steering_behaviours(), t.steering_behaviours);
  read(asset.arguments(), t.arguments);
  read(asset.assignments(), t.assignments);
  read(asset.formulas(), t.formulas);
  read(asset.levels(), t.levels);
  read(asset.givens(), t.givens);
  read(asset.operations(), t.operations);
  read(asset.enums_by_id(), t.enums_by_id);
  read(asset.things_by_id(), t.things_by_id);
  read(asset.keys_by_id(), t.keys_by_id);
  read(asset.events_by_id(), t.events_by_id);
  read(asset.tasks_by_id(), t.tasks_by_id);
  read(asset.goals_by_id(), t.goals_by_id);
  read(asset.curves_by_id(), t.curves_by_id);
  read(asset.motives_by_id(), t.motives_by_id);
  read(asset.profiles_by_id(), t.profiles_by_id);
  read(asset.agents_by_id(), t.agents_by_id);
  read(asset.sets_by_id(), t.sets_by_id);
  read(asset.tokens_by_id(), t.tokens_by_id);
  read(asset.sounds_by_id(), t.sounds_by_id);
  read(asset.navigations_by_id(), t.navigations_by_id);
  read(asset.renames(), t.renames);
  if (is_built(Feature::names) && asset.debug() != nullptr) t.debug = tables_of(*asset.debug());
  return t;
}

}  // namespace ishi
