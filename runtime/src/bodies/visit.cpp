#include "bodies/visit.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "asset/check.h"
#include "blackboard/record.h"
#include "bodies/planned_claims.h"
#include "built_features.h"
#include "claims/claims.h"
#include "levels/levels.h"
#include "moments/moments.h"
#include "navigation/walks.h"
#include "sets/sets.h"
#include "states/states.h"
#include "steering/steering.h"

namespace ishi {

void Visit::run(uint32_t slot, bool first_round) {
  // A walker that is only checked counts as visited: saves hold the counters, and `walks.alone`, which
  // decides that, is no state.
  ++counters_.visits;
  if (is_built(Feature::walking) && first_round && body_.p.walks.any() && steps_.walks_on(slot)) return;
  body_.look_at(slot);
  notes_.first_round = first_round;
  notes_.deadline = kNever;
  notes_.watches = notes_.again = notes_.reads_stale = false;
  notes_.waits = 0;
  notes_.walks = 0;

  BodyHeader& header = body_.a.header(slot);
  const uint16_t chosen = body_.p.option[slot];
  if (header.option != kNoOption && (header.option != chosen || body_.is_rebound(slot))) {
    if (!end_if_over()) {
      abort_node(body_.option(header.option).body(), NodeCause::replaced);
      end_option(blob::HowEnded::aborted, {.again = header.option == chosen});
    }
  }
  if (chosen != kNoOption) {
    const uint32_t root = body_.option(chosen).body();
    if (header.option == kNoOption) begin_option(chosen);
    body_.row.step_started = body_.state_of(root).started;
    // Reports and due waits come first: conditions are asked for what they leave.
    const bool is_over = fates_.is_decided(root);
    if (!is_over && body_.has_lost_member(chosen)) {
      stop(root, NodeCause::forgotten);
      end(root, NodeChange::failed, NodeCause::forgotten);
      leave_option(slot);
      end_option(blob::HowEnded::failed, {.has_lost_member = true});
    } else if (!is_over && watched_truth(modifier(body_.t.nodes[root], Modifier::while_true)) == Truth::no) {
      abort_node(root, NodeCause::while_false);
      leave_option(slot);
      end_option(blob::HowEnded::aborted);
    } else {
      // A body without steps goes on until something replaces it.
      const bool lasts = body_.t.nodes[root].children().count() == 0;
      if (const Outcome outcome = lasts ? Outcome::running : sequence(root); outcome != Outcome::running) {
        const bool has_failed = outcome == Outcome::failed;
        end(root, has_failed ? NodeChange::failed : NodeChange::completed, NodeCause::none);
        leave_option(slot);
        end_option(has_failed ? blob::HowEnded::failed : blob::HowEnded::completed);
      } else {
        notes_.wake_if(modifier(body_.t.nodes[root], Modifier::while_true), false);
      }
    }
  }
  steps_.emit_starts();
  body_.a.deadline[slot] = notes_.deadline;
  if (notes_.watches || notes_.walks > 0) {
    Acting::raise(body_.a.watching, slot);
  } else {
    Acting::lower(body_.a.watching, slot);
  }
  if (is_built(Feature::walking) && body_.p.walks.any())
    body_.p.walks.alone[slot] = notes_.walks == 1 && !notes_.watches && !notes_.again ? 1 : 0;
  if (body_.a.conditions.any()) body_.a.conditions.waiting[slot] = notes_.waits;
  if (notes_.again) Acting::raise(body_.a.awake, slot);
  if (notes_.reads_stale) body_.a.freshness.add(slot);
}

void Visit::abort(uint32_t slot) {
  body_.look_at(slot);
  const BodyHeader& header = body_.a.header(slot);
  if (header.option == kNoOption || end_if_over()) return;
  abort_node(body_.option(header.option).body(), NodeCause::despawned);
  end_option(blob::HowEnded::aborted);
}

bool Visit::end_if_over() {
  const uint32_t root = body_.option(body_.a.header(body_.row.slot).option).body();
  if (!fates_.is_decided(root)) return false;
  const Outcome outcome = sequence(root);
  if (outcome == Outcome::running) return false;
  const bool has_failed = outcome == Outcome::failed;
  end(root, has_failed ? NodeChange::failed : NodeChange::completed, NodeCause::none);
  const uint32_t slot = body_.row.slot;
  if (body_.p.option[slot] == body_.a.header(slot).option && !body_.is_rebound(slot)) leave_option(slot);
  end_option(has_failed ? blob::HowEnded::failed : blob::HowEnded::completed);
  return true;
}

void Visit::leave_option(uint32_t slot) {
  advance_levels(body_.p, slot, formulas_.values());  // while it still counts as running
  body_.p.option[slot] = kNoOption;
  if (body_.p.sets.any()) body_.p.sets.candidate[slot] = kNobody;
}

void Visit::begin_option(uint16_t index) {
  body_.a.header(body_.row.slot).option = index;
  if (body_.p.sets.any()) {
    body_.p.sets.bound[body_.row.slot] = body_.p.sets.candidate[body_.row.slot];
    body_.bind(index, body_.p.sets.bound[body_.row.slot]);
  }
  if (body_.p.claims.any()) body_.p.claims.body_team[body_.row.slot] = body_.p.claims.team[body_.row.slot];
  body_.a.started[body_.row.slot] = body_.now;
  const blob::Node& root = body_.t.nodes[body_.option(index).body()];
  NodeState& state = body_.state_of(body_.option(index).body());
  state = {.started = body_.now, .timeout_at = kNever, .phase = static_cast<uint8_t>(NodePhase::active)};
  if (root.children().count() > 0) body_.state_of(root.children().first()).phase = 0;
  std::fill_n(body_.a.begun_once(body_.row.slot), body_.a.layout.once_words, uint64_t{0});
  body_.note(body_.option(index).body(), NodeChange::began);
}

void Visit::end_option(blob::HowEnded how, OptionEnd end) {
  BodyHeader& header = body_.a.header(body_.row.slot);
  const bool failed = how == blob::HowEnded::failed;
  const blob::Option& ended = body_.option(header.option);
  if (failed) ++counters_.failed_options;
  if (!end.again) body_.p.moments.option_ended(header.option, body_.row.slot, body_.now);
  if (how != blob::HowEnded::aborted) body_.p.states.option_ended(body_.row.slot, header.option, how);
  if (ended.finally() != kNotFound) instant_after(ended.finally(), how);
  if (uint64_t* const ready_at = body_.a.ready_at[header.option]; ready_at != nullptr && !end.again) {
    const bool longer = failed && !end.has_lost_member && ended.cooldown_after_failure() > ended.cooldown();
    const uint64_t ready = body_.after(longer ? ended.cooldown_after_failure() : ended.cooldown());
    ready_at[body_.row.slot] = ready;
    std::atomic_ref<uint64_t> until(body_.a.cooling_until[header.option]);
    uint64_t known = until.load(std::memory_order_relaxed);
    while (known < ready && !until.compare_exchange_weak(known, ready, std::memory_order_relaxed)) {
    }
  }
  header.option = kNoOption;
  give_back_searches(body_);
  if (body_.p.sets.any()) body_.p.sets.bound[body_.row.slot] = kNobody;
  Acting::raise(body_.a.think_now, body_.row.slot);
}

Outcome Visit::enter(uint32_t index) {
  if (formulas_.may_begin(index)) return begin(index);
  body_.note(index, NodeChange::skipped);
  return Outcome::completed;
}

Outcome Visit::begin(uint32_t index) {
  const blob::Node& node = body_.t.nodes[index];
  if (is_once(node)) {
    const uint32_t number = body_.a.layout.once_numbers[index - body_.first_node];
    body_.a.begun_once(body_.row.slot)[number / 64] |= uint64_t{1} << (number % 64);
  }
  const bool is_goal = is_built(Feature::goals) && node.kind() == blob::NodeKind::goal;
  bool lacks = false;  // a place that it needs
  if (!is_check(node)) body_.row.step_started = body_.now;
  if (is_goal) {
    const auto parameters = part(body_.t.parameters, body_.t.goals[node.subject()].parameters());
    formulas_.write_arguments(node, parameters, body_.record_of(index), false);
    lacks = lacks_place(body_.record_of(index), parameters);
  }
  const WithinGoal within(body_, index);
  NodeState& state = body_.state_of(index);
  state = {};
  if (lacks || (is_goal && formulas_.truth(modifier(node, Modifier::when)) == Truth::no)) {
    body_.note(index, NodeChange::failed, NodeCause::requirement);
    return failed(node);
  }
  state.retries_left = static_cast<uint16_t>(node.retries());
  body_.note(index, NodeChange::began);
  begin_attempt(index);
  return tick(index, true);
}

void Visit::begin_attempt(uint32_t index) {
  const blob::Node& node = body_.t.nodes[index];
  NodeState& state = body_.state_of(index);
  using Kind = blob::NodeKind;
  if (!is_check(node)) body_.row.step_started = body_.now;
  state.started = body_.row.step_started;
  const bool chooses = node.kind() == Kind::first || node.kind() == Kind::best;
  state.child = chooses ? node.children().count() : 0;
  const bool ends_in_frames = node.kind() == Kind::repeat || node.kind() == Kind::goal;
  state.due = ends_in_frames ? kNever : 0;
  state.phase =
      static_cast<uint8_t>(node.kind() == Kind::task ? NodePhase::waiting_for_lane : NodePhase::active);
  state.timeout_at = modifier(node, Modifier::timeout) != kNotFound
                         ? body_.after(formulas_.number(modifier(node, Modifier::timeout)))
                         : kNever;
  if (node.kind() == Kind::wait) state.due = body_.after(formulas_.number(node.value()));
  if (is_built(Feature::memories) && node.kind() == Kind::repeat && node.given() != kNotFound)
    formulas_.copy_members(index);
  if (is_built(Feature::goals) && foresees(node)) body_.forget_foreseen(index);
  // Children that work in turn stand in one place; what cleans up has no state.
  for (uint32_t i = 0; i < node.children().count(); ++i) {
    const uint32_t child = node.children().first() + i;
    if (body_.t.nodes[child].kind() != Kind::cleanup) body_.state_of(child).phase = 0;
  }
}

Outcome Visit::tick(uint32_t index, bool is_new) {
  const WithinGoal within(body_, index);
  const blob::Node& node = body_.t.nodes[index];
  NodeState& state = body_.state_of(index);
  const bool is_over = !is_new && fates_.is_decided(index);
  const bool begins_anew =
      body_.is_in(index, NodePhase::between_attempts) && state.due != body_.frame && !is_check(node);
  body_.row.step_started = begins_anew ? body_.now : state.started;
  if (!is_over && watched_truth(modifier(node, Modifier::until)) == Truth::yes) {
    stop(index, NodeCause::until);
    end(index, NodeChange::completed, NodeCause::until);
    return completed(node);
  }
  if (!is_over && watched_truth(modifier(node, Modifier::while_true)) == Truth::no) {
    stop(index, NodeCause::while_false);
    end(index, NodeChange::failed, NodeCause::while_false);
    return failed(node);
  }
  if (body_.is_in(index, NodePhase::between_attempts)) {
    if (state.due == body_.frame) {
      notes_.watches = true;
      return Outcome::running;
    }
    begin_attempt(index);
  }
  if (!is_over && state.timeout_at <= body_.now) {
    stop(index, NodeCause::timeout);
    return attempt_failed(index, NodeCause::timeout);
  }
  notes_.cause = NodeCause::none;
  switch (attempt(index, is_over)) {
    case Outcome::running:
      notes_.wake_at(state.timeout_at);
      notes_.wake_if(modifier(node, Modifier::until), true);
      notes_.wake_if(modifier(node, Modifier::while_true), false);
      return Outcome::running;
    case Outcome::completed: end(index, NodeChange::completed, NodeCause::none); return completed(node);
    case Outcome::failed: break;
  }
  const bool knows_why =
      node.kind() == blob::NodeKind::task || node.kind() == blob::NodeKind::plan || foresees(node);
  return attempt_failed(index, knows_why ? notes_.cause : NodeCause::none);
}

Outcome Visit::attempt(uint32_t index, bool is_over) {
  switch (body_.t.nodes[index].kind()) {
    case blob::NodeKind::sequence:
    case blob::NodeKind::interjection:
    case blob::NodeKind::cleanup: return sequence(index);
    case blob::NodeKind::task: return steps_.task(index);
    case blob::NodeKind::set: return steps_.set(index);
    case blob::NodeKind::emit: return is_built(Feature::events) ? steps_.emit(index) : Outcome::failed;
    case blob::NodeKind::sound: return is_built(Feature::senses) ? steps_.sound(index) : Outcome::failed;
    case blob::NodeKind::first:
    case blob::NodeKind::best: return is_built(Feature::goals) ? choose(index, is_over) : Outcome::failed;
    case blob::NodeKind::all:
    case blob::NodeKind::any: return is_built(Feature::goals) ? at_once(index) : Outcome::failed;
    case blob::NodeKind::repeat:
      if (!is_built(Feature::goals)) return Outcome::failed;
      return body_.t.nodes[index].given() == kNotFound ? repeat(index, is_over) : for_each(index, is_over);
    case blob::NodeKind::goal: return is_built(Feature::goals) ? goal(index, is_over) : Outcome::failed;
    case blob::NodeKind::plan: return is_built(Feature::plans) ? plan(index) : Outcome::failed;
    case blob::NodeKind::walk: return is_built(Feature::walking) ? steps_.walk_step(index) : Outcome::failed;
    case blob::NodeKind::succeed: return Outcome::completed;
    case blob::NodeKind::fail:
      return formulas_.truth(body_.t.nodes[index].value()) == Truth::yes ? Outcome::completed
                                                                         : Outcome::failed;
    case blob::NodeKind::steer:
      if (!is_built(Feature::steering)) return Outcome::failed;
      body_.p.steering.begin(body_.row.slot, body_.t.nodes[index].subject());
      return Outcome::running;
    case blob::NodeKind::wait: break;
  }
  const uint64_t due = body_.state_of(index).due;
  if (due <= body_.now) return Outcome::completed;
  notes_.wake_at(due);
  return Outcome::running;
}

Outcome Visit::attempt_failed(uint32_t index, NodeCause cause) {
  NodeState& state = body_.state_of(index);
  if (state.retries_left == 0) {
    end(index, NodeChange::failed, cause);
    return failed(body_.t.nodes[index]);
  }
  --state.retries_left;
  state.phase = static_cast<uint8_t>(NodePhase::between_attempts);
  state.due = body_.frame;
  notes_.watches = true;
  body_.note(index, NodeChange::tried_again, cause);
  return Outcome::running;
}

// The node is over; in the surroundings of its own formulas.
void Visit::end(uint32_t index, NodeChange change, NodeCause cause) {
  body_.state_of(index).phase = static_cast<uint8_t>(NodePhase::inactive);
  body_.note(index, change, cause);
  if (is_built(Feature::goals) && body_.t.nodes[index].kind() == blob::NodeKind::goal)
    clean_up(index, change);
}

// Aborts what an attempt at a node is busy with. How the node itself stands then: a task whose report waits
// is over as that says.
NodeChange Visit::stop(uint32_t index, NodeCause cause) {
  if (body_.is_in(index, NodePhase::has_completed)) return NodeChange::completed;
  if (body_.is_in(index, NodePhase::has_failed)) return NodeChange::failed;
  if (!body_.is_in(index, NodePhase::active)) return NodeChange::aborted;
  if (body_.t.nodes[index].kind() == blob::NodeKind::task) return steps_.abort_task(index);
  if (body_.t.nodes[index].kind() == blob::NodeKind::plan) give_back_search(body_, index);
  if (body_.t.nodes[index].kind() == blob::NodeKind::walk) give_back_walk(body_, index);
  if (body_.t.nodes[index].kind() == blob::NodeKind::steer)
    body_.p.steering.end(body_.row.slot, body_.t.nodes[index].subject());
  body_.for_each_at_work(index, [&](uint32_t child) {
    abort_node(child, cause);
    return true;
  });
  return NodeChange::aborted;
}

// A step that is over ends as it says, also where what is around it is aborted, but not for one of several at
// the same time.
void Visit::abort_node(uint32_t index, NodeCause cause) {
  if (cause != NodeCause::sibling && fates_.is_decided(index) && tick(index) != Outcome::running) return;
  const WithinGoal within(body_, index);
  const NodeChange change = stop(index, cause);
  end(index, change, change == NodeChange::aborted ? cause : NodeCause::none);
}

}  // namespace ishi
