#pragma once

#include "diagnostics/diagnostics.h"
#include "model/model.h"

namespace ishi::compiler {

// Says of which things the members of each set of candidates are, and checks that a member has no two things
// of one name, and that all sets together, memories too, are not too large. The fields of things and sets
// must be linked.
void link_candidates(Model& model, Diagnostics& diagnostics);

}  // namespace ishi::compiler
