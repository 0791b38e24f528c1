#pragma once

#include <cstdint>
#include <string_view>

namespace ishi::compiler {

// The number of blanks of a line that somebody has just begun at `offset`: as many as the lines around it
// have, two more below a name whose value is to come, those of the name behind a dash.
[[nodiscard]] uint32_t indentation_at(std::string_view text, uint32_t offset);

}  // namespace ishi::compiler
