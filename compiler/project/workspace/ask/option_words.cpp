#include "workspace/ask/option_words.h"

#include <fmt/format.h>

#include "expression/written_unit.h"

namespace ishi::compiler {
namespace {

struct Combination {
  std::string_view name, words;
};

// In the order of Combine.
constexpr Combination kCombinations[] = {
    {"product", "the score is their product"},
    {"compensated", "the score is their product, compensated for their number"},
    {"geometric", "the score is their geometric mean"},
    {"min", "the score is the least of them"},
    {"max", "the score is the greatest of them"},
    {"mean", "the score is their mean"},
    {"sum", "the score is their sum"}};
constexpr Combination kTactical = {"tactical",
                                   "the score is max(0, the sum of the first three) × opportunity"};
constexpr Combination kNormalized = {"normalize",
                                     "their sum is divided by the sum of the amounts (normalize)"};
constexpr Combination kAdded = {"sum", ""};

Combination combination_of(const Action& action, const Select& select) {
  if (action.considerations.given) return kCombinations[static_cast<size_t>(action.combine.value)];
  if (action.tactical.given) return kTactical;
  const bool has_amounts = action.gains.given || action.reduces.given;
  return select.normalize.value && has_amounts ? kNormalized : kAdded;
}

std::string draw_note(const ExplainedDecision& decision, const RankedOption& best) {
  const Thought& thought = decision.thought();
  if (best.index == thought.running)
    return fmt::format("{} was drawn before and goes on: only something of a higher rank takes over",
                       best.name);
  const AgentInfo& agent = thought.agent;
  const std::string among = agent.top > 0 ? fmt::format(" among the best {}", agent.top) : "";
  return fmt::format("{} is drawn{}, {}", best.name, among,
                     agent.selection == SelectionKind::weighted
                         ? std::string("in proportion to the score")
                         : fmt::format("with a temperature of {:.4g}", agent.temperature));
}

}  // namespace

std::string_view combination_name(const Action& action, const Select& select) {
  return combination_of(action, select).name;
}

std::string combination_words(const Action& action, const Select& select) {
  return std::string(combination_of(action, select).words);
}

std::vector<std::string> reasons_not_to_compete(const ExplainedDecision& decision,
                                                const RankedOption& option) {
  std::vector<std::string> reasons;
  if (!option.is_eligible) return reasons;
  if (const std::string why = decision.held_back(option); !why.empty())
    reasons.push_back(fmt::format("{}, so it does not compete", why));
  const float minimum = decision.thought().agent.minimum;
  if (option.total() <= minimum && !option.is_choice)
    reasons.push_back(fmt::format("not above the minimum of {:.4g}, so it does not compete", minimum));
  return reasons;
}

std::string decision_note(const ExplainedDecision& decision) {
  if (decision.options().empty()) return {};
  const Thought& thought = decision.thought();
  const RankedOption* const best = decision.picked();
  const RankedOption& first = decision.options()[0];
  if (best == nullptr)
    return fmt::format("nothing scores above the minimum of {:.4g}", thought.agent.minimum);
  if (decision.chance(*best)) return draw_note(decision, *best);
  if (thought.is_locked && best->index == thought.running) {
    const std::string condition = shown_formula(best->action->interruptible.text);
    return fmt::format("{} runs and may not be interrupted: `interruptible: {}`{}", best->name, condition,
                       condition == "false" ? "" : " does not hold");
  }
  if (!best->is_eligible && best->index == thought.running)
    return fmt::format("{} runs and goes on: nothing scores above the minimum of {:.4g}", best->name,
                       thought.agent.minimum);
  if (first.index == best->index || !first.is_eligible) return {};
  return fmt::format(
      "{} scores {}, but {}", first.name, first.total() > best->total() ? "higher" : "the same",
      best->action->rank.value > first.action->rank.value ? fmt::format("{} has a higher rank", best->name)
      : !decision.held_back(first).empty()                ? decision.held_back(first)
                                                          : std::string("ties go to the other one"));
}

}  // namespace ishi::compiler
