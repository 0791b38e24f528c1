#pragma once

#include <cstdint>
#include <span>

#include "asset/tables.h"

namespace ishi {

// The index of what has this id in a look-up vector, else kNotFound. Logarithmic.
[[nodiscard]] uint32_t find_entry(std::span<const blob::Entry> entries, uint64_t id);

}  // namespace ishi
