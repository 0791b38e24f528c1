#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "analyze/ranges.h"
#include "model/model.h"
#include "simulate/agent_move.h"
#include "simulate/expected_keys.h"
#include "simulate/situation.h"
#include "simulate/variation.h"

// Tests after their check, with values in place of text. `check_tests` makes them; the code that runs,
// proves, tunes or watches tests reads these and never a node of the text.

namespace ishi::compiler {

struct TypedInvariant : NamedInvariant {
  std::vector<ExpectedKey> keys;
};

// An expectation of an agent. Its place to reach is the situation's: `SituationAgent::reaches`.
struct TypedExpectation : NamedExpectation {
  TypedExpectation();
  TypedExpectation(const TypedExpectation&);
  TypedExpectation(TypedExpectation&&) noexcept;
  TypedExpectation& operator=(const TypedExpectation&);
  TypedExpectation& operator=(TypedExpectation&&) noexcept;
  ~TypedExpectation();

  ExpectedHeading heads;
  bool expects_place = false;  // it names a place to reach

  // Of a run.
  std::vector<ExpectedRecord> does, does_in_order;
  Setting<std::vector<ExpectedRecord>> emits;  // empty: none at all
  std::vector<ExpectedKey> keys;
  std::vector<Timed<TypedExpectation>> at;  // expected at one time
  Setting<TypedInvariant> always, never;
};

// The values of a key or a carried level over all situations of a `for_all`.
struct ProofRange {
  bool is_level = false;
  uint32_t index = 0;          // of the key, or of the motive, needs first
  std::vector<Interval> of{};  // one, or three of a point or direction; of an entity rows, 0 for nobody
};

// The claim of a proof about all its situations. The test's situation holds what they have in common: of keys
// only those that name an entity of the test's world.
struct ProofClaim {
  std::vector<ProofRange> ranges;
  // Of a run: where carried levels, and keys that change little by little, begin.
  std::vector<ProofRange> starts;
  Formula where;  // restricts the situations to those in which it holds
  Setting<Claimed> always, never;
  std::vector<Reference> order;
  Map<Setting<Bounds>> score;  // a single number is both ends
  bool gives_self = false;     // the test says what the agent itself is, and perhaps these
  bool gives_position = false, gives_facing = false;
  std::vector<uint32_t> filled_sets;  // memories and sets whose members the test gives
};

struct TypedTest {
  TypedTest();
  TypedTest(const TypedTest&);
  TypedTest(TypedTest&&) noexcept;
  TypedTest& operator=(const TypedTest&);
  TypedTest& operator=(TypedTest&&) noexcept;
  ~TypedTest();

  // Null if nothing is expected of that agent of the situation.
  [[nodiscard]] const TypedExpectation* expected_of(uint32_t agent) const {
    return agent < expect.size() && expect[agent] ? &*expect[agent] : nullptr;
  }
  [[nodiscard]] bool is_proof() const { return claim.has_value(); }
  [[nodiscard]] bool is_search() const { return !variations.empty(); }

  Name name;
  Situation situation;
  bool is_of_scene = false;
  bool has_run = false;             // false: it looks at one thought
  bool names_profile = false;       // the test says with which importance profile the agent thinks,
  bool tries_all_profiles = false;  // or asks for each of them in turn
  std::vector<std::optional<TypedExpectation>> expect;  // by agent of the situation
  std::vector<TokenExpectation> holds;
  std::optional<ProofClaim> claim;
  std::vector<Variation> variations;  // from run to run; empty: it has one run
};

// Reads an expectation of one agent of a situation. Everything wrong is reported.
[[nodiscard]] TypedExpectation read_expectation(const Model& model, const AgentExpectation& expect,
                                                const Situation& situation, uint32_t agent,
                                                Diagnostics& diagnostics);

}  // namespace ishi::compiler
