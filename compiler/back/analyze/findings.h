#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "diagnostics/diagnostics.h"
#include "lower/lowered.h"
#include "model/model.h"
#include "source/stop.h"

namespace ishi::compiler {

// About two seconds of analysis of a file, counted so that each machine finds the same. The findings of a
// file depend on no other file.
inline constexpr uint64_t kAnalysisOperations = 60'000'000;

struct Units;

// The time that the analysis may take, counted in operations that are looked at so that it is the same
// everywhere: some ten milliseconds for a file, so that an editor may ask with each key; or about a second
// for each agent.
enum class Effort : uint8_t { brief, thorough };

// Reports what a model's agents can never do, always do, and ask in vain, and what is odd about their scores
// (4xx). Each finding says *proved*: over all situations that the declared ranges allow while nothing runs or
// cools down, numbers nearer to 0 than 1e-30 taken for 0; or *observed*, in situations that are the same ones
// each time. `lowered` is that model's. Returns the names of agents of which more might have been found with
// more effort. `stop`: may be null; findings up to the stop are reported. `operations`: may be null; a budget
// of further operations to analyze, spent on one agent after the other; the rest of the budget is written
// back.
std::vector<std::string> report_findings(const Model& model, const Lowered& lowered, const Units& units,
                                         Effort effort, Diagnostics& diagnostics, const Stop* stop = nullptr,
                                         uint64_t* operations = nullptr);

}  // namespace ishi::compiler
