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

// The world that agents live in: its time, one space of entities, what the teams and the world know,
// and the populations. A World owns all of it; populations and columns are handles into it. One thread
// at a time calls a world, except where a function says otherwise.
//
// A world that was never made, or whose making failed, refuses every call with not_created; what returns no
// Status gives 0, false, nobody or no column.
//
// Handles belong to the world that gave them, whose number they hold. Every call that takes one refuses
// another world's (foreign_handle), also that of a world that is gone or was made anew; a population whose
// world is gone refuses every call (world_gone). The number is the API's alone: it is not a part of the
// state, neither hashed nor saved, and what is stored has ids without it. Columns, spans and GridCells are
// views of memory, of which nothing is checked: they end with their world.
//
// What a game gives may be anything: each number in a column, handle, index, token and time is refused, or
// read as something that does no harm, and a call that fails changes nothing, also for lack of memory. Not
// checked are pointers and the sizes of what they point to, the lifetimes of views, and which thread calls.
// Queries of whether something is valid, alive or created may be asked of anything, by any thread; destroying
// a world while another thread is in a call of it is the one thing that they cannot make good.
//
// A frame runs begin_frame, then for each population begin_sense, sense, end_sense if it senses, begin_think,
// think, end_think, begin_act, act, end_act as long as the population wants to, then find_paths if anybody
// walks, then for each population begin_move, move, end_move if it moves, then end_frame. Between begin_frame
// and end_frame entities neither come nor go, nor move.

namespace ishi {

struct WorldOptions {
  uint32_t size = sizeof(WorldOptions);
  uint64_t seed = 0;                 // of all that is random
  uint32_t entities = 1024;          // how many live at once, agents included; 1 to 2^24 - 1
  uint32_t teams = 1;                // 1 to 65,535
  Up up = Up::y;                     // must be that of every asset
  uint32_t event_bytes = 64 * 1024;  // room for the events of a frame: each takes 32 bytes and its record; a
                                     // multiple of 8, up to 1 GiB
  uint32_t sounds = 256;  // how many are kept until they were heard, up to 65,536; then the oldest is lost
  Contract contract{};    // what the game was built against; none: whatever an asset says is taken.
                          // Keys and things exist from the first population on that brings them,
                          // whatever the contract says
  // Another one than the best is for measuring and for tests.
  InstructionSet instruction_set = InstructionSet::best;
  Kernels kernels{};  // written by `ishi build --kernels`; what they point to must outlive the world
  // The number by which handles recognise their world, 1 to 2^31 - 1. No other existing world may have it,
  // except the one that is replaced, whose number this one then takes over. 0: a number that no world of this
  // process has had. For games that keep tokens or handles beyond a world or on other machines.
  uint32_t number = 0;
  Allocator allocator{};  // of all memory of the world
};

struct EntityOptions {
  uint32_t size = sizeof(EntityOptions);
  Vector3 position{};     // metres
  Vector3 facing{};       // of length 1; zeros: forward
  ThingId thing{};        // its kind; zero: none
  uint64_t user = 0;      // the game's own, given back with `user`
  uint64_t identity = 0;  // what its randomness hangs on; 0: the handle's bits
};

// For whom an event is.
enum class EventTarget : uint8_t { agent, team, everyone };

struct EventOptions {
  uint32_t size = sizeof(EventOptions);
  uint32_t record_bytes = 0;  // those of the event's record in the contract
  EventId event{};
  EventTarget target = EventTarget::agent;
  TeamId team{};                 // if it is for a team
  Entity agent{};                // if it is for an agent
  const void* record = nullptr;  // is copied; values out of range are held in it when they are read
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

  // Makes an empty world in `world`, replacing what it held, whose populations refuse all calls from now on
  // (world_gone). Allocates all of it: about 60 bytes an entity. Any thread. bad_options (also a contract
  // whose ids fall, or a number that another world has), no_instruction_set (this processor or build has no
  // such one), out_of_memory.
  [[nodiscard]] static Status create(const WorldOptions& options, World& world);
  [[nodiscard]] bool valid() const { return state_ != nullptr; }
  // The number that its handles hold; 0 without a world.
  [[nodiscard]] uint32_t number() const;
  // The handle of an entity of this world that was stored as an id, such as in a column or a task's
  // parameters; also if it is gone. Nobody's id, and without a world: nobody. Any thread, O(1).
  [[nodiscard]] Entity entity(EntityId id) const;

