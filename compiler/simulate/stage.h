#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "ishi/asset.h"
#include "ishi/population.h"
#include "ishi/scratch.h"
#include "ishi/world.h"
#include "model/model.h"
#include "simulate/situation.h"

// One agent in one situation, in the runtime that ships.

namespace ishi::compiler {

// How a sense of the agent judged an entity of the situation before it sensed.
struct JudgedEntity {
  uint32_t sense = 0;   // of the agent
  uint32_t entity = 0;  // of the situation
  SenseJudgement judgement;
  bool is_hidden = false;
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
  [[nodiscard]] const Asset& asset() const { return asset_; }
  [[nodiscard]] bool has_grid() { return !world_.cells().empty(); }
  [[nodiscard]] Up up() const { return model_.up.value; }
  [[nodiscard]] uint32_t slot() const { return slot_; }
  [[nodiscard]] Entity self() const { return self_; }
  [[nodiscard]] uint32_t agent_index() const { return agent_index_; }  // in the asset
  [[nodiscard]] uint32_t running() const { return running_; }          // an option of the agent, or kNone
  // Which entity of the situation has this handle; kNone if none has.
  [[nodiscard]] uint32_t entity_index(EntityId id) const;
  [[nodiscard]] const SituationEntity* find_entity(EntityId id) const;
  // Whether others leave enough of the tokens that an option of the agent claims.
  [[nodiscard]] bool has_tokens(uint32_t option) const;
  // Whether others hold an entity of the situation.
  [[nodiscard]] bool is_taken(EntityId id) const;
  // The other way round; it may be gone.
  [[nodiscard]] Entity handle(uint32_t entity) const { return entities_[entity]; }
  // What the agent remembers in a memory of the asset.
  [[nodiscard]] std::vector<FactInfo> facts(uint32_t memory) const;
  // The entities, or handles, of a set of the asset.
  [[nodiscard]] std::vector<Entity> members(uint32_t set) const;
  // How people call one of these: by its entity, or "pickups 2".
  [[nodiscard]] std::string member_name(uint32_t set, uint32_t member) const;

  // What a game does between frames. Never refused for what `read_situation` has read.
  [[nodiscard]] Status set_hidden(const std::vector<uint32_t>& entities);
  [[nodiscard]] Status make_sound(const SituationSound& sound);
  // In a frame, before the agent thinks: it senses, and sees who is not hidden. What it has noticed stands in
  // `population().notices()` when its thought has begun.
  [[nodiscard]] Status sense(Scratch& scratch);
  // Of the last call of `sense`.
  [[nodiscard]] const std::vector<JudgedEntity>& judged() const { return judged_; }
  [[nodiscard]] bool has_senses() const { return asset_.agent(agent_index_).senses.count > 0; }

  [[nodiscard]] Status set_key(const SituationValue& key);
  // A level that the agent carries; the index is that of a need, or of a drive behind them.
  [[nodiscard]] Status set_level(const SituationValue& level);
  [[nodiscard]] Status post(const SituationEvent& event);
  // An event's record, as the contract lays it out.
  [[nodiscard]] std::vector<std::byte> record_of(const SituationEvent& event) const;

 private:
  Status make_grid();
  [[nodiscard]] bool is_hidden(EntityId id) const;
  Status judge_all();
  Status spawn(const SituationEntity& entity);
  Status spawn_agent();
  [[nodiscard]] Entity entity(const SituationValue& value) const;
  template <class Open>
  Status write(const Type& type, const SituationValue& value, uint32_t row, Open open);
  template <class T, class Open>
  Status write_as(T value, uint32_t row, Open open);
  Status set_field(const SituationEntity& owner, const SituationValue& field, uint32_t row);
  Status set_running();
  Status set_state();
  void put(std::byte* place, const NamedVariable& field, const SituationValue* value) const;
  [[nodiscard]] EventInfo info_of(const SituationEvent& event) const;
  [[nodiscard]] uint32_t event_bytes() const;
  Status set_fact(const SituationFact& fact);
  Status set_candidate(const SituationCandidate& candidate);
  Status set_taken();
  template <class T>
  Status set_fact_as(const T& value, uint32_t memory, uint32_t fact, uint32_t field);

  const Asset& asset_;
  const Model& model_;
  const Situation& situation_;
  World world_;
  Population population_;
  std::vector<Entity> entities_;  // parallel to the situation's
  std::vector<Entity> hidden_;
  std::vector<JudgedEntity> judged_;
  Entity self_ = kNobody;
  uint32_t slot_ = 0;
  uint32_t agent_index_ = kNone;
  uint32_t running_ = kNone;
};

}  // namespace ishi::compiler
