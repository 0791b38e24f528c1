#pragma once

#include <cstdint>
#include <span>

#include "asset/check.h"
#include "bodies/acting.h"
#include "program/row.h"
#include "views/agents.h"

// One look at one agent: the replaced option ends, the chosen one begins, its body goes on as far as it can.
// In the promised floating-point environment, which callers set.

namespace ishi {

enum class Outcome : uint8_t { running, completed, failed };

// What of an agent's body outlives a change of its asset.
enum class Survival : uint8_t { whole, goal_restarts, option_restarts, option_ends };

class Visit {
 public:
  // `values` has room for the largest formula, and for the levels of all motives behind it. `outputs` takes
  // what the game is told.
  Visit(Agents& population, std::span<float> values, Outputs& outputs, ActCounters& counters)
      : p_(population),
        a_(population.acting),
        t_(population.asset->tables),
        values_(values.first(values.empty() ? 0 : values.size() - t_.motives.size())),
        levels_(values.subspan(values_.size())),
        outputs_(outputs),
        counters_(counters),
        places_(population.acting.layout.places.data()),
        first_node_(population.agent->nodes().first()),
        givens_(part(t_.givens, population.agent->givens())),
        now_(population.around->header->time_microseconds),
        frame_(population.around->header->frames) {}

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
  // Writes what the task that runs in `lane` is assumed to do; `record`, if not null, becomes its record with
  // what it is assumed to give back.
  void apply_effects(uint32_t slot, uint32_t lane, std::byte* record, bool only_gives);
  // Calls `visit` with each node that is active, from the root down, until it returns false; none if no body
  // runs.
  template <typename Visitor>
  void for_each_active(uint32_t slot, Visitor&& visit);
  // The plan that a node follows; false if it has none. While an agent is looked at.
  bool plan_of(uint32_t node, PlanInfo& plan) const;
  // visit_claims.cpp: lets an agent hold what its plans have claimed. True if a plan asks for more.
  bool hold_planned(uint32_t slot, ClaimTable& table);
  // Gives an agent's plans all that they ask for, or nothing.
  void grant_planned(uint32_t slot, ClaimTable& table);
  // Writes what a goal has chosen, as far as there is room; how much that is, 0 if it foresees nothing now.
  // While an agent is looked at.
  uint32_t foreseen_by(uint32_t goal, std::span<ForeseenChoice> choices) const;
  // True if a condition holds to which the step at hand began at `since`, and that asks how an option ended.
  [[nodiscard]] bool holds(uint32_t slot, uint32_t condition, uint64_t since, blob::HowEnded ending,
                           uint32_t ended_option);
  // True if the running option, or a step of it, may not be interrupted now.
  [[nodiscard]] bool is_locked(uint32_t slot);
  // True if an agent whose rhythm lets it think does not: its option is bound to end, and it did not put its
  // last thought off. Writes nothing.
  [[nodiscard]] bool puts_off_thought(uint32_t slot);

 private:
  enum class Truth : uint8_t { missing, no, yes };
  // How a visit would end a node that is at work, if nothing asked for its conditions.
  enum class Fate : uint8_t { runs, completes, fails };

  // While it lives, formulas read the parameters of a goal, if the node is one.
  class Within {
   public:
    Within(Visit& visit, uint32_t node);
    Within(const Within&) = delete;
    Within& operator=(const Within&) = delete;
    ~Within();

   private:
    Visit& visit_;
    const std::byte* record_;
    const blob::Parameter* variables_;
  };

  // The state of a node of the agent that is looked at.
  [[nodiscard]] NodeState& state_of(uint32_t node) const {
    return *reinterpret_cast<NodeState*>(block_ + places_[node - first_node_].offset);
  }
  [[nodiscard]] bool is_at_work(uint32_t node) const {
    return state_of(node).phase != static_cast<uint8_t>(NodePhase::inactive);
  }
  [[nodiscard]] bool is_in(uint32_t node, NodePhase phase) const {
    return state_of(node).phase == static_cast<uint8_t>(phase);
  }
  [[nodiscard]] std::byte* record_of(uint32_t node) const {
    return reinterpret_cast<std::byte*>(&state_of(node)) + sizeof(NodeState);
  }
  // A condition that is asked at its turn, like `when`: `elapsed` in it is the time of the list around it.
  [[nodiscard]] static bool is_check(const blob::Node& node) {
    return node.kind() == blob::NodeKind::fail && node.value() != kNotFound;
  }
  [[nodiscard]] uint32_t lane_of(uint32_t node) const { return places_[node - first_node_].lane; }
  // Calls `visit` with the children of a node that are at work, until it returns false; whether it never did.
  template <typename Visitor>
  bool for_each_at_work(uint32_t node, Visitor&& visit);
  template <typename Visitor>
  bool walk(uint32_t node, Visitor& visit);

