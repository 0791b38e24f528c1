#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ishi/asset.h"
#include "ishi/scratch.h"
#include "testing/stage.h"

// One agent over time, without a game: tasks last as long as the contract declares and then do what it
// declares. A frame is 1/60 s.

namespace ishi::compiler {

inline constexpr uint64_t kFramesPerSecond = 60;

// What happened in a frame. `index` is an option of the agent, a task, a node or a key of the asset.
struct SimulatedEvent {
  enum class Kind : uint8_t {
    option_chosen,
    option_left,  // another one, or none, is chosen instead
    option_ended,
    option_failed,
    task_started,  // `text`: its parameters
    task_completed,
    task_aborted,
    wait_started,  // index: a node
    wait_ended,
    key_changed  // `text`: "12 → 11"
  };
  Kind kind{};
  uint32_t index = 0;
  std::string text;
};

class Simulation {
 public:
  Simulation(const Asset& asset, const Model& model, const Situation& situation)
      : asset_(asset), stage_(asset, model, situation) {}

  // Makes the world. The status is never an error for a situation of the asset's own model.
  [[nodiscard]] Status open(uint64_t seed);
  // One frame. What happened in it is in `events`, in order.
  [[nodiscard]] Status frame();

  [[nodiscard]] double seconds() const { return static_cast<double>(frame_) / kFramesPerSecond; }
  [[nodiscard]] const std::vector<SimulatedEvent>& events() const { return events_; }
  // Each option's score as things stood before this frame's thought, without inertia; minus infinity if it is
  // not eligible. And the seconds until it is ready again, and whether what ran could not be interrupted.
  [[nodiscard]] const std::vector<float>& scores() const { return scores_; }
  [[nodiscard]] double cooldown_left(uint32_t option) const { return cooldowns_[option]; }
  [[nodiscard]] bool was_locked() const { return was_locked_; }
  [[nodiscard]] const AgentInfo& agent() const { return agent_; }
  [[nodiscard]] uint16_t option() { return stage_.population().option(stage_.slot()); }
  [[nodiscard]] const std::vector<uint32_t>& active_nodes() const { return path_; }

 private:
  struct RunningTask {
    Token token;
    uint32_t task;
    uint64_t ends_at;  // microseconds
  };

  Status end_tasks();
  Status think();
  Status act();
  void note(SimulatedEvent::Kind kind, uint32_t index, std::string text = {});
  void note_waits();
  void note_option(uint16_t before);
  void note_keys();
  [[nodiscard]] std::string value_text(const VariableInfo& variable, const std::byte* value) const;
  [[nodiscard]] std::string key_text(uint32_t key);
  [[nodiscard]] std::string parameters_text(const Start& start, uint32_t task) const;
  [[nodiscard]] uint64_t now() const { return frame_ * 1'000'000 / kFramesPerSecond; }

  const Asset& asset_;
  Stage stage_;
  Scratch scratch_;
  AgentInfo agent_;
  uint64_t frame_ = 0;
  std::vector<RunningTask> running_;
  std::vector<uint32_t> path_;
  std::vector<std::string> keys_;
  std::vector<float> values_;
  std::vector<float> scores_;
  std::vector<double> cooldowns_;  // seconds
  bool was_locked_ = false;
  std::vector<SimulatedEvent> events_;
};

}  // namespace ishi::compiler
