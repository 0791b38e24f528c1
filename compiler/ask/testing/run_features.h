#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ishi/asset_info.h"
#include "simulate/simulation.h"

namespace ishi::compiler {

// The things that happened in a run, each once: an agent went from one action to another, or a task of it
// failed, or it went from one state into another; of agents of which something is expected also that it
// emitted an event. A search looks for runs with rare ones.
class RunFeatures {
 public:
  enum class Kind : uint8_t { option, state, failure, event };

  void clear() { seen_.clear(); }
  // After each frame. What it notes is the same however closely the agent is observed.
  void note(const SimulatedAgent& agent, bool is_expected);
  // Rising, none twice.
  [[nodiscard]] const std::vector<uint64_t>& all();

  // What a feature is made of: `from` and `to` are indices plus one, 0: none.
  struct Parts {
    Kind kind{};
    uint32_t agent = 0, from = 0, to = 0;
  };
  [[nodiscard]] static Parts parts(uint64_t feature);
  // "ann: patrol → coffee": words for one of them.
  [[nodiscard]] static std::string text(uint64_t feature, const Model& model, const Asset& asset,
                                        const Situation& situation);

 private:
  void add(Kind kind, uint32_t agent, uint32_t from, uint32_t to);

  std::vector<uint64_t> seen_;
  bool is_sorted_ = true;
  std::vector<uint32_t> option_;  // by agent: the one that ran last, plus one
  std::vector<uint32_t> state_;   // by agent: its state, plus one
};

}  // namespace ishi::compiler
