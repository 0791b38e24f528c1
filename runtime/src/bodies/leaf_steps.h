#pragma once

#include <cstdint>
#include <span>

#include "bodies/body_formulas.h"

namespace ishi {

// What a visit finds out on its way: when the agent is looked at again, and why the last attempt failed.
struct VisitNotes {
  explicit VisitNotes(Acting& acting) : a(acting) {}

  // A formula that is read in each frame; one of those that for_each_watched_formula lists, if there is one.
  void watch(uint32_t formula) {
    if constexpr (kCountsStale) reads_stale |= formula != kNotFound && a.freshness.is_stale[formula] != 0;
  }
  void wake_at(uint64_t time) { deadline = time < deadline ? time : deadline; }
  // The agent is looked at again when a condition, if there is one, is so.
  void wake_if(uint32_t formula, bool is_so) {
    if (formula == kNotFound) return;
    const uint32_t condition = a.conditions.number_of(formula, is_so);
    watches |= condition == kNotFound;
    if (condition != kNotFound) waits |= uint64_t{1} << condition;
  }

  Acting& a;
  uint64_t deadline = kNever;
  uint64_t waits = 0;                 // for conditions, a bit for each
  uint32_t walks = 0;                 // nodes that walk, which are looked at in the next frame
  bool watches = false;               // it is visited in the next frame whatever happens
  bool again = false;                 // its outputs are full: it goes on in the next round
  bool reads_stale = false;           // see bodies/freshness.h
  bool first_round = true;            // of the frame
  NodeCause cause = NodeCause::none;  // why the last attempt failed
};

// What the steps without children do: tasks of the game, writes, events, sounds and walks.
class LeafSteps {
 public:
  // `outputs` takes what the game is told.
  LeafSteps(BodyFormulas& formulas, VisitNotes& notes, Outputs& outputs, ActCounters& counters)
      : body_(formulas.body()), formulas_(formulas), notes_(notes), outputs_(outputs), counters_(counters) {}

  Outcome task(uint32_t index);
  NodeChange abort_task(uint32_t index);
  // True if a task that is to be interrupted is over already: its lane is free then, and how it ended is
  // kept.
  bool take_report(uint32_t index);
  // The tasks that began in this visit and still run at its end, in the order in which they began.
  void emit_starts();

  Outcome set(uint32_t index);
  void write_all(std::span<const blob::Assignment> assignments);
  Outcome emit(uint32_t index);
  Outcome sound(uint32_t index);

  // walk_steps.cpp
  Outcome walk_step(uint32_t index);
  // True if an agent that only its walk has looked at in each frame walks on in this one: a visit would do
  // what this has done then.
  bool walks_on(uint32_t slot);

 private:
  Outcome start(uint32_t index);
  // The last start in a lane: behind the emitted starts there is room for one of each lane.
  [[nodiscard]] StartOutput& begun_in(uint32_t lane) const {
    return outputs_.starts[outputs_.start_count + lane];
  }
  void retract_update(uint64_t serial);
  void take_given(uint32_t index);
  [[nodiscard]] bool has_live(const blob::Task& task) const;
  bool follow_live(uint32_t index);
  void write_key(uint32_t key, const float (&value)[3]);
  void write_member_field(const blob::Assignment& assignment, const float (&value)[3]);
  void change_memory(const blob::Assignment& assignment, const float (&handle)[3]);

  ActiveBody& body_;
  BodyFormulas& formulas_;
  VisitNotes& notes_;
  Outputs& outputs_;
  ActCounters& counters_;
};

// Gives the walk of a node back, if that node walks still.
void give_back_walk(ActiveBody& b, uint32_t index);

}  // namespace ishi
