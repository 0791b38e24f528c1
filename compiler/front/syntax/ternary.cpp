#include "syntax/ternary.h"

#include <fmt/format.h>

namespace ishi::compiler {
namespace {

std::string_view without_blanks(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

}  // namespace

std::string meant_ternary(std::string_view text) {
  if (text.find_first_of("\"'\n#") != std::string_view::npos) return {};
  const size_t question = text.find('?');
  if (question == std::string_view::npos) return {};
  size_t colon = question;
  int depth = 0;  // of a choice within the first branch
  while (++colon < text.size()) {
    if (text[colon] == '?') ++depth;
    if (text[colon] == ':' && depth-- == 0) break;
  }
  if (colon >= text.size()) return {};
  const std::string_view condition = without_blanks(text.substr(0, question));
  const std::string_view first = without_blanks(text.substr(question + 1, colon - question - 1));
  const std::string_view second = without_blanks(text.substr(colon + 1));
  if (condition.empty() || first.empty() || second.empty()) return {};
  const auto written = [](std::string_view branch) {
    const std::string inner = meant_ternary(branch);
    return inner.empty() ? std::string(branch) : inner;
  };
  return fmt::format("if({}, {}, {})", condition, written(first), written(second));
}

}  // namespace ishi::compiler
