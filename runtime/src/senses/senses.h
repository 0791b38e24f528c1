#pragma once

#include <atomic>
#include <cstdint>
#include <span>

#include "asset/limits.h"
#include "asset/tables.h"
#include "blackboard/set_table.h"
#include "built_features.h"
#include "columns/column_set.h"
#include "ishi/asset.h"
#include "ishi/population.h"
#include "ishi/senses.h"
#include "ishi/tools.h"
#include "memory/array.h"
#include "senses/target_lanes.h"
#include "senses/targets.h"
#include "views/agents.h"
#include "views/jobs.h"

// The senses of a population: whom its agents look for, which pairs wait for the game's answer, and what each
// agent has sensed last. What later decisions depend on lies in the population's arena.

namespace ishi {

// One sense of the agent.
struct Sense {
  SenseKind kind = SenseKind::touch;
  bool occlusion = false;
  bool sees_all_around = true;
  bool judges_pairs = false;  // its visibility depends on the observer
  uint32_t thing = 0;         // the world's number of the kind that it notices; kAnyThing: any
  float range = 0;            // metres; of hearing the sensitivity
  float cosine = -1;
  uint32_t memory = 0;
  uint32_t capacity = 0;  // of the memory
  // Formulas, kNotFound if missing.
  uint32_t filter = 0, when = 0, visibility = 0, rise = 0;
  bool is_rise_constant = false;
  float constant_rise = 0;
  // For a sense that asks: its first place among those of a slot, and how many it has.
  uint32_t first_waiting = 0, places = 0;
  uint32_t asking = 0;       // its number among those that keep somebody in sight
  uint32_t first_asked = 0;  // of a hearing that asks: its first place among the sounds of a slot
  std::span<const uint32_t> sounds;

  // Asks again and again about the same targets, and keeps in sight those with a clear line. A sound is
  // asked about once.
  [[nodiscard]] bool keeps_in_sight() const { return occlusion && kind != SenseKind::hearing; }
};

// How aware agents become of the facts of a memory.
struct AwareMemory {
  uint32_t memory = 0;
  float fall = 0;
  std::span<const blob::AwarenessLevel> levels;
};

// The number of frames after that of a question in which its answer still counts.
inline constexpr uint64_t kPatience = 1;

enum class Answer : uint32_t { none, waiting, clear, blocked };

// When a population asked; a part of the state. Before it asks in a frame it frees what waits longer than
// kPatience, so questions of two frames wait at most: a bit of each tells which of two moments is its own.
struct AskedMoment {
  uint64_t frame = 0;  // counts begin_frame
  uint64_t time = 0;   // microseconds of the world's time
};
inline constexpr uint32_t kAskedMoments = kPatience + 1;
static_assert(kAskedMoments == 2);

// A pair of observer and target whose line of sight the game was asked for; a part of the state. Its thread
// may look at it and ask anew while others answer; what is asked about does not change while it waits.
class Waiting {
 public:
  // Serials begin anew behind it, and leave 0 out: a place has asked for years by then.
  static constexpr uint32_t kLastSerial = (1u << 29) - 1;

  EntityId target{};
  float seconds = 0;  // for which the answer counts

  [[nodiscard]] Answer state() const { return static_cast<Answer>(load() & kAnswer); }
  [[nodiscard]] bool is_free() const { return state() == Answer::none; }
  // The population's AskedMoment.
  [[nodiscard]] uint32_t moment() const { return load() >> kMomentShift & 1; }
  // Tells queries of this place from each other.
  [[nodiscard]] uint32_t serial() const { return load() >> kSerialShift; }

  // Begins a new query; it must be free.
  void ask(uint32_t moment) {
    const uint32_t next = serial() == kLastSerial ? 1 : serial() + 1;
    store(next << kSerialShift | moment << kMomentShift | static_cast<uint32_t>(Answer::waiting));
  }
  // Of the query with this serial; false if it waits for none, or no more.
  bool give(uint32_t serial, Answer answer) {
    uint32_t expected = load();
    if (expected >> kSerialShift != serial || (expected & kAnswer) != static_cast<uint32_t>(Answer::waiting))
      return false;
    const uint32_t answered = (expected & ~kAnswer) | static_cast<uint32_t>(answer);
    return std::atomic_ref<uint32_t>(word_).compare_exchange_strong(expected, answered,
                                                                    std::memory_order_acq_rel);
  }
  void free() {
    target = kNobody;
    seconds = 0;
    store(serial() << kSerialShift);
  }

 private:
  static constexpr uint32_t kAnswer = 3, kMomentShift = 2, kSerialShift = 3;

