#include "analyze/findings.h"

#include <algorithm>

#include "analyze/kinds_of_findings.h"

namespace ishi::compiler {
namespace {

// Of all agents of a file: some ten milliseconds, so that an editor may ask with each key.
constexpr uint64_t kOperationsPerFile = 1'000'000;

void find_in_agent(const Contest& contest, Budget& budget, Diagnostics& diagnostics) {
  if (contest.contenders().empty()) return;
  const std::vector<bool> never_holds = find_vain_guards(contest, budget, diagnostics);
  const Agent& written = contest.written();
  const bool chooses_the_best = !written.select.draws() && !written.planner.given();
  if (chooses_the_best && std::ranges::count(never_holds, false) > 1)
    find_winners(contest, never_holds, budget, diagnostics);
}

}  // namespace

void report_findings(const Model& model, const Lowered& lowered, Diagnostics& diagnostics) {
  Budget budget{kOperationsPerFile};
  for (const LoweredAgent& agent : lowered.agents)
    find_in_agent(Contest(model, lowered, agent), budget, diagnostics);
}

}  // namespace ishi::compiler
