#include "asset/check.h"
#include "bodies/quorum.h"
#include "bodies/visit.h"
#include "built_features.h"
#include "navigation/walking.h"

// What reports and due waits already decide about a body, asked without writing anything.

namespace ishi {
bool Visit::puts_off_thought(uint32_t slot) {
  if (Acting::has(a_.awaits_end, slot)) return false;
  const bool is_woken = Acting::has(a_.awake, slot) || a_.deadline[slot] <= now_;
  if (!is_woken && is_on_its_way(slot)) return false;
  return (is_woken || Acting::has(a_.watching, slot)) && is_bound_to_end(slot);
}

bool Visit::is_bound_to_end(uint32_t slot) {
  const uint16_t running = a_.header(slot).option;
  if (running == kNoOption || running != p_.option[slot] || is_rebound(slot)) return false;
  look_at(slot);
  return has_lost_member(running) || is_decided(option(running).body());
}

// Asking draws nothing: the visit that ends the node draws the same.
bool Visit::is_decided(uint32_t index) {
  const uint32_t draws = p_.draws == nullptr ? 0 : p_.draws[row_.slot];
  const uint64_t step_started = row_.step_started;
  leaves_writes_ = false;
  const Fate fate = fate_of(index);
  row_.step_started = step_started;
  if (p_.draws != nullptr) p_.draws[row_.slot] = draws;
  return fate != Fate::runs;
}

Visit::Fate Visit::fate_of(uint32_t index) {
  const Within within(*this, index);
  const auto counted_as = [](Outcome outcome) {
    return outcome == Outcome::completed ? Fate::completes : Fate::fails;
  };
  const blob::Node& node = t_.nodes[index];
  if (is_in(index, NodePhase::has_completed)) return counted_as(completed(node));
  const bool is_active = is_in(index, NodePhase::active);
  if (!is_active && !is_in(index, NodePhase::has_failed)) return Fate::runs;
  const Fate fate = is_active ? fate_of_attempt(index) : Fate::fails;
  if (fate == Fate::runs || (fate == Fate::fails && state_of(index).retries_left > 0)) return Fate::runs;
  return counted_as(fate == Fate::completes ? completed(node) : failed(node));
}

Visit::Fate Visit::fate_of_attempt(uint32_t index) {
  const blob::Node& node = t_.nodes[index];
  const uint32_t first = node.children().first(), count = node.children().count();
  const NodeState& state = state_of(index);
  const auto fate_of_child = [&](uint32_t child) {
    return child < count && is_at_work(first + child) ? fate_of(first + child) : Fate::runs;
  };
  switch (node.kind()) {
    case blob::NodeKind::task: {
      const LaneWord word =
          LaneWord::unpack(a_.lane(row_.slot, lane_of(index)).load(std::memory_order_acquire));
      if (word.status == LaneStatus::completed) {
        leaves_writes_ |= node.given() != kNotFound;  // what the game gives back is read when the step ends
        return Fate::completes;
      }
      return word.status == LaneStatus::failed ? Fate::fails : Fate::runs;
    }
    case blob::NodeKind::wait: return state.due <= now_ ? Fate::completes : Fate::runs;
    case blob::NodeKind::walk: {
      if (!is_built(Feature::walking)) return Fate::runs;
      row_.step_started = state.started;
      float place[3];
      evaluate(node.value(), Storage::vector, place);
      return has_arrived(p_, row_.slot, index, place) ? Fate::completes : Fate::runs;
    }
    case blob::NodeKind::sequence:
    case blob::NodeKind::interjection:
    case blob::NodeKind::cleanup: {
      const Fate fate = fate_of_child(state.child);
      return fate == Fate::completes ? fate_of_rest(index, state.child + 1, state.started) : fate;
    }
    case blob::NodeKind::first:
    case blob::NodeKind::best: {
      if (!is_built(Feature::goals)) return Fate::runs;
      const Fate fate = fate_of_child(state.child);
      return fate == Fate::fails && has_method_left(index) ? Fate::runs : fate;
    }
    case blob::NodeKind::all:
    case blob::NodeKind::any: return is_built(Feature::goals) ? fate_at_once(index) : Fate::runs;
    case blob::NodeKind::repeat: {
      if (!is_built(Feature::goals)) return Fate::runs;
      const Fate fate = fate_of_child(0);
      const bool is_last = node.given() != kNotFound
                               ? next_member(index, state.child + 1) == members_of(index).count
                               : state.child + 1 == node.count();
      if (fate != Fate::completes || is_last) return fate;
      // The writes of its last steps may make `until` true; no round begins before the next frame.
      const bool may_end = modifier(node, Modifier::until) != kNotFound && leaves_writes_;
      return may_end || is_known(modifier(node, Modifier::until), Truth::yes, state.started) ? Fate::completes
                                                                                             : Fate::runs;
    }
    case blob::NodeKind::goal: {
      if (!is_built(Feature::goals)) return Fate::runs;
      if (state.child != 0) {
        const Fate fate = fate_of_attempt(first + state.child);
        if (fate != Fate::completes) return fate;
      }
      const Fate fate = fate_of_child(0);
      const bool cleans_up = t_.nodes[first + count - 1].kind() == blob::NodeKind::cleanup;
      leaves_writes_ |= cleans_up && fate != Fate::runs;
      return fate;
    }
    case blob::NodeKind::plan: {
      if (!is_built(Feature::plans)) return Fate::runs;
      if (state.due == 0) return Fate::runs;
      const PlanState& plan = plan_state(index);
      if (state.child >= plan.count) return Fate::runs;
      const Fate fate = fate_of_child(steps_of(plan)[state.child]);
      if (fate != Fate::completes) return fate;
      if (state.child + 1 != plan.count) return Fate::runs;
      return is_known(node.value(), Truth::no, state.started) ? Fate::fails : fate;
    }
    case blob::NodeKind::succeed: return Fate::completes;
    case blob::NodeKind::fail: return Fate::fails;
    default: return Fate::runs;
  }
}

// The fate of a list that began at `since`, with the steps from `rest` on left: it ends if they take no time
// or their `when` is false.
Visit::Fate Visit::fate_of_rest(uint32_t index, uint32_t rest, uint64_t since) {
  const blob::Range& children = t_.nodes[index].children();
  for (; rest < children.count(); ++rest) {
    const blob::Node& step = t_.nodes[children.first() + rest];
    using Kind = blob::NodeKind;
    const Kind kind = step.kind();
    const uint32_t when = modifier(step, Modifier::when);
    if (was_done_once(children.first() + rest) || foreseen(children.first() + rest) == kLeftOut) continue;
    if (kind != Kind::goal && is_known(when, Truth::no, since)) continue;
    if (kind == Kind::succeed && !leaves_writes_) return Fate::completes;
    const bool is_begun = when == kNotFound || is_known(when, Truth::yes, since);
    if (is_begun && fails_for_sure(step, since)) return Fate::fails;
    const bool ends =
        is_instant(children.first() + rest) || (kind == Kind::sequence && step.retries() == 0 &&
                                                fate_of_rest(children.first() + rest, 0, now_) != Fate::runs);
    if (!ends) return Fate::runs;
    leaves_writes_ |=
        kind != Kind::succeed && kind != Kind::fail && kind != Kind::emit && kind != Kind::sound;
  }
  return Fate::completes;
}

// True if a step of a list that began at `since` is a check of what will not hold, whose failure is that of
// the list.
bool Visit::fails_for_sure(const blob::Node& step, uint64_t since) {
  const bool is_last_attempt = step.retries() == 0 && step.continues() == 0 && !inverts(step);
  return is_check(step) && is_last_attempt && is_known(step.value(), Truth::no, since);
}

// True if a condition of what began at `since` will be so when its turn comes: no step that is done before it
// writes anything.
bool Visit::is_known(uint32_t condition, Truth expected, uint64_t since) {
  if (leaves_writes_ || condition == kNotFound) return false;
  row_.step_started = since;
  return truth(condition) == expected;
}

Visit::Fate Visit::fate_at_once(uint32_t index) {
  const blob::Node& node = t_.nodes[index];
  const Quorum quorum(node);
  const NodeState& state = state_of(index);
  uint32_t ended = state.child;
  bool some_run = false;
  for (uint32_t i = 0; i < node.children().count(); ++i) {
    if ((state.due >> i & 1) != 0) continue;
    const uint32_t child = node.children().first() + i;
    const Fate fate = is_at_work(child) ? fate_of(child) : Fate::runs;
    some_run |= fate == Fate::runs;
    if (fate == Fate::runs) continue;
    ended = quorum.counted(ended, fate == Fate::fails ? Outcome::failed : Outcome::completed);
    if (quorum.is_decided_by(ended)) return fate;
  }
  return some_run ? Fate::runs : quorum.of_all(ended) == Outcome::failed ? Fate::fails : Fate::completes;
}

// True if `choose` would begin another one now that the running one has failed.
bool Visit::has_method_left(uint32_t index) {
  const blob::Node& node = t_.nodes[index];
  if (foreseen_method(index) != kNotFound) return false;
  row_.step_started = state_of(index).started;
  for (uint32_t i = 0; i < node.children().count(); ++i) {
    const bool is_out = (state_of(index).due >> i & 1) != 0 || i == state_of(index).child;
    if (!is_out && may_begin(node.children().first() + i)) return true;
  }
  return false;
}

// True if a step takes no time, whatever happens: it ends in the visit in which it begins.
bool Visit::is_instant(uint32_t index) const {
  const blob::Node& node = t_.nodes[index];
  switch (node.kind()) {
    case blob::NodeKind::set:
    case blob::NodeKind::emit:
    case blob::NodeKind::sound:
    case blob::NodeKind::succeed:
    case blob::NodeKind::cleanup: return true;
    case blob::NodeKind::fail: return node.retries() == 0;
    case blob::NodeKind::sequence:
    case blob::NodeKind::first:
    case blob::NodeKind::best:
    case blob::NodeKind::all:
    case blob::NodeKind::any:
    case blob::NodeKind::goal:
    case blob::NodeKind::interjection: break;
    default: return false;
  }
  if (node.retries() != 0) return false;
  for (uint32_t i = 0; i < node.children().count(); ++i) {
    if (!is_instant(node.children().first() + i)) return false;
  }
  return true;
}

}  // namespace ishi
