#include "bodies/planned_claims.h"

#include <algorithm>
#include <atomic>

#include "asset/tables.h"
#include "built_features.h"
#include "claims/claims.h"
#include "sets/sets.h"
#include "views/agents.h"

namespace ishi {
namespace {

// Calls `visit` with whom the steps of a plan claim that are not done yet, until it returns false.
template <typename Visitor>
void for_each_claim(const ActiveBody& b, uint32_t index, Visitor&& visit) {
  const PlanState& plan = b.plan_state(index);
  const uint32_t first = b.t.nodes[index].children().first();
  for (uint32_t i = b.state_of(index).child; i < plan.count; ++i) {
    if (claims_member(b.t.nodes[first + steps_of(plan)[i]]) && !visit(b.planned_members(index)[i])) return;
  }
}

// Calls `visit` with each node of an agent that has a plan.
template <typename Visitor>
void for_each_claiming_plan(ActiveBody& b, uint32_t slot, Visitor&& visit) {
  b.for_each_active(slot, [&](uint32_t node) {
    const bool has_plan = b.t.nodes[node].kind() == blob::NodeKind::plan &&
                          b.is_in(node, NodePhase::active) && b.state_of(node).due != 0;
    if (has_plan) visit(node);
    return true;
  });
}

void give_back(ActiveBody& b, uint32_t search) {
  SearchOwner& owner = b.a.search_owners[search];
  owner.node = SearchOwner::kNobodyPlans;
  std::atomic_ref(owner.slot).store(SearchOwner::kNobodyPlans, std::memory_order_relaxed);
}

}  // namespace

bool hold_planned(ActiveBody& b, uint32_t slot, ClaimTable& table) {
  bool asks = false;
  for_each_claiming_plan(b, slot, [&](uint32_t plan) {
    if (b.plan_state(plan).claim != PlanClaim::held) {
      asks |= b.plan_state(plan).claim == PlanClaim::asked;
      return;
    }
    for_each_claim(b, plan, [&](EntityId member) {
      table.hold(b.p.binding.entities.row_of(member, kAnyThing), member, b.p.self[slot]);
      return true;
    });
  });
  return asks;
}

void grant_planned(ActiveBody& b, uint32_t slot, ClaimTable& table) {
  for_each_claiming_plan(b, slot, [&](uint32_t plan) {
    PlanState& made = b.plan_state(plan);
    if (made.claim != PlanClaim::asked) return;
    made.claim = PlanClaim::held;
    for_each_claim(b, plan, [&](EntityId member) {
      if (!b.may_claim(member)) made.claim = PlanClaim::refused;
      return made.claim == PlanClaim::held;
    });
    if (made.claim != PlanClaim::held) return;
    for_each_claim(b, plan, [&](EntityId member) {
      table.hold(b.p.binding.entities.row_of(member, kAnyThing), member, b.p.self[slot]);
      return true;
    });
  });
}

void ask_for_members(ActiveBody& b, uint32_t index) {
  for_each_claim(b, index, [&](EntityId) {
    b.plan_state(index).claim = PlanClaim::asked;
    return false;
  });
}

// Where the asset no longer claims what its predecessor asked for, nobody would answer.
bool asks_for_members(ActiveBody& b, uint32_t index) {
  PlanState& plan = b.plan_state(index);
  if (!b.p.claims.do_plans) plan.claim = PlanClaim::held;
  return plan.claim != PlanClaim::held;
}

bool is_refused(ActiveBody& b, uint32_t index) {
  return b.state_of(index).due != 0 && b.plan_state(index).claim == PlanClaim::refused;
}

// A member that has left the world is nobody's.
NodeCause why_refused(ActiveBody& b, uint32_t index) {
  NodeCause cause = NodeCause::taken;
  for_each_claim(b, index, [&](EntityId member) {
    if (b.p.binding.entities.row_of(member, kAnyThing) == 0) cause = NodeCause::forgotten;
    return cause == NodeCause::taken;
  });
  return cause;
}

bool leaves_out_members(ActiveBody& b, uint32_t index) {
  if (!is_built(Feature::claims)) return false;
  for (const blob::Node& child : part(b.t.nodes, b.t.nodes[index].children())) {
    if (!claims_member(child)) continue;
    const SetTable& table = b.p.sets.tables[set_of_steps(b.t, *b.p.agent, child)];
    const uint32_t owner = table.owner_of(b.row.slot, b.row.team);
    for (uint32_t i = 0; i < table.count[owner]; ++i) {
      if (!b.may_claim(table.entity[table.row(owner, i)])) return true;
    }
  }
  return false;
}

void copy_planned_members(ActiveBody& b, uint32_t index) {
  const blob::Node& plan = b.t.nodes[index];
  if (!count_all_planned(b.t, *b.p.agent, plan).goes_over_members) return;
  EntityId* next = b.planned_members(index);
  for (const blob::Node& child : part(b.t.nodes, plan.children())) {
    const uint32_t places = count_planned(b.t, *b.p.agent, child);
    std::fill_n(next, places, EntityId());
    if (const uint32_t set = set_of_steps(b.t, *b.p.agent, child); set != kNotFound) {
      const SetTable& table = b.p.sets.tables[set];
      const uint32_t owner = table.owner_of(b.row.slot, b.row.team);
      const bool claims = is_built(Feature::claims) && claims_member(child);
      for (uint32_t i = 0; i < table.count[owner]; ++i) {
        const EntityId member = table.entity[table.row(owner, i)];
        if (!claims || b.may_claim(member)) next[i] = member;
      }
    }
    next += places;
  }
}

// The search that the agent has for a node, else one that it has just been given; kNotFound if there is none.
// Others take and give back theirs at the same time.
uint32_t search_of(ActiveBody& b, uint32_t node) {
  uint32_t free = kNotFound;
  for (uint32_t i = 0; i < b.a.search_count; ++i) {
    SearchOwner& owner = b.a.search_owners[i];
    if (std::atomic_ref(owner.slot).load(std::memory_order_relaxed) != b.row.slot) continue;
    if (owner.node == node) return i;
    if (owner.node == SearchOwner::kNobodyPlans) free = i;
  }
  return free;
}

void give_back_search(ActiveBody& b, uint32_t node) {
  Acting::lower(b.a.wants_search, b.row.slot);
  if (const uint32_t place = search_of(b, node); place != kNotFound) give_back(b, place);
}

void give_back_searches(ActiveBody& b) {
  if (!is_built(Feature::plans) || b.a.search_count == 0) return;
  Acting::lower(b.a.wants_search, b.row.slot);
  for (uint32_t i = 0; i < b.a.search_count; ++i) {
    if (std::atomic_ref(b.a.search_owners[i].slot).load(std::memory_order_relaxed) == b.row.slot)
      give_back(b, i);
  }
}

void hold_planned(Surroundings& world) {
  if (!is_built(Feature::plans)) return;
  for (uint32_t i = 0; i < world.everybody.size(); ++i) {
    Agents& p = *world.everybody[i];
    if (!p.claims.do_plans) continue;
    ActiveBody body(p);
    p.for_each_living([&](uint32_t slot) {
      if (hold_planned(body, slot, world.claims)) world.claims.planners.append({i, slot});
    });
  }
}

void grant_planned(Surroundings& world) {
  for (const ClaimTable::Planner& planner : world.claims.planners) {
    ActiveBody body(*world.everybody[planner.population]);
    grant_planned(body, planner.slot, world.claims);
  }
}

}  // namespace ishi
