#pragma once

#include <vector>

#include "diagnostics/diagnostics.h"
#include "model/model.h"
#include "prove/proof_ranges.h"

namespace ishi::compiler {

// Reports a `where` that restricts nothing, since it asks for what is the same in all situations of a proof,
// and one that leaves none of them. `ranges` are the proof's. For a model without errors.
void check_where(const Model& model, const Test& test, const std::vector<ProofRange>& ranges,
                 Diagnostics& diagnostics);

}  // namespace ishi::compiler
