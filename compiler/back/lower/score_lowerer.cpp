#include "lower/score_lowerer.h"

#include <algorithm>
#include <cmath>
#include <unordered_set>

#include "language/limits.h"
#include "lower/name_values.h"

namespace ishi::compiler {
namespace {

using enum OperationCode;

}  // namespace

std::vector<MotiveWeights> gather_weights(const Model& model) {
  std::vector<MotiveWeights> result;
  for (const auto* motives : {&model.needs, &model.drives}) {
    for (const auto& motive : *motives) {
      MotiveWeights& weights = result.emplace_back();
      weights.curves.push_back(motive.value.curve.index);
      std::unordered_set<uint32_t> known = {motive.value.curve.index};
      for (const auto& profile : model.importance) {
        const uint32_t index = find_index(profile.value.weights, motive.name.text);
        if (index == kNone) continue;
        const Weighting& weighting = profile.value.weights[index].value;
        const auto weight = static_cast<float>(weighting.weight.value);
        weights.range = hull(weights.range, {weight, weight});
        if (weighting.curve.given() && known.insert(weighting.curve.index).second)
          weights.curves.push_back(weighting.curve.index);
      }
    }
  }
  return result;
}

Ref ScoreLowerer::effective(uint32_t motive) {
  const auto known = strengths_.find(motive);
  if (known != strengths_.end()) return known->second;
  Ref strength = expressions_.level(motive);
  const auto& [weights, curves] = weights_[motive];
  const bool weighs_nothing_else = weights.low == 1 && weights.high == 1;  // nothing need be looked up
  if (!weighs_nothing_else) {
    strength = builder_.apply(multiply, {strength, builder_.source(weight, motive, weights)});
  }
  const auto through = [&](uint32_t curve) {
    return curve == kNone ? strength : builder_.curve(curve, strength);
  };
  Ref result = through(curves[0]);
  for (uint32_t i = 1; i < curves.size(); ++i) {
    const Interval range{0, static_cast<float>(curves.size() - 1)};
    const Ref chosen = builder_.apply(
        equal, {builder_.source(curve_choice, motive, range), builder_.constant(static_cast<float>(i))});
    result = builder_.apply(select, {chosen, through(curves[i]), result});
  }
  strengths_.emplace(motive, result);
  return result;
}

Ref ScoreLowerer::lower_amounts(const Action& action, std::vector<LoweredTerm>& terms) {
  std::vector<Ref> parts;
  std::vector<Ref> amounts;
  const auto add_terms = [&](const Map<Formula>& map, const Map<Motive>& motives, uint32_t first) {
    for (const auto& amount : map) {
      const uint32_t motive = first + find_index(motives, amount.name.text);
      const Ref strength = effective(motive);
      const Ref factor = builder_.clamp(expressions_.lower_number(*amount.value.root), -1, 1);
      const Ref part = builder_.apply(multiply, {strength, factor});
      parts.push_back(part);
      amounts.push_back(builder_.apply(absolute, factor));
      terms.push_back({amount.name.text, TermKind::motive, expressions_.level(motive), strength, part});
    }
  };
  add_terms(action.gains.value, model_.needs, 0);
  add_terms(action.reduces.value, model_.drives, static_cast<uint32_t>(model_.needs.size()));
  if (parts.empty()) return builder_.constant(0);
  const Ref sum = builder_.reduce(add, parts);
  if (!agent_.select.normalize.value) return sum;
  return builder_.apply(divide, {sum, builder_.reduce(add, amounts)});
}

Ref ScoreLowerer::lower_tactical(const Tactical& tactical, std::vector<LoweredTerm>& terms) {
  const auto part = [&](std::string_view name, const Formula& formula, float low, float high, float factor) {
    const Ref input =
        formula.root != nullptr ? expressions_.lower_number(*formula.root) : builder_.constant(low);
    const Ref value = builder_.clamp(input, low, high);
    const Ref contribution = builder_.apply(multiply, {value, builder_.constant(factor)});
    terms.push_back({name, TermKind::tactical, input, value, contribution});
    return contribution;
  };
  const Ref expectation =
      part("expectation", tactical.expectation, 0, 1, static_cast<float>(tactical.weights.expectation.value));
  const Ref risk = part("risk", tactical.risk, 0, 1, -static_cast<float>(tactical.weights.risk.value));
  const Ref cost = part("cost", tactical.cost, 0, 1, -static_cast<float>(tactical.weights.cost.value));
  const Ref opportunity = part("opportunity", tactical.opportunity, 1, 2, 1);
  const Ref worth = builder_.apply(add, {builder_.apply(add, {expectation, risk}), cost});
  return builder_.apply(multiply, {builder_.apply(maximum, {worth, builder_.constant(0)}), opportunity});
}

Ref ScoreLowerer::lower_considerations(const Action& action, std::vector<LoweredTerm>& terms) {
  std::vector<Ref> values;
  const auto count = static_cast<float>(action.considerations.value.size());
  for (const auto& consideration : action.considerations.value) {
    const Ref input = expressions_.lower_number(*consideration.value.root);
    const Ref value = builder_.clamp(input, 0, 1);
    Ref contribution = value;
    if (action.combine.value == Combine::compensated) {
      // s + (1 - s) · (1 - 1/n) · s
      const Ref rest = builder_.apply(subtract, {builder_.constant(1), value});
      const Ref makeup = builder_.apply(
          multiply, {builder_.apply(multiply, {rest, builder_.constant(1.0F - 1.0F / count)}), value});
      contribution = builder_.apply(add, {value, makeup});
    }
    values.push_back(contribution);
    terms.push_back({consideration.name.text, TermKind::consideration, input, value, contribution});
  }
  if (values.empty()) return builder_.constant(0);
  switch (action.combine.value) {
    case Combine::geometric:
      return builder_.apply(power, {builder_.reduce(multiply, values), builder_.constant(1.0F / count)});
    case Combine::min: return builder_.reduce(minimum, values);
    case Combine::max: return builder_.reduce(maximum, values);
    case Combine::mean:
      return builder_.apply(divide, {builder_.reduce(add, values), builder_.constant(count)});
    case Combine::sum: return builder_.reduce(add, values);
    default: return builder_.reduce(multiply, values);
  }
}

// The worth of a plan's rewards to its planner.
Ref ScoreLowerer::lower_rewards(const Action& action, std::vector<LoweredTerm>& terms) {
  const Planner& planner = model_.planners[action.planner].value;
  std::vector<Ref> parts;
  for (const auto& reward : action.rewards.value) {
    const Formula& worth_of = planner.rewards[find_index(planner.rewards, reward.name.text)].value;
    const Ref worth = expressions_.lower_number(*worth_of.root);
    const Ref amount = expressions_.lower_number(*reward.value.root);
    parts.push_back(builder_.apply(multiply, {worth, amount}));
    terms.push_back({reward.name.text, TermKind::motive, worth, worth, parts.back()});
  }
  return parts.empty() ? builder_.constant(0) : builder_.reduce(add, parts);
}

Ref ScoreLowerer::lower_model(const Action& action, std::vector<LoweredTerm>& terms) {
  if (action.rewards.given) return lower_rewards(action, terms);
  if (action.tactical.given) return lower_tactical(action.tactical.value, terms);
  if (action.considerations.given) return lower_considerations(action, terms);
  if (action.score.root != nullptr) {
    const Ref score = expressions_.lower_number(*action.score.root);
    terms.push_back({"score", TermKind::score, score, score, score});
    return score;
  }
  return lower_amounts(action, terms);
}

LoweredRhythm ScoreLowerer::lower_rhythm(const Formula& every) {
  LoweredRhythm rhythm;
  if (every.root == nullptr) return rhythm;
  const bool is_frames = every.root->type.quantity == Quantity::frames;
  expressions_.enter_option(kNone, kNone);
  const Ref interval = expressions_.lower_number(*every.root);
  const Interval range = builder_.range_of(interval);
  const auto held = [&](float value) {
    const double unit = is_frames ? 1 : 1e6;
    const double least = is_frames ? 1 : kLimits.least_think_seconds * unit;
    const double most =
        is_frames ? static_cast<double>(kLimits.think_every_frames) : kLimits.think_every_seconds * unit;
    return static_cast<uint32_t>(std::clamp(std::round(static_cast<double>(value) * unit), least, most));
  };
  rhythm.unit = is_frames ? ThinkUnit::frames : ThinkUnit::microseconds;
  rhythm.least = held(range.low);
  rhythm.most = held(range.high);
  if (rhythm.least == rhythm.most) return rhythm;
  rhythm.interval = builder_.own(interval);
  builder_.keep(rhythm.interval);
  return rhythm;
}

Ref ScoreLowerer::lower_level(uint32_t motive) {
  const Ref level = expressions_.level(motive);
  builder_.keep(level);
  return level;
}

// The score where the action's condition holds, the weight multiplied in.
Ref ScoreLowerer::lower_score(const Action& action, std::vector<LoweredTerm>& terms, Ref& weight) {
  const size_t mark = action.when.root != nullptr ? expressions_.assume(*action.when.root, true) : 0;
  Ref score = lower_model(action, terms);
  weight = builder_.constant(1);
  if (action.weight.root != nullptr) {
    weight = expressions_.lower_number(*action.weight.root);
    terms.push_back({"weight", TermKind::weight, weight, weight, weight});
    score = builder_.apply(multiply, {score, weight});
  }
  expressions_.forget(mark);
  return score;
}

LoweredOption ScoreLowerer::lower_option(uint32_t index) {
  LoweredOption option;
  option.action = agent_.actions[index].index;
  const Action& action = model_.actions[option.action].value;
  expressions_.enter_option(index, action.set());
  option.set = action.set();
  if (option.set != kNone) option.each = each_member(builder_, option.set);
  Ref condition =
      action.when.root != nullptr ? expressions_.lower_number(*action.when.root) : builder_.truth(true);
  // Of a set of several kinds those that offer it.
  if (action.offered_by != kNone && member_type(model_, option.set).reference == kNone) {
    condition = builder_.apply(OperationCode::both,
                               {expressions_.is_thing(option.set, action.offered_by), condition});
  }
  if (action.not_lately.root != nullptr)
    condition =
        builder_.apply(OperationCode::both, {condition, expressions_.lower_number(*action.not_lately.root)});
  option.condition = builder_.to_agents(condition);
  option.score = builder_.gate(option.condition, lower_score(action, option.terms, option.weight));
  return option;
}

LoweredChoice ScoreLowerer::lower_choice(uint32_t choice, uint32_t place) {
  const Action& action = model_.choices[choice].value;
  LoweredChoice result;
  result.choice = choice;
  result.set = action.set();
  result.inertia = static_cast<float>(action.inertia.value);
  expressions_.enter_option(kNone, result.set);
  result.condition = builder_.to_agents(
      action.when.root != nullptr ? expressions_.lower_number(*action.when.root) : builder_.truth(true));
  // A choice takes its score for each agent, also where that is one for all.
  const Ref plain = lower_score(action, result.terms, result.weight);
  if (action.minimum.given) {
    const Ref least = builder_.constant(static_cast<float>(action.minimum.value));
    const Ref is_above = builder_.apply(OperationCode::less, {least, plain});
    result.condition = builder_.to_agents(builder_.apply(both, {result.condition, is_above}));
  }
  result.member_score =
      builder_.gate(result.condition, builder_.is_constant(result.condition) ? builder_.own(plain) : plain);
  result.each = each_member(builder_, result.set);
  result.best = builder_.choose(best_of, result.member_score, result.each, place, {-1, 255});
  const Interval of_none{0, 0};
  result.score = builder_.choose(best_score, result.member_score, result.each, place,
                                 hull(of_none, builder_.range_of(plain)));
  return result;
}

AgentChoices::AgentChoices(const Model& model, std::span<const MotiveWeights> weights,
                           const Named<Agent>& agent, std::vector<LoweredMoment>& moments,
                           ProgramBuilder& builder, Diagnostics& diagnostics)
    : model_(model),
      weights_(weights),
      agent_(agent),
      moments_(moments),
      builder_(builder),
      diagnostics_(diagnostics) {
  for (const Reference& choice : agent.value.choices) {
    if (choice.index != kNone) place_of(choice.index);
  }
}

uint32_t AgentChoices::place_of(uint32_t choice) {
  for (uint32_t i = 0; i < entries_.size(); ++i) {
    if (entries_[i].choice == choice) return i;
  }
  entries_.emplace_back().choice = choice;
  return static_cast<uint32_t>(entries_.size() - 1);
}

// A choice may name others, but never itself.
ChoiceSource::Lowered AgentChoices::lower(uint32_t choice) {
  const uint32_t place = place_of(choice);
  if (entries_[place].best == kNoRef) {
    LoweredChoice lowered = ScoreLowerer(model_, weights_, agent_, moments_, builder_, *this, diagnostics_)
                                .lower_choice(choice, place);
    entries_[place] = std::move(lowered);  // others may have come behind it
  }
  return {entries_[place].best, entries_[place].score};
}

std::vector<LoweredChoice> AgentChoices::lower_all() {
  // Lowering one may add others.
  for (size_t i = 0; i < entries_.size(); ++i)
    (void)lower(entries_[i].choice);  // NOLINT(modernize-loop-convert)
  return std::move(entries_);
}

}  // namespace ishi::compiler
