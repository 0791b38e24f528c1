#pragma once

#include <cstdint>
#include <span>

#include "asset/tables.h"
#include "memory/array.h"
#include "planning/plan_search.h"

// Where the state of an agent's bodies lies: one block of a fixed size an agent, shared by its options, since
// one runs at a time. The compiler prints the same sizes.

namespace ishi {

// What an active node remembers; the record of parameters of a task or goal follows.
struct NodeState {
  uint64_t started = 0;     // microseconds of the world's time
  uint64_t timeout_at = 0;  // likewise; kNever if it has none
  // A wait: when it is over. A task: its serial. all, any and best: a bit for each child that has ended;
  // first: a bit for each that is out of the question. repeat and goal: the frame in which the last round or
  // interjection ended. Between attempts: the frame of the failure.
  uint64_t due = 0;
  // A sequence, first, best: which child is at work, counted from the first. repeat: the rounds that are
  // done. goal: the interjection that is at work, 0 if none is. all and any: how many ended
  // (bodies/quorum.h).
  uint32_t child = 0;
  uint16_t retries_left = 0;
  uint8_t phase = 0;  // NodePhase
  uint8_t reserved = 0;
};
static_assert(sizeof(NodeState) == 32);

// A plan asks for the members that it claims when it has been found, and is given all or none of them when
// the next frame begins.
enum class PlanClaim : uint32_t { held, asked, refused };

// What a plan remembers behind its node's state. `NodeState::child`: which of its steps is at work, `due`: 1
// once there is a plan.
struct PlanState {
  uint64_t cost = 0;  // microseconds, as planned
  uint32_t count = 0;
  PlanClaim claim = PlanClaim::held;  // also of a plan that claims nothing
};
static_assert(sizeof(PlanState) == 16);
// Behind it stand the steps: children of the node, a byte each.
[[nodiscard]] inline uint8_t* steps_of(PlanState& plan) { return reinterpret_cast<uint8_t*>(&plan + 1); }
[[nodiscard]] inline const uint8_t* steps_of(const PlanState& plan) {
  return reinterpret_cast<const uint8_t*>(&plan + 1);
}
// The bytes of both for a plan of so many steps, a multiple of 8.
[[nodiscard]] constexpr uint32_t plan_bytes(uint32_t depth) {
  return static_cast<uint32_t>(sizeof(PlanState)) + (depth + 7) / 8 * 8;
}

// The memory of a repeat that goes over members, behind its node's state; the members stand behind it.
// `NodeState::child`: which of them is at hand.
struct MemberList {
  uint32_t count = 0;
  uint32_t reserved = 0;
};
static_assert(sizeof(MemberList) == 8);

inline constexpr uint64_t kNever = ~uint64_t{0};

// What an agent's block begins with.
struct BodyHeader {
  uint64_t serial = 0;  // of the last token given in this slot; outlives agents
  uint16_t option = 0;  // whose body runs, else kNoOption
  uint16_t reserved[3] = {};
};
static_assert(sizeof(BodyHeader) == 16);

// Where one node's state lies in the block, in bytes, and which lane its task runs in.
struct NodePlace {
  uint32_t offset = 0;
  uint32_t lane = 0;
};

struct BodyLayout {
  Array<NodePlace> places;   // of the agent's nodes, counted from its first
  uint32_t block_bytes = 0;  // a multiple of 8
  // Of the nodes that are done once, counted from the agent's first node: a number for each, and the words of
  // a block that hold a bit for each number, behind all else. No numbers: there are none.
  Array<uint32_t> once_numbers;
  uint32_t once_words = 0;
  // Behind what nodes remember: a record of what steps were given back.
  uint32_t given_bytes = 0;
  // What a report leaves in a lane: the id of a task, and its record. 0 if no task gives anything back.
  uint32_t lane_record_bytes = 0;
  uint32_t lanes = 0;              // how many tasks may run at the same time
  bool goes_over_members = false;  // true if a repeat or a step of a plan does
  // The most that one option's body, and one instant body, gives out: assignments to shared keys, and events.
  uint32_t shared_writes = 0;
  uint32_t instant_shared_writes = 0;
  uint32_t emits = 0;
  uint32_t instant_emits = 0;
  uint32_t event_bytes = 0;  // of the largest record of an event that is posted
  // The keys that steps of plans change: where the values of each stand in a planned state, by key of the
  // asset, kNotFound if none does; how many values that are, and the most steps of a plan. No plans: no
  // steps.
  Array<uint32_t> planned_keys;
  uint32_t planned_values = 0;
  uint32_t plan_depth = 0;
  // Where a planned state keeps which members a plan has used: one bit for each step, in kMemberWords floats
  // of kMemberBits bits. kNotFound if no plan iterates members.
  uint32_t planned_members = kNotFound;
  static constexpr uint32_t kMemberWords = 4, kMemberBits = 16;
  // The most situations that a plan asks for, and whether one leaves that to the population.
  uint32_t plan_situations = 0;
  bool any_plan_of_usual_size = false;
  // Of goals that foresee; none: there are no such goals. By node, counted from the agent's first: of a first
  // or best, and of a step whose failure counts as completion, which of them chooses its method or leaves it
  // out (counted likewise, kNotFound: none) and where among its choices that stands; of such a goal how many
  // choices it makes.
  struct Foreseen {
    uint32_t goal = kNotFound;
    uint8_t number = 0;
    uint8_t count = 0;
  };
  static constexpr uint32_t kMostForeseen =
      255;  // choices of a goal; what is beyond is chosen when its turn comes
  Array<Foreseen> foreseen;
  // The keys that the steps of these goals change, as those of plans.
  Array<uint32_t> foreseen_keys;
  uint32_t foreseen_values = 0;
  // The floats that evaluating needs: for the largest formula, and for what is written at once.
  uint32_t values = 0;
};

// Of the effects of a task those on keys, which come first: what it gives back follows.
[[nodiscard]] std::span<const blob::Assignment> changed_keys(std::span<const blob::Assignment> effects);

// The set over whose members a repeat, or a step of a plan, goes; kNotFound if it goes over none.
[[nodiscard]] uint32_t set_of_steps(const Tables& tables, const blob::Agent& agent, const blob::Node& node);

// As how many steps a child of a plan counts in a search: as many as there can be members, or one.
[[nodiscard]] uint32_t count_planned(const Tables& tables, const blob::Agent& agent, const blob::Node& child);
// The same of all children of a plan together; and whether any of them goes over members.
struct PlannedCount {
  uint32_t steps = 0;
  bool goes_over_members = false;
};
[[nodiscard]] PlannedCount count_all_planned(const Tables& tables, const blob::Agent& agent,
                                             const blob::Node& plan);

// True if the game gives something back when it reports the task as completed. Linear in its parameters.
[[nodiscard]] bool gives_back(const Tables& tables, const blob::Task& task);

// The bytes of an agent's state of bodies besides those of its record of reports: block_bytes and 8 a lane.
// False if there is no memory. Linear in the nodes.
[[nodiscard]] bool make_layout(const Tables& tables, const blob::Agent& agent, BodyLayout& layout);

}  // namespace ishi
