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

// A population: all agents of one kind, in slots that never move. A Population is a handle of 16 bytes that
// is copied freely; the World owns what it names. One that no add_population has set refuses every call with
// not_created, one whose world was destroyed or made anew with world_gone; what returns no Status gives 0,
// false, nobody or no column.
//
// Columns are by slot; every other call takes the handle of an agent, and refuses one of another world
// (foreign_handle), of one who is gone (stale_handle) and of another population (not_of_population). Slots
// come with batches and from slot_of; agent_of gives the handle of who lives in one.
//
// Sensing takes three calls in a frame, before the population thinks; agents that have no senses do without.
// Deciding takes three calls in a frame. `begin_think` says who is due; the game writes what these agents
// should know; `think` decides for one job after the other, on any threads; `end_think` closes. Acting takes
// three more, and moving, for agents that steer or walk, the last three.

namespace ishi {

struct WorldCell;

class Population {
 public:
  Population() = default;

  // True if its world exists. Any thread, at any time, also while the world is destroyed.
  [[nodiscard]] bool valid() const;
  // The same with a reason: not_created, world_gone.
  [[nodiscard]] Status status() const;
  // World::number of its world, also if that is gone; 0 if it was never set.
  [[nodiscard]] uint32_t world_number() const { return world_; }
  // Its place in the world, counted from 0: the `population` of its tokens.
  [[nodiscard]] uint16_t index() const;
  // The id of its agent in its asset: what it was added with, until a reload gives it an asset that renames
  // it.
  [[nodiscard]] AgentId agent_id() const;
  [[nodiscard]] uint32_t capacity() const;
  // How many agents live.
  [[nodiscard]] uint32_t size() const;

  // Spawns one agent with the defaults of every key; it takes the lowest free slot, and no option runs. It
  // thinks within the interval of its `every` for the first time, soon if few are due. Outside a frame, no
  // allocation, O(capacity / 64) at worst.
  // wrong_phase, population_full, world_full, out_of_range (team), unknown_id (profile, thing), bad_options.
  [[nodiscard]] Status spawn(const SpawnOptions& options, Entity& agent);
  // The same for many, one handle each; stops at the first that fails, whose place is `where`: those
  // before it live. buffer_too_small (fewer handles than options; none lives then).
  [[nodiscard]] Status spawn_many(std::span<const SpawnOptions> options, std::span<Entity> agents);
  // Ends an agent: its slot and row may be given to others, its handle is stale from now on. What it does is
  // aborted: its tokens are stale at once, and the ends are among the commands of the next round, but for a
  // task whose End has asked to report when it is over: that one has had its End.
  // wrong_phase, those of handles.
  [[nodiscard]] Status despawn(Entity agent);

  // Errors, which the calls below name "those of handles": foreign_handle, stale_handle, not_of_population.
  [[nodiscard]] Status slot_of(Entity agent, uint32_t& slot) const;
  // Nobody if no agent lives there.
  [[nodiscard]] Entity agent_of(uint32_t slot) const;

  // The values of an agent's key, one a slot. unknown_id, wrong_scope, wrong_type (`where`: the id).
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

  // The levels that each agent carries of a need or drive, 0 to 1, one a slot: as of its last thought, or
  // since its option ended. Values that the game writes are held in 0..1 when they are read.
  // unknown_id; wrong_type if the level is computed.
  [[nodiscard]] Status levels(MotiveId motive, Column<float>& column);
  // The level of one agent as it is now: the stored one, and what has come to it since by its rates. Nothing
  // is stored or drawn; a thought in this frame would come to the same. As slow as a small part of a thought.
  // stale_handle, not_of_population, unknown_id, wrong_type, scratch_too_small, wrong_phase while the
  // population thinks or acts.
  [[nodiscard]] Status level_now(Entity agent, MotiveId motive, Scratch& scratch, float& level) const;

