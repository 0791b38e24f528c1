#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "ishi/world.h"

// Playing a recording again (ishi/record/recorder.h): a world of its own goes through everything that the
// game gave the recorded one, and is compared with what that came to. For tools, tests and servers, not for
// the frames of a game: it allocates.
//
// A recording may come from anywhere: whatever its bytes are, they are played as far as they can be.

namespace ishi::record {

enum class ReadResult : uint8_t {
  ok,
  not_a_recording,
  other_version,  // of the format
  nothing_whole,  // no save, from which it could be played
  nothing_yet,    // it has been opened, and nothing else: the game ended at once
  too_large       // a record of a stream takes more than may be kept
};
// A sentence.
[[nodiscard]] const char* describe(ReadResult result);

struct ReplayOptions {
  uint32_t size = sizeof(ReplayOptions);
  InstructionSet instruction_set = InstructionSet::best;
  uint32_t threads = 1;                           // that share the jobs, 1 to 64
  uint32_t agents_per_job = 0;                    // 0: as many as is usual for each part of a frame
  uint64_t most_extra_bytes = uint64_t{1} << 30;  // as LoadOptions has it
  // The memory of raw snapshots that are kept while playing forward, from which `seek` goes on. 0: none are
  // kept, and it goes on from the recording's saves.
  uint64_t snapshot_bytes = 0;
  // The least number of frames from one of these snapshots to the next, 1 or more. Many make any frame near,
  // and few take less of the time of playing once.
  uint32_t snapshot_frames = 8;
  // Assets that replace recorded ones with the same agents, as after a reload at the first save. The agents
  // then do what they would have done with these, given the same calls of the game. Nothing is compared, and
  // calls that no longer fit (a report on a task that was not begun, a key that is gone) are left out. They
  // must outlive the replay.
  std::span<const Asset* const> others{};
  // The most bytes of a recording that grows (Replay::open_stream). Beyond them those before its last
  // beginning (blobs and a save) are forgotten, frames that were not played among them.
  uint64_t most_stream_bytes = uint64_t{1} << 30;
  // The least number of changes of nodes that observers get in a round (Commands::nodes), and of
  // notices in a frame (Tools::notices), for each population, also where the game kept none.
  uint32_t node_events = 0, notices = 0;
};

// The outcome of one step.
enum class Sought : uint8_t { there, on_the_way, failed };

enum class Step : uint8_t {
  save,     // a world, from which the recording goes on
  frame,    // one frame, or the calls after the last one
  gap,      // frames that the recorder lost, or that are damaged: playing goes on at the next save
  other,    // a record without calls of the game
  end,      // of the recording
  differs,  // the world is not what it was: see Replay::difference
};

struct Difference {
  static constexpr uint32_t kWorld = 0xffff;

  enum class Kind : uint8_t {
    none,
    hash,       // of the state, after the frame
    decisions,  // the agents that took part, their options, or the number of their commands
    refused,    // a call that the recorded world took is refused, or has another result
    malformed,  // the bytes of a frame are no calls
    save,       // a save cannot be loaded, or is not of the world that was played up to it
    hangs,      // an agent does something, and nothing will ever wake it: a fault of the runtime's
  };
  Kind kind = Kind::none;
  uint64_t frame = 0;
  uint64_t last_equal_frame = 0;  // of the last hash that was equal before it
  uint32_t population = kWorld;
  const char* call = "";  // of `refused` and `decisions`: the call, as the schema names it
  Status status{};        // of `refused`, and of a save
};

// Sums over what was played.
struct ReplaySums {
  uint64_t frames = 0;
  uint64_t microseconds = 0;  // of the world's time
  uint32_t most_agents = 0;   // that lived at once
  uint64_t thoughts = 0;
  uint64_t switches = 0;                                         // thoughts after which another option ran
  uint64_t started = 0, completed = 0, failed = 0, aborted = 0;  // tasks
  uint64_t hashes = 0;                                           // that were compared
  uint64_t lost_frames = 0;                                      // that the recorder could not write
  uint64_t gaps = 0, damaged = 0;                                // records that are not what was written
  bool is_cut = false;  // the recording ends in the middle of a record, or without having been closed
};

// A frame that can be played: one that neither the recorder nor a fault of the file has lost.
struct RecordedFrame {
  uint64_t frame = 0;         // of the world's clock
  uint64_t microseconds = 0;  // the same
  // The frame that came before it in the game: that of the place before, unless the game restored a snapshot
  // in between.
  uint64_t follows = 0;
  bool follows_gap = false;  // frames that should stand before it are lost
};

// The kinds of changes that a viewer makes in a running game (ishi/live/host.h): `Injection` in
// schemas/recording.fbs.
enum class InjectionKind : uint8_t { none, key, level, event, task, think, option, assets };

// A change that a viewer has made, before a frame began.
struct Injection {
  size_t frame = 0;  // the place of that frame in Replay::frames; their count if it did not begin
  InjectionKind kind = InjectionKind::none;
  EntityId agent{};   // nobody: none is named
  uint64_t what = 0;  // the id of the key, need or drive, event or task; the option of the agent
  double value = 0;   // of the key or level; of a task 1 if it completed; of assets how many
  Vector3 axes{};     // of a key that is a point
  EntityId other{};   // of a key that is an entity, and of whom an option is for
  uint32_t team = 0;
  uint64_t viewer = 0;  // counted by the host, from 1
};

// A call of the game that was recorded.
struct RecordedInput {
  static constexpr uint32_t kWorld = 0xffff;

