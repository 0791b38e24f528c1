#include <algorithm>

#include "asset/check.h"
#include "asset/limits.h"
#include "blackboard/record.h"
#include "bodies/acting.h"
#include "bodies/visit.h"
#include "sets/sets.h"

// Steps that go over the members of a set: rounds of a repeat, and steps of plans.

namespace ishi {

EntityId Visit::member_at(uint32_t given) const {
  return read_at<EntityId>(a_.given(row_.slot), givens_[given].offset());
}

void Visit::set_member(uint32_t given, EntityId member) {
  write_at(a_.given(row_.slot), givens_[given].offset(), member);
}

// True if somebody is no member any more of the set that a node goes over.
bool Visit::has_lost(uint32_t node, EntityId member) const {
  const SetTable& table = p_.sets.tables[set_of_steps(t_, *p_.agent, t_.nodes[node])];
  return table.find(table.owner_of(row_.slot, row_.team), member) == kNotFound;
}

// The members as they are when an attempt begins, in the order of the set or by rising `value`.
void Visit::copy_members(uint32_t index) {
  const blob::Node& node = t_.nodes[index];
  const SetTable& table = p_.sets.tables[set_of_steps(t_, *p_.agent, node)];
  const uint32_t owner = table.owner_of(row_.slot, row_.team);
  MemberList& list = members_of(index);
  EntityId* const members = listed(index);
  float places[limits::kSharedMembers];
  list = {.count = table.count[owner]};
  for (uint32_t i = 0; i < list.count; ++i) {
    const EntityId member = table.entity[table.row(owner, i)];
    float place = 0;
    if (node.value() != kNotFound) {
      set_member(node.given(), member);
      place = number(node.value());
    }
    uint32_t at = i;
    for (; at > 0 && place < places[at - 1]; --at) {
      places[at] = places[at - 1];
      members[at] = members[at - 1];
    }
    places[at] = place;
    members[at] = member;
  }
  set_member(node.given(), EntityId());
}

// The number of the first of those copied, from one on, that is a member still; their count if none is.
uint32_t Visit::next_member(uint32_t index, uint32_t from) const {
  const uint32_t count = members_of(index).count;
  while (from < count && has_lost(index, listed(index)[from])) ++from;
  return std::min(from, count);
}

// A round for each member; that of one who is a member no more ends. `due`: the frame in which the last
// ended.
Outcome Visit::for_each(uint32_t index, bool is_over) {
  const blob::Node& node = t_.nodes[index];
  const uint32_t child = node.children().first();
  NodeState& state = state_of(index);
  const auto goes_on = [&] {
    state.child = next_member(index, state.child + 1);
    if (state.child == members_of(index).count) return Outcome::completed;
    state.due = frame_;
    watches_ = true;
    return Outcome::running;
  };
  if (is_at_work(child)) {
    if (has_lost(index, member_at(node.given())) && !is_decided(child)) {
      abort_node(child, NodeCause::forgotten);
      return goes_on();
    }
  } else {
    if (state.due == frame_) {
      watches_ = true;
      return Outcome::running;
    }
    state.child = next_member(index, state.child);
    if (state.child == members_of(index).count) return Outcome::completed;
    set_member(node.given(), listed(index)[state.child]);
  }
  const Outcome outcome = is_at_work(child) ? tick(child) : enter(child);
  if (outcome != Outcome::completed) return outcome;
  row_.step_started = state.started;
  if (is_over && watched_truth(modifier(node, Modifier::until)) == Truth::yes) return Outcome::completed;
  return goes_on();
}

// The members that the steps of a plan may be for during its search, by number of the step. A step that
// claims leaves out members that others hold.
void Visit::copy_planned_members(uint32_t index) {
  const blob::Node& plan = t_.nodes[index];
  if (!count_all_planned(t_, *p_.agent, plan).goes_over_members) return;
  EntityId* next = planned_members(index);
  for (const blob::Node& child : part(t_.nodes, plan.children())) {
    const uint32_t places = count_planned(t_, *p_.agent, child);
    std::fill_n(next, places, EntityId());
    if (const uint32_t set = set_of_steps(t_, *p_.agent, child); set != kNotFound) {
      const SetTable& table = p_.sets.tables[set];
      const uint32_t owner = table.owner_of(row_.slot, row_.team);
      const bool claims = is_built(Feature::claims) && claims_member(child);
      for (uint32_t i = 0; i < table.count[owner]; ++i) {
        const EntityId member = table.entity[table.row(owner, i)];
        if (!claims || may_claim(member)) next[i] = member;
      }
    }
    next += places;
  }
}

// A step of a plan whose turn has come. It fails if it is for somebody who is a member no more, or if it may
// not begin any more: a list would skip it, but the later steps of a plan count on what it does.
Outcome Visit::begin_planned(uint32_t index, uint32_t child) {
  if (set_of_steps(t_, *p_.agent, t_.nodes[child]) != kNotFound) {
    const EntityId member = planned_members(index)[state_of(index).child];
    if (has_lost(child, member)) return Outcome::failed;
    set_member(t_.nodes[child].given(), member);
  }
  if (may_begin(child)) return begin(child);
  note(child, NodeChange::skipped);
  return Outcome::failed;
}

// True if a step of a plan that is at work has lost whom it is for, and is not over; it is aborted.
bool Visit::ends_planned(uint32_t child) {
  if (set_of_steps(t_, *p_.agent, t_.nodes[child]) == kNotFound) return false;
  if (!has_lost(child, member_at(t_.nodes[child].given())) || is_decided(child)) return false;
  abort_node(child, NodeCause::forgotten);
  return true;
}

}  // namespace ishi
