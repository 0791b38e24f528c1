#include <fmt/format.h>

#include <algorithm>

#include "analyze/kinds_of_findings.h"

// Conditions that ask in vain.

namespace ishi::compiler {

std::vector<bool> find_vain_guards(const Contest& contest, Budget& budget, Diagnostics& diagnostics) {
  constexpr uint32_t kSamples = 128;
  const Ranges all = all_situations(contest.program());
  const auto samples = contest.prover().samples(all, kSamples);
  const auto& contenders = contest.contenders();
  std::vector<bool> never_holds(contenders.size());
  for (uint32_t i = 0; i < contenders.size(); ++i) {
    const Formula& when = contest.action_of(i).value.when;
    const uint32_t condition = contenders[i].condition;
    if (!when.given()) continue;
    const auto holds = [&](const std::vector<float>& values) { return values[condition] != 0; };
    const bool ever = std::ranges::any_of(samples, holds);
    const bool always = std::ranges::all_of(samples, holds);
    if (ever && !always) continue;
    const auto is = [&](bool truth) {
      return Question{
          [&, truth](Ranges& ranges) { return !narrow(contest.program(), ranges, condition, truth); },
          [&, truth](const std::vector<float>& values) { return holds(values) == truth; }};
    };
    const std::vector<bool> sources = contest.sources_of({condition});
    if (contest.prover().prove(all, is(!ever), sources, budget) != Proof::never) continue;
    never_holds[i] = !ever;
    if (!ever) {
      diagnostics
          .report(Code::guard_never, when.span,
                  fmt::format("the `when` of {} never holds", contest.name_of(i)))
          .caption(fmt::format("so {} is never chosen", contest.name_of(i)))
          .note(contest.proved(sources))
          .help("look for parts that contradict each other, or for a range that does not reach so far");
    } else {
      diagnostics
          .report(Code::guard_always, when.span,
                  fmt::format("the `when` of {} always holds", contest.name_of(i)))
          .caption("asks for nothing")
          .note(contest.proved(sources))
          .help("leave it out, or look for a range that should reach further");
    }
  }
  return never_holds;
}

}  // namespace ishi::compiler
