#include "bodies/fates.h"

#include "asset/check.h"
#include "bodies/quorum.h"
#include "built_features.h"
#include "navigation/walking.h"

namespace ishi {
namespace {

// True if a step takes no time, whatever happens: it ends in the visit in which it begins.
bool is_instant(const ActiveBody& b, uint32_t index) {
  const blob::Node& node = b.t.nodes[index];
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
    if (!is_instant(b, node.children().first() + i)) return false;
  }
  return true;
}

}  // namespace

bool Fates::puts_off_thought(uint32_t slot) {
  if (Acting::has(body_.a.awaits_end, slot)) return false;
  const bool is_woken = Acting::has(body_.a.awake, slot) || body_.a.deadline[slot] <= body_.now;
  if (!is_woken && formulas_.is_on_its_way(slot)) return false;
  return (is_woken || Acting::has(body_.a.watching, slot)) && is_bound_to_end(slot);
}

bool Fates::is_bound_to_end(uint32_t slot) {
  const uint16_t running = body_.a.header(slot).option;
  if (running == kNoOption || running != body_.p.option[slot] || body_.is_rebound(slot)) return false;
  body_.look_at(slot);
  return body_.has_lost_member(running) || is_decided(body_.option(running).body());
}

// Asking draws nothing: the visit that ends the node draws the same.
bool Fates::is_decided(uint32_t index) {
  const uint32_t draws = body_.p.draws == nullptr ? 0 : body_.p.draws[body_.row.slot];
  const uint64_t step_started = body_.row.step_started;
  leaves_writes_ = false;
  const Fate fate = fate_of(index);
  body_.row.step_started = step_started;
  if (body_.p.draws != nullptr) body_.p.draws[body_.row.slot] = draws;
  return fate != Fate::runs;
}

Fates::Fate Fates::fate_of(uint32_t index) {
  const WithinGoal within(body_, index);
  const auto counted_as = [](Outcome outcome) {
    return outcome == Outcome::completed ? Fate::completes : Fate::fails;
  };
  const blob::Node& node = body_.t.nodes[index];
  if (body_.is_in(index, NodePhase::has_completed)) return counted_as(completed(node));
  const bool is_active = body_.is_in(index, NodePhase::active);
  if (!is_active && !body_.is_in(index, NodePhase::has_failed)) return Fate::runs;
  const Fate fate = is_active ? fate_of_attempt(index) : Fate::fails;
  if (fate == Fate::runs || (fate == Fate::fails && body_.state_of(index).retries_left > 0))
    return Fate::runs;
  return counted_as(fate == Fate::completes ? completed(node) : failed(node));
}

