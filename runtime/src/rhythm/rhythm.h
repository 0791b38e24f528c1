#pragma once

#include <cstdint>

#include "columns/column_set.h"
#include "ishi/asset.h"
#include "ishi/population.h"
#include "memory/array.h"
#include "program/chunk_memory.h"
#include "program/schedule.h"
#include "rhythm/calendar.h"
#include "views/agents.h"

// When agents think. Each has its beat: after a thought the next one is due when the interval is over that
// `every` gives for it. Beats are counted in frames or in microseconds of the world's time, and spread
// evenly: in each frame as many think as the intervals of all living agents ask for together. If fewer are
// due, newcomers think in their place, then those who are due soon; nobody thinks later than is asked for,
// unless a quota puts it off. So populations that are born, die or change their intervals together come apart
// again.
//
// Where the interval is computed an agent is looked at several times between two thoughts: what the
// expression gives then counts from its last thought.

namespace ishi {

// A part of a population's arena. "Clock": frames that the world began, or microseconds.
struct RhythmHeader {
  uint64_t last;       // the clock when thoughts were planned last
  uint64_t rate;       // thoughts for one of the clock that all agents ask for together, see kOneThought
  int64_t rest;        // thoughts that are still to be had; below 0: that were too many
  uint64_t overdue;    // by how much the most overdue of those was who were put off last
  uint32_t put_off;    // how many these were
  uint32_t newcomers;  // who have not thought yet, or begin anew
  uint32_t risen;      // how many intervals have become longer, as a count for their spread
  uint32_t reserved;
};

struct Rhythm {
  static constexpr uint32_t kRateBits = 36;
  static constexpr uint64_t kOneThought = uint64_t{1} << kRateBits;

  ThinkUnit unit = ThinkUnit::frames;
  uint32_t least = 1, most = 1;  // what intervals can be
  bool is_computed = false;      // an interval is an operation of the program; else all are `most`
  bool each_frame = false;       // everybody is due in each frame: there is no calendar
  bool is_exact = false;         // who stands in a bucket is due in its very frame

  // The state, by slot: bits, then columns.
  RhythmHeader* header = nullptr;
  Calendar calendar;
  uint64_t* due = nullptr;  // whose turn has come, and who has not thought since; where all are due in each
                            // frame those who were put off
  uint64_t* newcomers = nullptr;
  uint64_t* due_at =
      nullptr;  // the clock: of who is not `due` where all are due in each frame without meaning
  // Of computed intervals.
  uint64_t* look_at = nullptr;   // when the agent is looked at next, at the latest when it is due
  uint32_t* interval = nullptr;  // 0: it has not been looked at

  // Of a frame.
  uint64_t planned_in = 0;  // the world's frame_serial
  uint64_t passed = 0;      // of the clock, since thoughts were planned last
  ThinkCounters counters;
  Schedule schedule;  // what a computed interval needs of the program
  Array<uint64_t> looked;
  ChunkMemory memory;

  // True if the turn of an agent that lives will come: it is due, or stands in the calendar.
  [[nodiscard]] bool comes_to(uint32_t slot) const {
    const bool is_due = each_frame || (due[slot / 64] >> (slot % 64) & 1) != 0;
    return is_due || calendar.has(slot, is_computed ? look_at[slot] : due_at[slot]);
  }
  // True if what was read can be its state.
  [[nodiscard]] bool is_sound(const ColumnSet& columns, const uint64_t* living, uint32_t capacity) const;
  // The last clock at which somebody can be due who thought, or was spawned, at `since`.
  [[nodiscard]] uint64_t latest_after(uint64_t since) const { return since + most + header->overdue; }
};

// Somebody begins to live in a slot, or ceases to.
void begin_rhythm(Agents& population, uint32_t slot);
void end_rhythm(Agents& population, uint32_t slot);

// Finds out whose turn it is in this frame, once a frame; what agents have in common must be computed where
// intervals are. In the promised floating-point environment.
void plan_thoughts(Agents& population);
// Writes those who think now to `slots`, rising: whose turn it is and whom something woke, with a quota above
// 0 only so many, the most overdue first, among equals the lowest slots; the others are put off. Gives their
// number. Each is due again when its interval is over.
uint32_t list_thinking(Agents& population, uint32_t quota, uint32_t* slots);
// Writes the agents whose turn to think it is, up to the quota; these sense.
uint32_t list_sensing(const Agents& population, uint32_t quota, uint32_t* slots);

// Makes it: declared, begun when the columns are there, then scheduled with the program. False if there is no
// memory.
class RhythmBuilder {
 public:
  explicit RhythmBuilder(Agents& population) : p_(population) {}

  void declare(ColumnSet& columns);
  void begin();
  [[nodiscard]] bool allocate(ScheduleInput input);

 private:
  Agents& p_;
};

}  // namespace ishi
