#pragma once

#include <cstdint>
#include <span>

#include "ishi/batch.h"
#include "ishi/candidates.h"
#include "ishi/column.h"
#include "ishi/commands.h"
#include "ishi/contract.h"
#include "ishi/grid.h"
#include "ishi/moves.h"
#include "ishi/population_types.h"
#include "ishi/scratch.h"
#include "ishi/senses.h"
#include "ishi/status.h"
#include "ishi/types.h"

// A population holds all agents of one kind, in slots that never move. A Population is a handle of 16 bytes
// that is copied freely; the World owns the agents. A handle that no add_population has set refuses every
// call with not_created; after its world was destroyed or made anew it refuses them with world_gone. Calls
// that return no Status give 0, false, nobody or an empty column then.
//
// Columns are indexed by slot; every other call takes the handle of an agent, and refuses one of another
// world (foreign_handle), of an agent that is gone (stale_handle) and of another population
// (not_of_population): "those of handles" below. Batches and slot_of give slots; agent_of gives the handle of
// the agent in a slot.
//
// A frame has up to four phases of three calls each, in this order: sensing (for agents with senses),
// thinking, acting, moving (for agents that steer or walk). `begin_…` lists the agents of the phase; the game
// writes what these should know; `sense`, `think`, `act` and `move` run one job after the other, on any
// threads; `end_…` closes the phase and gives its results.

namespace ishi {

struct WorldCell;

class Population {
 public:
  Population() = default;

  // True if its world exists. Any thread, at any time, also while the world is destroyed.
  [[nodiscard]] bool valid() const;
  // The same with a reason. Errors: not_created, world_gone.
  [[nodiscard]] Status status() const;
  // World::number of its world, also if that is gone; 0 if the handle was never set.
  [[nodiscard]] uint32_t world_number() const { return world_; }
  // Its place in the world, counted from 0: the `population` of its tokens.
  [[nodiscard]] uint16_t index() const;
  // The id of the population's agent, as given to add_population(). After a reload that renames the agent,
  // the new id.
  [[nodiscard]] AgentId agent_id() const;
  // The most agents that may live at once, and the number that do.
  [[nodiscard]] uint32_t capacity() const;
  [[nodiscard]] uint32_t size() const;

  // Spawns one agent with the defaults of every key; it takes the lowest free slot, and no option runs. It
  // thinks for the first time within the interval of its `every`, soon if few agents are due. Outside a
  // frame, no allocation, O(capacity / 64) at worst.
  // Errors: wrong_phase, population_full, world_full, out_of_range (team), unknown_id (profile, thing),
  // bad_options.
  [[nodiscard]] Status spawn(const SpawnOptions& options, Entity& agent);
  // Spawns many, one handle each; stops at the first that fails, whose place is `where`: those before it
  // live. Errors: as spawn, and buffer_too_small (fewer handles than options; none lives then).
  [[nodiscard]] Status spawn_many(std::span<const SpawnOptions> options, std::span<Entity> agents);
  // Ends an agent: other agents may take its slot and row, and its handle is stale from now on. Its tasks are
  // aborted: their tokens are stale at once, and their Ends are among the commands of the next round, except
  // of tasks that have had their End already and take time to end.
  // Errors: wrong_phase, those of handles.
  [[nodiscard]] Status despawn(Entity agent);

  // Gives the slot of an agent. Errors: those of handles.
  [[nodiscard]] Status slot_of(Entity agent, uint32_t& slot) const;
  // The agent in a slot; nobody if none lives there.
  [[nodiscard]] Entity agent_of(uint32_t slot) const;

  // Gives the column of a key of agents, one value a slot; T as the key's type has it (ishi/column.h).
  // Errors: unknown_id, wrong_scope, wrong_type (`where`: the id).
  template <typename T>
  [[nodiscard]] Status column(uint64_t key, Column<T>& column);
  template <ByteEnum T>
  [[nodiscard]] Status column(uint64_t key, Column<T>& column) {
    return give_bytes(column, [&](Column<uint8_t>& bytes) { return this->column(key, bytes); });
  }
  [[nodiscard]] Status column(uint64_t key, PointColumn& column);
  // The same without a reason: an empty column if the key is unknown or of another type or scope.
  template <typename T>
  [[nodiscard]] Column<T> column(uint64_t key) {
    Column<T> result;
    return this->column(key, result) ? result : Column<T>();
  }
  [[nodiscard]] PointColumn point_column(uint64_t key) {
    PointColumn result;
    return column(key, result) ? result : PointColumn();
  }
  // The same with a key of the contract's header, which knows its type.
  template <typename T, KeyPlace place>
  [[nodiscard]] Status column(Key<T, place> key, ColumnOf<T>& column) {
    static_assert(place == KeyPlace::agent,
                  "Population::column is for keys of agents; see KeyPlace for what gives this key's column");
    return this->column(key.id, column);
  }
  template <typename T, KeyPlace place>
  [[nodiscard]] ColumnOf<T> column(Key<T, place> key) {
    ColumnOf<T> result;
    return column(key, result) ? result : ColumnOf<T>();
  }

