#pragma once

#include <string>
#include <string_view>

#include "compiler/oracle/dice.h"

// Sets of candidates, and what can be read of their members under the name `item`.

namespace ishi::compiler::oracle {

// A section of sets: `foes` of persons, `goods` of persons and crates, `sights` of whatever there is,
// `orders` of nothing but fields; each with any scope.
std::string random_sets(Dice& dice);

// One of them.
std::string random_set(Dice& dice);
bool is_candidates(std::string_view set);

// What a member of such a set tells.
std::string candidate_number(Dice& dice, std::string_view set);
std::string candidate_length(Dice& dice, std::string_view set);
std::string candidate_condition(Dice& dice, std::string_view set);

}  // namespace ishi::compiler::oracle
