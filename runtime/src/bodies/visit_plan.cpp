#include <algorithm>
#include <atomic>

#include "asset/limits.h"
#include "bodies/acting.h"
#include "bodies/planned_claims.h"
#include "bodies/planned_steps.h"
#include "bodies/visit.h"
#include "built_features.h"

// Planning: what the steps of a plan node are assumed to need, to change and to cost, searched for the
// cheapest order of them that makes its value true; and doing them in it.

namespace ishi {

// `due`: whether there is a plan.
Outcome Visit::plan(uint32_t index) {
  if (is_refused(body_, index)) {
    body_.state_of(index).due = 0;
    body_.note(index, NodeChange::tried_again, why_refused(body_, index));
  }
  if (body_.state_of(index).due == 0) {
    if (const Outcome outcome = make_plan(index);
        outcome != Outcome::running || body_.state_of(index).due == 0)
      return outcome;
  }
  if (!asks_for_members(body_, index)) return follow_plan(index);
  notes_.watches = true;
  return Outcome::running;
}

// Running without a plan: the search goes on, or waits for its turn.
Outcome Visit::make_plan(uint32_t index) {
  const blob::Node& node = body_.t.nodes[index];
  body_.row.step_started = body_.state_of(index).started;
  if (formulas_.truth(node.value()) == Truth::yes) {
    give_back_search(body_, index);
    return Outcome::completed;
  }
  notes_.watches = true;
  const uint32_t place = search_of(body_, index);
  if (place == kNotFound) {
    Acting::raise(body_.a.wants_search, body_.row.slot);
    if (notes_.first_round) notes_.again = true;  // a search may be free in this frame
    return Outcome::running;
  }
  SearchOwner& owner = body_.a.search_owners[place];
  PlanSearch search(body_.a.search(place), body_.a.shape_of(node));
  if (owner.node == SearchOwner::kNobodyPlans) copy_planned_members(body_, index);
  PlannedSteps steps(formulas_, index);
  if (owner.node == SearchOwner::kNobodyPlans) {
    float initial[limits::kPlannedValues + BodyLayout::kMemberWords] = {};
    steps.read_now(initial);
    owner.node = index;
    search.begin(initial);
  } else if (!notes_.first_round) {
    return Outcome::running;  // it has looked far enough in this frame
  }
  const uint32_t before = search.expanded();
  const PlanStatus status = search.expand(steps, body_.a.expansions);
  counters_.planned_situations += search.expanded() - before;
  if (status == PlanStatus::running) return Outcome::running;
  NodeState& state = body_.state_of(index);
  if (status == PlanStatus::found) {
    PlanState& made = body_.plan_state(index);
    made = {.cost = search.cost_microseconds(), .count = static_cast<uint32_t>(search.plan().size())};
    steps.keep(search.plan(), made);
    state.due = 1;
    state.child = 0;
    ask_for_members(body_, index);
    ++counters_.plans;
    for (uint32_t i = 0; i < node.children().count(); ++i)
      body_.state_of(node.children().first() + i).phase = 0;
  }
  give_back_search(body_, index);
  if (state.due != 0) return Outcome::running;
  // There is none, or it could not be found, and another attempt would not find one.
  state.retries_left = 0;
  notes_.cause = status == PlanStatus::full ? NodeCause::search_full
                 : search.is_cut()          ? NodeCause::search_cut
                                            : NodeCause::requirement;
  if (notes_.cause != NodeCause::requirement) ++counters_.plans_given_up;
  if (notes_.cause == NodeCause::requirement && leaves_out_members(body_, index))
    notes_.cause = NodeCause::taken;
  return Outcome::failed;
}

// The steps in order. What is done without having brought about what was planned is planned anew, as what
// fails.
Outcome Visit::follow_plan(uint32_t index) {
  const blob::Range& children = body_.t.nodes[index].children();
  NodeState& state = body_.state_of(index);
  const PlanState& plan = body_.plan_state(index);
  uint64_t begun = 0;  // in this visit: no node begins twice in one
  while (state.child < plan.count) {
    const uint32_t step = steps_of(plan)[state.child];
    const uint32_t child = children.first() + step;
    const bool is_new = !body_.is_at_work(child);
    if (is_new && (begun & uint64_t{1} << step) != 0) {
      notes_.again = true;
      return Outcome::running;
    }
    if (is_new) begun |= uint64_t{1} << step;
    body_.row.step_started = state.started;
    const Outcome outcome = is_new                ? begin_planned(index, child)
                            : ends_planned(child) ? Outcome::failed
                                                  : tick(child);
    notes_.cause = NodeCause::none;  // a plan whose step failed is not without one
    if (outcome != Outcome::completed) return outcome;
    ++state.child;
  }
  body_.row.step_started = state.started;
  return formulas_.truth(body_.t.nodes[index].value()) == Truth::yes ? Outcome::completed : Outcome::failed;
}

// A step of a plan whose turn has come. It fails if it is for somebody who is a member no more, or if it may
// not begin any more: a list would skip it, but the later steps of a plan count on what it does.
Outcome Visit::begin_planned(uint32_t index, uint32_t child) {
  if (set_of_steps(body_.t, *body_.p.agent, body_.t.nodes[child]) != kNotFound) {
    const EntityId member = body_.planned_members(index)[body_.state_of(index).child];
    if (body_.has_lost(child, member)) return Outcome::failed;
    body_.set_member(body_.t.nodes[child].given(), member);
  }
  if (formulas_.may_begin(child)) return begin(child);
  body_.note(child, NodeChange::skipped);
  return Outcome::failed;
}

// True if a step of a plan that is at work has lost whom it is for, and is not over; it is aborted.
bool Visit::ends_planned(uint32_t child) {
  if (set_of_steps(body_.t, *body_.p.agent, body_.t.nodes[child]) == kNotFound) return false;
  if (!body_.has_lost(child, body_.member_at(body_.t.nodes[child].given())) || fates_.is_decided(child))
    return false;
  abort_node(child, NodeCause::forgotten);
  return true;
}

}  // namespace ishi