  // Gives the levels of a need or drive that each agent carries, 0 to 1, one a slot, as stored at its last
  // thought or at the end of its last option. Values that the game writes are clamped to 0..1 when they are
  // read. Errors: unknown_id, wrong_type (the level is computed).
  [[nodiscard]] Status levels(MotiveId motive, Column<float>& column);
  // Computes the level of one agent as it is now: the stored one, moved by its rates since. Stores and draws
  // nothing; a thought in this frame would compute the same. Costs a small part of a thought.
  // Errors: those of handles, unknown_id, wrong_type, scratch_too_small, wrong_phase (while the population
  // thinks or acts).
  [[nodiscard]] Status level_now(Entity agent, MotiveId motive, Scratch& scratch, float& level) const;

  // A memory holds facts: what an agent knows of entities, still true or not. The calls on memories run in or
  // outside a frame, but not while the population thinks or acts; they allocate nothing, and any thread may
  // make them for different agents. When a frame begins, each memory drops the facts that were last noticed
  // longer ago than its `forget`.

  // Notices an entity: its position and its thing's fields as they are now. A new fact has the defaults of
  // the memory's own fields, a known one keeps them. In a full memory the least confident fact makes room,
  // among equals the one that was noticed first. Linear in the memory's capacity and fields.
  // Errors: wrong_phase, those of handles (of the agent and the entity), unknown_id, wrong_thing.
  [[nodiscard]] Status remember(Entity agent, MemoryId memory, Entity entity);
  // Forgets the fact about an entity, which may be gone. An option that is for this fact fails.
  // Errors: as remember, and member_unknown.
  [[nodiscard]] Status forget(Entity agent, MemoryId memory, Entity entity);
  // Writes the first facts of a memory to `facts`, in the order in which they were first noticed; `count` is
  // how many there are. Not while another thread writes them. Errors: those of handles, unknown_id.
  [[nodiscard]] Status facts(Entity agent, MemoryId memory, std::span<FactInfo> facts, uint32_t& count) const;
  // Reads a field of a fact, which is given by its place among the facts: a field of the thing as it was
  // noticed (by the id of the thing's field), or one of the memory's own, of the section "memory/NAME". T as
  // in `column`, or Vector3. Errors: as facts, and member_unknown, wrong_type.
  template <typename T>
  [[nodiscard]] Status fact_field(Entity agent, MemoryId memory, uint32_t fact, uint64_t field,
                                  T& value) const;
  template <ByteEnum T>
  [[nodiscard]] Status fact_field(Entity agent, MemoryId memory, uint32_t fact, uint64_t field,
                                  T& value) const {
    auto byte = static_cast<uint8_t>(value);
    const Status status = fact_field(agent, memory, fact, field, byte);
    value = static_cast<T>(byte);
    return status;
  }
  // Writes it. Behaviours read it clamped to the field's range. Errors: as fact_field, and wrong_phase.
  template <typename T>
  [[nodiscard]] Status set_fact_field(Entity agent, MemoryId memory, uint32_t fact, uint64_t field,
                                      const T& value);
  template <ByteEnum T>
  [[nodiscard]] Status set_fact_field(Entity agent, MemoryId memory, uint32_t fact, uint64_t field,
                                      const T& value) {
    return set_fact_field(agent, memory, fact, field, static_cast<uint8_t>(value));
  }
  // Writes a handle, which is stored as its id. Errors: as above, and foreign_handle (of the value).
  [[nodiscard]] Status set_fact_field(Entity agent, MemoryId memory, uint32_t fact, uint64_t field,
                                      const Entity& value) {
    if (value != kNobody && value.world != world_) return {StatusCode::foreign_handle, value.index};
    return set_fact_field<EntityId>(agent, memory, fact, field, value);
  }
  // Read and write a field that the contract's header names with its type: of a thing, or of the memory.
  template <typename T, KeyPlace place>
  [[nodiscard]] Status fact_field(Entity agent, MemoryId memory, uint32_t fact, Key<T, place> field,
                                  T& value) const {
    static_assert(place == KeyPlace::field || place == KeyPlace::fact,
                  "a fact has no such key; see KeyPlace");
    return fact_field(agent, memory, fact, field.id, value);
  }
  template <typename T, KeyPlace place>
  [[nodiscard]] Status set_fact_field(Entity agent, MemoryId memory, uint32_t fact, Key<T, place> field,
                                      const std::type_identity_t<T>& value) {
    static_assert(place == KeyPlace::field || place == KeyPlace::fact,
                  "a fact has no such key; see KeyPlace");
    return set_fact_field(agent, memory, fact, field.id, value);
  }
  template <KeyPlace place>
  [[nodiscard]] Status set_fact_field(Entity agent, MemoryId memory, uint32_t fact,
                                      Key<EntityId, place> field, const Entity& value) {
    static_assert(place == KeyPlace::field || place == KeyPlace::fact,
                  "a fact has no such key; see KeyPlace");
    return set_fact_field(agent, memory, fact, field.id, value);
  }
  // Reads how aware an agent is of a fact, which is given by its place among the facts: 0 to 1.
  // Errors: as facts, and member_unknown, wrong_type (no sense raises the awareness of this memory).
  [[nodiscard]] Status awareness(Entity agent, MemoryId memory, uint32_t fact, float& awareness) const;

