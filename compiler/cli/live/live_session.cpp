#include "cli/live/live_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <utility>

#include "cli/exit_code.h"
#include "cli/output/interruption.h"
#include "cli/output/terminal.h"
#include "recording_generated.h"

namespace ishi::compiler::cli {
namespace {

using std::chrono::milliseconds;

constexpr uint64_t kSnapshotBytes = uint64_t{128} << 20;

}  // namespace

bool StreamFile::open(const std::string& path) {
  file_.open(std::filesystem::path(path), std::ios::binary | std::ios::trunc);
  return file_.is_open();
}

void WholeRecords::take(std::span<const std::byte> bytes,
                        const std::function<void(std::span<const std::byte>)>& pass_on) {
  waiting_.insert(waiting_.end(), bytes.begin(), bytes.end());
  size_t at = 0;
  const auto pass = [&](size_t count) {
    pass_on(std::span(waiting_).subspan(at, count));
    at += count;
  };
  if (!has_header_ && waiting_.size() >= sizeof(recording::FileHeader)) {
    pass(sizeof(recording::FileHeader));
    has_header_ = true;
  }
  while (has_header_ && waiting_.size() - at >= sizeof(recording::RecordHeader)) {
    recording::RecordHeader header;
    std::memcpy(static_cast<void*>(&header), waiting_.data() + at, sizeof header);
    const size_t whole = sizeof header + header.bytes();
    if (waiting_.size() - at < whole) break;
    pass(whole);
  }
  waiting_.erase(waiting_.begin(), waiting_.begin() + static_cast<std::ptrdiff_t>(at));
}

void StreamFile::take(std::span<const std::byte> bytes) {
  records_.take(bytes, [this](std::span<const std::byte> whole) {
    file_.write(reinterpret_cast<const char*>(whole.data()), static_cast<std::streamsize>(whole.size()));
  });
}

bool StreamFile::close() {
  if (!file_.is_open()) return true;
  file_.close();
  return !file_.fail();
}

tl::expected<uint64_t, std::string> carry_out(live::LiveGame& game, const live::Command& command) {
  const auto answer = game.ask(command);
  if (!answer) return tl::unexpected(answer.error());
  if (!*answer) return tl::unexpected(fmt::format("the game refuses that: {}", answer->why));
  return answer->frame;
}

std::string live_time(uint64_t microseconds) {
  return fmt::format("{:.2f}s", static_cast<double>(microseconds) / 1e6);
}

tl::expected<std::unique_ptr<LiveSession>, std::string> LiveSession::enter(const live::Address& address,
                                                                           const std::string& name,
                                                                           bool wants_past) {
  auto session = std::make_unique<LiveSession>();
  session->file.path = name;
  session->file.grows = true;
  record::ReplayOptions replayed;
  replayed.snapshot_bytes = kSnapshotBytes;
  record::Replay::open_stream(replayed, session->file.replay);
  auto joined = live::LiveGame::join(address, wants_past, session->file.replay);
  if (!joined) return tl::unexpected(fmt::format("{} cannot be joined: {}", name, joined.error()));
  session->game = std::move(*joined);
  return session;
}

bool LiveSession::wait_for_frame(milliseconds most, const std::function<bool()>& is_over) {
  const auto until = std::chrono::steady_clock::now() + most;
  while (replay().frames().empty() && game->is_there() && !is_over() &&
         std::chrono::steady_clock::now() < until)
    static_cast<void>(take_in(milliseconds(100)));
  play();
  return replay().at() < replay().frames().size();
}

std::unique_ptr<LiveSession> LiveSession::join(const live::Address& address, const std::string& name,
                                               const LiveOptions& options, int& code) {
  code = kUsage;
  auto entered = enter(address, name, options.past);
  if (!entered) {
    complain("{}", entered.error());
    return nullptr;
  }
  std::unique_ptr<LiveSession> session = std::move(*entered);
  if (!options.recording.empty()) {
    if (!session->stream_file_.open(options.recording)) {
      complain("{} cannot be written", options.recording);
      return nullptr;
    }
    session->recorded_to_ = options.recording;
    StreamFile& file = session->stream_file_;
    session->game->on_bytes = [&file](std::span<const std::byte> bytes) { file.take(bytes); };
    session->game->on_cut = [&file] { file.cut(); };
  }
  constexpr milliseconds kMost{5000};
  if (session->wait_for_frame(kMost, [] { return Interruption::is_asked(); })) return session;
  if (!session->game->is_there()) {
    complain("{} has ended{}{}", name, session->game->fault().empty() ? "" : ": ", session->game->fault());
  } else {
    complain("{} plays no frames: it may wait, or be held by another viewer", name);
  }
  return nullptr;
}

bool LiveSession::take_in(milliseconds most) {
  static_cast<void>(game->take_in(most));
  return game->is_there();
}

void LiveSession::play() {
  for (record::Step step = replay().step(); step != record::Step::end; step = replay().step()) {
    if (step != record::Step::differs || std::exchange(has_differed_, true)) continue;
    complain("what is shown of {} may differ from the game: {}", file.path, difference_text(replay()));
  }
}

void LiveSession::go_to_end() {
  const size_t count = replay().frames().size();
  if (count > 0 && replay().at() + 1 != count) static_cast<void>(replay().seek(count - 1));
  play();
}

std::string LiveSession::moment() const {
  const auto frames = file.replay.frames();
  const size_t at = file.replay.at();
  if (at >= frames.size()) return "the beginning";
  return fmt::format("{}, frame {}", live_time(frames[at].microseconds), frames[at].frame);
}

int LiveSession::end() {
  int code = kGood;
  if (!game->is_there() && !game->fault().empty()) {
    complain("{}: {}", file.path, game->fault());
    code = kUsage;
  }
  if (game->lost_frames() > 0)
    complain("{} were lost: the game is faster than this machine takes it in",
             counted(game->lost_frames(), "frame"));
  if (!stream_file_.close()) {
    complain("{} cannot be written: the disk may be full", recorded_to_);
    code = kUsage;
  }
  return code;
}

}  // namespace ishi::compiler::cli