  [[nodiscard]] uint32_t load() const {
    return std::atomic_ref<uint32_t>(const_cast<uint32_t&>(word_)).load(std::memory_order_acquire);
  }
  void store(uint32_t word) { std::atomic_ref<uint32_t>(word_).store(word, std::memory_order_release); }

  uint32_t word_ = 0;  // the serial, a moment, an Answer
};
static_assert(sizeof(Waiting) == 16);

// The target not in sight about which a sense asked last; a part of the state.
struct AskCursor {
  float distance_squared = 0;
  uint32_t row : 31 = 0;
  uint32_t by_row : 1 = 0;  // 1: this sweep goes by row, else by distance and row
};
static_assert(sizeof(AskCursor) == 8 && limits::kEntities < 1u << 31);

// A sound about which a hearing asked the game, beside its place in Waiting; a part of the state.
struct AskedSound {
  SoundId sound{};  // outlives reloads, which an index does not
  uint64_t serial = 0;
  float position[3] = {};
  float loudness = 0;
  uint32_t is_outdated = 0;  // 1: the fact of its maker tells of a later sound
  uint32_t has_risen = 0;    // 1: another sound of the same maker and sensing has raised awareness
};
static_assert(sizeof(AskedSound) == 40);

// A sound that may still be heard, as this population knows it.
struct HeardSound {
  uint64_t serial = 0;
  EntityId maker{};
  float position[3] = {};
  float reach = 0;
  uint32_t sound = 0;  // of the asset
};

struct Senses {
  Array<Sense> senses;  // of the agent; none: nothing below is there
  Array<AwareMemory> aware;
  Array<TargetList> targets;     // parallel to `senses`; empty for those that hear
  Array<TargetPlan> conditions;  // the same; of `when`
  uint32_t waiting_places = 0;   // of a slot
  uint32_t asked_sounds = 0;     // of a slot: how many of these places are of hearings
  uint32_t asking = 0;           // how many senses keep somebody in sight
  uint32_t stride = 0;           // of what is listed by place, then slot
  bool hears = false;
  Array<ShapePart> shape;        // of what waits at places
  Array<ShapePart> sound_shape;  // of the sounds among it

  // The state, by slot.
  uint64_t* sensed_at = nullptr;      // microseconds of the world's time
  uint64_t* heard = nullptr;          // the last sound that it has heard or missed
  uint64_t* has_waiting = nullptr;    // a bit a slot
  Waiting* waiting = nullptr;         // `waiting_places` in a row for each
  AskedSound* asked_about = nullptr;  // `asked_sounds` in a row for each
  AskCursor* cursors = nullptr;       // by sense that keeps somebody in sight, then slot
  Array<SightColumns> in_sight;       // the same, each by row of its memory
  AskedMoment* asked = nullptr;       // kAskedMoments of them, of the population
  uint64_t* to_tell = nullptr;        // a bit a slot: a level was reached that nobody was told of

  // Of a frame.
  Jobs jobs;
  uint64_t sensed_in = 0;  // the world's frame_serial
  Array<HeardSound> sounds;
  uint32_t sound_count = 0;
  uint64_t last_sound = 0;          // of the world when this sensing began: bodies of others may make more
  Array<uint8_t> sound_counts_for;  // by sense, then sound: whether the sense's filter lets it through
  Array<OcclusionQuery> queries;
  Array<Notice> notices;  // for tools
  std::atomic<uint32_t> notice_count{0};
  Array<float> values;  // for formulas that are computed on one thread
  uint32_t value_count = 0;

  SenseCounters counters;
  // From any thread.
  static void count(uint64_t& counter, uint64_t by = 1) {
    std::atomic_ref<uint64_t>(counter).fetch_add(by, std::memory_order_relaxed);
  }