  void look_at(uint32_t slot);
  // True if the next visit ends the running option, whatever its conditions say by then: its body is over
  // (its reports are in, its waits are due, and only steps that take no time remain), or the member for which
  // it runs is gone.
  [[nodiscard]] bool is_bound_to_end(uint32_t slot);
  // Ends the running option, which would end otherwise, if its body is over.
  bool end_if_over();
  void begin_option(uint16_t index);
  struct OptionEnd {
    bool again = false;            // it begins anew for another member, which is no end for its cooldown
    bool has_lost_member = false;  // so `cooldown_after_failure` does not count: it may be for another one
  };
  void end_option(blob::HowEnded how, OptionEnd end);
  void end_option(blob::HowEnded how) { end_option(how, OptionEnd{}); }
  [[nodiscard]] const blob::Option& option(uint16_t index) const;
  // Sets: whom an option is for, whether the body runs for whom was chosen, and whether that is no more.
  void bind(uint16_t option, EntityId candidate);
  void bind_again();
  [[nodiscard]] bool is_rebound(uint32_t slot) const;
  [[nodiscard]] bool has_lost_member(uint16_t option) const;
  void leave_option(uint32_t slot);

  // visit.cpp: what all nodes go through.
  [[nodiscard]] bool may_begin(uint32_t node);  // its `when` is not false, and it was not done once
  [[nodiscard]] bool was_done_once(uint32_t node) const;
  Outcome enter(uint32_t node);  // if it may begin
  Outcome begin(uint32_t node);  // whatever its `when` says
  void begin_attempt(uint32_t index);
  Outcome tick(uint32_t index, bool is_new = false);
  Outcome attempt(uint32_t index, bool is_over);
  Outcome attempt_failed(uint32_t index, NodeCause cause);
  static Outcome completed(const blob::Node& node);
  static Outcome failed(const blob::Node& node);
  void end(uint32_t index, NodeChange change, NodeCause cause);
  NodeChange stop(uint32_t index, NodeCause cause);
  void abort_node(uint32_t index, NodeCause cause);
  void note(uint32_t node, NodeChange change, NodeCause cause = NodeCause::none);

  // visit_composites.cpp: nodes with children.
  Outcome sequence(uint32_t index);
  Outcome choose(uint32_t index, bool is_over);
  [[nodiscard]] uint32_t best_method(uint32_t index, uint32_t end);
  [[nodiscard]] uint32_t next_method(uint32_t index);
  Outcome at_once(uint32_t index);
  Outcome repeat(uint32_t index, bool is_over);
  Outcome goal(uint32_t index, bool is_over);
  void interject(uint32_t index);
  void interrupt(uint32_t index);
  void clean_up(uint32_t index, NodeChange change);
  void instant_after(uint32_t index, blob::HowEnded how);
  void instant(uint32_t index);

  // visit_members.cpp: steps that go over the members of a set.
  void copy_members(uint32_t index);
  [[nodiscard]] uint32_t next_member(uint32_t index, uint32_t from) const;
  Outcome for_each(uint32_t index, bool is_over);
  void copy_planned_members(uint32_t index);
  Outcome begin_planned(uint32_t index, uint32_t child);
  bool ends_planned(uint32_t child);
  [[nodiscard]] bool has_lost(uint32_t node, EntityId member) const;
  [[nodiscard]] MemberList& members_of(uint32_t node) const {
    return *reinterpret_cast<MemberList*>(record_of(node));
  }
  [[nodiscard]] EntityId* listed(uint32_t node) const {
    return reinterpret_cast<EntityId*>(record_of(node) + sizeof(MemberList));
  }
  // Of a plan: whom its search may go over, by step, and then whom each step of the plan is for.
  [[nodiscard]] EntityId* planned_members(uint32_t node) const {
    return reinterpret_cast<EntityId*>(record_of(node) + plan_bytes(t_.nodes[node].count()));
  }
  // Whom formulas read as the member at hand.
  [[nodiscard]] EntityId member_at(uint32_t given) const;
  void set_member(uint32_t given, EntityId member);

