#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "diagnostics/diagnostics.h"
#include "ishi/program.h"
#include "lower/lowered.h"
#include "lower/program_builder.h"
#include "model/model.h"

namespace ishi::compiler {

// Lowers a typed condition that stands by itself: a program of its own, whose last operation is the value. It
// reads keys, levels and entities, and nothing of an agent's past, sets or choices. `curves` are the model's.
// Reports what BodyLowerer reports of formulas. Linear in the condition.
[[nodiscard]] LoweredFormula lower_condition(const Model& model, std::span<const CurveData> curves,
                                             const Formula& condition, Diagnostics& diagnostics);

// Appends a condition to a program, sharing the operations that `is_same(there, appended)` finds there. Calls
// `on_new(i)` behind each operation `i` of the condition that it appends. Returns the place of the value in
// the program; kNoRef if the condition is empty.
template <class IsSame, class OnNew>
Ref append_condition(const LoweredFormula& condition, std::vector<LoweredOperation>& program,
                     const IsSame& is_same, const OnNew& on_new) {
  std::vector<Ref> places;
  for (size_t i = 0; i < condition.program.size(); ++i) {
    LoweredOperation operation = condition.program[i];
    operation.gate = 0;
    Ref* const operands[] = {&operation.a, &operation.b, &operation.c};
    for (uint32_t k = 0; k < operation_table()[static_cast<uint32_t>(operation.code)].operands; ++k)
      *operands[k] = places[*operands[k]];
    const auto same = std::ranges::find_if(
        program, [&](const LoweredOperation& other) { return is_same(other, operation); });
    places.push_back(static_cast<Ref>(same - program.begin()));
    if (same != program.end()) continue;
    program.push_back(operation);
    on_new(i);
  }
  return places.empty() ? kNoRef : places.back();
}

}  // namespace ishi::compiler
