#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "ishi/asset_info.h"
#include "simulate/situation.h"
#include "simulate/thought.h"
#include "sweep/axis.h"

namespace ishi::compiler {

// An agent's decision, as far as a sweep shows it.
struct SweptDecision {
  uint32_t option = kNone;  // of the agent; kNone: nothing
  std::string chosen;       // of an agent that has choices alone: "best: bag 2"

  bool operator==(const SweptDecision&) const = default;
};

// A situation of which some keys and levels change, thought by the runtime that ships.
class Decider {
 public:
  // All must outlive this.
  Decider(const Asset& asset, const Model& model, Situation situation, std::span<const Axis> axes)
      : asset_(asset),
        model_(model),
        situation_(std::move(situation)),
        repeated_(asset, model, situation_, ThoughtPart::decision),
        axes_(axes) {}

  // `values`: of each axis. Ten microseconds for a small agent, a hundred where a field is swept.
  SweptDecision decide(std::span<const float> values);
  // The thought of the latest decision.
  [[nodiscard]] const Thought& thought() const { return thought_; }
  // Whom the latest decision is for.
  [[nodiscard]] RunsFor picked_for() const;
  [[nodiscard]] uint64_t count() const { return count_; }

 private:
  const Asset& asset_;
  const Model& model_;
  Situation situation_;
  RepeatedThought repeated_;
  std::span<const Axis> axes_;
  Thought thought_;
  uint64_t count_ = 0;
};

}  // namespace ishi::compiler
