#include "bodies/foresight.h"

#include "asset/check.h"
#include "blackboard/record.h"
#include "bodies/acting.h"

namespace ishi {

Foresight::Foresight(BodyFormulas& formulas, uint32_t goal)
    : f_(formulas),
      b_(formulas.body()),
      goal_(goal),
      drawn_(formulas.body().p.draws == nullptr ? 0 : formulas.body().p.draws[formulas.body().row.slot]),
      keys_(formulas, formulas.body().a.layout.foreseen_keys) {}

// As long as a try fails, the last place where there was another way takes the next one.
Foresight::Result Foresight::find() {
  while (!try_once()) {
    if (gave_up_) return Result::gave_up;
    if (taken_ == 0) return Result::none;
    given_ = taken_;
    ++turns_[given_ - 1];
  }
  return Result::found;
}

bool Foresight::try_once() {
  b_.forget_foreseen(goal_);
  // Each try draws the same, so that the ways at one place keep their order.
  if (b_.p.draws != nullptr) b_.p.draws[b_.row.slot] = drawn_;
  keys_.read_now(state_.data());
  keys_.assume(state_.data());
  b_.row.step_started = b_.now;
  taken_ = 0;
  const blob::Goal& goal = b_.t.goals[b_.t.nodes[goal_].subject()];
  return f_.truth(goal.condition()) != Truth::no && body_of(goal_);
}

// The number of the way to take next; false if there is no room for it.
bool Foresight::take_turn(uint32_t& turn) {
  gave_up_ |= taken_ == kMostTurns;
  if (gave_up_) return false;
  if (taken_ >= given_) turns_[taken_] = 0;
  turn = turns_[taken_++];
  return true;
}

bool Foresight::may_be_done(uint32_t index) {
  const blob::Node& node = b_.t.nodes[index];
  if (b_.was_done_once(index)) return false;
  return node.kind() == blob::NodeKind::goal || f_.truth(modifier(node, Modifier::when)) != Truth::no;
}

// A step whose turn it is: one that is skipped is done.
bool Foresight::step(uint32_t index) {  // NOLINT(misc-no-recursion): bodies are at most 64 levels deep
  return !may_be_done(index) || attempt(index);
}

// One whose failure counts as completion is done if it can and the rest can be done after it, else left out.
bool Foresight::attempt(uint32_t index) {  // NOLINT(misc-no-recursion)
  if (b_.t.nodes[index].continues() == 0) return what(index);
  uint32_t turn = 0;
  if (!take_turn(turn)) return false;
  if (turn == 0) return what(index);
  if (turn > 1) --taken_;  // there is no other way
  return turn == 1 && note(index, kLeftOut);
}

// Keeps what is chosen; false if there is no room for it.
bool Foresight::note(uint32_t index, uint8_t choice) {
  const BodyLayout::Foreseen& foreseen = b_.a.layout.foreseen[index - b_.first_node];
  if (foreseen.goal == goal_ - b_.first_node) b_.foreseen_methods(goal_)[foreseen.number] = choice;
  // A goal in it that foresees makes its own choices.
  gave_up_ |= foreseen.goal == kNotFound && !reconsiders(b_.t.nodes[index]);
  return !gave_up_;
}

bool Foresight::what(uint32_t index) {  // NOLINT(misc-no-recursion)
  gave_up_ |= ++looked_ > kMostNodes;
  if (gave_up_) return false;
  const blob::Node& node = b_.t.nodes[index];
  using Kind = blob::NodeKind;
  if (node.kind() == Kind::goal) return goal(index);
  if (f_.truth(modifier(node, Modifier::until)) == Truth::yes) return true;
  if (f_.truth(modifier(node, Modifier::while_true)) == Truth::no) return false;
  switch (node.kind()) {
    case Kind::sequence: return list(index);
    case Kind::task: return task(node);
    case Kind::set: keys_.change(part(b_.t.assignments, node.assignments()), state_.data()); return true;
    case Kind::first:
    case Kind::best: return choose(index);
    case Kind::fail: return node.value() != kNotFound && f_.truth(node.value()) == Truth::yes;
    case Kind::repeat:
    case Kind::all:
    case Kind::any:
      for (uint32_t i = 0; i < node.children().count(); ++i) {
        if (!step(node.children().first() + i)) return false;
      }
      return true;
    default: return true;
  }
}

bool Foresight::list(uint32_t index) {  // NOLINT(misc-no-recursion)
  const blob::Range& children = b_.t.nodes[index].children();
  for (uint32_t i = 0; i < children.count(); ++i) {
    const uint32_t child = children.first() + i;
    if (b_.t.nodes[child].kind() == blob::NodeKind::succeed && may_be_done(child)) return true;
    if (!step(child)) return false;
  }
  return true;
}

bool Foresight::task(const blob::Node& node) {
  const blob::Task& task = b_.t.tasks[node.subject()];
  const auto parameters = part(b_.t.parameters, task.parameters());
  f_.write_arguments(node, parameters, record_.data(), false);
  if (lacks_place(record_.data(), parameters)) return false;
  const Given given(b_.row, record_.data(), parameters);
  if (f_.truth(task.condition()) == Truth::no) return false;
  keys_.change(changed_keys(part(b_.t.effects, task.effects())), state_.data());
  return true;
}

// One that says what comes of it is taken at its word, into the others it looks.
bool Foresight::goal(uint32_t index) {  // NOLINT(misc-no-recursion)
  const blob::Node& node = b_.t.nodes[index];
  const blob::Goal& goal = b_.t.goals[node.subject()];
  const auto parameters = part(b_.t.parameters, goal.parameters());
  f_.write_arguments(node, parameters, b_.record_of(index), false);
  if (lacks_place(b_.record_of(index), parameters)) return false;
  const WithinGoal within(b_, index);
  if (f_.truth(modifier(node, Modifier::when)) == Truth::no) return false;
  if (f_.truth(modifier(node, Modifier::until)) == Truth::yes) return true;
  if (f_.truth(modifier(node, Modifier::while_true)) == Truth::no) return false;
  if (f_.truth(goal.condition()) == Truth::no) return false;
  if (goal.effects().count() == 0) return body_of(index);
  keys_.change(part(b_.t.effects, goal.effects()), state_.data());
  return true;
}

bool Foresight::body_of(uint32_t index) {  // NOLINT(misc-no-recursion)
  const blob::Range& children = b_.t.nodes[index].children();
  if (!step(children.first())) return false;
  const uint32_t last = children.first() + children.count() - 1;
  if (b_.t.nodes[last].kind() != blob::NodeKind::cleanup) return true;
  b_.row.ending = blob::HowEnded::completed;
  clean_up(last);
  b_.row.ending = blob::HowEnded::none;
  return true;
}

void Foresight::clean_up(uint32_t index) {  // NOLINT(misc-no-recursion)
  const blob::Node& node = b_.t.nodes[index];
  if (f_.truth(modifier(node, Modifier::when)) == Truth::no) return;
  keys_.change(part(b_.t.assignments, node.assignments()), state_.data());
  for (uint32_t i = 0; i < node.children().count(); ++i) clean_up(node.children().first() + i);
}

bool Foresight::choose(uint32_t index) {  // NOLINT(misc-no-recursion)
  const blob::Node& node = b_.t.nodes[index];
  if (node.count() != 0) {  // chosen for good, when its turn comes
    const uint32_t chosen = method(index, 0);
    return chosen != kNotFound && what(node.children().first() + chosen);
  }
  uint32_t turn = 0;
  if (!take_turn(turn)) return false;
  const uint32_t chosen = method(index, turn);
  if (chosen == kNotFound) {
    --taken_;  // there is no other way
    return false;
  }
  return note(index, static_cast<uint8_t>(chosen)) && what(node.children().first() + chosen);
}

// The method that comes after `turn` better ones, of those that may be taken; kNotFound if there are no more.
uint32_t Foresight::method(uint32_t index, uint32_t turn) {
  const blob::Node& node = b_.t.nodes[index];
  const blob::Range& children = node.children();
  uint32_t count = 0;
  for (uint32_t i = 0; i < children.count(); ++i) {
    if (!may_be_done(children.first() + i)) continue;
    const bool is_best = node.kind() == blob::NodeKind::best;
    const float score =
        is_best ? f_.number(modifier(b_.t.nodes[children.first() + i], Modifier::score)) : 0.0f;
    uint32_t place = count++;
    for (; place > 0 && score > scores_[place - 1]; --place) {
      scores_[place] = scores_[place - 1];
      methods_[place] = methods_[place - 1];
    }
    scores_[place] = score;
    methods_[place] = i;
  }
  return turn < count ? methods_[turn] : kNotFound;
}

}  // namespace ishi
