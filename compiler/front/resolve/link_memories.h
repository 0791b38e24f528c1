#pragma once

#include "diagnostics/diagnostics.h"
#include "model/model.h"
#include "resolve/scopes.h"

namespace ishi::compiler {

// Says what each memory is about, and checks that its facts have no two things of one name. The fields of
// things and memories must be linked.
void link_memories(Model& model, Diagnostics& diagnostics);

// Checks that the loop variables of `for_each` are new names that hide no other.
void check_loop_variables(const Model& model, const Scopes& scopes, Diagnostics& diagnostics);

// The members of every fact besides its fields: `age`, `position` and so on.
[[nodiscard]] bool is_fact_member(std::string_view name);

}  // namespace ishi::compiler
