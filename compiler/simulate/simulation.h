#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ishi/asset.h"
#include "ishi/scratch.h"
#include "simulate/fact_values.h"
#include "simulate/key_values.h"
#include "simulate/thought.h"

// One agent over time, without a game: tasks last as long as the contract declares and then do what it
// declares, or fail when the situation's course says so. A frame is 1/60 s.

namespace ishi::compiler {

inline constexpr uint64_t kFramesPerSecond = 60;

// How many frames a run of so many seconds has: at least one.
[[nodiscard]] uint64_t frames_of(double seconds);

// What happened in a frame. `index` is an option of the agent, a task, a node, a key or an event of the
// asset.
struct SimulatedEvent {
  enum class Kind : uint8_t {
    option_chosen,  // `text`: whom it is for, if it is for a fact
    option_left,    // another one, or none, is chosen instead; `text`: why, where its `when` is why
    option_ended,
    option_failed,
    task_started,  // `text`: its parameters
    task_completed,
    task_failed,
    node_changed,   // `index`: a node; what became of it stands in `change`
    planned,        // `index`: a plan node; `text`: "go_home, load (4s)"
    reached,        // the same, where nothing was left to plan
    key_changed,    // `text`: "12 → 11"
    noticed,        // `index`: a memory; `text`: whom
    forgotten,      // the same
    fact_changed,   // the same; `text`: "joe.checked: false → true"
    event_posted,   // `text`: its fields, those that are given
    state_changed,  // `index`: of the agent's states
    walks,          // `text`: "[3, 0, 2], 7 cells"
    heads           // `index`: of the asset's steerings; `text`: "45deg"
  };
  Kind kind{};
  uint32_t index = 0;
  std::string text;
  NodeEvent change{};
  uint32_t depth = 0;  // of a task or node: how many goals are around it
};

// "19.6s": what a plan costs, as far as anybody cares.
[[nodiscard]] std::string cost_text(double seconds);

class Simulation {
 public:
  // All must outlive this.
  Simulation(const Asset& asset, const Model& model, const Situation& situation);

  // Makes the world. The status is never an error for a situation of the asset's own model.
  [[nodiscard]] Status open(uint64_t seed);
  // One frame. What happened in it is in `events`, in order.
  [[nodiscard]] Status frame();

  // When the last frame was.
  [[nodiscard]] double seconds() const { return static_cast<double>(frame_ - 1) / kFramesPerSecond; }
  [[nodiscard]] const std::vector<SimulatedEvent>& events() const { return events_; }
  // Whether the agent thought in the last frame.
  [[nodiscard]] bool has_thought() const { return has_thought_; }
  // Its last thought.
  [[nodiscard]] const Thought& thought() const { return thought_; }
  // What that thought was made of. The situation's own course is left out.
  [[nodiscard]] Situation situation_of_thought() const;
  // The agent's state; kNoState if it has none.
  [[nodiscard]] uint32_t state() const {
    return stage_.population().state(stage_.population().agent_of(stage_.slot()));
  }
  [[nodiscard]] uint16_t option() const {
    return stage_.population().option(stage_.population().agent_of(stage_.slot()));
  }
  [[nodiscard]] uint32_t key_count() const { return keys_.size(); }
  // What a key of the asset holds.
  [[nodiscard]] const RawValue& key(uint32_t key) const { return known_[key]; }
  // The level that the agent carries of a motive of the asset; nothing if it carries none.
  [[nodiscard]] std::optional<float> level(uint32_t motive) const;
  // What has become of a goal of the asset: how it ended last (inactive: it never has) and when, in seconds,
  // and whether it is active now.
  struct GoalStanding {
    GoalState ended = GoalState::inactive;
    double ended_at = 0;
    bool is_active = false;
    double active_since = 0;
  };
  // Where the agent went in the last frame.
  [[nodiscard]] const AgentMove& move() const { return move_; }
  // Where it is, and when it came first to where the situation expects it, in seconds; below 0: it never has.
  [[nodiscard]] const Vector3& position() const { return position_; }
  [[nodiscard]] double reached_at() const { return reached_at_; }
  [[nodiscard]] const GoalStanding& goal(uint32_t goal) const { return goals_[goal]; }
  // How often a node of the asset has begun.
  [[nodiscard]] uint32_t begun(uint32_t node) const { return node < begins_.size() ? begins_[node] : 0; }
  [[nodiscard]] const Stage& stage() const { return stage_; }
  // A plan that the agent has made.
  struct MadePlan {
    uint32_t node = 0;  // of the asset
    std::vector<std::string_view> steps;
    double cost_seconds = 0;
  };
  // All of them, in the order in which they were made.
  [[nodiscard]] const std::vector<MadePlan>& plans() const { return plans_; }
  // When the agent sensed last.
  [[nodiscard]] const Sensing& sensing() const { return sensing_; }
  // Failures of the course that have not come about: no such task ran or was started after their time.
  [[nodiscard]] const std::vector<Course::Failure>& failures_left() const { return failures_; }

