#include "contract.h"

#include "convert.h"

namespace ishi::c {
namespace {

bool is_sound(const ishi_entry& entry) {
  return entry.name != nullptr && entry.owner_name != nullptr && entry.reference_name != nullptr &&
         entry.kind <= static_cast<uint8_t>(ContractKind::sound) && entry.type < kValueTypeCount &&
         entry.scope < kScopeCount && entry.merge < kMergeCount && entry.abort < kAbortCount &&
         entry.required <= 1 && entry.live <= 1 && entry.given <= 1;
}

bool is_of_contract(const Status& status) {
  return status.code == StatusCode::contract_mismatch || status.code == StatusCode::contract_unknown;
}

}  // namespace

ishi_status read_contract(const ishi_entry* entries, uint32_t count, Contract& contract) {
  contract = {};
  if (entries == nullptr) return count == 0 ? said(kGood) : said(ISHI_BAD_CONTRACT);
  // A contract without parts is an entry of zeros, in place of none.
  if (count == 0 && entries[0].id != 0) return said(ISHI_BAD_CONTRACT);
  for (uint32_t i = 0; i < count; ++i) {
    if (!is_sound(entries[i])) return said(ISHI_BAD_CONTRACT, i);
  }
  contract = count == 0 ? kEmptyContract : Contract{reinterpret_cast<const ContractEntry*>(entries), count};
  return said(kGood);
}

void write_fault(const ContractFault& fault, const Status& status, std::span<char> text) {
  if (text.empty()) return;
  text[0] = '\0';
  if (is_of_contract(status)) describe(fault, text);
}

void write_fault(const ContractFault& fault, const Status& status, WorldObject& world) {
  write_fault(fault, status, std::span<char>(world.fault));
}

}  // namespace ishi::c
