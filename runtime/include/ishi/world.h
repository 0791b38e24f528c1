#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "ishi/allocator.h"
#include "ishi/asset.h"
#include "ishi/column.h"
#include "ishi/contract.h"
#include "ishi/grid.h"
#include "ishi/kernels.h"
#include "ishi/population.h"
#include "ishi/reload.h"
#include "ishi/save.h"
#include "ishi/senses.h"
#include "ishi/status.h"
#include "ishi/types.h"

// A world holds the time, one space of entities, the keys of the teams and of the world, and the populations.
// A World owns all of it; populations and columns are handles into it. One thread at a time calls a world,
// except where a function says otherwise.
//
// A world that was never made, or could not be made, refuses every call with not_created; calls that return
// no Status give 0, false, nobody or an empty column. Every call that takes an entity has the errors
// foreign_handle and stale_handle, which "those of handles" stand for below.
//
// A handle holds the number of the world that gave it. Every call refuses a handle of another world
// (foreign_handle), also of a world that is gone or was made anew; a population whose world is gone refuses
// every call (world_gone). The number is no part of the state: it is neither hashed nor saved, and stored ids
// do not contain it. Columns, spans and GridCells are views of memory, which nothing checks: they end with
// their world.
//
// A game may pass anything. The runtime refuses each number, handle, index, token and time that it cannot
// use, or reads it as something harmless; a call that fails changes nothing, also for lack of memory. It does
// not check pointers and the sizes of what they point to, the lifetimes of views, and which thread calls.
// Any thread may ask whether something is valid, alive or created. Nothing protects a world that is destroyed
// while another thread is in a call of it.
//
// The order of a frame: begin_frame; for each population begin_sense, sense and end_sense if it senses, then
// begin_think, think and end_think, then begin_act, act and end_act for as long as it wants to act;
// find_paths if anybody walks; for each population begin_move, move and end_move if it moves; end_frame.
// Between begin_frame and end_frame no entity is spawned, despawned or moved.

namespace ishi {

struct WorldOptions {
  uint32_t size = sizeof(WorldOptions);
  uint64_t seed = 0;                 // of all random draws
  uint32_t entities = 1024;          // how many live at once, agents included; 1 to 2^24 - 1
  uint32_t teams = 1;                // 1 to 65,535
  Up up = Up::y;                     // must be that of every asset
  uint32_t event_bytes = 64 * 1024;  // room for the events of a frame: each takes 32 bytes and its record; a
                                     // multiple of 8, up to 1 GiB
  uint32_t sounds = 256;  // how many are kept until they were heard, up to 65,536; then the oldest is lost
  Contract contract{};    // the contract that the game was built for; none: the world takes any asset. A key
                          // or thing exists once a population whose asset has it was added
  InstructionSet instruction_set = InstructionSet::best;  // others are for measuring and for tests
  Kernels kernels{};  // written by `ishi build --kernels`; what they point to must outlive the world
  // The number by which handles recognise their world: 1 to 2^31 - 1, which no other existing world may have,
  // or that of the world which is replaced, whatever it is, and which this one then takes over. 0: a number
  // from 2^31 on that no world of this process has had. For games that keep tokens or handles beyond a world
  // or on other machines.
  uint32_t number = 0;
  Allocator allocator{};  // of all memory of the world
};

struct EntityOptions {
  uint32_t size = sizeof(EntityOptions);
  Vector3 position{};     // metres
  Vector3 facing{};       // of length 1; zeros: forward
  ThingId thing{};        // its kind; zero: none
  uint64_t user = 0;      // the game's own, given back with `user`
  uint64_t identity = 0;  // decides what it draws at random; 0: the handle's bits
};

// The receivers of an event.
enum class EventTarget : uint8_t { agent, team, everyone };

struct EventOptions {
  uint32_t size = sizeof(EventOptions);
  uint32_t record_bytes = 0;  // those of the event's record in the contract
  EventId event{};
  EventTarget target = EventTarget::agent;
  TeamId team{};                 // for events to a team
  Entity agent{};                // for events to one agent
  const void* record = nullptr;  // is copied; values out of range are clamped when they are read
};

// The time that no frame may be beyond, in microseconds: 146,000 years.
inline constexpr uint64_t kLastMicrosecond = uint64_t{1} << 62;

struct Clock {
  uint64_t frame = 0;              // since the world began
  uint64_t time_microseconds = 0;  // since the world began; up to kLastMicrosecond
};

class World {
 public:
  World() = default;
  World(World&& other) noexcept;
  World& operator=(World&& other) noexcept;
  ~World();

