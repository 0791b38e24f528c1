#pragma once

#include <atomic>
#include <cstdint>

#include "bodies/conditions.h"
#include "bodies/freshness.h"
#include "bodies/layout.h"
#include "bodies/shared_writes.h"
#include "columns/column_set.h"
#include "ishi/commands.h"
#include "memory/array.h"
#include "memory/room.h"
#include "planning/plan_search.h"
#include "views/agents.h"
#include "views/jobs.h"

// What a population keeps for what its agents do.

namespace ishi {

// A lane's word: the serial of its last task, and how that task stands. One atomic word, so that a report may
// come from any thread.
// `reporting`: a report is writing what it gives back.
enum class LaneStatus : uint8_t { running, completed, failed, over, aborting, reporting };

struct LaneWord {
  static constexpr uint32_t kShift = 3;

  uint64_t serial = 0;
  LaneStatus status = LaneStatus::over;

  [[nodiscard]] static uint64_t pack(uint64_t serial, LaneStatus status) {
    return serial << kShift | static_cast<uint64_t>(status);
  }
  [[nodiscard]] static LaneWord unpack(uint64_t word) {
    return {word >> kShift, static_cast<LaneStatus>(word & ((1u << kShift) - 1))};
  }
};

// Where a node stands while its state lives.
enum class NodePhase : uint8_t {
  inactive,
  waiting_for_lane,  // a task whose lane is still taken by one that was aborted
  active,
  between_attempts,
  // A task that the game reported over in the very frame in which an interjection broke in.
  has_completed,
  has_failed
};

// What one visit gives to the game, before it is sorted. `node` counts over all agents.
struct StartOutput {
  uint32_t slot, node, lane, reserved;
  uint64_t serial;
};
struct EndOutput {
  uint32_t slot, task, lane, report_when_over;
  uint64_t serial;
};
struct WriteOutput {
  uint32_t slot, key;
  float value[3];
};
// An event that a body posts; its record lies `record` rows of event_bytes into those of the job.
struct EmitOutput {
  uint32_t slot, event, audience, record;
  EntityId to;  // whose agent gets it, where the audience is one

  static constexpr uint32_t kSound = 0xffff'ffff;  // as an audience: a sound stands in the event's place
};

// What ended outside of a round, with its agent or by a reload; a part of the state. The asset may not have
// its task any more.
struct PendingEnd {
  uint64_t serial, user, task;
  uint32_t slot, lane;
  EntityId agent;
};

// An event for the game that has not been delivered yet. It is a part of the state; its record is the row
// with the same index.
struct PendingEvent {
  uint64_t user;
  EntityId agent;
  uint32_t event, reserved;
};

// Who plans with one of the population's searches; a part of the state.
struct SearchOwner {
  uint32_t slot = kNobodyPlans;
  uint32_t node = kNobodyPlans;  // of the asset; kNobodyPlans: it has not begun

  static constexpr uint32_t kNobodyPlans = 0xffff'ffff;
};

// The lists of a job, each a part of a population's: for each visited agent room for what one visit can give.
struct Outputs {
  StartOutput* starts = nullptr;
  StartOutput* updates = nullptr;
  EndOutput* ends = nullptr;
  WriteOutput* writes = nullptr;
  EmitOutput* emits = nullptr;
  std::byte* records = nullptr;  // of the events
  uint32_t start_count = 0, update_count = 0, end_count = 0, write_count = 0, emit_count = 0;
};

struct Acting {
  BodyLayout layout;

  // The state, by slot; lanes one after the other.
  std::byte* blocks = nullptr;
  uint64_t* lanes = nullptr;          // words
  std::byte* lane_records = nullptr;  // what reports gave back: see BodyLayout::lane_record_bytes
  uint64_t* deadline = nullptr;       // when the agent is to be looked at, in microseconds
  uint64_t* started = nullptr;        // when the running option started
  uint64_t* awake = nullptr;          // one bit for each slot: runs in the next round
  uint64_t* watching = nullptr;    // … runs in the first round of each frame, whatever its conditions say
  uint64_t* think_now = nullptr;   // … thinks in the next thought
  uint64_t* awaits_end = nullptr;  // … whose last thought waited for its body's end
  uint64_t* block_deadline = nullptr;  // not above the least deadline of 64 slots
  PendingEnd* pending_ends = nullptr;
  PendingEvent* pending_events = nullptr;
  std::byte* pending_records = nullptr;  // a row of event_bytes for each
  uint64_t* cooling_until = nullptr;     // of an option: no agent's cooldown lasts longer
  SharedWrite* writes = nullptr;         // a row for each that a writable key has
  SearchOwner* search_owners = nullptr;
  uint64_t* searches = nullptr;          // a block for each
  uint64_t* wants_search = nullptr;      // a bit a slot
  uint32_t* next_search_slot = nullptr;  // where to look for who is given the next free search
  uint32_t lane_stride = 0;
  uint32_t pending_lanes = 0;  // room for so many pending ends an agent

