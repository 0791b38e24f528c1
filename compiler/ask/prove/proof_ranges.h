#pragma once

#include <optional>
#include <vector>

#include "analyze/ranges.h"
#include "diagnostics/diagnostics.h"
#include "model/model.h"
#include "simulate/typed_test.h"

namespace ishi::compiler {

// Holds the sources of a program within these ranges, and fills in what follows.
void hold_within(const AnalyzedProgram& program, const std::vector<ProofRange>& ranges, Ranges& box);

// Checks a test with `for_all` and returns its claim; nothing for any other test. Reports the fields that
// cannot stand beside `for_all`; of a model without errors but those of tests also a `where` that restricts
// nothing or leaves nothing. Leaves in `situation`, the test's, the values that all situations of the proof
// share: of keys those that name an entity of the test's world.
[[nodiscard]] std::optional<ProofClaim> check_proof(const Model& model, const Test& test, bool is_model_good,
                                                    Situation& situation, Diagnostics& diagnostics);

}  // namespace ishi::compiler
