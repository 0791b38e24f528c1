#pragma once

#include <array>
#include <cstdint>

#include "planning/plan_search.h"

// What is at least left to do until something holds: the estimate of a search for plans. It knows of each
// step what it costs at least, by how much it changes each value of a state at most, and a part of what it
// needs, and adds up what the cheapest ones take. So it is never too high, and falls by no more than what a
// step costs. (Numeric conditions by their repetitions: Scala, Haslum, Thiébaux, "Heuristics for numeric
// planning via subgoaling", 2016; shared costs of steps: Haslum, Bonet, Geffner 2005.)
//
// It is filled anew for each search and frame, has a fixed size, and belongs to one thread.

namespace ishi {

class RelaxedSteps {
 public:
  // A condition: a number of this object's. One that has no room is left out, as if it always held.
  using Part = uint16_t;
  static constexpr Part kAlways = 0, kNever = 1;

  RelaxedSteps();

  // The value at `place` lies in low..high, both included; an end may be infinite.
  Part between(uint32_t place, float low, float high);
  // It is another than `value`.
  Part other_than(uint32_t place, float value);
  Part both(Part a, Part b);
  Part either(Part a, Part b);

  // The next step: it costs at least so much, as `step_cost` counts.
  void add_step(uint64_t cost);
  // The last step needs a part, besides what it needs already.
  void needs(Part part);
  // The last step changes the value at `place`, once: by what lies in low..high, or to what lies there.
  // `least` and `most` are the ends of the range in which the value is held. False if there is no room, then
  // nothing is estimated.
  void adds(uint32_t place, float low, float high, float least, float most);
  void sets(uint32_t place, float low, float high);

  // What is planned for. Nothing is added after that.
  void aim_at(Part goal);

  // The next two calls keep what they compute of single values, for later states.
  // A bit for each step that may be taken; some of those cannot.
  [[nodiscard]] uint64_t possible(const float* state);
  // As PlanProblem has it, in a state in which the goal does not hold.
  [[nodiscard]] uint64_t estimate(const float* state);

 private:
  enum class Kind : uint8_t { always, never, both, either, between, other };
  static constexpr uint32_t kMostParts = 128, kMostEffects = 256, kMostReaches = 256, kMostNeeded = 256;

  struct Condition {
    Kind kind = Kind::always;
    uint8_t reach_count = 0;
    bool adds_alone = false;  // no reach of it sets the value
    bool adds_any = false;    // one adds to it
    Part a = 0, b = 0;        // of both and either
    uint16_t leaf = 0;        // of the others
    uint16_t place = 0;
    uint16_t first_reach = 0;
    float low = 0, high = 0;
    // By how much the step that needs it moves the value out of low..high each time, at its ends.
    float drain_low = 0, drain_high = 0;
  };
  struct Effect {
    uint16_t place;
    uint8_t step;
    bool sets;
    float low, high;
    float least, most;
  };
  // An effect that may make a condition true.
  struct Reach {
    uint16_t effect;
    uint16_t share;  // of how many conditions that must hold together the step may bring about
  };
  struct StepBound {
    uint64_t cost;
    Part needs;
    uint16_t first_needed = 0, needed_count = 0;  // what it needs, if that is a list of conditions
    bool needs_list = true;
    bool drains = false;  // it uses up what it needs
  };
  // What a condition costs: on its own, and if steps that also serve others are paid for by all of them.
  struct Price {
    uint64_t own, shared;
  };
  using Prices = std::array<Price, kMostParts>;
  // The result of a condition about one value, for the value that it last met.
  struct Reading {
    uint32_t bits;  // the value's
    bool holds;
    Price repeated;  // what the repetitions of steps cost, if it does not hold
  };
  // One condition about one value; all steps that need it share it.
  struct Leaf {
    static constexpr uint32_t kKept = 8;
    Part part = kAlways;  // one of them
    uint16_t place = 0;
    bool is_shared = false;   // a step that may bring it about serves others, too
    uint32_t last = 0;        // the reading of the last state
    uint64_t reached_by = 0;  // steps that may bring it about, a bit each
    uint64_t needed_by = 0;   // … that need it
    std::array<Reading, kKept> readings;
  };
  // A leaf that does not hold and may come true.
  struct Missing {
    uint64_t reached_by;
    uint64_t in_all;  // what the repetitions of steps cost
    uint16_t leaf;
  };
  // What is known of a state while its estimate is made.
  struct Estimate {
    Prices prices;                           // by leaf
    std::array<uint64_t, kPlanSteps> first;  // what a step needs costs
    std::array<Missing, kMostParts> missing;
    uint32_t missing_count = 0;
    uint64_t blocked = 0;  // steps that need a leaf that does not hold
  };

  Part add(const Condition& condition);
  void link_reaches(Condition& condition);
  void count_shares(Part part);
  template <typename Visit>
  void for_each_together(Part part, Visit&& visit) const;
  void drain(Part part, uint32_t step);
  void list_leaves();
  uint16_t leaf_of(Part part);
  [[nodiscard]] bool costs_as(const Condition& a, const Condition& b) const;
  template <typename Visit>
  void for_each_below(Part part, Visit&& visit) const;

  [[nodiscard]] uint64_t cost_of(const Reach& reach, bool is_shared) const;
  [[nodiscard]] uint64_t by_adding(const Condition& condition, double missing, bool upwards,
                                   bool is_shared) const;
  [[nodiscard]] uint64_t by_all(const Condition& condition, double below, double above, bool is_shared) const;
  [[nodiscard]] double uses_of(const Condition& condition, const float* state) const;
  [[nodiscard]] Price price(Part part, const Prices& prices, const float* state, double again) const;
  [[nodiscard]] uint64_t value(Part part, const Prices& prices, const float* state, double again = 0) const;
  [[nodiscard]] Reading make_reading(const Leaf& leaf, float value) const;
  void find_reading(Leaf& leaf, float value) const;
  [[nodiscard]] const Reading& reading_of(Leaf& leaf, const float* state) const;
  void begin(Estimate& made, const float* state);
  [[nodiscard]] uint64_t needed_first(const StepBound& step, const Prices& prices, const float* state) const;
  [[nodiscard]] uint64_t first_again(const StepBound& step, uint64_t first, const Leaf& leaf,
                                     const Prices& prices, const float* state) const;
  [[nodiscard]] uint64_t price_by(uint64_t steps, const Missing& missing, const Estimate& made,
                                  const float* state) const;

  bool is_full_ = false;
  uint16_t part_count_ = 0, effect_count_ = 0, reach_count_ = 0;
  uint8_t step_count_ = 0;
  Part goal_ = kAlways;
  uint64_t least_ = 0;
  std::array<Condition, kMostParts> parts_;
  std::array<Effect, kMostEffects> effects_;
  std::array<Reach, kMostReaches> reaches_;
  std::array<StepBound, kPlanSteps> steps_;
  uint16_t leaf_count_ = 0, needed_count_ = 0;
  uint64_t listed_ = 0;  // steps that need a list of leaves, which may be empty
  std::array<Leaf, kMostParts> leaves_;
  std::array<uint16_t, kMostNeeded> needed_;  // leaves
};

}  // namespace ishi
