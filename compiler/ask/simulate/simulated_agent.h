#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ishi/asset_info.h"
#include "ishi/scratch.h"
#include "simulate/fact_values.h"
#include "simulate/key_values.h"
#include "simulate/thought.h"

namespace ishi::compiler {

// An event of an agent in a frame. `index` is an option of the agent, a task, a node, a key or an event
// of the asset.
struct SimulatedEvent {
  enum class Kind : uint8_t {
    option_chosen,  // `text`: whom it is for, if it is for a fact
    option_left,    // another one, or none, is chosen instead; `text`: why, where its `when` is why
    option_ended,
    option_failed,
    task_started,    // `text`: its parameters
    task_completed,  // `text`: what it gives back
    task_failed,     // `text`: why, if the game is to blame
    task_aborted,    // where no node says so
    node_changed,    // `index`: a node; what became of it stands in `change`
    planned,         // `index`: a plan node; `text`: "go_home, load (4s)"
    reached,         // the same, where nothing was left to plan
    foreseen,        // `index`: a goal node; `text`: "fetch_key, unlock, go_in"
    key_changed,     // `text`: "12 → 11"
    noticed,         // `index`: a memory; `text`: whom
    forgotten,       // the same
    fact_changed,    // the same; `text`: "joe.checked: false → true"
    event_posted,    // to the agent; `text`: its fields, those that are given
    event_emitted,   // by the agent; `text`: its fields, and who gets it
    state_changed,   // `index`: of the agent's states
    leaves,          // the world
    walks,           // `text`: "[3, 0, 2], 7 cells"
    heads,           // `index`: of the asset's steerings; `text`: "45deg"
    sound_made       // by a step of the agent; `index`: of the asset's sounds
  };
  Kind kind{};
  uint32_t index = 0;
  std::string text;
  NodeEvent change{};
  uint32_t depth = 0;               // of a task or node: how many goals are around it
  Audience audience{};              // of an event that was emitted
  bool reaches_itself = false;      // …: the agent gets it, too
  std::string to;                   // …: the name of the one who gets it
  std::vector<std::byte> record{};  // of a task that started and of an event that was emitted
};

// "19.6s": the cost of a plan, in four digits.
[[nodiscard]] std::string cost_text(double seconds);

// The standing of a goal of the asset: how it ended last (inactive: it never has) and when, in seconds,
// and if it is active now.
struct GoalStanding {
  GoalState ended = GoalState::inactive;
  double ended_at = 0;
  bool is_active = false;
  double active_since = 0;
};

// A plan that the agent has made.
struct MadePlan {
  uint32_t node = 0;  // of the asset
  std::vector<std::string> steps;
  double cost_seconds = 0;
};

// One agent of a simulation, and all that became of it.
class SimulatedAgent {
 public:
  // The stage is open; the scratch is of its world. Both outlive this.
  SimulatedAgent(const StageAgent& place, Scratch& scratch);

  [[nodiscard]] const StageAgent& place() const { return place_; }
  // The last frame, and its time.
  [[nodiscard]] uint64_t frame() const { return frame_; }
  [[nodiscard]] double seconds() const;
  // The events of the last frame, in order.
  [[nodiscard]] const std::vector<SimulatedEvent>& events() const { return events_; }
  // The sounds of the asset that its body made in the last frame.
  [[nodiscard]] const std::vector<uint32_t>& sounds() const { return sounds_; }
  // The changes of its nodes in the last frame, in order; those of which `events` tell among them.
  [[nodiscard]] const std::vector<NodeEvent>& node_events() const { return node_events_; }
  // True if its senses have worked in the last frame: `sensing` is of it.
  [[nodiscard]] bool has_sensed() const { return has_sensed_; }
  // True if the agent thought in the last frame.
  [[nodiscard]] bool has_thought() const { return has_thought_; }
  // If it did: the number of the frame's events before that.
  [[nodiscard]] size_t events_before_thought() const { return events_before_thought_; }
  // Its last thought, and the frame of it; nothing if it has not thought yet.
  [[nodiscard]] const Thought& thought() const { return thought_; }
  [[nodiscard]] std::optional<uint64_t> thought_frame() const { return thought_frame_; }
  // The situation of that thought, of this agent alone: the others are entities of it. It has no course.
  [[nodiscard]] Situation situation_of_thought() const;
  // The value of a key of the model in that thought, as that situation gives it.
  [[nodiscard]] SituationValue key_of_thought(uint32_t key) const;
  // The agent's state; kNoState if it has none.
  [[nodiscard]] uint32_t state() const { return place_.population().state(place_.self()); }
  // Its state before the last thought.
  [[nodiscard]] uint32_t state_before() const { return state_before_; }
  [[nodiscard]] uint16_t option() const { return place_.population().option(place_.self()); }
  [[nodiscard]] uint32_t key_count() const { return keys_.size(); }
  // The value of a key of the asset.
  [[nodiscard]] const RawValue& key(uint32_t key) const { return known_[key]; }
  // The level that the agent carries of a motive of the asset; nothing if it carries none.
  [[nodiscard]] std::optional<float> level(uint32_t motive) const;
  [[nodiscard]] const GoalStanding& goal(uint32_t goal) const { return goals_[goal]; }
  // The move of the agent in the last frame.
  [[nodiscard]] const AgentMove& move() const { return move_; }
  // Its place, and when it first came to where the situation expects it, in seconds; below 0: never.
  [[nodiscard]] const Vector3& position() const { return position_; }
  [[nodiscard]] double reached_at() const { return reached_at_; }
  // The number of times that a node of the asset has begun.
  [[nodiscard]] uint32_t begun(uint32_t node) const { return node < begins_.size() ? begins_[node] : 0; }
  // All plans, in the order in which they were made.
  [[nodiscard]] const std::vector<MadePlan>& plans() const { return plans_; }
  // When the agent sensed last; with judgements of everybody if the simulation judges its senses.
  [[nodiscard]] const Sensing& sensing() const { return sensing_; }

