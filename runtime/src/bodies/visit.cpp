#include "bodies/visit.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "asset/check.h"
#include "blackboard/record.h"
#include "bodies/acting.h"
#include "built_features.h"
#include "claims/claims.h"
#include "levels/levels.h"
#include "moments/moments.h"
#include "navigation/walks.h"
#include "sets/sets.h"
#include "states/states.h"
#include "steering/steering.h"

namespace ishi {

Visit::Within::Within(Visit& visit, uint32_t node)
    : visit_(visit), record_(visit.row_.record), variables_(visit.row_.variables) {
  const blob::Node& within = visit.t_.nodes[node];
  if (!is_built(Feature::goals) || within.kind() != blob::NodeKind::goal) return;
  visit.row_.record = visit.record_of(node);
  visit.row_.variables = visit.t_.parameters.data() + visit.t_.goals[within.subject()].parameters().first();
}

Visit::Within::~Within() {
  visit_.row_.record = record_;
  visit_.row_.variables = variables_;
}

void Visit::run(uint32_t slot, bool first_round) {
  // A walker that is only checked counts as visited: saves hold the counters, and `walks.alone`, which
  // decides that, is no state.
  ++counters_.visits;
  if (is_built(Feature::walking) && first_round && p_.walks.any() && walks_on(slot)) return;
  look_at(slot);
  first_round_ = first_round;
  deadline_ = kNever;
  watches_ = again_ = reads_stale_ = false;
  waits_ = 0;
  walks_ = 0;

  BodyHeader& header = a_.header(slot);
  const uint16_t chosen = p_.option[slot];
  if (header.option != kNoOption && (header.option != chosen || is_rebound(slot))) {
    if (!end_if_over()) {
      abort_node(option(header.option).body(), NodeCause::replaced);
      end_option(blob::HowEnded::aborted, {.again = header.option == chosen});
    }
  }
  if (chosen != kNoOption) {
    const uint32_t root = option(chosen).body();
    if (header.option == kNoOption) begin_option(chosen);
    row_.step_started = state_of(root).started;
    // Reports and due waits come first: conditions are asked for what they leave.
    const bool is_over = is_decided(root);
    if (!is_over && has_lost_member(chosen)) {
      stop(root, NodeCause::forgotten);
      end(root, NodeChange::failed, NodeCause::forgotten);
      leave_option(slot);
      end_option(blob::HowEnded::failed, {.has_lost_member = true});
    } else if (!is_over && watched_truth(modifier(t_.nodes[root], Modifier::while_true)) == Truth::no) {
      abort_node(root, NodeCause::while_false);
      leave_option(slot);
      end_option(blob::HowEnded::aborted);
    } else {
      // A body without steps goes on until something replaces it.
      const bool lasts = t_.nodes[root].children().count() == 0;
      if (const Outcome outcome = lasts ? Outcome::running : sequence(root); outcome != Outcome::running) {
        const bool has_failed = outcome == Outcome::failed;
        end(root, has_failed ? NodeChange::failed : NodeChange::completed, NodeCause::none);
        leave_option(slot);
        end_option(has_failed ? blob::HowEnded::failed : blob::HowEnded::completed);
      } else {
        wake_if(modifier(t_.nodes[root], Modifier::while_true), false);
      }
    }
  }
  emit_starts();
  a_.deadline[slot] = deadline_;
  if (watches_ || walks_ > 0) {
    Acting::raise(a_.watching, slot);
  } else {
    Acting::lower(a_.watching, slot);
  }
  if (is_built(Feature::walking) && p_.walks.any())
    p_.walks.alone[slot] = walks_ == 1 && !watches_ && !again_ ? 1 : 0;
  if (a_.conditions.any()) a_.conditions.waiting[slot] = waits_;
  if (again_) Acting::raise(a_.awake, slot);
  if (reads_stale_) a_.freshness.add(slot);
}

void Visit::abort(uint32_t slot) {
  look_at(slot);
  const BodyHeader& header = a_.header(slot);
  if (header.option == kNoOption || end_if_over()) return;
  abort_node(option(header.option).body(), NodeCause::despawned);
  end_option(blob::HowEnded::aborted);
}

bool Visit::end_if_over() {
  const uint32_t root = option(a_.header(row_.slot).option).body();
  if (!is_decided(root)) return false;
  const Outcome outcome = sequence(root);
  if (outcome == Outcome::running) return false;
  const bool has_failed = outcome == Outcome::failed;
  end(root, has_failed ? NodeChange::failed : NodeChange::completed, NodeCause::none);
  const uint32_t slot = row_.slot;
  if (p_.option[slot] == a_.header(slot).option && !is_rebound(slot)) leave_option(slot);
  end_option(has_failed ? blob::HowEnded::failed : blob::HowEnded::completed);
  return true;
}

void Visit::look_at(uint32_t slot) {
  row_ = {.slot = slot, .team = p_.team[slot], .profile = p_.profile[slot], .step_started = now_};
  row_.given = a_.given(slot);
  row_.given_variables = givens_.data();
  block_ = a_.block(slot);
  first_serial_ = a_.header(slot).serial;
  if (p_.sets.any() && a_.header(slot).option != kNoOption) {
    bind(a_.header(slot).option, p_.sets.bound[slot]);
  }
}

// Formulas read the member `candidate` from now on.
void Visit::bind(uint16_t index, EntityId candidate) {
  const uint32_t set = option(index).set();
  row_.candidate = candidate;
  row_.bound = kNotFound;
  if (set == kNotFound) return;
  const SetTable& table = p_.sets.tables[set];
  row_.bound = table.find(table.owner_of(row_.slot, row_.team), candidate);
}

// The same one, after members have come and gone.
void Visit::bind_again() {
  if (a_.header(row_.slot).option != kNoOption) bind(a_.header(row_.slot).option, row_.candidate);
}

bool Visit::is_rebound(uint32_t slot) const {
  return p_.sets.any() && p_.sets.bound[slot] != p_.sets.candidate[slot];
}

bool Visit::has_lost_member(uint16_t index) const {
  return is_built(Feature::memories) && option(index).set() != kNotFound && row_.bound == kNotFound;
}

void Visit::leave_option(uint32_t slot) {
  advance_levels(p_, slot, values_);  // while it still counts as running
  p_.option[slot] = kNoOption;
  if (p_.sets.any()) p_.sets.candidate[slot] = kNobody;
}

const blob::Option& Visit::option(uint16_t index) const {
  return t_.options[p_.agent->options().first() + index];
}

void Visit::begin_option(uint16_t index) {
  a_.header(row_.slot).option = index;
  if (p_.sets.any()) {
    p_.sets.bound[row_.slot] = p_.sets.candidate[row_.slot];
    bind(index, p_.sets.bound[row_.slot]);
  }
  if (p_.claims.any()) p_.claims.body_team[row_.slot] = p_.claims.team[row_.slot];
  a_.started[row_.slot] = now_;
  const blob::Node& root = t_.nodes[option(index).body()];
  NodeState& state = state_of(option(index).body());
  state = {.started = now_, .timeout_at = kNever, .phase = static_cast<uint8_t>(NodePhase::active)};
  if (root.children().count() > 0) state_of(root.children().first()).phase = 0;
  std::fill_n(a_.begun_once(row_.slot), a_.layout.once_words, uint64_t{0});
  note(option(index).body(), NodeChange::began);
}

void Visit::end_option(blob::HowEnded how, OptionEnd end) {
  BodyHeader& header = a_.header(row_.slot);
  const bool failed = how == blob::HowEnded::failed;
  const blob::Option& ended = option(header.option);
  if (failed) ++counters_.failed_options;
  if (!end.again) p_.moments.option_ended(header.option, row_.slot, now_);
  if (how != blob::HowEnded::aborted) p_.states.option_ended(row_.slot, header.option, how);
  if (ended.finally() != kNotFound) instant_after(ended.finally(), how);
  if (uint64_t* const ready_at = a_.ready_at[header.option]; ready_at != nullptr && !end.again) {
    const bool longer = failed && !end.has_lost_member && ended.cooldown_after_failure() > ended.cooldown();
    const uint64_t ready = after(longer ? ended.cooldown_after_failure() : ended.cooldown());
    ready_at[row_.slot] = ready;
    std::atomic_ref<uint64_t> until(a_.cooling_until[header.option]);
    uint64_t known = until.load(std::memory_order_relaxed);
    while (known < ready && !until.compare_exchange_weak(known, ready, std::memory_order_relaxed)) {
    }
  }
  header.option = kNoOption;
  give_back_searches();
  if (p_.sets.any()) p_.sets.bound[row_.slot] = kNobody;
  Acting::raise(a_.think_now, row_.slot);
}

Outcome Visit::enter(uint32_t index) {
  if (may_begin(index)) return begin(index);
  note(index, NodeChange::skipped);
  return Outcome::completed;
}

// A goal's own `when` may ask for what it is given, so it is asked when the goal begins.
bool Visit::may_begin(uint32_t index) {
  const blob::Node& node = t_.nodes[index];
  if (was_done_once(index) || foreseen(index) == kLeftOut) return false;
  return node.kind() == blob::NodeKind::goal || truth(modifier(node, Modifier::when)) != Truth::no;
}

bool Visit::was_done_once(uint32_t index) const {
  if (!is_once(t_.nodes[index])) return false;
  const uint32_t number = a_.layout.once_numbers[index - first_node_];
  return (a_.begun_once(row_.slot)[number / 64] >> (number % 64) & 1) != 0;
}

Outcome Visit::begin(uint32_t index) {
  const blob::Node& node = t_.nodes[index];
  if (is_once(node)) {
    const uint32_t number = a_.layout.once_numbers[index - first_node_];
    a_.begun_once(row_.slot)[number / 64] |= uint64_t{1} << (number % 64);
  }
  const bool is_goal = is_built(Feature::goals) && node.kind() == blob::NodeKind::goal;
  bool lacks = false;  // a place that it needs
  if (!is_check(node)) row_.step_started = now_;
  if (is_goal) {
    const auto parameters = part(t_.parameters, t_.goals[node.subject()].parameters());
    write_arguments(node, parameters, record_of(index), false);
    lacks = lacks_place(record_of(index), parameters);
  }
  const Within within(*this, index);
  NodeState& state = state_of(index);
  state = {};
  if (lacks || (is_goal && truth(modifier(node, Modifier::when)) == Truth::no)) {
    note(index, NodeChange::failed, NodeCause::requirement);
    return failed(node);
  }
  state.retries_left = static_cast<uint16_t>(node.retries());
  note(index, NodeChange::began);
  begin_attempt(index);
  return tick(index, true);
}

void Visit::begin_attempt(uint32_t index) {
  const blob::Node& node = t_.nodes[index];
  NodeState& state = state_of(index);
  using Kind = blob::NodeKind;
  if (!is_check(node)) row_.step_started = now_;
  state.started = row_.step_started;
  const bool chooses = node.kind() == Kind::first || node.kind() == Kind::best;
  state.child = chooses ? node.children().count() : 0;
  const bool ends_in_frames = node.kind() == Kind::repeat || node.kind() == Kind::goal;
  state.due = ends_in_frames ? kNever : 0;
  state.phase =
      static_cast<uint8_t>(node.kind() == Kind::task ? NodePhase::waiting_for_lane : NodePhase::active);
  state.timeout_at = modifier(node, Modifier::timeout) != kNotFound
                         ? after(number(modifier(node, Modifier::timeout)))
                         : kNever;
  if (node.kind() == Kind::wait) state.due = after(number(node.value()));
  if (is_built(Feature::memories) && node.kind() == Kind::repeat && node.given() != kNotFound)
    copy_members(index);
  if (is_built(Feature::goals) && foresees(node)) forget_foreseen(index);
  // Children that work in turn stand in one place; what cleans up has no state.
  for (uint32_t i = 0; i < node.children().count(); ++i) {
    const uint32_t child = node.children().first() + i;
    if (t_.nodes[child].kind() != Kind::cleanup) state_of(child).phase = 0;
  }
}

Outcome Visit::tick(uint32_t index, bool is_new) {
  const Within within(*this, index);
  const blob::Node& node = t_.nodes[index];
  NodeState& state = state_of(index);
  const bool is_over = !is_new && is_decided(index);
  const bool begins_anew =
      is_in(index, NodePhase::between_attempts) && state.due != frame_ && !is_check(node);
  row_.step_started = begins_anew ? now_ : state.started;
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
  if (is_in(index, NodePhase::between_attempts)) {
    if (state.due == frame_) {
      watches_ = true;
      return Outcome::running;
    }
    begin_attempt(index);
  }
  if (!is_over && state.timeout_at <= now_) {
    stop(index, NodeCause::timeout);
    return attempt_failed(index, NodeCause::timeout);
  }
  cause_ = NodeCause::none;
  switch (attempt(index, is_over)) {
    case Outcome::running:
      wake_at(state.timeout_at);
      wake_if(modifier(node, Modifier::until), true);
      wake_if(modifier(node, Modifier::while_true), false);
      return Outcome::running;
    case Outcome::completed: end(index, NodeChange::completed, NodeCause::none); return completed(node);
    case Outcome::failed: break;
  }
  const bool knows_why =
      node.kind() == blob::NodeKind::task || node.kind() == blob::NodeKind::plan || foresees(node);
  return attempt_failed(index, knows_why ? cause_ : NodeCause::none);
}

Outcome Visit::attempt(uint32_t index, bool is_over) {
  switch (t_.nodes[index].kind()) {
    case blob::NodeKind::sequence:
    case blob::NodeKind::interjection:
    case blob::NodeKind::cleanup: return sequence(index);
    case blob::NodeKind::task: return task(index);
    case blob::NodeKind::set: return set(index);
    case blob::NodeKind::emit: return is_built(Feature::events) ? emit(index) : Outcome::failed;
    case blob::NodeKind::sound: return is_built(Feature::senses) ? sound(index) : Outcome::failed;
    case blob::NodeKind::first:
    case blob::NodeKind::best: return is_built(Feature::goals) ? choose(index, is_over) : Outcome::failed;
    case blob::NodeKind::all:
    case blob::NodeKind::any: return is_built(Feature::goals) ? at_once(index) : Outcome::failed;
    case blob::NodeKind::repeat:
      if (!is_built(Feature::goals)) return Outcome::failed;
      return t_.nodes[index].given() == kNotFound ? repeat(index, is_over) : for_each(index, is_over);
    case blob::NodeKind::goal: return is_built(Feature::goals) ? goal(index, is_over) : Outcome::failed;
    case blob::NodeKind::plan: return is_built(Feature::plans) ? plan(index) : Outcome::failed;
    case blob::NodeKind::walk: return is_built(Feature::walking) ? walk_step(index) : Outcome::failed;
    case blob::NodeKind::succeed: return Outcome::completed;
    case blob::NodeKind::fail:
      return truth(t_.nodes[index].value()) == Truth::yes ? Outcome::completed : Outcome::failed;
    case blob::NodeKind::steer:
      if (!is_built(Feature::steering)) return Outcome::failed;
      p_.steering.begin(row_.slot, t_.nodes[index].subject());
      return Outcome::running;
    case blob::NodeKind::wait: break;
  }
  const uint64_t due = state_of(index).due;
  if (due <= now_) return Outcome::completed;
  wake_at(due);
  return Outcome::running;
}

Outcome Visit::attempt_failed(uint32_t index, NodeCause cause) {
  NodeState& state = state_of(index);
  if (state.retries_left == 0) {
    end(index, NodeChange::failed, cause);
    return failed(t_.nodes[index]);
  }
  --state.retries_left;
  state.phase = static_cast<uint8_t>(NodePhase::between_attempts);
  state.due = frame_;
  watches_ = true;
  note(index, NodeChange::tried_again, cause);
  return Outcome::running;
}

// What the end of a node counts as for what is around it.
Outcome Visit::completed(const blob::Node& node) {
  return inverts(node) && node.continues() == 0 ? Outcome::failed : Outcome::completed;
}
Outcome Visit::failed(const blob::Node& node) {
  return inverts(node) || node.continues() != 0 ? Outcome::completed : Outcome::failed;
}

// The node is over; in the surroundings of its own formulas.
void Visit::end(uint32_t index, NodeChange change, NodeCause cause) {
  state_of(index).phase = static_cast<uint8_t>(NodePhase::inactive);
  note(index, change, cause);
  if (is_built(Feature::goals) && t_.nodes[index].kind() == blob::NodeKind::goal) clean_up(index, change);
}

// Aborts what an attempt at a node is busy with. How the node itself stands then: a task whose report waits
// is over as that says.
NodeChange Visit::stop(uint32_t index, NodeCause cause) {
  if (is_in(index, NodePhase::has_completed)) return NodeChange::completed;
  if (is_in(index, NodePhase::has_failed)) return NodeChange::failed;
  if (!is_in(index, NodePhase::active)) return NodeChange::aborted;
  if (t_.nodes[index].kind() == blob::NodeKind::task) return abort_task(index);
  if (t_.nodes[index].kind() == blob::NodeKind::plan) give_back_search(index);
  if (t_.nodes[index].kind() == blob::NodeKind::walk) give_back_walk(index);
  if (t_.nodes[index].kind() == blob::NodeKind::steer) p_.steering.end(row_.slot, t_.nodes[index].subject());
  for_each_at_work(index, [&](uint32_t child) {
    abort_node(child, cause);
    return true;
  });
  return NodeChange::aborted;
}

// A step that is over ends as it says, also where what is around it is aborted, but not for one of several at
// the same time.
void Visit::abort_node(uint32_t index, NodeCause cause) {
  if (cause != NodeCause::sibling && is_decided(index) && tick(index) != Outcome::running) return;
  const Within within(*this, index);
  const NodeChange change = stop(index, cause);
  end(index, change, change == NodeChange::aborted ? cause : NodeCause::none);
}

void Visit::note(uint32_t node, NodeChange change, NodeCause cause) {
  if (a_.node_events.size() == 0) return;
  const uint32_t place = a_.node_event_count.fetch_add(1, std::memory_order_relaxed);
  if (place >= a_.node_events.size()) return;
  a_.node_events[place] = {p_.around->handle_of(p_.self[row_.slot]), node, change, cause};
}

bool Visit::is_locked(uint32_t slot) {
  look_at(slot);
  if (a_.header(slot).option != p_.option[slot] || is_rebound(slot)) {
    // Chosen, but not begun.
    if (p_.sets.any()) bind(p_.option[slot], p_.sets.candidate[slot]);
    row_.step_started = a_.started[slot];
    return truth(modifier(t_.nodes[option(p_.option[slot]).body()], Modifier::interruptible)) == Truth::no;
  }
  bool locked = false;
  for_each_active(slot, [&](uint32_t node) {
    row_.step_started = state_of(node).started;
    locked = truth(modifier(t_.nodes[node], Modifier::interruptible)) == Truth::no;
    return !locked;
  });
  return locked;
}

}  // namespace ishi
