#include "asset/check.h"
#include "bodies/foresight.h"
#include "bodies/planned_claims.h"
#include "bodies/quorum.h"
#include "bodies/visit.h"
#include "steering/steering.h"

// Nodes with children: which of them are at work, and what becomes of the whole.

namespace ishi {

Outcome Visit::sequence(uint32_t index) {
  const blob::Range& children = body_.t.nodes[index].children();
  NodeState& state = body_.state_of(index);
  while (state.child < children.count()) {
    const uint32_t child = children.first() + state.child;
    body_.row.step_started = state.started;
    const bool ends = body_.t.nodes[child].kind() == blob::NodeKind::succeed &&
                      formulas_.truth(modifier(body_.t.nodes[child], Modifier::when)) != Truth::no;
    const Outcome outcome = body_.is_at_work(child) ? tick(child) : enter(child);
    if (outcome != Outcome::completed || ends) return outcome;
    ++state.child;
  }
  return Outcome::completed;
}

// first and best: `due` has a bit for each method that is out of the question.
Outcome Visit::choose(uint32_t index, bool is_over) {
  const blob::Node& node = body_.t.nodes[index];
  const blob::Range& children = node.children();
  NodeState& state = body_.state_of(index);
  if (reconsiders(node) && !is_over) reconsider(index);
  while (true) {
    const bool is_chosen = state.child < children.count() && body_.is_at_work(children.first() + state.child);
    if (!is_chosen) {
      state.child = next_method(index);
      if (state.child == children.count()) return Outcome::failed;
    }
    const uint32_t method = children.first() + state.child;
    const Outcome outcome = is_chosen ? tick(method) : begin(method);
    if (outcome == Outcome::running && reconsiders(node)) wait_for_others(index);
    if (outcome != Outcome::failed) return outcome;
    if (reconsiders(node)) state.due |= uint64_t{1} << state.child;
  }
}

// Counted from the first; their number if none is left.
uint32_t Visit::next_method(uint32_t index) {
  const blob::Node& node = body_.t.nodes[index];
  NodeState& state = body_.state_of(index);
  // No other one is tried than what was foreseen.
  if (const uint32_t foreseen = body_.foreseen_method(index); foreseen != kNotFound) {
    body_.row.step_started = state.started;
    const bool may =
        (state.due >> foreseen & 1) == 0 && formulas_.may_begin(node.children().first() + foreseen);
    state.due = ~uint64_t{0};
    return may ? foreseen : node.children().count();
  }
  const uint32_t chosen = best_method(index, node.children().count());
  if (chosen == node.children().count() || reconsiders(node)) return chosen;
  const bool is_for_good = node.count() != 0;
  const bool is_first = node.kind() == blob::NodeKind::first;
  // None before it is gone back to, and none is tried after one that was chosen for good.
  state.due |= is_for_good ? ~uint64_t{0} : is_first ? (uint64_t{2} << chosen) - 1 : uint64_t{1} << chosen;
  return chosen;
}

// The method that would be taken now, of those before `end`; the number of all if there is none.
uint32_t Visit::best_method(uint32_t index, uint32_t end) {
  const blob::Node& node = body_.t.nodes[index];
  const blob::Range& children = node.children();
  const NodeState& state = body_.state_of(index);
  body_.row.step_started = state.started;
  uint32_t best = children.count();
  float best_score = 0;
  for (uint32_t i = 0; i < end; ++i) {
    if ((state.due >> i & 1) != 0 || !formulas_.may_begin(children.first() + i)) continue;
    if (node.kind() == blob::NodeKind::first) return i;
    const float score = formulas_.number(modifier(body_.t.nodes[children.first() + i], Modifier::score));
    if (best == children.count() || score > best_score) {
      best = i;
      best_score = score;
    }
  }
  return best;
}

// all and any: `due` has a bit for each child that has ended, `child` counts them.
Outcome Visit::at_once(uint32_t index) {
  const blob::Node& node = body_.t.nodes[index];
  const blob::Range& children = node.children();
  const Quorum quorum(node);
  const uint64_t waits_before = notes_.waits;
  NodeState& state = body_.state_of(index);
  for (uint32_t i = 0; i < children.count(); ++i) {
    const uint32_t child = children.first() + i;
    if ((state.due >> i & 1) != 0) continue;
    const bool was_at_work = body_.is_at_work(child);
    body_.row.step_started = state.started;
    const bool skipped = quorum.passes_over_skipped() && !was_at_work && !formulas_.may_begin(child);
    const Outcome outcome = was_at_work ? tick(child) : enter(child);
    if (outcome == Outcome::running) continue;
    state.due |= uint64_t{1} << i;
    if (skipped) continue;
    const uint32_t ended = quorum.counted(state.child, outcome);
    if (quorum.is_decided_by(ended)) {
      stop(index, NodeCause::sibling);
      notes_.waits = waits_before;
      return outcome;
    }
    state.child = ended;
  }
  const uint64_t everyone = children.count() == 64 ? ~uint64_t{0} : (uint64_t{1} << children.count()) - 1;
  return state.due != everyone ? Outcome::running : quorum.of_all(state.child);
}

Outcome Visit::repeat(uint32_t index, bool is_over) {
  const blob::Node& node = body_.t.nodes[index];
  const uint32_t child = node.children().first();
  NodeState& state = body_.state_of(index);
  if (!body_.is_at_work(child) && state.due == body_.frame) {
    notes_.watches = true;
    return Outcome::running;
  }
  const Outcome outcome = body_.is_at_work(child) ? tick(child) : enter(child);
  if (outcome != Outcome::completed) return outcome;
  ++state.child;
  if (state.child == node.count()) return Outcome::completed;
  body_.row.step_started = state.started;
  if (is_over && watched_truth(modifier(node, Modifier::until)) == Truth::yes) return Outcome::completed;
  state.due = body_.frame;
  notes_.watches = true;
  return Outcome::running;
}

// A round for each member; that of one who is a member no more ends. `due`: the frame in which the last
// ended.
Outcome Visit::for_each(uint32_t index, bool is_over) {
  const blob::Node& node = body_.t.nodes[index];
  const uint32_t child = node.children().first();
  NodeState& state = body_.state_of(index);
  const auto goes_on = [&] {
    state.child = body_.next_member(index, state.child + 1);
    if (state.child == body_.members_of(index).count) return Outcome::completed;
    state.due = body_.frame;
    notes_.watches = true;
    return Outcome::running;
  };
  if (body_.is_at_work(child)) {
    if (body_.has_lost(index, body_.member_at(node.given())) && !fates_.is_decided(child)) {
      abort_node(child, NodeCause::forgotten);
      return goes_on();
    }
  } else {
    if (state.due == body_.frame) {
      notes_.watches = true;
      return Outcome::running;
    }
    state.child = body_.next_member(index, state.child);
    if (state.child == body_.members_of(index).count) return Outcome::completed;
    body_.set_member(node.given(), body_.listed(index)[state.child]);
  }
  const Outcome outcome = body_.is_at_work(child) ? tick(child) : enter(child);
  if (outcome != Outcome::completed) return outcome;
  body_.row.step_started = state.started;
  if (is_over && watched_truth(modifier(node, Modifier::until)) == Truth::yes) return Outcome::completed;
  return goes_on();
}

// Before the body of a goal begins: fails it if there is no whole way, and another attempt would not find
// one.
Outcome Visit::begin_foreseen(uint32_t goal) {
  const Foresight::Result result = Foresight(formulas_, goal).find();
  if (result == Foresight::Result::found) return Outcome::running;
  body_.state_of(goal).retries_left = 0;
  notes_.cause = result == Foresight::Result::gave_up ? NodeCause::search_full : NodeCause::requirement;
  return Outcome::failed;
}

Outcome Visit::goal(uint32_t index, bool is_over) {
  const uint32_t body = body_.t.nodes[index].children().first();
  NodeState& state = body_.state_of(index);
  if (state.child == 0 && state.due != body_.frame && !is_over) interject(index);
  if (state.child != 0) {
    const uint32_t interjection = body + state.child;
    const Outcome outcome = sequence(interjection);
    if (outcome == Outcome::running) return outcome;
    const bool has_failed = outcome == Outcome::failed;
    end(interjection, has_failed ? NodeChange::failed : NodeChange::completed, NodeCause::none);
    state.child = 0;
    state.due = body_.frame;
    if (has_failed) {
      stop(index, NodeCause::parent);
      return outcome;
    }
  }
  const bool is_new = !body_.is_at_work(body);
  if (is_new && foresees(body_.t.nodes[index]) && begin_foreseen(index) == Outcome::failed)
    return Outcome::failed;
  const Outcome outcome = is_new ? enter(body) : tick(body);
  notes_.cause = NodeCause::none;  // that no way was found is a cause of the goal's own
  if (outcome != Outcome::running) return outcome;
  for (uint32_t i = 1; i < body_.t.nodes[index].children().count(); ++i) {
    if (body_.t.nodes[body + i].kind() == blob::NodeKind::interjection)
      notes_.wake_if(modifier(body_.t.nodes[body + i], Modifier::when), true);
  }
  return outcome;
}

// Begins the first interjection of a goal whose condition holds.
void Visit::interject(uint32_t index) {
  const blob::Range& children = body_.t.nodes[index].children();
  NodeState& state = body_.state_of(index);
  for (uint32_t i = 1; i < children.count(); ++i) {
    const uint32_t child = children.first() + i;
    const blob::Node& node = body_.t.nodes[child];
    if (node.kind() != blob::NodeKind::interjection) continue;
    body_.row.step_started = state.started;
    if (watched_truth(modifier(node, Modifier::when)) == Truth::no) continue;
    if (body_.is_at_work(children.first())) interrupt(children.first());
    state.child = i;
    body_.state_of(child) = {
        .started = body_.now, .timeout_at = kNever, .phase = static_cast<uint8_t>(NodePhase::active)};
    if (node.children().count() > 0) body_.state_of(node.children().first()).phase = 0;
    body_.note(child, NodeChange::began);
    return;
  }
}

// The tasks of a body that an interjection breaks into end, and it steers no more; all else keeps its place.
void Visit::interrupt(uint32_t index) {
  if (!body_.is_in(index, NodePhase::active)) return;
  if (body_.t.nodes[index].kind() == blob::NodeKind::task) {
    if (steps_.take_report(index)) return;
    steps_.abort_task(index);
    body_.state_of(index).phase = static_cast<uint8_t>(NodePhase::waiting_for_lane);
    body_.note(index, NodeChange::interrupted);
    return;
  }
  // A walk begins anew when its turn comes again.
  if (body_.t.nodes[index].kind() == blob::NodeKind::walk) give_back_walk(body_, index);
  // What was planned so far is planned from what is then.
  const bool searches = body_.t.nodes[index].kind() == blob::NodeKind::plan && body_.state_of(index).due == 0;
  if (searches) give_back_search(body_, index);
  if (body_.t.nodes[index].kind() == blob::NodeKind::steer)
    body_.p.steering.end(body_.row.slot, body_.t.nodes[index].subject());
  body_.for_each_at_work(index, [&](uint32_t child) {
    interrupt(child);
    return true;
  });
}

void Visit::clean_up(uint32_t index, NodeChange change) {
  const blob::Range& children = body_.t.nodes[index].children();
  const uint32_t last = children.first() + children.count() - 1;
  if (body_.t.nodes[last].kind() != blob::NodeKind::cleanup) return;
  instant_after(last, change == NodeChange::completed ? blob::HowEnded::completed
                      : change == NodeChange::failed  ? blob::HowEnded::failed
                                                      : blob::HowEnded::aborted);
}

// What cleans up reads how that ended.
void Visit::instant_after(uint32_t index, blob::HowEnded how) {
  body_.row.ending = how;
  instant(index);
  body_.row.ending = blob::HowEnded::none;
}

void Visit::run_instant(uint32_t slot, uint32_t body, const std::byte* record,
                        std::span<const blob::Parameter> variables) {
  body_.look_at(slot);
  body_.row.record = record;
  body_.row.variables = variables.data();
  instant(body);
}

void Visit::instant(uint32_t index) {
  const blob::Node& node = body_.t.nodes[index];
  body_.row.step_started = body_.now;
  if (formulas_.truth(modifier(node, Modifier::when)) == Truth::no) return;
  if (node.kind() == blob::NodeKind::set) steps_.write_all(part(body_.t.assignments, node.assignments()));
  if (node.kind() == blob::NodeKind::emit) static_cast<void>(steps_.emit(index));
  if (node.kind() == blob::NodeKind::sound) static_cast<void>(steps_.sound(index));
  for (uint32_t i = 0; i < node.children().count(); ++i) instant(node.children().first() + i);
}

}  // namespace ishi
