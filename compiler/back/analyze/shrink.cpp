#include "analyze/shrink.h"

#include <algorithm>
#include <cmath>

#include "model/model.h"

namespace ishi::compiler {
namespace {

// With so many digits at most.
float rounded(float value, int digits) {
  if (value == 0 || !std::isfinite(value)) return value;
  const double exponent = std::floor(std::log10(std::abs(static_cast<double>(value))));
  const double unit = std::pow(10.0, exponent - digits + 1);
  return static_cast<float>(std::round(value / unit) * unit);
}

}  // namespace

std::vector<float> plain_values(const Model& model, const AnalyzedProgram& program) {
  std::vector<float> plain(program.operations.size());
  for (uint32_t i = 0; i < plain.size(); ++i) {
    if (!program.is_source(i)) continue;
    const LoweredOperation& operation = program.operations[i];
    const Interval range = program.declared[i];
    const bool is_forward =
        operation.code == (model.up.value == Up::y ? OperationCode::facing_z : OperationCode::facing_y);
    plain[i] = operation.code == OperationCode::key
                   ? model.blackboard[operation.parameter].value.fallback[0]
                   : std::clamp(is_forward ? 1.0F : 0.0F, range.low, range.high);
  }
  return plain;
}

std::vector<float> simplest(const AnalyzedProgram& program, const Ranges& box,
                            const std::vector<bool>& sources, const std::vector<float>& plain,
                            std::vector<float> values,
                            const std::function<bool(const std::vector<float>&)>& is_so,
                            Evaluation& evaluates) {
  const auto takes = [&](uint32_t source, float value) {
    if (value == values[source]) return true;
    if (!box[source].contains(value)) return false;
    std::vector<float> changed = values;
    changed[source] = value;
    evaluates(program, changed);
    if (!is_so(changed)) return false;
    values = std::move(changed);
    return true;
  };
  constexpr int kRounds = 2;  // what is simplified later may free what came before
  constexpr int kMostDigits = 4;
  constexpr float kWide = 1e5;  // nobody writes the ends of such a range
  const auto takes_short = [&](uint32_t i) {
    if (!(box[i].high - box[i].low > kWide)) return false;
    for (const float size : {1.0F, 10.0F, 100.0F, 1000.0F}) {
      if (takes(i, size) || takes(i, -size)) return true;
    }
    return false;
  };
  // An end that a condition left open, such as 0.30000001, is not written by anybody.
  const auto takes_end = [&](uint32_t i, float end) {
    return rounded(end, kMostDigits) == end && takes(i, end);
  };
  const auto takes_rounded = [&](uint32_t i) {
    const float middle = box[i].low / 2 + box[i].high / 2;
    for (const float value : {values[i], middle}) {
      for (int digits = 1; digits <= kMostDigits; ++digits) {
        if (takes(i, rounded(value, digits))) return true;
      }
    }
    return false;
  };
  // Positions of others are given as seen from the agent.
  for (uint32_t i = 0; i < sources.size(); ++i) {
    const LoweredOperation& source = program.operations[i];
    if (sources[i] && reads_entity(source.code) &&
        program.operations[source.a].code == OperationCode::self_row)
      takes(i, plain[i]);
  }
  for (int round = 0; round < kRounds; ++round) {
    for (uint32_t i = 0; i < sources.size(); ++i) {
      if (!sources[i] || takes(i, plain[i]) || takes_short(i) || takes_end(i, box[i].low) ||
          takes_end(i, box[i].high) || takes_rounded(i))
        continue;
      if (!takes(i, box[i].low)) takes(i, box[i].high);
    }
  }
  return values;
}

}  // namespace ishi::compiler
