#include "program/kernel_plan.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "blackboard/variable.h"
#include "memory/allocation.h"
#include "memory/hash.h"
#include "program/operation_rules.h"
#include "program/row.h"

namespace ishi {
namespace {

using State = KernelPlan::State;

OperationCode code_of(const blob::Operation& operation) {
  return static_cast<OperationCode>(operation.code());
}

class Planner {
 public:
  Planner(const Asset::State& asset, const blob::Agent& agent, State& out)
      : t_(asset.tables),
        agent_(agent),
        program_(asset.program(agent.program())),
        domains_(asset.domains_of(agent.program())),
        out_(out) {}

  bool run() {
    const size_t size = program_.size();
    if (!out_.part_of.allocate(size) || !out_.resolved.allocate(size) || !marked_.allocate(size) ||
        !out_.is_given.allocate(size) || !is_needed_.allocate(size) || !out_.parts.reserve_more(size) ||
        !out_.operations.reserve_more(size))
      return false;
    resolve_gates(program_, domains_, {out_.resolved.data(), size});
    while (first_ < size && domains_[first_] < Domain::agent) out_.part_of[first_++] = State::kShared;
    find_needed();
    cut();
    find_outputs();
    if (!list_all()) return false;
    find_hash();
    return true;
  }

 private:
  [[nodiscard]] uint32_t operand(uint32_t i, uint32_t k) const {
    return out_.resolved[operand_of(program_[i], k)];
  }
  [[nodiscard]] bool is_member(uint32_t i) const { return domains_[i] == Domain::candidate; }

  [[nodiscard]] bool is_key(uint32_t i) const {
    if (code_of(program_[i]) != OperationCode::key || domains_[i] != Domain::agent) return false;
    const blob::Key& key = t_.keys[program_[i].parameter()];
    return storage_of(static_cast<ValueType>(key.variable().type())) == Storage::number;
  }
  // True if it picks a number of an entity, whose row is the operand.
  [[nodiscard]] bool is_picked(uint32_t i) const {
    const OperationCode code = code_of(program_[i]);
    if (!reads_entity(code) || code == OperationCode::field_entity) return false;
    if (code != OperationCode::field) return true;
    const auto type = static_cast<ValueType>(t_.fields[program_[i].parameter()].variable().type());
    return storage_of(type) == Storage::number || storage_of(type) == Storage::byte;
  }
  // True if it gives the row of the candidate at hand.
  [[nodiscard]] bool is_candidate(uint32_t i) const {
    const blob::Operation& operation = program_[i];
    if (code_of(operation) != OperationCode::member_row || !is_member(i) ||
        code_of(program_[operation.a()]) != OperationCode::each)
      return false;
    const blob::Set& set = t_.sets[operation.parameter()];
    return set.kind() == blob::SetKind::candidates && set.entities() != 0;
  }
  // The only thing that members of a set may be, else kNotFound.
  [[nodiscard]] uint32_t only_thing_of(uint32_t set) const {
    const blob::Range& things = t_.sets[set].things();
    return things.count() == 1 ? t_.set_things[things.first()] : kNotFound;
  }
  // How many operands are values; `each`, which a candidate's row reads, is none.
  [[nodiscard]] uint32_t values_of(uint32_t i) const {
    return is_candidate(i) ? 0 : operands_of(program_[i]);
  }
  [[nodiscard]] bool is_computed(uint32_t i) const {
    const OperationCode code = code_of(program_[i]);
    if (code == OperationCode::curve || rules_of(code).elementwise) return true;
    if (is_picked(i) || is_candidate(i)) return true;
    return code == OperationCode::spread && domains_[program_[i].a()] <= Domain::world;
  }

  // Calls `visit` with what an operation needs: its operands, and the condition under which the machine
  // computes it; kernels compute everything.
  template <typename Visitor>
  void for_each_need(uint32_t i, Visitor&& visit) const {
    for (uint32_t k = 0; k < values_of(i); ++k) visit(operand(i, k));
    if (program_[i].gate() != 0 && !is_computed(i)) visit(out_.resolved[program_[i].gate() - 1]);
  }