  // visit_claims.cpp: members that plans claim.
  void ask_for_members(uint32_t index);
  [[nodiscard]] bool asks_for_members(uint32_t index);
  [[nodiscard]] bool is_refused(uint32_t index) const;
  [[nodiscard]] NodeCause why_refused(uint32_t index) const;
  [[nodiscard]] bool leaves_out_members(uint32_t index) const;
  [[nodiscard]] bool may_claim(EntityId member) const;
  template <typename Visitor>
  void for_each_claim(uint32_t index, Visitor&& visit) const;
  template <typename Visitor>
  void for_each_claiming_plan(uint32_t slot, Visitor&& visit);

  // visit_reconsider.cpp: methods that take over.
  void reconsider(uint32_t index);
  void readmit_methods(uint32_t index);
  [[nodiscard]] bool holds_out(uint32_t method);
  void wait_for_others(uint32_t index);

  // visit_foresee.cpp: goals that decompose ahead.
  friend class AssumedKeys;
  friend class Foresight;
  static constexpr uint8_t kNotForeseen = 0xff, kLeftOut = 0xfe;
  void forget_foreseen(uint32_t goal);
  Outcome begin_foreseen(uint32_t goal);
  // What a goal has foreseen, by number of its choices: of a first or best the method, counted from its
  // first; kLeftOut of a step that it leaves out; kNotForeseen of what it does not come to.
  [[nodiscard]] uint8_t* foreseen_methods(uint32_t goal) const;
  [[nodiscard]] uint8_t foreseen(uint32_t node) const;
  // Of a first or best; kNotFound if it chooses when its turn comes.
  [[nodiscard]] uint32_t foreseen_method(uint32_t node) const {
    const uint8_t method = foreseen(node);
    return method >= kLeftOut ? kNotFound : method;
  }

  // visit_plan.cpp: planning, and doing what was planned.
  friend class PlannedSteps;
  Outcome plan(uint32_t index);
  Outcome make_plan(uint32_t index);
  Outcome follow_plan(uint32_t index);
  [[nodiscard]] uint32_t search_of(uint32_t node) const;
  void give_back(uint32_t search);
  void give_back_search(uint32_t node);
  void give_back_searches();
  [[nodiscard]] PlanState& plan_state(uint32_t node) const {
    return *reinterpret_cast<PlanState*>(record_of(node));
  }

  // visit_steps.cpp: what is done.
  Outcome task(uint32_t index);
  Outcome start(uint32_t index);
  NodeChange abort_task(uint32_t index);
  // The last start in a lane: behind the emitted starts there is room for one of each lane.
  [[nodiscard]] StartOutput& begun_in(uint32_t lane) const {
    return outputs_.starts[outputs_.start_count + lane];
  }
  void emit_starts();
  void retract_update(uint64_t serial);
  bool take_report(uint32_t index);
  void take_given(uint32_t index);
  [[nodiscard]] bool has_live(const blob::Task& task) const;
  bool follow_live(uint32_t index);
  Outcome set(uint32_t index);
  void write_all(std::span<const blob::Assignment> assignments);
  void write_key(uint32_t key, const float (&value)[3]);
  void write_member_field(const blob::Assignment& assignment, const float (&value)[3]);
  void change_memory(const blob::Assignment& assignment, const float (&handle)[3]);
  Outcome emit(uint32_t index);
  Outcome sound(uint32_t index);
  // `live_only`: of a task that runs.
  void write_arguments(const blob::Node& node, std::span<const blob::Parameter> parameters, std::byte* record,
                       bool live_only);

  // visit_fate.cpp: what reports and due waits have decided.
  [[nodiscard]] bool is_decided(uint32_t index);
  Fate fate_of(uint32_t index);
  Fate fate_of_attempt(uint32_t index);
  Fate fate_of_rest(uint32_t index, uint32_t rest, uint64_t since);
  [[nodiscard]] bool fails_for_sure(const blob::Node& step, uint64_t since);
  Fate fate_at_once(uint32_t index);
  [[nodiscard]] bool is_known(uint32_t condition, Truth expected, uint64_t since);
  bool has_method_left(uint32_t index);
  [[nodiscard]] bool is_instant(uint32_t index) const;

  // visit_reload.cpp: what a change of the asset takes away.
  bool abort_lost_below(uint32_t index, std::span<const uint32_t> to, uint32_t& restarted);

  // visit_walk.cpp: walking over the grid.
  Outcome walk_step(uint32_t index);
  // True if an agent that only its walk has looked at in each frame walks on in this one: a visit would do what
  // this has done then.
  bool walks_on(uint32_t slot);
  // True of such an agent if its walk ends in no visit now. Writes nothing of it.
  bool is_on_its_way(uint32_t slot);
  void find_walk_place(uint32_t slot, uint32_t node, float (&place)[3]);
  void give_back_walk(uint32_t index);