  // Memories: what each agent knows of entities, whether it is still so or not. In or outside a frame, but
  // not while the population thinks or acts; no allocation; different agents from any thread. When a frame
  // begins, facts are forgotten that nobody has noticed for as long as their memory says.
  //
  // Notices an entity: its position and its thing's fields as they are now. A new fact has the defaults of
  // the memory's own fields, a known one keeps them. In a full memory the least confident fact makes room,
  // then the one first noticed. Linear in the memory's capacity and fields. wrong_phase, those of
  // handles (of the agent and the entity), unknown_id, wrong_thing.
  [[nodiscard]] Status remember(Entity agent, MemoryId memory, Entity entity);
  // Forgets what is known of an entity, which may be gone. An option that is for this fact fails.
  // As above, and member_unknown.
  [[nodiscard]] Status forget(Entity agent, MemoryId memory, Entity entity);
  // Writes the first facts of a memory to `facts`, in the order in which they were first noticed; `count` is
  // how many there are. Not while somebody writes them. Those of handles, unknown_id.
  [[nodiscard]] Status facts(Entity agent, MemoryId memory, std::span<FactInfo> facts, uint32_t& count) const;
  // A field of a fact, given by its place among the facts: one that was noticed of the thing (its id is that
  // of the thing's field) or one of the memory's own, of the section "memory/NAME". T as in `column`, or
  // Vector3. As `facts`, and member_unknown, wrong_type.
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
  // As fact_field and `remember`. What is read of it is held in the field's range.
  template <typename T>
  [[nodiscard]] Status set_fact_field(Entity agent, MemoryId memory, uint32_t fact, uint64_t field,
                                      const T& value);
  template <ByteEnum T>
  [[nodiscard]] Status set_fact_field(Entity agent, MemoryId memory, uint32_t fact, uint64_t field,
                                      const T& value) {
    return set_fact_field(agent, memory, fact, field, static_cast<uint8_t>(value));
  }
  // A handle is stored as its id. As above, and foreign_handle.
  [[nodiscard]] Status set_fact_field(Entity agent, MemoryId memory, uint32_t fact, uint64_t field,
                                      const Entity& value) {
    if (value != kNobody && value.world != world_) return {StatusCode::foreign_handle, value.index};
    return set_fact_field<EntityId>(agent, memory, fact, field, value);
  }
  // As a contract's header has it, which says the type: a field of a thing, or one that the memory gives.
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
  // How aware an agent is of a fact, given by its place among the facts: 0 to 1. As `facts`, and
  // member_unknown; wrong_type if no sense raises the awareness of this memory.
  [[nodiscard]] Status awareness(Entity agent, MemoryId memory, uint32_t fact, float& awareness) const;
  // Senses. Those agents sense whose turn to think is in this frame. What they notice becomes facts of their
  // memories; whom they may see becomes a question to the game. Optional: without these calls nobody senses.
  //
  // Applies the answers to earlier questions, and says who senses. In a frame, before the population thinks,
  // at most once. Linear in capacity / 64 and, for each sense, in the world's entities. No allocation.
  // bad_options, wrong_phase.
  [[nodiscard]] Status begin_sense(const SenseOptions& options, SenseBatch& batch);
  [[nodiscard]] Status begin_sense(SenseBatch& batch) { return begin_sense({}, batch); }
  // Senses for the agents of one job: 0 to batch.jobs() - 1, each once, any thread, with a scratch of that
  // thread's own. batch_stale, out_of_range, job_done, scratch_too_small, wrong_phase.
  [[nodiscard]] Status sense(const SenseBatch& batch, uint32_t job, Scratch& scratch);
  // Ends it. `queries` are the pairs that the game is asked for, by observer, sense and the place where they
  // wait; they live until the next end_sense. A pair that waits is not asked for again. batch_stale,
  // jobs_missing, wrong_phase.
  [[nodiscard]] Status end_sense(const SenseBatch& batch, std::span<const OcclusionQuery>& queries);
  // Answers a query, in the frame in which it was asked or the next one; any thread, not while begin_sense or
  // begin_think of this population runs. Answers are applied in the order of the queries when the population
  // next begins to sense or to think: what is answered before it thinks it knows then. What was not answered
  // counts as blocked. foreign_handle, query_unknown, query_answered, query_stale (`where`: Ticket::query),
  // bad_options.
  [[nodiscard]] Status answer(Ticket ticket, Sight sight);
  [[nodiscard]] SenseCounters sense_counters() const;

