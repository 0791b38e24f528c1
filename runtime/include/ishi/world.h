#pragma once

#include <cstdint>

#include "ishi/asset.h"
#include "ishi/column.h"
#include "ishi/population.h"
#include "ishi/status.h"
#include "ishi/types.h"

// The world that agents live in: its time, one space of entities, what the teams and the world know,
// and the populations. A World owns all of it; populations and columns are handles into it. One thread
// at a time calls a world, except where a function says otherwise.
//
// A frame runs begin_frame, then for each population begin_think, think, end_think, then end_frame.
// Between begin_frame and end_frame entities neither come nor go, nor move.

namespace ishi {

struct WorldOptions {
  uint32_t size = sizeof(WorldOptions);
  uint64_t seed = 0;         // of all that is random
  uint32_t entities = 1024;  // how many live at once, agents included; 1 to 2^24 - 1
  uint32_t teams = 1;        // 1 to 65,535
  Up up = Up::y;             // must be that of every asset
};

struct EntityOptions {
  uint32_t size = sizeof(EntityOptions);
  Vector3 position{};     // metres
  Vector3 facing{};       // zeros: forward
  uint64_t thing = 0;     // the id of its kind; 0: none
  uint64_t user = 0;      // the game's own, given back with `user`
  uint64_t identity = 0;  // what its randomness hangs on; 0: the handle's bits
};

struct Clock {
  uint64_t frame = 0;              // since the world began
  uint64_t time_microseconds = 0;  // since the world began
};

class World {
 public:
  World() = default;
  World(World&& other) noexcept;
  World& operator=(World&& other) noexcept;
  ~World();

  // Makes an empty world in `world`, replacing what it held; its populations must not be used any more.
  // Allocates all of it: about 60 bytes an entity. bad_options, out_of_memory.
  [[nodiscard]] static Status create(const WorldOptions& options, World& world);
  [[nodiscard]] bool created() const { return state_ != nullptr; }

  // Adds a population of the agent with id `agent`. All assets of a world share one contract: enums,
  // things, team and world keys, tasks and events of the same id must be the same. Columns and handles that
  // were given before stay valid. Allocates all memory that the population will ever use.
  // Outside a frame. unknown_id, contract_mismatch (`where`: the id), up_mismatch, bad_options,
  // too_many_populations, out_of_memory, wrong_phase.
  [[nodiscard]] Status add_population(const Asset& asset, uint64_t agent, const PopulationOptions& options,
                                      Population& population);

  // Entities that are not agents. Outside a frame, O(1) (despawn: O(fields)), no allocation.
  // wrong_phase, world_full, unknown_id (of the thing), bad_options.
  [[nodiscard]] Status spawn_entity(const EntityOptions& options, EntityId& entity);
  // wrong_phase, stale_handle, belongs_to_population.
  [[nodiscard]] Status despawn_entity(EntityId entity);
  [[nodiscard]] bool is_alive(EntityId entity) const;
  [[nodiscard]] uint32_t entity_count() const;

  // Metres; what is read is held within 1e6 m of the origin, and NaN reads as 0. Outside a frame, any
  // thread for different entities. stale_handle, wrong_phase.
  [[nodiscard]] Status set_position(EntityId entity, Vector3 position);
  // A unit vector. As above.
  [[nodiscard]] Status set_facing(EntityId entity, Vector3 facing);
  // stale_handle.
  [[nodiscard]] Status position(EntityId entity, Vector3& position) const;
  [[nodiscard]] Status facing(EntityId entity, Vector3& facing) const;
  [[nodiscard]] Status user(EntityId entity, uint64_t& user) const;

  // The columns of positions and facings by entity row (EntityId::index), for writing many at once
  // outside a frame. Row 0 is nobody's: leave it alone.
  [[nodiscard]] PointColumn positions();
  [[nodiscard]] PointColumn facings();

  // A field of a kind of thing by entity row; T as in Population::column. What other kinds' rows hold
  // is never read. A thing's fields are those of the assets of all populations so far.
  // unknown_id, wrong_type.
  template <typename T>
  [[nodiscard]] Status field(uint64_t field, Column<T>& column);
  [[nodiscard]] Status field(uint64_t field, PointColumn& column);
  // A key of the world: a column of one row. unknown_id, wrong_scope, wrong_type.
  template <typename T>
  [[nodiscard]] Status world_key(uint64_t key, Column<T>& column);
  [[nodiscard]] Status world_key(uint64_t key, PointColumn& column);
  // A key of the teams: a column of one row a team. As above.
  template <typename T>
  [[nodiscard]] Status team_key(uint64_t key, Column<T>& column);
  [[nodiscard]] Status team_key(uint64_t key, PointColumn& column);

  // Neither the frame nor the time may be below those of the last frame; both may stand still or jump.
  // wrong_phase, clock_fell.
  [[nodiscard]] Status begin_frame(const Clock& clock);
  // wrong_phase (also while a population thinks).
  [[nodiscard]] Status end_frame();
  [[nodiscard]] Clock clock() const;

  // A hash of everything that later decisions depend on: the entities, the keys of teams and the world,
  // the things' fields, and every population. Equal histories give equal hashes on every machine.
  // Linear in the memory of the world. Not while a population thinks.
  [[nodiscard]] uint64_t state_hash() const;

  // For the runtime itself.
  struct State;
  [[nodiscard]] State* state() const { return state_; }

 private:
  State* state_ = nullptr;
};

}  // namespace ishi
