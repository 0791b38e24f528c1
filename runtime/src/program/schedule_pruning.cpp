#include "program/schedule_pruning.h"

#include <algorithm>
#include <cmath>

namespace ishi {
namespace {

constexpr uint32_t kLeastStake = 3;

class PruningFinder {
 public:
  PruningFinder(const Needs& needs, Pruning& pruning) : in_(needs.in), n_(needs), out_(pruning) {}

  void find_only_uses() {
    const auto is_used = [&](uint32_t value, uint32_t option) {
      uint32_t& only_for = out_.operations[value].only_for;
      only_for = only_for == Pruning::kNone || only_for == option ? option : Pruning::kSeveral;
    };
    for (uint32_t option = 0; option < in_.options.size(); ++option)
      is_used(n_.score_of(option), n_.is_for_set(option) ? Pruning::kSeveral : option);
    for (const uint32_t level : in_.levels) is_used(level, Pruning::kSeveral);
    for (uint32_t i = n_.size; i-- > n_.first_of_agents;) {
      if (!n_.values[i].needed) continue;
      uint32_t& only_for = out_.operations[i].only_for;
      const bool is_of_several = only_for == Pruning::kNone || n_.of_candidates(i) || reduces(n_.code_of(i));
      if (is_of_several) only_for = Pruning::kSeveral;
      const uint32_t condition = n_.condition_of(i);
      n_.for_each_use(
          i, [&](uint32_t used) { is_used(used, used == condition ? Pruning::kSeveral : only_for); });
    }
  }

  // False if its score is no product whose range is known, or little would be saved.
  bool find(uint32_t option, Pruning::Bound& bound, Hope& hope) const {
    const uint32_t score = n_.score_of(option);
    if (!n_.of_agents(score) || out_.operations[score].only_for != option) return false;
    const uint32_t last = n_.code_of(score) == OperationCode::gate ? n_.operand(score, 1) : score;
    if (!n_.of_agents(last)) return false;
    const Compound* const compound = n_.compound_of(last);
    if (compound == nullptr || compound->factor_count == 0 || !find_most(*compound, bound)) return false;
    const uint32_t condition = n_.condition_of(score);
    if (condition != Needs::kNone && condition > bound.factor) return false;
    bound.under = hope.under = condition == Needs::kNone ? 0 : n_.values[condition].flag;
    for (uint32_t i = bound.factor + 1; i <= score; ++i)
      hope.stake += n_.runs(i) && out_.operations[i].only_for == option ? 1 : 0;
    return hope.stake >= kLeastStake;
  }

 private:
  // The first factor, and what the others times the sum come up to at most.
  bool find_most(const Compound& compound, Pruning::Bound& bound) const {
    uint32_t first = 0;
    for (uint32_t k = 0; k < compound.factor_count; ++k) {
      if (n_.resolved[compound.factors[k]] < n_.resolved[compound.factors[first]]) first = k;
    }
    bound.factor = n_.resolved[compound.factors[first]];
    double most = sum_at_most(compound);
    for (uint32_t k = 0; k < compound.factor_count; ++k) {
      const Interval& factor = in_.ranges[n_.resolved[compound.factors[k]]];
      if (!(factor.low >= 0)) return false;
      if (k != first) most *= double{factor.high};
    }
    // More than all the roundings.
    bound.most = static_cast<float>(most * (1 + 1e-5));
    return std::isfinite(bound.most);
  }

  [[nodiscard]] double sum_at_most(const Compound& compound) const {
    if (compound.term_count == 0) return 1;
    double most = 0;
    for (uint32_t k = 0; k < compound.term_count; ++k) {
      const Compound::Term& term = compound.terms[k];
      const Interval& value = in_.ranges[n_.resolved[term.value]];
      const double weight = term.weight == Compound::kNone ? 1 : double{in_.ranges[term.weight].high};
      const double signed_weight = term.negative ? -weight : weight;
      most += std::max(signed_weight * double{value.low}, signed_weight * double{value.high});
    }
    return std::max(most, 0.0);
  }

  const ScheduleInput& in_;
  const Needs& n_;
  Pruning& out_;
};

bool is_prunable(const ScheduleInput& in) {
  return in.prunes && !in.draws &&
         std::all_of(in.options.begin(), in.options.end(),
                     [&](const blob::Option& option) { return option.rank() == in.options[0].rank(); });
}

}  // namespace

bool Pruning::find(const Needs& needs, Schedule& schedule) {
  const size_t options = needs.in.options.size();
  if (!is_prunable(needs.in)) return true;
  if (!operations.allocate(needs.size) || !bounds.allocate(options) ||
      !schedule.hopes.reserve_more(options)) {
    return false;
  }
  PruningFinder finder(needs, *this);
  finder.find_only_uses();
  for (uint32_t option = 0; option < options; ++option) {
    Bound bound;
    Hope hope;
    if (!finder.find(option, bound, hope)) continue;
    hope.flag = schedule.flags++;
    bound.flag = schedule.flags;
    bound.next = operations[bound.factor].gives_up;
    operations[bound.factor].gives_up = option;
    bounds[option] = bound;
    schedule.hopes.append(hope);
  }
  return true;
}

uint32_t Pruning::flag_of(uint32_t i, uint32_t flag) const {
  if (operations.size() == 0 || operations[i].only_for >= bounds.size()) return flag;
  const Bound& bound = bounds[operations[i].only_for];
  const bool is_behind = bound.factor != kNone && i > bound.factor;
  return is_behind && (flag == 0 || flag == bound.under) ? bound.flag : flag;
}

}  // namespace ishi
