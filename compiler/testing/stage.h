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

// What a thought came to of an option or choice that is for members of a set.
struct FactThought {
  uint32_t option = 0;             // of the agent; of a choice its place among those
  std::vector<float> scores;       // of each fact, without inertia; minus infinity if it is not eligible
  std::vector<std::string> names;  // of the entities, or "pickups 2"
  uint32_t best = kNone;           // the fact that it is for; kNone: none is eligible
  uint32_t running = kNone;        // the one for which it ran, or that was chosen, before
  std::vector<float> values;       // of the program, for the best fact
};

// What a choice has chosen.
struct ChoiceThought {
  uint64_t id = 0;
  std::string member;  // as Stage::member_name; empty: nothing
  float score = 0;     // without inertia
};

// What became of a thought.

struct Thought {
  uint32_t picked = kNone;        // the option that runs afterwards, of the agent; kNone: nothing
  uint32_t running = kNone;       // the option that ran before
  bool is_locked = false;         // it could be replaced by an option of a higher rank alone
  std::vector<float> values;      // of every operation of the agent's program, before the thought
  std::vector<double> cooldowns;  // seconds until each option is ready again; none: all are
  std::vector<ChoiceThought> choices;
  std::vector<FactThought> facts;
  std::vector<bool> taken;          // by option: others hold a token that it claims
  std::vector<FactThought> judged;  // by choice, what each member came to; only what `think_once` thinks
  std::string picked_for;           // the name of the fact's entity; empty if it is for none
  AgentInfo agent;
  uint32_t agent_index = 0;   // in the asset
  uint32_t state = kNoState;  // in which it was thought

  // Whether an option competes in that state.
  [[nodiscard]] bool competes(const Asset& asset, uint32_t option) const;
  // An option's score without inertia; minus infinity if it is not eligible.
  [[nodiscard]] float score(const Asset& asset, uint32_t option) const;
  // Null if the option is for no facts.
  [[nodiscard]] const FactThought* facts_of(uint32_t option) const;
  // The value of an operation of an option, of its best fact if it is for facts.
  [[nodiscard]] float value(uint32_t option, uint32_t operation) const;
  // What is added to the option's score because it runs already.
  [[nodiscard]] float inertia(uint32_t option) const;
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
  // Whether others leave enough of the tokens that an option of the agent claims.
  [[nodiscard]] bool has_tokens(uint32_t option) const;
  // Whether others hold an entity of the situation.
  [[nodiscard]] bool is_taken(EntityId id) const;
  // The other way round; it may be gone.
  [[nodiscard]] EntityId handle(uint32_t entity) const { return entities_[entity]; }
  // What the agent remembers in a memory of the asset.
  [[nodiscard]] std::vector<FactInfo> facts(uint32_t memory) const;
  // The entities, or handles, of a set of the asset.
  [[nodiscard]] std::vector<EntityId> members(uint32_t set) const;
  // How people call one of these: by its entity, or "pickups 2".
  [[nodiscard]] std::string member_name(uint32_t set, uint32_t member) const;

  // What a game does between frames. Never refused for what `read_situation` has read.
  [[nodiscard]] Status set_key(const SituationValue& key);
  // A level that the agent carries; the index is that of a need, or of a drive behind them.
  [[nodiscard]] Status set_level(const SituationValue& level);
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
  std::vector<EntityId> entities_;  // parallel to the situation's
  EntityId self_ = kNobody;
  uint32_t slot_ = 0;
  uint32_t agent_index_ = kNone;
  uint32_t running_ = kNone;
};

// What the agent's choices have chosen: fills `choices`.
void read_choices(Stage& stage, const Asset& asset, Thought& thought);

// Scores the options that are for facts, as things stand: fills `facts`. `values` must hold what the program
// gives for the agent, and `agent` and `running` be known.
[[nodiscard]] Status judge_facts(Stage& stage, const Asset& asset, Thought& thought);

// The same anew for a thought in which the agent went over to another state, and its values: as things stood
// when it chose there, but for what was drawn. `candidate`: whom what ran before was for.
[[nodiscard]] Status judge_again(Stage& stage, const Asset& asset, EntityId candidate, Thought& thought);

// Lets the situation's agent think once. `asset` holds it. The status is never an error for a situation
// of the asset's own model; if it is, `where` says which call failed.
[[nodiscard]] Status think_once(const Asset& asset, const Model& model, const Situation& situation,
                                Thought& thought);

}  // namespace ishi::compiler
