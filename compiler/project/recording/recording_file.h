#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "ishi/record/replay.h"
#include "recording/difference_text.h"
#include "recording/frame_times.h"

namespace ishi::compiler {

// True if the bytes of a file begin as a recording does, whatever its name is.
[[nodiscard]] bool is_recording(const std::string& path);

// A recording that is open.
struct RecordingFile {
  // The memory of snapshots of one that is sought in.
  static constexpr uint64_t kSnapshotBytes = uint64_t{256} << 20;

  std::string path;  // as the person wrote it
  std::string bytes;
  bool grows = false;  // it comes piece by piece, and keeps no bytes
  record::Replay replay;
  FrameTimes times;  // of its frames

  // The reason why a file cannot be played: a sentence. `is_empty`: it is a recording in which nothing is
  // whole.
  struct Refusal {
    std::string why;
    bool is_empty = false;
  };
  // Reads and opens it. Keeps up to 256 MiB of snapshots if it is `sought` in.
  [[nodiscard]] static tl::expected<std::unique_ptr<RecordingFile>, Refusal> read(
      const std::string& path, record::ReplayOptions options, bool is_sought);
  // Opens the bytes of a recording.
  [[nodiscard]] static tl::expected<std::unique_ptr<RecordingFile>, Refusal> of_bytes(
      const std::string& path, std::string bytes, record::ReplayOptions options, bool is_sought);
};

// Says that parts of a recording are not what was written, and so are left out: a sentence; empty if all is.
[[nodiscard]] std::string damage_text(const RecordingFile& file);

// "1 frame", "12 frames".
[[nodiscard]] std::string counted(uint64_t count, std::string_view one);

}  // namespace ishi::compiler