  // A set of candidates that the agent has for itself (World gives those of teams and of the world). The
  // calls of the handle report a wrong agent or set.
  [[nodiscard]] Candidates candidates(Entity agent, SetId set) const;

  // Choices: what an agent would choose of a set, without doing anything. The agent has those that its
  // behaviour names and those under its `choices`.
  //
  // What was chosen in the agent's last thought or call of `choose`: nobody if there was nothing to choose,
  // or if that is no more in the set. Not in a job that is thinking. Those of handles,
  // unknown_id.
  [[nodiscard]] Status chosen(Entity agent, ChoiceId choice, Chosen& chosen) const;
  // Chooses now, without a thought, and keeps that as chosen last; in or outside a frame, for different
  // agents from any thread with a scratch each, but not while the population thinks or acts. No allocation.
  // Linear in the agent's program, times the members of what it goes over. wrong_phase, scratch_too_small,
  // and as above.
  [[nodiscard]] Status choose(Entity agent, ChoiceId choice, Scratch& scratch, Chosen& chosen);

  // Lists who is due in this frame and computes what agents have in common (world, teams, profiles).
  // Thoughts are spread: each frame has as many as the intervals of all agents ask for, for which some think
  // up to an eighth of their interval (at least a frame) before they are due. Linear in those who are due or
  // visited, plus capacity / 64 for each bucket of time that has passed, 64 at most. In a frame, once a
  // frame. wrong_phase, bad_options.
  [[nodiscard]] Status begin_think(const BatchOptions& options, Batch& batch);
  [[nodiscard]] Status begin_think(Batch& batch) { return begin_think({}, batch); }
  // Of the last begin_think.
  [[nodiscard]] ThinkCounters think_counters() const;
  // Decides for the agents of one job. Any thread; jobs at the same time need a scratch each. The caller's
  // floating-point environment does not matter; of it the flags of exceptions may be raised. No allocation.
  // wrong_phase, batch_stale, out_of_range (job), job_done, scratch_too_small.
  [[nodiscard]] Status think(const Batch& batch, uint32_t job, Scratch& scratch);
  // If options of the population claim something it is thinking until that is granted: when the last of the
  // populations that think at the same time has ended its thought.
  // wrong_phase, batch_stale, jobs_missing (`where`: the first).
  [[nodiscard]] Status end_think(const Batch& batch);

  // Acting: what was chosen is done. A round visits the agents that something woke (a choice, a report, a
  // deadline, a condition that a step watches, in the first round of a frame), and gives commands; the game
  // carries them out and reports, at once or frames later. After a round the game asks `wants_act`: tasks
  // that it reported at once let their agents go on in the same frame, in kRoundsPerFrame rounds at most;
  // what is left goes on in the next frame.
  //
  // True if a round has something to do: true before the first round of a frame.
  [[nodiscard]] bool wants_act() const;
  // In a frame, not while it thinks. Linear in the agents that it visits, plus capacity / 64.
  // wrong_phase, rounds_spent, bad_options.
  [[nodiscard]] Status begin_act(const RoundOptions& options, Round& round);
  [[nodiscard]] Status begin_act(Round& round) { return begin_act({}, round); }
  // Acts for the agents of one job; as `think`.
  [[nodiscard]] Status act(const Round& round, uint32_t job, Scratch& scratch);
  // Ends the round and gives its commands. wrong_phase, batch_stale, jobs_missing (`where`: the first).
  [[nodiscard]] Status end_act(const Round& round, Commands& commands);

