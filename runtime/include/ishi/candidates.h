#pragma once

#include <cstdint>
#include <span>
#include <type_traits>

#include "ishi/column.h"
#include "ishi/contract.h"
#include "ishi/id.h"
#include "ishi/status.h"
#include "ishi/types.h"

// The members of one set that the game fills, of one owner: an agent, a team, or the world.
// Population::candidates and World::candidates give this handle; it is copied freely and holds nothing.
//
// In or outside a frame. An agent's own set: not while the population acts, nor while a job thinks in which
// the agent is; different agents from any thread. Between begin_think and think is the time to give those who
// are due what they choose among. A set that agents share: not while a population thinks or acts; one thread
// at a time. No allocation.
//
// An entity that is despawned is withdrawn when the next frame begins. An option that is for a candidate
// fails when that is withdrawn.
//
// Errors of all calls: not_created, world_gone, unknown_id (of the set), wrong_scope; of an agent's set those
// of handles; of a team's out_of_range (team); of those that change something wrong_phase.

namespace ishi {

struct WorldCell;

class Candidates {
 public:
  Candidates() = default;

  // Takes a member in, behind the others, with the defaults of its fields. Of a set of entities `candidate`
  // is one; else it becomes the handle of the new member. Linear in the members. Errors: stale_handle,
  // foreign_handle, wrong_thing, already_known, set_full.
  [[nodiscard]] Status add(Entity& candidate) const;
  // Makes these entities the members, in this order, which settles ties; who was one already keeps its
  // fields. If it fails nothing has changed. Quadratic in the members; linear in the agents, too, where these
  // share the set. Errors: those of `add`, whose `where` is the place of the entity; set_full also for more
  // than the capacity (`where` is that), wrong_thing also if members are no entities.
  [[nodiscard]] Status set(std::span<const Entity> entities) const;
  // Takes a member out; those behind it move up. Linear in the agents where these share the set.
  // Errors: foreign_handle, member_unknown.
  [[nodiscard]] Status withdraw(Entity candidate) const;
  // Writes the first members to `candidates`, entities or handles; `count` is how many there are.
  [[nodiscard]] Status list(std::span<Entity> candidates, uint32_t& count) const;

  // Accesses a field that the set gives its members; `field` is the id of its name in the section
  // "candidates/NAME". T as in Population::column, or Vector3. Errors: foreign_handle, member_unknown,
  // unknown_id, wrong_type.
  template <typename T>
  [[nodiscard]] Status field(Entity candidate, uint64_t field, T& value) const;
  template <ByteEnum T>
  [[nodiscard]] Status field(Entity candidate, uint64_t field, T& value) const {
    auto byte = static_cast<uint8_t>(value);
    const Status status = this->field(candidate, field, byte);
    value = static_cast<T>(byte);
    return status;
  }
  template <typename T>
  [[nodiscard]] Status set_field(Entity candidate, uint64_t field, const T& value) const;
  template <ByteEnum T>
  [[nodiscard]] Status set_field(Entity candidate, uint64_t field, const T& value) const {
    return set_field(candidate, field, static_cast<uint8_t>(value));
  }
  // A handle is stored as its id; also foreign_handle of the value.
  [[nodiscard]] Status set_field(Entity candidate, uint64_t field, const Entity& value) const {
    if (value != kNobody && value.world != world_) return {StatusCode::foreign_handle, value.index};
    return set_field<EntityId>(candidate, field, value);
  }
  // As a contract's header has it, which says the type.
  template <typename T, KeyPlace place>
  [[nodiscard]] Status field(Entity candidate, Key<T, place> field, T& value) const {
    static_assert(place == KeyPlace::candidate, "this key is not of the members of a set; see KeyPlace");
    return this->field(candidate, field.id, value);
  }
  template <typename T, KeyPlace place>
  [[nodiscard]] Status set_field(Entity candidate, Key<T, place> field,
                                 const std::type_identity_t<T>& value) const {
    static_assert(place == KeyPlace::candidate, "this key is not of the members of a set; see KeyPlace");
    return set_field(candidate, field.id, value);
  }
  template <KeyPlace place>
  [[nodiscard]] Status set_field(Entity candidate, Key<EntityId, place> field, const Entity& value) const {
    static_assert(place == KeyPlace::candidate, "this key is not of the members of a set; see KeyPlace");
    return set_field(candidate, field.id, value);
  }

  // For the runtime itself.
  struct Place;

 private:
  friend class Population;
  friend class World;
  [[nodiscard]] Status find(Place& place) const;
  [[nodiscard]] Status find_to_write(Place& place) const;

  static constexpr uint32_t kShared = 0xffff'ffff;

  const WorldCell* cell_ = nullptr;
  uint32_t world_ = 0;
  uint32_t population_ = kShared;  // whose agent has the set
  Entity agent_{};
  TeamId team_{};
  SetId set_{};
};

}  // namespace ishi
