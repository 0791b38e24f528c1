#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "cli/why/print_explanation.h"
#include "diagnostics/render_json.h"

namespace ishi::compiler::cli {
namespace {

using Json = nlohmann::ordered_json;

Json number_json(float value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }
Json text_json(std::string_view text) { return text.empty() ? Json(nullptr) : Json(text); }

Json terms_json(const ExplainedDecision& decision, const RankedOption& option) {
  Json terms = Json::array();
  for (const TermInfo& term : option.terms) {
    terms.push_back({{"name", term.name},
                     {"input", number_json(option.value(term.input))},
                     {"value", number_json(option.value(term.value))},
                     {"contribution", number_json(option.value(term.contribution))}});
    if (const auto felt = decision.felt_as(option, term)) {
      terms.back()["weight"] = felt->weight;
      terms.back()["curve"] = text_json(felt->curve);
    }
  }
  return terms;
}

Json facts_json(const FactThought& facts) {
  Json of_facts = Json::array();
  for (size_t i = 0; i < facts.scores.size(); ++i)
    of_facts.push_back({{"target", facts.names[i]}, {"score", number_json(facts.scores[i])}});
  return of_facts;
}

Json target_json(const FactThought* facts) {
  return facts != nullptr && facts->best != kNone ? Json(facts->names[facts->best]) : Json(nullptr);
}

Json option_json(const ExplainedDecision& decision, const RankedOption& option) {
  const auto chance = decision.chance(option);
  Json json = {{"action", option.name},
               {"target", target_json(option.facts)},
               {"eligible", option.is_eligible},
               {"gate", text_json(option.action->when.text)},
               {"obstacle", option.is_eligible ? Json(nullptr) : Json(decision.obstacle(option))},
               {"rank", option.action->rank.value},
               {"score", number_json(option.score)},
               {"inertia", option.inertia},
               {"chance", chance ? Json(*chance) : Json(nullptr)},
               {"terms", terms_json(decision, option)}};
  if (option.facts != nullptr) json["facts"] = facts_json(*option.facts);
  return json;
}

Json choice_json(const ExplainedDecision& decision, const RankedOption& choice) {
  return {{"choice", choice.name},
          {"target", target_json(choice.facts)},
          {"gate", text_json(choice.action->when.text)},
          {"score", choice.is_eligible ? number_json(choice.score) : Json(nullptr)},
          {"inertia", choice.inertia},
          {"terms", terms_json(decision, choice)},
          {"facts", facts_json(*choice.facts)}};
}

Json plan_json(const std::optional<Planned>& planned) {
  if (!planned) return nullptr;
  Json json = {{"reach", planned->reach}, {"found", planned->plan.has_value()}};
  if (planned->holds_already) json["holds_already"] = true;
  if (planned->plan) {
    json["steps"] = planned->plan->steps;
    json["cost_seconds"] = planned->plan->cost_seconds;
  }
  if (!planned->limited_by.empty()) json["limited_by"] = planned->limited_by;
  json["situations"] = planned->situations;
  json["after_seconds"] = planned->seconds;
  return json;
}

Json flip_json(const ExplainedDecision& decision, const Flip& flip) {
  Json json = {{"key", flip.key},
               {"from", flip.from},
               {"to", flip.to},
               {"condition", flip.condition},
               {"share_of_range", flip.share},
               {"action", text_json(decision.picked_by(flip))},
               {"target", text_json(flip.picked_for)}};
  if (!flip.chosen.empty()) json["chosen"] = flip.chosen;
  return json;
}

Json foreseen_json(const std::optional<Foreseen>& foreseen) {
  if (!foreseen) return nullptr;
  return {{"steps", text_json(foreseen->steps)}, {"after_seconds", foreseen->seconds}};
}

}  // namespace

nlohmann::ordered_json explanation_json(const ExplainedDecision& decision) {
  const AskedSituation& asked = decision.asked();
  const Thought& thought = decision.thought();
  Json options = Json::array(), choices = Json::array(), flips = Json::array();
  for (const RankedOption& option : decision.options()) options.push_back(option_json(decision, option));
  for (const RankedOption& choice : decision.choices()) choices.push_back(choice_json(decision, choice));
  for (const Flip& flip : decision.flips()) flips.push_back(flip_json(decision, flip));
  Json choice = nullptr;
  if (const RankedOption* const best = decision.picked(); best != nullptr)
    choice = {{"action", best->name},
              {"target", text_json(thought.picked_for)},
              {"score", number_json(best->score)},
              {"plan", plan_json(decision.planned())},
              {"foreseen", foreseen_json(decision.foreseen())}};
  return {{"version", 1},
          {"agent", asked.agent().name.text},
          {"importance", text_json(asked.profile_name())},
          {"state", thought.state == kNoState ? Json(nullptr) : Json(decision.state_name())},
          {"choice", choice},
          {"options", options},
          {"choices", choices},
          {"flip", flips.empty() ? Json(nullptr) : flips[0]},
          {"flips", flips}};
}

}  // namespace ishi::compiler::cli
