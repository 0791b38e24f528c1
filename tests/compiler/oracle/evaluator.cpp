#include "compiler/oracle/evaluator.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "compiler/oracle/arithmetic.h"
#include "compiler/oracle/curves.h"
#include "compiler/oracle/expressions.h"

namespace ishi::compiler::oracle {
namespace {

class Evaluator {
 public:
  Evaluator(const Model& model, const Moment& moment, uint32_t option, const Member* member)
      : model_(model), moment_(moment), place_{model, moment, option, member} {}

  Score score(const Action& a) {
    Score result;
    if (a.offered_by != kNone && !is_thing(a.offered_by)) return result;
    result.is_eligible = a.when.root == nullptr || number(*a.when.root) != 0;
    if (result.is_eligible) {
      result.value = by_model(a);
      if (a.weight.root != nullptr) result.value *= number(*a.weight.root);
    }
    result.is_fragile = arithmetic_.is_fragile();
    return result;
  }

 private:
  // True if the member is of a kind.
  [[nodiscard]] bool is_thing(uint32_t thing) const {
    return moment_.situation.entities[static_cast<size_t>(place_.member->entity)].thing == thing;
  }

  double by_model(const Action& a) {
    if (a.tactical.given) {
      const Tactical& t = a.tactical.value;
      const auto part = [&](const Formula& f, double low, double high) {
        return f.root != nullptr ? clamp(number(*f.root), low, high) : low;
      };
      const double sum = t.weights.expectation.value * part(t.expectation, 0, 1) -
                         t.weights.risk.value * part(t.risk, 0, 1) -
                         t.weights.cost.value * part(t.cost, 0, 1);
      return std::max(0.0, sum) * part(t.opportunity, 1, 2);
    }
    if (a.considerations.given) return combined(a);
    if (a.score.root != nullptr) return number(*a.score.root);
    if (a.rewards.given) return rewarded(a);
    double sum = 0;
    double amounts = 0;
    for (const auto& gain : a.gains.value) {
      const double amount = clamp(number(*gain.value.root), -1, 1);
      sum += effective(find_index(model_.needs, gain.name.text)) * amount;
      amounts += std::abs(amount);
    }
    for (const auto& reduce : a.reduces.value) {
      const double amount = clamp(number(*reduce.value.root), -1, 1);
      sum += effective(static_cast<uint32_t>(model_.needs.size()) +
                       find_index(model_.drives, reduce.name.text)) *
             amount;
      amounts += std::abs(amount);
    }
    if (!model_.agents[moment_.situation.agent].value.select.normalize.value) return sum;
    return amounts == 0 ? 0 : sum / amounts;
  }

  double combined(const Action& a) {
    std::vector<double> s;
    for (const auto& c : a.considerations.value) s.push_back(clamp(number(*c.value.root), 0, 1));
    const auto n = static_cast<double>(s.size());
    double product = 1;
    double sum = 0;
    for (const double x : s) {
      product *= x;
      sum += x;
    }
    switch (a.combine.value) {
      case Combine::product: return product;
      case Combine::compensated: {
        double result = 1;
        for (const double x : s) result *= x + (1 - x) * (1 - 1 / n) * x;
        return result;
      }
      case Combine::geometric: return std::pow(product, 1 / n);
      case Combine::min: return *std::ranges::min_element(s);
      case Combine::max: return *std::ranges::max_element(s);
      case Combine::mean: return sum / n;
      case Combine::sum: return sum;
    }
    return 0;
  }

  double rewarded(const Action& a) {
    double sum = 0;
    for (const auto& reward : a.rewards.value) {
      const auto& rewards = model_.planners[a.planner].value.rewards;
      const Formula& worth = rewards[find_index(rewards, reward.name.text)].value;
      sum += number(*worth.root) * number(*reward.value.root);
    }
    return sum;
  }

  double effective(uint32_t index) {
    const size_t needs = model_.needs.size();
    const Named<Motive>& motive = index < needs ? model_.needs[index] : model_.drives[index - needs];
    const uint32_t profile = moment_.situation.profile != kNone
                                 ? moment_.situation.profile
                                 : model_.agents[moment_.situation.agent].value.importance.index;
    double weight = 1;
    uint32_t curve = motive.value.curve.index;
    if (profile != kNone) {
      const auto& weights = model_.importance[profile].value.weights;
      const uint32_t named = find_index(weights, motive.name.text);
      if (named != kNone) {
        weight = weights[named].value.weight.value;
        if (weights[named].value.curve.index != kNone) curve = weights[named].value.curve.index;
      }
    }
    const double strength = level_of(index, place_, arithmetic_) * weight;
    return curve == kNone ? strength : through(model_.curves[curve].value, strength, arithmetic_);
  }

  double number(const Expression& node) { return number_of(node, place_, arithmetic_); }

  const Model& model_;
  const Moment& moment_;
  Place place_;
  Arithmetic arithmetic_;
};

}  // namespace

Score score_of(const Model& model, const Moment& moment, uint32_t option, const Member* member) {
  const auto& actions = model.agents[moment.situation.agent].value.actions;
  return Evaluator(model, moment, option, member).score(model.actions[actions[option].index].value);
}

Score score_of_choice(const Model& model, const Moment& moment, uint32_t choice, const Member& member) {
  return Evaluator(model, moment, kNone, &member).score(model.choices[choice].value);
}

}  // namespace ishi::compiler::oracle