  // Moving: where agents go whose body is at a step `steer`. After acting, once a frame, if the game wants to
  // know; a game that never asks pays nothing. `begin_move` says who moves; the game writes where their ways
  // are blocked; `move` decides for one job after the other, on any threads; `end_move` gives the moves, by
  // which the game moves its characters when the frame has ended. An agent keeps its last heading in mind as
  // long as it steers in every move.
  //
  // In a frame, not while it thinks or acts. Linear in the capacity. wrong_phase, bad_options.
  [[nodiscard]] Status begin_move(const MoveOptions& options, MoveBatch& batch);
  [[nodiscard]] Status begin_move(MoveBatch& batch) { return begin_move({}, batch); }
  // One mask a slot: bit i is set where direction i of the agent's steering is blocked. Read by those who
  // `avoid`; no mask at all if no steering does. They stay as they are until the game writes others, begin
  // with 0 when an agent is spawned, and are a part of the state. Different slots from any thread, but not
  // while jobs move.
  [[nodiscard]] std::span<uint64_t> blocked();
  // Decides for the agents of one job; as `think`.
  [[nodiscard]] Status move(const MoveBatch& batch, uint32_t job, Scratch& scratch);
  // Gives the moves, rising by slot; they are valid until the next begin_move. wrong_phase, batch_stale,
  // jobs_missing (`where`: the first).
  [[nodiscard]] Status end_move(const MoveBatch& batch, std::span<const Move>& moves);
  // Says that a task ended, at any time and from any thread; the agent goes on in the next round. A report
  // while jobs act is taken in that round or the next; none may come while another thread asks for a hash of
  // the state, which it is a part of. Of a task that was aborted and needed time to end, either ending frees
  // its lane. foreign_handle, token_unknown (never given, or by another population), token_stale (the task is
  // over), already_reported; none of them changes anything. nothing_given: the task gives something back, so
  // without it counts as failed.
  [[nodiscard]] Status report(const Token& token, Ending ending) { return report({token, ending}); }
  // Says that a task completed, and what it gives back: the members of the task's struct that are given.
  // Those of `report`, and wrong_task, which changes nothing.
  template <typename Task>
  [[nodiscard]] Status complete(const Token& token, const Task& given) {
    static_assert(kIsTask<Task>, "only a task is reported");
    return report({token, Ending::completed, Task::id, &given, Task::record_bytes});
  }
  [[nodiscard]] Status report(const Report& report);
  // The same for many; returns how many were taken.
  uint32_t report_many(std::span<const Report> reports);
  [[nodiscard]] ActCounters act_counters() const;

  // For finding keys that a game forgets to write: says that the game has just written this key, of whatever
  // scope, for all agents of the population, in this frame or, between frames, for the next one. A game that
  // has said so once is held to all of Asset::watched_keys, as far as the runtime was built with assertions
  // (without NDEBUG); else nothing is done. One thread at a time, and not while jobs act. O(log keys).
  // unknown_id.
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

  // Where an agent that walks is to go next, in metres, at its own height: the centre of a cell that lies
  // next to its own, or, before a step that cuts the corner of a cell that cannot be entered, this corner.
  // False if there is no such agent, if it does not walk, or stands because it waits for its way. Not while
  // the population acts.
  [[nodiscard]] bool way_point(Entity agent, Vector3& at) const;
  // The way that is left to it, for drawing: the centres of up to 2,048 cells, none if it has none. O(count).
  // Those of handles, buffer_too_small (`where`: the count).
  [[nodiscard]] Status path(Entity agent, std::span<Vector3> points, uint32_t& count) const;
  // The length, cost and end of that path. O(its steps). Errors: those of handles.
  [[nodiscard]] Status way(Entity agent, Way& way) const;

  // The running option, counted from the agent's first; kNoOption if none runs, and for a handle that is no
  // agent of this population. Not in a job that is thinking.
  [[nodiscard]] uint16_t option(Entity agent) const;
  // Whom it is for: the entity of the fact that an option with `for_each` chose; else nobody.
  [[nodiscard]] Entity candidate(Entity agent) const;
  // The agent's importance profile, which counts unless its state has another one; kNoProfileId if it has
  // none, and zero for a handle that is no agent of this population.
  [[nodiscard]] ProfileId profile(Entity agent) const;
  // Not while the population thinks or acts.
  // Errors: wrong_phase, those of handles, unknown_id.
  [[nodiscard]] Status set_profile(Entity agent, ProfileId profile);
  // The agent's state, counted from its first; kNoState if it has no states, and for a handle that is no
  // agent of this population. Not in a job that is thinking.
  [[nodiscard]] uint32_t state(Entity agent) const;
  // Zero for a handle that is no agent of this population.
  [[nodiscard]] TeamId team(Entity agent) const;
  // As set_profile, and out_of_range.
  [[nodiscard]] Status set_team(Entity agent, TeamId team);

  // A hash of this population's part of the state; see World::state_hash.
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
