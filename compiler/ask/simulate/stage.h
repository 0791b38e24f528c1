#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ishi/asset_info.h"
#include "ishi/population.h"
#include "ishi/scratch.h"
#include "ishi/tools.h"
#include "ishi/world.h"
#include "model/model.h"
#include "simulate/situation.h"
#include "simulate/value_type.h"

// The agents of a situation, in the runtime that ships.

namespace ishi::compiler {

class Stage;

// A sense's judgement of an entity of the situation before the agent sensed.
struct JudgedEntity {
  uint32_t sense = 0;   // of the agent
  uint32_t entity = 0;  // of the situation
  SenseJudgement judgement;
  bool is_hidden = false;
  bool is_behind_wall = false;
};

// A token of which other agents hold all that there are.
struct HeldToken {
  uint32_t token = kNone;  // of the model
  std::string by;          // "`pat` and `sam`"
};

// One of a stage's agents; the stage outlives it.
class StageAgent {
 public:
  [[nodiscard]] Stage& stage() const { return *stage_; }
  [[nodiscard]] const Asset& asset() const;
  [[nodiscard]] World& world() const;
  [[nodiscard]] Population& population() const;
  [[nodiscard]] uint32_t index() const { return index_; }  // of the stage's agents
  [[nodiscard]] const SituationAgent& situation() const;
  [[nodiscard]] Entity self() const { return self_; }
  [[nodiscard]] uint32_t slot() const { return slot_; }
  [[nodiscard]] uint32_t population_index() const { return population_; }
  [[nodiscard]] uint32_t agent_index() const { return agent_; }  // in the asset
  [[nodiscard]] uint32_t running() const { return running_; }    // an option of the agent, or kNone
  [[nodiscard]] bool has_senses() const;
  // False once it has been removed.
  [[nodiscard]] bool is_alive() const;

  // True if others leave enough of the tokens that an option of the agent claims.
  [[nodiscard]] bool has_tokens(uint32_t option) const;
  // The tokens of which other agents hold all that there are, as things stand.
  [[nodiscard]] std::vector<HeldToken> held_tokens() const;
  // The name of the other agent whose action or plan claims an entity; empty if none does.
  [[nodiscard]] std::string_view holder_of(Entity member) const;
  // The facts of a memory of the asset.
  [[nodiscard]] std::vector<FactInfo> facts(uint32_t memory) const;
  // The entities, or handles, of a set of the asset.
  [[nodiscard]] std::vector<Entity> members(uint32_t set) const;
  // A name for one of these: that of its entity, or "pickups 2".
  [[nodiscard]] std::string member_name(uint32_t set, uint32_t member) const;
  // The name of an entity as this agent calls it: "thug", "someone", "itself", "nobody".
  [[nodiscard]] std::string name_of(EntityId id) const;

  // Judges every entity of the situation by every sense, as things stand now.
  [[nodiscard]] Status judge_all(std::vector<JudgedEntity>& judged) const;

 private:
  friend class Stage;
  [[nodiscard]] std::string_view holder_by_plan(Entity member) const;
  [[nodiscard]] bool has_planned_with(Entity member) const;

  Stage* stage_ = nullptr;
  uint32_t index_ = 0;
  uint32_t population_ = 0;  // of the stage
  uint32_t slot_ = 0;
  uint32_t agent_ = kNone;
  uint32_t running_ = kNone;
  Entity self_ = kNobody;
};

// A world with the agents of a situation, before its first frame. The entities of `world` come first, in text
// order, then the agents, in text order; agents of one kind share a population, and populations stand in the
// order of their first agents.
class Stage {
 public:
  // All must outlive this.
  Stage(const Asset& asset, const Model& model, const Situation& situation)
      : asset_(asset), model_(model), situation_(situation) {}
  // One agent of a world that a game has made, which outlives this: it is asked, and never opened or changed.
  // `entities` are parallel to the situation's; the population counts among those of the world.
  Stage(const Asset& asset, const Model& model, const Situation& situation, World& world,
        std::vector<Entity> entities, uint32_t population, Entity agent);
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;

