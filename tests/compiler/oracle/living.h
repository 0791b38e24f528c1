#pragma once

#include <cstdint>

#include "compiler/oracle/moment.h"
#include "model/model.h"

// Levels that agents carry, as the language page has them live.

namespace ishi::compiler::oracle {

// True if any need or drive of the model is carried.
bool has_carried(const Model& model);
// Needs, then drives.
const Motive& motive_of(const Model& model, uint32_t index);

// Moves all levels to now, by the rates of now, which read the levels of before.
void advance_levels(const Model& model, Moment& moment);

// What an option of the agent changes when it completes; all changes read the levels of before.
void complete(const Model& model, Moment& moment, uint32_t option, const Member* member);

}  // namespace ishi::compiler::oracle
