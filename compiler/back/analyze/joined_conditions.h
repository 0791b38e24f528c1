#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "analyze/ranges.h"
#include "lower/lowered.h"

namespace ishi::compiler {

// The moment of an agent that is the last time of one of its options; kNoRef: nothing asks for it.
[[nodiscard]] uint32_t own_moment(const LoweredAgent& agent, const LoweredOption& option);

// Conditions of several places that are asked at one moment, as one program: what two of them read is one
// source. What each place has of its own, such as what it draws or how long it runs, is not.
class JoinedConditions {
 public:
  JoinedConditions(const Model& model, const Lowered& lowered) : model_(model), lowered_(lowered) {}

  // A condition; returns its place in the joined program.
  uint32_t add(const LoweredFormula& formula);
  // An operation of a program of the agent's, as it was when the agent decided for what it then does.
  // `begun`: the moment of which `since` is 0 now that this runs, and was not when the agent decided; kNoRef:
  // none.
  uint32_t add(std::span<const LoweredOperation> program, std::span<const Interval> ranges, uint32_t root,
               uint32_t begun = kNoRef);

  uint32_t both(uint32_t a, uint32_t b) { return append({OperationCode::both, a, b, 0, 0, 0}, kTruth); }
  uint32_t either(uint32_t a, uint32_t b) { return append({OperationCode::either, a, b, 0, 0, 0}, kTruth); }
  uint32_t negated(uint32_t a) { return append({OperationCode::not_, a, 0, 0, 0, 0}, kTruth); }
  // An operation of two numbers that have been added.
  uint32_t apply(OperationCode code, uint32_t a, uint32_t b);

  // As it is now; this must outlive it, and get no more conditions meanwhile.
  [[nodiscard]] AnalyzedProgram program() const;

  // True if an operation reads what each place has of its own, or what goes on as time passes.
  [[nodiscard]] static bool is_of_place(OperationCode code);

 private:
  uint32_t append(const LoweredOperation& operation, Interval range);
  uint32_t add(std::span<const LoweredOperation> program, std::span<const Interval> ranges, uint32_t root,
               uint64_t record, uint32_t begun);

  const Model& model_;
  const Lowered& lowered_;
  std::vector<LoweredOperation> operations_;
  std::vector<Interval> ranges_;
  std::vector<uint64_t> places_;  // by operation: whose record it reads, or whose own it is; 0: the agent's
  uint64_t next_place_ = uint64_t{1} << 40;
};

}  // namespace ishi::compiler
