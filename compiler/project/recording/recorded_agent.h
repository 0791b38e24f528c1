#pragma once

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "model/model.h"
#include "recording/moment.h"
#include "simulate/stage.h"

namespace ishi::compiler {

// An agent of a replay as the tools of simulations see one: with names for everybody who lives now. Ends with
// the world of the replay, which another save replaces.
class RecordedAgent {
 public:
  // All must outlive this; the agent lives. `asset` is the population's, `model` that of its sources.
  RecordedAgent(record::Replay& replay, const Asset& asset, const Model& model, const RecordedName& who);

  [[nodiscard]] const StageAgent& place() const { return stage_->agents()[0]; }
  [[nodiscard]] const Situation& situation() const { return situation_; }
  // Gives names to those who have come since.
  void refresh();

  // Everybody who lived when this was made, in the order of the situation's entities.
  [[nodiscard]] const std::vector<Entity>& entities() const { return entities_; }

 private:
  void add(const Entity& entity);
  void note_taken(record::Replay& replay, const Model& model, const RecordedName& who);

  record::Replay& replay_;
  const Asset& asset_;
  const Model& model_;
  std::deque<std::string> names_;
  std::vector<uint32_t> generations_;  // of those who have names, by index
  Situation situation_;
  std::vector<Entity> entities_;
  std::unique_ptr<Stage> stage_;
};

}  // namespace ishi::compiler
