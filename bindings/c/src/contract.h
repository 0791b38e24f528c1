#pragma once

#include <cstdint>
#include <span>

#include "ishi/c_api.h"
#include "ishi/ishi.h"
#include "objects.h"

// The contract of a game that speaks C, and where an asset departs from it.

namespace ishi::c {

// `entries` may be null: no contract. null_argument never; ISHI_BAD_CONTRACT: an entry with a value that none
// can have, which would be no value of the C++ struct.
[[nodiscard]] ishi_status read_contract(const ishi_entry* entries, uint32_t count, Contract& contract);

// Keeps the words of a fault: its names end with the assets. Nothing for other statuses.
void write_fault(const ContractFault& fault, const Status& status, WorldObject& world);
// The same into memory of a game; null: nowhere.
void write_fault(const ContractFault& fault, const Status& status, std::span<char> text);

}  // namespace ishi::c
