#pragma once

#include <string>

#include "prove/proof_witness.h"

// What is told of a claim that does not hold, or of which that is not known.

namespace ishi::compiler {

// "refuted: it picks `forge` (0.5000), for instance with", and the situation.
[[nodiscard]] std::string refutation(const ProofSubject& subject, const Violation& violation,
                                     const ConfirmedWitness& witness);

// "undecided: whether it may pick `forge` is neither proved nor refuted", and why if that is known.
[[nodiscard]] std::string undecided(const ProofSubject& subject, const Violation& violation,
                                    const std::string& why);

}  // namespace ishi::compiler
