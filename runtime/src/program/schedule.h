#pragma once

#include <cstdint>
#include <span>

#include "asset/asset_state.h"
#include "asset/tables.h"
#include "blackboard/variable.h"
#include "ishi/program.h"
#include "memory/array.h"
#include "program/chunk.h"
#include "program/kernel_plan.h"
#include "program/ranges.h"
#include "program/row.h"

// How an agent's program is run: derived from it when a population is made. What agents have in common
// is computed once a thought and for each row of its own domain; what is each agent's own becomes
// instructions over registers, of which as many are used as values are alive at one time. Operations that no
// score needs are left out.

namespace ishi {

struct Machine;

// An operation of a domain below the agents'. That of members of a set has a row as the set has rows.
struct SharedOperation {
  uint32_t place = 0;  // of its first row among the shared values
  uint32_t rows = 1;
  Domain domain = Domain::constant;
  uint32_t set = kNotFound;  // of members: of which set

  // Which of them is an agent's, or that of the member that is met.
  [[nodiscard]] uint32_t row_of(const Row& row, const Binding& binding) const {
    switch (domain) {
      case Domain::team: return row.team;
      case Domain::profile: return binding.profile_row(row.profile);
      case Domain::world_member: return binding.sets[set].row(0, row.member);
      case Domain::team_member: return binding.sets[set].row(row.team, row.member);
      default: return 0;
    }
  }
};

// A plan to run a pass over a set that all agents share with pairs of an agent and a member in the lanes
// instead of one member for all agents. Of the pairs those may be left out for which the option's `when`
// cannot hold.
struct PairPass {
  static constexpr uint32_t kNone = 0xffff'ffff;
  static constexpr uint32_t kMostAxes = 3;

  // A range of `pair_reads`: the agents' registers that the pass reads.
  uint32_t first_read = 0, reads = 0;
  bool reads_slots = false;
  // Without it nobody has the option: a register; and no agent has it for the member: a place.
  uint32_t agent_condition = kNone, member_condition = kNone;
  // The option is out where the square of the distance along these axes is above that of the reach: a
  // register and a place among the shared values for each axis.
  struct Axis {
    uint32_t agent = 0, member = 0;
  };
  Axis axes[kMostAxes];
  uint32_t axis_count = 0;
  float reach = 0;                  // if it is the same for all
  uint32_t reach_of_agent = kNone;  // else a register
  float most_reach = 0;             // the condition is no bound where an agent's reach is above it
};

// The instructions from `first` to before `end` run once for each member of a set, those between passes once.
struct Pass {
  uint32_t set = 0;
  uint32_t first = 0;
  uint32_t end = 0;
  bool is_of_options = false;        // nothing comes of it but the best member for each option
  uint32_t pairs = PairPass::kNone;  // index into `pair_passes`, if it can run that way
};

// An option competes with the scores in a register.
struct Contest {
  uint32_t option = 0;
  int32_t rank = 0;
  uint32_t scores = 0;
  bool may_be_out = false;   // not for all at any time: it cools down, is claimed or depends on states
  uint32_t masked = 0;       // where scores of those who may choose it are kept, if not all may
  uint32_t flag = 0;         // 0, or 1 + the flag without which nobody may
  bool has_inertia = false;  // it is in the scores
};

// An option whose score is computed to its end only if it can still win for any agent of a chunk: what it is
// at most, by the ranges of what is not computed yet, is compared with the best score so far.
struct Hope {
  uint32_t flag = 0;   // that it raises; 0 based
  uint32_t under = 0;  // 0, or 1 + the flag of the condition without which the option is out anyway
  uint32_t stake = 0;  // how many instructions are skipped without it
};

struct Schedule {
  static constexpr uint32_t kNone = 0xffff'ffff;

  const Machine* machine = nullptr;  // whose loops its instructions are
  Array<SharedOperation> shared;     // the first operations of the program, in order
  uint64_t shared_size = 0;          // how many values they have
  bool shares_changing = false;      // not all of them are constants
  Array<Instruction> instructions;
  uint32_t stores = 0;  // from here on instructions keep levels and choices, and give nothing
  Array<Pass> passes;   // in order
  Array<PairPass> pair_passes;
  Array<uint32_t> pair_reads;
  KernelSteps kernels;
  Array<Compound> compounds;  // their values are registers, their weights places among the shared values
  Array<Hope> hopes;
  Array<Contest> contests;        // from the lowest rank to the highest, within one in the order of options
  Array<Contestant> contestants;  // of all contests, if all options compete in any case; else none
  bool last_wins_ties = false;
  Array<uint32_t> sets;         // by operation of the program: of which set's members it is; kNone: of none
  Array<uint32_t> best_member;  // by option: the register that says which member it is for; kNone: for none
  // By option: the register of `begin_running`; kNone if the schedule keeps none.
  Array<uint32_t> running;
  Array<uint32_t> scores;   // by option, where options are drawn: the register that keeps its score
  uint32_t result = kNone;  // the register of what was asked for besides
  uint32_t registers = 0;
  uint32_t flags = 0;
};

struct ScheduleInput {
  const Machine* machine = nullptr;
  std::span<const blob::Operation> program;
  std::span<const Domain> domains;
  std::span<const blob::Option> options;
  std::span<const Variable> keys, fields;
  std::span<const curves::Curve> curves;
  std::span<const uint32_t> levels;         // the operations that give carried levels
  std::span<const uint32_t> level_motives;  // parallel: whose
  std::span<const blob::Choice> choices;
  std::span<const SetTable> sets;
  std::span<const Variable> member_fields;
  std::span<const MemberField> set_of_field;
  bool has_states = false;
  uint32_t teams = 1;
  uint32_t profiles = 0;
  bool last_wins_ties = false;
  bool draws = false;  // true if options are drawn
  // An operation whose value stands in a register at the end, that of a member excepted; kNone: none is asked
  // for.
  uint32_t result = Schedule::kNone;
  bool prunes = false;                 // scores that cannot win are not computed to their end
  std::span<const Interval> ranges{};  // by operation, if it prunes
  bool keeps_all = false;              // each value keeps a register of its own
  bool has_pairs = false;              // passes may run with pairs in the lanes
  // A kernel of the program computes what its plan says; none: null.
  const KernelPlan::State* plan = nullptr;
  std::span<const KernelPart> kernel{};
  bool decides = true;  // levels and choices are kept, too; else only what the result needs is computed
};

// False if there is no memory.
[[nodiscard]] bool make_schedule(const ScheduleInput& input, Schedule& schedule);

}  // namespace ishi
