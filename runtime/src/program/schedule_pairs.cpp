#include <algorithm>
#include <bit>

#include "asset/limits.h"
#include "built_features.h"
#include "program/kernel_steps.h"
#include "program/machine.h"
#include "program/operation_rules.h"
#include "program/row.h"
#include "program/scheduler.h"

// Finds passes that can run with pairs of an agent and a member in the lanes, and pairs that need not run:
// those for which the option's `when` cannot hold, since it bounds the distance, or asks something of the
// agent or of the member alone.

namespace ishi {
namespace {

class PairFinder {
 public:
  PairFinder(const Scheduler& scheduler, PairPass& pairs)
      : s_(scheduler), n_(scheduler.needs), in_(scheduler.in), out_(pairs) {}

  // Finds the conditions that the option for the member at hand needs.
  void find_conditions(uint32_t condition) {
    if (!n_.of_candidates(condition)) {
      if (is_in_register(condition) && out_.agent_condition == PairPass::kNone)
        out_.agent_condition = s_.at[condition];
      return;
    }
    const OperationCode code = n_.code_of(condition);
    if (code == OperationCode::both) {
      find_conditions(n_.operand(condition, 0));
      find_conditions(n_.operand(condition, 1));
    } else if (is_of_member(condition)) {
      if (out_.member_condition == PairPass::kNone) out_.member_condition = place_of_member(condition);
    } else if (code == OperationCode::less || code == OperationCode::less_equal) {
      find_reach(n_.operand(condition, 0), n_.operand(condition, 1));
    }
  }

 private:
  [[nodiscard]] bool is_in_register(uint32_t value) const {
    return n_.of_agents(value) && !n_.of_candidates(value) && s_.at[value] != Schedule::kNone;
  }
  // A value that all agents share, spread over the pairs.
  [[nodiscard]] bool is_of_member(uint32_t value) const {
    return n_.of_candidates(value) && n_.code_of(value) == OperationCode::spread &&
           in_.domains[n_.operand(value, 0)] == Domain::world_member;
  }
  [[nodiscard]] uint32_t place_of_member(uint32_t value) const {
    return s_.out.shared[n_.operand(value, 0)].place;
  }
  [[nodiscard]] bool is_constant(uint32_t value) const {
    return n_.code_of(value) == OperationCode::constant;
  }
  [[nodiscard]] float constant(uint32_t value) const {
    return std::bit_cast<float>(in_.program[value].parameter());
  }

  // `distance` below `reach`.
  void find_reach(uint32_t distance, uint32_t reach) {
    PairPass found;
    found.most_reach = limits::kFar;
    if (is_constant(reach)) {
      found.reach = constant(reach);
    } else if (is_in_register(reach)) {
      found.reach_of_agent = s_.at[reach];
    } else {
      return;
    }
    if (n_.code_of(distance) == OperationCode::select) {
      // The distance of an entity that is gone.
      if (!is_constant(n_.operand(distance, 2))) return;
      found.most_reach = std::min(found.most_reach, constant(n_.operand(distance, 2)));
      distance = n_.operand(distance, 1);
    }
    if (n_.code_of(distance) != OperationCode::square_root || !(found.reach < found.most_reach)) return;
    find_axes(n_.operand(distance, 0), found);
    if (found.axis_count <= out_.axis_count) return;
    out_.axis_count = found.axis_count;
    std::copy_n(found.axes, found.axis_count, out_.axes);
    out_.reach = found.reach;
    out_.reach_of_agent = found.reach_of_agent;
    out_.most_reach = found.most_reach;
  }

  // A sum of squares. One of another form is left out: the sum is no less with it.
  void find_axes(uint32_t sum, PairPass& found) const {
    const OperationCode code = n_.code_of(sum);
    if (code == OperationCode::saturate) return find_axes(n_.operand(sum, 0), found);
    if (code == OperationCode::add && n_.of_candidates(sum) && are_squares(sum)) {
      find_axes(n_.operand(sum, 0), found);
      find_axes(n_.operand(sum, 1), found);
    }
    if (!is_square(sum) || found.axis_count == PairPass::kMostAxes) return;
    const uint32_t along = n_.operand(sum, 0);
    if (n_.code_of(along) != OperationCode::subtract) return;
    uint32_t member = n_.operand(along, 0), agent = n_.operand(along, 1);
    if (!is_of_member(member)) std::swap(member, agent);
    if (is_of_member(member) && is_in_register(agent))
      found.axes[found.axis_count++] = {s_.at[agent], place_of_member(member)};
  }
  [[nodiscard]] bool is_square(uint32_t value) const {
    return n_.code_of(value) == OperationCode::multiply && n_.operand(value, 0) == n_.operand(value, 1);
  }
  [[nodiscard]] bool are_squares(uint32_t value) const {
    if (n_.code_of(value) != OperationCode::add) return is_square(value);
    return are_squares(n_.operand(value, 0)) && are_squares(n_.operand(value, 1));
  }

