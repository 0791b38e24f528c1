#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "cli/recording/difference_text.h"
#include "cli/recording/frame_times.h"
#include "ishi/record/replay.h"

// Recordings that the command line names.

namespace ishi::compiler::cli {

// True if the bytes of a file begin as a recording does, whatever its name is.
[[nodiscard]] bool is_recording(const std::string& path);

// The same, or the name of a game that runs: what it streams in a moment is its recording.
[[nodiscard]] bool is_recorded_game(const std::string& name);

// A recording that is open.
struct RecordingFile {
  std::string path;  // as the person wrote it
  std::string bytes;
  record::Replay replay;
  FrameTimes times;  // of its frames

  // The reason why a file cannot be played: a sentence, and the exit code of a verb.
  struct Refusal {
    std::string why;
    int code = 0;
  };
  // Reads and opens it; of a game that runs, its last seconds. Keeps up to 256 MiB of snapshots if it is
  // `sought` in.
  [[nodiscard]] static tl::expected<std::unique_ptr<RecordingFile>, Refusal> read(
      const std::string& path, record::ReplayOptions options, bool is_sought);
  // The same. Null after a message on stderr; `code` is then the exit code.
  [[nodiscard]] static std::unique_ptr<RecordingFile> open(const std::string& path,
                                                           record::ReplayOptions options, bool is_sought,
                                                           int& code);
};

// Says on stderr that parts of a recording are not what was written, and so are left out; true if that is so.
bool tell_damage(const RecordingFile& file);

// "1 frame", "12 frames".
[[nodiscard]] std::string counted(uint64_t count, std::string_view one);

}  // namespace ishi::compiler::cli
