#include "workspace/ask/explained_decision.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "explain/chances.h"
#include "explain/failed_condition.h"
#include "expression/written_unit.h"

namespace ishi::compiler {
namespace {

// True if each option scores alike in two thoughts of an agent.
bool scores_alike(const Asset& asset, const Thought& one, const Thought& other) {
  constexpr float kClose = 1e-4F;
  for (uint32_t i = 0; i < one.agent.options.count; ++i) {
    const float a = one.score(asset, i), b = other.score(asset, i);
    const bool is_close = a == b || std::abs(a - b) <= kClose * std::max({1.0F, std::abs(a), std::abs(b)});
    if (!is_close) return false;  // also where one alone is minus infinity
  }
  return true;
}

}  // namespace

Status ExplainedDecision::explain(bool has_flips) {
  if (const Status status = explain_alone(); !status) return status;
  if (const RankedOption* best = picked()) planned_ = first_plan(asked_, best->index);
  if (const RankedOption* best = picked()) foreseen_ = first_foreseen(asked_, best->index);
  if (!has_flips) return {};
  const Status status = begin_flips();
  while (seek_flips()) {
  }
  return status;
}

Status ExplainedDecision::begin_flips() {
  if (const AskedSituation::Decided* const decided = asked_.decided(); asked_.course() != nullptr) {
    moment_ = asked_.moment();
    Thought again;
    bool is_so = false;
    Status status = moment_->open();
    if (status) status = moment_->think(asked_.situation(), asked_.situation(), again, is_so);
    if (!status) return status;
    is_repeatable_ = is_so && again.picked == thought_.picked;
  } else if (decided != nullptr) {
    // What decided then may be more than a situation says: a cooldown, or what an agent of the scene was
    // granted.
    Thought again;
    const Status status = think_once(asked_.asset(), asked_.model(), asked_.situation(), again);
    if (!status) return status;
    is_repeatable_ = again.picked == thought_.picked && scores_alike(asked_.asset(), thought_, again);
  }
  if (!is_drawn() && is_repeatable_)
    search_ = std::make_unique<FlipSearch>(asked_.asset(), asked_.model(), asked_.situation(), thought_,
                                           asked_.question().stop, moment_.get());
  return {};
}

bool ExplainedDecision::seek_flips() {
  if (search_ == nullptr) return false;
  if (search_->go_on()) return true;
  flips_ = search_->take();
  search_.reset();
  return false;
}

Status ExplainedDecision::explain_alone() {
  const Asset& asset = asked_.asset();
  if (const AskedSituation::Decided* const decided = asked_.decided()) {
    thought_ = decided->thought;
  } else if (const Status status = think_once(asset, asked_.model(), asked_.situation(), thought_); !status) {
    return status;
  }
  chances_ = compiler::chances(asset, thought_);
  rank();
  list_choices();
  return {};
}

void ExplainedDecision::rank() {
  const Asset& asset = asked_.asset();
  const Agent& agent = asked_.agent().value;
  for (uint32_t i = 0; i < thought_.agent.options.count; ++i) {
    const FactThought* const facts = thought_.facts_of(i);
    const bool is_for_member = facts != nullptr && facts->best != kNone;
    const float score = thought_.score(asset, i);
    ranked_.push_back({.index = i,
                       .name = agent.actions[i].text,
                       .is_eligible = score != -std::numeric_limits<float>::infinity(),
                       .score = score,
                       .inertia = thought_.inertia(i),
                       .action = &asked_.model().actions[agent.actions[i].index].value,
                       .facts = facts,
                       .values = is_for_member ? &facts->values : &thought_.values,
                       .terms = terms_of(AssetParts(asset).option(thought_.agent.options.first + i).terms)});
  }
  std::ranges::stable_sort(ranked_, std::greater<>(), &RankedOption::total);
}

void ExplainedDecision::list_choices() {
  const auto& model = asked_.model();
  for (const FactThought& judged : thought_.judged) {
    const ChoiceInfo info = AssetParts(asked_.asset()).choice(thought_.agent.choices.first + judged.option);
    const bool is_eligible = judged.best != kNone;
    choices_.push_back({.index = judged.option,
                        .name = info.name,
                        .is_choice = true,
                        .is_eligible = is_eligible,
                        .score = is_eligible ? judged.scores[judged.best] : 0,
                        .inertia = is_eligible && judged.best == judged.running ? info.inertia : 0,
                        .action = &model.choices[find_index(model.choices, info.name)].value,
                        .facts = &judged,
                        .values = is_eligible ? &judged.values : &thought_.values,
                        .terms = terms_of(info.terms)});
  }
}

std::vector<TermInfo> ExplainedDecision::terms_of(IndexRange range) const {
  std::vector<TermInfo> terms;
  for (uint32_t i = 0; i < range.count; ++i)
    terms.push_back(AssetParts(asked_.asset()).term(range.first + i));
  return terms;
}

const RankedOption* ExplainedDecision::picked() const {
  const auto found = std::ranges::find(ranked_, thought_.picked, &RankedOption::index);
  return found != ranked_.end() ? &*found : nullptr;
}

std::string_view ExplainedDecision::state_name() const {
  return asked_.agent().value.states.value[thought_.state].name.text;
}

std::string_view ExplainedDecision::picked_by(const Flip& flip) const {
  return flip.option == kNone ? std::string_view() : asked_.agent().value.actions[flip.option].text;
}

std::optional<double> ExplainedDecision::chance(const RankedOption& option) const {
  if (chances_.empty() || option.is_choice) return std::nullopt;
  return chances_[option.index];
}

std::optional<FeltAs> ExplainedDecision::felt_as(const RankedOption& option, const TermInfo& term) const {
  if (term.kind != ishi::TermKind::motive || option.action->rewards.given) return std::nullopt;
  const Model& model = asked_.model();
  const Agent& agent = asked_.agent().value;
  const uint32_t of_state =
      thought_.state == kNoState ? kNone : agent.states.value[thought_.state].value.importance.index;
  const uint32_t usual =
      asked_.situation().profile != kNone ? asked_.situation().profile : agent.importance.index;
  const uint32_t profile = of_state != kNone ? of_state : usual;
  FeltAs felt;
  for (const auto* motives : {&model.needs, &model.drives}) {
    const uint32_t motive = find_index(*motives, term.name);
    if (motive != kNone) felt.curve = (*motives)[motive].value.curve.text;
  }
  if (profile == kNone) return felt;
  const auto& weights = model.importance[profile].value.weights;
  const uint32_t index = find_index(weights, term.name);
  if (index == kNone) return felt;
  felt.weight = weights[index].value.weight.value;
  if (weights[index].value.curve.given()) felt.curve = weights[index].value.curve.text;
  return felt;
}

std::string ExplainedDecision::held_back(const RankedOption& option) const {
  if (option.is_choice || option.index == thought_.picked) return {};
  const double left = thought_.cooldowns.empty() ? 0 : thought_.cooldowns[option.index];
  if (left > 0) return fmt::format("it cools down, {:.2f}s more", left);
  const auto held = thought_.held_from(asked_.model(), *option.action, option.index);
  return held ? fmt::format("`{}` is held by {}", held->what, held->by) : std::string();
}

std::string ExplainedDecision::obstacle(const RankedOption& option) const {
  if (!option.is_choice && !thought_.competes(asked_.asset(), option.index))
    return fmt::format("the state `{}` lacks it", state_name());
  const AskedSituation::Decided* const decided = asked_.decided();
  const bool has_situation = decided == nullptr || decided->is_in_situation;
  if (!option.is_choice && thought_.taken[option.index]) {
    const auto& taken = has_situation ? asked_.situation().taken.tokens : decided->taken;
    for (const Reference& claim : option.action->claims) {
      if (std::ranges::find(taken, claim.index) != taken.end())
        return fmt::format("others hold `{}`", claim.text);
    }
  }
  const std::string when = shown_formula(option.action->when.text);
  if (const FactThought* const facts = option.facts; facts != nullptr) {
    const Model& model = asked_.model();
    const std::string_view set = name_of_set(model, option.action->set()).text;
    const std::string_view member = is_memory(model, option.action->set()) ? "fact" : "member";
    if (const uint32_t thing = option.action->offered_by; thing != kNone && !facts->scores.empty()) {
      const std::string none = fmt::format("no `{}` in `{}`", model.things[thing].name.text, set);
      return when.empty() ? none : fmt::format("{} for which `when: {}` holds", none, when);
    }
    if (facts->scores.empty()) return fmt::format("`{}` has no {}s", set, member);
    if (option.is_choice && option.action->minimum.given) {
      const double least = option.action->minimum.value;
      return when.empty()
                 ? fmt::format("no {} of `{}` scores above the minimum of {:.4g}", member, set, least)
                 : fmt::format(
                       "`when: {}` holds for no {} of `{}` that scores above the minimum of "
                       "{:.4g}",
                       when, member, set, least);
    }
    if (option.action->cooldown_for_member.given) {
      return when.empty() ? fmt::format("each {} of `{}` cools down", member, set)
                          : fmt::format("`when: {}` holds for no {} of `{}` that does not cool down", when,
                                        member, set);
    }
    return fmt::format("`when: {}` holds for no {} of `{}`", when, member, set);
  }
  if (!has_situation) return fmt::format("`when: {}` does not hold", when);
  const uint32_t action = asked_.agent().value.actions[option.index].index;
  const std::string part =
      FailedCondition(asked_.model(), asked_.units(), asked_.sources()).explain(asked_.situation(), action);
  const std::string said = fmt::format("`{}` is false", when);  // of the whole of it, that says no more
  const std::string_view more =
      part.starts_with(said)
          ? std::string_view(part).substr(std::min(part.size(), part.find_first_not_of(":, ", said.size())))
          : std::string_view(part);
  return fmt::format("`when: {}` does not hold{}{}", when, more.empty() ? "" : ": ", more);
}

}  // namespace ishi::compiler
