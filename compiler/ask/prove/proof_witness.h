#pragma once

#include <optional>
#include <vector>

#include "analyze/violation.h"
#include "prove/proof_subject.h"
#include "simulate/situation_writer.h"
#include "simulate/thought.h"

// A situation that refutes what a test claims, as the runtime itself confirms it.

namespace ishi::compiler {

// A situation as a test gives it, and the runtime's thought in it.
struct ConfirmedWitness {
  SituationText text;
  Thought thought;
};

// The simplest situation of the box like this one that a test can write and in which the runtime finds the
// violation; nothing if it does not find it in this one. `values`: of the program of `subject`. `relevant`:
// by operation, true if the violation depends on that source. `decisions`: of the subject's asset and model.
[[nodiscard]] std::optional<ConfirmedWitness> simplest_witness(
    const ProofSubject& subject, RepeatedDecision& decisions, const Circumstance& circumstance,
    const Violation& violation, const std::vector<bool>& relevant, const Ranges& box,
    const std::vector<float>& values);

// The same, of situations that are drawn with members of all sets that the test leaves open: for violations
// that the program alone does not show. The same ones each time; some 0.1 ms for each of a few hundred.
[[nodiscard]] std::optional<ConfirmedWitness> drawn_witness(
    const ProofSubject& subject, RepeatedDecision& decisions, const Circumstance& circumstance,
    const Violation& violation, const std::vector<bool>& relevant, const Ranges& box, const Stop* stop);

}  // namespace ishi::compiler
