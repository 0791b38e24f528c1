#pragma once

#include <array>
#include <string>
#include <vector>

#include "analyze/ranges.h"
#include "model/model.h"

// The grounds of a finding, in words.

namespace ishi::compiler {

// By operation: whether it is a source that some others need.
[[nodiscard]] std::vector<bool> sources_of(const AnalyzedProgram& program, std::vector<bool> roots);
[[nodiscard]] std::vector<bool> source_of(const AnalyzedProgram& program, uint32_t root);

// "proved over the declared ranges of `hp` and `threat_range`".
[[nodiscard]] std::string proved_over(const Model& model, const AnalyzedProgram& program,
                                      const std::vector<bool>& sources);

// A value of a key or field as a test writes it: "31", "2.5m", "wary", "[0, 1, 2]". It is read as the same
// value again.
[[nodiscard]] std::string written_value(const Model& model, const Variable& variable,
                                        const std::array<float, 3>& value);
[[nodiscard]] std::string written_point(const std::array<float, 3>& value);

// "observed, for instance with given: { hp: 31, threat: someone, needs.hunger: 0.5 }": one situation as a
// test says it, of these sources those that a test may give so; "observed" if there are none.
[[nodiscard]] std::string observed_in(const Model& model, const AnalyzedProgram& program,
                                      const std::vector<bool>& sources, const std::vector<float>& values);

}  // namespace ishi::compiler
