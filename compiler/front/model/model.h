#pragma once

#include <cstdint>
#include <deque>
#include <string>

#include "model/behaviour.h"
#include "model/contract.h"
#include "model/curve.h"
#include "model/imported.h"
#include "model/name_uses.h"
#include "model/renames.h"
#include "model/steering.h"
#include "model/test.h"

// Everything that one file and what it includes say, in text order, an included file's part standing
// where it was included. `up` and the sections are those of the language page.

namespace ishi::compiler {

enum class Up : uint8_t { y, z };

struct Model {
  Model();
  Model(const Model&);
  // Moving a deque asks for memory, so this one may throw std::bad_alloc.
  Model(Model&&);  // NOLINT(performance-noexcept-move-constructor)
  Model& operator=(const Model&);
  Model& operator=(Model&&) noexcept;
  ~Model();

  Setting<Up> up{Up::y};

  Map<Enum> enums;  // after linking: also the anonymous ones of `one_of`, named "thing.field"
  Map<Thing> things;
  Map<Variable> blackboard;
  Map<Task> tasks;
  Map<Event> events;
  Map<Sound> sounds;
  Map<Candidates> candidates;
  Map<Token> tokens;

  Map<Curve> curves;
  Map<Value> values;
  Map<Motive> needs;
  Map<Motive> drives;
  Map<Profile> importance;
  Map<Memory> memory;
  Map<Sense> senses;
  Map<AwarenessLevel> levels;  // of awareness, of all memories; set when names are linked
  Map<Navigation> navigation;
  Map<Action> choices;
  Map<Action> actions;
  Map<Goal> goals;
  Map<Planner> planners;
  Map<Steering> steering;
  Map<Agent> agents;
  Map<Team> teams;
  Map<TuneMark> tune;  // by path; of a path that two files mark both
  Map<Scene> scenes;
  Map<Test> tests;

  ImportedNames imported;
  Renames renames;

  std::deque<std::string> made_names;  // texts of names that stand in no source

  NameUses* uses = nullptr;  // where it is noted which names mean what; null: nobody asks

  // `use` is a name that means what is declared there.
  void note_use(Span use, const Name& declared) const {
    if (uses != nullptr) uses->note(use, declared.span);
  }
};

// Sets that programs go over, counted together: memories, then candidates.
[[nodiscard]] inline bool is_memory(const Model& model, uint32_t set) { return set < model.memory.size(); }
[[nodiscard]] inline const Named<Candidates>& candidates_of(const Model& model, uint32_t set) {
  return model.candidates[set - model.memory.size()];
}
[[nodiscard]] inline const Name& name_of_set(const Model& model, uint32_t set) {
  return is_memory(model, set) ? model.memory[set].name : candidates_of(model, set).name;
}
// kNone if there is none.
[[nodiscard]] inline uint32_t find_set(const Model& model, std::string_view name) {
  const uint32_t memory = find_index(model.memory, name);
  if (memory != kNone) return memory;
  const uint32_t candidates = find_index(model.candidates, name);
  return candidates == kNone ? kNone : static_cast<uint32_t>(model.memory.size()) + candidates;
}
[[nodiscard]] inline uint32_t capacity_of(const Model& model, uint32_t set) {
  return static_cast<uint32_t>(is_memory(model, set) ? model.memory[set].value.capacity.value
                                                     : candidates_of(model, set).value.capacity.value);
}
// The fields that a set's members have of their own.
[[nodiscard]] inline const Map<Variable>& own_fields(const Model& model, uint32_t set) {
  return is_memory(model, set) ? model.memory[set].value.fields : candidates_of(model, set).value.fields;
}
// Those of its thing that a memory remembers, which come before its own; null if there are none.
[[nodiscard]] inline const Map<Variable>* noticed_fields(const Model& model, uint32_t set) {
  if (!is_memory(model, set) || !model.memory[set].value.has_thing()) return nullptr;
  return &model.things[model.memory[set].value.entity.reference].value.fields;
}
[[nodiscard]] inline size_t count_noticed(const Model& model, uint32_t set) {
  const Map<Variable>* const noticed = noticed_fields(model, set);
  return noticed == nullptr ? 0 : noticed->size();
}
// A field of a set's members, counted over what is noticed and then their own.
[[nodiscard]] inline const Variable& member_variable(const Model& model, uint32_t set, uint32_t index) {
  const size_t noticed = count_noticed(model, set);
  return index < noticed ? (*noticed_fields(model, set))[index].value
                         : own_fields(model, set)[index - noticed].value;
}

// The type of a set's member: an entity, or nothing but a candidate. Kind `error`: something is
// wrong with the set, and has been reported.
[[nodiscard]] inline Type member_type(const Model& model, uint32_t set) {
  if (is_memory(model, set)) return model.memory[set].value.entity;
  return candidates_of(model, set).value.member;
}

// True if a test's profile is `any`: each that there is, one after the other.
[[nodiscard]] inline bool is_any_profile(const Model& model, const Reference& profile) {
  return profile.text == "any" && find_index(model.importance, profile.text) == kNone;
}

// Agents and tests of included files are there to be extended or read; only the main file's own are compiled
// and run.
template <class T>
[[nodiscard]] bool is_own(const Named<T>& entry, uint32_t main_file) {
  return entry.name.span.file == main_file;
}

}  // namespace ishi::compiler