  // Makes an empty world in `world`. A world that it held is destroyed: its populations refuse all calls from
  // then on (world_gone). Allocates about 60 bytes an entity. Any thread.
  // Errors: bad_options (also a contract whose ids do not rise, or a number that another world has),
  // no_instruction_set (this processor or build lacks it), out_of_memory.
  [[nodiscard]] static Status create(const WorldOptions& options, World& world);
  [[nodiscard]] bool valid() const { return state_ != nullptr; }
  // The number that its handles hold; 0 without a world.
  [[nodiscard]] uint32_t number() const;
  // Makes a handle of an id that was stored, such as in a column or a task's parameters, also if the entity
  // is gone. Of nobody's id, and without a world: nobody. Any thread, O(1).
  [[nodiscard]] Entity entity(EntityId id) const;

  // Adds a population of the agent with id `agent`. All assets of a world share one contract: enums, things,
  // team and world keys, tasks and events of the same id must be the same. If the game gave its contract,
  // everything that the asset names must be in it, agents' own keys included. Earlier columns and handles
  // stay valid. Allocates all memory that the population will ever use. Outside a frame.
  // Errors: unknown_id, contract_mismatch and contract_unknown (`where`: the id; contract_fault says more),
  // up_mismatch, bad_options, too_many_populations, out_of_memory, wrong_phase.
  [[nodiscard]] Status add_population(const Asset& asset, AgentId agent, const PopulationOptions& options,
                                      Population& population);
  // The first part in which the asset that add_population checked last departs from the game's contract or
  // from an earlier asset of the world; no part if it agrees. For `describe`; its names live as long as these
  // assets.
  [[nodiscard]] const ContractFault& contract_fault() const;

  // Spawns an entity that is no agent. Outside a frame, O(1), no allocation.
  // Errors: wrong_phase, world_full, unknown_id (no asset so far has the thing), bad_options.
  [[nodiscard]] Status spawn_entity(const EntityOptions& options, Entity& entity);
  // Ends such an entity. Outside a frame, O(fields), no allocation.
  // Errors: wrong_phase, those of handles, belongs_to_population.
  [[nodiscard]] Status despawn_entity(Entity entity);
  [[nodiscard]] bool is_alive(Entity entity) const;
  [[nodiscard]] uint32_t entity_count() const;

  // Places an entity, in metres. Behaviours and `position` read it clamped to 1e6 m on each axis, and NaN as
  // 0. Outside a frame, any thread for different entities. Errors: those of handles, wrong_phase.
  [[nodiscard]] Status set_position(Entity entity, Vector3 position);
  // Turns an entity: a vector of length 1, or zeros for forward. Nothing normalises it. Threads and errors:
  // as set_position.
  [[nodiscard]] Status set_facing(Entity entity, Vector3 facing);
  // Read the position and facing as set_position and set_facing describe them, and the game's own number
  // (EntityOptions::user). Errors: those of handles.
  [[nodiscard]] Status position(Entity entity, Vector3& position) const;
  [[nodiscard]] Status facing(Entity entity, Vector3& facing) const;
  [[nodiscard]] Status user(Entity entity, uint64_t& user) const;

  // The columns of positions (metres) and facings by entity row (EntityId::index), for writing many at once
  // outside a frame. Row 0 is nobody's: leave it alone. Rows of zeros in `facings` stay zeros.
  [[nodiscard]] PointColumn positions();
  [[nodiscard]] PointColumn facings();

