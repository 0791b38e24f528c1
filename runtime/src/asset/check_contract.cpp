#include <algorithm>

#include "asset/contract.h"
#include "ishi/contract.h"

// What a game was built against, compared with what an asset says.

namespace ishi {
namespace {

std::span<const ContractEntry> entries_of(const Contract& contract) {
  return {contract.entries, contract.count};
}

// Ids of different kinds may be equal, if unlikely.
const ContractEntry* find(const Contract& contract, const ContractEntry& like) {
  const auto entries = entries_of(contract);
  auto found = std::lower_bound(entries.begin(), entries.end(), like.id,
                                [](const ContractEntry& entry, uint64_t id) { return entry.id < id; });
  for (; found != entries.end() && found->id == like.id; ++found) {
    if (found->kind == like.kind && found->owner == like.owner) return &*found;
  }
  return nullptr;
}

bool asset_has(const Asset& asset, uint32_t size, const ContractEntry& part) {
  for (uint32_t i = 0; i < size; ++i) {
    const ContractEntry entry = contract_entry(asset, i);
    if (entry.id == part.id && entry.kind == part.kind && entry.owner == part.owner) return true;
  }
  return false;
}

// Of an owner that has fewer parts in the asset: the first that is not there.
void name_missing_part(const Asset& asset, uint32_t size, const Contract& contract, ContractFault& fault) {
  for (const ContractEntry& part : entries_of(contract)) {
    if (part.owner != fault.asset.id || asset_has(asset, size, part)) continue;
    fault = {.in_game = true, .game = part};
    return;
  }
}

}  // namespace

bool agree(const ContractEntry& a, const ContractEntry& b) {
  return a.size == b.size && a.type == b.type && a.reference == b.reference && a.scope == b.scope &&
         a.merge == b.merge && a.abort == b.abort && a.required == b.required && a.live == b.live &&
         a.given == b.given && a.place == b.place && a.low == b.low && a.high == b.high &&
         a.fallback.x == b.fallback.x && a.fallback.y == b.fallback.y && a.fallback.z == b.fallback.z;
}

bool is_sorted(const Contract& contract) {
  const auto entries = entries_of(contract);
  return std::is_sorted(entries.begin(), entries.end(),
                        [](const ContractEntry& a, const ContractEntry& b) { return a.id < b.id; });
}

Status check_contract(const Asset& asset, const Contract& contract, ContractFault& fault) {
  const uint32_t size = contract_size(asset);
  for (uint32_t i = 0; i < size; ++i) {
    const ContractEntry entry = contract_entry(asset, i);
    const ContractEntry* const known = find(contract, entry);
    if (known == nullptr) {
      fault = {.in_asset = true, .asset = entry};
      return {StatusCode::contract_unknown, entry.id};
    }
    if (agree(*known, entry)) continue;
    ContractEntry sized = *known;
    sized.size = entry.size;
    const bool is_size_alone = agree(sized, entry);
    // What the asset's has besides is found among the parts.
    if (is_size_alone && known->size < entry.size) continue;
    fault = {.in_game = true, .in_asset = true, .game = *known, .asset = entry};
    if (is_size_alone) name_missing_part(asset, size, contract, fault);
    return {StatusCode::contract_mismatch, fault.game.id};
  }
  fault = {};
  return {};
}

}  // namespace ishi
