#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "ishi/asset.h"
#include "recording/recording_file.h"
#include "source/read_file.h"
#include "workspace/checked_file.h"

// The sources from which the assets of a recording were built: a recording holds none of their text.

namespace ishi::compiler {

// A source that compiles to the very asset that was recorded.
struct RecordedSource {
  std::shared_ptr<CheckedFile> file;
  std::shared_ptr<const FileReader> reader;  // of its project
  std::string path;                          // of the file there
  std::filesystem::path root;                // of its project; empty where it is on no disk

  // The file with other text, compiled.
  [[nodiscard]] std::shared_ptr<CheckedFile> with_text(std::string text) const;
};

// The file in which the asset's first agent stands; empty if its names were stripped.
[[nodiscard]] std::string_view source_of(const Asset& asset);

// True if a file without errors becomes these bytes.
[[nodiscard]] bool becomes(const CheckedFile& file, std::span<const std::byte> blob);

}  // namespace ishi::compiler
