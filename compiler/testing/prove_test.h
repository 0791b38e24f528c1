#pragma once

#include "ishi/asset_info.h"
#include "lower/lowered.h"
#include "model/model.h"
#include "source/stop.h"
#include "testing/test_result.h"

namespace ishi::compiler {

// Proves what a test with `for_all` claims, or finds a situation that contradicts it, which the runtime that
// ships has confirmed. `lowered` is the whole model's, `asset` its blob. About a second at most for each
// claim; always finds the same. `stop` may be null.
TestResult prove_test(const Model& model, const Lowered& lowered, const Asset& asset,
                      const Named<Test>& test, const Stop* stop = nullptr);

}  // namespace ishi::compiler
