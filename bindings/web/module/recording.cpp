#include <cstddef>
#include <cstdio>
#include <new>
#include <span>

#include "convert.h"
#include "exports.h"
#include "ishi/record/recorder.h"
#include "objects.h"
#include "recorder_state.h"

// Recording in a page: JavaScript takes the bytes of the recording as they come. There are no files.

using ishi::record::Recorder;
using ishi::record::RecorderOptions;
using ishi::record::Result;

namespace {

Result last_result = Result::ok;

}  // namespace

// Records a world from its next frame on. Null if that is refused: recording_result() says why.
ISHI_WEB_EXPORT(recording_open)
Recorder* ishi_web_recording_open(const ishi_world* world, float save_seconds, uint32_t memory_bytes) {
  ishi::c::WorldObject* object = nullptr;
  last_result = Result::no_world;
  if (code_of(ishi::c::find(*world, object)) != ISHI_OK) return nullptr;
  Recorder* const recorder = new (std::nothrow) Recorder();
  last_result = Result::out_of_memory;
  if (recorder == nullptr) return nullptr;
  RecorderOptions options;
  options.save_seconds = save_seconds;
  options.memory_bytes = memory_bytes;
  last_result = Recorder::open(object->world, options, *recorder);
  if (last_result == Result::ok) return recorder;
  delete recorder;
  return nullptr;
}

// Moves the next bytes of the recording to `memory`; their number, which is 0 if there are none.
ISHI_WEB_EXPORT(recording_take)
uint32_t ishi_web_recording_take(Recorder* recorder, std::byte* memory, uint32_t room) {
  return static_cast<uint32_t>(recorder->take(std::span(memory, room)));
}
// Ends the recording; its last bytes can still be taken. 1 if all frames are in it, else recording_result()
// says why not.
ISHI_WEB_EXPORT(recording_finish) uint32_t ishi_web_recording_finish(Recorder* recorder) {
  last_result = recorder->finish();
  return last_result == Result::ok ? 1 : 0;
}
ISHI_WEB_EXPORT(recording_destroy) void ishi_web_recording_destroy(Recorder* recorder) { delete recorder; }
ISHI_WEB_EXPORT(recording_lost_frames) uint32_t ishi_web_recording_lost_frames(const Recorder* recorder) {
  return static_cast<uint32_t>(recorder->counters().lost_frames);
}
ISHI_WEB_EXPORT(recording_result) const char* ishi_web_recording_result() {
  return ishi::record::describe(last_result);
}

// In place of record/src/recorder_file.cpp and output_file.cpp.
namespace ishi::record {

Result open_output(const char*, std::FILE*&) { return Result::cannot_write; }
Result Recorder::State::begin_file() { return Result::cannot_write; }
void Recorder::State::wake_writer() {}
void Recorder::State::write_file() {}
bool Recorder::State::write_waiting() { return false; }
void Recorder::State::end_file() {}

}  // namespace ishi::record
