#include "simulate/profiles_of.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <string_view>
#include <unordered_set>

namespace ishi::compiler {

std::vector<uint32_t> profiles_of(const Model& model, uint32_t agent) {
  std::vector<uint32_t> all(model.importance.size());
  std::iota(all.begin(), all.end(), 0U);
  if (agent == kNone) return all;
  const Agent& kind = model.agents[agent].value;
  std::unordered_set<std::string_view> counted;
  for (const Reference& one : kind.actions) {
    if (one.index == kNone) continue;
    const Action& action = model.actions[one.index].value;
    for (const auto* amounts : {&action.gains.value, &action.reduces.value})
      for (const auto& amount : *amounts) counted.insert(amount.name.text);
  }
  const auto is_its = [&](uint32_t profile) {
    const auto& states = kind.states.value;
    return kind.importance.index == profile || std::ranges::any_of(states, [&](const auto& state) {
             return state.value.importance.index == profile;
           });
  };
  const auto matters = [&](uint32_t profile) {
    const auto& weights = model.importance[profile].value.weights;
    return weights.empty() || is_its(profile) || std::ranges::any_of(weights, [&](const auto& weight) {
             return counted.contains(weight.name.text);
           });
  };
  std::vector<uint32_t> own;
  std::ranges::copy_if(all, std::back_inserter(own), matters);
  return own.empty() ? all : own;
}

}  // namespace ishi::compiler
