#include "bodies/active_body.h"

#include <algorithm>
#include <cmath>

#include "asset/limits.h"
#include "blackboard/record.h"
#include "built_features.h"
#include "claims/claims.h"
#include "sets/sets.h"

namespace ishi {

// What the end of a node counts as for what is around it.
Outcome completed(const blob::Node& node) {
  return inverts(node) && node.continues() == 0 ? Outcome::failed : Outcome::completed;
}

Outcome failed(const blob::Node& node) {
  return inverts(node) || node.continues() != 0 ? Outcome::completed : Outcome::failed;
}

WithinGoal::WithinGoal(ActiveBody& body, uint32_t node)
    : body_(body), record_(body.row.record), variables_(body.row.variables) {
  const blob::Node& within = body.t.nodes[node];
  if (!is_built(Feature::goals) || within.kind() != blob::NodeKind::goal) return;
  body.row.record = body.record_of(node);
  body.row.variables = body.t.parameters.data() + body.t.goals[within.subject()].parameters().first();
}

void ActiveBody::look_at(uint32_t slot) {
  row = {.slot = slot, .team = p.team[slot], .profile = p.profile[slot], .step_started = now};
  row.given = a.given(slot);
  row.given_variables = givens.data();
  block = a.block(slot);
  first_serial = a.header(slot).serial;
  if (p.sets.any() && a.header(slot).option != kNoOption) {
    bind(a.header(slot).option, p.sets.bound[slot]);
  }
}

bool ActiveBody::was_done_once(uint32_t index) const {
  if (!is_once(t.nodes[index])) return false;
  const uint32_t number = a.layout.once_numbers[index - first_node];
  return (a.begun_once(row.slot)[number / 64] >> (number % 64) & 1) != 0;
}

void ActiveBody::note(uint32_t node, NodeChange change, NodeCause cause) {
  if (a.node_events.size() == 0) return;
  const uint32_t place = a.node_event_count.fetch_add(1, std::memory_order_relaxed);
  if (place >= a.node_events.size()) return;
  a.node_events[place] = {p.around->handle_of(p.self[row.slot]), node, change, cause};
}

const blob::Option& ActiveBody::option(uint16_t index) const {
  return t.options[p.agent->options().first() + index];
}

// Formulas read the member `candidate` from now on.
void ActiveBody::bind(uint16_t index, EntityId candidate) {
  const uint32_t set = option(index).set();
  row.candidate = candidate;
  row.bound = kNotFound;
  if (set == kNotFound) return;
  const SetTable& table = p.sets.tables[set];
  row.bound = table.find(table.owner_of(row.slot, row.team), candidate);
}

// The same one, after members have come and gone.
void ActiveBody::bind_again() {
  if (a.header(row.slot).option != kNoOption) bind(a.header(row.slot).option, row.candidate);
}

bool ActiveBody::is_rebound(uint32_t slot) const {
  return p.sets.any() && p.sets.bound[slot] != p.sets.candidate[slot];
}

bool ActiveBody::has_lost_member(uint16_t index) const {
  return is_built(Feature::memories) && option(index).set() != kNotFound && row.bound == kNotFound;
}

// The number of the first of those copied, from one on, that is a member still; their count if none is.
uint32_t ActiveBody::next_member(uint32_t index, uint32_t from) const {
  const uint32_t count = members_of(index).count;
  while (from < count && has_lost(index, listed(index)[from])) ++from;
  return std::min(from, count);
}

// True if somebody is no member any more of the set that a node goes over.
bool ActiveBody::has_lost(uint32_t node, EntityId member) const {
  const SetTable& table = p.sets.tables[set_of_steps(t, *p.agent, t.nodes[node])];
  return table.find(table.owner_of(row.slot, row.team), member) == kNotFound;
}

EntityId ActiveBody::member_at(uint32_t given) const {
  return read_at<EntityId>(a.given(row.slot), givens[given].offset());
}

void ActiveBody::set_member(uint32_t given, EntityId member) {
  write_at(a.given(row.slot), givens[given].offset(), member);
}

bool ActiveBody::may_claim(EntityId member) const {
  const uint32_t entity = p.binding.entities.row_of(member, kAnyThing);
  return entity != 0 && p.claims.has_entity(entity, row.slot, Claims::Queues::in_turn);
}

bool ActiveBody::plan_of(uint32_t node, PlanInfo& plan) const {
  // Between two attempts `due` is the frame of the failure: the last plan is over, and there is no new one
  // yet.
  if (t.nodes[node].kind() != blob::NodeKind::plan || state_of(node).due == 0 ||
      is_in(node, NodePhase::between_attempts))
    return false;
  const PlanState& made = plan_state(node);
  plan = {};
  plan.count = made.count;
  plan.current = state_of(node).child;
  plan.cost_seconds = static_cast<double>(made.cost) / 1e6;
  plan.asks = made.claim == PlanClaim::asked;
  std::copy_n(steps_of(made), made.count, plan.steps);
  if (count_all_planned(t, *p.agent, t.nodes[node]).goes_over_members)
    std::copy_n(planned_members(node), made.count, plan.members);
  return true;
}

uint8_t* ActiveBody::foreseen_methods(uint32_t goal) const {
  const auto parameters = part(t.parameters, t.goals[t.nodes[goal].subject()].parameters());
  return reinterpret_cast<uint8_t*>(record_of(goal)) + record_size(parameters);
}

uint8_t ActiveBody::foreseen(uint32_t node) const {
  if (a.layout.foreseen.size() == 0) return kNotForeseen;
  const BodyLayout::Foreseen& foreseen = a.layout.foreseen[node - first_node];
  if (foreseen.goal == kNotFound) return kNotForeseen;
  return foreseen_methods(first_node + foreseen.goal)[foreseen.number];
}

void ActiveBody::forget_foreseen(uint32_t goal) {
  std::fill_n(foreseen_methods(goal), a.layout.foreseen[goal - first_node].count, kNotForeseen);
}

uint32_t ActiveBody::foreseen_by(uint32_t goal, std::span<ForeseenChoice> choices) const {
  if (!foresees(t.nodes[goal]) || !is_at_work(t.nodes[goal].children().first())) return 0;
  uint32_t count = 0;
  for (uint32_t i = 0; i < a.layout.foreseen.size(); ++i) {
    if (a.layout.foreseen[i].goal != goal - first_node) continue;
    const uint8_t method = foreseen(first_node + i);
    if (method == kNotForeseen) continue;
    if (count < choices.size())
      choices[count] = {.node = first_node + i, .method = method == kLeftOut ? kNotFound : method};
    ++count;
  }
  return count;
}

uint64_t ActiveBody::after(float seconds) const {
  const double held_seconds =
      seconds > 0.0f ? (seconds < limits::kSeconds ? seconds : limits::kSeconds) : 0.0;
  return now + static_cast<uint64_t>(std::floor(held_seconds * 1e6 + 0.5));
}

}  // namespace ishi