  // Agents sense in the frames in which they are due to think. A target that they notice becomes a fact of
  // their memory; lines of sight become questions to the game. Without these calls no agent senses.

  // Applies the answers to earlier questions, and lists the agents that sense. In a frame, before the
  // population thinks, at most once. Linear in capacity / 64 and, for each sense, in the world's entities. No
  // allocation. Errors: bad_options, wrong_phase.
  [[nodiscard]] Status begin_sense(const SenseOptions& options, SenseBatch& batch);
  [[nodiscard]] Status begin_sense(SenseBatch& batch) { return begin_sense({}, batch); }
  // Senses for the agents of one job: 0 to batch.jobs() - 1, each once, any thread, with a scratch of that
  // thread's own. Errors: batch_stale, out_of_range, job_done, scratch_too_small, wrong_phase.
  [[nodiscard]] Status sense(const SenseBatch& batch, uint32_t job, Scratch& scratch);
  // Ends sensing. `queries` are the questions to the game, in the order of observers and senses, without
  // those that still wait for an answer; they are valid until the next end_sense. Errors: batch_stale,
  // jobs_missing, wrong_phase.
  [[nodiscard]] Status end_sense(const SenseBatch& batch, std::span<const OcclusionQuery>& queries);
  // Answers a query, in the frame in which it was asked or the next one; any thread, but not while
  // begin_sense or begin_think of this population runs. The population applies answers in the order of the
  // queries when it next begins to sense or to think, so an answer that comes before a thought counts in it.
  // A query without an answer counts as blocked. Errors: foreign_handle, query_unknown, query_answered,
  // query_stale (`where`: Ticket::query), bad_options.
  [[nodiscard]] Status answer(Ticket ticket, Sight sight);
  [[nodiscard]] SenseCounters sense_counters() const;

  // The agent's own candidates of a set (World::candidates has those of teams and of the world). The calls of
  // the handle report a wrong agent or set.
  [[nodiscard]] Candidates candidates(Entity agent, SetId set) const;

  // Gives what the agent's last thought or call of `choose` chose; nobody if there was nothing to choose, or
  // the member has left the set. The agent has the choices that its behaviour names and those under its
  // `choices`. Not in a job that is thinking. Errors: those of handles, unknown_id.
  [[nodiscard]] Status chosen(Entity agent, ChoiceId choice, Chosen& chosen) const;
  // Chooses now, without a thought, and keeps the result for `chosen`; the agent does nothing with it. In or
  // outside a frame, for different agents from any thread with a scratch each, but not while the population
  // thinks or acts. No allocation. Linear in the agent's program, times the members of its sets.
  // Errors: as chosen, and wrong_phase, scratch_too_small.
  [[nodiscard]] Status choose(Entity agent, ChoiceId choice, Scratch& scratch, Chosen& chosen);

