#pragma once

#include <cstdint>
#include <vector>

#include "analyze/ranges.h"
#include "diagnostics/diagnostics.h"
#include "model/model.h"

namespace ishi::compiler {

// Of a `for_all`: where a key or a carried level may lie, over all situations that it is about.
struct ProofRange {
  bool is_level = false;
  uint32_t index = 0;          // of the key, or of the motive, needs first
  std::vector<Interval> of{};  // one, or three of a point or direction; of an entity rows, 0 for nobody
};

// Reads what a test names under `for_all` and `given`; what is `any` has no range. Everything wrong is
// reported.
std::vector<ProofRange> read_proof_ranges(const Model& model, const Test& test, Diagnostics& diagnostics);

// Holds the sources of a program within these ranges, and fills in what follows.
void hold_within(const AnalyzedProgram& program, const std::vector<ProofRange>& ranges, Ranges& box);

// Reports what cannot stand beside `for_all`, and a `where` that restricts nothing or leaves nothing, as far
// as the model is good: without errors but those of tests.
void check_proof(const Model& model, const Test& test, bool is_model_good, Diagnostics& diagnostics);

}  // namespace ishi::compiler
