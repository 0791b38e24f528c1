#pragma once

#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "cli/verbs.h"

namespace ishi::compiler::cli {

// One recorded decision: who was asked, in which situation.
struct TraceLine {
  size_t number = 0;  // from 1
  AskOptions asked;   // without its PATH
};

// A recording: JSON lines such as {"agent": "guard", "set": {"hp": 20, "threat": "someone"}, "running":
// "shoot"}. What may stand in one is what `why` takes: agent, importance, state, running, test, and keys with
// their values under `set`. Or what is wrong with it, in a sentence.
[[nodiscard]] tl::expected<std::vector<TraceLine>, std::string> read_trace(const std::string& path);

}  // namespace ishi::compiler::cli
