#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "diagnostics/diagnostics.h"
#include "model/model.h"

namespace ishi::compiler {

// Which tasks the actions of agents start.
class StartedTasks {
 public:
  explicit StartedTasks(const Model& model) : model_(model) {}

  // One flag a task.
  [[nodiscard]] const std::vector<bool>& of(uint32_t agent);

  // Reports the tasks under `fails` and `does` that the test's agent never starts.
  void check(const Test& test, Diagnostics& diagnostics);

 private:
  void check(uint32_t agent, uint32_t task, Span span, Diagnostics& diagnostics);

  const Model& model_;
  std::unordered_map<uint32_t, std::vector<bool>> of_agent_;
};

}  // namespace ishi::compiler