  // Adds a population of the agent with id `agent`. All assets of a world share one contract: enums,
  // things, team and world keys, tasks and events of the same id must be the same. If the game gave its
  // contract, all that the asset names must be in it, agents' own keys included. Columns and handles that
  // were given before stay valid. Allocates all memory that the population will ever use.
  // Outside a frame. unknown_id, contract_mismatch and contract_unknown (`where`: the id; contract_fault
  // says more), up_mismatch, bad_options, too_many_populations,
  // out_of_memory, wrong_phase.
  [[nodiscard]] Status add_population(const Asset& asset, AgentId agent, const PopulationOptions& options,
                                      Population& population);
  // Where the asset that add_population last checked departs from the game's contract or from an earlier
  // asset of the world: of no part if it does not. For `describe`; its names live as long as these assets.
  [[nodiscard]] const ContractFault& contract_fault() const;

  // Entities that are not agents. Outside a frame, O(1) (despawn: O(fields)), no allocation.
  // wrong_phase, world_full, unknown_id (of the thing: no asset so far has it), bad_options.
  [[nodiscard]] Status spawn_entity(const EntityOptions& options, Entity& entity);
  // wrong_phase, foreign_handle, stale_handle, belongs_to_population.
  [[nodiscard]] Status despawn_entity(Entity entity);
  [[nodiscard]] bool is_alive(Entity entity) const;
  [[nodiscard]] uint32_t entity_count() const;

  // Metres; what is read, by behaviours and by `position`, is held within 1e6 m on each axis, and NaN reads
  // as 0. Outside a frame, any thread for different entities. stale_handle, wrong_phase.
  [[nodiscard]] Status set_position(Entity entity, Vector3 position);
  // A vector of length 1, zeros: forward. It is not normalised, neither here nor where a behaviour reads it.
  // As above.
  [[nodiscard]] Status set_facing(Entity entity, Vector3 facing);
  // stale_handle.
  [[nodiscard]] Status position(Entity entity, Vector3& position) const;
  [[nodiscard]] Status facing(Entity entity, Vector3& facing) const;
  [[nodiscard]] Status user(Entity entity, uint64_t& user) const;

  // The columns of positions and facings by entity row (EntityId::index), for writing many at once
  // outside a frame. Row 0 is nobody's: leave it alone. Rows of zeros in `facings` stay zeros.
  [[nodiscard]] PointColumn positions();
  [[nodiscard]] PointColumn facings();

  // A field of a kind of thing by entity row; T as in Population::column. What other kinds' rows hold
  // is never read. A thing's fields are those of the assets of all populations so far. unknown_id, wrong_type
  // (`where`: the id, here and below).
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
  // A key of the world: a column of one row. Known from the first population on whose asset has it.
  // unknown_id, wrong_scope, wrong_type.
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
  // A key of the teams: a column of one row a team. As above.
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

  // A set of candidates that a team or the world has; `team` is left out for sets of the world. A set is
  // known from the first population on whose asset has it.
  [[nodiscard]] Candidates candidates(SetId set, TeamId team = {}) const;

  // The number of its populations, and each by its index, in the order in which they were added (that of
  // Token::population). A population that does not exist says not_created.
  [[nodiscard]] uint32_t population_count() const;
  [[nodiscard]] Population population(uint32_t index) const;

  // Neither the frame nor the time may be below those of the last frame; both may stand still or jump.
  // wrong_phase, clock_fell, out_of_range (a time beyond kLastMicrosecond).
  [[nodiscard]] Status begin_frame(const Clock& clock);
  // Applies what behaviours wrote to shared keys, in the order of populations, slots and steps. wrong_phase
  // (also while a population thinks or acts).
  [[nodiscard]] Status end_frame();
  // Claims, as they were when the last thought ended or this frame began: what ended since is counted until
  // the next frame begins. Not while something thinks.
  //
  // The number of agents that hold a token, of a team or of the world (`{}`).
  // unknown_id, out_of_range (team).
  [[nodiscard]] Status tokens_in_use(TokenId token, TeamId team, uint32_t& count) const;
  // What the game keeps for itself, such as the chair that the player sits on: no agent is granted it from
  // now on; an agent that holds it already keeps it until it is done. Not while something thinks or acts.
  //
  // Of a token (as above) `count` are kept from now on; 0 gives all back. wrong_phase, unknown_id,
  // out_of_range (team, or more than there are: then `where` is how many these are).
  [[nodiscard]] Status keep_tokens(TokenId token, TeamId team, uint32_t count);
  // An entity is kept until it is given back, or gone. Looks at every agent. wrong_phase, stale_handle.
  [[nodiscard]] Status keep_entity(Entity entity, bool kept = true);
  // The agent that claims an entity; nobody if none does, or the game keeps it.
  [[nodiscard]] Entity claimed_by(Entity entity) const;