  const char* call = "";         // as the schema names it
  uint32_t population = kWorld;  // of which it was asked; kWorld: of the world
  EntityId who{};                // whom it is about; nobody: it says nobody
  uint64_t hash = 0;             // of all that the game gave
  friend bool operator==(const RecordedInput& one, const RecordedInput& other) {
    return one.hash == other.hash && one.population == other.population;
  }
};

// The parts of a population's frame.
enum class Phase : uint8_t { sense, think, act, move };

// Follows the parts of frames while they are played. It asks the world and its populations, and changes
// nothing.
class ReplayObserver {
 public:
  // The jobs of a part are about to run: all that they read stands in the world, and nothing that they write.
  // `slots` rise.
  virtual void begins(uint32_t population, Phase phase, std::span<const uint32_t> slots) = 0;
  // A part has ended; `commands` are those of an act, else empty.
  virtual void ended(uint32_t population, Phase phase, const Commands& commands) = 0;
  // The game reported that a task is over. `report.task` names no task if that was aborted before and the
  // game has ended it now. `status` is nothing_given if the task has failed because the report lacks what it
  // gives back.
  virtual void reported(uint32_t population, const Report& report, Status status) = 0;
  // An event was posted by the game.
  virtual void posted(const EventOptions& event) = 0;

 protected:
  ~ReplayObserver() = default;
};

class Replay {
 public:
  Replay();
  Replay(Replay&&) noexcept;
  Replay& operator=(Replay&&) noexcept;
  ~Replay();

  // Reads a recording, whose bytes must outlive this. Linear in the bytes. Errors: those of ReadResult.
  [[nodiscard]] static ReadResult open(std::span<const std::byte> recording, const ReplayOptions& options,
                                       Replay& replay);
  // Makes a replay of a recording that comes piece by piece, such as from a running game: at first there is
  // nothing in it, and `step` is at its end until `append` brings more.
  static void open_stream(const ReplayOptions& options, Replay& replay);
  // Takes in the next bytes of the recording, cut anywhere, and copies them. What was at the end goes on with
  // them. Linear in the bytes. Errors: not_a_recording, other_version, too_large; the replay then takes no
  // more.
  [[nodiscard]] ReadResult append(std::span<const std::byte> bytes);
  // Says that the rest of the last record will not come: the next bytes begin a record.
  void forget_partial_record();
  // The frames that were in `frames` and are forgotten: see ReplayOptions::most_stream_bytes. When it rises,
  // places in `frames` and the spans of earlier calls are void.
  [[nodiscard]] uint64_t forgotten_frames() const;
  // Makes another replay of the same recording, also of one that grows, such as with ReplayOptions::others.
  // One thread uses both.
  static void open_beside(const Replay& other, const ReplayOptions& options, Replay& replay);
  // Plays the next record. After `differs` it plays on as well as it can.
  [[nodiscard]] Step step();
  // Plays on to the end, or to the first difference: true if there is none.
  [[nodiscard]] bool run();

