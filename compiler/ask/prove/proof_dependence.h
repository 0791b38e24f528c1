#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analyze/fixed_sets.h"
#include "lower/lowered.h"
#include "model/model.h"
#include "prove/proof_fixed.h"

// On what a proof may depend that its test does not say.

namespace ishi::compiler {

struct Dependence {
  std::string words;       // "what `flock` holds"; empty: a test says it with `given`, or need not
  std::string_view field;  // of a test, which says it; empty: none does
  bool operator==(const Dependence&) const = default;
};

// Of a source of `known`, which is made of `given`.
[[nodiscard]] Dependence dependence_of(const Model& model, const LoweredAgent& given, const Fixed& fixed,
                                       const FixedAgent& known, uint32_t source);

// Of an option that is for a member of a set of the model.
[[nodiscard]] Dependence dependence_on_set(const Model& model, const Fixed& fixed, uint32_t set,
                                           bool is_choice = false);

// "it depends on what `flock` holds; give this test its own `candidates`".
[[nodiscard]] std::string described(std::span<const Dependence> dependences);

// "a, b and c".
[[nodiscard]] std::string listed(std::span<const std::string_view> words);

}  // namespace ishi::compiler