  // Gives the column of a field of a kind of thing, by entity row; T as in Population::column. Nothing reads
  // the rows of other kinds. A thing has the fields that the assets of all populations so far give it.
  // Errors: unknown_id, wrong_type (`where`: the id, here and below).
  template <typename T>
  [[nodiscard]] Status field(uint64_t field, Column<T>& column);
  template <ByteEnum T>
  [[nodiscard]] Status field(uint64_t field, Column<T>& column) {
    return give_bytes(column, [&](Column<uint8_t>& bytes) { return this->field(field, bytes); });
  }
  [[nodiscard]] Status field(uint64_t field, PointColumn& column);
  template <typename T, KeyPlace place>
  [[nodiscard]] Status field(Key<T, place> field, ColumnOf<T>& column) {
    static_assert(place == KeyPlace::field,
                  "World::field is for fields of things; see KeyPlace for what gives this key's column");
    return this->field(field.id, column);
  }
  // Gives a key of the world, a column of one row. It exists once a population whose asset has it was added.
  // Errors: unknown_id, wrong_scope, wrong_type.
  template <typename T>
  [[nodiscard]] Status world_key(uint64_t key, Column<T>& column);
  template <ByteEnum T>
  [[nodiscard]] Status world_key(uint64_t key, Column<T>& column) {
    return give_bytes(column, [&](Column<uint8_t>& bytes) { return this->world_key(key, bytes); });
  }
  [[nodiscard]] Status world_key(uint64_t key, PointColumn& column);
  template <typename T, KeyPlace place>
  [[nodiscard]] Status world_key(Key<T, place> key, ColumnOf<T>& column) {
    static_assert(place == KeyPlace::world,
                  "World::world_key is for keys of the world; see KeyPlace for what gives this key's column");
    return this->world_key(key.id, column);
  }
  // Gives a key of the teams, a column of one row a team. Errors: as world_key.
  template <typename T>
  [[nodiscard]] Status team_key(uint64_t key, Column<T>& column);
  template <ByteEnum T>
  [[nodiscard]] Status team_key(uint64_t key, Column<T>& column) {
    return give_bytes(column, [&](Column<uint8_t>& bytes) { return this->team_key(key, bytes); });
  }
  [[nodiscard]] Status team_key(uint64_t key, PointColumn& column);
  template <typename T, KeyPlace place>
  [[nodiscard]] Status team_key(Key<T, place> key, ColumnOf<T>& column) {
    static_assert(place == KeyPlace::team,
                  "World::team_key is for keys of teams; see KeyPlace for what gives this key's column");
    return this->team_key(key.id, column);
  }

  // The candidates of a team, or of the world if `team` is left out. A set exists once a population has been
  // added whose asset has it.
  [[nodiscard]] Candidates candidates(SetId set, TeamId team = {}) const;

  // The number of its populations, and each by its index (Token::population), in the order in which they were
  // added. A population that does not exist says not_created.
  [[nodiscard]] uint32_t population_count() const;
  [[nodiscard]] Population population(uint32_t index) const;

  // Begins a frame. The frame and the time may stand still or jump ahead, but not fall behind the last frame.
  // Errors: wrong_phase, clock_fell, time_too_late (a time beyond kLastMicrosecond).
  [[nodiscard]] Status begin_frame(const Clock& clock);
  // Ends it: applies what behaviours wrote to shared keys, in the order of populations, slots and steps.
  // Errors: wrong_phase (also while a population thinks or acts).
  [[nodiscard]] Status end_frame();
  // Ends a frame that the game cannot finish, such as after an exception or a refused call, wherever it
  // stands; `run_frame` calls it. Whatever was done stays done, and the next frame may begin. Agents whose
  // jobs nobody took think, or act, in that frame; those that would move stand still in this one. Tasks that
  // a round has started without end_act count as failed, and the game never hears of them; its other ends and
  // events come with the next round. Tasks that end_act has given to the game are the game's: it reports
  // each, or its agent waits for ever. A recording has a gap of one frame if a part had begun and not ended.
  // No job may run meanwhile. No allocation. Errors: wrong_phase (outside a frame).
  [[nodiscard]] Status cancel_frame();

