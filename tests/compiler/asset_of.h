#pragma once

#include <string>

#include "ishi/asset_info.h"
#include "source/read_file.h"

namespace ishi::compiler {

// What a text becomes, which must be without errors.
[[nodiscard]] Asset asset_of(const std::string& text, const FileReader& reader = MemoryReader(),
                             const std::string& path = "a.ishi.yaml");

}  // namespace ishi::compiler