 private:
  struct RunningTask {
    ishi::Token token;
    uint32_t task;
    uint64_t ends_at;  // microseconds
    uint32_t depth;
  };
  struct BegunTask {
    uint32_t task;
    uint32_t depth;
  };

  Status change();
  Status fail_tasks();
  Status end_tasks();
  Status think();
  Status act();
  Status steer();
  Status walk_on();
  Status look_where_it_is();
  Status start(const Start& start);
  [[nodiscard]] bool is_due(double seconds) const;
  bool take_failure(uint32_t task);
  void note(SimulatedEvent::Kind kind, uint32_t index, std::string text = {}, uint32_t depth = 0);
  uint32_t take_depth(uint32_t task);
  void note_event(const SituationEvent& event);
  void note_node(const NodeEvent& event);
  void note_goal(const NodeEvent& event);
  void note_plans();
  void find_depths();
  // What has changed of keys and facts since the last time.
  void note_changes();
  [[nodiscard]] std::string why_left(uint16_t option) const;
  [[nodiscard]] std::string candidate_name();
  [[nodiscard]] std::string parameters_text(const Start& start, uint32_t task) const;
  [[nodiscard]] uint64_t now() const { return frame_ * 1'000'000 / kFramesPerSecond; }

  const Asset& asset_;
  const Model& model_;
  const Situation& situation_;
  Stage stage_;
  mutable Scratch scratch_;
  uint64_t frame_ = 0;
  size_t changed_ = 0;                     // how many changes of the course are over
  std::vector<Course::Failure> failures_;  // still to come; `task` is the asset's
  std::vector<RunningTask> running_;
  std::vector<GoalStanding> goals_;
  std::vector<uint32_t> depths_;  // by node of the asset
  std::vector<uint32_t> begins_;  // by node of the asset, as far as any have
  std::vector<BegunTask> begun_;  // in this round, as nodes
  std::vector<MadePlan> plans_;
  std::vector<uint32_t> told_plans_;  // plan nodes whose plan has been noted
  bool has_planned_ = false;          // in this round
  void note_awareness();
  Sensing sensing_;
  // Whom the agent is aware of, and how many levels of that memory it has reached.
  struct AwareOf {
    uint32_t memory = 0;
    Entity who{};
    uint32_t levels = 0;
  };
  std::vector<AwareOf> aware_;
  KeyValues keys_;
  std::vector<RawValue> known_;  // the keys, as they were noted last
  FactValues facts_;
  std::vector<Column<float>> levels_;  // by motive of the asset; empty if it is not carried
  Thought thought_;
  std::vector<RawValue> thought_keys_;
  std::vector<SituationValue> thought_levels_;
  uint64_t thought_at_ = 0;
  Vector thought_position_{}, thought_facing_{};
  AgentMove move_;
  Vector3 position_{};
  double reached_at_ = -1;
  bool has_thought_ = false;
  std::vector<SimulatedEvent> events_;
};

}  // namespace ishi::compiler
