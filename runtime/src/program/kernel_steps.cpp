#include "program/kernel_steps.h"

#include "program/chunk.h"

namespace ishi {
namespace {

// The rows of a step from one lane on.
struct Rows {
  Rows(const Chunk& chunk, const KernelStep& step) : step_(step) {
    const KernelSteps& steps = *chunk.kernels;
    for (uint32_t k = 0; k < step.shared; ++k) shared_[k] = chunk.shared[steps.places[step.first_shared + k]];
    for (uint32_t k = 0; k < step.outputs; ++k)
      outputs_[k] = chunk.lanes(steps.places[step.first_output + k]);
  }

  void run(uint32_t lanes) { step_.run({inputs_, shared_, outputs_, lanes}); }

  const KernelStep& step_;
  const float* inputs_[kMostKernelValues];
  float shared_[kMostKernelValues];
  float* outputs_[kMostKernelValues];
};

const float* column_of(const Chunk& chunk, const KernelInput& input) {
  return static_cast<const float*>(chunk.binding.keys[input.key].columns[0]);
}

// Reads columns in place for the first `whole` lanes, for the others registers to which they are brought.
void read_inputs(const Chunk& chunk, Rows& rows, uint32_t whole, bool in_place) {
  const KernelInput* const inputs = chunk.kernels->inputs.data() + rows.step_.first_input;
  for (uint32_t k = 0; k < rows.step_.inputs; ++k) {
    const KernelInput& input = inputs[k];
    float* const lanes = chunk.lanes(input.at);
    if (input.key == KernelInput::kNoKey) {
      rows.inputs_[k] = lanes + (in_place ? 0 : whole);
    } else if (in_place) {
      rows.inputs_[k] = column_of(chunk, input) + chunk.slots[0];
    } else {
      const float* const column = column_of(chunk, input);
      for (uint32_t i = whole; i < chunk.count; ++i) lanes[i] = column[chunk.slots[i]];
      rows.inputs_[k] = lanes + whole;
    }
  }
}

}  // namespace

KernelRun run_of(const KernelPart& part, InstructionSet set) {
  auto k = static_cast<uint32_t>(set);
  while (k > 0 && part.run[k] == nullptr) --k;
  return part.run[k];
}

void run_kernel(const Chunk& chunk, const Instruction& in) {
  const KernelStep& step = chunk.kernels->list[in.parameter];
  Rows rows(chunk, step);
  const uint32_t whole = chunk.contiguous ? chunk.count / kKernelLanes * kKernelLanes : 0;
  if (whole != 0) {
    read_inputs(chunk, rows, whole, true);
    rows.run(whole);
  }
  if (whole == chunk.count) return;
  read_inputs(chunk, rows, whole, false);
  for (uint32_t k = 0; k < step.outputs; ++k) rows.outputs_[k] += whole;
  rows.run(chunk.count - whole);
}

}  // namespace ishi
