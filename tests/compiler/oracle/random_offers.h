#pragma once

#include <string>
#include <string_view>

#include "compiler/oracle/dice.h"

// What things offer to agents whose sets hold them; what offers is called `it`.

namespace ishi::compiler::oracle {

// A memory of things, or a set of candidates of one kind, several or any.
std::string random_offering_set(Dice& dice);

// True if it may hold such a thing. No set holds any.
bool may_offer(std::string_view set, std::string_view thing);

// What only such a thing tells, under the name `item`.
std::string offered_number(Dice& dice, std::string_view thing);

// An expression about `item`, a member of a set, that suits what offers.
std::string offered_text(std::string text, std::string_view thing);

}  // namespace ishi::compiler::oracle
