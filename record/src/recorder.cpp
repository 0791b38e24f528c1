#include "ishi/record/recorder.h"

#include <algorithm>
#include <utility>

#include "ishi/features.h"
#include "memory/allocation.h"
#include "output_file.h"
#include "recorder_state.h"

namespace ishi::record {
namespace {

constexpr double kMicroseconds = 1e6;

bool is_within(float value, float low, float high) { return value >= low && value <= high; }

Result check_options(const RecorderOptions& options) {
  const bool is_dashcam = options.dashcam_seconds != 0;
  const bool are_good =
      options.size == sizeof(RecorderOptions) && is_within(options.save_seconds, 1, 86'400) &&
      options.hash_frames >= 1 && options.hash_frames <= 1'000'000 && options.save_frames >= 1 &&
      options.save_frames <= 1'000'000 &&
      (!is_dashcam || (is_within(options.dashcam_seconds, 1, 3'600) && options.path == nullptr)) &&
      (is_dashcam || !options.only_watched) && check_allocator(options.allocator);
  return are_good ? Result::ok : Result::bad_options;
}

}  // namespace

const char* describe(Result result) {
  switch (result) {
    case Result::ok: return "nothing is wrong";
    case Result::no_world: return "the world was never made, or is gone";
    case Result::in_frame: return "a frame has begun: open a recorder between two frames";
    case Result::already_recorded: return "another recorder has this world";
    case Result::bad_options: return "an option is out of its range";
    case Result::out_of_memory: return "there is not enough memory";
    case Result::cannot_write:
      return "the file cannot be written: its folder may be missing, or the disk full";
    case Result::path_in_use:
      return "another recorder writes this file: give each recorder a path of its own";
    case Result::not_a_dashcam: return "the recorder was not opened as a dashcam";
    case Result::not_open: return "the recorder is not open";
    case Result::frames_lost: return "frames are missing in the recording: nobody took them in time";
    case Result::feature_missing:
      return "the runtime was built without recording: ISHI_FEATURES lacks `recording`";
  }
  return "unknown";
}

Recorder::Recorder(Recorder&& other) noexcept : state_(std::exchange(other.state_, nullptr)) {}

Recorder& Recorder::operator=(Recorder&& other) noexcept {
  std::swap(state_, other.state_);
  return *this;
}

Recorder::~Recorder() { static_cast<void>(close()); }

Result Recorder::open(World& world, const RecorderOptions& options, Recorder& recorder) {
  if (!world.valid()) return Result::no_world;
  if (const Result result = check_options(options); result != Result::ok) return result;
  static_cast<void>(recorder.close());
  World::State& state = *world.state();
  if (state.in_frame) return Result::in_frame;
  if (!runtime_features().has(Feature::recording)) return Result::feature_missing;
  if (state.tape != nullptr) return Result::already_recorded;
  const AllocatorScope scope(options.allocator);
  Owned<State> made = make_owned<State>();
  if (made == nullptr) return Result::out_of_memory;
  if (const Result result = made->begin(state, options); result != Result::ok) return result;
  recorder.state_ = made.release();
  state.tape = recorder.state_;
  return Result::ok;
}

Result Recorder::finish() {
  if (state_ == nullptr) return Result::not_open;
  state_->end();
  const RecorderCounters counters = this->counters();
  const bool has_gaps = counters.result != Result::cannot_write && counters.lost_frames > 0;
  return has_gaps ? Result::frames_lost : counters.result;
}

Result Recorder::close() {
  if (state_ == nullptr) return Result::not_open;
  Result result = finish();
  const bool is_taken = state_->options.path == nullptr && state_->dashcam_microseconds == 0;
  if (is_taken && !state_->ring.next().empty()) result = Result::frames_lost;
  destroy(std::exchange(state_, nullptr));
  return result;
}

bool Recorder::is_open() const { return state_ != nullptr && state_->world != nullptr; }

Recorder::State::~State() {
  end_file();
  if (watched_by != nullptr) *watched_by = nullptr;
}

Result Recorder::State::begin(World::State& recorded, const RecorderOptions& given) {
  options = given;
  world = &recorded;
  dashcam_microseconds = static_cast<uint64_t>(double{options.dashcam_seconds} * kMicroseconds);
  save_microseconds = static_cast<uint64_t>(double{options.save_seconds} * kMicroseconds);
  if (dashcam_microseconds != 0) save_microseconds = std::min(save_microseconds, dashcam_microseconds / 2);
  last_save = world->header->time_microseconds;
  if (!renew()) return Result::out_of_memory;
  is_other = false;  // the first frame begins with a save, since nothing is whole yet
  if (options.only_watched) sleep();
  if (dashcam_microseconds != 0) return Result::ok;
  if (options.path != nullptr) return begin_file();
  const recording::FileHeader header = this->header();
  return ring.put_bytes(std::as_bytes(std::span(&header, 1))) ? Result::ok : Result::out_of_memory;
}

recording::FileHeader Recorder::State::header() const {
  return {kFileMagic, static_cast<uint32_t>(recording::Format::version), options.hash_frames, 0};
}

// The last calls, the frames that are lost, and that there are no more. The lock is held.
void Recorder::State::finish() {
  if (world == nullptr) return;
  using recording::RecordKind;
  if (!world->in_frame) {
    if (is_whole && !is_other) {
      compare_all();
      append_waiting();
      if (!calls.is_full() && make_room(calls.size() + Ring::kHeaderBytes))
        static_cast<void>(put(RecordKind::frame, kBetweenFrames, calls.bytes()));
    }
    // For these room was kept.
    static_cast<void>(put_gap() && (dashcam_microseconds != 0 || put(RecordKind::end, 0, {})));
  }
  world->tape = nullptr;
  world = nullptr;
  is_other = true;
  is_whole = false;
}

void Recorder::State::end() {
  {
    const std::lock_guard<SpinLock> guard(lock);
    is_finished = is_finished || world != nullptr;
    finish();
  }
  end_file();
}

size_t Recorder::take(std::span<std::byte> memory) {
  if (state_ == nullptr || state_->file != nullptr || state_->dashcam_microseconds != 0) return 0;
  const std::scoped_lock access(state_->ring_access);
  size_t taken = 0;
  while (taken < memory.size()) {
    const std::span<const std::byte> next = state_->ring.next();
    const size_t bytes = std::min(next.size(), memory.size() - taken);
    if (bytes == 0) break;
    std::memcpy(memory.data() + taken, next.data(), bytes);
    state_->ring.taken(bytes);
    taken += bytes;
  }
  state_->written.fetch_add(taken, std::memory_order_relaxed);
  return taken;
}

Result Recorder::write(const char* path) {
  return state_ == nullptr ? Result::not_open : state_->write(path);
}

Result Recorder::State::write(const char* path) {
  if (dashcam_microseconds == 0) return Result::not_a_dashcam;
  const std::lock_guard<SpinLock> guard(lock);
  std::FILE* written_file = nullptr;
  if (const Result result = open_output(path, written_file); result != Result::ok) return result;
  const recording::FileHeader header = this->header();
  bool is_written = std::fwrite(&header, sizeof header, 1, written_file) == 1;
  ring.for_each_part(ring.tail(), ring.head(), [&](std::span<const std::byte> bytes) {
    is_written = is_written && std::fwrite(bytes.data(), 1, bytes.size(), written_file) == bytes.size();
    return is_written;
  });
  // Nothing comes after it: the file is whole, while the game goes on.
  const uint64_t frame = world == nullptr ? 0 : world->header->frame;
  const recording::RecordHeader end = Ring::header_of(recording::RecordKind::end, 0, frame, {});
  is_written = is_written && std::fwrite(&end, sizeof end, 1, written_file) == 1;
  is_written = std::fclose(written_file) == 0 && is_written;
  return is_written ? Result::ok : Result::cannot_write;
}

RecorderCounters Recorder::counters() const {
  if (state_ == nullptr) return {};
  RecorderCounters counters = state_->counts;
  counters.call_bytes -= std::min(counters.call_bytes, counters.column_bytes);
  const bool has_failed = state_->has_failed.load(std::memory_order_acquire);
  if (has_failed) {
    const uint64_t in_file = state_->frames_in_file.load(std::memory_order_relaxed);
    counters.lost_frames += counters.frames - in_file;
    counters.frames = in_file;
  }
  counters.written_bytes = state_->written.load(std::memory_order_relaxed);
  counters.result = has_failed                                         ? Result::cannot_write
                    : state_->world == nullptr && !state_->is_finished ? Result::no_world
                                                                       : Result::ok;
  return counters;
}

}  // namespace ishi::record