  // Counts the agents that hold a token, which is a team's or the world's (`{}`), as of the last thought or
  // the beginning of this frame. A claim that has ended since then counts until the next frame begins. Must
  // not be called while a population thinks. Errors: unknown_id, out_of_range (team).
  [[nodiscard]] Status tokens_in_use(TokenId token, TeamId team, uint32_t& count) const;
  // Keeps `count` of a token for the game itself, such as for its player; 0 gives all back. From now on no
  // agent is granted these; an agent that holds one keeps it until its option ends. Not while a population
  // thinks or acts.
  // Errors: wrong_phase, unknown_id, out_of_range (team), too_few_tokens (`where` is how many there are).
  [[nodiscard]] Status keep_tokens(TokenId token, TeamId team, uint32_t count);
  // Keeps an entity in the same way, such as the chair of the player, until it is given back or gone. Linear
  // in the agents. Errors: wrong_phase, those of handles.
  [[nodiscard]] Status keep_entity(Entity entity, bool kept = true);
  // The agent that claims an entity, as of the same moment as tokens_in_use; nobody if no agent does, or the
  // game keeps it.
  [[nodiscard]] Entity claimed_by(Entity entity) const;

  [[nodiscard]] Clock clock() const;

  // Posts an event. Each receiver that handles it runs its handler's steps when its population next begins to
  // think or to act, at the end of the frame at the latest; one that wakes on the event is due at the next
  // thought. Agents handle events in the order in which they were posted. In or outside a frame, but not
  // while a population thinks or acts. No allocation.
  // Errors: wrong_phase, unknown_id, wrong_record_size, those of handles, not_an_agent, out_of_range (team),
  // events_full, bad_options (also if an event with fields has no record).
  [[nodiscard]] Status post(const EventOptions& options);
  // Post an event's struct of the contract's header.
  template <typename Event>
  [[nodiscard]] Status post(Entity agent, const Event& event) {
    return post(options_of(event, {.agent = agent}));
  }
  template <typename Event>
  [[nodiscard]] Status post_to_team(TeamId team, const Event& event) {
    return post(options_of(event, {.target = EventTarget::team, .team = team}));
  }
  template <typename Event>
  [[nodiscard]] Status post_to_everyone(const Event& event) {
    return post(options_of(event, {.target = EventTarget::everyone}));
  }

  // Makes a sound. How far it carries is computed now. Each agent that is near enough hears it once, when it
  // senses next. The world keeps the sound for one frame more than the longest interval in which a population
  // that hears thinks, delays by a quota included. In or outside a frame, but not while a population senses,
  // thinks, acts or moves. No allocation.
  // Errors: wrong_phase, unknown_id (no asset so far has the sound), those of handles, wrong_thing (another
  // kind makes this sound), bad_options.
  [[nodiscard]] Status make_sound(const SoundOptions& options);
  // Makes a sound where its maker is.
  [[nodiscard]] Status make_sound(SoundId sound, Entity maker) {
    SoundOptions options;
    options.sound = sound;
    options.maker = maker;
    return make_sound(options);
  }
  // The number of sounds that were lost because too many followed them (WorldOptions::sounds).
  [[nodiscard]] uint64_t lost_sounds() const;

