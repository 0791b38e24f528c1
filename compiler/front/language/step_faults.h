#pragma once

#include <string_view>

#include "language/reading_site.h"

// Steps that are written in another way, or at another place: what they look like, and the messages about
// them. A function that begins with `report` and returns a bool says whether it reported something.

namespace ishi::compiler {

// Is it neither a verb nor the name of a task or goal, nor what an action has?
[[nodiscard]] bool is_no_step(const ReadingSite& at, const Entry& entry);
// Is it the name of a task or goal? Then other tools' meaning of it does not count.
[[nodiscard]] bool is_declared_as_verb(const ReadingSite& at, std::string_view name);
[[nodiscard]] bool is_foreign_modifier(const ReadingSite& at, std::string_view name);
[[nodiscard]] bool is_modifier_elsewhere(std::string_view name);
// True for `cooldown`, which means something beside the `do` of an action and nothing beside a step.
[[nodiscard]] bool is_field_of_action(const ReadingSite& at, const Entry& entry);
// `invert: true` beside the step `verb`.
void report_no_modifier(const ReadingSite& at, const Entry& verb, const Entry& entry);
// `to` beside a step that is no `emit`. Returns whether it is one.
bool report_to_of_no_emit(const ReadingSite& at, const Node& node, const Entry& to);
// `fire timeout: 2s`: a modifier on the line of its step. Returns whether it was that.
bool report_modifier_on_line(const ReadingSite& at, std::string_view verb, Span span, const Node* value);
// `retries: 2`. Returns whether there are any.
bool report_foreign_modifiers(const ReadingSite& at, const Field& steps, const Node& node);
// A body by the name that other tools have for it, or `goal: tidy_up`. Returns whether it was one.
bool report_foreign_verb(const ReadingSite& at, const Field& steps, const Node& node, const Entry& verb);
// One of the two may be the misspelt form of a modifier.
bool report_misspelt_modifier(const ReadingSite& at, const Entry& entry);
void report_field_of_action(const ReadingSite& at, const Entry& field, const Entry& step);
void report_two_verbs(const ReadingSite& at, const Entry& first, const Entry& second);
void report_modifier_of_action(const ReadingSite& at, const Entry& entry);
// `before`: the step before it in the list, if any.
void report_no_verb(const ReadingSite& at, const Node& node, const Node* before);

// Branches whose parts stand alone, and verbs that lack their colon (branch_faults.cpp).
// True if the field beside which a part has its meaning stands there, too.
[[nodiscard]] bool has_partner(const Node& node, const Field& part);
// `if` beside a step and without branches is meant as its `when`.
[[nodiscard]] bool is_if_for_when(const ReadingSite& at, const Node& node, const Entry& entry);
// A part that has a meaning only beside another verb, such as `then`, and a verb that lacks one. Returns
// true if there is one.
bool report_lone_part(const ReadingSite& at, const Field& steps, const Node& node, const Entry& verb);
// Reports `check ammo > 0`, a verb and its value without the colon between them. Returns false for anything
// else.
bool report_verb_without_colon(const ReadingSite& at, std::string_view verb, Span span, const Node* value);

}  // namespace ishi::compiler
