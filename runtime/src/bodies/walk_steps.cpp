#include "blackboard/record.h"
#include "bodies/leaf_steps.h"
#include "navigation/walking.h"
#include "navigation/walks.h"
#include "sets/sets.h"

// Walking: a node asks for a way in the frame in which it begins, and looks at where it is in each one. Where
// nothing else in a body is to be looked at, that is done without a visit.

namespace ishi {

Outcome LeafSteps::walk_step(uint32_t index) {
  ++notes_.walks;
  if (body_.p.walks.places[index - body_.first_node].form == WalkPlace::Form::other) notes_.watches = true;
  notes_.watch(body_.t.nodes[index].value());
  float place[3];
  formulas_.evaluate(body_.t.nodes[index].value(), Storage::vector, place);
  switch (ishi::walk(body_.p, body_.row.slot, index, place)) {
    case WalkOutcome::running: return Outcome::running;
    case WalkOutcome::arrived: give_back_walk(body_, index); return Outcome::completed;
    case WalkOutcome::failed: give_back_walk(body_, index); return Outcome::failed;
  }
  return Outcome::failed;
}

bool BodyFormulas::is_on_its_way(uint32_t slot) {
  if (!body_.p.walks.any() || body_.p.walks.alone[slot] == 0) return false;
  const uint32_t node = body_.p.walks.states[slot].node;
  if (node == kNotFound) return false;
  float place[3];
  find_walk_place(slot, node, place);
  return stays_on_way(body_.p, slot, place);
}

bool LeafSteps::walks_on(uint32_t slot) {
  if (body_.p.walks.alone[slot] == 0 || (body_.a.merely_watching[slot / 64] >> (slot % 64) & 1) == 0)
    return false;
  const uint32_t node = body_.p.walks.states[slot].node;
  if (node == kNotFound) return false;
  float place[3];
  formulas_.find_walk_place(slot, node, place);
  if (!stays_on_way(body_.p, slot, place) && ishi::walk(body_.p, slot, node, place) != WalkOutcome::running)
    return false;
  notes_.reads_stale = false;
  notes_.watch(body_.t.nodes[node].value());
  if (notes_.reads_stale) body_.a.freshness.add(slot);
  return true;
}

void BodyFormulas::find_walk_place(uint32_t slot, uint32_t node, float (&place)[3]) {
  const WalkPlace& found = body_.p.walks.places[node - body_.first_node];
  if (found.form == WalkPlace::Form::key) {
    for (uint32_t axis = 0; axis < 3; ++axis) place[axis] = body_.p.keys[found.key].component(slot, axis);
    return;
  }
  body_.block = body_.a.block(slot);
  if (found.form == WalkPlace::Form::given) {
    const std::byte* const record = body_.record_of(found.goal);
    for (uint32_t axis = 0; axis < 3; ++axis)
      place[axis] =
          read_record(record, body_.t.parameters[found.parameter], axis, {}, body_.p.binding.entities);
    return;
  }
  body_.row = {.slot = slot, .team = body_.p.team[slot], .profile = body_.p.profile[slot]};
  body_.row.step_started = body_.state_of(node).started;
  if (body_.p.sets.any()) body_.row.candidate = body_.p.sets.bound[slot];
  const WithinGoal within(body_, found.goal == kNotFound ? node : found.goal);
  if (found.form == WalkPlace::Form::entity) {
    const EntityView& entities = body_.p.binding.entities;
    const blob::Operation& who =
        body_.t.operations[body_.t.formulas[body_.t.nodes[node].value()].program().first()];
    const uint32_t at = entities.row_of(evaluate_row(body_.p.binding, who, body_.row, 0, 0, 0));
    for (uint32_t axis = 0; axis < 3; ++axis) place[axis] = read_axis(entities.position[axis], at);
    return;
  }
  evaluate(body_.t.nodes[node].value(), Storage::vector, place);
}

// Another node may walk by now.
void give_back_walk(ActiveBody& b, uint32_t index) {
  if (b.p.walks.states[b.row.slot].node == index) b.p.walks.release(b.row.slot);
}

}  // namespace ishi
