#include <cmath>

#include "asset/check.h"
#include "asset/find.h"
#include "blackboard/record.h"
#include "bodies/acting.h"
#include "planning/plan_search.h"
#include "views/agents.h"

// Checks that bodies from a save can be the bodies of agents.

namespace ishi {
namespace {

class BodyCheck {
 public:
  explicit BodyCheck(const Agents& population)
      : p_(population), t_(population.asset->tables), a_(population.acting) {}

  [[nodiscard]] bool run() const {
    for (uint32_t slot = 0; slot < a_.lane_stride; ++slot) {
      if (!check_slot(slot)) return false;
    }
    for (uint32_t i = 0; i < a_.search_count; ++i) {
      if (!check_search(i)) return false;
    }
    return check_pending();
  }

 private:
  [[nodiscard]] bool check_pending() const {
    const PopulationHeader& header = *p_.header;
    if (header.pending_ends > uint64_t{p_.capacity} * a_.pending_lanes) return false;
    if (header.pending_events > a_.most_pending_events(p_.capacity)) return false;
    for (uint32_t i = 0; i < header.pending_ends; ++i) {
      if (a_.pending_ends[i].slot >= p_.capacity) return false;
    }
    for (uint32_t i = 0; i < header.pending_events; ++i) {
      if (a_.pending_events[i].event >= t_.events.size()) return false;
      const auto fields = part(t_.event_fields, t_.events[a_.pending_events[i].event].fields());
      if (record_size(fields) > a_.layout.event_bytes) return false;
    }
    return true;
  }

  [[nodiscard]] bool check_slot(uint32_t slot) const {
    constexpr uint64_t kMostTasks = uint64_t{1} << 60;  // of a slot
    const uint64_t serial = a_.header(slot).serial;
    if (serial > kMostTasks) return false;
    for (uint32_t lane = 0; lane < a_.layout.lanes; ++lane) {
      const LaneWord word = LaneWord::unpack(a_.lane(slot, lane).load());
      if (word.serial > serial || word.status > LaneStatus::aborting) return false;
    }
    const uint16_t option = a_.header(slot).option;
    if ((option >= p_.agent->options().count() && option != kNoOption) ||
        (option != kNoOption && !p_.lives(slot)))
      return false;
    return option == kNoOption ||
           is_node_state(slot, t_.options[p_.agent->options().first() + option].body());
  }

  // A search is somebody's who lives, and for one of the agent's plans.
  [[nodiscard]] bool check_search(uint32_t index) const {
    const SearchOwner& owner = a_.search_owners[index];
    if (owner.slot == SearchOwner::kNobodyPlans) return owner.node == SearchOwner::kNobodyPlans;
    if (!p_.lives(owner.slot)) return false;
    if (owner.node == SearchOwner::kNobodyPlans) return true;
    const blob::Range& own = p_.agent->nodes();
    if (owner.node < own.first() || owner.node - own.first() >= own.count()) return false;
    const blob::Node& node = t_.nodes[owner.node];
    if (node.kind() != blob::NodeKind::plan) return false;
    return PlanSearch(a_.search(index), a_.shape_of(node))
        .is_sound(count_all_planned(t_, *p_.agent, node).steps,
                  [&](std::span<const float> state) { return is_planned_state(state); });
  }
  // Formulas read what is planned as it stands there.
  [[nodiscard]] bool is_planned_state(std::span<const float> state) const {
    for (size_t key = 0; key < p_.keys.size(); ++key) {
      const uint32_t place = a_.layout.planned_keys[key];
      if (place == kNotFound) continue;
      for (uint32_t axis = 0; axis < p_.keys[key].column_count(); ++axis) {
        if (!p_.keys[key].can_give(state[place + axis], axis, p_.binding.entities)) return false;
      }
    }
    const uint32_t members = a_.layout.planned_members;
    for (uint32_t i = 0; members != kNotFound && i < BodyLayout::kMemberWords; ++i) {
      const float word = state[members + i];
      constexpr float kMost = (1u << BodyLayout::kMemberBits) - 1;
      if (!(word >= 0 && word <= kMost && word == std::floor(word))) return false;
    }
    return true;
  }
  // What a goal has foreseen are methods that there are.
  [[nodiscard]] bool has_sound_foresight(const std::byte* at, uint32_t index) const {
    const auto& foreseen = a_.layout.foreseen;
    const uint32_t first = p_.agent->nodes().first();
    if (!foresees(t_.nodes[index])) return true;
    const auto parameters = part(t_.parameters, t_.goals[t_.nodes[index].subject()].parameters());
    const std::byte* const methods = at + sizeof(NodeState) + record_size(parameters);
    for (uint32_t i = 0; i < foreseen.size(); ++i) {
      if (foreseen[i].goal != index - first) continue;
      const auto method = static_cast<uint8_t>(methods[foreseen[i].number]);
      const blob::Node& node = t_.nodes[first + i];
      const bool is_left_out = method == 0xfe && node.continues() != 0;
      if (method != 0xff && !is_left_out && method >= node.children().count()) return false;
    }
    return true;
  }
  // Whom a repeat goes over: not more than the set can have.
  [[nodiscard]] bool has_sound_members(const std::byte* at, const blob::Node& node,
                                       const NodeState& state) const {
    const uint32_t set = set_of_steps(t_, *p_.agent, node);
    if (set == kNotFound) return true;
    const auto& members = *reinterpret_cast<const MemberList*>(at + sizeof(NodeState));
    return members.count <= t_.sets[set].capacity() && state.child <= members.count;
  }
  // A node and all at work below it. Children come after their parents, so this ends.
  [[nodiscard]] bool is_node_state(uint32_t slot, uint32_t index) const {
    const blob::Node& node = t_.nodes[index];
    const uint32_t offset = p_.acting.layout.places[index - p_.agent->nodes().first()].offset;
    const std::byte* const at = p_.acting.block(slot) + offset;
    const NodeState& state = *reinterpret_cast<const NodeState*>(at);
    if (state.phase > static_cast<uint8_t>(NodePhase::has_failed)) return false;
    if (state.phase != static_cast<uint8_t>(NodePhase::active)) return true;
    const blob::Range& children = node.children();
    const auto child = [&](uint32_t i) {
      return i >= children.count() || is_node_state(slot, children.first() + i);
    };
    switch (node.kind()) {
      case blob::NodeKind::all:
      case blob::NodeKind::any:
        for (uint32_t i = 0; i < children.count(); ++i) {
          if (!child(i)) return false;
        }
        return true;
      case blob::NodeKind::goal:
        if (!has_sound_foresight(at, index)) return false;
        if (state.child == 0) return child(0);
        return state.child < children.count() &&
               t_.nodes[children.first() + state.child].kind() == blob::NodeKind::interjection && child(0) &&
               child(state.child);
      case blob::NodeKind::repeat: return has_sound_members(at, node, state) && child(0);
      case blob::NodeKind::plan: {
        const PlanState& plan = *reinterpret_cast<const PlanState*>(at + sizeof(NodeState));
        if (state.due == 0) return true;
        if (state.due > 1 || plan.count > node.count()) return false;
        for (uint32_t i = 0; i < plan.count; ++i) {
          if (steps_of(plan)[i] >= children.count()) return false;
        }
        return state.child >= plan.count || child(steps_of(plan)[state.child]);
      }
      default: return child(state.child);
    }
  }

  const Agents& p_;
  const Tables& t_;
  const Acting& a_;
};

}  // namespace

bool are_bodies_sound(const Agents& population) { return BodyCheck(population).run(); }

}  // namespace ishi
