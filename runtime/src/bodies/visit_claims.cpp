#include "asset/tables.h"
#include "bodies/acting.h"
#include "bodies/visit.h"
#include "built_features.h"
#include "claims/claims.h"
#include "sets/sets.h"
#include "views/agents.h"

// The members that the steps of plans claim. A plan is found while many agents act at the same time, so it
// asks for its members, and the next frame gives them to one agent after the other: all that a plan asks for,
// or none of it, and then the agent plans again without them. They are its own until their steps are done, or
// the plan is over.

namespace ishi {

// Calls `visit` with whom the steps of a plan claim that are not done yet, until it returns false.
template <typename Visitor>
void Visit::for_each_claim(uint32_t index, Visitor&& visit) const {
  const PlanState& plan = plan_state(index);
  const uint32_t first = t_.nodes[index].children().first();
  for (uint32_t i = state_of(index).child; i < plan.count; ++i) {
    if (claims_member(t_.nodes[first + steps_of(plan)[i]]) && !visit(planned_members(index)[i])) return;
  }
}

// Calls `visit` with each node of an agent that has a plan.
template <typename Visitor>
void Visit::for_each_claiming_plan(uint32_t slot, Visitor&& visit) {
  for_each_active(slot, [&](uint32_t node) {
    const bool has_plan = t_.nodes[node].kind() == blob::NodeKind::plan && is_in(node, NodePhase::active) &&
                          state_of(node).due != 0;
    if (has_plan) visit(node);
    return true;
  });
}

bool Visit::hold_planned(uint32_t slot, ClaimTable& table) {
  bool asks = false;
  for_each_claiming_plan(slot, [&](uint32_t plan) {
    if (plan_state(plan).claim != PlanClaim::held) {
      asks |= plan_state(plan).claim == PlanClaim::asked;
      return;
    }
    for_each_claim(plan, [&](EntityId member) {
      table.hold(p_.binding.entities.row_of(member, kAnyThing), member, p_.self[slot]);
      return true;
    });
  });
  return asks;
}

void Visit::grant_planned(uint32_t slot, ClaimTable& table) {
  for_each_claiming_plan(slot, [&](uint32_t plan) {
    PlanState& made = plan_state(plan);
    if (made.claim != PlanClaim::asked) return;
    made.claim = PlanClaim::held;
    for_each_claim(plan, [&](EntityId member) {
      if (!may_claim(member)) made.claim = PlanClaim::refused;
      return made.claim == PlanClaim::held;
    });
    if (made.claim != PlanClaim::held) return;
    for_each_claim(plan, [&](EntityId member) {
      table.hold(p_.binding.entities.row_of(member, kAnyThing), member, p_.self[slot]);
      return true;
    });
  });
}

void Visit::ask_for_members(uint32_t index) {
  for_each_claim(index, [&](EntityId) {
    plan_state(index).claim = PlanClaim::asked;
    return false;
  });
}

// Where the asset no longer claims what its predecessor asked for, nobody would answer.
bool Visit::asks_for_members(uint32_t index) {
  PlanState& plan = plan_state(index);
  if (!p_.claims.do_plans) plan.claim = PlanClaim::held;
  if (plan.claim == PlanClaim::held) return false;
  watches_ = true;
  return true;
}

bool Visit::is_refused(uint32_t index) const {
  return state_of(index).due != 0 && plan_state(index).claim == PlanClaim::refused;
}

// A member that has left the world is nobody's.
NodeCause Visit::why_refused(uint32_t index) const {
  NodeCause cause = NodeCause::taken;
  for_each_claim(index, [&](EntityId member) {
    if (p_.binding.entities.row_of(member, kAnyThing) == 0) cause = NodeCause::forgotten;
    return cause == NodeCause::taken;
  });
  return cause;
}

// True if a search for a plan leaves somebody out whom others hold.
bool Visit::leaves_out_members(uint32_t index) const {
  if (!is_built(Feature::claims)) return false;
  for (const blob::Node& child : part(t_.nodes, t_.nodes[index].children())) {
    if (!claims_member(child)) continue;
    const SetTable& table = p_.sets.tables[set_of_steps(t_, *p_.agent, child)];
    const uint32_t owner = table.owner_of(row_.slot, row_.team);
    for (uint32_t i = 0; i < table.count[owner]; ++i) {
      if (!may_claim(table.entity[table.row(owner, i)])) return true;
    }
  }
  return false;
}

bool Visit::may_claim(EntityId member) const {
  const uint32_t row = p_.binding.entities.row_of(member, kAnyThing);
  return row != 0 && p_.claims.has_entity(row, row_.slot, Claims::Queues::in_turn);
}

namespace {

// A visit that starts nothing.
struct Look {
  explicit Look(Agents& p) : visit(p, {}, outputs, counters) {}

  Outputs outputs;
  ActCounters counters;
  Visit visit;
};

}  // namespace

void hold_planned(Surroundings& world) {
  if (!is_built(Feature::plans)) return;
  for (uint32_t i = 0; i < world.everybody.size(); ++i) {
    Agents& p = *world.everybody[i];
    if (!p.claims.do_plans) continue;
    Look look(p);
    p.for_each_living([&](uint32_t slot) {
      if (look.visit.hold_planned(slot, world.claims)) world.claims.planners.append({i, slot});
    });
  }
}

void grant_planned(Surroundings& world) {
  for (const ClaimTable::Planner& planner : world.claims.planners)
    Look(*world.everybody[planner.population]).visit.grant_planned(planner.slot, world.claims);
}

}  // namespace ishi
