#pragma once

#include <string>
#include <tl/expected.hpp>

#include "simulate/situation.h"

namespace ishi::compiler::cli {

// A key or level of an agent of a situation with the value that it is given.
struct GivenValue {
  bool is_level = false;
  SituationValue value;  // of the model's key, or of its needs, then drives; the agent owns it
};

// Reads it as the `given` of a test says it: "20", "0.5s", "true", "thief". Or what is wrong, in a sentence.
[[nodiscard]] tl::expected<GivenValue, std::string> read_given_value(const Model& model,
                                                                     const Situation& situation,
                                                                     uint32_t agent, const std::string& name,
                                                                     const std::string& text);

}  // namespace ishi::compiler::cli
