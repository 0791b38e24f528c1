#include "program/schedule.h"

#include <algorithm>
#include <bit>

#include "built_features.h"
#include "memory/sort.h"
#include "program/kernels.h"
#include "program/machine.h"
#include "program/operation_rules.h"
#include "program/row.h"
#include "program/scheduler.h"

namespace ishi {
namespace {

constexpr uint32_t kNone = Schedule::kNone;

bool allocate_kernel(Scheduler& s) {
  if (s.in.plan == nullptr) return true;
  size_t inputs = 0, places = 0, picked = 0;
  for (const KernelPlan::State::Part& part : s.in.plan->parts) {
    inputs += part.inputs.count;
    places += part.shared.count + part.outputs.count;
    picked += part.picked.count;
  }
  KernelSteps& steps = s.out.kernels;
  return steps.list.reserve_more(s.in.plan->parts.size()) && steps.inputs.reserve_more(inputs) &&
         steps.places.reserve_more(places) && steps.picked.reserve_more(picked) &&
         steps.columns.allocate(picked);
}

bool allocate_schedule(Scheduler& s) {
  const size_t size = s.needs.size, options = s.in.options.size(), choices = s.in.choices.size();
  Schedule& out = s.out;
  if (!out.shared.allocate(s.needs.first_of_agents) || !out.sets.allocate(size) ||
      !out.passes.reserve_more(size) || !out.pair_passes.reserve_more(s.in.has_pairs ? size : 0) ||
      !out.compounds.reserve_more(s.needs.compounds.list.size()) || !out.contests.reserve_more(options) ||
      !out.best_member.allocate(options) || !out.scores.allocate(s.in.draws ? options : 0) ||
      !s.registers.allocate(size + 1) || !s.at.allocate(size) || !allocate_kernel(s) ||
      !s.best_score.allocate(options) || !out.running.allocate(options) || !s.best_raised.allocate(choices)) {
    return false;
  }
  std::fill(s.at.begin(), s.at.end(), kNone);
  std::fill(out.best_member.begin(), out.best_member.end(), kNone);
  std::fill(out.running.begin(), out.running.end(), kNone);
  // An operation becomes one instruction, and three if it folds all members of a set. An option adds one that
  // lets it compete, four if it is scored for the members of a set, and one that spreads its score if that is
  // shared.
  return out.instructions.reserve_more(4 * size + 8 * options + s.in.levels.size() + choices);
}

// --- what agents share ---

// For each operation, finds the set that it iterates: the pass's inside a pass, else the one that it reads.
void find_sets(const ScheduleInput& in, Array<uint32_t>& sets) {
  if (!is_built(Feature::memories)) return std::fill(sets.begin(), sets.end(), kNone);
  uint32_t pass = kNone;
  for (uint32_t i = 0; i < in.program.size(); ++i) {
    const blob::Operation& operation = in.program[i];
    const auto code = static_cast<OperationCode>(operation.code());
    if (code == OperationCode::each) pass = operation.parameter();
    sets[i] = in.domains[i] == Domain::candidate ? pass : kNone;
    if (!is_shared_member(in.domains[i])) continue;
    if (code == OperationCode::member) sets[i] = operation.parameter();
    for (uint32_t k = 0; k < operands_of(operation); ++k) {
      if (is_shared_member(in.domains[operand_of(operation, k)])) sets[i] = sets[operand_of(operation, k)];
    }
  }
}

uint32_t rows_of(Domain domain, uint32_t set, const ScheduleInput& in) {
  switch (domain) {
    case Domain::world_member:
    case Domain::team_member: return in.sets[set].capacity * in.sets[set].stride;
    case Domain::team: return in.teams;
    case Domain::profile: return in.profiles + 1;  // and those without one
    default: return 1;
  }
}

void place_shared(const ScheduleInput& in, Schedule& out) {
  for (uint32_t i = 0; i < out.shared.size(); ++i) {
    const Domain domain = in.domains[i];
    out.shared[i] = {static_cast<uint32_t>(out.shared_size), rows_of(domain, out.sets[i], in), domain,
                     out.sets[i]};
    out.shared_size += out.shared[i].rows;
    out.shares_changing = out.shares_changing || domain != Domain::constant;
  }
}

// --- operations ---

Instruction compound_instruction(Scheduler& s, const Compound& compound) {
  Instruction instruction;
  instruction.run = s.in.machine->compound[compound.factor_count][compound.term_count];
  instruction.parameter = static_cast<uint32_t>(s.out.compounds.size());
  s.out.compounds.append(compound);
  Compound& placed = s.out.compounds[instruction.parameter];
  const auto place = [&](uint32_t& value) { value = s.at[s.needs.resolved[value]]; };
  for (uint32_t k = 0; k < compound.factor_count; ++k) place(placed.factors[k]);
  for (uint32_t k = 0; k < compound.term_count; ++k) {
    Compound::Term& term = placed.terms[k];
    place(term.value);
    if (term.weight != Compound::kNone) term.weight = s.out.shared[term.weight].place;
  }
  return instruction;
}

Storage storage_for(const ScheduleInput& in, ParameterKind kind, uint32_t parameter) {
  switch (kind) {
    case ParameterKind::key_number:
    case ParameterKind::key_vector:
    case ParameterKind::key_entity: return in.keys[parameter].storage;
    case ParameterKind::field_number:
    case ParameterKind::field_vector:
    case ParameterKind::field_entity: return in.fields[parameter].storage;
    default: return Storage::number;
  }
}

Instruction translate(const Scheduler& s, uint32_t i) {
  const ScheduleInput& in = s.in;
  const blob::Operation& operation = in.program[i];
  const OperationCode code = s.needs.code_of(i);
  const OperationRules& info = rules_of(code);
  const auto is_at_hand = [&](uint32_t value) { return s.needs.code_of(value) == OperationCode::each; };
  Instruction instruction;
  instruction.parameter = operation.parameter();
  instruction.operand_count = info.operands;
  for (uint32_t k = 0; k < info.operands; ++k) {
    const uint32_t read = s.needs.operand(i, k);
    if (is_at_hand(read)) continue;
    instruction.operands[k] = s.needs.of_agents(read) ? s.at[read] : s.out.shared[read].place;
    if (!s.needs.of_agents(read)) instruction.constants |= 1u << k;
  }
  if (info.elementwise) {
    instruction.run = in.machine->elementwise[code];
  } else if (code == OperationCode::spread) {
    instruction.run = kernels::spread(in.domains[operation.a()]);
    instruction.set = s.needs.of_agents(operation.a()) ? 0 : s.out.shared[operation.a()].set;
  } else if (code == OperationCode::curve) {
    instruction.run = loop_of(*in.machine, in.curves[operation.parameter()]);
  } else if (!is_built(Feature::memories)) {
    instruction.run =
        kernels::load(*in.machine, code, storage_for(in, info.parameter, operation.parameter()));
  } else if (code == OperationCode::member_count || code == OperationCode::nth) {
    instruction.set = instruction.parameter;
    instruction.run =
        code == OperationCode::nth ? kernels::load_member_number() : kernels::load_member_count();
  } else if (code == OperationCode::chosen || code == OperationCode::chosen_score) {
    instruction.run = kernels::load_chosen(code);
  } else if (reads_member(code)) {
    const bool has_field = reads_member_field(code);
    instruction.set = code == OperationCode::member_random ? 0
                      : has_field                          ? in.set_of_field[instruction.parameter].set
                                                           : instruction.parameter;
    instruction.run = kernels::load_member(
        code, has_field ? in.member_fields[instruction.parameter].storage : Storage::number,
        is_at_hand(operation.a()));
  } else {
    instruction.run =
        kernels::load(*in.machine, code, storage_for(in, info.parameter, operation.parameter()));
  }
  return instruction;
}

// --- options ---

bool may_be_out(const ScheduleInput& in, const blob::Option& option) {
  return in.has_states || option.claims().count() > 0 || option.cooldown() > 0 ||
         option.cooldown_after_failure() > 0;
}

// Options that are for a set compete with the best of their members when its pass is over.
void compete_by(Scheduler& s, uint32_t score, uint32_t scores, uint32_t flag) {
  s.needs.for_each_scored(score, [&](uint32_t option) {
    if (!s.needs.is_for_set(option)) s.compete(option, scores, false, flag);
  });
}

// Brings what agents have in common into a register.
void spread_shared(Scheduler& s, uint32_t i) {
  s.at[i] = s.registers.take();
  Instruction instruction;
  instruction.run = kernels::spread(s.out.shared[i].domain);
  instruction.operands[0] = s.out.shared[i].place;
  instruction.operand_count = 1;
  instruction.constants = 1;
  instruction.out = s.at[i];
  s.out.instructions.append(instruction);
}

// A score that agents have in common still competes agent by agent.
void compete_shared(Scheduler& s, uint32_t i) {
  if (s.needs.values[i].option == kNone) return;
  spread_shared(s, i);
  compete_by(s, i, s.at[i], 0);
}

bool order_contests(const ScheduleInput& in, Schedule& out) {
  out.last_wins_ties = in.last_wins_ties;
  const auto comes_before = [](const Contest& a, const Contest& b) {
    return a.rank != b.rank ? a.rank < b.rank : a.option < b.option;
  };
  sort_rarely(out.contests.begin(), out.contests.end(), comes_before);
  const auto is_open = [](const Contest& contest) { return contest.flag == 0 && !contest.may_be_out; };
  if (in.draws || !std::all_of(out.contests.begin(), out.contests.end(), is_open)) return true;
  if (!out.contestants.reserve_more(out.contests.size())) return false;
  for (const Contest& contest : out.contests)
    out.contestants.append(
        {contest.scores, static_cast<int32_t>(contest.option), contest.rank, contest.has_inertia});
  return true;
}

// --- scores that cannot win ---

// The best of those who may be chosen, whatever else holds.
void raise_best_so_far(Scheduler& s, uint32_t score, uint32_t flag) {
  const uint32_t option = s.needs.values[score].option;
  if (option == kNone || s.needs.is_for_set(option) || may_be_out(s.in, s.in.options[option])) return;
  Instruction instruction;
  instruction.run = s.in.machine->elementwise[OperationCode::maximum];
  instruction.operands[0] = s.at[score];
  instruction.operands[1] = instruction.out = s.best_so_far;
  instruction.flag = flag;
  s.out.instructions.append(instruction);
}

void ask_hope(Scheduler& s, const Pruning::Bound& bound) {
  Instruction instruction;
  instruction.run = s.in.machine->hope;
  instruction.operands[0] = s.at[bound.factor];
  instruction.operands[1] = s.best_so_far;
  instruction.out = s.registers.take();
  instruction.parameter = std::bit_cast<uint32_t>(bound.most);
  instruction.flag = bound.under;
  instruction.raises = bound.flag;
  s.out.instructions.append(instruction);
  s.registers.give_back(instruction.out);
}

// --- what is kept ---

void store_levels(Scheduler& s) {
  for (size_t i = 0; i < s.in.levels.size(); ++i) {
    const uint32_t level = s.in.levels[i];
    const bool is_sum = s.needs.code_of(level) == OperationCode::level_after;
    Instruction instruction;
    instruction.run = is_sum ? kernels::sum_level() : kernels::store_level();
    instruction.operands[0] = s.at[is_sum ? s.needs.operand(level, 0) : level];
    instruction.operand_count = 1;
    instruction.parameter = s.in.level_motives[i];
    s.out.instructions.append(instruction);
  }
}

void store_choices(Scheduler& s) {
  for (uint32_t i = 0; i < s.in.choices.size(); ++i) {
    Instruction instruction;
    instruction.run = kernels::store_chosen();
    instruction.operands[0] = s.at[s.in.choices[i].best()];
    instruction.operands[1] = s.at[s.in.choices[i].score()];
    instruction.parameter = i;
    s.out.instructions.append(instruction);
  }
}

// --- all of it ---

void write_instructions(Scheduler& s) {
  for (uint32_t& score : s.out.scores) score = s.registers.take();
  if (s.out.hopes.size() != 0) s.best_so_far = s.begin_best();
  for (uint32_t i = 0; i < s.needs.first_of_agents; ++i) compete_shared(s, i);
  const auto compete_given = [&](uint32_t i) { compete_by(s, i, s.at[i], 0); };
  for (uint32_t i = s.needs.first_of_agents; i < s.needs.size;) {
    s.emit_kernel(i, compete_given);
    if (is_built(Feature::memories) && s.needs.code_of(i) == OperationCode::each) {
      i = schedule_pass(s, i);
    } else {
      if (s.runs(i)) s.emit(i);
      ++i;
    }
  }
  s.emit_kernel(s.needs.size, compete_given);
  if (s.in.result != kNone) {
    const uint32_t result = s.needs.resolved[s.in.result];
    if (!s.needs.of_agents(result)) spread_shared(s, result);
    s.out.result = s.at[result];
  }
  s.out.stores = static_cast<uint32_t>(s.out.instructions.size());
  if (s.in.decides) {
    if (is_built(Feature::levels)) store_levels(s);
    if (is_built(Feature::memories)) store_choices(s);
  }
}

}  // namespace

uint32_t Scheduler::emit(uint32_t i) {
  // Before the operands' registers are free: loops never write what they read.
  const uint32_t own = at[i] = registers.take();
  const Compound* const compound = needs.compound_of(i);
  Instruction instruction =
      compound == nullptr ? translate(*this, i) : compound_instruction(*this, *compound);
  instruction.out = own;
  instruction.raises = needs.values[i].flag;
  instruction.flag = flag_of(i);
  out.instructions.append(instruction);
  compete_by(*this, i, own, instruction.flag);
  if (is_built(Feature::pruning) && out.hopes.size() != 0) {
    raise_best_so_far(*this, i, instruction.flag);
    pruning.for_each_bound(i, [&](const Pruning::Bound& bound) { ask_hope(*this, bound); });
  }
  needs.for_each_read(i, [&](uint32_t value) { release(value, i); });
  release(i, i);
  return own;
}

// Instructions of the machine may wait for a condition that it gives.
void Scheduler::emit_part(uint32_t part) {
  const KernelPlan::State& plan = *in.plan;
  const KernelPlan::State::Part& planned = plan.parts[part];
  KernelSteps& steps = out.kernels;
  KernelStep step;
  step.run = run_of(in.kernel[part], in.machine->instruction_set);
  step.first_input = static_cast<uint32_t>(steps.inputs.size());
  step.inputs = planned.inputs.count;
  for (const uint32_t i : plan.list(planned.inputs)) {
    const bool is_column = plan.part_of[i] == KernelPlan::State::kKey && !planned.of_members;
    const uint32_t key = is_column ? in.program[i].parameter() : KernelInput::kNoKey;
    steps.inputs.append({key, (is_column ? registers.take() : at[i]) * kRegisterStride});
  }
  step.first_shared = static_cast<uint32_t>(steps.places.size());
  step.shared = planned.shared.count;
  for (const uint32_t i : plan.list(planned.shared)) steps.places.append(out.shared[i].place);
  step.set = planned.set;
  step.first_picked = static_cast<uint32_t>(steps.picked.size());
  step.picked = planned.picked.count;
  for (const uint32_t i : plan.list(planned.picked))
    steps.picked.append({needs.code_of(i), in.program[i].parameter()});
  step.first_output = static_cast<uint32_t>(steps.places.size());
  step.outputs = planned.outputs.count;
  for (const uint32_t i : plan.list(planned.outputs)) {
    at[i] = registers.take();
    steps.places.append(at[i] * kRegisterStride);
  }
  Instruction instruction;
  instruction.run = &run_kernel;
  instruction.parameter = static_cast<uint32_t>(steps.list.size());
  steps.list.append(step);
  out.instructions.append(instruction);
  for (const uint32_t i : plan.list(planned.outputs)) raise(i);
}

void Scheduler::raise(uint32_t i) {
  if (needs.values[i].flag == 0) return;
  Instruction instruction;
  instruction.run = [](const Chunk&, const Instruction&) {};
  instruction.out = at[i];
  instruction.raises = needs.values[i].flag;
  out.instructions.append(instruction);
}

uint32_t Scheduler::flag_of(uint32_t i) const {
  // Keys are loaded before the part of their condition has run.
  if (in.plan != nullptr && in.plan->part_of[i] != KernelPlan::State::kMachines) return 0;
  const uint32_t condition = needs.of_agents(i) ? needs.condition_of(i) : kNone;
  return pruning.flag_of(i, condition == kNone ? 0 : needs.values[condition].flag);
}

void Scheduler::release(uint32_t value, uint32_t now) {
  const Needs::Value& its = needs.values[value];
  if (its.last_use != now || its.kept || in.keeps_all || at[value] == kNone) return;
  const bool is_read_again = needs.of_candidates(now) && !needs.of_candidates(value);
  registers.give_back(at[value], is_read_again);
  at[value] = kNone;
}

void Scheduler::compete(uint32_t option, uint32_t scores, bool has_inertia, uint32_t flag) {
  const blob::Option& own = in.options[option];
  const bool is_kept_from_some = may_be_out(in, own);
  const uint32_t masked = is_kept_from_some && !in.draws ? registers.take() : scores;
  out.contests.append({option, own.rank(), scores, is_kept_from_some, masked, flag, has_inertia});
}

uint32_t Scheduler::begin_best() {
  Instruction instruction;
  instruction.run = kernels::begin_best();
  instruction.out = registers.take();
  out.instructions.append(instruction);
  return instruction.out;
}

bool make_schedule(const ScheduleInput& input, Schedule& schedule) {
  Scheduler s{input, schedule};
  if (!s.needs.find() || !allocate_schedule(s)) return false;
  schedule.machine = input.machine;
  schedule.flags = s.needs.flags;
  find_sets(input, schedule.sets);
  place_shared(input, schedule);
  if (is_built(Feature::pruning) && !s.pruning.find(s.needs, schedule)) return false;
  write_instructions(s);
  if (s.lacks_memory) return false;
  schedule.registers = s.registers.count();
  return order_contests(input, schedule);
}

}  // namespace ishi
