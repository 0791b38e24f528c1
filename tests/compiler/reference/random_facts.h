#pragma once

#include <string>
#include <string_view>

#include "compiler/reference/dice.h"

// Memories, and what can be read of their facts by options whose `for_each` calls one `item`.

namespace ishi::compiler::reference {

// A section of memories: `people` and `crates` of these things, `anyone` of whatever there is.
std::string random_memories(Dice& dice);

// One of them.
std::string random_memory(Dice& dice);

// What a fact of the memory tells, as a number, a length or a condition.
std::string fact_number(Dice& dice, std::string_view memory);
std::string fact_length(Dice& dice, std::string_view memory);
std::string fact_condition(Dice& dice, std::string_view memory);

}  // namespace ishi::compiler::reference
