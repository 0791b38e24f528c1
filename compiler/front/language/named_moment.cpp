#include "language/named_moment.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "language/unit.h"

namespace ishi::compiler {
namespace {

constexpr std::string_view kFrameWord = "frame ";

}  // namespace

bool begins_as_frame(std::string_view text) { return text.starts_with(kFrameWord); }

std::optional<NamedMoment> read_moment(std::string_view text) {
  const char* const end = text.data() + text.size();
  NamedMoment moment;
  if (begins_as_frame(text)) {
    const auto [rest, error] = std::from_chars(text.data() + kFrameWord.size(), end, moment.frame.emplace());
    return error == std::errc() && rest == end ? std::optional(moment) : std::nullopt;
  }
  const auto [rest, error] = std::from_chars(text.data(), end, moment.seconds);
  const UnitRow* const unit = find_unit(std::string_view(rest, end));
  if (error != std::errc() || unit == nullptr || unit->quantity != Quantity::duration ||
      !std::isfinite(moment.seconds))
    return std::nullopt;
  moment.seconds *= unit->factor;
  moment.is_before_end = text.starts_with('-');
  return moment;
}

std::string seconds_text(uint64_t microseconds, int digits) {
  constexpr int kMost = 6;
  uint64_t unit = 1, per_second = 1'000'000;
  for (int i = digits; i < kMost; ++i) unit *= 10, per_second /= 10;
  const uint64_t rounded = (microseconds + unit / 2) / unit;
  return fmt::format("{}.{:0{}}", rounded / per_second, rounded % per_second, digits);
}

}  // namespace ishi::compiler
