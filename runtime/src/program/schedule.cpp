#include "program/schedule.h"

#include <algorithm>

#include "program/kernels.h"
#include "program/row.h"

namespace ishi {
namespace {

constexpr uint32_t kNever = 0xffff'ffff;

uint32_t rows_of(Domain domain, const ScheduleInput& input) {
  switch (domain) {
    case Domain::team: return input.teams;
    case Domain::profile: return input.profiles + 1;  // and those without one
    default: return 1;
  }
}

class Scheduler {
 public:
  Scheduler(const ScheduleInput& input, Schedule& schedule) : in_(input), out_(schedule) {}

  bool run() {
    const size_t size = in_.program.size();
    while (first_of_agents_ < size && in_.domains[first_of_agents_] < Domain::agent) ++first_of_agents_;
    first_of_candidates_ = first_of_agents_;
    while (first_of_candidates_ < size && in_.domains[first_of_candidates_] == Domain::agent)
      ++first_of_candidates_;
    // Each operation is one instruction; each option adds its competing, and a spread if its score is shared.
    // If it is for a fact, three instead of one; one more where options are drawn.
    if (!out_.shared.allocate(first_of_agents_) || !values_.allocate(size) || !free_.reserve_more(size + 1) ||
        !next_option_.allocate(in_.options.size()) || !out_.memories.allocate(size) ||
        !best_score_.allocate(in_.options.size()) || !out_.best_fact.allocate(in_.options.size()) ||
        !out_.passes.reserve_more(in_.memories) ||
        !out_.scores.allocate(in_.draws ? in_.options.size() : 0) ||
        !out_.instructions.reserve_more(size + 5 * in_.options.size() + in_.levels.size())) {
      return false;
    }
    list_scores();
    find_memories();
    place_shared();
    find_needs();
    begin_scores();
    for (uint32_t i = 0; i < first_of_agents_; ++i) compete_shared(i);
    for (uint32_t i = first_of_agents_; i < first_of_candidates_; ++i) {
      if (values_[i].needed) emit(i);
    }
    store_levels();
    begin_best();
    out_.first_of_passes = static_cast<uint32_t>(out_.instructions.size());
    for (uint32_t memory = 0; memory < in_.memories; ++memory) pass(memory);
    out_.first_behind_passes = static_cast<uint32_t>(out_.instructions.size());
    compete_with_best();
    return true;
  }

 private:
  // An operation. All but `option` is of those of the agents.
  struct Value {
    bool needed = false;
    bool kept = false;  // until the passes over facts are over
    uint32_t last_use = 0;
    uint32_t at = kNever;      // its register
    uint32_t flag = 0;         // as a condition: 1 + the flag that it raises
    uint32_t option = kNever;  // the first option whose score it is
  };

  [[nodiscard]] bool of_agents(uint32_t i) const { return i >= first_of_agents_; }

  [[nodiscard]] bool of_candidates(uint32_t i) const { return i >= first_of_candidates_; }
  [[nodiscard]] static bool is_for_fact(const blob::Option& option) { return option.memory() != kNotFound; }

  // Whose facts each operation of the candidates is about: one memory's, as the blob was checked.
  void find_memories() {
    for (uint32_t i = 0; i < in_.program.size(); ++i) {
      const blob::Operation& operation = in_.program[i];
      const OperationInfo& info = operation_table()[static_cast<uint32_t>(operation.code())];
      out_.memories[i] = kNever;
      if (!of_candidates(i)) continue;
      if (reads_fact(info.code)) {
        const uint32_t p = operation.parameter();
        out_.memories[i] = info.parameter == ParameterKind::memory ? p : in_.memory_of_field[p].memory;
      }
      for (uint32_t k = 0; k < info.operands; ++k) {
        const uint32_t operand = operand_of(operation, k);
        if (of_candidates(operand)) out_.memories[i] = out_.memories[operand];
      }
    }
  }

  // The options of each score, in order.
  void list_scores() {
    for (uint32_t option = static_cast<uint32_t>(in_.options.size()); option-- > 0;) {
      Value& score = values_[in_.options[option].score()];
      next_option_[option] = score.option;
      score.option = option;
    }
  }

  void place_shared() {
    for (uint32_t i = 0; i < first_of_agents_; ++i) {
      const Domain domain = in_.domains[i];
      out_.shared[i] = {static_cast<uint32_t>(out_.shared_size), rows_of(domain, in_), domain};
      out_.shared_size += out_.shared[i].rows;
    }
  }