  // Makes the grid over which agents walk; a world has at most one, and a `walk` fails without it. All cells
  // have terrain 0 at first. Outside a frame. Allocates all memory that searches will ever use.
  // Errors: wrong_phase, bad_options, grid_exists, out_of_memory.
  [[nodiscard]] Status create_grid(const GridOptions& options);
  // The terrains, for writing many at once outside a frame; call `cells_changed` afterwards. Empty without a
  // grid.
  [[nodiscard]] GridCells cells();
  // Lets walkers check whether their paths can still be walked. Outside a frame. Errors: wrong_phase,
  // no_grid.
  [[nodiscard]] Status cells_changed();
  // Sets one cell, with the same effect. Outside a frame. Errors: wrong_phase, no_grid, off_grid.
  [[nodiscard]] Status set_cell(uint32_t column, uint32_t row, uint8_t terrain);
  // Finds the cell in which a point lies. Errors: no_grid, off_grid.
  [[nodiscard]] Status cell_of(Vector3 point, uint32_t& column, uint32_t& row) const;
  // Searches paths for the walkers that wait for one, up to the bound of the options; an unfinished search
  // goes on at the next call. Call it once in a frame, after all populations have acted, so that walkers move
  // in the same frame. Walkers take turns in the order of populations and slots; those that have not had one
  // go first. If the place of a search moves meanwhile, its walker takes the path to the old place, and has
  // another turn for the new one. Eight or more who wait for paths to one place, at the same costs and
  // without costs of turning, share a search where that is less work than one each; their paths cost the
  // same. Not while a population senses, thinks, acts or moves. Errors: wrong_phase, bad_options, no_grid.
  [[nodiscard]] Status find_paths(const PathOptions& options = {});
  // Sums over the searches. Linear in the agents of populations that walk.
  [[nodiscard]] PathCounters path_counters() const;

  // Prepares a reload: plans and allocates everything that the commit needs, for all populations. Assets that
  // must change together, because they share what changes, are given together; the contract holds as for
  // add_population. Any thread, also beside frames, but not while populations or a grid are added. Takes
  // about as long as making the world's populations. On failure the world is unchanged, and `reload` has
  // nothing but its contract_fault.
  // Errors: unknown_id (`where`: an agent that the new asset lacks), asset_unused (the world has no
  // population of `from`), contract_mismatch, contract_unknown, up_mismatch, bad_options (an asset that is
  // not loaded, or is to become two), out_of_memory.
  [[nodiscard]] Status prepare_reload(std::span<const AssetChange> changes, Reload& reload) const;
  // Replaces the old assets by the new ones. Keys, levels, cooldowns, memories and running options keep their
  // state if their id and type are unchanged, or `renamed_from` declares the former name. Handles of
  // populations and agents, and tokens of tasks that run on, stay valid; columns must be fetched again and
  // scratches made anew. A task that the new asset lacks or changes ends as aborted, without waiting for a
  // report; its agent goes on from the beginning of the nearest goal around it that is left, else of its
  // action; if that is gone, it chooses anew. Outside a frame. Does not allocate; commits all or nothing.
  // Linear in the memory of the world.
  // Errors: wrong_phase, reload_outdated (it was prepared for another state of the world, or is committed).
  [[nodiscard]] Status commit_reload(Reload& reload);

  // Gives the bytes that a save of this world takes (see save.h). Call it between two frames, as `save`:
  // inside of a frame it may give too few. Errors: out_of_memory.
  [[nodiscard]] Status save_size(size_t& bytes) const;
  // Writes a save to the beginning of `memory`, and its size to `bytes`. A world that is loaded from it goes
  // on bit for bit as this one, if the game gives both the same. Outside a frame. Linear in the memory of the
  // world; allocates lists of columns.
  // Errors: wrong_phase, buffer_too_small (`where`: the bytes it takes), out_of_memory.
  [[nodiscard]] Status save(std::span<std::byte> memory, size_t& bytes) const;
  // Makes the world of a save in `world`, replacing what it held, and gives its populations in the order in
  // which they were added. `reload` lists the state that could not be kept, as after a commit; it may be
  // destroyed. Takes any bytes. Allocates. Any thread. Linear in the memory of the world: at most twice the
  // time of `save` where each population takes the very asset, byte for byte, that the save holds; with
  // another one a reload comes on top. On failure nothing changes but the contract_fault of `reload`.
  // Errors: save_unknown, save_version, save_cut, save_damaged, save_structure, save_invalid; those of
  // Asset::load for an asset within; save_agent_unknown (`where`: an agent that none of the game's assets
  // has), contract_mismatch, contract_unknown, up_mismatch; save_of_other_version if `strict`;
  // buffer_too_small
  // (`where`: how many populations), bad_options, no_instruction_set, out_of_memory.
  [[nodiscard]] static Status load(std::span<const std::byte> save, const LoadOptions& options, World& world,
                                   std::span<Population> populations, Reload& reload);

