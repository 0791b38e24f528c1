#include "views/shared_values.h"

#include <algorithm>

#include "built_features.h"
#include "program/kernels.h"
#include "program/run_row.h"
#include "views/member_pairs.h"

namespace ishi {
namespace {

void compute_shared(const Agents& p, const SharedProgram& of, uint32_t index) {
  const auto shared = std::span<const SharedOperation>(of.schedule.shared);
  const blob::Operation& operation = of.program[index];
  const SharedOperation& own = shared[index];
  const auto compute = [&](const Row& row) {
    // An operand has one row for all, or rows like those of the operation.
    const auto value_of = [&](uint32_t operand) {
      return of.values[shared[operand].place + shared[operand].row_of(row, p.binding)];
    };
    of.values[own.place + own.row_of(row, p.binding)] = evaluate_row(p.binding, operation, row, value_of);
  };
  if (!is_built(Feature::memories) || !is_shared_member(own.domain)) {
    for (uint32_t row = 0; row < own.rows; ++row) compute({.slot = 0, .team = row, .profile = row});
    return;
  }
  const SetTable& table = p.binding.sets[own.set];
  for (uint32_t owner = 0; owner < table.stride; ++owner) {
    Row row{.slot = 0, .team = owner};
    for (row.member = 0; row.member < table.count[owner]; ++row.member) compute(row);
  }
}

void run(const Chunk& chunk, std::span<const Instruction> instructions, uint8_t* flags) {
  run_instructions(chunk, instructions, flags,
                   [&](const Instruction& instruction) { instruction.run(chunk, instruction); });
}

// True if nothing comes of a pass but members that options of the agents claim, of a set that all share.
bool finds_claimed_alone(const Chunk& chunk, const Pass& pass, std::span<const Instruction> instructions,
                         const Schedule& schedule) {
  if (chunk.claims == nullptr || !pass.is_of_options) return false;
  if (chunk.binding.sets[pass.set].scope != Scope::world) return false;
  const Instruction::Run keep_best = schedule.machine->keep_best[schedule.last_wins_ties ? 1 : 0];
  return std::all_of(instructions.begin(), instructions.end(), [&](const Instruction& instruction) {
    return instruction.run != keep_best || claims_entity(*chunk.claims, instruction.parameter);
  });
}

// True if no agent of the chunk may have the current member of such a set.
bool is_taken(const Chunk& chunk, const SetTable& table) {
  const uint32_t row = table.entity.row_of(table.row(0, chunk.member), chunk.binding.entities);
  const EntityClaim claim = claim_on(*chunk.claims, row);
  if (claim.is_free()) return false;
  return std::none_of(chunk.slots, chunk.slots + chunk.count,
                      [&](uint32_t slot) { return claim.leaves_to(chunk.binding.self[slot]); });
}

}  // namespace

// Passes as often as the agent with the most members needs.
void run_schedule(Chunk& chunk, const Schedule& schedule, uint8_t* flags) {
  const std::span<const Instruction> all = schedule.instructions;
  uint32_t done = 0;
  for (const Pass& pass : schedule.passes) {
    run(chunk, all.subspan(done, pass.first - done), flags);
    done = pass.end;
    if (is_built(Feature::memories) && run_in_pairs(chunk, schedule, pass, flags)) continue;
    const SetTable& table = chunk.binding.sets[pass.set];
    uint32_t most = 0;
    for (uint32_t i = 0; i < chunk.count; ++i) {
      const uint32_t slot = chunk.slots[i];
      most = std::max<uint32_t>(most, table.count[table.owner_of(slot, chunk.binding.team[slot])]);
    }
    const auto own = all.subspan(pass.first, pass.end - pass.first);
    const bool leaves_taken = is_built(Feature::claims) && finds_claimed_alone(chunk, pass, own, schedule);
    for (chunk.member = 0; chunk.member < most; ++chunk.member) {
      if (!leaves_taken || !is_taken(chunk, table)) run(chunk, own, flags);
    }
  }
  run(chunk, all.subspan(done), flags);
}

void compute_shared_constants(const Agents& p, const SharedProgram& of) {
  for (uint32_t i = 0; i < of.schedule.shared.size(); ++i) {
    if (of.schedule.shared[i].domain == Domain::constant) compute_shared(p, of, i);
  }
}

void compute_shared_values(const Agents& p, const SharedProgram& of) {
  if (!of.schedule.shares_changing) return;
  for (uint32_t i = 0; i < of.schedule.shared.size(); ++i) {
    if (of.schedule.shared[i].domain != Domain::constant) compute_shared(p, of, i);
  }
}

void compute_shared_constants(Agents& p) {
  compute_shared_constants(p, {p.program(), p.schedule, {p.shared_values.data(), p.shared_values.size()}});
}

void compute_shared_values(Agents& p) {
  compute_shared_values(p, {p.program(), p.schedule, {p.shared_values.data(), p.shared_values.size()}});
}

}  // namespace ishi
