#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

#include "asset/private_keys.h"
#include "asset/tables.h"
#include "ishi/asset_info.h"
#include "ishi/program.h"
#include "memory/array.h"
#include "memory/room.h"

// What an Asset holds: the bytes, their vectors, and what was derived while they were checked.

namespace ishi {

// What members of one set hold: of a memory a field of its thing, or one of the set's own. The blob's
// operations count them.
struct MemberField {
  uint32_t set = 0;
  const blob::Field* field = nullptr;
};

struct Asset::State {
  Room<uint8_t> copy;  // empty if borrowed
  std::span<const uint8_t> bytes;
  Tables tables;
  uint64_t contract_hash = 0;
  Up up = Up::y;
  Room<Domain> domains;  // of each operation
  Array<MemberField> member_fields;
  KnownParts known;
  // Of the bytes; 0: nobody has asked yet (snapshot/layout.h).
  mutable std::atomic<uint64_t> content_hash{0};

  [[nodiscard]] std::span<const blob::Operation> program(const blob::Range& range) const {
    return tables.operations.subspan(range.first(), range.count());
  }
  [[nodiscard]] std::span<const Domain> domains_of(const blob::Range& range) const {
    return {domains.data() + range.first(), range.count()};
  }
};

// Of a memory; null if it has none. Logarithmic: they rise by memory.
[[nodiscard]] const blob::Awareness* find_awareness(const Tables& tables, uint32_t set);
[[nodiscard]] VariableInfo to_info(const blob::Variable& variable);
// The bytes of a record of these variables, a multiple of 8.
[[nodiscard]] uint32_t record_size(std::span<const blob::Parameter> variables);

}  // namespace ishi
