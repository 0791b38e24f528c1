#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>

// Finds the cheapest order of steps that makes something true: A* (Hart, Nilsson, Raphael 1968) over states,
// each an array of floats. A search lives in one block of the caller's memory that holds no pointers, so its
// bytes may be copied and restored, also at another address. It goes on over as many calls as the caller
// likes; how they cut it up changes no result.
//
// Plans are compared by the time that they cost, then by the number of their steps, then as texts are: by the
// first step that differs. The one found is the first of all that have at most `depth` steps and come to no
// state twice, so it never goes round in a circle and has no step that could be left out. Times are counted
// in whole microseconds, each step's the nearest: sums of floats would tell 0.1 + 0.2 from 0.3, and orders of
// the same steps from each other. A cost is both in one number, so that an estimate knows of both:
// kMicrosecond for each microsecond, and 1 for each step.
//
// States are the same if their bits are; -0 becomes 0, NaN is a value like any other.

namespace ishi {

inline constexpr uint32_t kPlanDepth = 128;
inline constexpr uint32_t kPlanSteps = 64;
// A microsecond as a part of a cost: more than the steps of any plan.
inline constexpr uint64_t kMicrosecond = 256;
static_assert(kMicrosecond > kPlanDepth);
// The most that a step costs, almost nine years: no sum of costs and an estimate overflows.
inline constexpr uint64_t kMostStepMicroseconds = (uint64_t{1} << 48) - 1;
inline constexpr uint64_t kMostStepCost = kMostStepMicroseconds * kMicrosecond + 1;
// Of a state from which no steps lead to what is planned for.
inline constexpr uint64_t kNoWayOn = ~uint64_t{0};

// What a step of so many seconds adds to the cost of a plan: the nearest whole microseconds, within
// 0..kMostStepMicroseconds, and the step itself. NaN counts as 0 seconds.
[[nodiscard]] uint64_t step_cost(float seconds);

// The limits of a search.
struct PlanShape {
  uint32_t nodes = 1;   // 1..2^20: one a state, and a further one where more steps come to it for less
  uint32_t values = 0;  // floats a state, 0..256
  uint32_t depth = 0;   // the most steps of a plan, 0..kPlanDepth
};

// What is planned for: pure functions. Whatever they answer, a search ends unharmed.
template <typename T>
concept PlanProblem = requires(T problem, uint32_t step, const float* state, float* next, float& seconds) {
  // How many steps there are, in the order of the text; those from kPlanSteps on are left out.
  { problem.steps() } -> std::convertible_to<uint32_t>;
  // True if the step may be taken in `state`. If so, turns `next`, a copy of it, into what holds afterwards
  // and `seconds`, 0, into the cost, of which step_cost() is taken.
  { problem.apply(step, state, next, seconds) } -> std::convertible_to<bool>;
  { problem.reached(state) } -> std::convertible_to<bool>;
  // What is not yet reached in `state` costs at least so much; kNoWayOn if nothing reaches it. 0 is always
  // right; more saves work. It should not fall by more than what a step costs, else states may be
  // expanded again. What exceeds kMostStepCost counts as that.
  { problem.estimate(state) } -> std::convertible_to<uint64_t>;
};

enum class PlanStatus : uint32_t {
  none,  // there is no plan of that depth; also what a block of zeros says
  running,
  found,
  full  // no node was left; there may be a plan
};

// A view of a block, for one thread at a time.
class PlanSearch {
 public:
  // The size of a block, a multiple of 8.
  [[nodiscard]] static constexpr size_t bytes(const PlanShape& shape) { return places_of(shape).end; }

  // `block` begins on 8 bytes and has bytes(shape). A search in it is found as it was left.
  PlanSearch(std::byte* block, const PlanShape& shape);

  // Starts anew from `initial`, shape.values floats. Clears 8 bytes a node.
  void begin(const float* initial);

  // Tries all steps in at most `budget` more states; a search has at most shape.nodes of them. Each costs
  // O(steps · (values + depth · log nodes)) besides what the problem does. Nothing happens once the search
  // has ended.
  template <PlanProblem Problem>
  PlanStatus expand(Problem& problem, uint32_t budget);

  [[nodiscard]] PlanStatus status() const { return header_->status; }
  // The steps of the plan that was found, else none. They lie in the block.
  [[nodiscard]] std::span<const uint8_t> plan() const { return {header_->plan, header_->plan_steps}; }
  // The sum of their times, else 0.
  [[nodiscard]] uint64_t cost_microseconds() const {
    return status() == PlanStatus::found ? nodes_[kBest].cost / kMicrosecond : 0;
  }
  // True if there may be a plan with more steps than the depth, of which the search has ended without one.
  [[nodiscard]] bool is_cut() const { return status() == PlanStatus::none && header_->cut != 0; }
  // True if a block that was read is one of a search for a problem of so many steps that goes on, so that it
  // can, whatever bytes it holds. `is_state(values)` says so of each state. Linear in the block.
  template <typename IsState>
  [[nodiscard]] bool is_sound(uint32_t steps, IsState&& is_state) const {
    if (!is_sound(steps)) return false;
    for (uint32_t row = kRoot; row <= stored(); ++row) {
      if (!is_state(std::span<const float>(state(row), shape_.values))) return false;
    }
    return true;
  }
  // In how many states steps were tried.
  [[nodiscard]] uint32_t expanded() const { return header_->expanded; }
  // How many nodes are taken.
  [[nodiscard]] uint32_t stored() const { return header_->stored; }

