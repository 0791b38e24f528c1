#include "compiler/oracle/choice.h"

#include <cmath>

namespace ishi::compiler::oracle {
namespace {

class Chooser {
 public:
  Chooser(const Model& model, const Moment& moment, const std::vector<Scores>& scores)
      : model_(model),
        moment_(moment),
        scores_(scores),
        agent_(model.agents[moment.situation.agent].value),
        inertia_(agent_.select.draws() ? 0.0F : static_cast<float>(agent_.select.inertia.value)),
        minimum_(static_cast<float>(agent_.select.minimum.value)) {}

  Choice choose() {
    Choice choice;
    uint32_t best = kNone;
    for (uint32_t option = 0; option < scores_.size(); ++option) {
      const uint32_t member = choice.best.emplace_back(best_of(option));
      if (member == kNone || raised(option, member) <= minimum_ || is_kept_out(option)) continue;
      if (best == kNone || beats(option, member, best, choice.best[best])) best = option;
    }
    if (best == kNone) {
      choice.picked = moment_.running;
      choice.picked_for = moment_.running_for;
    } else {
      const uint32_t set = action(best).set();
      choice.picked = best;
      if (set != kNone) choice.picked_for = moment_.sets[set][choice.best[best]].entity;
    }
    return choice;
  }

 private:
  [[nodiscard]] const Action& action(uint32_t option) const {
    return model_.actions[agent_.actions[option].index].value;
  }

  // What is of another state or has a cooldown competes with nothing; what has been drawn makes way for a
  // higher rank alone.
  [[nodiscard]] bool is_kept_out(uint32_t option) const {
    if (!moment_.competes(model_, option) || moment_.ready[option] > moment_.now) return true;
    return agent_.select.draws() && moment_.running != kNone &&
           action(option).rank.value <= action(moment_.running).rank.value;
  }

  [[nodiscard]] float raised(uint32_t option, uint32_t member) const {
    const uint32_t set = action(option).set();
    const bool runs = option == moment_.running &&
                      (set == kNone || moment_.sets[set][member].entity == moment_.running_for);
    return runs ? scores_[option][member] + inertia_ : scores_[option][member];
  }

  // True if a score is better than one that stands before it.
  [[nodiscard]] bool is_better(float score, float before) const {
    return agent_.select.ties.value == Ties::last ? score >= before : score > before;
  }

  [[nodiscard]] bool beats(uint32_t option, uint32_t member, uint32_t before, uint32_t member_before) const {
    const int rank = action(option).rank.value;
    const int rank_before = action(before).rank.value;
    if (rank != rank_before) return rank > rank_before;
    return is_better(raised(option, member), raised(before, member_before));
  }

  [[nodiscard]] uint32_t best_of(uint32_t option) const {
    uint32_t best = kNone;
    for (uint32_t member = 0; member < scores_[option].size(); ++member) {
      if (std::isinf(scores_[option][member])) continue;
      if (best == kNone || is_better(raised(option, member), raised(option, best))) best = member;
    }
    return best;
  }

  const Model& model_;
  const Moment& moment_;
  const std::vector<Scores>& scores_;
  const Agent& agent_;
  float inertia_;
  float minimum_;
};

}  // namespace

Choice choice_of(const Model& model, const Moment& moment, const std::vector<Scores>& scores) {
  return Chooser(model, moment, scores).choose();
}

}  // namespace ishi::compiler::oracle
