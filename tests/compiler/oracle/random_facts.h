#pragma once

#include <string>
#include <string_view>

#include "compiler/oracle/dice.h"

// Memories, and what can be read of members of sets, be they facts or candidates, under the name `item`.

namespace ishi::compiler::oracle {

// A section of memories: `people` and `crates` of these things, `anyone` of whatever there is.
std::string random_memories(Dice& dice);

// One of them, or a set of candidates.
std::string any_set(Dice& dice);

// What a member of any set tells, as a number, a length or a condition.
std::string member_number(Dice& dice, std::string_view set);
std::string member_length(Dice& dice, std::string_view set);
std::string member_condition(Dice& dice, std::string_view set);

// A text that calls it by another name.
std::string with_name(std::string text, std::string_view name);

}  // namespace ishi::compiler::oracle
