#include "syntax/decode_scalar.h"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

namespace ishi::compiler {

std::optional<std::string> decode_scalar(std::string_view text, size_t column, bool in_brackets) {
  try {
    if (in_brackets) return YAML::Load(fmt::format("[{}]", text))[0].Scalar();
    // The lines below are indented deeper than what the scalar belongs to.
    return YAML::Load(fmt::format("{:{}}x: {}", "", column, text))["x"].Scalar();
  } catch (const YAML::Exception&) {
    return std::nullopt;
  }
}

}  // namespace ishi::compiler
