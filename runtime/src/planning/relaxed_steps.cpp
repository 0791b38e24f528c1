#include "planning/relaxed_steps.h"

#include <algorithm>
#include <bit>
#include <cmath>

// Why the estimate is no higher than what is left, and falls by no more than what a step costs.
//
// Before a condition that does not hold comes true, some step that can bring it about is taken, the first of
// them after what it needs holds. What it needs is brought about by other steps, so both prices add up. Of
// all such steps together it takes at least as many as the greatest change demands, and no less than the best
// ratio of cost and change. A step that sets the value counts as the last one that does: after it there is
// only adding.
//
// A step that adds and is the only one to bring something about is taken so often that its changes add up. If
// it uses up what it needs, that is needed for all of its uses together.
//
// Of conditions that must hold together the dearest counts, or their sum, in which a step that may serve
// several of them gives each its share of the cost.

namespace ishi {
namespace {

constexpr uint64_t kUnknown = kNoWayOn;
// Costs and counts are held, so that their product fits into a word: 76 hours, and far more uses than a plan
// has steps.
constexpr uint64_t kMostCost = kMicrosecond << 38;
constexpr double kMostUses = 1u << 16;

uint64_t sum(uint64_t a, uint64_t b) {
  return a == kUnknown || b == kUnknown ? kUnknown : std::min(a + b, kMostStepCost);
}

double uses_for(double missing, double change) { return std::min(std::ceil(missing / change), kMostUses); }

// missing · cost / change, rounded down: exactly, if these are whole numbers.
uint64_t in_proportion(double missing, uint64_t cost, double change) {
  const bool is_whole = std::floor(missing) == missing && std::floor(change) == change;
  if (is_whole && missing * static_cast<double>(cost) < 0x1p62 && change < 0x1p53)
    return static_cast<uint64_t>(missing) * cost / static_cast<uint64_t>(change);
  const double product = missing / change * static_cast<double>(cost) * (1 - 1e-12);
  return product < static_cast<double>(kMostStepCost) ? static_cast<uint64_t>(product) : kMostStepCost;
}

}  // namespace

RelaxedSteps::RelaxedSteps() {
  parts_[part_count_++] = {.kind = Kind::always};
  parts_[part_count_++] = {.kind = Kind::never};
}

RelaxedSteps::Part RelaxedSteps::add(const Condition& condition) {
  if (part_count_ == kMostParts) return kAlways;
  parts_[part_count_] = condition;
  return part_count_++;
}

RelaxedSteps::Part RelaxedSteps::between(uint32_t place, float low, float high) {
  if (!(low <= high)) return kNever;
  return add({.kind = Kind::between, .place = static_cast<uint16_t>(place), .low = low, .high = high});
}

RelaxedSteps::Part RelaxedSteps::other_than(uint32_t place, float value) {
  return add({.kind = Kind::other, .place = static_cast<uint16_t>(place), .low = value, .high = value});
}

RelaxedSteps::Part RelaxedSteps::both(Part a, Part b) {
  if (a == kNever || b == kNever) return kNever;
  if (a == kAlways || b == kAlways) return a == kAlways ? b : a;
  return add({.kind = Kind::both, .a = a, .b = b});
}

RelaxedSteps::Part RelaxedSteps::either(Part a, Part b) {
  if (a == kAlways || b == kAlways) return kAlways;
  if (a == kNever || b == kNever) return a == kNever ? b : a;
  return add({.kind = Kind::either, .a = a, .b = b});
}

void RelaxedSteps::add_step(uint64_t cost) {
  if (step_count_ == kPlanSteps) return;
  steps_[step_count_++] = {std::min(cost, kMostCost), kAlways};
}

void RelaxedSteps::needs(Part part) {
  Part& all = steps_[step_count_ - 1].needs;
  all = both(all, part);
}

void RelaxedSteps::adds(uint32_t place, float low, float high, float least, float most) {
  is_full_ |= effect_count_ == kMostEffects;
  if (is_full_) return;
  effects_[effect_count_++] = {.place = static_cast<uint16_t>(place),
                               .step = static_cast<uint8_t>(step_count_ - 1),
                               .sets = false,
                               .low = low,
                               .high = high,
                               .least = least,
                               .most = most};
}

void RelaxedSteps::sets(uint32_t place, float low, float high) {
  adds(place, low, high, low, high);
  if (!is_full_) effects_[effect_count_ - 1].sets = true;
}

void RelaxedSteps::aim_at(Part goal) {
  goal_ = goal;
  least_ = kMostCost;
  for (uint32_t i = 0; i < step_count_; ++i) least_ = std::min(least_, steps_[i].cost);
  for (Part i = 0; i < part_count_; ++i) {
    if (parts_[i].kind == Kind::between || parts_[i].kind == Kind::other) link_reaches(parts_[i]);
  }
  count_shares(goal);
  for (uint32_t i = 0; i < step_count_; ++i) {
    count_shares(steps_[i].needs);
    drain(steps_[i].needs, i);
  }
  list_leaves();
}

void RelaxedSteps::list_leaves() {
  if (is_full_) return;
  const auto is_leaf = [&](Part part) {
    return parts_[part].kind == Kind::between || parts_[part].kind == Kind::other;
  };
  for_each_below(goal_, [&](Part part) {
    if (is_leaf(part)) parts_[part].leaf = leaf_of(part);
  });
  for (uint32_t i = 0; i < step_count_; ++i) {
    StepBound& step = steps_[i];
    step.first_needed = needed_count_;
    for_each_below(step.needs, [&](Part part) {
      step.needs_list &= is_leaf(part);
      if (!is_leaf(part)) return;
      Condition& condition = parts_[part];
      condition.leaf = leaf_of(part);
      leaves_[condition.leaf].needed_by |= uint64_t{1} << i;
      step.drains |= condition.drain_low > 0 || condition.drain_high > 0;
      if (needed_count_ == kMostNeeded) step.needs_list = false;
      if (!step.needs_list) return;
      needed_[needed_count_++] = condition.leaf;
      ++step.needed_count;
    });
    listed_ |= uint64_t{step.needs_list} << i;
  }
}

// True if two conditions hold in the same states, and cost the same there.
bool RelaxedSteps::costs_as(const Condition& a, const Condition& b) const {
  const Reach* const reaches = &reaches_[a.first_reach];
  return a.kind == b.kind && a.place == b.place && a.low == b.low && a.high == b.high &&
         std::equal(reaches, reaches + a.reach_count, &reaches_[b.first_reach],
                    [](const Reach& one, const Reach& other) { return one.share == other.share; });
}

uint16_t RelaxedSteps::leaf_of(Part part) {
  const Condition& condition = parts_[part];
  for (uint16_t i = 0; i < leaf_count_; ++i) {
    if (costs_as(condition, parts_[leaves_[i].part])) return i;
  }
  Leaf& leaf = leaves_[leaf_count_];
  leaf.part = part;
  leaf.place = condition.place;
  for (uint32_t i = 0; i < condition.reach_count; ++i) {
    const Reach& reach = reaches_[condition.first_reach + i];
    leaf.reached_by |= uint64_t{1} << effects_[reach.effect].step;
    leaf.is_shared |= reach.share > 1;
  }
  leaf.readings.fill(make_reading(leaf, 0));
  return leaf_count_++;
}

// Calls `visit` with each part of one that is no `both`, whatever it is; `either` before what stands below
// it.
template <typename Visit>
void RelaxedSteps::for_each_below(Part part, Visit&& visit) const {  // NOLINT(misc-no-recursion)
  const Condition& condition = parts_[part];
  if (part == kAlways) return;
  if (condition.kind != Kind::both) visit(part);
  if (condition.kind != Kind::both && condition.kind != Kind::either) return;
  for_each_below(condition.a, visit);
  for_each_below(condition.b, visit);
}

void RelaxedSteps::link_reaches(Condition& condition) {
  condition.first_reach = reach_count_;
  condition.adds_alone = true;
  for (uint16_t i = 0; i < effect_count_; ++i) {
    const Effect& effect = effects_[i];
    if (effect.place != condition.place) continue;
    const bool helps = condition.kind == Kind::other
                           ? effect.sets ? effect.low != condition.low || effect.high != condition.low
                                         : effect.low != 0 || effect.high != 0
                       : effect.sets ? true
                                     : (effect.high > 0 && std::isfinite(condition.low)) ||
                                           (effect.low < 0 && std::isfinite(condition.high));
    if (!helps) continue;
    is_full_ |= reach_count_ == kMostReaches;
    if (is_full_) return;
    condition.adds_alone &= !effect.sets;
    condition.adds_any |= !effect.sets;
    reaches_[reach_count_++] = {.effect = i, .share = 1};
    ++condition.reach_count;
  }
}

// Calls `visit` with each value that a condition asks about, of those that must be right together.
template <typename Visit>
void RelaxedSteps::for_each_together(Part part, Visit&& visit) const {  // NOLINT(misc-no-recursion)
  const Condition& condition = parts_[part];
  if (condition.kind == Kind::both) {
    for_each_together(condition.a, visit);
    for_each_together(condition.b, visit);
  } else if (condition.kind == Kind::between || condition.kind == Kind::other) {
    visit(part);
  }
}

void RelaxedSteps::count_shares(Part part) {  // NOLINT(misc-no-recursion)
  std::array<uint16_t, kPlanSteps> served{};
  const auto for_each_reach = [&](auto&& visit) {
    for_each_together(part, [&](Part one) {
      const Condition& condition = parts_[one];
      for (uint32_t i = 0; i < condition.reach_count; ++i) visit(reaches_[condition.first_reach + i]);
    });
  };
  for_each_reach([&](const Reach& reach) { ++served[effects_[reach.effect].step]; });
  for_each_reach([&](Reach& reach) { reach.share = served[effects_[reach.effect].step]; });
}

void RelaxedSteps::drain(Part part, uint32_t step) {
  for_each_together(part, [&](Part one) {
    Condition& condition = parts_[one];
    if (condition.kind != Kind::between || !condition.adds_alone) return;
    for (uint32_t i = 0; i < effect_count_; ++i) {
      const Effect& effect = effects_[i];
      if (effect.step != step || effect.place != condition.place || effect.sets) continue;
      // Where the value is held at an end of its range it changes by less.
      if (effect.high < 0) condition.drain_low = std::min(-effect.high, condition.low - effect.least);
      if (effect.low > 0) condition.drain_high = std::min(effect.low, effect.most - condition.high);
      condition.drain_low = std::isfinite(condition.low) ? std::max(condition.drain_low, 0.0f) : 0;
      condition.drain_high = std::isfinite(condition.high) ? std::max(condition.drain_high, 0.0f) : 0;
    }
  });
}

uint64_t RelaxedSteps::cost_of(const Reach& reach, bool is_shared) const {
  const uint64_t cost = steps_[effects_[reach.effect].step].cost;
  return is_shared ? cost / reach.share : cost;
}

// What it costs at least to change a value by `missing` with steps that add.
uint64_t RelaxedSteps::by_adding(const Condition& condition, double missing, bool upwards,
                                 bool is_shared) const {
  if (!(missing > 0)) return 0;
  if (!condition.adds_any) return kUnknown;
  double most = 0;
  uint64_t cheapest = kUnknown, best = kUnknown;
  for (uint32_t i = 0; i < condition.reach_count; ++i) {
    const Reach& reach = reaches_[condition.first_reach + i];
    const Effect& effect = effects_[reach.effect];
    const double change = upwards ? effect.high : -double{effect.low};
    if (effect.sets || !(change > 0)) continue;
    const uint64_t cost = cost_of(reach, is_shared);
    most = std::max(most, change);
    cheapest = std::min(cheapest, cost);
    best = std::min(best, in_proportion(missing, cost, change));
  }
  if (cheapest == kUnknown) return kUnknown;
  const auto uses = static_cast<uint64_t>(uses_for(missing, most));
  return std::min(std::max(best, uses * cheapest), kMostStepCost);
}

// What it costs at least to bring a value into low..high that is `below` or `above` it by so much.
uint64_t RelaxedSteps::by_all(const Condition& condition, double below, double above, bool is_shared) const {
  const auto added = [&](double under, double over) {
    return under > 0 ? by_adding(condition, under, true, is_shared)
                     : by_adding(condition, over, false, is_shared);
  };
  if (!(below > 0) && !(above > 0)) return 0;
  uint64_t least = added(below, above);
  for (uint32_t i = 0; i < condition.reach_count && !condition.adds_alone; ++i) {
    const Reach& reach = reaches_[condition.first_reach + i];
    const Effect& effect = effects_[reach.effect];
    if (!effect.sets) continue;
    const uint64_t rest =
        added(double{condition.low} - double{effect.high}, double{effect.low} - double{condition.high});
    least = std::min(least, sum(cost_of(reach, is_shared), rest));
  }
  return least;
}

// How often its only step is taken at least until it holds, if that adds; else 1.
double RelaxedSteps::uses_of(const Condition& condition, const float* state) const {
  if (condition.reach_count != 1 || !condition.adds_alone || condition.kind != Kind::between) return 1;
  const Effect& effect = effects_[reaches_[condition.first_reach].effect];
  const double value = state[condition.place];
  const double below = double{condition.low} - value, above = value - double{condition.high};
  const double missing = below > 0 ? below : above;
  const double change = below > 0 ? effect.high : -double{effect.low};
  return missing > 0 && change > 0 ? uses_for(missing, change) : 1;
}

// `again`: how often more what is needed is used up.
RelaxedSteps::Price RelaxedSteps::price(Part part, const Prices& prices, const float* state,
                                        double again) const {  // NOLINT(misc-no-recursion)
  const Condition& condition = parts_[part];
  switch (condition.kind) {
    case Kind::always: return {0, 0};
    case Kind::never: return {kUnknown, kUnknown};
    case Kind::both: {
      const Price a = price(condition.a, prices, state, again), b = price(condition.b, prices, state, again);
      return {std::max(a.own, b.own), sum(a.shared, b.shared)};
    }
    case Kind::either: {
      const uint64_t least = std::min(value(condition.a, prices, state), value(condition.b, prices, state));
      return {least, least == kUnknown ? kUnknown : 0};
    }
    case Kind::between:
    case Kind::other: break;
  }
  Price own = prices[condition.leaf];
  if (again > 0 && (condition.drain_low > 0 || condition.drain_high > 0)) {
    const double at = state[condition.place];
    const double below = double{condition.low} - at + again * double{condition.drain_low};
    const double above = at - double{condition.high} + again * double{condition.drain_high};
    own.own = std::max(own.own, by_all(condition, below, above, false));
    own.shared = std::max(own.shared, by_all(condition, below, above, true));
  }
  return own;
}

uint64_t RelaxedSteps::value(Part part, const Prices& prices, const float* state, double again) const {
  const Price both = price(part, prices, state, again);
  return std::max(both.own, both.shared);
}

RelaxedSteps::Reading RelaxedSteps::make_reading(const Leaf& leaf, float value) const {
  const Condition& condition = parts_[leaf.part];
  Reading reading{.bits = std::bit_cast<uint32_t>(value), .holds = false, .repeated = {0, 0}};
  Price& price = reading.repeated;
  if (condition.kind == Kind::between) {
    const double at = value;
    const double below = double{condition.low} - at, above = at - double{condition.high};
    reading.holds = !(below > 0) && !(above > 0);
    price.own = price.shared = by_all(condition, below, above, false);
    if (leaf.is_shared) price.shared = by_all(condition, below, above, true);
    return reading;
  }
  reading.holds = value != condition.low;
  for (uint32_t i = 0; i < condition.reach_count; ++i) {
    const uint64_t shared = cost_of(reaches_[condition.first_reach + i], true);
    price.shared = i == 0 ? shared : std::min(price.shared, shared);
  }
  return reading;
}

uint64_t RelaxedSteps::needed_first(const StepBound& step, const Prices& prices, const float* state) const {
  if (!step.needs_list) return value(step.needs, prices, state);
  uint64_t own = 0, shared = 0;
  for (uint32_t i = 0; i < step.needed_count; ++i) {
    const Price& price = prices[needed_[step.first_needed + i]];
    if (price.own == kUnknown) return kUnknown;
    own = std::max(own, price.own);
    shared = sum(shared, price.shared);
  }
  return std::max(own, shared);
}

// What is needed first by a step that uses that up, if it is taken until a leaf holds.
uint64_t RelaxedSteps::first_again(const StepBound& step, uint64_t first, const Leaf& leaf,
                                   const Prices& prices, const float* state) const {
  const double again = uses_of(parts_[leaf.part], state) - 1;
  return again > 0 ? value(step.needs, prices, state, again) : first;
}

// A reading is a function of the value, and states of one search have few values.
void RelaxedSteps::find_reading(Leaf& leaf, float value) const {
  const auto bits = std::bit_cast<uint32_t>(value);
  const bool is_small = value >= 0 && value < 256;
  leaf.last = (is_small ? static_cast<uint32_t>(value) : bits * 0x9e37'79b1u >> 16) % Leaf::kKept;
  if (leaf.readings[leaf.last].bits != bits) leaf.readings[leaf.last] = make_reading(leaf, value);
}

const RelaxedSteps::Reading& RelaxedSteps::reading_of(Leaf& leaf, const float* state) const {
  const float value = state[leaf.place];
  if (leaf.readings[leaf.last].bits != std::bit_cast<uint32_t>(value)) find_reading(leaf, value);
  return leaf.readings[leaf.last];
}

// A step needs all leaves of a list.
uint64_t RelaxedSteps::possible(const float* state) {
  uint64_t blocked = 0;
  for (uint16_t i = 0; i < leaf_count_; ++i) {
    Leaf& leaf = leaves_[i];
    if (!reading_of(leaf, state).holds) blocked |= leaf.needed_by;
  }
  return ~(blocked & listed_);
}

void RelaxedSteps::begin(Estimate& made, const float* state) {
  std::fill_n(made.first.begin(), step_count_, uint64_t{0});
  for (uint16_t i = 0; i < leaf_count_; ++i) {
    Leaf& leaf = leaves_[i];
    const Reading& reading = reading_of(leaf, state);
    if (reading.holds) {
      made.prices[i] = {0, 0};
      continue;
    }
    made.prices[i] = {kUnknown, reading.repeated.shared};
    made.blocked |= leaf.needed_by;
    if (reading.repeated.own != kUnknown)
      made.missing[made.missing_count++] = {leaf.reached_by, reading.repeated.own, i};
  }
}

// What a leaf costs by these steps.
uint64_t RelaxedSteps::price_by(uint64_t steps, const Missing& missing, const Estimate& made,
                                const float* state) const {
  uint64_t least = kUnknown;
  for (; steps != 0; steps &= steps - 1) {
    const auto index = static_cast<uint32_t>(std::countr_zero(steps));
    const StepBound& step = steps_[index];
    uint64_t first = made.first[index];
    if (step.drains) first = first_again(step, first, leaves_[missing.leaf], made.prices, state);
    if (first != kUnknown)
      least = std::min({least, first + std::max(step.cost, missing.in_all), kMostStepCost});
  }
  return least;
}

// Prices fall until they are right: then each is what its cheapest step and what that needs come to. In which
// order they fall changes nothing of where they end.
uint64_t RelaxedSteps::estimate(const float* state) {
  if (is_full_) return least_;
  Estimate made;
  begin(made, state);
  const uint64_t all = step_count_ == 64 ? ~uint64_t{0} : (uint64_t{1} << step_count_) - 1;
  uint64_t known = listed_ & ~made.blocked;  // they need nothing first
  for (uint64_t changed = all & ~listed_;;) {
    for (; changed != 0; changed &= changed - 1) {
      const auto index = static_cast<uint32_t>(std::countr_zero(changed));
      made.first[index] = needed_first(steps_[index], made.prices, state);
      known |= uint64_t{made.first[index] != kUnknown} << index;
    }
    for (uint32_t i = 0; i < made.missing_count; ++i) {
      const Missing& missing = made.missing[i];
      const uint64_t steps = missing.reached_by & known;
      if (steps == 0) continue;
      const uint64_t now = price_by(steps, missing, made, state);
      if (now >= made.prices[missing.leaf].own) continue;
      made.prices[missing.leaf].own = now;
      changed |= leaves_[missing.leaf].needed_by;
    }
    if (changed == 0) break;
    known = 0;
  }
  const uint64_t left = value(goal_, made.prices, state);
  return left == kUnknown ? kUnknown : std::max(left, least_);
}

}  // namespace ishi
