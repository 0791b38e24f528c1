#pragma once

#include <cstdint>

#include "asset/tables.h"
#include "memory/array.h"

// Private keys, which behaviours alone know, and the enums that only these have: no part of the contract.

namespace ishi {

// The enums, their members and the keys that are part of the contract, rising; of an asset without private
// keys they are all, and nothing is listed.
struct KnownParts {
  Array<uint32_t> enums, members, keys;
};

// Lists them and lets `tables` show them; `parts` must live as long. The tables must be valid. Linear.
// False if there is no memory.
[[nodiscard]] bool find_known_parts(Tables& tables, KnownParts& parts);

}  // namespace ishi
