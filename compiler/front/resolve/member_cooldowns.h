#pragma once

#include <string_view>

#include "diagnostics/diagnostics.h"
#include "model/model.h"
#include "resolve/scopes.h"

namespace ishi::compiler {

// `cooldown_for_member` of an action becomes a memory of those for whom it has ended lately, which forgets
// them when the time is over: the action's `finally` remembers its member there, and no member that stands
// there is eligible (`Action::not_lately`). To be called before anything counts the memories.
void add_member_cooldowns(Model& model, const Scopes& scopes, Diagnostics& diagnostics);

}  // namespace ishi::compiler
