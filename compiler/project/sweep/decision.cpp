#include "sweep/decision.h"

#include <fmt/format.h>

#include <algorithm>

namespace ishi::compiler {

SweptDecision Decider::decide(std::span<const float> values) {
  for (size_t i = 0; i < axes_.size(); ++i) axes_[i].set(model_, situation_, values[i]);
  ++count_;
  thought_ = {};
  SweptDecision decision;
  // Never an error for a situation of the asset's own model.
  const bool is_of_the_agent = std::ranges::all_of(
      axes_, [](const Axis& axis) { return axis.entity == kNone && axis.candidate == kNone; });
  const Status status = is_of_the_agent
                            ? repeated_.think(situation_, thought_)
                            : think_once(asset_, model_, situation_, thought_, ThoughtPart::decision);
  if (!status) return decision;
  decision.option = thought_.picked;
  if (thought_.agent.options.count > 0) return decision;
  for (uint32_t i = 0; i < thought_.choices.size(); ++i) {
    const ChoiceThought& choice = thought_.choices[i];
    decision.chosen += fmt::format("{}{}: {}", decision.chosen.empty() ? "" : ", ",
                                   AssetParts(asset_).choice(thought_.agent.choices.first + i).name,
                                   choice.member.empty() ? "nothing" : choice.member);
  }
  return decision;
}

// Members stand in the order of the situation.
RunsFor Decider::picked_for() const {
  const FactThought* const facts = thought_.facts_of(thought_.picked);
  if (facts == nullptr || facts->best == kNone) return {};
  return {kNone, facts->best};
}

}  // namespace ishi::compiler
