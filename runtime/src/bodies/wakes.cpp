#include "bodies/wakes.h"

#include "asset/check.h"
#include "bodies/acting.h"
#include "built_features.h"
#include "rhythm/rhythm.h"
#include "sets/sets.h"

namespace ishi {
namespace {

// What the nodes of one agent wait for that no round visits for sure.
class Waits {
 public:
  Waits(const Agents& population, uint32_t slot)
      : p_(population),
        a_(population.acting),
        t_(population.asset->tables),
        slot_(slot),
        first_node_(population.agent->nodes().first()),
        deadline_(population.acting.deadline[slot]),
        conditions_(population.acting.conditions.any() ? population.acting.conditions.waiting[slot] : 0) {}

  [[nodiscard]] bool run() const {
    const uint16_t runs = a_.header(slot_).option;
    if (Acting::has(a_.awake, slot_) || Acting::has(a_.watching, slot_)) return true;
    // What was chosen has not begun, or what ended still stands.
    if (runs != p_.option[slot_]) return false;
    if (runs == kNoOption) return true;  // it thinks
    if (p_.sets.any() && p_.sets.bound[slot_] != p_.sets.candidate[slot_]) return false;
    if (deadline_ != kNever && a_.block_deadline[slot_ / 64] > deadline_) return false;
    const uint32_t root = t_.options[p_.agent->options().first() + runs].body();
    return waits_for(modifier(t_.nodes[root], Modifier::while_true), false) && has_steps_that_wait(root);
  }

 private:
  [[nodiscard]] const NodeState& state_of(uint32_t node) const {
    return *reinterpret_cast<const NodeState*>(a_.block(slot_) + a_.layout.places[node - first_node_].offset);
  }
  [[nodiscard]] bool waits_for(uint64_t time) const { return deadline_ <= time; }
  // True if a condition, if there is one, wakes the agent once it is so.
  [[nodiscard]] bool waits_for(uint32_t formula, bool is_so) const {
    if (formula == kNotFound) return true;
    const uint32_t condition = a_.conditions.number_of(formula, is_so);
    return condition != kNotFound && (conditions_ >> condition & 1) != 0;
  }

  // An action's root, whose list has no modifiers but `while`. One without steps lasts until it is replaced.
  [[nodiscard]] bool has_steps_that_wait(uint32_t root) const {
    return t_.nodes[root].children().count() == 0 || waits_in_turn(root);
  }

  [[nodiscard]] bool waits(uint32_t index) const {
    const blob::Node& node = t_.nodes[index];
    const NodeState& state = state_of(index);
    // Between attempts an agent is visited in each frame.
    const bool waits_for_lane = state.phase == static_cast<uint8_t>(NodePhase::waiting_for_lane);
    if (state.phase != static_cast<uint8_t>(NodePhase::active) && !waits_for_lane) return false;
    if (state.timeout_at != kNever && !waits_for(state.timeout_at)) return false;
    if (!waits_for(modifier(node, Modifier::until), true) ||
        !waits_for(modifier(node, Modifier::while_true), false))
      return false;
    const uint32_t first = node.children().first(), count = node.children().count();
    switch (node.kind()) {
      case blob::NodeKind::task: return waits_for_report(index, waits_for_lane);
      case blob::NodeKind::wait: return waits_for(state.due);
      case blob::NodeKind::steer: return true;  // until something around it ends
      case blob::NodeKind::sequence: return waits_in_turn(index);
      case blob::NodeKind::first:
        return waits_in_turn(index) && (!reconsiders(node) || waits_for_methods(index));
      case blob::NodeKind::best: return waits_in_turn(index) && !reconsiders(node);
      case blob::NodeKind::all:
      case blob::NodeKind::any: {
        for (uint32_t i = 0; i < count; ++i) {
          if ((state.due >> i & 1) == 0 && !waits(first + i)) return false;
        }
        return true;
      }
      case blob::NodeKind::repeat: return waits(first);
      case blob::NodeKind::goal:
        if (state.child != 0) return waits_in_turn(first + state.child);  // its body stands still meanwhile
        for (uint32_t i = 1; i < count; ++i) {
          const blob::Node& child = t_.nodes[first + i];
          if (child.kind() == blob::NodeKind::interjection &&
              !waits_for(modifier(child, Modifier::when), true))
            return false;
        }
        return waits(first);
      case blob::NodeKind::plan: {
        if (state.due == 0) return false;
        const auto& plan = *reinterpret_cast<const PlanState*>(&state + 1);
        return state.child < plan.count && waits(first + steps_of(plan)[state.child]);
      }
      default: return false;  // it takes no time, or is visited in each frame
    }
  }

  // True if the child whose turn it is waits.
  [[nodiscard]] bool waits_in_turn(uint32_t index) const {
    const NodeState& state = state_of(index);
    const blob::Range& children = t_.nodes[index].children();
    return state.child < children.count() && waits(children.first() + state.child);
  }

  // True if the game still has a report to make: of the task, or of the aborted one that has its lane.
  [[nodiscard]] bool waits_for_report(uint32_t index, bool waits_for_lane) const {
    const uint32_t lane = a_.layout.places[index - first_node_].lane;
    const LaneStatus status = LaneWord::unpack(a_.lane(slot_, lane).load(std::memory_order_acquire)).status;
    if (waits_for_lane) return status == LaneStatus::aborting;
    return status == LaneStatus::running || status == LaneStatus::reporting;
  }

  // True if the `when` of a method that may take over, or take part again, wakes the agent.
  [[nodiscard]] bool waits_for_methods(uint32_t index) const {
    const blob::Range& children = t_.nodes[index].children();
    const NodeState& state = state_of(index);
    for (uint32_t i = 0; i < children.count(); ++i) {
      const bool has_failed = (state.due >> i & 1) != 0;
      if (i >= state.child && !has_failed) continue;
      if (!waits_for(modifier(t_.nodes[children.first() + i], Modifier::when), !has_failed)) return false;
    }
    return true;
  }

  const Agents& p_;
  const Acting& a_;
  const Tables& t_;
  uint32_t slot_, first_node_;
  uint64_t deadline_;
  uint64_t conditions_;
};

}  // namespace

bool will_wake(const Agents& p, uint32_t slot) {
  const bool thinks = Acting::has(p.acting.think_now, slot) || p.rhythm.comes_to(slot);
  return thinks && Waits(p, slot).run();
}

void wake_forgotten(Agents& p) {
  p.for_each_living([&](uint32_t slot) {
    if (!Waits(p, slot).run()) Acting::raise(p.acting.awake, slot);
  });
}

}  // namespace ishi
