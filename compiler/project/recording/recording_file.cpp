#include "recording/recording_file.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <span>
#include <system_error>
#include <utility>

#include "system/whole_file.h"

namespace ishi::compiler {
namespace {

constexpr std::string_view kMagic = "ISHIREC";  // and a digit

// The kind of a file that is no recording, as far as that shows, and what takes it.
std::string other_kind(const std::string& path, std::string_view bytes) {
  constexpr size_t kIdentifierAt = 8;  // of FlatBuffers, behind the size
  if (bytes.empty())
    return fmt::format("{} is empty, and here goes a recording of a game (ishi/record/recorder.h)", path);
  if (path.ends_with(".yaml") || path.ends_with(".yml"))
    return fmt::format(
        "{0} is a source, and here goes a recording of a game (ishi/record/recorder.h); "
        "`ishi play {0}` plays a source",
        path);
  if (bytes.size() > kIdentifierAt + 4 && bytes.substr(kIdentifierAt, 4) == "ISHI")
    return fmt::format(
        "{0} is a blob, and here goes a recording of a game (ishi/record/recorder.h); "
        "`ishi dump {0}` shows a blob",
        path);
  return {};
}

}  // namespace

bool is_recording(const std::string& path) {
  std::error_code error;  // a pipe is not read: that would wait for whoever writes it
  if (!std::filesystem::is_regular_file(path, error)) return false;
  std::ifstream file(std::filesystem::path(path), std::ios::binary);
  char begin[kMagic.size()] = {};
  return file.read(begin, sizeof begin) && std::string_view(begin, sizeof begin) == kMagic;
}

tl::expected<std::unique_ptr<RecordingFile>, RecordingFile::Refusal> RecordingFile::read(
    const std::string& path, record::ReplayOptions options, bool is_sought) {
  auto bytes = read_to_end(path);
  if (!bytes) return tl::unexpected(Refusal{fmt::format("{} cannot be read: {}", path, bytes.error())});
  return of_bytes(path, std::move(*bytes), options, is_sought);
}

tl::expected<std::unique_ptr<RecordingFile>, RecordingFile::Refusal> RecordingFile::of_bytes(
    const std::string& path, std::string bytes, record::ReplayOptions options, bool is_sought) {
  auto file = std::make_unique<RecordingFile>();
  file->path = path;
  file->bytes = std::move(bytes);
  if (is_sought) options.snapshot_bytes = kSnapshotBytes;
  const record::ReadResult result =
      record::Replay::open(std::as_bytes(std::span(file->bytes)), options, file->replay);
  if (result == record::ReadResult::ok) {
    file->times = FrameTimes(file->replay.frames());
    return file;
  }
  std::string why = fmt::format("{} cannot be played: {}", path, describe(result));
  if (result == record::ReadResult::not_a_recording) {
    if (std::string other = other_kind(path, file->bytes); !other.empty()) why = std::move(other);
  }
  const bool is_empty =
      result == record::ReadResult::nothing_whole || result == record::ReadResult::nothing_yet;
  return tl::unexpected(Refusal{std::move(why), is_empty});
}

std::string damage_text(const RecordingFile& file) {
  const uint64_t damaged = file.replay.sums().damaged;
  if (damaged == 0) return {};
  return fmt::format("{} is damaged: {} not what was written, and {} left out", file.path,
                     damaged == 1 ? "1 record is" : fmt::format("{} records are", damaged),
                     damaged == 1 ? "is" : "are");
}

std::string counted(uint64_t count, std::string_view one) {
  return fmt::format("{} {}{}", count, one, count == 1 ? "" : "s");
}

}  // namespace ishi::compiler
