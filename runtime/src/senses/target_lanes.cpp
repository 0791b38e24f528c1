#include "senses/target_lanes.h"

#include <algorithm>

#include "asset/check.h"
#include "memory/arena.h"
#include "program/binding.h"
#include "program/kernels.h"
#include "program/machine.h"
#include "program/operation_rules.h"
#include "program/operations.h"
#include "program/row.h"

namespace ishi {
namespace {

// What is not written: nothing competes here.
constexpr size_t kChoiceBytes = (sizeof(Choice) + kCacheLine - 1) / kCacheLine * kCacheLine;

const OperationRules& info_of(const blob::Operation& operation) {
  return rules_of(static_cast<OperationCode>(operation.code()));
}

// True if an operation may stand in a plan, whatever it depends on.
bool is_of_rows(const blob::Operation& operation) {
  const auto code = static_cast<OperationCode>(operation.code());
  switch (code) {
    case OperationCode::constant:
    case OperationCode::time:
    case OperationCode::self_row:
    case OperationCode::target_row:
    case OperationCode::spread:
    case OperationCode::curve: return true;
    default: return reads_key(code) || reads_entity(code) || info_of(operation).elementwise;
  }
}

void load_target(const Chunk& chunk, const Instruction& in) {
  float* const out = chunk.lanes(in.out);
  for (uint32_t i = 0; i < chunk.count; ++i) out[i] = static_cast<float>(chunk.slots[i]);
}

Storage storage_of(const Agents& p, const blob::Operation& operation) {
  switch (info_of(operation).parameter) {
    case ParameterKind::field_number:
    case ParameterKind::field_vector:
    case ParameterKind::field_entity: return p.fields[operation.parameter()].storage;
    default: return Storage::number;
  }
}

Instruction::Run run_of(const Agents& p, const Machine& machine, const blob::Operation& operation) {
  const auto code = static_cast<OperationCode>(operation.code());
  if (code == OperationCode::target_row) return &load_target;
  if (code == OperationCode::curve) return loop_of(machine, p.curves[operation.parameter()]);
  if (info_of(operation).elementwise) return machine.elementwise[code];
  return kernels::load(machine, code, storage_of(p, operation));
}

}  // namespace

bool plan_targets(const Agents& p, uint32_t formula, TargetPlan& plan) {
  plan.formula = formula;
  const auto program = p.asset->program(p.asset->tables.formulas[formula].program());
  if (!std::all_of(program.begin(), program.end(), is_of_rows)) return true;
  // By operation: its register, or kNotFound if it is the same for all targets.
  Array<uint32_t> at;
  if (!at.allocate(program.size()) || !plan.of_observer.reserve_more(program.size()) ||
      !plan.steps.reserve_more(program.size())) {
    return false;
  }
  for (uint32_t i = 0; i < program.size(); ++i) {
    const blob::Operation& operation = program[i];
    const auto code = static_cast<OperationCode>(operation.code());
    Instruction step;
    step.operand_count = operands_of(operation);
    bool depends = code == OperationCode::target_row;
    for (uint32_t k = 0; k < step.operand_count; ++k) {
      const uint32_t operand = operand_of(operation, k);
      const bool is_of_observer = at[operand] == kNotFound;
      step.operands[k] = is_of_observer ? operand : at[operand];
      if (is_of_observer) step.constants |= 1u << k;
      depends = depends || !is_of_observer;
    }
    if (!depends) {
      at[i] = kNotFound;
      plan.of_observer.append(i);
      continue;
    }
    if (code == OperationCode::spread) {
      at[i] = step.operands[0];
      continue;
    }
    step.run = run_of(p, *p.schedule.machine, operation);
    step.parameter = operation.parameter();
    step.out = at[i] = static_cast<uint32_t>(plan.steps.size());
    plan.steps.append(step);
  }
  plan.result = at[program.size() - 1];
  return true;
}

size_t memory_of(const TargetPlan& plan) {
  return plan.any() ? kChoiceBytes + plan.steps.size() * kRegisterStride * sizeof(float) : 0;
}

const float* values_of_targets(const Agents& p, const TargetPlan& plan, uint32_t slot,
                               std::span<const uint32_t> targets, std::span<float> values,
                               std::byte* memory) {
  static constexpr Cooling kNoCooling{};
  const auto program = p.asset->program(p.asset->tables.formulas[plan.formula].program());
  const Row row{slot, p.team[slot], p.profile[slot]};
  for (const uint32_t i : plan.of_observer)
    values[i] =
        evaluate_row(p.binding, program[i], row, [values](uint32_t operand) { return values[operand]; });
  // No step reads anything of an agent: the slots of the lanes are rows of targets.
  const Chunk chunk{.binding = p.binding,
                    .selection = p.selection,
                    .cooling = kNoCooling,
                    .shared = values.data(),
                    .slots = targets.data(),
                    .count = static_cast<uint32_t>(targets.size()),
                    .contiguous = false,
                    .registers = reinterpret_cast<float*>(memory + kChoiceBytes),
                    .choice = *reinterpret_cast<Choice*>(memory)};
  for (const Instruction& step : plan.steps) step.run(chunk, step);
  return chunk.lanes(plan.result);
}

}  // namespace ishi
