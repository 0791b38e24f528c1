#pragma once

#include <span>

#include "blackboard/variable.h"
#include "ishi/kernels.h"
#include "program/curve.h"
#include "program/kernel_plan.h"

// Holds a kernel that a game compiled against the reference functions.

namespace ishi {

struct KernelCheck {
  const KernelPlan::State& plan;
  std::span<const KernelPart> parts;
  InstructionSet set;  // the one that runs
  std::span<const blob::Operation> program;
  std::span<const Variable> keys, fields;
  std::span<const uint32_t> things;  // the world's numbers of the asset's kinds
  std::span<const curves::Curve> curves;

  // Runs each part on sample lanes and compares with the reference functions, bit by
  // bit. `same` is false, too, where a function is missing. False if there is no memory.
  [[nodiscard]] bool run(bool& same) const;
};

}  // namespace ishi
