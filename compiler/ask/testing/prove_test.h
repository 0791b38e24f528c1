#pragma once

#include <cstdint>

#include "ishi/asset_info.h"
#include "lower/lowered.h"
#include "model/model.h"
#include "simulate/typed_test.h"
#include "source/stop.h"
#include "testing/test_result.h"

namespace ishi::compiler {

// Proves the claim of a test with `for_all`, or finds a situation that contradicts it, which the runtime that
// ships has confirmed. `lowered` is the whole model's, `asset` its blob. About a second at most for each
// claim; always finds the same. `stop` may be null. `operations`: that each search may look at.
inline constexpr uint64_t kProofOperations = 30'000'000;
TestResult prove_test(const Model& model, const Lowered& lowered, const Asset& asset, const TypedTest& test,
                      const Stop* stop = nullptr, uint64_t operations = kProofOperations);

}  // namespace ishi::compiler
