#include "workspace/ask/explanation_json.h"

#include <fmt/format.h>

#include <cmath>

#include "diagnostics/json.h"
#include "diagnostics/render_json.h"
#include "language/unit.h"
#include "model/motives.h"
#include "workspace/ask/option_words.h"

namespace ishi::compiler {
namespace {

using OrderedJson = nlohmann::ordered_json;

OrderedJson number_json(float value) {
  return std::isfinite(value) ? OrderedJson(value) : OrderedJson(nullptr);
}
OrderedJson text_json(std::string_view text) {
  return text.empty() ? OrderedJson(nullptr) : OrderedJson(text);
}

std::string_view name_of(ishi::TermKind kind) {
  switch (kind) {
    case ishi::TermKind::motive: return "motive";
    case ishi::TermKind::consideration: return "consideration";
    case ishi::TermKind::tactical: return "tactical";
    case ishi::TermKind::score: return "score";
    case ishi::TermKind::weight: return "weight";
  }
  return {};
}

OrderedJson terms_json(const ExplainedDecision& decision, const RankedOption& option) {
  OrderedJson terms = OrderedJson::array();
  for (const TermInfo& term : option.terms) {
    terms.push_back({{"name", term.name},
                     {"kind", name_of(term.kind)},
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

OrderedJson facts_json(const FactThought& facts) {
  OrderedJson of_facts = OrderedJson::array();
  for (size_t i = 0; i < facts.scores.size(); ++i)
    of_facts.push_back({{"target", facts.names[i]}, {"score", number_json(facts.scores[i])}});
  return of_facts;
}

OrderedJson target_json(const FactThought* facts) {
  return facts != nullptr && facts->best != kNone ? OrderedJson(facts->names[facts->best])
                                                  : OrderedJson(nullptr);
}

// How the terms become the score, as a word and as the sentence that `why` prints below them.
void add_combination(OrderedJson& json, const ExplainedDecision& decision, const RankedOption& option) {
  const Select& select = decision.asked().agent().value.select;
  json["combine"] = combination_name(*option.action, select);
  json["combine_words"] = text_json(combination_words(*option.action, select));
}

OrderedJson option_json(const ExplainedDecision& decision, const RankedOption& option) {
  const auto chance = decision.chance(option);
  OrderedJson json = {
      {"action", option.name},
      {"target", target_json(option.facts)},
      {"eligible", option.is_eligible},
      {"gate", text_json(option.action->when.text)},
      {"obstacle", option.is_eligible ? OrderedJson(nullptr) : OrderedJson(decision.obstacle(option))},
      {"rank", option.action->rank.value},
      {"score", number_json(option.score)},
      {"inertia", option.inertia},
      {"chance", chance ? OrderedJson(*chance) : OrderedJson(nullptr)},
      {"terms", terms_json(decision, option)}};
  add_combination(json, decision, option);
  json["does_not_compete"] = reasons_not_to_compete(decision, option);
  if (option.facts != nullptr) json["facts"] = facts_json(*option.facts);
  return json;
}

OrderedJson choice_json(const ExplainedDecision& decision, const RankedOption& choice) {
  OrderedJson json = {{"choice", choice.name},
                      {"target", target_json(choice.facts)},
                      {"gate", text_json(choice.action->when.text)},
                      {"score", choice.is_eligible ? number_json(choice.score) : OrderedJson(nullptr)},
                      {"inertia", choice.inertia},
                      {"terms", terms_json(decision, choice)}};
  add_combination(json, decision, choice);
  json["facts"] = facts_json(*choice.facts);
  return json;
}

OrderedJson plan_json(const std::optional<Planned>& planned) {
  if (!planned) return nullptr;
  OrderedJson json = {{"reach", planned->reach}, {"found", planned->plan.has_value()}};
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

OrderedJson flip_json(const ExplainedDecision& decision, const Flip& flip) {
  OrderedJson json = {{"key", flip.key},
                      {"from", flip.from},
                      {"to", flip.to},
                      {"condition", flip.condition},
                      {"share_of_range", flip.share},
                      {"action", text_json(decision.picked_by(flip))},
                      {"target", text_json(flip.picked_for)}};
  if (!flip.chosen.empty()) json["chosen"] = flip.chosen;
  return json;
}

// A value as SituationQuestion::set takes it.
std::string given_text(const AskedSituation& asked, const Variable& key, const SituationValue& value) {
  switch (key.resolved.kind) {
    case ValueKind::boolean: return value.value[0] != 0 ? "true" : "false";
    case ValueKind::enumeration: {
      const auto& words = asked.model().enums[key.resolved.reference].value.members;
      const auto word = static_cast<size_t>(value.value[0]);
      return word < words.size() ? std::string(words[word].text) : std::string();
    }
    case ValueKind::entity: {
      if (value.entity == kNone) return "nothing";
      const std::string_view name = name_of_entity(asked.situation(), value.entity);
      return std::string(name.empty() ? "someone" : name);
    }
    case ValueKind::number:
    case ValueKind::integer: {
      const UnitRow* const unit = find_unit(written_or_usual(key.unit, key.resolved.quantity));
      return fmt::format("{:.6g}{}", value.value[0] / (unit == nullptr ? 1 : unit->factor),
                         unit == nullptr ? "" : unit->suffix);
    }
    case ValueKind::point:
      if (!ishi::is_somewhere({value.value[0], value.value[1], value.value[2]})) return "nowhere";
      [[fallthrough]];
    default: return fmt::format("[{:.6g}, {:.6g}, {:.6g}]", value.value[0], value.value[1], value.value[2]);
  }
}

// What the situation says of the agent's keys and levels; the others are as they are declared.
OrderedJson given_json(const AskedSituation& asked) {
  const Model& model = asked.model();
  OrderedJson given = OrderedJson::object();
  for (const SituationValue& value : asked.situation().keys) {
    const auto& [name, key] = model.blackboard[value.index];
    given[std::string(name.text)] = given_text(asked, key, value);
  }
  for (const SituationValue& level : asked.situation().levels)
    given[motive_name(model, level.index)] = fmt::format("{:.6g}", level.value[0]);
  return given;
}

OrderedJson foreseen_json(const std::optional<Foreseen>& foreseen) {
  if (!foreseen) return nullptr;
  return {{"steps", text_json(foreseen->steps)}, {"after_seconds", foreseen->seconds}};
}

}  // namespace

nlohmann::ordered_json explanation_json(const ExplainedDecision& decision) {
  const AskedSituation& asked = decision.asked();
  const Thought& thought = decision.thought();
  OrderedJson options = OrderedJson::array(), choices = OrderedJson::array(), flips = OrderedJson::array();
  for (const RankedOption& option : decision.options()) options.push_back(option_json(decision, option));
  for (const RankedOption& choice : decision.choices()) choices.push_back(choice_json(decision, choice));
  for (const Flip& flip : decision.flips()) flips.push_back(flip_json(decision, flip));
  OrderedJson choice = nullptr;
  if (const RankedOption* const best = decision.picked(); best != nullptr)
    choice = {{"action", best->name},
              {"target", text_json(thought.picked_for)},
              {"score", number_json(best->score)},
              {"plan", plan_json(decision.planned())},
              {"foreseen", foreseen_json(decision.foreseen())}};
  return {{"version", 1},
          {"agent", asked.agent().name.text},
          {"importance", text_json(asked.profile_name_in(thought.state))},
          {"state", thought.state == kNoState ? OrderedJson(nullptr) : OrderedJson(decision.state_name())},
          {"given", given_json(asked)},
          {"thought_at_seconds",
           asked.decided() != nullptr ? OrderedJson(asked.decided()->seconds) : OrderedJson(nullptr)},
          {"thought_at_frame",
           asked.decided() != nullptr ? OrderedJson(asked.decided()->frame) : OrderedJson(nullptr)},
          {"choice", choice},
          {"note", text_json(decision_note(decision))},
          {"options", options},
          {"choices", choices},
          {"flip", flips.empty() ? OrderedJson(nullptr) : flips[0]},
          {"flips", flips}};
}

}  // namespace ishi::compiler
