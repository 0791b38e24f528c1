#pragma once

#include <string>

#include "prove/proof_witness.h"

// The messages about a claim that does not hold, or is undecided.

namespace ishi::compiler {

// "refuted: it picks `forge` (0.5000), for instance with", and the situation.
[[nodiscard]] std::string refutation(const ProofSubject& subject, const Violation& violation,
                                     const ConfirmedWitness& witness);

// "undecided: whether it may pick `forge` is neither proved nor refuted", and why if that is known.
[[nodiscard]] std::string undecided(const ProofSubject& subject, const Violation& violation,
                                    const std::string& why);

}  // namespace ishi::compiler
