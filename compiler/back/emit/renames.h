#pragma once

#include <cstdint>
#include <vector>

#include "asset_generated.h"
#include "model/model.h"

namespace ishi::compiler {

// The rows of `Asset.renames` for what the blob holds: `ids` are all of its ids, rising.
[[nodiscard]] std::vector<blob::Rename> emit_renames(const Model& model, const std::vector<uint64_t>& ids);

}  // namespace ishi::compiler
