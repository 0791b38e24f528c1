#include "planning/plan_search.h"

#include <bit>
#include <cmath>
#include <cstring>

// Why this finds the first of the plans. With the least cost of a step as the estimate of what is left, all
// open nodes have the same estimate: they are taken in the order of their keys, and the estimate tells only
// what need not be kept and when to stop. A child's key comes after its parent's, so keys are taken in
// ascending order.
//
// A node dominates another one of its state if its key is before and it has no more steps. Whatever completes
// the other also completes it, into a plan that is cheaper, or as cheap and earlier in the text. (The other's
// steps cannot be its own and some more: they would have come to the state twice. Where what completes them
// comes to a state that the dominating node came through, the plan is better still without the circle.) A
// state reached for less but by more steps dominates nothing, and is kept besides.

namespace ishi {
namespace {

constexpr uint64_t kNoCost = ~uint64_t{0};
constexpr uint64_t kMostMicroseconds = uint64_t{1} << 58;
static_assert(kMostMicroseconds <= (kNoCost - 1) / (kPlanDepth + 1),
              "no sum of costs and an estimate overflows");

// Where the byte of the step at `index` lies in its word of a key.
constexpr uint32_t shift_of(uint32_t index) { return 56 - index % 8 * 8; }

// Makes each -0 a 0.
void write_zeros_alike(std::span<float> state) {
  for (float& value : state) {
    if (std::bit_cast<uint32_t>(value) == 0x8000'0000u) value = 0;
  }
}

}  // namespace

PlanSearch::PlanSearch(std::byte* block, const PlanShape& shape) : shape_(shape) {
  const Places places = places_of(shape);
  header_ = reinterpret_cast<Header*>(block);
  keys_ = reinterpret_cast<uint64_t*>(block + places.keys);
  nodes_ = reinterpret_cast<Node*>(block + places.nodes);
  states_ = reinterpret_cast<float*>(block + places.states);
  heap_ = reinterpret_cast<uint32_t*>(block + places.heap);
  table_ = reinterpret_cast<uint32_t*>(block + places.table);
}

void PlanSearch::begin(const float* initial) {
  *header_ = {};
  header_->status = PlanStatus::running;
  std::memset(table_, 0, 2 * size_t{shape_.nodes} * sizeof *table_);
  std::memset(key(kBest), 0, 2 * key_bytes());  // and the root's
  *key(kBest) = kNoCost;
  nodes_[kRoot] = {};
  write_zeros_alike({prepare_child(initial), shape_.values});
  keep_child(spot_of_child(), 0);
}

void PlanSearch::end(PlanStatus status) {
  header_->status = status;
  if (status != PlanStatus::found) return;
  for (uint32_t i = 0; i < shape_.depth; ++i) {
    const auto step = static_cast<uint8_t>(key(kBest)[1 + i / 8] >> shift_of(i));
    if (step == 0) break;
    header_->plan[header_->plan_steps++] = step - 1;
  }
}

// True if a key names so many steps, each of which there is.
bool PlanSearch::is_key(uint32_t row, uint32_t depth, uint32_t steps) const {
  for (uint32_t i = 0; i < (key_words(shape_) - 1) * 8; ++i) {
    const uint64_t step = key(row)[1 + i / 8] >> shift_of(i) & 0xff;
    if (i < depth ? step == 0 || step > steps : step != 0) return false;
  }
  return true;
}

bool PlanSearch::is_sound(uint32_t steps) const {
  const Header& header = *header_;
  const bool counts = header.status == PlanStatus::running && header.stored >= 1 &&
                      header.stored <= shape_.nodes && header.open <= header.stored && header.plan_steps == 0;
  if (!counts) return false;
  uint32_t open = 0, listed = 0;
  for (uint32_t node = kRoot; node <= header.stored; ++node) {
    const auto [place, depth] = nodes_[node];
    if (depth >= shape_.depth || !is_key(node, depth, steps)) return false;
    if (place > header.open || (place != 0 && heap_[place] != node)) return false;
    open += place != 0 ? 1 : 0;
  }
  for (uint32_t slot = 0; slot < slots(); ++slot) {
    if (table_[slot] > header.stored) return false;
    listed += table_[slot] != 0 ? 1 : 0;
  }
  if (open != header.open || listed != header.stored) return false;
  if (*key(kBest) == kNoCost) return true;
  uint32_t length = 0;  // of the best plan so far
  while (length < shape_.depth && (key(kBest)[1 + length / 8] >> shift_of(length) & 0xff) != 0) ++length;
  return is_key(kBest, length, steps);
}

// True if a node is left that may lead to something better; else the search ends.
bool PlanSearch::goes_on(uint64_t least) {
  if (status() != PlanStatus::running) return false;
  if (header_->open > 0 && is_before(heap_[1], kBest, least)) return true;
  end(*key(kBest) == kNoCost ? PlanStatus::none : PlanStatus::found);
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

// Gives the child its key. False if the best plan so far is before it.
bool PlanSearch::complete_child(uint32_t parent, uint32_t step, float seconds) {
  const uint32_t depth = nodes_[parent].depth;
  nodes_[child()] = {.place = 0, .depth = depth + 1};
  uint64_t* words = key(child());
  std::memcpy(words, key(parent), key_bytes());
  words[0] += to_microseconds(seconds);
  words[1 + depth / 8] |= uint64_t{step + 1} << shift_of(depth);
  write_zeros_alike({state(child()), shape_.values});
  return is_before(child(), kBest);
}

// Looks at all nodes of the child's state. One that it dominates is open, since no key that was taken is
// after its own; where there are several, the others are expanded in vain, which is rare.
PlanSearch::Spot PlanSearch::spot_of_child() const {
  Spot spot{.dominated = false, .node = 0, .slot = first_slot(state(child()))};
  const uint32_t depth = nodes_[child()].depth;
  while (const uint32_t node = table_[spot.slot]) {
    if (std::memcmp(state(node), state(child()), state_bytes()) == 0) {
      const bool before = is_before(child(), node);
      if (!before && nodes_[node].depth <= depth) return {.dominated = true, .node = 0, .slot = 0};
      if (before && nodes_[node].depth >= depth) spot.node = node;
    }
    if (++spot.slot == slots()) spot.slot = 0;
  }
  return spot;
}

// Keeps the child if it may yet lead to the best plan. The search ends if there is no room.
void PlanSearch::keep_child(Spot spot, uint64_t least) {
  if (nodes_[child()].depth >= shape_.depth || !is_before(child(), kBest, least)) return;
  if (spot.node != 0) {
    nodes_[spot.node].depth = nodes_[child()].depth;
    std::memcpy(key(spot.node), key(child()), key_bytes());
    lift(spot.node, nodes_[spot.node].place);
  } else if (header_->stored == shape_.nodes) {
    end(PlanStatus::full);
  } else {
    table_[spot.slot] = ++header_->stored;
    lift(header_->stored, ++header_->open);
  }
}

void PlanSearch::child_is_best() { std::memcpy(key(kBest), key(child()), key_bytes()); }

uint64_t PlanSearch::to_microseconds(float seconds) {
  const double microseconds = static_cast<double>(seconds) * 1e6;
  if (!(microseconds > 0)) return 0;
  if (microseconds >= static_cast<double>(kMostMicroseconds)) return kMostMicroseconds;
  return static_cast<uint64_t>(std::floor(microseconds + 0.5));
}

// Compares keys; that of `row` counts as `ahead` microseconds dearer.
bool PlanSearch::is_before(uint32_t row, uint32_t other, uint64_t ahead) const {
  const uint64_t* a = key(row);
  const uint64_t* b = key(other);
  if (a[0] + ahead != b[0]) return a[0] + ahead < b[0];
  for (uint32_t i = 1; i < key_words(shape_); ++i) {
    if (a[i] != b[i]) return a[i] < b[i];
  }
  return false;
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
  for (; place > 1 && is_before(node, heap_[place / 2]); place /= 2) put(heap_[place / 2], place);
  put(node, place);
}

// … or below it.
void PlanSearch::sink(uint32_t node, uint32_t place) {
  for (uint32_t next = 2 * place; next <= header_->open; next = 2 * place) {
    if (next < header_->open && is_before(heap_[next + 1], heap_[next])) ++next;
    if (!is_before(heap_[next], node)) break;
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