  // The hash of everything that later decisions depend on: the entities, the keys of teams and the world,
  // the things' fields, the grid, and every population. Equal histories give equal hashes on every machine.
  // Linear in the memory of the world. Not while a population senses, thinks, acts or moves, nor while
  // another thread reports or answers.
  [[nodiscard]] uint64_t state_hash() const;

  // Raw snapshots hold the state as it lies in memory, for games that go back some frames and play them
  // again. After a restore the same calls with the same values give the same bits as after the save, in this
  // world and in any that was made in the same way by the same build (its seed may differ: the snapshot holds
  // it).
  //
  // A restore changes no address: columns, scratches and populations stay valid. Tokens, entities and tickets
  // that were given before the save are valid as they were then, even if their task, entity or query has
  // ended since. Those that were given later are unknown or stale until the world gives the same ones again;
  // from then on they mean their new task, entity or query. So a game keeps what it knows of them with its
  // snapshots, and goes back with the world. Earlier commands, batches, queries and moves are over. Counters
  // such as path_counters count on; `weights` are empty until the next move.
  //
  // A snapshot is the game's own memory: a restore recognises one that was cut, damaged by accident or made
  // by another world, but not a forged one. Nothing allocates. Outside a frame, and not while another thread
  // writes, reports or answers.

  // The bytes that a snapshot of this world takes at most: its whole state, and for each search of its grid
  // about 17 bytes a cell and 128 KiB, which are written only while the search goes on. 0 without a world. It
  // grows with each population and with the grid. O(populations).
  [[nodiscard]] size_t snapshot_size() const;
  // Writes a snapshot to the beginning of `memory`, of any alignment (a multiple of 64 is fastest), and its
  // bytes to `size`; fewer than snapshot_size() will do if few searches go on. Copies each arena once. On an
  // error `memory` is unchanged. Errors: wrong_phase, buffer_too_small (`where`: the bytes it takes).
  [[nodiscard]] Status save_snapshot(std::span<std::byte> memory, size_t& size) const;
  // Restores a snapshot, of any alignment; bytes behind it are ignored. Reads the snapshot once before
  // anything changes, then copies.
  // Errors: wrong_phase, snapshot_unknown, snapshot_cut (`where`: the bytes it takes),
  // snapshot_of_other_world, snapshot_damaged.
  [[nodiscard]] Status restore_snapshot(std::span<const std::byte> snapshot);

  // For the runtime itself.
  struct State;
  [[nodiscard]] State* state() const { return state_; }

 private:
  // The handle of the population with this index.
  [[nodiscard]] Population handle_of(uint32_t population) const;
  template <typename Event>
  static EventOptions options_of(const Event& event, EventOptions options) {
    static_assert(kIsEvent<Event>, "only an event can be posted, not a task");
    options.event = Event::id;
    options.record_bytes = Event::record_bytes;
    options.record = &event;
    return options;
  }

  State* state_ = nullptr;
};

// Writes what a call of this world or of its populations said, with the name or number that it was about,
// such as "the key or field has another type: `hp` is a key"; after contract_mismatch and contract_unknown
// the difference, as `describe` of contract_fault. Cut to the buffer and ended by a zero; returns its length
// without it. The world may be one that was never made, such as after a failed load: then ids stand in place
// of names. For logs: linear in the assets' parts. Allocates nothing. Not while populations are added.
size_t describe(const Status& status, const World& world, std::span<char> buffer);

}  // namespace ishi
