#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "asset/tables.h"
#include "ishi/asset.h"
#include "ishi/program.h"

// What an Asset holds: the bytes, their vectors, and what was derived while they were checked.

namespace ishi {

struct AlignedDelete {
  void operator()(uint8_t* bytes) const;
};

struct Asset::State {
  std::unique_ptr<uint8_t, AlignedDelete> copy;  // empty if borrowed
  std::span<const uint8_t> bytes;
  Tables tables;
  uint64_t contract_hash = 0;
  Up up = Up::y;
  std::unique_ptr<Domain[]> domains;  // of each operation

  [[nodiscard]] std::span<const blob::Operation> program(const blob::Range& range) const {
    return tables.operations.subspan(range.first(), range.count());
  }
};

[[nodiscard]] VariableInfo to_info(const blob::Variable& variable);
// The bytes of a record of these variables, a multiple of 8.
[[nodiscard]] uint32_t record_size(std::span<const blob::Parameter> variables);

}  // namespace ishi
