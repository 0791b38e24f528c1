#include <algorithm>

#include "asset/check.h"
#include "bodies/acting.h"
#include "program/kernels.h"
#include "program/machine.h"
#include "program/operations.h"
#include "program/row.h"
#include "program/run_row.h"
#include "steering/steering.h"
#include "views/agents.h"

// The programs of steerings for several agents at once: each operation is a loop over those who follow the
// same steering. A program that goes over the members of a set runs agent by agent.

namespace ishi {
namespace {

constexpr size_t kLongest = 256;  // operations
constexpr size_t kBeforeWeights = (sizeof(Choice) + kCacheLine - 1) / kCacheLine * kCacheLine;

void copy_lanes(const Chunk& chunk, const Instruction& in) {
  std::copy_n(chunk.lanes(in.operands[0]), chunk.count, chunk.lanes(in.out));
}

// The loop of an operation; null for those that are computed one by one.
Instruction::Run run_of(const Agents& p, const blob::Operation& operation) {
  const Machine& machine = *p.around->machine;
  const auto code = static_cast<OperationCode>(operation.code());
  if (const auto run = machine.elementwise[code]; run != nullptr) return run;
  if (code == OperationCode::spread) return &copy_lanes;
  if (code == OperationCode::curve) return loop_of(machine, p.curves[operation.parameter()]);
  if (reads_key(code)) {
    const Variable& key = p.keys[operation.parameter()];
    return key.scope == Scope::agent ? kernels::load(machine, code, key.storage) : nullptr;
  }
  const bool is_loaded =
      reads_entity(code) || code == OperationCode::self_row || code == OperationCode::level;
  return is_loaded ? kernels::load(machine, code, Storage::number) : nullptr;
}

Row row_of(const Agents& p, uint32_t slot) {
  return {.slot = slot,
          .team = p.team[slot],
          .profile = p.profile[slot],
          .step_started = *p.binding.time_microseconds};
}

void fill_constants(const SteeringPlan& plan, float* registers) {
  for (size_t i = 0; i < plan.program.size(); ++i) {
    if (plan.program[i].code() != blob::OperationCode::constant) continue;
    std::fill_n(registers + i * kRegisterStride, kSteerAtOnce,
                evaluate_row({}, plan.program[i], {}, 0, 0, 0));
  }
}

// The agents in `slots` follow this steering, whose constants are loaded.
// NOLINTNEXTLINE(readability-non-const-parameter): the steps write to the registers
void compute(const Agents& p, const SteeringPlan& plan, std::span<const uint32_t> slots, Choice& unused,
             float* registers) {
  static constexpr Cooling kNoCooling{};
  const auto count = static_cast<uint32_t>(slots.size());
  const Chunk chunk{.binding = p.binding,
                    .selection = p.selection,
                    .cooling = kNoCooling,
                    .shared = nullptr,
                    .slots = slots.data(),
                    .count = count,
                    .contiguous = slots.back() - slots.front() == count - 1,
                    .registers = registers,
                    .choice = unused};
  for (uint32_t i = 0; i < plan.steps.size(); ++i) {
    const Instruction& step = plan.steps[i];
    const blob::Operation& operation = plan.program[i];
    if (step.run != nullptr) {
      step.run(chunk, step);
    } else if (operation.code() != blob::OperationCode::constant) {
      for (uint32_t lane = 0; lane < count; ++lane) {
        const auto value_of = [&](uint32_t operand) { return chunk.lanes(operand)[lane]; };
        chunk.lanes(i)[lane] = evaluate_row(p.binding, operation, row_of(p, slots[lane]), value_of);
      }
    }
  }
}

}  // namespace

// Behind what nobody reads stand the weights, then the values of a program, and room for a whole vector from
// the last one on.
size_t steering_scratch(const Agents& p) {
  if (!p.steering.any()) return 0;
  size_t most = p.acting.layout.values;
  for (const SteeringPlan& plan : p.steering.plans)
    most = std::max(most, plan.steps.size() * kRegisterStride);
  return kBeforeWeights + p.steering.most_directions * sizeof(SteerFloats) +
         (most + whole_vectors(1)) * sizeof(float);
}

bool plan_lanes(const Agents& p, SteeringPlan& plan) {
  const auto is_of_members = [](const blob::Operation& operation) {
    const auto code = static_cast<OperationCode>(operation.code());
    return code == OperationCode::each || code == OperationCode::member || code == OperationCode::nth ||
           reduces(code);
  };
  if (plan.program.size() > kLongest || std::any_of(plan.program.begin(), plan.program.end(), is_of_members))
    return true;
  if (!plan.steps.allocate(plan.program.size())) return false;
  for (uint32_t i = 0; i < plan.program.size(); ++i) {
    const blob::Operation& operation = plan.program[i];
    Instruction& step = plan.steps[i];
    step.run = run_of(p, operation);
    step.out = i;
    step.operands[0] = operation.a();
    step.operands[1] = operation.b();
    step.operands[2] = operation.c();
    step.parameter = operation.parameter();
  }
  return true;
}

void steer_all(Agents& p, std::span<const uint32_t> slots, std::byte* scratch, Move* moves) {
  const Steering& s = p.steering;
  Choice& unused = *reinterpret_cast<Choice*>(scratch);
  auto* const weights = reinterpret_cast<SteerFloats*>(scratch + kBeforeWeights);
  auto* const values = reinterpret_cast<float*>(weights + s.most_directions);
  const SteeringPlan* filled = nullptr;
  for (size_t first = 0; first < slots.size();) {
    const uint16_t followed = s.followed[slots[first]];
    const SteeringPlan& plan = s.plans[followed - 1];
    size_t end = first + 1;
    while (end < slots.size() && end - first < kSteerAtOnce && s.followed[slots[end]] == followed) ++end;
    const auto chunk = slots.subspan(first, end - first);
    for (size_t i = 0; i < chunk.size(); ++i) {
      const EntityId self = p.self[chunk[i]];
      moves[i] = {
          .agent = p.around->handle_of(self), .user = p.around->entities.user[self.index], .slot = chunk[i]};
    }
    if (plan.steps.size() == plan.program.size()) {
      if (filled != &plan) fill_constants(plan, values);
      filled = &plan;
      compute(p, plan, chunk, unused, values);
      steer(p, plan, chunk, {values, kRegisterStride}, weights, moves);
    } else {
      filled = nullptr;
      const std::span own(values, p.acting.layout.values);
      for (size_t i = 0; i < chunk.size(); ++i) {
        run_row(p.binding, plan.program, plan.domains, row_of(p, chunk[i]), own, [](const Row&, uint32_t) {});
        steer(p, plan, chunk.subspan(i, 1), {values}, weights, moves + i);
      }
    }
    moves += chunk.size();
    first = end;
  }
}

}  // namespace ishi
