#include "analyze/words_of_findings.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace ishi::compiler {

std::string shown(float value) { return fmt::format("{:.4g}", value); }

std::string shown(Interval range) {
  return range.low == range.high ? shown(range.low)
                                 : fmt::format("{} to {}", shown(range.low), shown(range.high));
}

std::string listed(const std::vector<std::string>& names, std::string_view word) {
  if (names.size() == 1) return names[0];
  const std::vector<std::string> first(names.begin(), names.end() - 1);
  return fmt::format("{} {} {}", fmt::join(first, ", "), word, names.back());
}

}  // namespace ishi::compiler
