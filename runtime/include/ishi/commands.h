#pragma once

#include <cstdint>
#include <span>

#include "ishi/id.h"
#include "ishi/status.h"
#include "ishi/types.h"

// Commands, by which a population makes the game start and end tasks, and reports, by which the game answers.
// Plain values: a command may be copied, kept and sent to another thread.

namespace ishi {

// Names one run of one task of one agent; never given twice. The same history gives the same tokens, except
// for the number of the world.
struct Token {
  uint32_t slot = 0;
  uint16_t population = 0;  // in the world, counted from 0
  uint16_t lane = 0;        // which of the tasks that the agent may run at the same time
  uint64_t serial = 0;      // counts the tasks that were started in this slot; 0 is no token
  uint32_t world = 0;       // World::number
  uint32_t reserved = 0;    // a token has no padding: its bytes may be hashed

  friend bool operator==(const Token&, const Token&) = default;
};

// The ways in which a task can end by a report.
enum class Ending : uint8_t { completed, failed };

struct Report {
  Token token{};
  Ending ending = Ending::completed;
  // Of a completed task that gives something back: its id, and its record as the contract's header declares
  // it, of which the values that are given back are read. Copied.
  TaskId task{};
  const void* record = nullptr;
  uint32_t record_bytes = 0;
};

// A task begins. The game reports when it is over, in this frame or any later one.
struct Start {
  Token token{};
  Entity agent{};
  uint64_t user = 0;  // the agent's, as given when it was spawned
  TaskId task{};
  // The record of its parameters, as the contract's header declares it; lies in the population until the
  // task is over or aborted, also of a task that then needs time to end: copy what is needed after its End.
  // Live parameters change there. Directions in it are not made 1 long.
  const void* parameters = nullptr;
};

// A running task whose live parameters have changed.
using Update = Start;

// A task is aborted; its parameters are gone. If `report_when_over` it needs time to end, and its lane is
// free when the game reports; else its token is stale from now on.
struct End {
  Token token{};
  Entity agent{};  // stale if the agent was despawned
  uint64_t user = 0;
  TaskId task{};
  bool report_when_over = false;
};

// An event that a body posts to the game.
struct Emitted {
  Entity agent{};  // stale if the agent was despawned
  uint64_t user = 0;
  EventId event{};
  const void* record = nullptr;  // the event's fields, laid out as in the contract's header
};

// An event that a body posted to anybody, for tools: see PopulationOptions::node_events.
struct Posted {
  Entity agent{};
  EventId event{};
  Audience audience = Audience::game;
  const void* record = nullptr;  // of its fields, as the contract's header declares it
  Entity to{};                   // for an event to one agent: that agent's entity
};

// A change of a node of a body, for tools: see PopulationOptions::node_events. A goal whose `when` does not
// hold fails without having begun; a skipped step has not begun either.
enum class NodeChange : uint8_t {
  began,
  skipped,  // its `when` does not hold
  completed,
  failed,
  aborted,
  interrupted,  // a task, by an interjection; it will start again
  tried_again   // an attempt failed, and another one follows
};
// The cause of a change, unless it is the node's own work.
enum class NodeCause : uint8_t {
  none,
  until,
  while_false,
  timeout,
  requirement,
  replaced,
  sibling,
  parent,
  forgotten,    // the fact that the option is for
  search_full,  // a plan's: it has tried as many situations as it may (`limit`, PopulationOptions)
  search_cut,  // a plan's: there is none of as many steps as it may have (`limit`), but there may be a longer
               // one
  despawned,
  reloaded,  // it is gone, or another one, in the asset that took the place of its own
  outdone,   // another method of a first or best has taken over
  taken      // a plan's: others hold somebody whom it claims, or would claim
};
struct NodeEvent {
  Entity agent{};     // stale if the agent was despawned
  uint32_t node = 0;  // of the asset
  NodeChange change = NodeChange::began;
  NodeCause cause = NodeCause::none;
};

// The commands of one round, each list grouped by task in the order of the contract, within a task by
// slot. What ended before the round began comes first among `ends`. Valid until the next begin_act.
struct Commands {
  std::span<const Start> starts{};
  std::span<const Update> updates{};
  std::span<const End> ends{};
  // In the order of slots and steps; those that were posted before the round come first.
  std::span<const Emitted> events{};
  // What happened to nodes, in the order in which it did; empty unless the population keeps them.
  std::span<const NodeEvent> nodes{};
  // All events that bodies posted since the last round, those for the game too, in the order in which they
  // did; empty unless the population keeps changes of nodes, of which there may be at least as many. Valid
  // until it next thinks or acts.
  std::span<const Posted> posted{};
  // Set by `dispatch` and `carry_out` when each command has had its handler, also where one has thrown.
  mutable bool is_given_out = false;

  // The starts of one task.
  [[nodiscard]] std::span<const Start> starts_of(TaskId task) const {
    size_t first = 0;
    while (first < starts.size() && starts[first].task != task) ++first;
    size_t last = first;
    while (last < starts.size() && starts[last].task == task) ++last;
    return starts.subspan(first, last - first);
  }
};

struct RoundOptions {
  uint32_t size = sizeof(RoundOptions);
  uint32_t agents_per_job = 256;  // at least 1; results do not depend on it
};

// How often act may run in one frame: a task that ends at once does not cost its agent a frame.
inline constexpr uint32_t kRoundsPerFrame = 4;

// Counts since the population was made; a save keeps them, a snapshot that is restored does not take them
// back. What starts ends exactly once: as long as nothing is restored,
// started = completed + failed + aborted + those that run.
struct ActCounters {
  uint64_t visits = 0;  // agents that rounds visited
  uint64_t started = 0;
  uint64_t completed = 0;
  uint64_t failed = 0;
  uint64_t aborted = 0;
  uint64_t failed_options = 0;       // whose body failed
  uint64_t plans = 0;                // that were found
  uint64_t planned_situations = 0;   // in which steps were tried for them
  uint64_t dropped_events = 0;       // that bodies posted and for which there was no room
  uint64_t plans_given_up = 0;       // searches that had tried as many situations as they may
  uint64_t dropped_node_events = 0;  // for which the list had no room; so `posted` ones, too
};

}  // namespace ishi
