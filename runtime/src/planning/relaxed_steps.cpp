#include "planning/relaxed_steps.h"

#include <algorithm>
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
// Costs and counts are held, so that their product fits into a word: 76 hours, 33 million uses.
constexpr uint64_t kMostCost = uint64_t{1} << 38;
constexpr double kMostUses = 1u << 25;

uint64_t sum(uint64_t a, uint64_t b) {
  return a == kUnknown || b == kUnknown ? kUnknown : std::min(a + b, kMostStepCost);
}

double uses_for(double missing, double change) { return std::min(std::ceil(missing / change), kMostUses); }

// missing · cost / change, rounded down: exactly, if these are whole numbers.
uint64_t in_proportion(double missing, uint64_t cost, double change) {
  const bool is_whole =
      missing <= kMostUses && std::floor(missing) == missing && std::floor(change) == change;
  if (is_whole && change <= kMostUses)
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
  Price own = prices[part];
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

// What a condition costs that does not hold, by what its steps need so far.
uint64_t RelaxedSteps::price_of(const Condition& condition, const Prices& repeated, const Prices& prices,
                                const float* state) const {
  const uint64_t in_all = repeated[static_cast<size_t>(&condition - parts_.data())].own;
  const double again = uses_of(condition, state) - 1;
  uint64_t least = kUnknown;
  for (uint32_t i = 0; i < condition.reach_count; ++i) {
    const StepBound& step = steps_[effects_[reaches_[condition.first_reach + i].effect].step];
    const uint64_t first = value(step.needs, prices, state, again);
    least = std::min(least, sum(first, std::max(step.cost, in_all)));
  }
  return least;
}

uint64_t RelaxedSteps::estimate(const float* state) const {
  if (is_full_) return least_;
  // What the repetitions of steps cost, and what that and all that they need comes to.
  Prices repeated, prices;
  for (Part i = 0; i < part_count_; ++i) {
    const Condition& condition = parts_[i];
    repeated[i] = prices[i] = {};
    if (condition.kind != Kind::between && condition.kind != Kind::other) continue;
    const double at = state[condition.place];
    if (condition.kind == Kind::between) {
      const double below = double{condition.low} - at, above = at - double{condition.high};
      if (!(below > 0) && !(above > 0)) continue;
      repeated[i] = {by_all(condition, below, above, false), by_all(condition, below, above, true)};
    } else {
      if (state[condition.place] != condition.low) continue;
      for (uint32_t k = 0; k < condition.reach_count; ++k) {
        const uint64_t shared = cost_of(reaches_[condition.first_reach + k], true);
        repeated[i].shared = k == 0 ? shared : std::min(repeated[i].shared, shared);
      }
    }
    prices[i] = {kUnknown, kUnknown};
  }
  // Prices fall until they are right: then each is what its cheapest step and what that needs come to.
  for (bool falls = true; falls;) {
    falls = false;
    for (Part i = 0; i < part_count_; ++i) {
      const Condition& condition = parts_[i];
      if (prices[i].own == 0 || (condition.kind != Kind::between && condition.kind != Kind::other)) continue;
      const uint64_t now = price_of(condition, repeated, prices, state);
      if (now >= prices[i].own) continue;
      prices[i] = {now, repeated[i].shared};
      falls = true;
    }
  }
  const uint64_t left = value(goal_, prices, state);
  return left == kUnknown ? kUnknown : std::max(left, least_);
}

}  // namespace ishi
