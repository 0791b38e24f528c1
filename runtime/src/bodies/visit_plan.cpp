#include <algorithm>
#include <atomic>

#include "asset/limits.h"
#include "bodies/acting.h"
#include "bodies/planned_steps.h"
#include "bodies/visit.h"
#include "built_features.h"

// Planning: what the steps of a plan node are assumed to need, to change and to cost, searched for the
// cheapest order of them that makes its value true; and doing them in it.

namespace ishi {

// `due`: whether there is a plan.
Outcome Visit::plan(uint32_t index) {
  if (is_refused(index)) {
    state_of(index).due = 0;
    note(index, NodeChange::tried_again, why_refused(index));
  }
  if (state_of(index).due == 0) {
    if (const Outcome outcome = make_plan(index); outcome != Outcome::running || state_of(index).due == 0)
      return outcome;
  }
  return asks_for_members(index) ? Outcome::running : follow_plan(index);
}

// Running without a plan: the search goes on, or waits for its turn.
Outcome Visit::make_plan(uint32_t index) {
  const blob::Node& node = t_.nodes[index];
  row_.step_started = state_of(index).started;
  if (truth(node.value()) == Truth::yes) {
    give_back_search(index);
    return Outcome::completed;
  }
  watches_ = true;
  const uint32_t place = search_of(index);
  if (place == kNotFound) {
    Acting::raise(a_.wants_search, row_.slot);
    if (first_round_) again_ = true;  // a search may be free in this frame
    return Outcome::running;
  }
  SearchOwner& owner = a_.search_owners[place];
  PlanSearch search(a_.search(place), a_.shape_of(node));
  if (owner.node == SearchOwner::kNobodyPlans) copy_planned_members(index);
  PlannedSteps steps(*this, index);
  if (owner.node == SearchOwner::kNobodyPlans) {
    float initial[limits::kPlannedValues + BodyLayout::kMemberWords] = {};
    steps.read_now(initial);
    owner.node = index;
    search.begin(initial);
  } else if (!first_round_) {
    return Outcome::running;  // it has looked far enough in this frame
  }
  const uint32_t before = search.expanded();
  const PlanStatus status = search.expand(steps, a_.expansions);
  counters_.planned_situations += search.expanded() - before;
  if (status == PlanStatus::running) return Outcome::running;
  NodeState& state = state_of(index);
  if (status == PlanStatus::found) {
    PlanState& made = plan_state(index);
    made = {.cost = search.cost_microseconds(), .count = static_cast<uint32_t>(search.plan().size())};
    steps.keep(search.plan(), made);
    state.due = 1;
    state.child = 0;
    ask_for_members(index);
    ++counters_.plans;
    for (uint32_t i = 0; i < node.children().count(); ++i) state_of(node.children().first() + i).phase = 0;
  }
  give_back_search(index);
  if (state.due != 0) return Outcome::running;
  // There is none, or it could not be found, and another attempt would not find one.
  state.retries_left = 0;
  cause_ = status == PlanStatus::full ? NodeCause::search_full
           : search.is_cut()          ? NodeCause::search_cut
                                      : NodeCause::requirement;
  if (cause_ != NodeCause::requirement) ++counters_.plans_given_up;
  if (cause_ == NodeCause::requirement && leaves_out_members(index)) cause_ = NodeCause::taken;
  return Outcome::failed;
}

// The steps in order. What is done without having brought about what was planned is planned anew, as what
// fails.
Outcome Visit::follow_plan(uint32_t index) {
  const blob::Range& children = t_.nodes[index].children();
  NodeState& state = state_of(index);
  const PlanState& plan = plan_state(index);
  uint64_t begun = 0;  // in this visit: no node begins twice in one
  while (state.child < plan.count) {
    const uint32_t step = steps_of(plan)[state.child];
    const uint32_t child = children.first() + step;
    const bool is_new = !is_at_work(child);
    if (is_new && (begun & uint64_t{1} << step) != 0) {
      again_ = true;
      return Outcome::running;
    }
    if (is_new) begun |= uint64_t{1} << step;
    row_.step_started = state.started;
    const Outcome outcome = is_new                ? begin_planned(index, child)
                            : ends_planned(child) ? Outcome::failed
                                                  : tick(child);
    cause_ = NodeCause::none;  // a plan whose step failed is not without one
    if (outcome != Outcome::completed) return outcome;
    ++state.child;
  }
  row_.step_started = state.started;
  return truth(t_.nodes[index].value()) == Truth::yes ? Outcome::completed : Outcome::failed;
}

// The search that the agent has for a node, else one that it has just been given; kNotFound if there is none.
// Others take and give back theirs at the same time.
uint32_t Visit::search_of(uint32_t node) const {
  uint32_t free = kNotFound;
  for (uint32_t i = 0; i < a_.search_count; ++i) {
    SearchOwner& owner = a_.search_owners[i];
    if (std::atomic_ref(owner.slot).load(std::memory_order_relaxed) != row_.slot) continue;
    if (owner.node == node) return i;
    if (owner.node == SearchOwner::kNobodyPlans) free = i;
  }
  return free;
}

void Visit::give_back(uint32_t search) {
  SearchOwner& owner = a_.search_owners[search];
  owner.node = SearchOwner::kNobodyPlans;
  std::atomic_ref(owner.slot).store(SearchOwner::kNobodyPlans, std::memory_order_relaxed);
}

void Visit::give_back_search(uint32_t node) {
  Acting::lower(a_.wants_search, row_.slot);
  if (const uint32_t place = search_of(node); place != kNotFound) give_back(place);
}

// Nothing plans any more.
void Visit::give_back_searches() {
  if (!is_built(Feature::plans) || a_.search_count == 0) return;
  Acting::lower(a_.wants_search, row_.slot);
  for (uint32_t i = 0; i < a_.search_count; ++i) {
    if (std::atomic_ref(a_.search_owners[i].slot).load(std::memory_order_relaxed) == row_.slot) give_back(i);
  }
}

bool Visit::plan_of(uint32_t node, PlanInfo& plan) const {
  // Between two attempts `due` is the frame of the failure: the last plan is over, and there is no new one
  // yet.
  if (t_.nodes[node].kind() != blob::NodeKind::plan || state_of(node).due == 0 ||
      is_in(node, NodePhase::between_attempts))
    return false;
  const PlanState& made = plan_state(node);
  plan = {};
  plan.count = made.count;
  plan.current = state_of(node).child;
  plan.cost_seconds = static_cast<double>(made.cost) / 1e6;
  plan.asks = made.claim == PlanClaim::asked;
  std::copy_n(steps_of(made), made.count, plan.steps);
  if (count_all_planned(t_, *p_.agent, t_.nodes[node]).goes_over_members)
    std::copy_n(planned_members(node), made.count, plan.members);
  return true;
}

}  // namespace ishi
