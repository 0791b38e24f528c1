#include "workspace/score_ranges.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analyze/contest.h"
#include "lower/lower.h"

namespace ishi::compiler {
namespace {

std::string number_text(float value) {
  constexpr float kFar = 1e5F;
  if (value >= kFar) return "∞";
  if (value <= -kFar) return "-∞";
  const float rounded = std::round(value * 1000) / 1000;
  return fmt::format("{:g}", rounded == 0 ? 0 : rounded);
}

}  // namespace

std::vector<ScoreRange> score_ranges(const CheckedFile& checked) {
  std::vector<ScoreRange> result;
  if (checked.has_errors) return result;
  Diagnostics said_before;
  const Program& program = *checked.program;
  const Lowered lowered = lower(program.model, program.units.main_file, said_before);
  for (const LoweredAgent& agent : lowered.agents) {
    const Contest contest(program.model, lowered, agent);
    for (const Weighing& weighing : contest.weighings()) {
      const Ranges box = contest.box_of(weighing);
      for (uint32_t i = 0; i < contest.contenders().size(); ++i) {
        const Contender& contender = contest.contenders()[i];
        Ranges where = box;
        if (!narrow(contest.program(), where, contender.condition, true)) continue;
        const Interval score = where[contender.score];
        const Span name = contest.action_of(i).name.span;
        const auto known = std::ranges::find(result, name, &ScoreRange::name);
        if (known == result.end()) {
          result.push_back({name, score.low, score.high});
        } else {
          known->low = std::min(known->low, score.low);
          known->high = std::max(known->high, score.high);
        }
      }
    }
  }
  return result;
}

std::string range_text(const ScoreRange& range) {
  const std::string low = number_text(range.low), high = number_text(range.high);
  return low == high ? low : fmt::format("{}..{}", low, high);
}

}  // namespace ishi::compiler