  // --- what is needed ---

  // Calls `visit` with each operation whose value the game or a later thought depends on.
  template <typename Visitor>
  void for_each_root(Visitor&& visit) const {
    for (const blob::Option& option :
         t_.options.subspan(agent_.options().first(), agent_.options().count())) {
      visit(option.score());
      if (option.set() != kNotFound) visit(option.each());
    }
    for (const blob::Choice& choice :
         t_.choices.subspan(agent_.choices().first(), agent_.choices().count())) {
      visit(choice.best());
      visit(choice.score());
    }
    for (const uint32_t level : t_.levels.subspan(agent_.levels().first(), agent_.levels().count()))
      visit(level);
  }

  void find_needed() {
    for_each_root([&](uint32_t i) { is_needed_[out_.resolved[i]] = 1; });
    for (auto i = static_cast<uint32_t>(program_.size()); i-- > first_;) {
      if (is_needed_[i] != 0) for_each_need(i, [&](uint32_t need) { is_needed_[need] = 1; });
    }
  }

  // --- parts ---

  void cut() {
    for (uint32_t i = first_; i < program_.size(); ++i) {
      const bool opens_pass = code_of(program_[i]) == OperationCode::each;
      if (opens_pass || (in_members_ && !is_member(i))) close(i);
      in_members_ = is_member(i);
      if (is_needed_[i] == 0) {
        out_.part_of[i] = State::kMachines;
      } else if (is_key(i)) {
        out_.part_of[i] = State::kKey;
      } else if (is_computed(i)) {
        take(i);
      } else {
        bool waits = false;
        for_each_need(i, [&](uint32_t need) { waits = waits || (is_open_ && out_.part_of[need] == open()); });
        if (waits) close(i);
        out_.part_of[i] = State::kMachines;
      }
    }
    close(static_cast<uint32_t>(program_.size()));
  }

  [[nodiscard]] uint32_t open() const { return static_cast<uint32_t>(out_.parts.size()) - 1; }

  void take(uint32_t i) {
    if (is_open_ && !has_room()) close(i);
    if (!is_open_) {
      out_.parts.append({.of_members = in_members_});
      is_open_ = true;
      inputs_ = shared_ = outputs_ = 0;
      ++round_;
    }
    for (uint32_t k = 0; k < values_of(i); ++k) count(operand(i, k));
    if (is_candidate(i)) {
      State::Part& part = out_.parts[open()];
      part.set = program_[i].parameter();
      part.thing = only_thing_of(part.set);
    }
    ++outputs_;
    out_.part_of[i] = open();
  }

  void count(uint32_t value) {
    if (marked_[value] == round_ || out_.part_of[value] == open()) return;
    marked_[value] = round_;
    ++(out_.part_of[value] == State::kShared ? shared_ : inputs_);
  }

  // For three new inputs, and any operation may become an output.
  [[nodiscard]] bool has_room() const {
    return inputs_ + 3 <= kMostKernelValues && shared_ + 3 <= kMostKernelValues &&
           outputs_ < kMostKernelValues;
  }

  void close(uint32_t before) {
    if (!is_open_) return;
    out_.parts[open()].before = before;
    is_open_ = false;
  }

  // --- lists ---

  void mark_output(uint32_t i) {
    const uint32_t value = out_.resolved[i];
    if (out_.part_of[value] < State::kShared || out_.part_of[value] == State::kKey) out_.is_given[value] = 1;
  }
  // Parts that are of no members read keys from their columns.
  [[nodiscard]] bool reads_column(uint32_t i) const {
    return out_.part_of[i] < State::kShared && !out_.parts[out_.part_of[i]].of_members;
  }