  // Lists the agents that are due in this frame, and computes what agents have in common (world, teams,
  // profiles). Thoughts are spread evenly over frames; for that an agent may think up to an eighth of its
  // interval, or a frame, before it is due. Once in a frame. Linear in the agents that are due or visited,
  // plus capacity / 64 for each bucket of time that has passed, 64 at most.
  // Errors: wrong_phase, bad_options.
  [[nodiscard]] Status begin_think(const BatchOptions& options, Batch& batch);
  [[nodiscard]] Status begin_think(Batch& batch) { return begin_think({}, batch); }
  // Of the last begin_think.
  [[nodiscard]] ThinkCounters think_counters() const;
  // Decides for the agents of one job. Any thread; jobs at the same time need a scratch each. Works in any
  // floating-point environment; may raise its exception flags. No allocation.
  // Errors: wrong_phase, batch_stale, out_of_range (job), job_done, scratch_too_small.
  [[nodiscard]] Status think(const Batch& batch, uint32_t job, Scratch& scratch);
  // Ends thinking. If options of the population claim something, it thinks until the claims are granted: when
  // the last of the populations that think at the same time has ended.
  // Errors: wrong_phase, batch_stale, jobs_missing (`where`: the first).
  [[nodiscard]] Status end_think(const Batch& batch);

  // Agents act in rounds. A round visits the agents that something woke (a choice, a report, a deadline, in
  // the first round of a frame also a condition that a step watches), and gives commands; the game carries
  // them out and reports, at once or frames later. After a report at once the agent goes on in the same
  // frame, in kRoundsPerFrame rounds at most, then in the next frame.

  // True if a round has something to do; always before the first round of a frame.
  [[nodiscard]] bool wants_act() const;
  // Lists the agents that a round visits. In a frame, but not while the population thinks. Linear in these
  // agents, plus capacity / 64. Errors: wrong_phase, rounds_spent, bad_options.
  [[nodiscard]] Status begin_act(const RoundOptions& options, Round& round);
  [[nodiscard]] Status begin_act(Round& round) { return begin_act({}, round); }
  // Acts for the agents of one job; threads and errors as of `think`.
  [[nodiscard]] Status act(const Round& round, uint32_t job, Scratch& scratch);
  // Ends the round and gives its commands.
  // Errors: wrong_phase, batch_stale, jobs_missing (`where`: the first).
  [[nodiscard]] Status end_act(const Round& round, Commands& commands);

  // Agents move while their body is at a step `steer` or `walk`. The game asks after acting, once a frame,
  // and moves its characters by the moves when the frame has ended; a game that never asks pays nothing. An
  // agent remembers its last heading for as long as it steers in every move.

  // Lists the agents that move. In a frame, but not while the population thinks or acts. Linear in the
  // capacity. Errors: wrong_phase, bad_options.
  [[nodiscard]] Status begin_move(const MoveOptions& options, MoveBatch& batch);
  [[nodiscard]] Status begin_move(MoveBatch& batch) { return begin_move({}, batch); }
  // The blocked directions, one mask a slot: bit i blocks direction i of the agent's steering. Steerings with
  // `avoid` read them; empty if no steering has one. The game writes them between begin_move and `move`; they
  // begin with 0 when an agent is spawned, stay until they are written again, and are a part of the state.
  // Different slots from any thread, but not while jobs move.
  [[nodiscard]] std::span<uint64_t> blocked();
  // Decides for the agents of one job; threads and errors as of `think`.
  [[nodiscard]] Status move(const MoveBatch& batch, uint32_t job, Scratch& scratch);
  // Gives the moves, rising by slot; they are valid until the next begin_move.
  // Errors: wrong_phase, batch_stale, jobs_missing (`where`: the first).
  [[nodiscard]] Status end_move(const MoveBatch& batch, std::span<const Move>& moves);

