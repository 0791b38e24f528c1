#pragma once

#include <atomic>
#include <cstdio>
#include <mutex>
#include <thread>

#include "call_codec.h"
#include "ishi/record/recorder.h"
#include "pending_reports.h"
#include "ring.h"
#include "shadows.h"
#include "tape/calls.h"

// What a recorder is: the tape of its world, the bytes of the frame that is played, and where whole records
// go.

namespace ishi::record {

// Marks a record of calls in which no frame ends.
inline constexpr uint8_t kBetweenFrames = 1;

[[nodiscard]] constexpr uint32_t bit_of(recording::Part part) {
  return uint32_t{1} << static_cast<uint32_t>(part);
}

// Held for some steps by whoever appends a call, and while a part of a frame begins.
class SpinLock {
 public:
  void lock() {
    while (flag_.test_and_set(std::memory_order_acquire)) std::this_thread::yield();
  }
  void unlock() { flag_.clear(std::memory_order_release); }

 private:
  std::atomic_flag flag_ = ATOMIC_FLAG_INIT;
};

// A report that came while agents acted, until the round ends.
struct DeferredReport {
  Report report;
  uint32_t record = 0;  // its place among the records
};

// The recorder's notes about one population.
struct PopulationTape {
  ColumnShadows shadows;
  // By column of the world: the parts of a frame in which this population may read it, if it is a field of
  // things; a bit each.
  Room<uint8_t> readers;
  uint32_t jobs = 0, entered = 0;  // of the part that it is in
  bool is_in_round = false;        // from the beginning of a thought or round until its jobs are done
  Room<DeferredReport> deferred;
  Room<std::byte> records;  // of these
  uint32_t deferred_count = 0;
  size_t record_bytes = 0;
  PendingReports reports;  // taken, and not yet appended
};

// Memory of a fixed size for the lists of a save, free again when all of them are.
class ListMemory {
 public:
  [[nodiscard]] bool allocate(size_t bytes) { return memory_.allocate(bytes); }
  [[nodiscard]] Allocator allocator();

 private:
  static void* take(void* context, size_t bytes, size_t alignment);
  static void give_back(void* context, void* memory, size_t bytes, size_t alignment);

  Room<std::byte> memory_;
  size_t used_ = 0, blocks_ = 0;
};

struct Recorder::State final : Tape {
  State() = default;
  ~State();

  // For a world that is between frames. out_of_memory, cannot_write.
  [[nodiscard]] Result begin(World::State& world, const RecorderOptions& options);
  void end();
  void finish();
  // The bytes of a dashcam to a file. not_a_dashcam, cannot_write, path_in_use.
  [[nodiscard]] Result write(const char* path);

  void begins_frame(const Clock& clock) override;
  void ends_frame() override;
  void ended_frame() override;
  void cancels_frame() override;
  void begins(Agents& population, recording::Part part, uint32_t quota) override;
  void begun() override;
  void enters(Agents& population, recording::Part part, std::span<const uint32_t> rows) override;
  void left(Agents& population, recording::Part part, std::span<const uint32_t> rows) override;
  void ends(Agents& population, recording::Part part) override;
  void ended(Agents& population, recording::Part part) override;
  void reads(const RowsRead& rows) override;
  void touched(const Agents& population, uint32_t slot) override;
  void touched_entity(uint32_t row) override;
  void touched_shared() override;
  void called(recording::Call call, uint32_t population, std::span<const std::byte> values,
              std::span<const std::byte> tail) override;
  [[nodiscard]] Status report(Agents& population, const Report& report) override;
  [[nodiscard]] Status answer(Agents& population, const Ticket& ticket, Sight sight) override;
  void saved_snapshot(uint64_t sum) override;
  void restored_snapshot(uint64_t sum) override;
  void became_other() override;
  void lost_world() override;

  // Appending calls (recorder_calls.cpp), with the lock held.
  void append(recording::Call call, uint8_t detail, uint32_t population, std::span<const std::byte> values,
              std::span<const std::byte> tail);
  template <typename Values>
  void append(recording::Call call, uint8_t detail, uint32_t population, const Values& values) {
    append(call, detail, population, std::as_bytes(std::span(&values, 1)), {});
  }
  void append_runs(recording::Call call, uint32_t population, std::span<const std::byte> runs);
  // What waits until another call comes: reports, and that the jobs of a part are done.
  void append_waiting(recording::Call call = recording::Call::none, uint8_t detail = 0,
                      uint32_t population = 0);
  // Begins a frame without calls.
  void clear_calls();
  void compare_world(uint32_t kinds);
  // Keys of teams and the world, and fields of things that have them: all, or those that a population reads
  // in a part.
  void compare_shared();
  void compare_shared(const PopulationTape& reader, recording::Part part);
  void compare_own(const Population::State& population, uint32_t kinds = kOwn);
  // Rows of the grid from a place on.
  void compare_cells(uint32_t first, uint32_t count);
  void append_hash();
  void take_deferred(Population::State& population);
  void keep_report(PopulationTape& tape, const Report& report);
  void note_report(const Agents& population, const Report& report);