  void find_outputs() {
    for (uint32_t i = first_; i < program_.size(); ++i) {
      if (is_needed_[i] == 0) continue;
      for_each_need(i, [&](uint32_t need) {
        const bool is_elsewhere = out_.part_of[need] != out_.part_of[i];
        if (is_elsewhere && !(out_.part_of[need] == State::kKey && reads_column(i))) mark_output(need);
      });
    }
    for_each_root([&](uint32_t i) {
      mark_output(i);
      if (code_of(program_[i]) == OperationCode::level_after) mark_output(operand(i, 0));
    });
  }

  bool list_all() {
    for (uint32_t part = 0; part < out_.parts.size(); ++part) {
      State::Part& own = out_.parts[part];
      ++round_;
      own.computed = begin_list();
      for (uint32_t i = first_; i < own.before; ++i) {
        if (out_.part_of[i] == part && !append(own.computed, i)) return false;
      }
      own.picked = begin_list();
      for (uint32_t k = 0; k < own.computed.count; ++k) {
        const uint32_t i = out_.operations[own.computed.first + k];
        if (is_picked(i) && !append(own.picked, i)) return false;
      }
      own.inputs = begin_list();
      if (!list_read(own, own.inputs, false)) return false;
      own.shared = begin_list();
      if (!list_read(own, own.shared, true)) return false;
      own.outputs = begin_list();
      for (uint32_t k = 0; k < own.computed.count; ++k) {
        const uint32_t i = out_.operations[own.computed.first + k];
        if (out_.is_given[i] != 0 && !append(own.outputs, i)) return false;
      }
    }
    return true;
  }

  [[nodiscard]] State::List begin_list() const { return {static_cast<uint32_t>(out_.operations.size()), 0}; }
  bool append(State::List& list, uint32_t i) {
    if (!out_.operations.reserve_more(1)) return false;
    out_.operations.append(i);
    ++list.count;
    return true;
  }

  // Lists the values that the operations of a part read from elsewhere, each once, in the order of first use.
  bool list_read(const State::Part& part, State::List& list, bool is_shared) {
    ++round_;
    for (uint32_t n = 0; n < part.computed.count; ++n) {
      const uint32_t i = out_.operations[part.computed.first + n];
      for (uint32_t k = 0; k < values_of(i); ++k) {
        const uint32_t value = operand(i, k);
        if (marked_[value] == round_ || out_.part_of[value] == out_.part_of[i]) continue;
        marked_[value] = round_;
        if ((out_.part_of[value] == State::kShared) != is_shared) continue;
        if (is_shared && code_of(program_[value]) == OperationCode::constant) continue;
        if (!append(list, value)) return false;
      }
    }
    return true;
  }

  // --- the hash ---

  void mix(uint64_t word) { out_.hash = hash_word(word, out_.hash); }
  void mix(float value) { mix(uint64_t{std::bit_cast<uint32_t>(value)}); }

  void find_hash() {
    mix(uint64_t{kKernelVersion});
    for (uint32_t i = 0; i < program_.size(); ++i) {
      const blob::Operation& operation = program_[i];
      mix(static_cast<uint64_t>(operation.code()) << 32 | static_cast<uint64_t>(domains_[i]));
      mix(uint64_t{operation.a()} << 32 | operation.b());
      mix(uint64_t{operation.c()} << 32 | operation.gate());
      if (code_of(operation) == OperationCode::curve) {
        mix_curve(t_.curves[operation.parameter()]);
      } else {
        mix(uint64_t{operation.parameter()});
      }
      if (out_.part_of[i] == State::kKey) mix_variable(t_.keys[operation.parameter()].variable());
      if (is_candidate(i)) mix(uint64_t{only_thing_of(operation.parameter())});
      if (is_picked(i) && code_of(operation) >= OperationCode::field &&
          code_of(operation) <= OperationCode::field_z)
        mix_variable(t_.fields[operation.parameter()].variable());
    }
    for (const uint32_t i : out_.operations) mix(uint64_t{i});
  }