  // By option, counted from the agent's first; null if it has no cooldown.
  Array<uint64_t*> ready_at;
  Array<uint8_t> may_be_locked;  // true if anything in its body says `interruptible`
  bool any_locks = false;
  Conditions conditions;
  Freshness freshness;
  // By key of the asset: its first row in `writes`, kNotFound if behaviours do not write it, and the rows
  // of the population that knew the key first (null: this one).
  Array<uint32_t> write_row;
  Array<SharedWrite*> home_writes;
  bool has_writable_keys = false;
  Array<uint32_t> handler_of_event;
  Array<float> formula_values;  // for what runs on one thread

  // Of a round.
  Jobs jobs;
  uint64_t acted_in = 0;  // the world's frame_serial
  uint32_t rounds = 0;    // in that frame
  // For the first round, a bit for each slot: the agent is in it only because it is `watching`.
  Array<uint64_t> merely_watching;
  Room<StartOutput> start_outputs, update_outputs;
  Room<EndOutput> end_outputs;
  Array<WriteOutput> write_outputs;
  Array<EmitOutput> emit_outputs;
  Array<std::byte> emit_records;
  Room<Outputs> job_outputs;
  Room<ActCounters> job_counters;
  Room<Start> starts, updates;
  Room<End> ends;
  Array<Emitted> emitted;
  Array<NodeEvent> node_events;
  Array<Posted> posted;  // for tools; none without node events
  Array<std::byte> posted_records;
  uint32_t posted_count = 0;
  std::atomic<uint32_t> node_event_count{0};  // may be above their room
  Array<uint32_t> task_places;                // for sorting
  ActCounters counters;

  // The searches of a population, and in how many situations each looks in a frame.
  uint32_t search_count = 0;
  PlanShape search_shape;         // has room for each of its plans
  uint32_t usual_situations = 0;  // of a plan that does not say in how many it may look
  [[nodiscard]] PlanShape shape_of(const blob::Node& plan) const {
    const uint32_t situations = plan.subject() != 0 ? plan.subject() : usual_situations;
    return {situations, search_shape.values, plan.count()};
  }
  uint32_t expansions = 0;
  [[nodiscard]] std::byte* search(uint32_t index) const {
    return reinterpret_cast<std::byte*>(searches) + index * PlanSearch::bytes(search_shape);
  }

  // Room for one visit: the end of one option, whose goals may clean up, and another one from its beginning.
  // In a visit no node begins twice, unless its option does.
  [[nodiscard]] uint32_t starts_per_visit() const { return layout.lanes; }
  [[nodiscard]] uint32_t ends_per_visit() const { return 2 * layout.lanes; }
  [[nodiscard]] uint32_t writes_per_visit() const {
    return 2 * (layout.shared_writes + layout.instant_shared_writes);
  }
  // Events for the game that wait for the end of a round: those of the round, and as many from before it,
  // among them those of a thought.
  [[nodiscard]] uint32_t most_pending_events(uint32_t capacity) const {
    return 2 * capacity * emits_per_visit();
  }
  [[nodiscard]] uint32_t emits_per_visit() const { return 2 * (layout.emits + layout.instant_emits); }

  // Nobody lives in the slot any more: nothing runs, and what was given is over.
  void reset_body(uint32_t slot) const;
  [[nodiscard]] std::byte* block(uint32_t slot) const { return blocks + size_t{slot} * layout.block_bytes; }
  // What steps were given back, by the agent's `givens`.
  [[nodiscard]] std::byte* given(uint32_t slot) const {
    return reinterpret_cast<std::byte*>(begun_once(slot)) - layout.given_bytes;
  }
  [[nodiscard]] std::byte* lane_record(uint32_t slot, uint32_t lane) const {
    return lane_records + (size_t{lane} * lane_stride + slot) * layout.lane_record_bytes;
  }
  // A bit for each node that is done once: whether it has begun since the option did.
  [[nodiscard]] uint64_t* begun_once(uint32_t slot) const {
    return reinterpret_cast<uint64_t*>(block(slot) + layout.block_bytes) - layout.once_words;
  }
  [[nodiscard]] BodyHeader& header(uint32_t slot) const {
    return *reinterpret_cast<BodyHeader*>(block(slot));
  }
  [[nodiscard]] std::atomic_ref<uint64_t> lane(uint32_t slot, uint32_t lane) const {
    return std::atomic_ref<uint64_t>(lanes[size_t{lane} * lane_stride + slot]);
  }
  // Jobs and reports set bits of one word at the same time.
  static void raise(uint64_t* bits, uint32_t slot) {
    std::atomic_ref<uint64_t>(bits[slot / 64])
        .fetch_or(uint64_t{1} << (slot % 64), std::memory_order_acq_rel);
  }
  [[nodiscard]] static bool has(uint64_t* bits, uint32_t slot) {
    return (word(bits, slot / 64) >> (slot % 64) & 1) != 0;
  }
  [[nodiscard]] static uint64_t word(uint64_t* bits, uint32_t index) {
    return std::atomic_ref<uint64_t>(bits[index]).load(std::memory_order_acquire);
  }
  static void lower(uint64_t* bits, uint32_t slot) {
    std::atomic_ref<uint64_t>(bits[slot / 64])
        .fetch_and(~(uint64_t{1} << (slot % 64)), std::memory_order_acq_rel);
  }
};

// True if what was read can be what agents are at.
[[nodiscard]] bool are_bodies_sound(const Agents& population);

}  // namespace ishi
