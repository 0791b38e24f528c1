#include "program/kernel_steps.h"

#include "built_features.h"
#include "program/chunk.h"
#include "program/kernels.h"

namespace ishi {
namespace {

// The rows of a step.
struct Rows {
  Rows(const Chunk& chunk, const KernelStep& step)
      : chunk_(chunk),
        step_(step),
        read_(chunk.kernels->inputs.data() + step.first_input),
        places_(chunk.kernels->places.data()) {
    for (uint32_t k = 0; k < step.shared; ++k) shared_[k] = chunk.shared[places_[step.first_shared + k]];
  }

  // Runs the first `whole` lanes, whose columns are read in place.
  void run_in_place(uint32_t whole) {
    for (uint32_t k = 0; k < step_.inputs; ++k)
      inputs_[k] =
          read_[k].column != nullptr ? read_[k].column + chunk_.slots[0] : chunk_.registers + read_[k].at;
    run(0, whole);
  }

  // Runs the others, whose columns are brought to registers.
  void run_others(uint32_t whole) {
    const uint32_t* const slots = chunk_.slots;
    for (uint32_t k = 0; k < step_.inputs; ++k) {
      float* const lanes = chunk_.registers + read_[k].at;
      inputs_[k] = lanes + whole;
      const float* const values = read_[k].column;
      if (values == nullptr) continue;
      for (uint32_t i = whole; i < chunk_.count; ++i) lanes[i] = values[slots[i]];
    }
    run(whole, chunk_.count);
  }

 private:
  void run(uint32_t first, uint32_t end) {
    for (uint32_t k = 0; k < step_.outputs; ++k)
      outputs_[k] = chunk_.registers + places_[step_.first_output + k] + first;
    const uint32_t* candidates = nullptr;
    if (is_built(Feature::memories) && step_.set != kNotFound) {
      kernels::rows_at_hand(chunk_, chunk_.binding.sets[step_.set], first, end, candidates_);
      candidates = candidates_;
    }
    const EntityColumn* const columns = chunk_.kernels->columns.data() + step_.first_picked;
    step_.run({inputs_, shared_, outputs_, end - first, columns, candidates, chunk_.binding.entities.rows});
  }

  const Chunk& chunk_;
  const KernelStep& step_;
  const KernelInput* read_;
  const uint32_t* places_;
  const float* inputs_[kMostKernelValues];
  float shared_[kMostKernelValues];
  float* outputs_[kMostKernelValues];
  alignas(64) uint32_t candidates_[kChunkRows];
};

}  // namespace

KernelRun run_of(const KernelPart& part, InstructionSet set) {
  auto k = static_cast<uint32_t>(set);
  while (k > 0 && part.run[k] == nullptr) --k;
  return part.run[k];
}

void KernelSteps::bind(const Binding& binding, uint32_t its_agents, uint32_t its_rows) {
  agents = its_agents;
  rows = its_rows;
  for (KernelInput& input : inputs) {
    if (input.key != KernelInput::kNoKey)
      input.column = static_cast<const float*>(binding.keys[input.key].columns[0]);
  }
  for (size_t k = 0; k < picked.size(); ++k)
    columns[k] = kernels::column_of(binding, picked[k].code, picked[k].parameter);
}

void run_kernel(const Chunk& chunk, const Instruction& in) {
  Rows rows(chunk, chunk.kernels->list[in.parameter]);
  // A vector may reach into the padding of columns, but not into the agents of another job, which may write
  // them at the same time.
  const bool all_in_place = chunk.contiguous && chunk.kernels->are_last(chunk.slots[0], chunk.count);
  const uint32_t in_place = all_in_place ? chunk.count : chunk.count / kKernelLanes * kKernelLanes;
  const uint32_t whole = chunk.contiguous ? in_place : 0;
  if (whole != 0) rows.run_in_place(whole);
  if (whole != chunk.count) rows.run_others(whole);
}

}  // namespace ishi
