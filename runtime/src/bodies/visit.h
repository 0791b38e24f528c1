#pragma once

#include <cstdint>
#include <span>

#include "bodies/fates.h"
#include "bodies/leaf_steps.h"

namespace ishi {

// What of an agent's body outlives a change of its asset.
enum class Survival : uint8_t { whole, goal_restarts, option_restarts, option_ends };

// One look at one agent: the replaced option ends, the chosen one begins, its body goes on as far as it can.
// In the promised floating-point environment, which callers set.
class Visit {
 public:
  // `values` has room for the largest formula, and for the levels of all motives behind it. `outputs` takes
  // what the game is told.
  Visit(Agents& population, std::span<float> values, Outputs& outputs, ActCounters& counters)
      : body_(population),
        formulas_(body_, values),
        fates_(formulas_),
        notes_(population.acting),
        steps_(formulas_, notes_, outputs, counters),
        counters_(counters) {}
  Visit(const Visit&) = delete;
  Visit& operator=(const Visit&) = delete;

  // Looks at the agent in `slot`. `first_round`: of its frame.
  void run(uint32_t slot, bool first_round);
  // Aborts what runs, for an agent that is about to go. Ends are given out as any others.
  void abort(uint32_t slot);
  // Aborts what will not be there any more: nodes that `to`, by node of the agent, gives no successor. The
  // nearest goal around them that has one goes on from its beginning, `restarted` counts those; without one
  // the option does, if `lives`, else it ends. Ends are given out as any others.
  Survival abort_lost(uint32_t slot, std::span<const uint32_t> to, bool lives, uint32_t& restarted);
  // Runs an instant body; `record` is that of the event, if there is one.
  void run_instant(uint32_t slot, uint32_t body, const std::byte* record,
                   std::span<const blob::Parameter> variables);

  // What the formulas of the agent give that is looked at.
  [[nodiscard]] BodyFormulas& formulas() { return formulas_; }

 private:
  // The option's lifetime.
  struct OptionEnd {
    bool again = false;            // it begins anew for another member, which is no end for its cooldown
    bool has_lost_member = false;  // so `cooldown_after_failure` does not count: it may be for another one
  };
  void begin_option(uint16_t index);
  void end_option(blob::HowEnded how, OptionEnd end);
  void end_option(blob::HowEnded how) { end_option(how, OptionEnd{}); }
  // Ends the running option, which would end otherwise, if its body is over.
  bool end_if_over();
  void leave_option(uint32_t slot);
  bool abort_lost_below(uint32_t index, std::span<const uint32_t> to, uint32_t& restarted);

  // What all nodes go through.
  Outcome enter(uint32_t node);  // if it may begin
  Outcome begin(uint32_t node);  // whatever its `when` says
  void begin_attempt(uint32_t index);
  Outcome tick(uint32_t index, bool is_new = false);
  Outcome attempt(uint32_t index, bool is_over);
  Outcome attempt_failed(uint32_t index, NodeCause cause);
  void end(uint32_t index, NodeChange change, NodeCause cause);
  NodeChange stop(uint32_t index, NodeCause cause);
  void abort_node(uint32_t index, NodeCause cause);
  Truth watched_truth(uint32_t formula) {
    notes_.watch(formula);
    return formulas_.truth(formula);
  }

  // visit_composites.cpp: nodes with children.
  Outcome sequence(uint32_t index);
  Outcome choose(uint32_t index, bool is_over);
  [[nodiscard]] uint32_t best_method(uint32_t index, uint32_t end);
  [[nodiscard]] uint32_t next_method(uint32_t index);
  Outcome at_once(uint32_t index);
  Outcome repeat(uint32_t index, bool is_over);
  Outcome for_each(uint32_t index, bool is_over);
  Outcome goal(uint32_t index, bool is_over);
  Outcome begin_foreseen(uint32_t goal);
  void interject(uint32_t index);
  void interrupt(uint32_t index);
  void clean_up(uint32_t index, NodeChange change);
  void instant_after(uint32_t index, blob::HowEnded how);
  void instant(uint32_t index);

  // visit_reconsider.cpp: methods that take over.
  void reconsider(uint32_t index);
  void readmit_methods(uint32_t index);
  void wait_for_others(uint32_t index);

  // visit_plan.cpp: planning, and doing what was planned.
  Outcome plan(uint32_t index);
  Outcome make_plan(uint32_t index);
  Outcome follow_plan(uint32_t index);
  Outcome begin_planned(uint32_t index, uint32_t child);
  bool ends_planned(uint32_t child);

  ActiveBody body_;
  BodyFormulas formulas_;
  Fates fates_;
  VisitNotes notes_;
  LeafSteps steps_;
  ActCounters& counters_;
};

}  // namespace ishi