  void mix_curve(const blob::Curve& curve) {
    mix(static_cast<uint64_t>(curve.kind()) << 1 | (curve.clamped() != 0 ? 1 : 0));
    for (const float value : {curve.shift(), curve.scale(), curve.output_scale(), curve.output_shift()})
      mix(value);
    for (const float value : t_.numbers.subspan(curve.numbers().first(), curve.numbers().count())) mix(value);
  }
  void mix_variable(const blob::Variable& variable) {
    const VariableInfo info = to_info(variable);
    mix(static_cast<uint64_t>(info.type));
    for (const float value : {info.low, info.high, info.fallback.x, info.fallback.y, info.fallback.z})
      mix(value);
  }

  const Tables& t_;
  const blob::Agent& agent_;
  std::span<const blob::Operation> program_;
  std::span<const Domain> domains_;
  State& out_;
  uint32_t first_ = 0;  // first of the agents
  bool in_members_ = false;
  bool is_open_ = false;
  uint32_t inputs_ = 0, shared_ = 0, outputs_ = 0;
  uint32_t round_ = 0;
  Array<uint32_t> marked_;    // by operation: the last round in which it was counted
  Array<uint8_t> is_needed_;  // by operation
};

}  // namespace

bool make_kernel_plan(const Asset::State& asset, const blob::Agent& agent, KernelPlan::State& plan) {
  return Planner(asset, agent, plan).run();
}

void resolve_gates(std::span<const blob::Operation> program, std::span<const Domain> domains,
                   std::span<uint32_t> resolved) {
  const auto is_true = [&](uint32_t i) {
    return code_of(program[i]) == OperationCode::constant &&
           std::bit_cast<float>(program[i].parameter()) != 0;
  };
  for (uint32_t i = 0; i < program.size(); ++i) {
    const blob::Operation& operation = program[i];
    // What is made of all members has no place of its own among the instructions.
    const bool is_open = code_of(operation) == OperationCode::gate && domains[i] == Domain::agent &&
                         domains[operation.b()] == Domain::agent &&
                         !reduces(code_of(program[operation.b()])) && is_true(operation.a());
    resolved[i] = is_open ? resolved[operation.b()] : i;
  }
}

KernelPlan::KernelPlan(KernelPlan&& other) noexcept : state_(std::exchange(other.state_, nullptr)) {}
KernelPlan& KernelPlan::operator=(KernelPlan&& other) noexcept {
  std::swap(state_, other.state_);
  return *this;
}
KernelPlan::~KernelPlan() { destroy(state_); }

Status KernelPlan::make(const Asset& asset, uint32_t agent, KernelPlan& plan) {
  Owned<State> made = make_owned<State>();
  if (made == nullptr) return {StatusCode::out_of_memory, 0};
  if (!make_kernel_plan(*asset.state(), asset.state()->tables.agents[agent], *made))
    return {StatusCode::out_of_memory, 0};
  destroy(plan.state_);
  plan.state_ = made.release();
  return {};
}

uint32_t KernelPlan::parts() const { return static_cast<uint32_t>(state_->parts.size()); }
KernelPlan::Part KernelPlan::part(uint32_t index) const {
  const State::Part& part = state_->parts[index];
  return {part.of_members,
          part.before,
          state_->list(part.computed),
          state_->list(part.inputs),
          state_->list(part.shared),
          state_->list(part.outputs),
          state_->list(part.picked)};
}
bool KernelPlan::is_key(uint32_t operation) const { return state_->part_of[operation] == State::kKey; }
uint32_t KernelPlan::value_of(uint32_t operation) const { return state_->resolved[operation]; }
bool KernelPlan::is_machines(uint32_t operation) const {
  return state_->part_of[operation] == State::kMachines;
}
uint64_t KernelPlan::program_hash() const { return state_->hash; }

}  // namespace ishi
