#pragma once

#include <string>

#include "ishi/asset_info.h"
#include "source/read_file.h"

namespace ishi::compiler {

// What a text becomes, which must be without errors. From one thread.
[[nodiscard]] Asset asset_of(const std::string& text);
// What it becomes with files beside it.
[[nodiscard]] Asset asset_of(const std::string& text, const FileReader& reader,
                             const std::string& path = "a.ishi.yaml");

}  // namespace ishi::compiler
