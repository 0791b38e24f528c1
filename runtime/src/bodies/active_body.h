#pragma once

#include <cstdint>
#include <span>

#include "asset/check.h"
#include "bodies/acting.h"
#include "program/row.h"
#include "views/agents.h"

namespace ishi {

enum class Outcome : uint8_t { running, completed, failed };
// What a condition gives; missing: there is none.
enum class Truth : uint8_t { missing, no, yes };

// What the end of a node counts as for what is around it.
Outcome completed(const blob::Node& node);
Outcome failed(const blob::Node& node);
// A condition that is asked at its turn, like `when`: `elapsed` in it is the time of the list around it.
[[nodiscard]] inline bool is_check(const blob::Node& node) {
  return node.kind() == blob::NodeKind::fail && node.value() != kNotFound;
}

// What a goal has foreseen of a node that it does not come to, and of a step that it leaves out.
inline constexpr uint8_t kNotForeseen = 0xff, kLeftOut = 0xfe;

// The body of the agent that is looked at: the states of its nodes, the records and members that they keep,
// and the row that its formulas read. Points into the population, which outlives it.
struct ActiveBody {
  explicit ActiveBody(Agents& population)
      : p(population),
        a(population.acting),
        t(population.asset->tables),
        places(population.acting.layout.places.data()),
        first_node(population.agent->nodes().first()),
        givens(part(t.givens, population.agent->givens())),
        now(population.around->header->time_microseconds),
        frame(population.around->header->frames) {}

  void look_at(uint32_t slot);

  // The state of a node.
  [[nodiscard]] NodeState& state_of(uint32_t node) const {
    return *reinterpret_cast<NodeState*>(block + places[node - first_node].offset);
  }
  [[nodiscard]] bool is_at_work(uint32_t node) const {
    return state_of(node).phase != static_cast<uint8_t>(NodePhase::inactive);
  }
  [[nodiscard]] bool is_in(uint32_t node, NodePhase phase) const {
    return state_of(node).phase == static_cast<uint8_t>(phase);
  }
  [[nodiscard]] std::byte* record_of(uint32_t node) const {
    return reinterpret_cast<std::byte*>(&state_of(node)) + sizeof(NodeState);
  }
  [[nodiscard]] uint32_t lane_of(uint32_t node) const { return places[node - first_node].lane; }
  [[nodiscard]] bool was_done_once(uint32_t node) const;
  // Notes for tools what happened to a node.
  void note(uint32_t node, NodeChange change, NodeCause cause = NodeCause::none);

  // Calls `visit` with the children of a node that are at work, until it returns false; whether it never did.
  template <typename Visitor>
  bool for_each_at_work(uint32_t node, Visitor&& visit);
  // As for_each_active(), from a node on.
  template <typename Visitor>
  bool walk(uint32_t node, Visitor& visit);
  // Looks at an agent and calls `visit` with each node that is active, from the root down, until it returns
  // false; none if no body runs.
  template <typename Visitor>
  void for_each_active(uint32_t slot, Visitor&& visit);

  // Options: whom one is for, whether the body runs for whom was chosen, and whether that is no more.
  [[nodiscard]] const blob::Option& option(uint16_t index) const;
  void bind(uint16_t option, EntityId candidate);
  void bind_again();
  [[nodiscard]] bool is_rebound(uint32_t slot) const;
  [[nodiscard]] bool has_lost_member(uint16_t option) const;

  // Members that steps go over (body_members.cpp).
  [[nodiscard]] MemberList& members_of(uint32_t node) const {
    return *reinterpret_cast<MemberList*>(record_of(node));
  }
  [[nodiscard]] EntityId* listed(uint32_t node) const {
    return reinterpret_cast<EntityId*>(record_of(node) + sizeof(MemberList));
  }
  // The number of the first of those copied, from one on, that is a member still; their count if none is.
  [[nodiscard]] uint32_t next_member(uint32_t node, uint32_t from) const;
  // True if somebody is no member any more of the set that a node goes over.
  [[nodiscard]] bool has_lost(uint32_t node, EntityId member) const;
  // Whom formulas read as the member at hand.
  [[nodiscard]] EntityId member_at(uint32_t given) const;
  void set_member(uint32_t given, EntityId member);

