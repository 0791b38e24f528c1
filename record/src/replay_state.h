#pragma once

#include <memory>
#include <span>
#include <vector>

#include "call_codec.h"
#include "crew.h"
#include "game_columns.h"
#include "ishi/ishi.h"
#include "ishi/tools.h"
#include "recording_reader.h"
#include "snapshot_shelf.h"
#include "tape/calls.h"

// A replay: its world, and how far it has come.

namespace ishi::record {

// A population, and the part of a frame that it is in.
struct PopulationReplay {
  Population population;
  std::vector<GameColumn> columns;
  SenseBatch sensing;
  Batch thinking;
  Round acting;
  MoveBatch moving;
  bool has_jobs = false;         // that were not done yet
  std::vector<uint16_t> before;  // what those who think do before it
};

struct Replay::State {
  ReplayOptions options;
  std::shared_ptr<RecordingReader> reader =
      std::make_shared<RecordingReader>();  // of replays beside each other
  uint32_t epoch = 0;                       // of the reader's records
  size_t next = 0;                          // record
  bool is_whole = false;
  bool is_in_blobs = false;   // the last record was one
  size_t blobs = SIZE_MAX;    // the first record of those that were loaded last
  size_t furthest = 0;        // record up to which it has been played once
  uint32_t save = kNoRecord;  // of which the world was made
  ReplayObserver* observer = nullptr;
  SnapshotShelf shelf;
  std::vector<std::byte> shelf_memory;  // in which a snapshot is made
  uint64_t played = 0;                  // frames
  bool is_seeking = false;
  uint64_t seek_frames = 0;  // that may still be played on the way
  // The frame to which the last piece of a way led, and the record up to which it played.
  size_t piece_target = SIZE_MAX, piece_end = 0;

  // Snapshots of the game that it restores later, the lowest number first, as far as there is room.
  struct GameSnapshot {
    uint64_t number = 0;
    std::vector<std::byte> bytes;
  };
  std::vector<GameSnapshot> snapshots;

  struct LoadedBlob {
    std::unique_ptr<Asset> asset;
    std::span<const std::byte> bytes;  // in the recording
  };
  std::vector<LoadedBlob> assets, earlier_assets;
  std::vector<std::byte> saved;  // in which a save is made, to be compared
  World world;
  std::vector<PopulationReplay> populations;
  std::vector<GameColumn> columns;  // of the world
  Crew crew;
  Difference difference;
  uint64_t last_equal = 0;
  ReplaySums sums;

  [[nodiscard]] Step step();
  // Places of records that are forgotten mean nothing any more.
  void note_forgotten();
  [[nodiscard]] Step load_blob(const RecordRef& record);
  [[nodiscard]] Step load_save(const RecordRef& record);
  [[nodiscard]] bool is_saved_as(std::span<const std::byte> bytes);
  [[nodiscard]] Status load_world(std::span<const std::byte> bytes, const RecordRef& record, bool* is_same);
  [[nodiscard]] Step play_frame(const RecordRef& record);
  [[nodiscard]] Step differ(Difference::Kind kind, uint32_t population, const char* call = "",
                            Status status = {});
  void add_up(bool is_beginning);
  [[nodiscard]] const Asset* asset_of(uint32_t population) const;

  // Seeking (replay_seek.cpp).
  [[nodiscard]] Sought seek(size_t frame, uint64_t most_frames);
  [[nodiscard]] bool play_to(size_t frame);
  [[nodiscard]] bool go_near(uint32_t from, size_t latest, size_t target);
  [[nodiscard]] bool go_to_save(uint32_t record);
  [[nodiscard]] bool go_to_snapshot(const KeptSnapshot& snapshot);
  [[nodiscard]] bool follow(State& other);
  void keep_snapshot();
  [[nodiscard]] bool has_snapshots_for(size_t first, size_t end) const;

  // The columns of the world and its populations, where there are others in their place
  // (replay_columns.cpp): in the order of those of the save.
  [[nodiscard]] Status list_columns(const RecordRef& save, std::span<const Asset* const> recorded);

  // Playing a call (replay_calls.cpp). False if it is none.
  struct Played {
    recording::Call call{};
    uint8_t detail = 0;
    uint32_t population = 0;
    Status status{};
    bool is_same = true;  // its result
    bool is_malformed = false;
    bool is_part = false;                     // it compares decisions
    uint32_t differing = Difference::kWorld;  // of hashes: whose
  };
  [[nodiscard]] Played play_call(CallReader& calls);
  void play_world(Played& played, ByteReader& values, std::span<const std::byte> tail);
  void play_population(Played& played, PopulationReplay& own, ByteReader& values,
                       std::span<const std::byte> tail);
  // (replay_snapshots.cpp)
  void play_snapshot(Played& played, uint64_t number);
  void play_restore(Played& played, uint64_t number);
  [[nodiscard]] const GameSnapshot* find_snapshot(uint64_t number) const;
  // (replay_reports.cpp)
  [[nodiscard]] TaskId task_in(uint32_t population, uint32_t slot, uint32_t lane) const;
  [[nodiscard]] TaskId task_of(const PopulationReplay& own, const Token& token) const;
  [[nodiscard]] std::vector<Report> waiting_reports() const;
  void tell_waiting_reports(std::span<const Report> known) const;
  void play_report(Played& played, PopulationReplay& own, const Report& report) const;
  void play_reports(Played& played, PopulationReplay& own, std::span<const std::byte> reports);
  void play_memory(Played& played, PopulationReplay& own, ByteReader& values);
  void play_candidates(Played& played, ByteReader& values, std::span<const std::byte> tail);
  void play_columns(Played& played, std::span<const std::byte> runs);
  void play_cells(Played& played, std::span<const std::byte> runs);
  void begin_part(Played& played, PopulationReplay& own, uint32_t quota);
  void do_jobs(Played& played, PopulationReplay& own);
  void end_part(Played& played, PopulationReplay& own, uint32_t digest);
  [[nodiscard]] bool is_counterfactual() const { return !options.others.empty(); }
  void compare_hashes(Played& played, std::span<const std::byte> hashes);
  [[nodiscard]] Candidates candidates_of(uint32_t population, EntityId owner, uint32_t team, uint64_t set);
  [[nodiscard]] Entity entity(const recording::Id& id) const {
    return world.entity(recording::entity_of(id));
  }
};

}  // namespace ishi::record
