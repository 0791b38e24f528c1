#pragma once

#include <string_view>

#include "expression/typing_site.h"

// The rules of types that a node and its site decide: each gives a node its kind and type, or reports why it
// has none. Rules that type further formulas are the Typer's.

namespace ishi::compiler {

// The loop variable of the innermost step around that is called so, or of the action; null if none is.
[[nodiscard]] const Named<Reference>* loop_named(const TypingSite& at, std::string_view name);
// The thing whose offer the formula is part of, or kNone.
[[nodiscard]] uint32_t offering_thing(const TypingSite& at);
// True if it is unknown what the action at hand calls its fact; then it may be called so.
[[nodiscard]] bool may_be_loop_variable(const TypingSite& at, std::string_view name);
// The import that a name stands for, or null.
[[nodiscard]] const Scopes::Alias* alias_of(const TypingSite& at, const Expression& object);
// The step that gave something back under this name, or null.
[[nodiscard]] GivenBack* find_given(const TypingSite& at, const Expression& node);
// True of a name that can only be the word of an enum, and of an `if` that gives such words.
[[nodiscard]] bool is_bare_word(const TypingSite& at, const Expression& node);

// False after a report.
bool expect_number(const TypingSite& at, Expression& node);
bool expect_condition(const TypingSite& at, Expression& node);

// `it`: a member of the set that the function at hand goes over, or the target of a sense.
void check_it(const TypingSite& at, Expression& node);
// `awareness` alone: the greatest of all facts that have it.
void check_awareness(const TypingSite& at, Expression& node);
// `team == watch`; false if neither side is the agent's team.
bool check_team(const TypingSite& at, Expression& node);

// What stands behind a point, once the object before it is typed.
void check_fact_member(const TypingSite& at, Expression& node);
void check_candidate_member(const TypingSite& at, Expression& node);
void check_choice_member(const TypingSite& at, Expression& node);
// Finds out if a point may lie nowhere.
void find_place(const TypingSite& at, Expression& node);

// Notes the declarations that the names in a checked expression mean (noted_uses.cpp).
void note_uses(const TypingSite& at, const Expression& node);

}  // namespace ishi::compiler