 private:
  struct Header {
    PlanStatus status;
    uint32_t stored, open, expanded, plan_steps;
    uint32_t cut;  // 1: a state had as many steps behind it as there may be
    uint8_t plan[kPlanDepth];
  };
  // Open nodes have no children, so those that one replaces in place lead nowhere.
  struct Node {
    uint64_t cost;    // of the steps that lead to it
    uint64_t total;   // and of those that are at least left
    uint32_t place;   // in the heap, from 1 on; 0: expanded
    uint32_t parent;  // the node before it, which is expanded; 0: the root
    uint32_t depth;   // the steps that lead to it
    uint32_t step;    // the last of them
  };
  // Where the parts of a block begin, in bytes.
  struct Places {
    size_t nodes, states, heap, table, end;
  };
  // Where a child is to be kept.
  struct Spot {
    bool dominated;  // nowhere: what a node of the same state leads to is better
    uint32_t node;   // in place of this open node, which it dominates, or
    uint32_t slot;   // if that is 0, as a new one, in this slot of the table
  };

  // Rows of nodes and states: the best plan so far, which has no state; the nodes; behind the last one the
  // child that is being made.
  static constexpr uint32_t kBest = 0, kRoot = 1;

  static constexpr Places places_of(const PlanShape& shape) {
    const size_t rows = size_t{shape.nodes} + 2;
    Places places{};
    places.nodes = (sizeof(Header) + 7) / 8 * 8;
    places.states = places.nodes + rows * sizeof(Node);
    places.heap = places.states + rows * shape.values * sizeof(float);
    places.table = places.heap + (size_t{shape.nodes} + 1) * sizeof(uint32_t);
    // Blocks may stand one behind the other.
    places.end = (places.table + 2 * size_t{shape.nodes} * sizeof(uint32_t) + 7) / 8 * 8;
    return places;
  }

  template <PlanProblem Problem>
  void try_step(Problem& problem, uint32_t parent, uint32_t step);

  void end(PlanStatus status);
  [[nodiscard]] bool is_sound(uint32_t steps) const;
  [[nodiscard]] bool follows(uint32_t row, uint32_t steps) const;
  [[nodiscard]] bool goes_on();
  [[nodiscard]] uint32_t take_next();
  float* prepare_child(const float* values);
  [[nodiscard]] bool complete_child(uint32_t parent, uint32_t step, float seconds);
  [[nodiscard]] Spot spot_of_child() const;
  void keep_child(Spot spot, uint64_t estimate);
  void child_is_best();

  // By what it costs to get there, and by what it costs in all; then as texts.
  [[nodiscard]] bool is_before(uint32_t row, uint32_t other) const {
    return is_before(nodes_[row].cost, nodes_[other].cost, row, other);
  }
  [[nodiscard]] bool is_next(uint32_t row, uint32_t other) const {
    return is_before(nodes_[row].total, nodes_[other].total, row, other);
  }
  [[nodiscard]] bool is_before(uint64_t a, uint64_t b, uint32_t row, uint32_t other) const {
    return a != b ? a < b : is_text_before(row, other);
  }
  [[nodiscard]] bool is_text_before(uint32_t row, uint32_t other) const;
  [[nodiscard]] float* state(uint32_t row) const { return states_ + size_t{row} * shape_.values; }
  [[nodiscard]] size_t state_bytes() const { return shape_.values * sizeof(float); }
  [[nodiscard]] uint32_t child() const { return header_->stored + 1; }
  [[nodiscard]] uint32_t slots() const { return 2 * shape_.nodes; }
  [[nodiscard]] uint32_t first_slot(const float* state) const;

  void lift(uint32_t node, uint32_t place);
  void sink(uint32_t node, uint32_t place);
  void put(uint32_t node, uint32_t place);

  PlanShape shape_;
  Header* header_;
  Node* nodes_;
  float* states_;
  uint32_t* heap_;   // nodes, the next one in place 1; place 0 is not used
  uint32_t* table_;  // nodes by the hash of their state; 0: none
};

template <PlanProblem Problem>
PlanStatus PlanSearch::expand(Problem& problem, uint32_t budget) {
  if (status() != PlanStatus::running) return status();
  if (expanded() == 0) {
    const bool is_reached = problem.reached(state(kRoot));
    if (is_reached) nodes_[kBest] = nodes_[kRoot];
    if (is_reached || problem.estimate(state(kRoot)) == kNoWayOn) {
      end(is_reached ? PlanStatus::found : PlanStatus::none);
      return status();
    }
  }
  const uint32_t steps = std::min<uint32_t>(problem.steps(), kPlanSteps);
  for (; goes_on() && budget > 0; --budget) {
    const uint32_t node = take_next();
    for (uint32_t step = 0; step < steps; ++step) try_step(problem, node, step);
  }
  return status();
}

template <PlanProblem Problem>
void PlanSearch::try_step(Problem& problem, uint32_t parent, uint32_t step) {
  if (status() != PlanStatus::running) return;
  float* next = prepare_child(state(parent));
  float seconds = 0;
  if (!problem.apply(step, state(parent), next, seconds)) return;
  if (!complete_child(parent, step, seconds)) return;
  const Spot spot = spot_of_child();
  if (spot.dominated) return;
  if (problem.reached(next)) {
    child_is_best();
  } else {
    keep_child(spot, problem.estimate(next));
  }
}

}  // namespace ishi