  [[nodiscard]] Clock clock() const;

  // Posts an event. Each agent that it is for and that handles it runs its handler's steps, and thinks at the
  // next thought if it wakes on it: events are handled in the order in which they were posted, when its
  // population next begins to think or to act, at the end of the frame at the latest. In or outside a frame,
  // but not while a population thinks or acts. No allocation. wrong_phase, unknown_id, wrong_record_size,
  // stale_handle, not_an_agent, out_of_range (team), events_full, bad_options (also no record for an event
  // that has fields).
  [[nodiscard]] Status post(const EventOptions& options);
  // The same with an event's struct of the contract's header.
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

  // Makes a sound. Each agent that can hear it and is near enough does so once, when it senses next, if that
  // is soon: it is kept for the longest interval in which a population that hears thinks, what a quota puts
  // off included, and one frame more.
  // How far it carries is computed now. In or outside a frame, but not while a population senses, thinks,
  // acts or moves. No allocation. wrong_phase, unknown_id (no asset so far has the sound), stale_handle,
  // wrong_thing (another kind makes this sound), bad_options.
  [[nodiscard]] Status make_sound(const SoundOptions& options);
  // The same by its id, where its maker is.
  [[nodiscard]] Status make_sound(SoundId sound, Entity maker) {
    SoundOptions options;
    options.sound = sound;
    options.maker = maker;
    return make_sound(options);
  }
  // How many sounds were lost because others came too soon after them.
  [[nodiscard]] uint64_t lost_sounds() const;
  // The grid over which agents walk, once a world: what its bodies call `walk` fails without. All cells are
  // of terrain 0 at first. Outside a frame. Allocates all that searches will ever use. wrong_phase,
  // bad_options, grid_exists, out_of_memory.
  [[nodiscard]] Status create_grid(const GridOptions& options);
  // The terrains, for writing many at once outside a frame; `cells_changed` then tells those who walk, who
  // look whether their ways can still be walked. Empty without a grid.
  [[nodiscard]] GridCells cells();
  // Outside a frame. wrong_phase, no_grid.
  [[nodiscard]] Status cells_changed();
  // One cell; those who walk know it. Outside a frame. wrong_phase, no_grid, out_of_range.
  [[nodiscard]] Status set_cell(uint32_t column, uint32_t row, uint8_t terrain);
  // The cell in which a point lies. no_grid, out_of_range (outside of the grid).
  [[nodiscard]] Status cell_of(Vector3 point, uint32_t& column, uint32_t& row) const;
  // Finds ways for those who ask for one, up to the bound that the options set; what is not finished goes on
  // at the next call. To be called once in a frame, after all populations have acted: their walkers move on
  // in the same frame then. Walkers take turns in the order of populations and slots, those who have not had
  // one first. A search whose place moves meanwhile ends for the place as it was; its walker takes that way,
  // and has another turn for the place as it is. Not while a population senses, thinks, acts or moves.
  // wrong_phase, bad_options, no_grid.
  [[nodiscard]] Status find_paths(const PathOptions& options = {});
  // Linear in the agents of populations that walk.
  [[nodiscard]] PathCounters path_counters() const;

  // Makes a reload ready: for each population of an asset that changes, and all others, everything is planned
  // and allocated that the commit needs. All assets that must change together, because they share what
  // changes, are given together. The contract holds as for add_population. From any thread, also while frames
  // go on; not while populations or a grid are added. On failure `reload` is as if never prepared, but for
  // its contract_fault, and the world is as it was: unknown_id (`where`: an agent that the new asset does not
  // have, or 0 if the world has no population of `from`), contract_mismatch, contract_unknown, up_mismatch,
  // bad_options (an asset that is not loaded, or becomes two), out_of_memory. About as long as making the
  // world's populations.
  [[nodiscard]] Status prepare_reload(std::span<const AssetChange> changes, Reload& reload) const;
  // Puts the new assets into the place of the old ones. Handles of populations and agents, and tokens of
  // tasks that run on, stay valid; columns must be asked for again, and scratches made anew. What keeps its
  // id and type, or has another id and says what it was, keeps its value: keys, needs, cooldowns, memories,
  // what runs. A task that is gone, or another one, ends as aborted, without waiting for a report; its agent
  // goes on from the beginning of the nearest goal around it that is left, else of its action, else it
  // chooses anew. Outside a frame. Does not allocate, and does all or nothing: wrong_phase, reload_outdated
  // (not prepared for this world as it is, or committed already). Linear in the memory of the world.
  [[nodiscard]] Status commit_reload(Reload& reload);

