#pragma once

#include <cstdint>
#include <deque>
#include <string>

#include "model/behaviour.h"
#include "model/contract.h"
#include "model/curve.h"
#include "model/imported.h"
#include "model/test.h"

// Everything that one file and what it includes say, in text order, an included file's part standing
// where it was included. `up` and the sections are those of the language page.

namespace ishi::compiler {

enum class Up : uint8_t { y, z };

struct Model {
  Setting<Up> up{Up::y};

  Map<Enum> enums;  // after linking: also the anonymous ones of `one_of`, named "thing.field"
  Map<Thing> things;
  Map<Variable> blackboard;
  Map<Task> tasks;
  Map<Event> events;

  Map<Curve> curves;
  Map<Value> values;
  Map<Motive> needs;
  Map<Motive> drives;
  Map<Profile> importance;
  Map<Memory> memory;
  Map<Action> actions;
  Map<Goal> goals;
  Map<Planner> planners;
  Map<Agent> agents;
  Map<Test> tests;

  ImportedNames imported;

  std::deque<std::string> made_names;  // texts of names that stand in no source
};

// How many fields the members of a set have: of a memory those of its thing, then its own.
[[nodiscard]] inline size_t count_member_fields(const Model& model, uint32_t set) {
  const Memory& memory = model.memory[set].value;
  const size_t noticed = memory.has_thing() ? model.things[memory.entity.reference].value.fields.size() : 0;
  return noticed + memory.fields.size();
}

// A field of a memory's facts, counted over those of its thing and then its own.
[[nodiscard]] inline const Variable& fact_variable(const Model& model, uint32_t memory, uint32_t index) {
  const Memory& of = model.memory[memory].value;
  if (!of.has_thing()) return of.fields[index].value;
  const Map<Variable>& of_thing = model.things[of.entity.reference].value.fields;
  return index < of_thing.size() ? of_thing[index].value : of.fields[index - of_thing.size()].value;
}

// Agents and tests of included files are there to be extended or read; only the main file's own are compiled
// and run.
template <class T>
[[nodiscard]] bool is_own(const Named<T>& entry, uint32_t main_file) {
  return entry.name.span.file == main_file;
}

}  // namespace ishi::compiler
