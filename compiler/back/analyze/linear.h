#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "analyze/ranges.h"

// Reasoning with sums where ranges alone lose what two scores have in common: in a box each value is a sum of
// multiples of some atoms (what the program reads, and what is not linear of it), and a set of inequalities
// between such sums may contradict itself. A contradiction is a combination of them that no situation
// satisfies (J. Farkas 1902); products are held between the planes that touch their corners
// (G. P. McCormick 1976). The search for the combination is in doubles and may miss one; that it contradicts
// is shown with every coefficient as wide as roundings make it, underflow aside: numbers nearer to 0 than
// 1e-30 count as 0.

namespace ishi::compiler {

// The operation `greater` is at least as much as `less`, or `constant` where one is kNoRef. `is_strict`: is
// more.
struct Inequality {
  uint32_t greater = kNoRef;
  uint32_t less = kNoRef;
  float constant = 0;
  bool is_strict = false;
};

// True if no situation of a box, whose ranges have been filled in, satisfies all of `inequalities`. False if
// that is not known. `used` becomes which of them contradict each other. `cuts`: operations whose own ranges
// are taken instead of what they are made of.
[[nodiscard]] bool is_contradiction(const AnalyzedProgram& program, const Ranges& ranges,
                                    std::span<const Inequality> inequalities, const std::vector<bool>& cuts,
                                    std::vector<bool>& used);

// The cost, in operations that are looked at (prover.h).
inline constexpr size_t kContradictionOperations = 3000;

}  // namespace ishi::compiler