  [[nodiscard]] bool any() const { return is_built(Feature::senses) && senses.size() != 0; }
  [[nodiscard]] bool has_some_waiting(uint32_t slot) const {
    return ((std::atomic_ref<uint64_t>(has_waiting[slot / 64]).load(std::memory_order_relaxed) >>
             (slot % 64)) &
            1) != 0;
  }
  // True if what was read can be queries and what came of them.
  [[nodiscard]] bool are_queries_sound() const;
  [[nodiscard]] Waiting* waiting_of(uint32_t slot, const Sense& sense) const {
    return waiting + size_t{slot} * waiting_places + sense.first_waiting;
  }
  [[nodiscard]] AskedSound* sounds_of(uint32_t slot, const Sense& sense) const {
    return asked_about + size_t{slot} * asked_sounds + sense.first_asked;
  }
  // Before a population asks in a frame; others may answer meanwhile.
  void begin_asking(uint64_t frame, uint64_t time) const {
    AskedMoment& moment = asked[frame % kAskedMoments];
    std::atomic_ref<uint64_t>(moment.frame).store(frame, std::memory_order_relaxed);
    moment.time = time;
  }
  [[nodiscard]] uint64_t asked_in(const Waiting& query) const {
    return std::atomic_ref<uint64_t>(asked[query.moment()].frame).load(std::memory_order_relaxed);
  }
  [[nodiscard]] uint64_t asked_at(const Waiting& query) const { return asked[query.moment()].time; }
  // True if an answer counts no more in this frame.
  [[nodiscard]] bool is_late(const Waiting& query, uint64_t frame) const {
    return frame > asked_in(query) + kPatience;
  }
  [[nodiscard]] AskCursor& cursor_of(uint32_t slot, const Sense& sense) const {
    return cursors[size_t{sense.asking} * stride + slot];
  }
};

// Makes them: declared, then given what is no state. False if there is no memory.
class SensesBuilder {
 public:
  SensesBuilder(Agents& population, const PopulationOptions& options) : p_(population), options_(options) {}

  [[nodiscard]] bool declare(ColumnSet& columns);
  [[nodiscard]] bool allocate();

 private:
  bool describe();

  Agents& p_;
  const PopulationOptions& options_;
};

// Frees the queries of a slot in which nobody lives any more.
void reset_senses(Agents& population, uint32_t slot);

// A formula of a sense for an agent and the row of whom it is about. `values` has room for its operations.
[[nodiscard]] float sense_value(const Agents& population, uint32_t formula, uint32_t slot, uint32_t target,
                                std::span<float> values);

// Where a thread senses: for formulas, and for targets that are judged together.
struct SenseMemory {
  std::span<float> values;
  TargetBatch* batch = nullptr;
  std::byte* lanes = nullptr;
};
[[nodiscard]] size_t sensing_scratch(const Senses& senses);
// In a scratch that has room for it.
[[nodiscard]] SenseMemory sense_memory(const Senses& senses, std::byte* scratch);

// Senses for one agent: what is noticed becomes a fact, what has to be asked waits. For different slots from
// any thread, in the promised floating-point environment.
void sense_agent(Agents& population, uint32_t slot, const SenseMemory& memory);

// How a sense judges somebody as things stand.
[[nodiscard]] SenseJudgement judge_sense(const Agents& population, uint32_t sense, uint32_t slot,
                                         EntityId target, std::span<float> values);

// Applies what the game has answered, and what it has not in time, in the order of slots and senses; then
// tells of the levels that were reached.
void apply_answers(Agents& population);
// Tells agents of the levels of awareness that they have reached since they were told last.
void tell_levels(Agents& population);
// Lists what was asked in this sensing.
[[nodiscard]] std::span<const OcclusionQuery> list_queries(Agents& population);

// Notices somebody for `seconds`: a fact, and more awareness. `known`: the fact that there is of it already,
// kNotFound if there is none. Gives the number of the fact; kNotFound if a full memory has no room: all of
// its facts were noticed just now or are in sight, and none of those that this sense has in sight is farther
// away. Who notices counts it.
[[nodiscard]] uint32_t notice(Agents& population, uint32_t sense, uint32_t slot, EntityId who, uint32_t known,
                              float seconds, std::span<float> values);
// Notices a sound, and says so to those of its maker that wait for the same memory and are older. `rises`:
// awareness does, too.
bool notice_sound(Agents& population, uint32_t sense, uint32_t slot, const HeardSound& sound, float loudness,
                  bool rises, std::span<float> values);
// Hears a sound after a later one of the same maker: only awareness rises, if there is a fact.
void notice_older_sound(Agents& population, uint32_t sense, uint32_t slot, EntityId maker,
                        std::span<float> values);
// Changes the awareness of a fact, and notes if a level is reached.
void change_awareness(Agents& population, const AwareMemory& aware, uint32_t slot, uint32_t row,
                      float change);
// Makes an agent aware of somebody of whom a memory keeps a fact, at least so much; nothing changes without
// one.
void raise_awareness(Agents& population, uint32_t memory, uint32_t slot, EntityId who, float at_least);
// How many levels an awareness has reached.
[[nodiscard]] uint8_t levels_reached(const AwareMemory& aware, float awareness);
// Null if the memory has none.
[[nodiscard]] const AwareMemory* find_aware(const Senses& senses, uint32_t memory);

}  // namespace ishi
