#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "ishi/allocator.h"
#include "ishi/world.h"

// A recorder writes everything that a game gives a world, to a file, to memory, or wherever the game takes
// the bytes. The runtime is deterministic, so every frame can be played again from that
// (ishi/record/replay.h, `ishi replay`).
//
// After `open` a recorder needs no further call: the world passes it each call of the game. It finds changes
// of columns by comparing them with copies, where the runtime is about to read them. In a recorded world,
// reports of other threads while agents act count when the round ends.

namespace ishi::record {

enum class Result : uint8_t {
  ok,
  no_world,          // it was never made, or is gone
  in_frame,          // between begin_frame and end_frame
  already_recorded,  // another recorder has the world
  bad_options,
  out_of_memory,
  cannot_write,   // the file cannot be made, or the disk is full
  path_in_use,    // another recorder writes this file
  not_a_dashcam,  // `write` of a recorder that keeps nothing
  not_open,
  frames_lost,     // the recording has gaps, or its last bytes were not taken
  feature_missing  // the runtime was built without `recording` (ISHI_FEATURES)
};
// A sentence.
[[nodiscard]] const char* describe(Result result);

struct RecorderOptions {
  uint32_t size = sizeof(RecorderOptions);
  // A file, which is replaced and written by a thread of the recorder's own, and by no other recorder
  // meanwhile. Null: a dashcam, or the game takes the bytes (`Recorder::take`).
  const char* path = nullptr;
  // Above 0: a dashcam, which keeps at least so many seconds of the world's time in memory, as far as there
  // is room, until the game calls `write`. 1 to 3,600; without `path`.
  float dashcam_seconds = 0;
  // A save is written after so many seconds of the world's time, from which a reader may begin: 1 to 86,400.
  // Writing one takes as long as World::save, in that frame. A dashcam writes one at least each half of its
  // seconds.
  float save_seconds = 20;
  // Without a dashcam a save also waits for so many frames, 1 to 1,000,000, and until these take as many
  // bytes as the last save did, or there were ten times as many. So saves do not swell a file where the
  // world's time goes fast.
  uint32_t save_frames = 600;
  // A hash of the state is written after so many frames, which replaying compares: 1 to 1,000,000.
  uint32_t hash_frames = 64;
  // The bytes that may wait to be written, or that a dashcam keeps. 0: three saves and 8 MiB more. It takes
  // at least the bytes of one save and one frame.
  uint64_t memory_bytes = 0;
  // For a dashcam that serves `ishi::live` alone: nothing is recorded, and the world does not pay for it,
  // until a viewer joins the game, nor after the last one has left. `write` then gives a file without frames.
  bool only_watched = false;
  Allocator allocator{};  // of all memory of the recorder
};

struct RecorderCounters {
  uint64_t frames = 0;       // in the recording; after cannot_write: whole in the file
  uint64_t lost_frames = 0;  // for which there was no room, or which could not be written
  uint64_t saves = 0;
  uint64_t save_bytes = 0;     // of these, and of blobs
  uint64_t column_bytes = 0;   // of changed rows
  uint64_t call_bytes = 0;     // of all else in frames
  uint64_t written_bytes = 0;  // that have left the recorder
  Result result =
      Result::ok;  // cannot_write: the file ends before the last frame; no_world: the world is gone
};

class Recorder {
 public:
  Recorder() = default;
  Recorder(Recorder&& other) noexcept;
  Recorder& operator=(Recorder&& other) noexcept;
  // Closes it.
  ~Recorder();

  // Records `world` from its next frame on, in `recorder`, closing what that recorded. Allocates everything:
  // copies of the columns that a game may write, room for a save and a frame, and
  // RecorderOptions::memory_bytes. Later only the frame after a reload, a new population or a new grid
  // allocates. Between frames; while no other thread is in a call of the world. Errors: no_world, in_frame,
  // already_recorded, bad_options, out_of_memory, cannot_write, path_in_use, feature_missing.
  [[nodiscard]] static Result open(World& world, const RecorderOptions& options, Recorder& recorder);
  // Ends the recording and waits until its file is written; `take` still gives the rest of the bytes. If not
  // everything is in the recording, the counters say how much is. May be called again. Threads as of `open`.
  // Errors: not_open, cannot_write, frames_lost, no_world (the recording ends where the world went).
  [[nodiscard]] Result finish();
  // Stops as well and releases all memory; the counters are zero afterwards. Bytes that were not taken are
  // lost.
  [[nodiscard]] Result close();
  // True until it is finished or closed, or its world is gone.
  [[nodiscard]] bool is_open() const;

  // Moves the next bytes of a recording with neither a file nor a dashcam to the beginning of `memory`, and
  // returns their number. Bytes that are not taken in time are lost, and counted. Any thread, one at a time.
  [[nodiscard]] size_t take(std::span<std::byte> memory);
  // Writes the bytes of a dashcam to a file, which is replaced. Takes as long as the disk does. Between
  // frames, on the thread that plays them. Errors: not_open, not_a_dashcam, cannot_write, path_in_use.
  [[nodiscard]] Result write(const char* path);
  // The counters up to now, on the thread that plays the frames; `written_bytes` and `result` may be older.
  [[nodiscard]] RecorderCounters counters() const;

  // For ishi::live.
  struct State;
  [[nodiscard]] State* state() const { return state_; }

 private:
  State* state_ = nullptr;
};

}  // namespace ishi::record
