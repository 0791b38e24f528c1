#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "expression/typing_site.h"

// Reports what is wrong with a formula and suggests what to write instead. Nothing here changes a type.

namespace ishi::compiler {

// misfits.cpp
// True if a node may stand where a type is wanted; else it is reported. `what`: "`when`".
bool fits(const TypingSite& at, const Expression& node, const Type& wanted, std::string_view what);
// `wanted`: "`when` is a condition".
void report_no_condition(const TypingSite& at, const Expression& node, std::string_view wanted);
// The words of an enum, as a list.
[[nodiscard]] std::string words_of(const TypingSite& at, const Type& type);
// Words that say how to get a number from a value of another kind; empty if nothing does.
[[nodiscard]] std::string number_instead(const TypingSite& at, const Expression& node);

// unknown_names.cpp, names.cpp
void report_unknown_name(const TypingSite& at, const Expression& node, const Type& wanted);
// A loop variable out of its action, or a memory itself; false if it is neither.
bool report_loop_variable(const TypingSite& at, const Expression& node);
// `event` out of place, or without one of its fields.
void report_event(const TypingSite& at, const Expression& node);

// `team`, which is compared with nothing (teams.cpp).
void report_team(const TypingSite& at, const Expression& node);
// A value with parameters that is given nothing (value_calls.cpp).
void report_not_called(const TypingSite& at, const Expression& node, const Named<Value>& value);
// A member of an entity that may be nobody, if no condition has asked for it (members.cpp).
void warn_of_nobody(const TypingSite& at, const Expression& node);
// `hp > 30%`, where hp goes to 100 (scales.cpp).
void warn_of_percentage(const TypingSite& at, const Expression& share, const Expression& measured);

// True if a part of the action at hand stands in the text of another one, which it extends.
[[nodiscard]] bool is_inherited(const TypingSite& at, const Expression& node);
// Names of the model as the formula's file writes them; those that it cannot name are left out. `spelled`
// owns their texts.
[[nodiscard]] std::vector<std::string_view> as_written(const TypingSite& at,
                                                       std::vector<std::string_view> names,
                                                       std::deque<std::string>& spelled);

}  // namespace ishi::compiler
