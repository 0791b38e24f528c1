#pragma once

#include <cstdint>
#include <span>

#include "ishi/batch.h"
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
  [[nodiscard]] uint64_t agent_id() const;
  [[nodiscard]] uint32_t capacity() const;
  // How many agents live.
  [[nodiscard]] uint32_t size() const;

  // Spawns one agent with the defaults of every key; it takes the lowest free slot, and no option runs. It
  // thinks within the interval of its `every` for the first time, soon if few are due. Outside a frame, no
  // allocation, O(capacity / 64) at worst.
  // wrong_phase, population_full, world_full, out_of_range (team, profile), unknown_id (thing), bad_options.
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
  // since its option ended. What is written is held in 0..1 when it is read. `motive` is an id, of the
  // section "motives". unknown_id; wrong_type if the level is computed.
  [[nodiscard]] Status levels(uint64_t motive, Column<float>& column);
  // The level of one agent as it is now: the stored one, and what has come to it since by its rates. Nothing
  // is stored or drawn; a thought in this frame would come to the same. As slow as a small part of a thought.
  // stale_handle, not_of_population, unknown_id, wrong_type, scratch_too_small, wrong_phase while the
  // population thinks or acts.
  [[nodiscard]] Status level_now(Entity agent, uint64_t motive, Scratch& scratch, float& level) const;

  // Memories: what each agent knows of entities, whether it is still so or not. In or outside a frame, but
  // not while the population thinks or acts; no allocation; different agents from any thread. `memory` is an
  // id, of the section "memory". When a frame begins, facts are forgotten that nobody has noticed for as long
  // as their memory says.
  //
  // Notices an entity: its position and its thing's fields as they are now. A new fact has the defaults of
  // the memory's own fields, a known one keeps them. In a full memory the least confident fact makes room,
  // then the one first noticed. Linear in the memory's capacity and fields. wrong_phase, those of
  // handles (of the agent and the entity), unknown_id, wrong_thing.
  [[nodiscard]] Status remember(Entity agent, uint64_t memory, Entity entity);
  // Forgets what is known of an entity, which may be gone. An option that is for this fact fails.
  // As above, and member_unknown.
  [[nodiscard]] Status forget(Entity agent, uint64_t memory, Entity entity);
  // Writes the first facts of a memory to `facts`, in the order in which they were first noticed; `count` is
  // how many there are. Not while somebody writes them. Those of handles, unknown_id.
  [[nodiscard]] Status facts(Entity agent, uint64_t memory, std::span<FactInfo> facts, uint32_t& count) const;
  // A field of a fact, given by its place among the facts: one that was noticed of the thing (its id is that
  // of the thing's field) or one of the memory's own, of the section "memory/NAME". T as in `column`, or
  // Vector3. As `facts`, and member_unknown, wrong_type.
  template <typename T>
  [[nodiscard]] Status fact_field(Entity agent, uint64_t memory, uint32_t fact, uint64_t field,
                                  T& value) const;
  template <ByteEnum T>
  [[nodiscard]] Status fact_field(Entity agent, uint64_t memory, uint32_t fact, uint64_t field,
                                  T& value) const {
    auto byte = static_cast<uint8_t>(value);
    const Status status = fact_field(agent, memory, fact, field, byte);
    value = static_cast<T>(byte);
    return status;
  }
  // As fact_field and `remember`. What is read of it is held in the field's range.
  template <typename T>
  [[nodiscard]] Status set_fact_field(Entity agent, uint64_t memory, uint32_t fact, uint64_t field,
                                      const T& value);
  template <ByteEnum T>
  [[nodiscard]] Status set_fact_field(Entity agent, uint64_t memory, uint32_t fact, uint64_t field,
                                      const T& value) {
    return set_fact_field(agent, memory, fact, field, static_cast<uint8_t>(value));
  }
  // A handle is stored as its id. As above, and foreign_handle.
  [[nodiscard]] Status set_fact_field(Entity agent, uint64_t memory, uint32_t fact, uint64_t field,
                                      const Entity& value) {
    if (value != kNobody && value.world != world_) return {StatusCode::foreign_handle, value.index};
    return set_fact_field<EntityId>(agent, memory, fact, field, value);
  }
  // For restoring and tests: puts a fact behind those that there are, with the defaults of its fields. As
  // `remember`, but for stale handles, which are taken, and nobody, who is stale_handle;
  // already_known, set_full. Times are held so that first <= last <= now.
  [[nodiscard]] Status restore_fact(Entity agent, uint64_t memory, const FactInfo& fact);

  // How aware an agent is of a fact, given by its place among the facts: 0 to 1. As `facts`, and
  // member_unknown; wrong_type if no sense raises the awareness of this memory.
  [[nodiscard]] Status awareness(Entity agent, uint64_t memory, uint32_t fact, float& awareness) const;
  // For restoring and tests: it is held in 0..1, and nobody is told of the levels up to it. As `remember`,
  // and as above.
  [[nodiscard]] Status set_awareness(Entity agent, uint64_t memory, uint32_t fact, float awareness);

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
  // For tools: whom agents have noticed since begin_sense. See PopulationOptions::notices.
  [[nodiscard]] std::span<const Notice> notices() const;
  // For tools: how a sense of the agent, counted from its first, would judge somebody as things stand now.
  // Not while the population senses, thinks, acts or moves. Those of handles, out_of_range (sense),
  // wrong_phase.
  [[nodiscard]] Status judge_sense(Entity agent, uint32_t sense, Entity target,
                                   SenseJudgement& judgement) const;

  // Candidates: the members of the sets that the game fills, each agent's own (World has those of teams and
  // of the world). `set` is an id, of the section "candidates". In or outside a frame, but not while the
  // population acts, nor while a job thinks in which the agent is: between begin_think and think is the time
  // to give those who are due what they choose among. No allocation; different agents from any thread. An
  // entity that is despawned is withdrawn when the next frame begins. An option that is for a candidate fails
  // when that is withdrawn.
  //
  // Takes a member in, behind the others, with the defaults of its fields. Of a set of entities `candidate`
  // is one; else it becomes the handle of the new member. Linear in the members. wrong_phase, those
  // of handles, unknown_id, wrong_scope, stale_handle, wrong_thing, already_known, set_full.
  [[nodiscard]] Status add_candidate(Entity agent, uint64_t set, Entity& candidate);
  // Makes these entities the members, in this order, which settles ties; who was one already keeps its
  // fields. If it fails nothing has changed. Quadratic in the members. As above; set_full also for more than
  // the capacity (`where` is that, else the place of the entity), wrong_thing also if members are no
  // entities.
  [[nodiscard]] Status set_candidates(Entity agent, uint64_t set, std::span<const Entity> entities);
  // Takes a member out; those behind it move up. As add_candidate, and member_unknown.
  [[nodiscard]] Status withdraw_candidate(Entity agent, uint64_t set, Entity candidate);
  // Writes the first members to `candidates`, entities or handles; `count` is how many there are.
  [[nodiscard]] Status candidates(Entity agent, uint64_t set, std::span<Entity> candidates,
                                  uint32_t& count) const;
  // A field that the set gives its members; `field` is an id, of the section "candidates/NAME". T as in
  // `column`, or Vector3. As withdraw_candidate, and wrong_type.
  template <typename T>
  [[nodiscard]] Status candidate_field(Entity agent, uint64_t set, Entity candidate, uint64_t field,
                                       T& value) const;
  template <ByteEnum T>
  [[nodiscard]] Status candidate_field(Entity agent, uint64_t set, Entity candidate, uint64_t field,
                                       T& value) const {
    auto byte = static_cast<uint8_t>(value);
    const Status status = candidate_field(agent, set, candidate, field, byte);
    value = static_cast<T>(byte);
    return status;
  }
  template <typename T>
  [[nodiscard]] Status set_candidate_field(Entity agent, uint64_t set, Entity candidate, uint64_t field,
                                           const T& value);
  template <ByteEnum T>
  [[nodiscard]] Status set_candidate_field(Entity agent, uint64_t set, Entity candidate, uint64_t field,
                                           const T& value) {
    return set_candidate_field(agent, set, candidate, field, static_cast<uint8_t>(value));
  }
  // A handle is stored as its id. As above, and foreign_handle.
  [[nodiscard]] Status set_candidate_field(Entity agent, uint64_t set, Entity candidate, uint64_t field,
                                           const Entity& value) {
    if (value != kNobody && value.world != world_) return {StatusCode::foreign_handle, value.index};
    return set_candidate_field<EntityId>(agent, set, candidate, field, value);
  }
  // As a contract's header has it, which says the type.
  template <typename T, KeyPlace place>
  [[nodiscard]] Status candidate_field(Entity agent, uint64_t set, Entity candidate, Key<T, place> field,
                                       T& value) const {
    static_assert(place == KeyPlace::candidate, "this key is not of the members of a set; see KeyPlace");
    return candidate_field(agent, set, candidate, field.id, value);
  }
  template <typename T, KeyPlace place>
  [[nodiscard]] Status set_candidate_field(Entity agent, uint64_t set, Entity candidate, Key<T, place> field,
                                           const std::type_identity_t<T>& value) {
    static_assert(place == KeyPlace::candidate, "this key is not of the members of a set; see KeyPlace");
    return set_candidate_field(agent, set, candidate, field.id, value);
  }
  template <KeyPlace place>
  [[nodiscard]] Status set_candidate_field(Entity agent, uint64_t set, Entity candidate,
                                           Key<EntityId, place> field, const Entity& value) {
    static_assert(place == KeyPlace::candidate, "this key is not of the members of a set; see KeyPlace");
    return set_candidate_field(agent, set, candidate, field.id, value);
  }

  // Choices: what an agent would choose of a set, without doing anything. `choice` is an id, of the section
  // "choices"; the agent has those that its behaviour names and those under its `choices`.
  //
  // What was chosen in the agent's last thought or call of `choose`: nobody if there was nothing to choose,
  // or if that is no more in the set. Not in a job that is thinking. Those of handles,
  // unknown_id.
  [[nodiscard]] Status chosen(Entity agent, uint64_t choice, Chosen& chosen) const;
  // Chooses now, without a thought, and keeps that as chosen last; in or outside a frame, for different
  // agents from any thread with a scratch each, but not while the population thinks or acts. No allocation.
  // Linear in the agent's program, times the members of what it goes over. wrong_phase, scratch_too_small,
  // and as above.
  [[nodiscard]] Status choose(Entity agent, uint64_t choice, Scratch& scratch, Chosen& chosen);

  // Lists who is due in this frame and computes what agents have in common (world, teams, profiles).
  // Thoughts are spread: each frame has as many as the intervals of all agents ask for, for which some think
  // up to an eighth of their interval (at least a frame) before they are due. Linear in those who are due or
  // looked at, plus capacity / 64 for each bucket of time that has passed, 64 at most. In a frame, once a
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

  // Acting: what was chosen is done. A round looks at the agents that something woke (a choice, a report, a
  // deadline, a condition that a step watches, in the first round of a frame), and gives commands; the game
  // carries them out and reports, at once or frames later. After a round the game asks `wants_act`: tasks
  // that it reported at once let their agents go on in the same frame, in kRoundsPerFrame rounds at most;
  // what is left goes on in the next frame.
  //
  // Whether a round has something to do: true before the first round of a frame.
  [[nodiscard]] bool wants_act() const;
  // In a frame, not while it thinks. Linear in the agents that are looked at, plus capacity / 64.
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
  // The steering that an agent follows, an index of the asset's; kNotFound if it does not steer. Not while
  // the population acts.
  [[nodiscard]] uint32_t steering(Entity agent) const;
  // What each direction weighed when the agent moved last, −infinity where the way was blocked: for drawing,
  // until the next begin_move. `count` is how many there are; 0 if it does not steer or has not moved so yet.
  // Those of handles, buffer_too_small.
  [[nodiscard]] Status weights(Entity agent, std::span<float> weights, uint32_t& count) const;

  // Says that a task ended, at any time and from any thread; the agent goes on in the next round. A report
  // while jobs act is taken in that round or the next; none may come while another thread asks for a hash of
  // the state, which it is a part of. Of a task that was aborted and needed time to end, either ending frees
  // its lane. foreign_handle, token_unknown (never given, or by another population), token_stale (the task is
  // over), already_reported; none of them changes anything.
  [[nodiscard]] Status report(const Token& token, Ending ending);
  // The same for many; returns how many were taken.
  uint32_t report_many(std::span<const Report> reports);
  // For simulations without a game: writes into the keys what the contract says that this running task
  // changes. Not while the population thinks or acts. wrong_phase, token_unknown (never given), token_stale
  // (it does not run any more).
  [[nodiscard]] Status apply_effects(const Token& token);

  // The nodes of the asset that an agent is busy with, from its option's body down to the step; returns how
  // many, of which the first are written to `nodes`. 0 if nothing runs. For tools: not while the population
  // thinks or acts.
  uint32_t active_nodes(Entity agent, std::span<uint32_t> nodes) const;

  // Why an option is out of the question whatever it scores, for tools: not while the population thinks or
  // acts. Whether what runs may only be replaced by an option of a higher rank, since something of it is not
  // interruptible now; false if nothing runs.
  [[nodiscard]] bool is_locked(Entity agent) const;
  // The microseconds until an option's cooldown is over; 0 if it is, and for what does not exist.
  [[nodiscard]] uint64_t cooldown_left(Entity agent, uint16_t option) const;

  // The plan that a node of an agent follows. For tools, as active_nodes. Those of handles,
  // unknown_id (`where`: the node: it has no plan now).
  [[nodiscard]] Status plan(Entity agent, uint32_t node, PlanInfo& plan) const;

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

  // What the state of this population takes; zeros if it is not valid.
  [[nodiscard]] AgentBytes agent_bytes() const;
  // Of an agent's members in one set, an index of the asset's; 0 if there is no such set, and if agents share
  // it.
  [[nodiscard]] uint64_t set_bytes(uint32_t set) const;
  // Of one search for plans, whose number PopulationOptions says; 0 without plans.
  [[nodiscard]] uint64_t plan_search_bytes() const;

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
  // For restoring and tests: not while the population thinks. An option that is for a fact needs its entity;
  // of one that is not remembered it fails when the agent acts. Where options of the population claim
  // something, not while any population thinks or acts. wrong_phase, those of handles, out_of_range,
  // claim_taken
  // (`where`: the option).
  [[nodiscard]] Status set_option(Entity agent, uint16_t option, Entity candidate = kNobody);
  // The importance profile of an individual, which counts unless its state has another one; kNoProfile also
  // for who is no agent of this population.
  [[nodiscard]] uint32_t profile(Entity agent) const;
  // As set_option.
  [[nodiscard]] Status set_profile(Entity agent, uint32_t profile);
  // The agent's state, counted from its first; kNoState if it has no states, and for a handle that is no
  // agent of this population. Not in a job that is thinking.
  [[nodiscard]] uint32_t state(Entity agent) const;
  // As set_option: for restoring and tests. The agent has been in that state from now on; nothing of `enter`
  // and `finally` is done. What runs and does not compete there is left.
  [[nodiscard]] Status set_state(Entity agent, uint32_t state);
  [[nodiscard]] uint32_t team(Entity agent) const;
  // As set_option.
  [[nodiscard]] Status set_team(Entity agent, uint32_t team);

  // How many values `explain` gives: the operations of the agent's program.
  [[nodiscard]] uint32_t value_count() const;
  // Computes every operation of the program for one agent as things stand now, bit for bit as `think`
  // does; `values` must hold at least value_count(). Any time but while somebody writes what it reads; any
  // thread. Linear in the program. Those of handles, buffer_too_small.
  [[nodiscard]] Status explain(Entity agent, std::span<float> values) const;

  // The same for options that are for members of a set: computes their part of the program for one member, an
  // index, of a set, an index of the asset's; `values` hold what `explain` gave. member_unknown, unknown_id.
  [[nodiscard]] Status explain_member(Entity agent, uint32_t set, uint32_t member,
                                      std::span<float> values) const;

  // A hash of this population's part of the state; see World::state_hash.
  [[nodiscard]] uint64_t state_hash() const;

  // For the runtime itself.
  struct State;
  // As the world holds it now: a reload puts another one into its place. Null if it is not valid.
  [[nodiscard]] State* state() const;

 private:
  friend class World;
  const WorldCell* cell_ = nullptr;  // where the world was entered
  uint32_t world_ = 0;
  uint16_t index_ = 0;
};

}  // namespace ishi
