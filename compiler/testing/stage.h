#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "ishi/asset.h"
#include "ishi/population.h"
#include "ishi/world.h"
#include "model/model.h"
#include "testing/situation.h"

// One agent in one situation, thinking with the runtime that ships.

namespace ishi::compiler {

// What became of a thought.
struct Thought {
  uint32_t picked = kNone;        // the option that runs afterwards, of the agent; kNone: nothing
  uint32_t running = kNone;       // the option that ran before
  bool is_locked = false;         // it could be replaced by an option of a higher rank alone
  std::vector<float> values;      // of every operation of the agent's program, before the thought
  std::vector<double> cooldowns;  // seconds until each option is ready again; none: all are
  AgentInfo agent;
  uint32_t agent_index = 0;  // in the asset

  // An option's score without inertia; minus infinity if it is not eligible.
  [[nodiscard]] float score(const Asset& asset, uint32_t option) const;
};

// A world with one agent in a situation, before its first frame.
class Stage {
 public:
  Stage(const Asset& asset, const Model& model, const Situation& situation)
      : asset_(asset), model_(model), situation_(situation) {}

  // Makes the world. The status is never an error for a situation of the asset's own model.
  [[nodiscard]] Status open(uint64_t seed = 0);

  [[nodiscard]] World& world() { return world_; }
  [[nodiscard]] Population& population() { return population_; }
  [[nodiscard]] const Population& population() const { return population_; }
  [[nodiscard]] uint32_t slot() const { return slot_; }
  [[nodiscard]] uint32_t agent_index() const { return agent_index_; }  // in the asset
  [[nodiscard]] uint32_t running() const { return running_; }          // an option of the agent, or kNone
  // Which entity of the situation has this handle; kNone if none has.
  [[nodiscard]] uint32_t entity_index(EntityId id) const;
  [[nodiscard]] const SituationEntity* find_entity(EntityId id) const;

  // What a game does between frames. Never refused for what `read_situation` has read.
  [[nodiscard]] Status set_key(const SituationValue& key);
  [[nodiscard]] Status post(const SituationEvent& event);
  // An event's record, as the contract lays it out.
  [[nodiscard]] std::vector<std::byte> record_of(const SituationEvent& event) const;

 private:
  Status spawn(const SituationEntity& entity);
  Status spawn_agent();
  [[nodiscard]] EntityId entity(const SituationValue& value) const;
  template <class Open>
  Status write(const Type& type, const SituationValue& value, uint32_t row, Open open);
  template <class T, class Open>
  Status write_as(T value, uint32_t row, Open open);
  Status set_field(const SituationEntity& owner, const SituationValue& field, uint32_t row);
  Status set_running();
  void put(std::byte* place, const NamedVariable& field, const SituationValue* value) const;
  [[nodiscard]] EventInfo info_of(const SituationEvent& event) const;
  [[nodiscard]] uint32_t event_bytes() const;

  const Asset& asset_;
  const Model& model_;
  const Situation& situation_;
  World world_;
  Population population_;
  std::vector<EntityId> entities_;  // parallel to the situation's
  uint32_t slot_ = 0;
  uint32_t agent_index_ = kNone;
  uint32_t running_ = kNone;
};

// Lets the situation's agent think once. `asset` holds it. The status is never an error for a situation
// of the asset's own model; if it is, `where` says which call failed.
[[nodiscard]] Status think_once(const Asset& asset, const Model& model, const Situation& situation,
                                Thought& thought);

}  // namespace ishi::compiler
