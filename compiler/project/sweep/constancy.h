#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analyze/contest.h"
#include "analyze/fixed_sets.h"
#include "lower/lowered.h"
#include "sweep/axis.h"
#include "sweep/decision.h"

// Shows that an agent decides the same in a whole part of a sweep. All that its score program reads but the
// swept keys is what the runtime reads in the situation; the swept keys lie in ranges, and so the scores do,
// too. If what wins in one place is eligible in all of the part and no score of another comes up to its own,
// it wins in all of it.

namespace ishi::compiler {

class Constancy {
 public:
  // `decider` has its situation; all must outlive this. Thinks once.
  Constancy(const Model& model, const Lowered& lowered, const Asset& asset, const Situation& situation,
            std::span<const Axis> axes);

  // Why nothing is shown for this agent, for a sentence; empty if something may be.
  [[nodiscard]] const std::string& obstacle() const { return obstacle_; }

  // True if `decision`, made in one place of the part where each axis lies in its range, is made in all of
  // it. `thought`: that of the decision. False if that is not known.
  [[nodiscard]] bool is_constant(std::span<const Interval> part, const SweptDecision& decision,
                                 const Thought& thought);

 private:
  // The values that the runtime reads in the situation.
  struct Reading {
    std::vector<float> values;  // of each operation of the agent's program
    float self_row = 0;
    uint32_t state = 0;  // of the agent, before it thinks
    std::vector<FixedSet> sets;
    std::vector<std::vector<bool>> taken;  // parallel to `sets`: others hold that member
  };

  // The bounds of a score in a part.
  struct Standing {
    Interval score;
    bool is_sure = false;      // it competes in all of the part
    bool is_possible = false;  // … in some of it
    uint32_t operation = kNoRef;
  };

  [[nodiscard]] bool read(const Situation& situation);
  [[nodiscard]] bool reads_axis(const LoweredOperation& operation) const;
  [[nodiscard]] bool reads_axis(const LoweredFormula& formula) const;
  [[nodiscard]] bool reads_axis(const LoweredNode& node) const;
  void find_dependent();
  void find_sets_of_operations();
  void pin();
  [[nodiscard]] std::optional<float> pinned(uint32_t operation, uint32_t given, size_t occurrence) const;
  [[nodiscard]] Ranges ranges_of(std::span<const Interval> part, const Thought& thought) const;
  [[nodiscard]] bool keeps_state(std::span<const Interval> part, const Thought& thought) const;
  [[nodiscard]] bool is_decided(const LoweredFormula& condition, std::span<const Interval> part) const;
  [[nodiscard]] Standing standing_of(uint32_t option, const Ranges& ranges, const Thought& thought) const;
  [[nodiscard]] bool stays(const SweptDecision& decision, const Ranges& ranges, const Thought& thought) const;
  [[nodiscard]] bool is_same_everywhere(std::span<const Interval> part, const SweptDecision& decision,
                                        const Thought& thought);
  [[nodiscard]] bool stays_best(const SweptDecision& decision, const Ranges& ranges,
                                const Thought& thought) const;
  [[nodiscard]] bool choices_stay(const Ranges& ranges, const Thought& thought) const;
  [[nodiscard]] bool is_below(const Standing& rival, const Standing& best, bool wins_ties,
                              const Ranges& ranges) const;

  const Model& model_;
  const Lowered& lowered_;
  const Asset& asset_;
  std::span<const Axis> axes_;
  const LoweredAgent* given_ = nullptr;
  Reading reading_;
  std::vector<bool> dependent_;          // by operation of the given program: may change in the sweep
  std::vector<const FixedSet*> set_of_;  // … for whose members it is computed
  std::unique_ptr<FixedAgent> known_;
  std::unique_ptr<Contest> contest_;
  Ranges base_;                                       // of the known program; of what changes all that can be
  std::vector<std::pair<uint32_t, size_t>> swept_;    // operations that read an axis, and which
  std::vector<std::pair<uint32_t, uint32_t>> plain_;  // pinned ones that are for no member; the given ones
  std::vector<std::pair<size_t, uint32_t>>
      member_of_;                   // by option: its set in `reading_`, and member; or none
  bool has_open_ = false;           // something that scores read is neither known nor swept
  uint64_t values_left_ = 100'000;  // that may still be looked at one by one
  std::string obstacle_;
};

}  // namespace ishi::compiler