  const Scheduler& s_;
  const Needs& n_;
  const ScheduleInput& in_;
  PairPass& out_;
};

// True if the loop of an operation of a pass over `set` gives the same whatever its lanes are.
bool takes_pairs(const Scheduler& s, uint32_t i, uint32_t set) {
  const OperationCode code = s.needs.code_of(i);
  if (code == OperationCode::spread) {
    const uint32_t from = s.needs.operand(i, 0);
    return !is_shared_member(s.in.domains[from]) || s.out.sets[from] == set;
  }
  return code == OperationCode::curve || reads_entity(code) || rules_of(code).elementwise;
}

}  // namespace

bool find_pairs(const Scheduler& s, uint32_t first, uint32_t behind, PairPass& pairs) {
  const Needs& n = s.needs;
  if (!s.in.has_pairs || s.in.keeps_all) return false;
  const uint32_t set = s.in.program[first].parameter();
  if (s.in.sets[set].scope != Scope::world) return false;
  for (uint32_t i = first + 1; i < behind; ++i) {
    if (!n.values[i].needed) continue;
    if (!takes_pairs(s, i, set)) return false;
    const Domain from =
        n.code_of(i) == OperationCode::spread ? s.in.domains[n.operand(i, 0)] : Domain::constant;
    pairs.reads_slots = pairs.reads_slots || from == Domain::team || from == Domain::profile;
  }
  uint32_t options = 0, score = PairPass::kNone;
  n.for_each_in_pass(first, [&](uint32_t option) {
    ++options;
    score = n.score_of(option);
  });
  if (options == 1 && n.of_candidates(score) && n.code_of(score) == OperationCode::gate)
    PairFinder(s, pairs).find_conditions(n.operand(score, 0));
  return options > 0;
}

void list_pair_reads(Scheduler& s, PairPass pairs, Pass& pass) {
  Schedule& out = s.out;
  const uint32_t registers = s.registers.count();
  Array<uint8_t> is_known;  // written in the pass, or listed
  if (!is_known.allocate(registers)) {
    s.lacks_memory = true;
    return;
  }
  pairs.first_read = static_cast<uint32_t>(out.pair_reads.size());
  bool has_room = true;
  const auto read = [&](uint32_t at) {
    if (is_known[at] != 0) return;
    is_known[at] = 1;
    has_room = has_room && out.pair_reads.reserve_more(1);
    if (has_room) out.pair_reads.append(at);
  };
  const Instruction::Run keep_best = s.in.machine->keep_best[s.in.last_wins_ties ? 1 : 0];
  for (uint32_t i = pass.first; i < pass.end; ++i) {
    const Instruction& in = out.instructions[i];
    if (in.run == keep_best) {
      read(in.operands[0]);
      continue;
    }
    if (is_built(Feature::kernels) && in.run == &run_kernel) {
      const KernelStep& step = out.kernels.list[in.parameter];
      if (step.set != kNotFound) return;
      for (uint32_t k = 0; k < step.inputs; ++k)
        read(out.kernels.inputs[step.first_input + k].at / kRegisterStride);
      for (uint32_t k = 0; k < step.outputs; ++k)
        is_known[out.kernels.places[step.first_output + k] / kRegisterStride] = 1;
      continue;
    }
    const bool may_be_compound = in.operand_count == 0 && in.parameter < out.compounds.size();
    if (may_be_compound) {
      const Compound& compound = out.compounds[in.parameter];
      if (in.run == s.in.machine->compound[compound.factor_count][compound.term_count])
        compound.each_value(read);
    }
    for (uint32_t k = 0; k < in.operand_count; ++k) {
      if ((in.constants >> k & 1) == 0) read(in.operands[k]);
    }
    is_known[in.out] = 1;
  }
  s.lacks_memory = s.lacks_memory || !has_room;
  if (!has_room) return;
  pairs.reads = static_cast<uint32_t>(out.pair_reads.size()) - pairs.first_read;
  pass.pairs = static_cast<uint32_t>(out.pair_passes.size());
  out.pair_passes.append(pairs);
}

}  // namespace ishi