  // Reports that a task has ended; the agent goes on in the next round. Any thread, at any time, but not
  // while another thread computes a state_hash. A report while jobs think or act counts in
  // that thought or round, or in the next one. If the task was aborted and took time to end, either ending
  // frees its lane. Errors: foreign_handle, token_unknown (never given, or by another population),
  // token_stale (the task is over), already_reported; these change nothing. nothing_given: the task has
  // failed, since its report lacks what it gives back.
  [[nodiscard]] Status report(const Token& token, Ending ending) { return report({token, ending}); }
  // Reports that a task has completed, with the struct of the contract's header, of which the members that
  // the task gives back are read. Errors: as report, and wrong_task, which changes nothing.
  template <typename Task>
  [[nodiscard]] Status complete(const Token& token, const Task& given) {
    static_assert(kIsTask<Task>, "only a task is reported");
    return report({token, Ending::completed, Task::id, &given, Task::record_bytes});
  }
  [[nodiscard]] Status report(const Report& report);
  // Takes many reports; returns how many were accepted.
  uint32_t report_many(std::span<const Report> reports);
  [[nodiscard]] ActCounters act_counters() const;

  // Says that the game has just written this key, of any scope, for all agents of the population: for this
  // frame or, between frames, for the next one. From the first such call on `stale_visits` counts reads of
  // watched keys (Asset::watched_keys) that the game forgets to write, if the runtime was built with
  // assertions (without NDEBUG); else the call does nothing. One thread at a time, and not while jobs act.
  // O(log keys). Errors: unknown_id.
  [[nodiscard]] Status refreshed(uint64_t key);
  template <typename T, KeyPlace place>
  [[nodiscard]] Status refreshed(Key<T, place> key) {
    static_assert(place == KeyPlace::agent || place == KeyPlace::team || place == KeyPlace::world,
                  "Population::refreshed is for keys of the blackboard");
    return refreshed(key.id);
  }
  // The number of reads of watched keys, by running bodies and steerings, that the game had not refreshed
  // since the frame began; each agent counts once a frame. Counted since the population was made or reloaded;
  // no part of the state. 0 in a build without assertions, and for a game that never calls refreshed().
  [[nodiscard]] uint64_t stale_visits() const;

  // Gives the next point of an agent's path, in metres, at its own height: the centre of the next cell, or,
  // before a step that cuts the corner of a cell that cannot be entered, this corner. False if there is no
  // such agent, or it does not walk, or stands and waits for its path. Not while the population acts.
  [[nodiscard]] bool way_point(Entity agent, Vector3& at) const;
  // Writes the rest of its path, for drawing: the centres of up to 2,048 cells, none without a path.
  // O(count). Errors: those of handles, buffer_too_small (`where`: the count).
  [[nodiscard]] Status path(Entity agent, std::span<Vector3> points, uint32_t& count) const;
  // Gives the length, cost and end of that path. O(its steps). Errors: those of handles.
  [[nodiscard]] Status way(Entity agent, Way& way) const;

  // The running option, counted from the agent's first; kNoOption if none runs, and for a handle that is no
  // agent of this population. Not in a job that is thinking.
  [[nodiscard]] uint16_t option(Entity agent) const;
  // The member for which an option with `for_each` runs: its entity or handle; else nobody.
  [[nodiscard]] Entity candidate(Entity agent) const;
  // The agent's importance profile, which counts unless its state has another one; kNoProfileId if it has
  // none, and zero for a handle that is no agent of this population.
  [[nodiscard]] ProfileId profile(Entity agent) const;
  // Gives the agent another profile. Not while the population thinks or acts.
  // Errors: wrong_phase, those of handles, unknown_id.
  [[nodiscard]] Status set_profile(Entity agent, ProfileId profile);
  // The agent's state, counted from its first; kNoState if it has no states, and for a handle that is no
  // agent of this population. Not in a job that is thinking.
  [[nodiscard]] uint32_t state(Entity agent) const;
  // The agent's team; zero for a handle that is no agent of this population.
  [[nodiscard]] TeamId team(Entity agent) const;
  // Gives the agent another team. Not while the population thinks or acts.
  // Errors: wrong_phase, those of handles, out_of_range.
  [[nodiscard]] Status set_team(Entity agent, TeamId team);

  // The hash of this population's part of the state; see World::state_hash.
  [[nodiscard]] uint64_t state_hash() const;

  // For the runtime itself.
  struct State;
  // As the world holds it now: a reload puts another one into its place. Null if it is not valid.
  [[nodiscard]] State* state() const;

 private:
  friend class Candidates;
  friend class Tools;
  friend class World;
  const WorldCell* cell_ = nullptr;  // where the world was entered
  uint32_t world_ = 0;
  uint16_t index_ = 0;
};

}  // namespace ishi