  // Whole records (recorder_records.cpp).
  [[nodiscard]] bool is_save_due(uint64_t time) const;
  [[nodiscard]] bool renew();
  void write_moment(uint64_t time);
  void compare_all();
  [[nodiscard]] bool write_blobs();
  [[nodiscard]] bool write_save(bool goes_on, uint64_t time);
  void put_frame();
  void lose();
  // Room beside what the end of the recording takes.
  [[nodiscard]] bool has_room(size_t bytes) const { return ring.free() >= bytes + kEndBytes; }
  [[nodiscard]] bool make_room(size_t bytes);
  // Says how many frames are lost, if any are.
  [[nodiscard]] bool put_gap();
  [[nodiscard]] bool put(recording::RecordKind kind, uint8_t detail, std::span<const std::byte> bytes);
  [[nodiscard]] size_t moment_bytes() const;
  [[nodiscard]] bool grow_ring();
  [[nodiscard]] bool make_tape(const Population::State& population, PopulationTape& tape);
  void take_over();
  void place_things();

  // The file and its thread (recorder_file.cpp).
  [[nodiscard]] recording::FileHeader header() const;
  [[nodiscard]] Result begin_file();
  void write_file();
  void wake_writer();
  [[nodiscard]] bool write_waiting();
  void end_file();

  // Viewers of the running game (recorder_watched.cpp), between frames.
  // A beginning of the recording in the bytes that viewers are given.
  struct Moment {
    uint64_t place = 0, time = 0;
    uint64_t frames = 0;  // that were put in or lost before it
  };
  struct Stream {
    const Ring* ring = nullptr;
    std::span<const Moment> moments{};  // oldest first
  };
  // Allocates what viewers are given beside what is recorded; so many bytes, 0: as many as is usual. A
  // dashcam needs none: viewers read it. False if there is no memory.
  [[nodiscard]] bool open_stream(size_t bytes);
  // Begins to keep what viewers are given, or ends it.
  void watch(bool is_watched);
  // The next frame begins with a save, so that a viewer may begin there.
  void ask_for_moment() { wants_moment = true; }
  [[nodiscard]] Stream stream() const;
  // Notes a change that a viewer makes, for the next frame. False if there is no room before that.
  [[nodiscard]] bool note_injected(const recording::Injected& injected);
  // The agent thinks with the next thought of its population.
  [[nodiscard]] Status think_now(Population& population, const Entity& agent);

  void append_injected();
  void put_beside(recording::RecordKind kind, uint8_t detail, std::span<const std::byte> bytes);
  void begin_moment_beside(uint64_t time, bool has_blobs);
  void sleep();

  static constexpr size_t kMostInjected = 64;
  recording::Injected injected[kMostInjected];
  size_t injected_count = 0;
  bool wants_moment = false;
  bool is_asleep = false;        // of only_watched: nobody watches
  bool has_rooms = false;        // `renew` has made them for the world as it is
  State** watched_by = nullptr;  // the pointer of who watches, which must not outlive this

  // The last snapshots that the game has saved since the last save was written: a restore of one is a call of
  // the recording.
  struct NotedSnapshot {
    uint64_t sum = 0, number = 0;
  };
  static constexpr uint64_t kNotedSnapshots = 256;
  NotedSnapshot noted[kNotedSnapshots];  // by number
  uint64_t snapshots = 0, first_noted = 0;
  [[nodiscard]] const NotedSnapshot* find_noted(uint64_t sum) const;

  static constexpr size_t kEndBytes = 2 * Ring::kHeaderBytes + sizeof(recording::GapNote);

  RecorderOptions options;
  uint64_t save_microseconds = 0, dashcam_microseconds = 0;
  World::State* world = nullptr;  // null: it is gone, or not yet

  SpinLock lock;
  CallWriter calls;
  Room<std::byte> call_memory, save_memory, hash_memory;
  ListMemory lists;
  ColumnShadows shadows;  // of the world
  Array<PopulationTape> populations;
  Room<std::byte> cells;
  uint32_t next_cells = 0;

  bool is_finished = false;  // by the game
  bool is_other = true;      // what was recorded before does not lead to the world as it is
  bool is_whole = false;     // calls are recorded
  bool has_blobs = false;
  uint64_t lost = 0;  // frames since it was whole
  uint64_t last_save = 0, last_save_bytes = 0, blob_bytes = 0;
  uint64_t frames_since_save = 0, bytes_since_save = 0;
  uint32_t frames_to_hash = 0;
  bool has_reports = false;  // a population has reports that are pending
  // The part whose jobs are done, and have not been appended as done.
  bool has_jobs = false;
  uint8_t jobs_part = 0;
  uint32_t jobs_population = 0;
  RecorderCounters counts;

  Ring ring;
  std::mutex ring_access;  // of whoever takes bytes from it, and of whoever makes it larger
  // Of a dashcam: where its saves are, the oldest first.
  static constexpr size_t kMostSegments = 64;
  Moment segments[kMostSegments];
  size_t segment_count = 0;
  // A second ring for viewers, if another reader empties the first. Only the thread that plays frames uses
  // it.
  Ring beside;
  bool is_beside_kept = false;
  Moment beside_moments[kMostSegments];
  size_t beside_count = 0;

  std::FILE* file = nullptr;
  std::thread writer;
  std::atomic<uint32_t> news{0};  // rises when the thread has something to do
  std::atomic<bool> is_closing{false};
  std::atomic<bool> has_failed{false};
  std::atomic<uint64_t> written{0}, frames_in_file{0};
};

}  // namespace ishi::record