  // Makes the world and those who are in it. `has_paths`: with a grid on which agents find paths. The status
  // is never an error for a situation of the asset's own model.
  [[nodiscard]] Status open(uint64_t seed = 0, bool has_paths = true);
  // The two parts of open(). With a world that was brought back to where it was before the second, that may
  // be repeated, for a situation with other values of as many entities and of the same agents.
  [[nodiscard]] Status make_world(uint64_t seed, bool has_paths);
  [[nodiscard]] Status populate();
  // In place of open(): the world goes on where another stage's stands, between two frames, as that of a game
  // does which loads other assets and keeps its state. Both situations have the same cast and walls. `reset`
  // gets the names of the state that could not be kept, since its type is another one.
  [[nodiscard]] Status take_over(const Stage& before, std::vector<std::string>& reset);

  // Somebody who has come to the world of a game, and stands at the end of the situation's entities.
  void admit(Entity entity) { entities_.push_back(entity); }

  [[nodiscard]] World& world() { return world_; }
  [[nodiscard]] const World& world() const { return world_; }
  [[nodiscard]] std::vector<Population>& populations() { return populations_; }
  [[nodiscard]] std::vector<StageAgent>& agents() { return agents_; }
  [[nodiscard]] const std::vector<StageAgent>& agents() const { return agents_; }
  [[nodiscard]] const Asset& asset() const { return asset_; }
  [[nodiscard]] const Model& model() const { return model_; }
  [[nodiscard]] const Situation& situation() const { return situation_; }
  [[nodiscard]] bool has_grid() { return !world_.cells().empty(); }
  [[nodiscard]] Up up() const { return model_.up.value; }

  // The entity of the situation, or agent, with this id; kNone if there is none.
  [[nodiscard]] uint32_t entity_index(EntityId id) const;
  // The other way round; it may be gone.
  [[nodiscard]] Entity handle(uint32_t entity) const;
  // A value as the runtime holds it, in the type of its kind, and back.
  template <class T>
  [[nodiscard]] T to_runtime(const SituationValue& value) const {
    return runtime_value<T>(value.value, entity(value));
  }
  template <class T>
  [[nodiscard]] SituationValue from_runtime(uint32_t index, const T& held) const {
    SituationValue value;
    value.index = index;
    if constexpr (std::is_same_v<T, Vector3>) {
      value.value = to_array(held);
    } else if constexpr (std::is_same_v<T, EntityId>) {
      value.entity = entity_index(held);
    } else {
      value.value[0] = static_cast<float>(held);
    }
    return value;
  }
  // The value of a field of a thing's entity, which is alive; `index` is the field's.
  [[nodiscard]] SituationValue field_of(Entity entity, uint32_t thing, uint32_t field) const;
  // True if others hold an entity of the situation.
  [[nodiscard]] bool is_taken(EntityId id) const;
  [[nodiscard]] bool is_hidden(EntityId id) const;
  // True if a wall stands between two entities or agents.
  [[nodiscard]] bool has_wall_between(Entity a, Entity b) const;

  // The walls that stand now, closed doors among them, and their cells.
  [[nodiscard]] const std::vector<SituationWall>& walls() const { return walls_; }
  [[nodiscard]] const std::vector<WallCell>& wall_cells() const { return wall_cells_; }
  // By door of the situation: true if it is open.
  [[nodiscard]] const std::vector<bool>& open_doors() const { return open_doors_; }
  [[nodiscard]] Status set_door(uint32_t door, bool is_open);

