#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>

// Finds the cheapest order of steps that makes something true: A* over states, each an array of floats. A
// search lives in one block of the caller's memory that holds no pointers, so its bytes may be copied and
// restored, also at another address. It goes on over as many calls as the caller likes; how they cut it up
// changes no result.
//
// Plans are compared by cost, then as texts are: by the first step that differs, and one that another begins
// with comes before it. The one found is the first of all that have at most `depth` steps and come to no
// state twice, so it never goes round in a circle. (A step that costs nothing and is of no use may stand in
// it, if the text has it first.) Costs are counted in whole microseconds, each step's the nearest: sums of
// floats would tell 0.1 + 0.2 from 0.3, and orders of the same steps from each other.
//
// States are the same if their bits are; -0 becomes 0, NaN is a value like any other.

namespace ishi {

inline constexpr uint32_t kPlanDepth = 32;
inline constexpr uint32_t kPlanSteps = 64;

// What a search has room for.
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
  // and `seconds`, 0, into the cost, which is then held in 0..2^58 microseconds; NaN costs nothing.
  { problem.apply(step, state, next, seconds) } -> std::convertible_to<bool>;
  { problem.reached(state) } -> std::convertible_to<bool>;
  // What no step costs less than, in seconds. 0 is always right; more saves work.
  { problem.least_cost() } -> std::convertible_to<float>;
};

enum class PlanStatus : uint32_t {
  none,  // there is no plan; also what a block of zeros says
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
  // O(steps · (values + log nodes)) besides what the problem does. Nothing happens once the search has ended.
  template <PlanProblem Problem>
  PlanStatus expand(Problem& problem, uint32_t budget);

  [[nodiscard]] PlanStatus status() const { return header_->status; }
  // The steps of the plan that was found, else none. They lie in the block.
  [[nodiscard]] std::span<const uint8_t> plan() const { return {header_->plan, header_->plan_steps}; }
  // Their sum, else 0.
  [[nodiscard]] uint64_t cost_microseconds() const { return status() == PlanStatus::found ? *key(kBest) : 0; }
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
    uint8_t plan[kPlanDepth];
  };
  struct Node {
    uint32_t place;  // in the heap, from 1 on; 0: expanded
    uint32_t depth;  // the steps that lead to it
  };
  // Where the parts of a block begin, in bytes.
  struct Places {
    size_t keys, nodes, states, heap, table, end;
  };
  // Where a child is to be kept.
  struct Spot {
    bool dominated;  // nowhere: what a node of the same state leads to is better
    uint32_t node;   // in place of this open node, which it dominates, or
    uint32_t slot;   // if that is 0, as a new one, in this slot of the table
  };

  // Rows of keys, nodes and states: the best plan so far, which has a key alone; the nodes; behind the last
  // one the child that is being made.
  static constexpr uint32_t kBest = 0, kRoot = 1;

  // A key is a cost in microseconds, then the steps, each a byte that holds its index + 1, the first one the
  // highest of its word. Word by word, keys compare as plans do.
  static constexpr uint32_t key_words(const PlanShape& shape) { return 1 + (shape.depth + 7) / 8; }

  static constexpr Places places_of(const PlanShape& shape) {
    const size_t rows = size_t{shape.nodes} + 2;
    Places places{};
    places.keys = (sizeof(Header) + 7) / 8 * 8;
    places.nodes = places.keys + rows * key_words(shape) * sizeof(uint64_t);
    places.states = places.nodes + rows * sizeof(Node);
    places.heap = places.states + rows * shape.values * sizeof(float);
    places.table = places.heap + (size_t{shape.nodes} + 1) * sizeof(uint32_t);
    // Blocks may stand one behind the other.
    places.end = (places.table + 2 * size_t{shape.nodes} * sizeof(uint32_t) + 7) / 8 * 8;
    return places;
  }

  template <PlanProblem Problem>
  void try_step(Problem& problem, uint32_t parent, uint32_t step, uint64_t least);

  void end(PlanStatus status);
  [[nodiscard]] bool is_sound(uint32_t steps) const;
  [[nodiscard]] bool is_key(uint32_t row, uint32_t depth, uint32_t steps) const;
  [[nodiscard]] bool goes_on(uint64_t least);
  [[nodiscard]] uint32_t take_next();
  float* prepare_child(const float* values);
  [[nodiscard]] bool complete_child(uint32_t parent, uint32_t step, float seconds);
  [[nodiscard]] Spot spot_of_child() const;
  void keep_child(Spot spot, uint64_t least);
  void child_is_best();

  [[nodiscard]] static uint64_t to_microseconds(float seconds);
  [[nodiscard]] bool is_before(uint32_t row, uint32_t other, uint64_t ahead = 0) const;
  [[nodiscard]] uint64_t* key(uint32_t row) const { return keys_ + size_t{row} * key_words(shape_); }
  [[nodiscard]] size_t key_bytes() const { return key_words(shape_) * sizeof(uint64_t); }
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
  uint64_t* keys_;
  Node* nodes_;
  float* states_;
  uint32_t* heap_;   // nodes, the next one in place 1; place 0 is not used
  uint32_t* table_;  // nodes by the hash of their state; 0: none
};

template <PlanProblem Problem>
PlanStatus PlanSearch::expand(Problem& problem, uint32_t budget) {
  if (status() != PlanStatus::running) return status();
  if (expanded() == 0 && problem.reached(state(kRoot))) {
    *key(kBest) = 0;
    end(PlanStatus::found);
    return status();
  }
  const uint32_t steps = std::min<uint32_t>(problem.steps(), kPlanSteps);
  const uint64_t least = to_microseconds(problem.least_cost());
  for (; goes_on(least) && budget > 0; --budget) {
    const uint32_t node = take_next();
    for (uint32_t step = 0; step < steps; ++step) try_step(problem, node, step, least);
  }
  return status();
}

template <PlanProblem Problem>
void PlanSearch::try_step(Problem& problem, uint32_t parent, uint32_t step, uint64_t least) {
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
    keep_child(spot, least);
  }
}

}  // namespace ishi
