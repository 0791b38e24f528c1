#pragma once

#include <memory>
#include <string>

#include "cli/recording/recording_file.h"
#include "ishi/asset.h"
#include "workspace/checked_file.h"

// The sources from which the assets of a recording were built: a recording holds none of their text.

namespace ishi::compiler::cli {

// A source that compiles to the very asset that was recorded.
struct RecordedSource {
  std::shared_ptr<CheckedFile> file;
  std::string root, path;  // of the project, and of the file in it

  // The file with other text, compiled.
  [[nodiscard]] std::shared_ptr<CheckedFile> with_text(std::string text) const;
};

// Looks for it in the project of `root`, of the current folder if that is empty. Empty after a message on
// stderr that says which text is another one, or that there is none.
[[nodiscard]] RecordedSource find_source(const RecordingFile& recording, const Asset& asset,
                                         const std::string& root);

}  // namespace ishi::compiler::cli