  // From the scores backwards: what is needed, until when, and which conditions may save work.
  void find_needs() {
    for (const blob::Option& option : in_.options) {
      if (of_agents(option.score())) use(option.score(), option.score());
      if (is_for_fact(option) && !of_candidates(option.score())) values_[option.score()].kept = true;
    }
    for (const uint32_t level : in_.levels) {
      use(level, level);
      values_[level].kept = true;  // until all that reads the levels of before has been done
    }
    for (uint32_t i = static_cast<uint32_t>(in_.program.size()); i-- > first_of_agents_;) {
      if (!values_[i].needed) continue;
      const blob::Operation& operation = in_.program[i];
      const uint32_t operands = operands_of(operation);
      for (uint32_t k = 0; k < operands; ++k) {
        if (of_agents(operand_of(operation, k))) use(operand_of(operation, k), i);
      }
      if (const uint32_t condition = condition_of(operation); condition != kNever) {
        use(condition, i);
        if (values_[condition].flag == 0) values_[condition].flag = ++out_.flags;
      }
    }
  }

  // The condition without which an operation need not run, if it is each agent's own.
  [[nodiscard]] uint32_t condition_of(const blob::Operation& operation) const {
    uint32_t condition = kNever;
    if (operation.gate() != 0) condition = operation.gate() - 1;
    if (operation.code() == blob::OperationCode::gate) condition = operation.a();
    return condition != kNever && of_agents(condition) ? condition : kNever;
  }

  void use(uint32_t value, uint32_t by) {
    values_[value].needed = true;
    values_[value].last_use = std::max(values_[value].last_use, by);
    if (of_candidates(by) && !of_candidates(value)) values_[value].kept = true;
  }

  uint32_t take_register() {
    if (free_.size() == 0) return out_.registers++;
    return free_.take_last();
  }

  void emit(uint32_t i) {
    const blob::Operation& operation = in_.program[i];
    Value& value = values_[i];
    // Before the operands' registers are free: loops never write what they read.
    value.at = take_register();
    Instruction instruction = translate(operation);
    instruction.out = value.at;
    instruction.raises = value.flag;
    const uint32_t condition = condition_of(operation);
    if (condition != kNever) instruction.flag = values_[condition].flag;
    out_.instructions.append(instruction);
    compete(i, value.at, instruction.flag);
    release_after(i, operation);
  }

  Instruction translate(const blob::Operation& operation) const {
    const auto code = static_cast<OperationCode>(operation.code());
    const OperationInfo& info = operation_table()[static_cast<uint32_t>(code)];
    Instruction instruction;
    instruction.parameter = operation.parameter();
    uint32_t constants = 0;
    for (uint32_t k = 0; k < info.operands; ++k) {
      const uint32_t operand = operand_of(operation, k);
      instruction.operands[k] = of_agents(operand) ? values_[operand].at : out_.shared[operand].place;
      if (!of_agents(operand)) constants |= 1u << k;
    }
    if (info.elementwise) {
      instruction.run = kernels::elementwise(code, constants);
    } else if (code == OperationCode::spread) {
      instruction.run = kernels::spread(in_.domains[operation.a()]);
    } else if (code == OperationCode::curve) {
      instruction.run = kernels::curve(in_.curves[operation.parameter()]);
    } else if (reads_fact(code)) {
      const bool has_field = info.parameter != ParameterKind::memory;
      instruction.memory =
          has_field ? in_.memory_of_field[instruction.parameter].memory : instruction.parameter;
      instruction.run = kernels::load_fact(
          code, has_field ? in_.fact_fields[instruction.parameter].storage : Storage::number);
    } else {
      instruction.run = kernels::load(code, storage_for(info.parameter, operation.parameter()));
    }
    return instruction;
  }

  [[nodiscard]] Storage storage_for(ParameterKind kind, uint32_t parameter) const {
    switch (kind) {
      case ParameterKind::key_number:
      case ParameterKind::key_vector:
      case ParameterKind::key_entity: return in_.keys[parameter].storage;
      default: return Storage::number;
    }
  }

  void compete(uint32_t score, uint32_t at, uint32_t flag) {
    for (uint32_t option = values_[score].option; option != kNever; option = next_option_[option]) {
      if (is_for_fact(in_.options[option])) {
        if (of_candidates(score)) keep_best(option, at, flag);
        continue;
      }
      compete(option, at, flag, false);
    }
  }

