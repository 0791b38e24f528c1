#pragma once

#include "compiler/oracle/moment.h"
#include "model/model.h"

// What the language page would have choices choose, of all members of their sets.

namespace ishi::compiler::oracle {

// Fills `choosing` as things stand. A choice may read those that stand before it.
void choose_all(const Model& model, Moment& moment);

// Fills it with what each has chosen last, if that is still a member: what is asked outside a thought.
void choose_as_before(const Model& model, Moment& moment);

}  // namespace ishi::compiler::oracle
