#include "planning/plan_search.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

// Why this finds the first of the plans. Open nodes are taken in the order of their totals, then of their
// texts. All that a node leads to has a total that is no less, unless the estimate was too high, and a text
// that comes after its own; so once the best plan comes before all open nodes, it comes before all that they
// lead to.
//
// A node dominates another one of its state if its key is before and it has no more steps. Whatever completes
// the other also completes it, into a plan that is cheaper, or as cheap and earlier in the text. (Where what
// completes them comes to a state that the dominating node came through, the plan is better still without the
// circle.) A state reached in less time but by more steps dominates nothing, and is kept besides. Where the
// estimate falls by no more than what steps cost, nodes are taken in ascending order, and a node that is
// dominated is still open.

namespace ishi {
namespace {

constexpr uint64_t kNoCost = ~uint64_t{0};
static_assert(kMostStepCost <= (kNoCost - 1) / (kPlanDepth + 1), "no sum of costs and an estimate overflows");

// Makes each -0 a 0.
void write_zeros_alike(std::span<float> state) {
  for (float& value : state) {
    if (std::bit_cast<uint32_t>(value) == 0x8000'0000u) value = 0;
  }
}

}  // namespace

uint64_t step_cost(float seconds) {
  const double microseconds = static_cast<double>(seconds) * 1e6;
  if (!(microseconds > 0)) return 1;
  if (microseconds >= static_cast<double>(kMostStepMicroseconds)) return kMostStepCost;
  return static_cast<uint64_t>(std::floor(microseconds + 0.5)) * kMicrosecond + 1;
}

PlanSearch::PlanSearch(std::byte* block, const PlanShape& shape) : shape_(shape) {
  const Places places = places_of(shape);
  header_ = reinterpret_cast<Header*>(block);
  nodes_ = reinterpret_cast<Node*>(block + places.nodes);
  states_ = reinterpret_cast<float*>(block + places.states);
  heap_ = reinterpret_cast<uint32_t*>(block + places.heap);
  table_ = reinterpret_cast<uint32_t*>(block + places.table);
}

void PlanSearch::begin(const float* initial) {
  *header_ = {};
  header_->status = PlanStatus::running;
  std::memset(table_, 0, 2 * size_t{shape_.nodes} * sizeof *table_);
  nodes_[kBest] = {.cost = kNoCost, .total = kNoCost, .place = 0, .parent = 0, .depth = 0, .step = 0};
  nodes_[kRoot] = {};
  write_zeros_alike({prepare_child(initial), shape_.values});
  keep_child(spot_of_child(), 0);
}

void PlanSearch::end(PlanStatus status) {
  header_->status = status;
  if (status != PlanStatus::found) return;
  header_->plan_steps = nodes_[kBest].depth;
  uint32_t node = kBest;
  for (uint32_t i = header_->plan_steps; i-- > 0; node = nodes_[node].parent)
    header_->plan[i] = static_cast<uint8_t>(nodes_[node].step);
}

// True if a row is one step behind a node that is expanded.
bool PlanSearch::follows(uint32_t row, uint32_t steps) const {
  const Node& node = nodes_[row];
  return node.parent >= kRoot && node.parent <= header_->stored && nodes_[node.parent].place == 0 &&
         nodes_[node.parent].depth + 1 == node.depth && node.step < steps;
}

bool PlanSearch::is_sound(uint32_t steps) const {
  const Header& header = *header_;
  const bool counts = header.status == PlanStatus::running && header.stored >= 1 &&
                      header.stored <= shape_.nodes && header.open <= header.stored && header.plan_steps == 0;
  if (!counts) return false;
  uint32_t open = 0, listed = 0;
  for (uint32_t node = kRoot; node <= header.stored; ++node) {
    const uint32_t place = nodes_[node].place, depth = nodes_[node].depth;
    if (depth >= shape_.depth || (depth == 0) != (node == kRoot)) return false;
    if (node == kRoot ? nodes_[node].parent != 0 : !follows(node, steps)) return false;
    if (place > header.open || (place != 0 && heap_[place] != node)) return false;
    open += place != 0 ? 1 : 0;
  }
  for (uint32_t slot = 0; slot < slots(); ++slot) {
    if (table_[slot] > header.stored) return false;
    listed += table_[slot] != 0 ? 1 : 0;
  }
  if (open != header.open || listed != header.stored) return false;
  const Node& best = nodes_[kBest];
  return best.cost == kNoCost ? best.depth == 0 && best.parent == 0
                              : best.depth <= shape_.depth && follows(kBest, steps);
}

// True if a node is left that may lead to something better; else the search ends.
bool PlanSearch::goes_on() {
  if (status() != PlanStatus::running) return false;
  if (header_->open > 0 && is_next(heap_[1], kBest)) return true;
  end(nodes_[kBest].cost == kNoCost ? PlanStatus::none : PlanStatus::found);
  return false;
}

// The next node to expand.
uint32_t PlanSearch::take_next() {
  const uint32_t node = heap_[1];
  const uint32_t last = heap_[header_->open--];
  if (header_->open > 0) sink(last, 1);
  nodes_[node].place = 0;
  ++header_->expanded;
  return node;
}

float* PlanSearch::prepare_child(const float* values) {
  std::memcpy(state(child()), values, state_bytes());
  return state(child());
}

// Gives the child its place in the plans. False if the best plan so far is before it.
bool PlanSearch::complete_child(uint32_t parent, uint32_t step, float seconds) {
  const Node& before = nodes_[parent];
  const uint64_t cost = before.cost + step_cost(seconds);
  nodes_[child()] = {
      .cost = cost, .total = cost, .place = 0, .parent = parent, .depth = before.depth + 1, .step = step};
  write_zeros_alike({state(child()), shape_.values});
  return is_before(child(), kBest);
}

// Looks at all nodes of the child's state. Of several open ones that it dominates it takes the place of one;
// the others are expanded in vain, as are those that are expanded already, which is rare.
PlanSearch::Spot PlanSearch::spot_of_child() const {
  Spot spot{.dominated = false, .node = 0, .slot = first_slot(state(child()))};
  const uint32_t depth = nodes_[child()].depth;
  while (const uint32_t node = table_[spot.slot]) {
    if (std::memcmp(state(node), state(child()), state_bytes()) == 0) {
      const bool before = is_before(child(), node);
      if (!before && nodes_[node].depth <= depth) return {.dominated = true, .node = 0, .slot = 0};
      if (before && nodes_[node].depth >= depth && nodes_[node].place != 0) spot.node = node;
    }
    if (++spot.slot == slots()) spot.slot = 0;
  }
  return spot;
}

// Keeps the child if it may yet lead to the best plan. The search ends if there is no room.
void PlanSearch::keep_child(Spot spot, uint64_t estimate) {
  if (estimate == kNoWayOn) return;
  Node& node = nodes_[child()];
  node.total = node.cost + std::min(estimate, kMostStepCost);
  if (!is_next(child(), kBest)) return;
  if (node.depth >= shape_.depth) {
    header_->cut = 1;
  } else if (spot.node != 0) {
    const uint32_t place = nodes_[spot.node].place;
    nodes_[spot.node] = node;
    lift(spot.node, place);
  } else if (header_->stored == shape_.nodes) {
    end(PlanStatus::full);
  } else {
    table_[spot.slot] = ++header_->stored;
    lift(header_->stored, ++header_->open);
  }
}

void PlanSearch::child_is_best() { nodes_[kBest] = nodes_[child()]; }

// Compares the steps that lead to two rows, from the first on.
bool PlanSearch::is_text_before(uint32_t row, uint32_t other) const {
  const bool is_shorter = nodes_[row].depth < nodes_[other].depth;
  while (nodes_[row].depth > nodes_[other].depth) row = nodes_[row].parent;
  while (nodes_[other].depth > nodes_[row].depth) other = nodes_[other].parent;
  if (row == other) return is_shorter;
  while (nodes_[row].parent != nodes_[other].parent) {
    row = nodes_[row].parent;
    other = nodes_[other].parent;
  }
  return nodes_[row].step != nodes_[other].step ? nodes_[row].step < nodes_[other].step : is_shorter;
}

// Where to look for a state in the table. The multiplier is splitmix64's (Steele, Lea, Flood: "Fast
// Splittable Pseudorandom Number Generators", 2014).
uint32_t PlanSearch::first_slot(const float* state) const {
  uint64_t hash = 0;
  for (uint32_t i = 0; i < shape_.values; ++i) {
    hash = (hash ^ std::bit_cast<uint32_t>(state[i])) * 0x9e3779b97f4a7c15u;
    hash ^= hash >> 32;
  }
  return static_cast<uint32_t>((hash & 0xffff'ffffu) * slots() >> 32);
}

// Puts a node where it belongs, at `place` or above it.
void PlanSearch::lift(uint32_t node, uint32_t place) {
  for (; place > 1 && is_next(node, heap_[place / 2]); place /= 2) put(heap_[place / 2], place);
  put(node, place);
}

// … or below it.
void PlanSearch::sink(uint32_t node, uint32_t place) {
  for (uint32_t next = 2 * place; next <= header_->open; next = 2 * place) {
    if (next < header_->open && is_next(heap_[next + 1], heap_[next])) ++next;
    if (!is_next(heap_[next], node)) break;
    put(heap_[next], place);
    place = next;
  }
  put(node, place);
}

void PlanSearch::put(uint32_t node, uint32_t place) {
  heap_[place] = node;
  nodes_[node].place = place;
}

}  // namespace ishi
