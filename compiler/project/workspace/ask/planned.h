#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "simulate/simulation.h"
#include "workspace/ask/asked_situation.h"

namespace ishi::compiler {

// The first plan that an agent makes when it does what it has chosen in a situation.
struct Planned {
  std::optional<MadePlan> plan;  // none: it found none, or needs none
  bool holds_already = false;    // what was to become true
  std::string reach;             // what was to become true
  std::string_view limited_by;   // the limit that the search came to: "situations", "depth" or nothing
  std::string limit;             // it in words
  double seconds = 0;            // after so long
  uint64_t situations = 0;       // that the search visited
};

// Plays the situation, without its course, until the first plan is made or cannot be made, for
// `kPlannedWithin` at most. Nothing if the chosen option, one of the agent, ends or is left before that, or
// never plans.
inline constexpr double kPlannedWithin = 10;  // seconds
[[nodiscard]] std::optional<Planned> first_plan(const AskedSituation& asked, uint32_t option);

// The first decision ahead that an agent makes when it does what it has chosen: of a goal with `foresee`.
struct Foreseen {
  std::string steps;   // "fetch_key, unlock, go_in"; empty: there is no way to end it
  double seconds = 0;  // after so long
};

// As `first_plan`, of goals that foresee.
[[nodiscard]] std::optional<Foreseen> first_foreseen(const AskedSituation& asked, uint32_t option);

}  // namespace ishi::compiler
