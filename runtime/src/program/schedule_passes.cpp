#include "program/kernels.h"
#include "program/machine.h"
#include "program/row.h"
#include "program/scheduler.h"

namespace ishi {
namespace {

class PassWriter {
 public:
  explicit PassWriter(Scheduler& scheduler)
      : s_(scheduler), in_(scheduler.in), out_(scheduler.out), n_(scheduler.needs) {}

  uint32_t write(uint32_t first) {
    uint32_t behind = first + 1;
    while (behind < n_.size && n_.of_candidates(behind) && n_.code_of(behind) != OperationCode::each)
      ++behind;
    uint32_t end = behind;
    while (end < n_.size && reduces(n_.code_of(end))) ++end;
    if (!n_.values[first].needed) return end;

    const uint32_t set = in_.program[first].parameter();
    PairPass pairs;
    const bool has_pairs = is_built(Feature::memories) && find_pairs(s_, first, behind, pairs);
    n_.for_each_in_pass(first, [&](uint32_t option) { begin_best(option); });
    for (uint32_t i = behind; i < end; ++i) start_made(i, set);
    const auto begin = static_cast<uint32_t>(out_.instructions.size());
    const auto keep_scored = [&](uint32_t i, uint32_t at) {
      n_.for_each_scored(i, [&](uint32_t option) { keep_best(option, at, s_.flag_of(i)); });
    };
    const auto keep_given = [&](uint32_t i) { keep_scored(i, s_.at[i]); };
    for (uint32_t i = first + 1; i < behind; ++i) {
      s_.emit_kernel(i, keep_given);
      if (!s_.runs(i)) continue;
      keep_scored(i, s_.emit(i));
    }
    s_.emit_kernel(behind, keep_given);
    n_.for_each_in_pass(first, [&](uint32_t option) {
      const uint32_t score = n_.score_of(option);
      if (!n_.of_candidates(score)) keep_best(option, s_.at[score], s_.flag_of(score));
    });
    for (uint32_t i = behind; i < end; ++i) take_member(i, set);
    bool is_of_options = true;
    for (uint32_t i = behind; i < end; ++i) is_of_options = is_of_options && !n_.values[i].needed;
    Pass pass{set, begin, static_cast<uint32_t>(out_.instructions.size()), is_of_options};
    if (has_pairs && is_of_options) list_pair_reads(s_, pairs, pass);
    out_.passes.append(pass);
    s_.registers.end_pass();

    for (uint32_t i = behind; i < end; ++i) replace_none(i, set);
    n_.for_each_in_pass(first, [&](uint32_t option) { s_.compete(option, s_.best_score[option], true, 0); });
    return end;
  }

 private:
  void begin_best(uint32_t option) {
    s_.best_score[option] = s_.begin_best();
    out_.best_member[option] = s_.registers.take();
    const uint32_t set = in_.options[option].set();
    if (in_.sets[set].scope != Scope::agent || in_.sets[set].is_memory) return;
    Instruction instruction;
    instruction.run = kernels::begin_running();
    instruction.out = out_.running[option] = s_.registers.take();
    instruction.parameter = option;
    instruction.set = set;
    out_.instructions.append(instruction);
  }

  void keep_best(uint32_t option, uint32_t score, uint32_t flag) {
    Instruction instruction;
    instruction.run = in_.machine->keep_best[in_.last_wins_ties ? 1 : 0];
    instruction.operands[0] = score;
    instruction.operands[1] = s_.best_score[option];
    instruction.operands[2] = out_.best_member[option];
    instruction.out = out_.running[option];
    instruction.parameter = option;
    instruction.set = in_.options[option].set();
    instruction.flag = flag;
    out_.instructions.append(instruction);
  }

  void start_made(uint32_t i, uint32_t set) {
    if (!n_.values[i].needed) return;
    s_.at[i] = s_.registers.take();
    if (chooses(n_.code_of(i))) return start_choice(i);
    Instruction instruction;
    instruction.run = kernels::start_made(n_.code_of(i));
    instruction.out = s_.at[i];
    instruction.set = set;
    out_.instructions.append(instruction);
  }

  void take_member(uint32_t i, uint32_t set) {
    if (!n_.values[i].needed) return;
    const uint32_t taken = n_.operand(i, 0);
    if (chooses(n_.code_of(i))) {
      take_chosen(i, set);
    } else {
      Instruction instruction;
      instruction.run = kernels::take_member(n_.code_of(i));
      instruction.operands[0] = s_.at[taken];
      instruction.operands[1] = s_.at[i];
      instruction.set = set;
      instruction.flag = s_.flag_of(i);
      out_.instructions.append(instruction);
    }
    if (n_.of_candidates(taken)) s_.release(taken, i);
  }

  void replace_none(uint32_t i, uint32_t set) {
    if (!n_.values[i].needed) return;
    const blob::Operation& operation = in_.program[i];
    if (n_.code_of(i) == OperationCode::best_of) end_choice(i);
    if (operands_of(operation) > 2) {
      Instruction instruction;
      instruction.run = kernels::replace_none();
      instruction.operands[0] = s_.at[n_.operand(i, 2)];
      instruction.out = s_.at[i];
      instruction.set = set;
      out_.instructions.append(instruction);
    }
    s_.raise(i);
    if (!n_.of_candidates(n_.operand(i, 0))) s_.release(n_.operand(i, 0), i);
    if (operands_of(operation) > 2) s_.release(n_.operand(i, 2), i);
    if (const uint32_t condition = n_.condition_of(i); condition != Schedule::kNone) s_.release(condition, i);
    s_.release(i, i);
  }

  // A choice's `best_of` and `best_score` are kept together, by the one of the two that stands last.
  void start_choice(uint32_t i) {
    if (n_.code_of(i) == OperationCode::best_of) s_.best_raised[in_.program[i].parameter()] = s_.begin_best();
  }

  void take_chosen(uint32_t i, uint32_t set) {
    if (n_.code_of(i) != OperationCode::best_of) return;
    const uint32_t choice = in_.program[i].parameter();
    Instruction instruction;
    instruction.run = kernels::keep_chosen();
    instruction.operands[0] = s_.at[n_.operand(i, 0)];
    instruction.operands[1] = s_.best_raised[choice];
    instruction.operands[2] = s_.at[i];
    instruction.out = s_.at[in_.choices[choice].score()];
    instruction.parameter = choice;
    instruction.set = set;
    instruction.flag = s_.flag_of(n_.operand(i, 0));
    out_.instructions.append(instruction);
  }

  void end_choice(uint32_t i) {
    const uint32_t choice = in_.program[i].parameter();
    Instruction instruction;
    instruction.run = kernels::none_chosen();
    instruction.operands[0] = s_.at[i];
    instruction.operands[1] = s_.at[in_.choices[choice].score()];
    instruction.out = s_.best_raised[choice];
    out_.instructions.append(instruction);
    s_.registers.give_back(s_.best_raised[choice]);
  }

  Scheduler& s_;
  const ScheduleInput& in_;
  Schedule& out_;
  const Needs& n_;
};

}  // namespace

uint32_t schedule_pass(Scheduler& scheduler, uint32_t first) { return PassWriter(scheduler).write(first); }

}  // namespace ishi
