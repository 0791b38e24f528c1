#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

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

// The files of a project that stand for the assets of a recorded game, by the names that the assets have:
// another project's agents may be called alike. An asset without a name may come from any file, so all are
// given. Empty: none of the game's sources is there.
[[nodiscard]] std::vector<std::string> todays_sources(const record::Replay& replay,
                                                      const std::vector<std::string>& files);

// True if a file without errors becomes these bytes.
[[nodiscard]] bool becomes(const CheckedFile& file, std::span<const std::byte> blob);

}  // namespace ishi::compiler
