#pragma once

#include <cstdint>

#include "ishi/asset_info.h"
#include "lower/lowered.h"
#include "model/model.h"
#include "simulate/typed_test.h"
#include "source/stop.h"
#include "testing/test_result.h"

namespace ishi::compiler {

// So many runs are tried for one that contradicts a claim which is not proved.
inline constexpr uint64_t kContradictingRuns = 400;

// Proves what a test with `for_all` and `run` claims about the whole run, or finds a run that contradicts it,
// which the runtime that ships has confirmed. In such a run keys may be anything within their ranges at any
// time, events may come at any time, and tasks may take any time, fail or never end. `lowered` is the whole
// model's, `asset` its blob. Always finds the same. `stop` may be null.
[[nodiscard]] TestResult prove_run(const Model& model, const Lowered& lowered, const Asset& asset,
                                   const TypedTest& test, const Stop* stop = nullptr,
                                   uint64_t runs = kContradictingRuns);

// The part of it that looks at runs alone, whatever is proved: the number of runs among the first `runs` that
// contradict the claim. For those who attack proofs.
[[nodiscard]] uint64_t count_contradictions(const Model& model, const Lowered& lowered, const Asset& asset,
                                            const TypedTest& test, uint64_t seed, uint64_t runs);

}  // namespace ishi::compiler