  // The frames that can be played, in the order of the recording. Frames whose save turns out not to load
  // are among them.
  [[nodiscard]] std::span<const RecordedFrame> frames() const;
  // Reads the calls of the game in a frame, by its place in `frames`, in their order, without the hashes and
  // digests that a replay compares. `inputs` keeps its memory. False if there is no such frame; bytes that
  // are no calls end the list. Linear in the bytes of the frame.
  bool read_inputs(size_t frame, std::vector<RecordedInput>& inputs) const;
  // The changes that viewers of the running game made, in order.
  [[nodiscard]] std::span<const Injection> injections() const;
  // Brings the world to where it was after a frame, by its place in `frames`; false if that cannot be played,
  // and `difference` says why. Takes as long as restoring a snapshot, or loading a save, and playing what
  // lies between: with ReplayOptions::snapshot_bytes any frame that was played before is some frames away.
  // Nothing is added to `sums` for frames that are played again, and no agents that hang are looked for.
  [[nodiscard]] bool seek(size_t frame);
  // Seeks in pieces: plays at most so many frames of the way, at least one. While it is on the way, call it
  // again; meanwhile the replay stands at some frame. If the way has to begin anew, since the replay was
  // moved between two pieces or a snapshot of the game is not kept, the next piece plays all of it: so it
  // always ends.
  [[nodiscard]] Sought seek_part(size_t frame, uint32_t most_frames);
  // Takes over the world of another replay of the same recording, which stands between two frames, and goes
  // on from there with the assets of this one. So it shows what agents with other assets would do from that
  // frame on. Takes as long as a save, a load and a reload. False if that world cannot be loaded, and
  // `difference` says why.
  [[nodiscard]] bool follow(Replay& other);
  // The place in `frames` of the last frame that was played; the count of frames if none was.
  [[nodiscard]] size_t at() const;
  // Calls `observer` for the parts of the frames that are played from now on; null: nobody. `seek` calls it
  // for the frame that is sought, also if the replay stands there already, and for none on the way. It must
  // outlive this, unless another one takes its place.
  void observe(ReplayObserver* observer);
  // The frames that were played so far, each as often as it was. A measure of the work that questions take.
  [[nodiscard]] uint64_t played_frames() const;
  // The bytes of the snapshots that are kept, and how many frames lie between two of them.
  [[nodiscard]] uint64_t snapshot_bytes() const;
  [[nodiscard]] uint32_t snapshot_frames() const;

  // The last difference that a step has met.
  [[nodiscard]] const Difference& difference() const;
  [[nodiscard]] const ReplaySums& sums() const;
  [[nodiscard]] uint32_t population_count() const;
  // The name that the asset gives the agent of a population; empty if its names were stripped.
  [[nodiscard]] std::string_view agent_name(uint32_t population) const;
  // The asset of a population, which lives until the next step or seek; null if there is no such population.
  [[nodiscard]] const Asset* asset(uint32_t population) const;
  // The bytes of an asset of the world as they are now, in the recording; empty for any other asset.
  [[nodiscard]] std::span<const std::byte> blob(const Asset& asset) const;
  // Everybody who lives in the world, agents among them, by their indices.
  [[nodiscard]] std::vector<Entity> entities() const;
  // The population of an agent that lives; Difference::kWorld for everybody else.
  [[nodiscard]] uint32_t population_of(EntityId entity) const;
  // The active option of an agent, counted among those of its kind, and the entity that it is for.
  struct Doing {
    EntityId agent{};
    uint32_t population = 0;
    uint16_t option = kNoOption;
    EntityId whom{};  // nobody: its option is for nobody
    friend bool operator==(const Doing&, const Doing&) = default;
  };
  // Reads the active option of every living agent, by the index of its entity. `doings` keeps its memory.
  void read_doings(std::vector<Doing>& doings) const;
  // True if an entity that lives is of a kind of thing.
  [[nodiscard]] bool is_thing(EntityId entity, ThingId thing) const;
  // The options with which the world's grid was made; `columns` is 0 without a grid.
  [[nodiscard]] GridOptions grid() const;
  // The world as it is now, between two frames; not valid before the first save. To be asked, not changed.
  [[nodiscard]] World& world();

  struct State;

 private:
  std::unique_ptr<State> state_;
};

}  // namespace ishi::record
