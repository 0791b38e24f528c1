#pragma once

#include <string>
#include <vector>

#include "cli/recording/recorded_agent.h"
#include "simulate/thought.h"
#include "workspace/ask/new_test.h"

namespace ishi::compiler::cli {

// Fields of a test that say what an agent of a recording knows as things stand: its keys, levels, memories
// and sets, itself, and whom these name. `running`: its option, kNone for none. `up` is the world's.
[[nodiscard]] std::vector<std::string> fields_of_moment(const RecordedAgent& agent, uint32_t running,
                                                        uint32_t state);

// The name of an entity in a test: "guard_17" for "guard#17".
[[nodiscard]] std::string name_in_test(std::string_view name);

}  // namespace ishi::compiler::cli