  void compete(uint32_t option, uint32_t at, uint32_t flag, bool has_inertia) {
    Instruction instruction;
    instruction.run = in_.draws ? kernels::keep_score() : kernels::compete(in_.last_wins_ties, has_inertia);
    instruction.operands[0] = at;
    instruction.parameter = option;
    instruction.rank = in_.options[option].rank();
    instruction.flag = flag;
    if (in_.draws) instruction.out = out_.scores[option];
    out_.instructions.append(instruction);
  }

  // Where options are drawn their scores are kept until all are known; who is not eligible keeps minus
  // infinity.
  void begin_scores() {
    for (uint32_t& score : out_.scores) {
      score = take_register();
      Instruction instruction;
      instruction.run = kernels::begin_best();
      instruction.out = score;
      out_.instructions.append(instruction);
    }
  }

  // A score that agents have in common still competes agent by agent.
  void compete_shared(uint32_t i) {
    if (values_[i].option == kNever) return;
    const uint32_t at = take_register();
    Instruction instruction;
    instruction.run = kernels::spread(out_.shared[i].domain);
    instruction.operands[0] = out_.shared[i].place;
    instruction.out = at;
    out_.instructions.append(instruction);
    compete(i, at, 0);
    values_[i].at = at;
    if (!values_[i].kept) free_.append(at);
  }

  void store_levels() {
    for (size_t i = 0; i < in_.levels.size(); ++i) {
      Instruction instruction;
      instruction.run = kernels::store_level();
      instruction.operands[0] = values_[in_.levels[i]].at;
      instruction.parameter = in_.level_motives[i];
      out_.instructions.append(instruction);
    }
  }

  // Options that are for a fact compare their facts in passes, and compete with the best of each.
  void begin_best() {
    for (uint32_t i = 0; i < in_.options.size(); ++i) {
      out_.best_fact[i] = Schedule::kNone;
      if (!is_for_fact(in_.options[i])) continue;
      best_score_[i] = take_register();
      out_.best_fact[i] = take_register();
      Instruction instruction;
      instruction.run = kernels::begin_best();
      instruction.out = best_score_[i];
      out_.instructions.append(instruction);
    }
  }

  void pass(uint32_t memory) {
    const auto first = static_cast<uint32_t>(out_.instructions.size());
    for (uint32_t i = first_of_candidates_; i < in_.program.size(); ++i) {
      if (values_[i].needed && out_.memories[i] == memory) emit(i);
    }
    for (uint32_t option = 0; option < in_.options.size(); ++option) {
      const uint32_t score = in_.options[option].score();
      if (in_.options[option].memory() != memory || of_candidates(score)) continue;
      const uint32_t condition = of_agents(score) ? condition_of(in_.program[score]) : kNever;
      keep_best(option, values_[score].at, condition != kNever ? values_[condition].flag : 0);
    }
    const auto end = static_cast<uint32_t>(out_.instructions.size());
    if (end != first) out_.passes.append({memory, first, end});
  }

  void keep_best(uint32_t option, uint32_t score, uint32_t flag) {
    Instruction instruction;
    instruction.run = kernels::keep_best(in_.last_wins_ties);
    instruction.operands[0] = score;
    instruction.operands[1] = best_score_[option];
    instruction.operands[2] = out_.best_fact[option];
    instruction.parameter = option;
    instruction.memory = in_.options[option].memory();
    instruction.flag = flag;
    out_.instructions.append(instruction);
  }

  void compete_with_best() {
    for (uint32_t option = 0; option < in_.options.size(); ++option) {
      if (is_for_fact(in_.options[option])) compete(option, best_score_[option], 0, true);
    }
  }

  void release_after(uint32_t i, const blob::Operation& operation) {
    const uint32_t operands = operands_of(operation);
    for (uint32_t k = 0; k < operands; ++k) {
      if (of_agents(operand_of(operation, k))) release(operand_of(operation, k), i);
    }
    if (const uint32_t condition = condition_of(operation); condition != kNever) release(condition, i);
    release(i, i);
  }

  void release(uint32_t value, uint32_t now) {
    const bool over = values_[value].last_use == now && !values_[value].kept;
    if (!over || values_[value].at == kNever) return;
    free_.append(values_[value].at);
    values_[value].at = kNever;
  }

  const ScheduleInput& in_;
  Schedule& out_;
  uint32_t first_of_agents_ = 0;
  uint32_t first_of_candidates_ = 0;
  Array<Value> values_;
  Array<uint32_t> free_;
  Array<uint32_t> next_option_;
  Array<uint32_t> best_score_;  // by option: a register
};

}  // namespace

bool make_schedule(const ScheduleInput& input, Schedule& schedule) {
  return Scheduler(input, schedule).run();
}

}  // namespace ishi
