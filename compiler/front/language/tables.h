#pragma once

#include <string_view>
#include <vector>

#include "language/field.h"

// The language: one table for each mapping that a designer writes. Start at `file_mapping()` and follow
// the rows; the reader, inheritance, schema and reference that go over them see all of them.

namespace ishi::compiler {

extern const Mapping kFileMapping;

// named_table.cpp: a field of each mapping that `keeps_state`.
extern const Field kRenamedFrom;

// contract_table.cpp
extern const Mapping kEnumMapping;
extern const Mapping kThingMapping;
extern const Mapping kKeyMapping;
extern const Mapping kFieldMapping;
extern const Mapping kParameterMapping;
extern const Mapping kGoalParameterMapping;
extern const Mapping kValueParameterMapping;
extern const Mapping kGivenMapping;
extern const Mapping kGoalGivenMapping;
extern const Mapping kTaskMapping;
extern const Mapping kEventMapping;
extern const Mapping kCandidatesMapping;
extern const Mapping kTokenMapping;
extern const Mapping kSoundMapping;

// curve_table.cpp
extern const Mapping kCurveMapping;

// behaviour_table.cpp
extern const Mapping kValueMapping;
extern const Mapping kMotiveMapping;
extern const Mapping kProfileMapping;
extern const Mapping kNavigationMapping;
extern const Mapping kMemoryMapping;
extern const Mapping kActionMapping;
extern const Mapping kChoiceMapping;
extern const Mapping kPlannerMapping;
extern const Mapping kStateMapping;
extern const Mapping kTuneMapping;
extern const Mapping kAgentMapping;

// steering_table.cpp
extern const Mapping kSteeringMapping;

// step_table.cpp, besides kStepMapping, which is declared in field.h
extern const Mapping kGoalMapping;

// The verb or modifier of steps with this name, null if there is none.
[[nodiscard]] const Field* find_step_row(std::string_view name);

// Those that say what a step does.
[[nodiscard]] std::vector<std::string_view> verbs_of_steps();

// sense_table.cpp
extern const Mapping kSenseMapping;

// test_table.cpp
extern const Mapping kTestMapping;

// scene_table.cpp
extern const Mapping kSceneMapping;
extern const Mapping kTeamMapping;

// The built-in types of values.
struct TypeRow {
  std::string_view name;
  std::string_view doc;  // its values, with an example
};
[[nodiscard]] std::span<const TypeRow> types();
// The names of the same.
[[nodiscard]] std::span<const std::string_view> type_names();

// The word for a section in a file: "blackboard".
[[nodiscard]] std::string_view section_name(Section section);

// The noun for one of its entries, without an article: "key".
[[nodiscard]] std::string_view section_noun(Section section);

// The field that describes an entry of a node that a field describes; null: none.
[[nodiscard]] const Field* field_within(const Field* parent, std::string_view key);
// The field that describes an item of a list.
[[nodiscard]] const Field* field_of_items(const Field* list);
// The field of a record for which a bare scalar or list stands; null: none.
[[nodiscard]] const Field* short_form_of(const Field* field);

}  // namespace ishi::compiler
