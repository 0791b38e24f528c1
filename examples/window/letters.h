#pragma once

#include <cstdint>

// Letters of five by seven dots, for a window without a library of fonts.

namespace window {

inline constexpr int kLetterColumns = 5, kLetterRows = 7;

// The rows of a letter, from above, a bit for each dot, the leftmost highest. Capitals look like small
// letters; what there is no letter for is empty.
[[nodiscard]] const uint8_t* rows_of(char letter);

}  // namespace window
