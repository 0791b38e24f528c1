#include "compiler/oracle/choosing.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "compiler/oracle/arithmetic.h"
#include "compiler/oracle/evaluator.h"

namespace ishi::compiler::oracle {
namespace {

bool is_alike(const SituationValue& a, const SituationValue& b) {
  return a.index == b.index && a.value == b.value && a.entity == b.entity;
}

// True if scores that are the same are so in single precision, too: of members that are nothing but the same
// fields, and where rounding has changed nothing. With few digits behind the point no part of a sum was
// rounded: a + (b - a) is b in double precision, and seldom in single.
bool is_tie(double score, const Member& a, const Member& b) {
  constexpr double kParts = 4096;
  const bool is_exact = std::abs(score) < kParts && score * kParts == std::floor(score * kParts);
  const bool are_handles = a.entity >= kHandles && b.entity >= kHandles;
  return is_exact || (are_handles && std::ranges::equal(a.fields, b.fields, is_alike));
}

// Of those that are equal the first.
Choosing chosen_of(const Model& model, const Moment& moment, uint32_t choice) {
  const Action& action = model.choices[choice].value;
  const std::vector<Member>& members = moment.sets[action.set()];
  Choosing result;
  Arithmetic arithmetic;
  double best = 0;
  for (uint32_t i = 0; i < members.size(); ++i) {
    const Score score = score_of_choice(model, moment, choice, members[i]);
    if (score.is_fragile) result.is_fragile = true;
    if (!score.is_eligible) continue;
    const bool was_chosen = members[i].entity == moment.chosen[choice].entity;
    const double raised = score.value + (was_chosen ? action.inertia.value : 0);
    if (result.member != kNone && (raised != best || !is_tie(best, members[result.member], members[i])))
      arithmetic.compare(raised, best);
    if (result.member != kNone && raised <= best) continue;
    result.member = i;
    result.score = score.value;
    best = raised;
  }
  result.is_fragile = result.is_fragile || arithmetic.is_fragile();
  return result;
}

}  // namespace

void choose_all(const Model& model, Moment& moment) {
  moment.choosing.assign(model.choices.size(), {});
  for (uint32_t choice = 0; choice < model.choices.size(); ++choice)
    moment.choosing[choice] = chosen_of(model, moment, choice);
}

void choose_as_before(const Model& model, Moment& moment) {
  moment.choosing.assign(model.choices.size(), {});
  for (uint32_t choice = 0; choice < model.choices.size(); ++choice) {
    const std::vector<Member>& members = moment.sets[model.choices[choice].value.set()];
    const auto last = std::ranges::find(members, moment.chosen[choice].entity, &Member::entity);
    if (last == members.end()) continue;
    moment.choosing[choice] = {static_cast<uint32_t>(last - members.begin()), moment.chosen[choice].score,
                               false};
  }
}

}  // namespace ishi::compiler::oracle