  // Saves: see save.h. What a save of this world would take, in bytes. Between two frames, as
  // `save` itself: inside of one it tells what would be too little then. out_of_memory.
  [[nodiscard]] Status save_size(size_t& bytes) const;
  // Writes a save to the beginning of `memory`, and its size to `bytes`. The world that is loaded from it
  // goes on as this one does, bit for bit, if both are given the same. Outside a frame. Linear in the memory
  // of the world; allocates lists of columns. wrong_phase, buffer_too_small (`where`: the bytes it takes),
  // out_of_memory.
  [[nodiscard]] Status save(std::span<std::byte> memory, size_t& bytes) const;
  // Makes the world of a save in `world`, replacing what it held, and gives its populations in the order in
  // which they were added. What of it could not go on as it was is said by `reload`, as after a commit; it
  // may be destroyed. On failure nothing changes, but for its contract_fault. Whatever the bytes are. Linear
  // in the memory of the world, and at most twice the time of `save` where each population takes the very
  // asset, byte for byte, that the save holds; with another one it is a reload besides. Allocates. Any
  // thread. save_unknown, save_version, save_cut, save_damaged, save_structure, save_invalid; what
  // Asset::load says of an asset within; unknown_id (`where`: an agent that none of the game's assets has),
  // contract_mismatch, contract_unknown, up_mismatch; save_of_other_version if `strict`; buffer_too_small
  // (`where`: how many populations), bad_options, no_instruction_set, out_of_memory.
  [[nodiscard]] static Status load(std::span<const std::byte> save, const LoadOptions& options, World& world,
                                   std::span<Population> populations, Reload& reload);

  // A hash of everything that later decisions depend on: the entities, the keys of teams and the world,
  // the things' fields, the grid, and every population. Equal histories give equal hashes on every machine.
  // Linear in the memory of the world. Not while a population senses, thinks, acts or moves, nor while
  // another thread reports or answers.
  [[nodiscard]] uint64_t state_hash() const;

  // Raw snapshots: the state as it lies in memory, for games that go back some frames and play them again.
  // After a restore the same calls with the same values give the same bits as after the save, in this world
  // and in any that was made in the same way by the same build (its seed may differ: it is a part of the
  // state).
  //
  // A restore changes no address: columns, scratches and populations stay what they are. What the world knows
  // of tokens, entities and tickets becomes what it was. Those that were given before the save are as good as
  // then, also if their task, entity or query has ended since. Those that were given after it are unknown or
  // stale until the world gives the same ones again; from then on they mean what they were given for then. So
  // a game keeps what it knows of them with its snapshots, and goes back with the world. Commands, batches,
  // queries and moves that were given before a restore are over. What only counts (path_counters and its
  // like) counts on; `weights` are nobody's until the next move.
  //
  // A snapshot is the game's own memory: a restore recognises one that was cut, damaged by accident or made
  // by another world, but not one that somebody forged. Nothing allocates. Outside a frame, and not while
  // another thread writes, reports or answers.

  // The bytes that a snapshot of this world takes at the most: all of its state, and for each search of its
  // grid about 17 bytes a cell and 128 KiB, which are written only while the search goes on. 0 without a
  // world. It grows with each population and with the grid. O(populations).
  [[nodiscard]] size_t snapshot_size() const;
  // Writes a snapshot to the beginning of `memory`, of any alignment (a multiple of 64 is fastest), and how
  // many bytes it has to `size`; less than snapshot_size() will do if few ways are searched for. One copy of
  // each arena. On an error `memory` stays as it was. wrong_phase, buffer_too_small (`where`: the bytes it
  // takes).
  [[nodiscard]] Status save_snapshot(std::span<std::byte> memory, size_t& size) const;
  // Brings the world to a snapshot, of any alignment; what follows it in `snapshot` is ignored. Reads
  // the snapshot once before anything changes, then copies. wrong_phase, snapshot_unknown, snapshot_cut
  // (`where`: the bytes it takes), snapshot_of_other_world, snapshot_damaged.
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

}  // namespace ishi