 private:
  friend class Simulation;
  friend class RecordedRun;  // which plays what a game did
  struct BegunTask {
    uint32_t task;
    uint32_t depth;
  };
  // An entity of which the agent is aware, and how many levels of that memory it has reached.
  struct AwareOf {
    uint32_t memory = 0;
    Entity who{};
    uint32_t levels = 0;
  };

  // Takes over what was noted of the same agent in another world, of the same asset.
  void go_on_from(SimulatedAgent& before);
  // The same of an agent in a run of another version of the asset: what has a name in both.
  void take_over(const SimulatedAgent& before);

  // The steps of a frame, in this order.
  void begin_frame(uint64_t frame, double seconds);
  [[nodiscard]] Status before_senses();
  [[nodiscard]] Status before_thought(bool thinks);
  [[nodiscard]] Status after_thought();
  void before_round();
  void note_round(const Commands& commands, bool has_planned);
  void after_round(const Commands& commands);
  void take_move(const AgentMove& move);
  [[nodiscard]] Status walk_on();

  [[nodiscard]] Status look_where_it_is();
  [[nodiscard]] bool has_changed_option() const;
  // Notes that it goes over to another option, or to another candidate.
  void note_choice(std::string why, std::string whom);
  void note(SimulatedEvent::Kind kind, uint32_t index, std::string text = {}, uint32_t depth = 0);
  void note_start(const Start& start, uint32_t task, uint32_t depth);
  void note_completed(uint32_t task, const std::byte* record, uint32_t depth);
  // The parameters of a record, or what it gives back.
  [[nodiscard]] std::string values_text(uint32_t task, const std::byte* record, bool given) const;
  [[nodiscard]] uint32_t take_depth(uint32_t task);
  void note_event(const SituationEvent& event);
  void note_leaving() { note(SimulatedEvent::Kind::leaves, 0); }
  void note_emitted(const Posted& event);
  void note_heard(const Posted& event, const StageAgent& from);
  [[nodiscard]] std::string fields_text(uint32_t event, const std::byte* record) const;
  void note_node(const NodeEvent& event);
  void note_goal(const NodeEvent& event);
  void note_plans();
  void note_foresight();
  void note_awareness();
  // Notes changes of keys and facts since the last time.
  void note_changes();
  // The same of the keys alone that others may write, too.
  void note_shared_changes();
  void note_change_of(uint32_t key);
  void find_depths();
  [[nodiscard]] std::string why_left(uint16_t option) const;
  [[nodiscard]] std::string candidate_name() const;
  [[nodiscard]] uint32_t member_before() const;
  [[nodiscard]] uint32_t entity_for_one(uint32_t entity) const;
  [[nodiscard]] uint32_t entity_of_all(uint32_t entity) const;
  [[nodiscard]] std::vector<SituationEntity> entities_now() const;
  void note_members_taken();

  StageAgent place_;
  const Asset& asset_;
  const Model& model_;
  Scratch& scratch_;
  uint64_t frame_ = 0;
  double seconds_ = 0;  // of the frame
  std::vector<GoalStanding> goals_;
  std::vector<uint32_t> depths_;  // by node of the asset
  std::vector<uint32_t> begins_;  // by node of the asset, as far as any have
  std::vector<BegunTask> begun_;  // in this round, as nodes
  std::vector<MadePlan> plans_;
  std::vector<uint32_t> told_plans_;  // plan nodes whose plan has been noted
  std::vector<uint32_t> foreseeing_;  // goal nodes whose methods have not been noted
  bool has_planned_ = false;          // in this round
  bool is_observed_ = true;
  bool is_light_ = false;               // observed, but for texts and the reasons of thoughts
  std::vector<uint32_t> watched_keys_;  // the keys that it then notes
  bool judges_senses_ = false;
  bool notes_holders_ = false;
  bool notes_entities_ = false;
  std::vector<JudgedEntity> judged_;
  Sensing sensing_;
  std::vector<uint32_t> aware_memories_;  // those of the asset with levels of awareness
  std::vector<AwareOf> aware_;
  KeyValues keys_;
  std::vector<RawValue> known_;  // the keys, as they were noted last
  FactValues facts_;
  std::vector<Column<float>> levels_;  // by motive of the asset; empty if it is not carried
  Thought thought_;
  uint16_t option_before_ = kNoOption;  // of a thought or a round
  Entity candidate_before_ = kNobody;
  uint32_t state_before_ = kNoState;
  std::vector<RawValue> thought_keys_;
  std::vector<SituationValue> thought_levels_;
  uint64_t thought_at_ = 0;  // microseconds
  std::optional<uint64_t> thought_frame_;
  Vector thought_position_{}, thought_facing_{};
  uint32_t thought_state_ = kNoState;
  RunsFor thought_for_;                                           // whom what ran was for
  std::optional<std::vector<SituationEntity>> thought_entities_;  // as `entities_now`, then
  std::vector<SituationFact> thought_facts_;                      // with `thought_entities_`
  std::vector<SituationCandidate> thought_candidates_;
  std::vector<uint32_t> thought_taken_;  // the members of its sets that other agents held at its end
  AgentMove move_;
  Vector3 position_{};
  double reached_at_ = -1;
  bool has_thought_ = false;
  size_t events_before_thought_ = 0;
  bool has_sensed_ = false;
  std::vector<SimulatedEvent> events_;
  std::vector<NodeEvent> node_events_;
  std::vector<uint32_t> sounds_;
};

}  // namespace ishi::compiler