  // A game's calls between frames. Never refused for what `read_situation` has read.
  void set_hidden(std::vector<uint32_t> entities) { hidden_ = std::move(entities); }
  // The claims that others hold from now on.
  [[nodiscard]] const SituationTaken& taken() const { return taken_; }
  [[nodiscard]] const std::vector<uint32_t>& hidden() const { return hidden_; }
  // Goes back to a snapshot of the world, and to what was hidden, taken and open then.
  [[nodiscard]] Status go_back(std::span<const std::byte> snapshot, const std::vector<uint32_t>& hidden,
                               const SituationTaken& taken, const std::vector<bool>& open_doors);
  Status set_taken(const SituationTaken& taken);
  [[nodiscard]] Status make_sound(const SituationSound& sound);
  [[nodiscard]] Status set_key(const SituationValue& key);
  // Adds to a key what flows into it in so many seconds; of an agent or team that is not there nothing is
  // done. `exact` is the key's value without roundings, as the last call left it.
  [[nodiscard]] Status let_flow(const SituationFlow& flow, double seconds, double& exact);
  [[nodiscard]] Status set_level(const SituationValue& level);
  // `now` is the world's time in microseconds. An option that completed so long ago cools down since then;
  // everything else that no formula of the agent asks for is left alone.
  [[nodiscard]] Status set_moment(const SituationMoment& moment, uint64_t now);
  // Nothing is done for an entity that is there already, or is gone.
  [[nodiscard]] Status add(uint32_t entity);
  [[nodiscard]] Status remove(uint32_t entity);
  [[nodiscard]] Status place(const SituationPlace& place);
  // Moves the entities that go along paths to where they are at a time.
  [[nodiscard]] Status advance(double seconds);
  // Memories and sets hold what is given from now on, and nothing else; of agents that are gone nothing is
  // done. `now_microseconds` since the world began.
  [[nodiscard]] Status fill(const SituationMemory& memory, int64_t now_microseconds);
  [[nodiscard]] Status fill(const SituationSet& set);
  [[nodiscard]] Status post(const SituationEvent& event);
  // In a frame, before anybody thinks: all agents sense, and see everybody who is not hidden. Their notices
  // stand in `Tools::notices` when the thoughts have begun.
  [[nodiscard]] Status sense(Scratch& scratch);

  // Writes the values that the course lets a task give back into the task's record.
  void give_back(uint32_t agent, uint32_t task, std::byte* record) const;
  // Makes the changes that the course says the task makes when it completes. `record` holds the task's
  // parameters.
  [[nodiscard]] Status make_effects(uint32_t agent, uint32_t task, const std::byte* record);
  // Opens and closes the doors that the task opens and closes when it completes.
  [[nodiscard]] Status move_doors(uint32_t task, const std::byte* record);

  // An event's record, as the contract lays it out.
  [[nodiscard]] std::vector<std::byte> record_of(const SituationEvent& event) const;

 private:
  void list_agents(std::vector<uint32_t>& counts);
  Status add_populations();
  Status make_grid();
  void find_walls();
  Status fill_cells(std::span<const WallCell> cells, bool is_filled);
  [[nodiscard]] bool is_at_door(const SituationDoor& door, const TaskInfo& task,
                                const std::byte* record) const;
  template <class T>
  Status key_column(const SituationFlow& flow, Column<T>& column, uint32_t& row);
  Status spawn(uint32_t entity);
  Status set_fields(uint32_t entity);
  Status spawn_agent(uint32_t index);
  Status set_agent(const StageAgent& agent);
  [[nodiscard]] Entity entity(const SituationValue& value) const;
  template <class Open>
  Status write(const Type& type, const SituationValue& value, uint32_t row, Open open);
  Status set_field(const SituationEntity& owner, const SituationValue& field, uint32_t row);
  Status set_cooldown(const StageAgent& agent, uint32_t option, uint64_t now, int64_t ago);
  Status set_running(StageAgent& agent);
  Status set_state(const StageAgent& agent);
  Status set_fact(const StageAgent& agent, const SituationFact& fact, int64_t now);
  Status notice_fields(const StageAgent& agent, const SituationFact& fact, uint32_t number);
  Status set_candidate(const StageAgent& agent, const SituationCandidate& candidate, bool is_known);
  Status keep(const SituationTaken& taken, bool keeps);
  void put(std::byte* place, const NamedVariable& field, const SituationValue* value) const;
  [[nodiscard]] EventInfo info_of(const SituationEvent& event) const;
  [[nodiscard]] uint32_t event_bytes() const;

  const Asset& asset_;
  const Model& model_;
  const Situation& situation_;
  World own_world_;
  World& world_ = own_world_;
  uint32_t teams_ = 1;
  std::vector<Population> populations_;
  std::vector<uint32_t> kinds_;  // the model's agent of each population
  std::vector<StageAgent> agents_;
  std::vector<Entity> entities_;  // parallel to the situation's
  std::vector<uint32_t> hidden_;  // of the situation's, and agents
  SituationTaken taken_;
  std::vector<bool> open_doors_;  // parallel to the situation's
  std::vector<SituationWall> walls_;
  std::vector<WallCell> wall_cells_;
};

}  // namespace ishi::compiler
