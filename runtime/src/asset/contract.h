#pragma once

#include "asset/asset_state.h"
#include "ishi/contract.h"
#include "ishi/status.h"

namespace ishi {

// Checks that the parts of the contract that two assets both name are the same: enums with their members,
// things with their fields, keys of teams and the world, events and tasks. contract_mismatch with the id of
// the first that differs, and `fault` says more, `a` in the game's place.
[[nodiscard]] Status compare_contracts(const Asset::State& a, const Asset::State& b, ContractFault& fault);

// As contract_size and contract_entry.
[[nodiscard]] uint32_t entry_count(const Tables& tables);
[[nodiscard]] ContractEntry entry_at(const Tables& tables, uint32_t index);

// True if the ids of a game's contract never fall, so that they can be searched.
[[nodiscard]] bool is_sorted(const Contract& contract);

}  // namespace ishi
