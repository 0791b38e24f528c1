#include "analyze/truth.h"

#include "analyze/evidence.h"
#include "analyze/program_part.h"

namespace ishi::compiler {
namespace {

constexpr uint32_t kTruthSamples = 64;

}  // namespace

Holds find_truth(const AnalyzedProgram& whole, uint32_t of_whole, Budget& budget) {
  const ProgramPart part(whole, {of_whole});
  const AnalyzedProgram& program = part.program();
  const uint32_t condition = part.place(of_whole);
  const Prover prover(program);
  const Ranges all = all_situations(program);
  // Findings from ranges alone cost next to nothing, and are reported of any number of conditions.
  for (const bool truth : {true, false}) {
    Ranges ranges = all;
    if (!narrow(program, ranges, condition, truth)) return truth ? Holds::never : Holds::always;
  }
  if (!budget.spend(kTruthSamples * program.operations.size())) return Holds::sometimes;
  const auto holds = [&](const std::vector<float>& values) { return values[condition] != 0; };
  bool ever = false, always = true;
  for (const auto& values : prover.situations(all, kTruthSamples)) {
    ever |= holds(values);
    always &= holds(values);
    if (ever && !always) return Holds::sometimes;
  }
  const Question is_other{[&](Ranges& ranges) { return !narrow(program, ranges, condition, !ever); },
                          [&](const std::vector<float>& values) { return holds(values) != ever; }};
  if (prover.prove(all, is_other, source_of(program, condition), budget) != Proof::never)
    return Holds::sometimes;
  return ever ? Holds::always : Holds::never;
}

}  // namespace ishi::compiler