Fates::Fate Fates::fate_of_attempt(uint32_t index) {
  const blob::Node& node = body_.t.nodes[index];
  const uint32_t first = node.children().first(), count = node.children().count();
  const NodeState& state = body_.state_of(index);
  const auto fate_of_child = [&](uint32_t child) {
    return child < count && body_.is_at_work(first + child) ? fate_of(first + child) : Fate::runs;
  };
  switch (node.kind()) {
    case blob::NodeKind::task: {
      const LaneWord word = LaneWord::unpack(
          body_.a.lane(body_.row.slot, body_.lane_of(index)).load(std::memory_order_acquire));
      if (word.status == LaneStatus::completed) {
        leaves_writes_ |= node.given() != kNotFound;  // what the game gives back is read when the step ends
        return Fate::completes;
      }
      return word.status == LaneStatus::failed ? Fate::fails : Fate::runs;
    }
    case blob::NodeKind::wait: return state.due <= body_.now ? Fate::completes : Fate::runs;
    case blob::NodeKind::walk: {
      if (!is_built(Feature::walking)) return Fate::runs;
      body_.row.step_started = state.started;
      float place[3];
      formulas_.evaluate(node.value(), Storage::vector, place);
      return has_arrived(body_.p, body_.row.slot, index, place) ? Fate::completes : Fate::runs;
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
                               ? body_.next_member(index, state.child + 1) == body_.members_of(index).count
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
      const bool cleans_up = body_.t.nodes[first + count - 1].kind() == blob::NodeKind::cleanup;
      leaves_writes_ |= cleans_up && fate != Fate::runs;
      return fate;
    }
    case blob::NodeKind::plan: {
      if (!is_built(Feature::plans)) return Fate::runs;
      if (state.due == 0) return Fate::runs;
      const PlanState& plan = body_.plan_state(index);
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
Fates::Fate Fates::fate_of_rest(uint32_t index, uint32_t rest, uint64_t since) {
  const blob::Range& children = body_.t.nodes[index].children();
  for (; rest < children.count(); ++rest) {
    const blob::Node& step = body_.t.nodes[children.first() + rest];
    using Kind = blob::NodeKind;
    const Kind kind = step.kind();
    const uint32_t when = modifier(step, Modifier::when);
    if (body_.was_done_once(children.first() + rest) || body_.foreseen(children.first() + rest) == kLeftOut)
      continue;
    if (kind != Kind::goal && is_known(when, Truth::no, since)) continue;
    if (kind == Kind::succeed && !leaves_writes_) return Fate::completes;
    const bool is_begun = when == kNotFound || is_known(when, Truth::yes, since);
    if (is_begun && fails_for_sure(step, since)) return Fate::fails;
    const bool ends = is_instant(body_, children.first() + rest) ||
                      (kind == Kind::sequence && step.retries() == 0 &&
                       fate_of_rest(children.first() + rest, 0, body_.now) != Fate::runs);
    if (!ends) return Fate::runs;
    leaves_writes_ |=
        kind != Kind::succeed && kind != Kind::fail && kind != Kind::emit && kind != Kind::sound;
  }
  return Fate::completes;
}

// True if a step of a list that began at `since` is a check of what will not hold, whose failure is that of
// the list.
bool Fates::fails_for_sure(const blob::Node& step, uint64_t since) {
  const bool is_last_attempt = step.retries() == 0 && step.continues() == 0 && !inverts(step);
  return is_check(step) && is_last_attempt && is_known(step.value(), Truth::no, since);
}

// True if a condition of what began at `since` will be so when its turn comes: no step that is done before it
// writes anything.
bool Fates::is_known(uint32_t condition, Truth expected, uint64_t since) {
  if (leaves_writes_ || condition == kNotFound) return false;
  body_.row.step_started = since;
  return formulas_.truth(condition) == expected;
}

Fates::Fate Fates::fate_at_once(uint32_t index) {
  const blob::Node& node = body_.t.nodes[index];
  const Quorum quorum(node);
  const NodeState& state = body_.state_of(index);
  uint32_t ended = state.child;
  bool some_run = false;
  for (uint32_t i = 0; i < node.children().count(); ++i) {
    if ((state.due >> i & 1) != 0) continue;
    const uint32_t child = node.children().first() + i;
    const Fate fate = body_.is_at_work(child) ? fate_of(child) : Fate::runs;
    some_run |= fate == Fate::runs;
    if (fate == Fate::runs) continue;
    ended = quorum.counted(ended, fate == Fate::fails ? Outcome::failed : Outcome::completed);
    if (quorum.is_decided_by(ended)) return fate;
  }
  return some_run ? Fate::runs : quorum.of_all(ended) == Outcome::failed ? Fate::fails : Fate::completes;
}

// True if `choose` would begin another one now that the running one has failed.
bool Fates::has_method_left(uint32_t index) {
  const blob::Node& node = body_.t.nodes[index];
  if (body_.foreseen_method(index) != kNotFound) return false;
  body_.row.step_started = body_.state_of(index).started;
  for (uint32_t i = 0; i < node.children().count(); ++i) {
    const bool is_out = (body_.state_of(index).due >> i & 1) != 0 || i == body_.state_of(index).child;
    if (!is_out && formulas_.may_begin(node.children().first() + i)) return true;
  }
  return false;
}

}  // namespace ishi
