#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "ishi/asset_info.h"
#include "ishi/commands.h"
#include "language/limits.h"

// A record of a task with what the contract says that it gives back.

namespace ishi::compiler {

struct AssumedRecord {
  alignas(8) std::array<std::byte, kLimits.record_bytes> bytes{};

  // That the task is completed and gives this back; of a task that gives nothing the record does not matter.
  [[nodiscard]] ishi::Report report(const ishi::Token& token, const TaskInfo& task) const {
    return {token, Ending::completed, task.id, bytes.data(), task.record_size};
  }
};

}  // namespace ishi::compiler
