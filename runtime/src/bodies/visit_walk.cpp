#include "blackboard/record.h"
#include "bodies/visit.h"
#include "navigation/walking.h"
#include "navigation/walks.h"
#include "sets/sets.h"

// Walking: a node asks for a way in the frame in which it begins, and looks at where it is in each one. Where
// nothing else in a body is to be looked at, that is done without a visit.

namespace ishi {

Outcome Visit::walk_step(uint32_t index) {
  ++walks_;
  if (p_.walks.places[index - first_node_].form == WalkPlace::Form::other) watches_ = true;
  watch(t_.nodes[index].value());
  float place[3];
  evaluate(t_.nodes[index].value(), Storage::vector, place);
  switch (ishi::walk(p_, row_.slot, index, place)) {
    case WalkOutcome::running: return Outcome::running;
    case WalkOutcome::arrived: give_back_walk(index); return Outcome::completed;
    case WalkOutcome::failed: give_back_walk(index); return Outcome::failed;
  }
  return Outcome::failed;
}

bool Visit::is_on_its_way(uint32_t slot) {
  if (!p_.walks.any() || p_.walks.alone[slot] == 0) return false;
  const uint32_t node = p_.walks.states[slot].node;
  if (node == kNotFound) return false;
  float place[3];
  find_walk_place(slot, node, place);
  return stays_on_way(p_, slot, place);
}

bool Visit::walks_on(uint32_t slot) {
  if (p_.walks.alone[slot] == 0 || (a_.merely_watching[slot / 64] >> (slot % 64) & 1) == 0) return false;
  const uint32_t node = p_.walks.states[slot].node;
  if (node == kNotFound) return false;
  float place[3];
  find_walk_place(slot, node, place);
  if (!stays_on_way(p_, slot, place) && ishi::walk(p_, slot, node, place) != WalkOutcome::running)
    return false;
  reads_stale_ = false;
  watch(t_.nodes[node].value());
  if (reads_stale_) a_.freshness.add(slot);
  return true;
}

void Visit::find_walk_place(uint32_t slot, uint32_t node, float (&place)[3]) {
  const WalkPlace& found = p_.walks.places[node - first_node_];
  if (found.form == WalkPlace::Form::key) {
    for (uint32_t axis = 0; axis < 3; ++axis) place[axis] = p_.keys[found.key].component(slot, axis);
    return;
  }
  block_ = a_.block(slot);
  if (found.form == WalkPlace::Form::given) {
    const std::byte* const record = record_of(found.goal);
    for (uint32_t axis = 0; axis < 3; ++axis)
      place[axis] = read_record(record, t_.parameters[found.parameter], axis, {}, p_.binding.entities);
    return;
  }
  row_ = {.slot = slot, .team = p_.team[slot], .profile = p_.profile[slot]};
  row_.step_started = state_of(node).started;
  if (p_.sets.any()) row_.candidate = p_.sets.bound[slot];
  const Within within(*this, found.goal == kNotFound ? node : found.goal);
  if (found.form == WalkPlace::Form::entity) {
    const EntityView& entities = p_.binding.entities;
    const blob::Operation& who = t_.operations[t_.formulas[t_.nodes[node].value()].program().first()];
    const uint32_t at = entities.row_of(evaluate_row(p_.binding, who, row_, 0, 0, 0));
    for (uint32_t axis = 0; axis < 3; ++axis) place[axis] = read_axis(entities.position[axis], at);
    return;
  }
  evaluate(t_.nodes[node].value(), Storage::vector, place);
}

// Another node may walk by now.
void Visit::give_back_walk(uint32_t index) {
  if (p_.walks.states[row_.slot].node == index) p_.walks.release(row_.slot);
}

}  // namespace ishi
