#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

// Moments of a run or of a recorded game, as a command line names and prints them.

namespace ishi::compiler {

struct NamedMoment {
  std::optional<uint64_t> frame;  // "frame 750"; else a time
  double seconds = 0;
  bool is_before_end = false;  // "-2s": the time is counted back from the end; `seconds` is not above 0
};

// "12.5s", "3min", "-2s", "frame 750". Nothing for any other text.
[[nodiscard]] std::optional<NamedMoment> read_moment(std::string_view text);

// True if the text begins with the word of a frame; its number may be wrong or missing.
[[nodiscard]] bool begins_as_frame(std::string_view text);

// "12.53": a time in seconds with so many digits behind the point, from 1 to 6; halves are rounded up.
[[nodiscard]] std::string seconds_text(uint64_t microseconds, int digits);

}  // namespace ishi::compiler
