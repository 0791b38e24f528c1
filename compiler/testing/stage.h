#pragma once

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
  uint32_t picked = kNone;    // the option that runs afterwards, of the agent; kNone: nothing
  uint32_t running = kNone;   // the option that ran before
  bool is_locked = false;     // it could be replaced by an option of a higher rank alone
  std::vector<float> values;  // of every operation of the agent's program, before the thought
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
  [[nodiscard]] uint32_t slot() const { return slot_; }
  [[nodiscard]] uint32_t agent_index() const { return agent_index_; }  // in the asset
  [[nodiscard]] uint32_t running() const { return running_; }          // an option of the agent, or kNone
  // The entity of the situation with this handle; null if there is none.
  [[nodiscard]] const SituationEntity* find_entity(EntityId id) const;

 private:
  Status spawn(const SituationEntity& entity);
  Status spawn_agent();
  [[nodiscard]] EntityId entity(const SituationValue& value) const;
  template <class Open>
  Status write(const Type& type, const SituationValue& value, uint32_t row, Open open);
  template <class T, class Open>
  Status write_as(T value, uint32_t row, Open open);
  Status set_field(const SituationEntity& owner, const SituationValue& field, uint32_t row);
  Status set_key(const SituationValue& key);
  Status set_running();

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
