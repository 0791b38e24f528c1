#include "program/schedule.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "program/kernels.h"
#include "program/machine.h"
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
    out_.machine = &in_.machine;
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
        !out_.contests.reserve_more(in_.options.size()) || !uses_.allocate(size) ||
        !resolved_.allocate(size) ||
        !out_.instructions.reserve_more(3 * size + 8 * in_.options.size() + in_.levels.size() +
                                        in_.choices.size())) {
      return false;
    }
    resolve();
    list_scores();
    find_sets();
    place_shared();
    find_needs();
    if (!compounds_.find(in_.program, in_.domains, uses_) ||
        !out_.compounds.reserve_more(compounds_.list.size()))
      return false;
    if (in_.prunes && !find_hopes()) return false;
    find_last_uses();
    for (uint32_t& score : out_.scores) score = take_register();
    if (out_.hopes.size() != 0) begin_best_so_far();
    for (uint32_t i = 0; i < first_of_agents_; ++i) compete_shared(i);
    for (uint32_t i = first_of_agents_; i < size;) {
      if (code_of(i) == OperationCode::each) {
        i = pass(i);
      } else {
        if (values_[i].needed && compounds_.of[i] != Compounds::kInside) emit(i);
        ++i;
      }
    }
    out_.stores = static_cast<uint32_t>(out_.instructions.size());
    if (in_.decides) {
      store_levels();
      store_choices();
    }
    order_contests();
    if (in_.result != kNone) {
      const uint32_t result = resolved_[in_.result];
      out_.result = of_agents(result) ? values_[result].at : spread(result);
    }
    return true;
  }

 private:
  // An operation. All but the options is of those of the agents.
  struct Value {
    bool needed = false;
    bool kept = false;  // to the end
    uint32_t last_use = 0;
    uint32_t at = kNone;       // its register
    uint32_t flag = 0;         // as a condition: 1 + the flag that it raises
    uint32_t option = kNone;   // the first option whose score it is
    uint32_t for_set = kNone;  // of an `each`: the first option that is scored in its pass
    // Where scores are pruned.
    uint32_t only_for = kNone;  // the option whose score alone needs it, or kSeveral
    uint32_t hope = kNone;      // the first option that is given up by this value
  };
  static constexpr uint32_t kSeveral = 0xffff'fffe;

  // What is known of an option's score when its first factor is: it is at most that times `most`.
  struct Pruning {
    uint32_t factor = kNone;  // an operation; kNone: the score is computed to its end
    float most = 0;
    uint32_t flag = 0;      // 1 + the flag of its hope
    uint32_t next = kNone;  // option with the same first factor
  };

  [[nodiscard]] OperationCode code_of(uint32_t i) const {
    return static_cast<OperationCode>(in_.program[i].code());
  }
  [[nodiscard]] uint32_t operand(uint32_t i, uint32_t k) const {
    return resolved_[operand_of(in_.program[i], k)];
  }
  [[nodiscard]] uint32_t score_of(const blob::Option& option) const { return resolved_[option.score()]; }
  [[nodiscard]] bool of_agents(uint32_t i) const { return i >= first_of_agents_; }
  [[nodiscard]] bool of_candidates(uint32_t i) const { return in_.domains[i] == Domain::candidate; }
  [[nodiscard]] static bool is_for_set(const blob::Option& option) { return option.set() != kNotFound; }

  // A gate that is always open is what goes through it.
  void resolve() {
    const auto is_true = [&](uint32_t i) {
      return code_of(i) == OperationCode::constant && std::bit_cast<float>(in_.program[i].parameter()) != 0;
    };
    for (uint32_t i = 0; i < in_.program.size(); ++i) {
      const blob::Operation& operation = in_.program[i];
      // What is made of all members has no place of its own among the instructions.
      const bool is_open = code_of(i) == OperationCode::gate && in_.domains[i] == Domain::agent &&
                           in_.domains[operation.b()] == Domain::agent && !reduces(code_of(operation.b())) &&
                           is_true(operation.a());
      resolved_[i] = is_open ? resolved_[operation.b()] : i;
    }
  }

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
      Value& score = values_[score_of(in_.options[option])];
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

  // From the scores backwards: what is needed, by how many, and which conditions may save work.
  void find_needs() {
    for (const blob::Option& option : in_.options) {
      const uint32_t score = score_of(option);
      if (of_agents(score)) need(score);
      if (!of_candidates(score)) values_[score].kept = true;
      if (is_for_set(option)) values_[option.each()].needed = true;
    }
    if (in_.result != kNone && of_agents(resolved_[in_.result])) {
      need(resolved_[in_.result]);
      values_[resolved_[in_.result]].kept = true;
    }
    if (in_.decides) find_needs_of_thought();
    for (uint32_t i = static_cast<uint32_t>(in_.program.size()); i-- > first_of_agents_;) {
      if (!values_[i].needed) continue;
      if (chooses(code_of(i)))
        need_choice(in_.choices[in_.program[i].parameter()]);  // the two are kept together
      for_each_use(i, [&](uint32_t operand) { need(operand); });
      const uint32_t condition = condition_of(in_.program[i]);
      if (condition != kNone && values_[condition].flag == 0) values_[condition].flag = ++out_.flags;
    }
  }

  void need(uint32_t value) {
    values_[value].needed = true;
    ++uses_[value];
  }

  // The operands that are agents' own, and the condition.
  template <typename Visitor>
  void for_each_use(uint32_t i, Visitor&& visit) const {
    const blob::Operation& operation = in_.program[i];
    for (uint32_t k = 0; k < operands_of(operation); ++k) {
      if (of_agents(operand(i, k))) visit(operand(i, k));
    }
    if (const uint32_t condition = condition_of(operation); condition != kNone) visit(condition);
  }

  // What an instruction reads: a compound reads for those inside of it.
  template <typename Visitor>
  void for_each_read(uint32_t i, Visitor&& visit) {
    if (const uint32_t compound = compounds_.of[i]; compound != Compound::kNone) {
      compounds_.list[compound].each_value([&](uint32_t value) { visit(resolved_[value]); });
      if (const uint32_t condition = condition_of(in_.program[i]); condition != kNone) visit(condition);
    } else {
      for_each_use(i, visit);
    }
  }

  void find_last_uses() {
    for (uint32_t i = first_of_agents_; i < in_.program.size(); ++i) {
      if (!values_[i].needed || compounds_.of[i] == Compounds::kInside) continue;
      values_[i].last_use = std::max(values_[i].last_use, i);
      for_each_read(i,
                    [&](uint32_t value) { values_[value].last_use = std::max(values_[value].last_use, i); });
    }
  }

  // --- scores that cannot win ---

  // Which options are given up where. Only what one score alone needs is left out with it.
  bool find_hopes() {
    const auto has_other_rank = [&](const blob::Option& option) {
      return option.rank() != in_.options[0].rank();
    };
    if (in_.draws || std::any_of(in_.options.begin(), in_.options.end(), has_other_rank)) return true;
    if (!prunings_.allocate(in_.options.size()) || !out_.hopes.reserve_more(in_.options.size())) return false;
    find_only_uses();
    first_hope_ = out_.flags;
    for (uint32_t option = 0; option < in_.options.size(); ++option) {
      Pruning pruning;
      Hope hope;
      if (!find_hope(option, pruning, hope)) continue;
      hope.flag = out_.flags++;
      pruning.flag = out_.flags;
      pruning.next = values_[pruning.factor].hope;
      values_[pruning.factor].hope = option;
      prunings_[option] = pruning;
      out_.hopes.append(hope);
    }
    return true;
  }

  void find_only_uses() {
    const auto is_used = [&](uint32_t value, uint32_t option) {
      uint32_t& only_for = values_[value].only_for;
      only_for = only_for == kNone || only_for == option ? option : kSeveral;
    };
    for (uint32_t option = 0; option < in_.options.size(); ++option) {
      const bool is_alone = !is_for_set(in_.options[option]);
      is_used(score_of(in_.options[option]), is_alone ? option : kSeveral);
    }
    for (const uint32_t level : in_.levels) is_used(level, kSeveral);
    for (auto i = static_cast<uint32_t>(in_.program.size()); i-- > first_of_agents_;) {
      Value& value = values_[i];
      if (!value.needed) continue;
      const bool is_of_several = value.only_for == kNone || of_candidates(i) || reduces(code_of(i));
      if (is_of_several) value.only_for = kSeveral;
      const uint32_t condition = condition_of(in_.program[i]);
      for_each_use(i, [&](uint32_t used) { is_used(used, used == condition ? kSeveral : value.only_for); });
    }
  }

  // False if its score is no product whose range is known, or little would be saved.
  bool find_hope(uint32_t option, Pruning& pruning, Hope& hope) const {
    const uint32_t score = score_of(in_.options[option]);
    if (!of_agents(score) || values_[score].only_for != option) return false;
    const uint32_t last = code_of(score) == OperationCode::gate ? operand(score, 1) : score;
    if (!of_agents(last) || compounds_.of[last] >= compounds_.list.size()) return false;
    const Compound& compound = compounds_.list[compounds_.of[last]];
    if (compound.factor_count == 0) return false;
    uint32_t first = 0;
    double most = sum_at_most(compound);
    for (uint32_t k = 0; k < compound.factor_count; ++k) {
      if (resolved_[compound.factors[k]] < resolved_[compound.factors[first]]) first = k;
    }
    pruning.factor = resolved_[compound.factors[first]];
    for (uint32_t k = 0; k < compound.factor_count; ++k) {
      const ValueRange& factor = in_.ranges[resolved_[compound.factors[k]]];
      if (!(factor.low >= 0)) return false;
      if (k != first) most *= double{factor.high};
    }
    // More than all the roundings.
    pruning.most = static_cast<float>(most * (1 + 1e-5));
    if (!std::isfinite(pruning.most)) return false;
    const uint32_t condition = condition_of(in_.program[score]);
    if (condition != kNone && condition > pruning.factor) return false;
    hope.under = condition == kNone ? 0 : values_[condition].flag;
    for (uint32_t i = pruning.factor + 1; i <= score; ++i) {
      const bool runs = values_[i].needed && compounds_.of[i] != Compounds::kInside;
      hope.stake += runs && values_[i].only_for == option ? 1 : 0;
    }
    return hope.stake >= kLeastStake;
  }
  static constexpr uint32_t kLeastStake = 3;

  [[nodiscard]] double sum_at_most(const Compound& compound) const {
    if (compound.term_count == 0) return 1;
    double most = 0;
    for (uint32_t k = 0; k < compound.term_count; ++k) {
      const Compound::Term& term = compound.terms[k];
      const ValueRange& value = in_.ranges[resolved_[term.value]];
      const double weight = term.weight == Compound::kNone ? 1 : double{in_.ranges[term.weight].high};
      const double signed_weight = term.negative ? -weight : weight;
      most += std::max(signed_weight * double{value.low}, signed_weight * double{value.high});
    }
    return std::max(most, 0.0);
  }

  // How an operation's option is given up, if it may be by the time of the operation.
  [[nodiscard]] const Pruning* pruning_of(uint32_t i) const {
    if (out_.hopes.size() == 0 || values_[i].only_for >= prunings_.size()) return nullptr;
    const Pruning& pruning = prunings_[values_[i].only_for];
    return pruning.factor != kNone && i > pruning.factor ? &pruning : nullptr;
  }

  void begin_best_so_far() {
    best_so_far_ = take_register();
    Instruction instruction;
    instruction.run = kernels::begin_best();
    instruction.out = best_so_far_;
    out_.instructions.append(instruction);
  }

  // The best of those who may be chosen, whatever else holds.
  void raise_best_so_far(uint32_t score, uint32_t flag) {
    const uint32_t option = values_[score].option;
    if (option == kNone || is_for_set(in_.options[option]) || may_be_out(in_.options[option])) return;
    Instruction instruction;
    instruction.run = in_.machine.elementwise[static_cast<uint32_t>(OperationCode::maximum)];
    instruction.operands[0] = values_[score].at;
    instruction.operands[1] = instruction.out = best_so_far_;
    instruction.flag = flag;
    out_.instructions.append(instruction);
  }

  void hope(uint32_t factor, const Pruning& pruning) {
    Instruction instruction;
    instruction.run = in_.machine.hope;
    instruction.operands[0] = values_[factor].at;
    instruction.operands[1] = best_so_far_;
    instruction.out = take_register();
    instruction.parameter = std::bit_cast<uint32_t>(pruning.most);
    instruction.flag = out_.hopes[pruning.flag - 1 - first_hope_].under;
    instruction.raises = pruning.flag;
    out_.instructions.append(instruction);
    free_.append(instruction.out);
  }

  void find_needs_of_thought() {
    for (const uint32_t level : in_.levels) {
      need(level);
      const bool is_sum = code_of(level) == OperationCode::level_after;
      const uint32_t kept = is_sum ? operand(level, 0) : level;
      values_[kept].kept = true;  // until all that reads levels is done
      need(kept);
    }
    for (const blob::Choice& choice : in_.choices) need_choice(choice);
  }

  void need_choice(const blob::Choice& choice) {
    for (const uint32_t made : {choice.best(), choice.score()}) {
      need(made);
      values_[made].kept = true;  // until all that reads what was chosen last has been done
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
    const uint32_t flag = condition == kNone ? 0 : values_[condition].flag;
    const Pruning* const pruning = pruning_of(i);
    return pruning != nullptr && (flag == 0 || flag == out_.hopes[pruning->flag - 1 - first_hope_].under)
               ? pruning->flag
               : flag;
  }

  uint32_t take_register() {
    if (free_.size() == 0) return out_.registers++;
    return free_.take_last();
  }

  void emit(uint32_t i) {
    Value& value = values_[i];
    // Before the operands' registers are free: loops never write what they read.
    value.at = take_register();
    Instruction instruction =
        compounds_.of[i] == Compound::kNone ? translate(i) : compound(compounds_.list[compounds_.of[i]]);
    instruction.out = value.at;
    instruction.raises = value.flag;
    instruction.flag = flag_of(i);
    out_.instructions.append(instruction);
    compete(i, value.at, instruction.flag);
    if (out_.hopes.size() != 0) {
      raise_best_so_far(i, instruction.flag);
      for (uint32_t option = value.hope; option != kNone; option = prunings_[option].next)
        hope(i, prunings_[option]);
    }
    release_after(i);
  }

  [[nodiscard]] bool is_at_hand(uint32_t operand) const { return code_of(operand) == OperationCode::each; }

  Instruction compound(Compound compound) {
    Instruction instruction;
    instruction.run = in_.machine.compound[compound.factor_count][compound.term_count];
    instruction.parameter = static_cast<uint32_t>(out_.compounds.size());
    for (uint32_t k = 0; k < compound.factor_count; ++k)
      compound.factors[k] = values_[resolved_[compound.factors[k]]].at;
    for (uint32_t k = 0; k < compound.term_count; ++k) {
      Compound::Term& term = compound.terms[k];
      term.value = values_[resolved_[term.value]].at;
      if (term.weight != Compound::kNone) term.weight = out_.shared[term.weight].place;
    }
    out_.compounds.append(compound);
    return instruction;
  }

  Instruction translate(uint32_t i) const {
    const blob::Operation& operation = in_.program[i];
    const auto code = static_cast<OperationCode>(operation.code());
    const OperationInfo& info = operation_table()[static_cast<uint32_t>(code)];
    Instruction instruction;
    instruction.parameter = operation.parameter();
    instruction.operand_count = info.operands;
    for (uint32_t k = 0; k < info.operands; ++k) {
      const uint32_t read = operand(i, k);
      if (is_at_hand(read)) continue;
      instruction.operands[k] = of_agents(read) ? values_[read].at : out_.shared[read].place;
      if (!of_agents(read)) instruction.constants |= 1u << k;
    }
    if (info.elementwise) {
      instruction.run = in_.machine.elementwise[static_cast<uint32_t>(code)];
    } else if (code == OperationCode::spread) {
      instruction.run = kernels::spread(in_.domains[operation.a()]);
      instruction.set = of_agents(operation.a()) ? 0 : out_.shared[operation.a()].set;
    } else if (code == OperationCode::curve) {
      instruction.run = loop_of(in_.machine, in_.curves[operation.parameter()]);
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
      instruction.run = kernels::load(in_.machine, code, storage_for(info.parameter, operation.parameter()));
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

  [[nodiscard]] bool may_be_out(const blob::Option& option) const {
    return in_.has_states || option.claims().count() > 0 || option.cooldown() > 0 ||
           option.cooldown_after_failure() > 0;
  }

  void compete_one(uint32_t option, uint32_t scores, bool has_inertia, uint32_t flag) {
    const blob::Option& own = in_.options[option];
    const uint32_t masked = may_be_out(own) && !in_.draws ? take_register() : scores;
    out_.contests.append({option, own.rank(), scores, masked, flag, has_inertia});
  }

  void order_contests() {
    out_.last_wins_ties = in_.last_wins_ties;
    const auto comes_before = [](const Contest& a, const Contest& b) {
      return a.rank != b.rank ? a.rank < b.rank : a.option < b.option;
    };
    std::sort(out_.contests.begin(), out_.contests.end(), comes_before);
  }

  // A score that agents have in common still competes agent by agent.
  void compete_shared(uint32_t i) {
    if (values_[i].option == kNone) return;
    values_[i].at = spread(i);
    compete(i, values_[i].at, 0);
  }

  // Brings what agents have in common into a register.
  uint32_t spread(uint32_t i) {
    const uint32_t at = take_register();
    Instruction instruction;
    instruction.run = kernels::spread(out_.shared[i].domain);
    instruction.operands[0] = out_.shared[i].place;
    instruction.operand_count = 1;
    instruction.constants = 1;
    instruction.out = at;
    out_.instructions.append(instruction);
    return at;
  }

  void store_levels() {
    for (size_t i = 0; i < in_.levels.size(); ++i) {
      const uint32_t level = in_.levels[i];
      const bool is_sum = code_of(level) == OperationCode::level_after;
      Instruction instruction;
      instruction.run = is_sum ? kernels::sum_level() : kernels::store_level();
      instruction.operands[0] = values_[is_sum ? operand(level, 0) : level].at;
      instruction.operand_count = 1;
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
      const uint32_t score = score_of(in_.options[option]);
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
    if (chooses(code_of(i))) {
      take_chosen(i, set);
      if (of_candidates(operand(i, 0))) release(operand(i, 0), i);
      return;
    }
    Instruction instruction;
    instruction.run = kernels::take_member(code_of(i));
    instruction.operands[0] = values_[operand(i, 0)].at;
    instruction.operands[1] = values_[i].at;
    instruction.set = set;
    instruction.flag = flag_of(i);
    out_.instructions.append(instruction);
    if (of_candidates(operand(i, 0))) release(operand(i, 0), i);
  }

  void replace_none(uint32_t i, uint32_t set) {
    if (!values_[i].needed) return;
    const blob::Operation& operation = in_.program[i];
    if (code_of(i) == OperationCode::best_of) end_choice(i);
    if (operands_of(operation) > 2) {
      Instruction instruction;
      instruction.run = kernels::replace_none();
      instruction.operands[0] = values_[operand(i, 2)].at;
      instruction.out = values_[i].at;
      instruction.set = set;
      out_.instructions.append(instruction);
    }
    if (values_[i].flag != 0) raise(i);
    if (!of_candidates(operand(i, 0))) release(operand(i, 0), i);
    if (operands_of(operation) > 2) release(operand(i, 2), i);
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
    instruction.operands[0] = values_[operand(i, 0)].at;
    instruction.operands[1] = best_raised_[choice];
    instruction.operands[2] = values_[i].at;
    instruction.out = values_[in_.choices[choice].score()].at;
    instruction.parameter = choice;
    instruction.set = set;
    instruction.flag = flag_of(operand(i, 0));
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

  void release_after(uint32_t i) {
    for_each_read(i, [&](uint32_t value) { release(value, i); });
    release(i, i);
  }

  // What a pass reads from before it is read again in the next round.
  void release(uint32_t value, uint32_t now) {
    const bool over = values_[value].last_use == now && !values_[value].kept && !in_.keeps_all;
    if (!over || values_[value].at == kNone) return;
    (is_in_pass_ && !of_candidates(value) ? deferred_ : free_).append(values_[value].at);
    values_[value].at = kNone;
  }

  const ScheduleInput& in_;
  Schedule& out_;
  uint32_t first_of_agents_ = 0;
  bool is_in_pass_ = false;
  Array<Value> values_;
  Array<uint32_t> uses_;      // by operation: how many need it
  Array<uint32_t> resolved_;  // by operation: the one that gives its value
  Compounds compounds_;
  Array<Pruning> prunings_;  // by option
  uint32_t first_hope_ = 0;  // the first flag of one
  uint32_t best_so_far_ = 0;
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
