#include "tune/slacks.h"

#include <algorithm>
#include <limits>

#include "ishi/asset_info.h"
#include "simulate/thought.h"

namespace ishi::compiler {
namespace {

constexpr double kUnbounded = std::numeric_limits<double>::infinity();

Slacks slacks_of(const Thought& thought, const Asset& asset, uint32_t wanted) {
  const uint32_t count = thought.agent.options.count;
  const auto score = [&](uint32_t option) {
    return static_cast<double>(thought.score(asset, option)) + static_cast<double>(thought.inertia(option));
  };
  const auto rank = [&](uint32_t option) {
    return AssetParts(asset).option(thought.agent.options.first + option).rank;
  };
  const double minimum = thought.agent.minimum;
  Slacks slacks(count + 1, kUnbounded);
  for (uint32_t i = 0; i < count; ++i) {
    const double other = score(i);
    if (i == wanted || other == -kUnbounded) continue;
    if (wanted == kNone || rank(i) > rank(wanted))
      slacks[i] = minimum - other;
    else if (rank(i) == rank(wanted))
      slacks[i] = score(wanted) - other;
  }
  if (wanted != kNone) slacks[count] = score(wanted) - minimum;
  return slacks;
}

}  // namespace

std::vector<Slacks> slacks_of(const Lesson& label, const Asset& asset, const Model& model, uint32_t& picked) {
  Thought thought;
  picked = kNone;
  std::vector<Slacks> slacks(label.picks.size(), Slacks{-kUnbounded});
  if (!think_once(asset, model, label.situation, thought, ThoughtPart::decision)) return slacks;
  picked = thought.picked;
  for (size_t pick = 0; pick < label.picks.size(); ++pick)
    slacks[pick] = slacks_of(thought, asset, label.picks[pick]);
  return slacks;
}

double least_of(const Slacks& slacks) {
  return slacks.empty() ? std::numeric_limits<double>::infinity() : std::ranges::min(slacks);
}

}  // namespace ishi::compiler