  // visit_values.cpp: what formulas give.
  // Whom one means.
  EntityId whom(uint32_t formula);
  // The value of a formula of one number, and of any.
  float number(uint32_t formula);
  void evaluate(uint32_t formula, Storage storage, float (&value)[3]);
  // The values of assignments into the end of `values_`.
  // `givens`: the variables that `given` assigns.
  void evaluate_all(std::span<const blob::Assignment> assignments, std::span<const blob::Parameter> givens);
  [[nodiscard]] float* values_to_write(std::span<const blob::Assignment> assignments) const {
    return values_.data() + values_.size() - 3 * assignments.size();
  }
  Truth truth(uint32_t formula);
  // A formula that is read in each frame; one of those that for_each_watched_formula lists, if there is one.
  void watch(uint32_t formula) {
    if constexpr (kCountsStale) reads_stale_ |= formula != kNotFound && a_.freshness.is_stale[formula] != 0;
  }
  Truth watched_truth(uint32_t formula) {
    watch(formula);
    return truth(formula);
  }
  [[nodiscard]] uint64_t after(float seconds) const;
  void wake_at(uint64_t time) { deadline_ = time < deadline_ ? time : deadline_; }
  // The agent is looked at again when a condition, if there is one, is so.
  void wake_if(uint32_t formula, bool is_so) {
    if (formula == kNotFound) return;
    const uint32_t condition = a_.conditions.number_of(formula, is_so);
    watches_ |= condition == kNotFound;
    if (condition != kNotFound) waits_ |= uint64_t{1} << condition;
  }

  Agents& p_;
  Acting& a_;
  const Tables& t_;
  std::span<float> values_;
  std::span<float> levels_;  // of now, by motive
  Outputs& outputs_;
  ActCounters& counters_;
  const NodePlace* places_;  // from the agent's first node on
  uint32_t first_node_;
  std::span<const blob::Parameter> givens_;
  uint64_t now_;
  uint64_t frame_;

  // Of the agent that is looked at.
  Row row_;
  std::byte* block_ = nullptr;
  uint64_t deadline_ = kNever;
  bool watches_ = false;        // it is visited in the next frame whatever happens
  uint32_t walks_ = 0;          // nodes that walk, which are looked at in the next frame
  uint64_t waits_ = 0;          // for conditions, a bit for each
  bool again_ = false;          // its outputs are full: it goes on in the next round
  bool reads_stale_ = false;    // see bodies/freshness.h
  bool leaves_writes_ = false;  // asked for a fate: steps before the one at hand may change what is read
  bool first_round_ = true;
  uint64_t first_serial_ = 0;          // the last one that was given before this visit
  NodeCause cause_ = NodeCause::none;  // why the last attempt failed
};

template <typename Visitor>
bool Visit::for_each_at_work(uint32_t index, Visitor&& visit) {
  const blob::Node& node = t_.nodes[index];
  const NodeState& state = state_of(index);
  const blob::Range& children = node.children();
  const auto visit_child = [&](uint32_t child) {
    return child >= children.count() || !is_at_work(children.first() + child) ||
           visit(children.first() + child);
  };
  switch (node.kind()) {
    case blob::NodeKind::all:
    case blob::NodeKind::any: {
      for (uint32_t i = 0; i < children.count(); ++i) {
        if (!visit_child(i)) return false;
      }
      return true;
    }
    case blob::NodeKind::goal: return visit_child(0) && (state.child == 0 || visit_child(state.child));
    case blob::NodeKind::repeat: return visit_child(0);
    case blob::NodeKind::plan: {
      const PlanState& plan = plan_state(index);
      return state.due == 0 || state.child >= plan.count || visit_child(steps_of(plan)[state.child]);
    }
    default: return visit_child(state.child);
  }
}

template <typename Visitor>
bool Visit::walk(uint32_t index, Visitor& visit) {
  const Within within(*this, index);
  if (!visit(index)) return false;
  if (!is_in(index, NodePhase::active)) return true;
  return for_each_at_work(index, [&](uint32_t child) { return walk(child, visit); });
}

template <typename Visitor>
void Visit::for_each_active(uint32_t slot, Visitor&& visit) {
  look_at(slot);
  if (const uint16_t running = a_.header(slot).option; running != kNoOption)
    walk(option(running).body(), visit);
}

}  // namespace ishi
