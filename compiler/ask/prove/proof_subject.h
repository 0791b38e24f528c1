#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "analyze/contest.h"
#include "analyze/fixed_sets.h"
#include "prove/circumstances.h"
#include "prove/proof_fixed.h"
#include "prove/proof_ranges.h"

// The subject of a proof: the test that claims it, and the agent in the test's situation.

namespace ishi::compiler {

// Options are those of `known`. All that is referred to must outlive it.
struct ProofSubject {
  ProofSubject(const Model& model, const Lowered& lowered, const LoweredAgent& agent, const Asset& asset,
               const TypedTest& test)
      : model(model),
        given(agent),
        asset(asset),
        test(test),
        fixed(read_fixed(model, asset, test)),
        known(with_condition(with_fixed_sets(agent, fixed.sets, fixed.self_row), lowered, where)),
        contest(model, lowered, known.agent) {}

  [[nodiscard]] const ProofClaim& claim() const { return *test.claim; }
  [[nodiscard]] const std::vector<ProofRange>& ranges() const { return test.claim->ranges; }

  // Of an action that is for a fixed set the option for the best of its members.
  [[nodiscard]] uint32_t option_of(std::string_view action) const;
  // The same; but of one that claims something, and so may have to do with whichever of the members nobody
  // holds, the options for each of these.
  [[nodiscard]] std::vector<uint32_t> options_of(std::string_view action) const;
  [[nodiscard]] std::string_view name_of(uint32_t option) const;

  // The situations of the claim's ranges. Empty if these leave nothing.
  [[nodiscard]] Ranges box_of(const Circumstance& circumstance) const;

  // Of a box the part in which some of what no test can say is as it is in tests. `is_held`: by source.
  template <class IsHeld>
  [[nodiscard]] Ranges as_in_tests(Ranges box, const IsHeld& is_held) const {
    for (uint32_t i = 0; i < box.size(); ++i) {
      if (contest.program().is_source(i) && !is_sayable(i) && is_held(i)) hold_as_in_tests(i, box);
    }
    propagate(contest.program(), box);
    return box;
  }

  const Model& model;
  const LoweredAgent& given;
  const Asset& asset;
  const TypedTest& test;  // a proof
  const Fixed fixed;
  uint32_t where = kNoRef;  // the operation of the test's `where`; kNoRef: it has none
  const FixedAgent known;
  const Contest contest;

  // The first key or carried level that `where` reads and that a change of state sets anew, as it is called;
  // empty: none.
  [[nodiscard]] std::string changed_in_where(const Circumstance& circumstance) const;

 private:
  [[nodiscard]] FixedAgent with_condition(FixedAgent agent, const Lowered& lowered, uint32_t& place) const;
  [[nodiscard]] bool is_fixed_of_self(uint32_t source) const;
  [[nodiscard]] uint32_t fixed_key_of(uint32_t source) const;
  [[nodiscard]] bool is_self(uint32_t row) const;
  [[nodiscard]] bool is_sayable(uint32_t source) const;
  [[nodiscard]] float value_in_tests(uint32_t source) const;
  void hold_as_in_tests(uint32_t source, Ranges& box) const;
};

}  // namespace ishi::compiler
