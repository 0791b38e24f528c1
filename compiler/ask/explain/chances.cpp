#include "explain/chances.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <numeric>

namespace ishi::compiler {

std::vector<double> chances(const Asset& asset, const Thought& thought) {
  const AgentInfo& agent = thought.agent;
  if (agent.selection == SelectionKind::highest) return {};
  const auto rank_of = [&](uint32_t option) {
    return int64_t{AssetParts(asset).option(agent.options.first + option).rank};
  };
  const int64_t above =
      thought.running == kNone ? std::numeric_limits<int64_t>::min() : rank_of(thought.running);
  std::vector<uint32_t> drawn;
  for (uint32_t i = 0; i < agent.options.count; ++i) {
    const bool cools = !thought.cooldowns.empty() && thought.cooldowns[i] > 0;
    if (thought.score(asset, i) > agent.minimum && !cools && rank_of(i) > above) drawn.push_back(i);
  }
  std::vector<double> result(agent.options.count);
  if (drawn.empty()) return result;
  const int64_t highest = rank_of(std::ranges::max(drawn, {}, rank_of));
  std::erase_if(drawn, [&](uint32_t option) { return rank_of(option) != highest; });
  if (agent.ties == ishi::Ties::last) std::ranges::reverse(drawn);
  std::ranges::stable_sort(drawn, std::greater<>(),
                           [&](uint32_t option) { return thought.score(asset, option); });
  const bool is_weighted = agent.selection == SelectionKind::weighted;
  if (is_weighted && agent.top > 0 && drawn.size() > agent.top) drawn.resize(agent.top);
  const double best = thought.score(asset, drawn[0]);
  for (const uint32_t option : drawn) {
    const double score = thought.score(asset, option);
    result[option] = is_weighted ? std::max(score, 0.0)
                                 : std::exp((score - best) / static_cast<double>(agent.temperature));
  }
  const double sum = std::accumulate(result.begin(), result.end(), 0.0);
  if (sum == 0) result[drawn[0]] = 1;
  for (double& chance : result) chance /= sum == 0 ? 1 : sum;
  return result;
}

}  // namespace ishi::compiler
