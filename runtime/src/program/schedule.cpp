#include "program/schedule.h"

#include <algorithm>

#include "program/kernels.h"
#include "program/row.h"

namespace ishi {
namespace {

constexpr uint32_t kNone = 0xffff'ffff;

uint32_t rows_of(Domain domain, uint32_t set, const ScheduleInput& input) {
  switch (domain) {
    case Domain::world_member:
    case Domain::team_member: return input.sets[set].capacity * input.sets[set].stride;
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
    // Each operation is one instruction, what is made of all members of a set three; each option adds its
    // competing, and a spread if its score is shared. If it is for a set, three instead of one.
    if (!out_.shared.allocate(first_of_agents_) || !values_.allocate(size) || !free_.reserve_more(size + 1) ||
        !deferred_.reserve_more(size + 1) || !next_option_.allocate(in_.options.size()) ||
        !next_for_set_.allocate(in_.options.size()) || !out_.sets.allocate(size) ||
        !best_score_.allocate(in_.options.size()) || !out_.best_member.allocate(in_.options.size()) ||
        !best_raised_.allocate(in_.choices.size()) || !out_.passes.reserve_more(size) ||
        !out_.scores.allocate(in_.draws ? in_.options.size() : 0) ||
        !out_.instructions.reserve_more(3 * size + 5 * in_.options.size() + in_.levels.size() +
                                        in_.choices.size())) {
      return false;
    }
    list_scores();
    find_sets();
    place_shared();
    find_needs();
    begin_scores();
    for (uint32_t i = 0; i < first_of_agents_; ++i) compete_shared(i);
    for (uint32_t i = first_of_agents_; i < size;) {
      if (code_of(i) == OperationCode::each) {
        i = pass(i);
      } else {
        if (values_[i].needed) emit(i);
        ++i;
      }
    }
    store_levels();
    store_choices();
    return true;
  }

 private:
  // An operation. All but the options is of those of the agents.
  struct Value {
    bool needed = false;
    bool kept = false;  // to the end
    uint32_t last_use = 0;
    uint32_t at = kNone;       // its register
    uint32_t flag = 0;           // as a condition: 1 + the flag that it raises
    uint32_t option = kNone;   // the first option whose score it is
    uint32_t for_set = kNone;  // of an `each`: the first option that is scored in its pass
  };

  [[nodiscard]] OperationCode code_of(uint32_t i) const {
    return static_cast<OperationCode>(in_.program[i].code());
  }
  [[nodiscard]] bool of_agents(uint32_t i) const { return i >= first_of_agents_; }
  [[nodiscard]] bool of_candidates(uint32_t i) const { return in_.domains[i] == Domain::candidate; }
  [[nodiscard]] static bool is_for_set(const blob::Option& option) { return option.set() != kNotFound; }

  // Of which set's members each operation is: in a pass of those of the pass, else of those that it reads.
  void find_sets() {
    uint32_t set = kNone;
    for (uint32_t i = 0; i < in_.program.size(); ++i) {
      const blob::Operation& operation = in_.program[i];
      if (code_of(i) == OperationCode::each) set = operation.parameter();
      out_.sets[i] = of_candidates(i) ? set : kNone;
      if (!is_shared_member(in_.domains[i])) continue;
      if (code_of(i) == OperationCode::member) out_.sets[i] = operation.parameter();
      for (uint32_t k = 0; k < operands_of(operation); ++k) {
        if (is_shared_member(in_.domains[operand_of(operation, k)]))
          out_.sets[i] = out_.sets[operand_of(operation, k)];
      }
    }
  }

  // The options of each score and of each pass, in order.
  void list_scores() {
    for (uint32_t option = static_cast<uint32_t>(in_.options.size()); option-- > 0;) {
      out_.best_member[option] = Schedule::kNone;
      Value& score = values_[in_.options[option].score()];
      next_option_[option] = score.option;
      score.option = option;
      if (!is_for_set(in_.options[option])) continue;
      Value& each = values_[in_.options[option].each()];
      next_for_set_[option] = each.for_set;
      each.for_set = option;
    }
  }

  void place_shared() {
    for (uint32_t i = 0; i < first_of_agents_; ++i) {
      const Domain domain = in_.domains[i];
      out_.shared[i] = {static_cast<uint32_t>(out_.shared_size), rows_of(domain, out_.sets[i], in_), domain,
                        out_.sets[i]};
      out_.shared_size += out_.shared[i].rows;
    }
  }

  // From the scores backwards: what is needed, until when, and which conditions may save work.
  void find_needs() {
    for (const blob::Option& option : in_.options) {
      if (of_agents(option.score())) use(option.score(), option.score());
      if (!is_for_set(option)) continue;
      values_[option.each()].needed = true;
      if (!of_candidates(option.score())) values_[option.score()].kept = true;
    }
    for (const uint32_t level : in_.levels) {
      use(level, level);
      const bool is_sum = code_of(level) == OperationCode::level_after;
      values_[is_sum ? in_.program[level].a() : level].kept = true;  // until all that reads levels is done
    }
    for (const blob::Choice& choice : in_.choices) {
      for (const uint32_t made : {choice.best(), choice.score()}) {
        use(made, made);
        values_[made].kept = true;  // until all that reads what was chosen last has been done
      }
    }
    for (uint32_t i = static_cast<uint32_t>(in_.program.size()); i-- > first_of_agents_;) {
      if (!values_[i].needed) continue;
      const blob::Operation& operation = in_.program[i];
      const uint32_t operands = operands_of(operation);
      for (uint32_t k = 0; k < operands; ++k) {
        if (of_agents(operand_of(operation, k))) use(operand_of(operation, k), i);
      }
      if (const uint32_t condition = condition_of(operation); condition != kNone) {
        use(condition, i);
        if (values_[condition].flag == 0) values_[condition].flag = ++out_.flags;
      }
    }
  }

  // The condition without which an operation need not run, if it is each agent's own.
  [[nodiscard]] uint32_t condition_of(const blob::Operation& operation) const {
    uint32_t condition = kNone;
    if (operation.gate() != 0) condition = operation.gate() - 1;
    if (operation.code() == blob::OperationCode::gate) condition = operation.a();
    return condition != kNone && of_agents(condition) ? condition : kNone;
  }
  [[nodiscard]] uint32_t flag_of(uint32_t i) const {
    const uint32_t condition = of_agents(i) ? condition_of(in_.program[i]) : kNone;
    return condition == kNone ? 0 : values_[condition].flag;
  }

  void use(uint32_t value, uint32_t by) {
    values_[value].needed = true;
    values_[value].last_use = std::max(values_[value].last_use, by);
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
    instruction.flag = flag_of(i);
    out_.instructions.append(instruction);
    compete(i, value.at, instruction.flag);
    release_after(i, operation);
  }

  [[nodiscard]] bool is_at_hand(uint32_t operand) const { return code_of(operand) == OperationCode::each; }

  Instruction translate(const blob::Operation& operation) const {
    const auto code = static_cast<OperationCode>(operation.code());
    const OperationInfo& info = operation_table()[static_cast<uint32_t>(code)];
    Instruction instruction;
    instruction.parameter = operation.parameter();
    uint32_t constants = 0;
    for (uint32_t k = 0; k < info.operands; ++k) {
      const uint32_t operand = operand_of(operation, k);
      if (is_at_hand(operand)) continue;
      instruction.operands[k] = of_agents(operand) ? values_[operand].at : out_.shared[operand].place;
      if (!of_agents(operand)) constants |= 1u << k;
    }
    if (info.elementwise) {
      instruction.run = kernels::elementwise(code, constants);
    } else if (code == OperationCode::spread) {
      instruction.run = kernels::spread(in_.domains[operation.a()]);
      instruction.set = of_agents(operation.a()) ? 0 : out_.shared[operation.a()].set;
    } else if (code == OperationCode::curve) {
      instruction.run = kernels::curve(in_.curves[operation.parameter()]);
    } else if (code == OperationCode::member_count) {
      instruction.set = instruction.parameter;
      instruction.run = kernels::load_member_count();
    } else if (code == OperationCode::chosen || code == OperationCode::chosen_score) {
      instruction.run = kernels::load_chosen(code);
    } else if (reads_member(code)) {
      const bool has_field = reads_member_field(code);
      instruction.set = has_field ? in_.set_of_field[instruction.parameter].set : instruction.parameter;
      instruction.run = kernels::load_member(
          code, has_field ? in_.member_fields[instruction.parameter].storage : Storage::number,
          is_at_hand(operation.a()));
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
    for (uint32_t option = values_[score].option; option != kNone; option = next_option_[option]) {
      if (is_for_set(in_.options[option])) {
        if (of_candidates(score)) keep_best(option, at, flag);
        continue;
      }
      compete_one(option, at, false, flag);
    }
  }

  void compete_one(uint32_t option, uint32_t score, bool has_inertia, uint32_t flag) {
    Instruction instruction;
    instruction.run = in_.draws ? kernels::keep_score() : kernels::compete(in_.last_wins_ties, has_inertia);
    instruction.operands[0] = score;
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
    if (values_[i].option == kNone) return;
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
      const uint32_t level = in_.levels[i];
      const bool is_sum = code_of(level) == OperationCode::level_after;
      Instruction instruction;
      instruction.run = is_sum ? kernels::sum_level() : kernels::store_level();
      instruction.operands[0] = values_[is_sum ? in_.program[level].a() : level].at;
      instruction.parameter = in_.level_motives[i];
      out_.instructions.append(instruction);
    }
  }

  // The pass that the `each` at `first` opens, with what is made of all members; gives the operation behind
  // it. Options that are for the set keep the best of their members in it, and compete with that.
  uint32_t pass(uint32_t first) {
    uint32_t behind = first + 1;
    while (behind < in_.program.size() && of_candidates(behind) && code_of(behind) != OperationCode::each)
      ++behind;
    uint32_t end = behind;
    while (end < in_.program.size() && reduces(code_of(end))) ++end;
    if (!values_[first].needed) return end;

    const uint32_t set = in_.program[first].parameter();
    for_each_option(first, [&](uint32_t option) { begin_best(option); });
    for (uint32_t i = behind; i < end; ++i) start_made(i, set);
    is_in_pass_ = true;
    const auto begin = static_cast<uint32_t>(out_.instructions.size());
    for (uint32_t i = first + 1; i < behind; ++i) {
      if (values_[i].needed) emit(i);
    }
    for_each_option(first, [&](uint32_t option) {
      const uint32_t score = in_.options[option].score();
      if (!of_candidates(score)) keep_best(option, values_[score].at, flag_of(score));
    });
    for (uint32_t i = behind; i < end; ++i) take_member(i, set);
    out_.passes.append({set, begin, static_cast<uint32_t>(out_.instructions.size())});
    is_in_pass_ = false;
    while (deferred_.size() != 0) free_.append(deferred_.take_last());

    for (uint32_t i = behind; i < end; ++i) replace_none(i, set);
    for_each_option(first, [&](uint32_t option) { compete_one(option, best_score_[option], true, 0); });
    return end;
  }

  template <typename Visitor>
  void for_each_option(uint32_t each, Visitor&& visit) {
    for (uint32_t option = values_[each].for_set; option != kNone; option = next_for_set_[option])
      visit(option);
  }

  void begin_best(uint32_t option) {
    best_score_[option] = take_register();
    out_.best_member[option] = take_register();
    Instruction instruction;
    instruction.run = kernels::begin_best();
    instruction.out = best_score_[option];
    out_.instructions.append(instruction);
  }

  void keep_best(uint32_t option, uint32_t score, uint32_t flag) {
    Instruction instruction;
    instruction.run = kernels::keep_best(in_.last_wins_ties);
    instruction.operands[0] = score;
    instruction.operands[1] = best_score_[option];
    instruction.operands[2] = out_.best_member[option];
    instruction.parameter = option;
    instruction.set = in_.options[option].set();
    instruction.flag = flag;
    out_.instructions.append(instruction);
  }

  void start_made(uint32_t i, uint32_t set) {
    if (!values_[i].needed) return;
    values_[i].at = take_register();
    if (chooses(code_of(i))) return start_choice(i);
    Instruction instruction;
    instruction.run = kernels::start_made(code_of(i));
    instruction.out = values_[i].at;
    instruction.set = set;
    out_.instructions.append(instruction);
  }

  void take_member(uint32_t i, uint32_t set) {
    if (!values_[i].needed) return;
    const blob::Operation& operation = in_.program[i];
    if (chooses(code_of(i))) {
      take_chosen(i, set);
      if (of_candidates(operation.a())) release(operation.a(), i);
      return;
    }
    Instruction instruction;
    instruction.run = kernels::take_member(code_of(i));
    instruction.operands[0] = values_[operation.a()].at;
    instruction.operands[1] = values_[i].at;
    instruction.set = set;
    instruction.flag = flag_of(i);
    out_.instructions.append(instruction);
    if (of_candidates(operation.a())) release(operation.a(), i);
  }

  void replace_none(uint32_t i, uint32_t set) {
    if (!values_[i].needed) return;
    const blob::Operation& operation = in_.program[i];
    if (code_of(i) == OperationCode::best_of) end_choice(i);
    if (operands_of(operation) > 2) {
      Instruction instruction;
      instruction.run = kernels::replace_none();
      instruction.operands[0] = values_[operation.c()].at;
      instruction.out = values_[i].at;
      instruction.set = set;
      out_.instructions.append(instruction);
    }
    if (values_[i].flag != 0) raise(i);
    if (!of_candidates(operation.a())) release(operation.a(), i);
    if (operands_of(operation) > 2) release(operation.c(), i);
    if (const uint32_t condition = condition_of(operation); condition != kNone) release(condition, i);
    release(i, i);
  }

  // A choice's `best_of` and `best_score` are kept together, by the one of the two that stands last.
  void start_choice(uint32_t i) {
    if (code_of(i) != OperationCode::best_of) return;
    const uint32_t choice = in_.program[i].parameter();
    best_raised_[choice] = take_register();
    Instruction instruction;
    instruction.run = kernels::begin_best();
    instruction.out = best_raised_[choice];
    out_.instructions.append(instruction);
  }

  void take_chosen(uint32_t i, uint32_t set) {
    if (code_of(i) != OperationCode::best_of) return;
    const blob::Operation& operation = in_.program[i];
    const uint32_t choice = operation.parameter();
    Instruction instruction;
    instruction.run = kernels::keep_chosen();
    instruction.operands[0] = values_[operation.a()].at;
    instruction.operands[1] = best_raised_[choice];
    instruction.operands[2] = values_[i].at;
    instruction.out = values_[in_.choices[choice].score()].at;
    instruction.parameter = choice;
    instruction.set = set;
    instruction.flag = flag_of(operation.a());
    out_.instructions.append(instruction);
  }

  void end_choice(uint32_t i) {
    const uint32_t choice = in_.program[i].parameter();
    Instruction instruction;
    instruction.run = kernels::none_chosen();
    instruction.operands[0] = values_[i].at;
    instruction.operands[1] = values_[in_.choices[choice].score()].at;
    instruction.out = best_raised_[choice];
    out_.instructions.append(instruction);
    free_.append(best_raised_[choice]);
  }

  void store_choices() {
    for (uint32_t i = 0; i < in_.choices.size(); ++i) {
      Instruction instruction;
      instruction.run = kernels::store_chosen();
      instruction.operands[0] = values_[in_.choices[i].best()].at;
      instruction.operands[1] = values_[in_.choices[i].score()].at;
      instruction.parameter = i;
      out_.instructions.append(instruction);
    }
  }

  // A condition that is made of all members says when it is whether anything holds.
  void raise(uint32_t i) {
    Instruction instruction;
    instruction.run = [](const Chunk&, const Instruction&) {};
    instruction.out = values_[i].at;
    instruction.raises = values_[i].flag;
    out_.instructions.append(instruction);
  }

  void release_after(uint32_t i, const blob::Operation& operation) {
    const uint32_t operands = operands_of(operation);
    for (uint32_t k = 0; k < operands; ++k) {
      if (of_agents(operand_of(operation, k))) release(operand_of(operation, k), i);
    }
    if (const uint32_t condition = condition_of(operation); condition != kNone) release(condition, i);
    release(i, i);
  }

  // What a pass reads from before it is read again in the next round.
  void release(uint32_t value, uint32_t now) {
    const bool over = values_[value].last_use == now && !values_[value].kept;
    if (!over || values_[value].at == kNone) return;
    (is_in_pass_ && !of_candidates(value) ? deferred_ : free_).append(values_[value].at);
    values_[value].at = kNone;
  }

  const ScheduleInput& in_;
  Schedule& out_;
  uint32_t first_of_agents_ = 0;
  bool is_in_pass_ = false;
  Array<Value> values_;
  Array<uint32_t> free_;
  Array<uint32_t> deferred_;  // registers that are free when the pass is over
  Array<uint32_t> next_option_, next_for_set_;
  Array<uint32_t> best_score_;   // by option: a register
  Array<uint32_t> best_raised_;  // by choice: a register
};

}  // namespace

bool make_schedule(const ScheduleInput& input, Schedule& schedule) {
  return Scheduler(input, schedule).run();
}

}  // namespace ishi