  // Plans.
  [[nodiscard]] PlanState& plan_state(uint32_t node) const {
    return *reinterpret_cast<PlanState*>(record_of(node));
  }
  // Whom the search of a plan may go over, by step, and then whom each step of the plan is for.
  [[nodiscard]] EntityId* planned_members(uint32_t node) const {
    return reinterpret_cast<EntityId*>(record_of(node) + plan_bytes(t.nodes[node].count()));
  }
  [[nodiscard]] bool may_claim(EntityId member) const;
  // The plan that a node follows; false if it has none.
  bool plan_of(uint32_t node, PlanInfo& plan) const;

  // What a goal has foreseen, by number of its choices: of a first or best the method, counted from its
  // first; kLeftOut of a step that it leaves out; kNotForeseen of what it does not come to.
  [[nodiscard]] uint8_t* foreseen_methods(uint32_t goal) const;
  [[nodiscard]] uint8_t foreseen(uint32_t node) const;
  // Of a first or best; kNotFound if it chooses when its turn comes.
  [[nodiscard]] uint32_t foreseen_method(uint32_t node) const {
    const uint8_t method = foreseen(node);
    return method >= kLeftOut ? kNotFound : method;
  }
  void forget_foreseen(uint32_t goal);
  // Writes what a goal has chosen, as far as there is room; how much that is, 0 if it foresees nothing now.
  uint32_t foreseen_by(uint32_t goal, std::span<ForeseenChoice> choices) const;

  // So many seconds from now.
  [[nodiscard]] uint64_t after(float seconds) const;

  Agents& p;
  Acting& a;
  const Tables& t;
  const NodePlace* places;  // from the agent's first node on
  uint32_t first_node;
  std::span<const blob::Parameter> givens;
  uint64_t now;
  uint64_t frame;
  // Of the agent that is looked at.
  Row row;
  std::byte* block = nullptr;
  uint64_t first_serial = 0;  // the last one of its tasks that was given before
};

// While it lives, formulas read the parameters of a goal, if the node is one.
class WithinGoal {
 public:
  WithinGoal(ActiveBody& body, uint32_t node);
  WithinGoal(const WithinGoal&) = delete;
  WithinGoal& operator=(const WithinGoal&) = delete;
  ~WithinGoal() {
    body_.row.record = record_;
    body_.row.variables = variables_;
  }

 private:
  ActiveBody& body_;
  const std::byte* record_;
  const blob::Parameter* variables_;
};

template <typename Visitor>
bool ActiveBody::for_each_at_work(uint32_t index, Visitor&& visit) {
  const blob::Node& node = t.nodes[index];
  const NodeState& state = state_of(index);
  const blob::Range& children = node.children();
  const auto visit_child = [&](uint32_t child) {
    return child >= children.count() || !is_at_work(children.first() + child) ||
           visit(children.first() + child);
  };
  switch (node.kind()) {
    case blob::NodeKind::all:
    case blob::NodeKind::any: {
      for (uint32_t i = 0; i < children.count(); ++i) {
        if (!visit_child(i)) return false;
      }
      return true;
    }
    case blob::NodeKind::goal: return visit_child(0) && (state.child == 0 || visit_child(state.child));
    case blob::NodeKind::repeat: return visit_child(0);
    case blob::NodeKind::plan: {
      const PlanState& plan = plan_state(index);
      return state.due == 0 || state.child >= plan.count || visit_child(steps_of(plan)[state.child]);
    }
    default: return visit_child(state.child);
  }
}

template <typename Visitor>
bool ActiveBody::walk(uint32_t index, Visitor& visit) {
  const WithinGoal within(*this, index);
  if (!visit(index)) return false;
  if (!is_in(index, NodePhase::active)) return true;
  return for_each_at_work(index, [&](uint32_t child) { return walk(child, visit); });
}

template <typename Visitor>
void ActiveBody::for_each_active(uint32_t slot, Visitor&& visit) {
  look_at(slot);
  if (const uint16_t running = a.header(slot).option; running != kNoOption)
    walk(option(running).body(), visit);
}

}  // namespace ishi
