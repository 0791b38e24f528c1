#include "world/thought.h"

#include <algorithm>
#include <bit>
#include <new>

#include "program/row.h"

namespace ishi {
namespace {

void compute_shared(Population::State& p, uint32_t index) {
  const auto shared = std::span<const SharedOperation>(p.schedule.shared);
  const blob::Operation& operation = p.program()[index];
  const SharedOperation& own = shared[index];
  for (uint32_t row = 0; row < own.rows; ++row) {
    // A constant or a value of the world has one row for all.
    const auto value_of = [&](uint32_t operand) {
      return p.shared_values[shared[operand].place + (shared[operand].rows == 1 ? 0 : row)];
    };
    p.shared_values[own.place + row] =
        evaluate_row(p.binding, operation, {.slot = 0, .team = row, .profile = row}, value_of);
  }
}

// The memory of a scratch: a choice, the flags of the conditions, the registers.
struct ScratchPlan {
  explicit ScratchPlan(const Schedule& schedule)
      : flags(sizeof(Choice)),
        registers((flags + schedule.flags + kCacheLine - 1) / kCacheLine * kCacheLine),
        size(registers + size_t{schedule.registers} * kRegisterStride * sizeof(float)) {}

  size_t flags, registers, size;
};

bool any_true(const float* lanes, uint32_t count) {
  bool any = false;
  for (uint32_t i = 0; i < count; ++i) any |= lanes[i] != 0.0f;
  return any;
}

void run(const Chunk& chunk, std::span<const Instruction> instructions, uint8_t* flags) {
  for (const Instruction& instruction : instructions) {
    if (instruction.flag != 0 && flags[instruction.flag - 1] == 0) continue;
    instruction.run(chunk, instruction);
    if (instruction.raises != 0) {
      flags[instruction.raises - 1] = any_true(chunk.lanes(instruction.out), chunk.count) ? 1 : 0;
    }
  }
}

}  // namespace

size_t Population::State::scratch_size() const { return ScratchPlan(schedule).size; }

void compute_shared_constants(Population::State& p) {
  for (uint32_t i = 0; i < p.schedule.shared.size(); ++i) {
    if (p.schedule.shared[i].domain == Domain::constant) compute_shared(p, i);
  }
}

void compute_shared_values(Population::State& p) {
  for (uint32_t i = 0; i < p.schedule.shared.size(); ++i) {
    if (p.schedule.shared[i].domain != Domain::constant) compute_shared(p, i);
  }
}

uint32_t list_due(Population::State& p, uint64_t frame) {
  const uint32_t phase = p.phases.due_in(frame);
  if (phase == p.phases.count) return 0;
  const uint32_t end = p.phases.first_slot(phase + 1);
  uint32_t count = 0;
  for (uint32_t slot = p.phases.first_slot(phase); slot < end;) {
    const uint64_t rest = p.living[slot / 64] >> (slot % 64);
    if (rest == 0) {
      slot = (slot / 64 + 1) * 64;
      continue;
    }
    slot += static_cast<uint32_t>(std::countr_zero(rest));
    if (slot < end) p.due[count++] = slot++;
  }
  return count;
}

void decide(const Population::State& p, std::span<const uint32_t> slots, std::byte* memory) {
  const ScratchPlan plan(p.schedule);
  Choice& choice = *new (memory) Choice;
  auto* const flags = reinterpret_cast<uint8_t*>(memory + plan.flags);
  auto* const registers = reinterpret_cast<float*>(memory + plan.registers);
  for (size_t begin = 0; begin < slots.size(); begin += kChunkRows) {
    const auto rows = slots.subspan(begin, std::min<size_t>(kChunkRows, slots.size() - begin));
    const auto count = static_cast<uint32_t>(rows.size());
    const bool contiguous = rows[count - 1] - rows[0] == count - 1;
    choice.begin();
    for (uint32_t i = 0; i < count; ++i) choice.running[i] = p.option[rows[i]];
    run({p.binding, p.selection, p.shared_values.data(), rows.data(), count, contiguous, registers, choice},
        p.schedule.instructions, flags);
    for (uint32_t i = 0; i < count; ++i) {
      // Where nothing is eligible, what ran goes on.
      if (choice.option[i] != Choice::kNone) p.option[rows[i]] = static_cast<uint16_t>(choice.option[i]);
    }
  }
}

void explain_agent(const Population::State& p, uint32_t slot, std::span<float> values) {
  const auto program = p.program();
  const Row row{slot, p.team[slot], p.profile[slot]};
  for (size_t i = 0; i < program.size(); ++i) {
    values[i] =
        evaluate_row(p.binding, program[i], row, [values](uint32_t operand) { return values[operand]; });
  }
}

}  // namespace ishi
