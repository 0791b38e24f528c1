#include "cli/recording/recording_file.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <span>
#include <system_error>
#include <utility>

#include "cli/exit_code.h"
#include "cli/live/live_recording.h"
#include "cli/output/terminal.h"
#include "system/whole_file.h"

namespace ishi::compiler::cli {
namespace {

constexpr std::string_view kMagic = "ISHIREC";  // and a digit
constexpr uint64_t kSnapshotBytes = uint64_t{256} << 20;
constexpr uint32_t kFramesApart = 64;  // of a verb's snapshots: it asks once, and then all are gone

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

bool is_recorded_game(const std::string& name) { return is_recording(name) || is_running_game(name); }

tl::expected<std::unique_ptr<RecordingFile>, RecordingFile::Refusal> RecordingFile::read(
    const std::string& path, record::ReplayOptions options, bool is_sought) {
  auto file = std::make_unique<RecordingFile>();
  file->path = path;
  std::error_code error;
  if (!std::filesystem::exists(path, error) && is_running_game(path)) {
    auto bytes = record_running_game(path);
    if (!bytes) return tl::unexpected(Refusal{std::move(bytes.error()), kUsage});
    file->bytes = std::move(*bytes);
  } else {
    auto bytes = read_to_end(path);
    if (!bytes)
      return tl::unexpected(Refusal{fmt::format("{} cannot be read: {}", path, bytes.error()), kUsage});
    file->bytes = std::move(*bytes);
  }
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
  const int code = is_empty ? kFound : kUsage;
  return tl::unexpected(Refusal{std::move(why), code});
}

std::unique_ptr<RecordingFile> RecordingFile::open(const std::string& path, record::ReplayOptions options,
                                                   bool is_sought, int& code) {
  options.snapshot_frames = kFramesApart;
  auto file = read(path, options, is_sought);
  if (file) return std::move(*file);
  code = file.error().code;
  complain("{}", file.error().why);
  return nullptr;
}

bool tell_damage(const RecordingFile& file) {
  const uint64_t damaged = file.replay.sums().damaged;
  if (damaged == 0) return false;
  complain("{} is damaged: {} not what was written, and {} left out", file.path,
           damaged == 1 ? "1 record is" : fmt::format("{} records are", damaged),
           damaged == 1 ? "is" : "are");
  return true;
}

std::string counted(uint64_t count, std::string_view one) {
  return fmt::format("{} {}{}", count, one, count == 1 ? "" : "s");
}

}  // namespace ishi::compiler::cli
