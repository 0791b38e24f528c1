#include "asset/program_check.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "asset/limits.h"
#include "built_features.h"
#include "ishi/program.h"
#include "program/operation_rules.h"

namespace ishi {
namespace {

using Operations = std::span<const blob::Operation>;

bool is_number(blob::ValueType type) {
  switch (type) {
    case blob::ValueType::entity:
    case blob::ValueType::thing:
    case blob::ValueType::point:
    case blob::ValueType::direction: return false;
    default: return true;
  }
}

bool is_vector(blob::ValueType type) {
  return type == blob::ValueType::point || type == blob::ValueType::direction;
}

bool is_entity(blob::ValueType type) {
  return type == blob::ValueType::entity || type == blob::ValueType::thing;
}

class ProgramCheck {
 public:
  // `passes`: room for the `each` of the pass in which each operation of the program stands.
  ProgramCheck(Check& check, const Tables& tables, std::span<const MemberField> member_fields,
               Operations program, const ProgramOwner& owner, std::span<Domain> domains,
               std::span<uint32_t> passes)
      : check_(check),
        tables_(tables),
        member_fields_(member_fields),
        program_(program),
        owner_(owner),
        domains_(domains),
        passes_(passes) {}

  bool all() {
    for (uint32_t i = 0; i < program_.size(); ++i) {
      if (!one(i)) return false;
    }
    return true;
  }

 private:
  [[gnu::always_inline]] bool that(bool condition, StatusCode code, const blob::Operation& operation) {
    return check_.that(condition, code, &operation);
  }

  bool one(uint32_t index) {
    const blob::Operation& operation = program_[index];
    if (!that(static_cast<uint32_t>(operation.code()) < kOperationCount, StatusCode::unknown_enumerator,
              operation)) {
      return false;
    }
    const OperationRules& rules = rules_of(operation);
    const std::array operands = {operation.a(), operation.b(), operation.c()};
    return that(operation.reserved() == 0 && operation.reserved_2() == 0, StatusCode::reserved_not_zero,
                operation) &&
           (!rules.owned || owned(operation)) && unused(operation, rules, operands) &&
           gate(operation, index) && operands_exist(operation, index, rules, operands) &&
           parameter(operation, rules.parameter) && domain(operation, index, rules, operands) &&
           pass(operation, index, rules, operands) &&
           (!rules.of_member || !is_built(Feature::memories) || member(operation));
  }

  bool owned(const blob::Operation& operation) {
    if (reads_given(code_of(operation)))
      return that(owner_.step, StatusCode::parameter_not_of_operation, operation);
    switch (operation.code()) {
      case blob::OperationCode::step_elapsed:
      case blob::OperationCode::ending:
      case blob::OperationCode::ended:
        return that(owner_.step, StatusCode::parameter_not_of_operation, operation);
      case blob::OperationCode::random:
      case blob::OperationCode::member_random:
        return that(owner_.step || owner_.gates, StatusCode::parameter_not_of_operation, operation);
      case blob::OperationCode::level_seconds:
        return that(owner_.carries, StatusCode::level_not_carried, operation);
      default: return that(owner_.target, StatusCode::parameter_not_of_operation, operation);
    }
  }

  bool unused(const blob::Operation& operation, const OperationRules& rules,
              const std::array<uint32_t, 3>& operands) {
    uint32_t bits = rules.parameter == ParameterKind::none ? operation.parameter() : 0;
    for (uint32_t i = 0; i < operands.size(); ++i) bits |= i < rules.operands ? 0 : operands[i];
    return that(bits == 0, StatusCode::unused_not_zero, operation);
  }

  bool gate(const blob::Operation& operation, uint32_t index) {
    const bool is_gate = operation.code() == blob::OperationCode::gate;
    if (!that(owner_.gates || (operation.gate() == 0 && !is_gate), StatusCode::gate_not_here, operation))
      return false;
    if (operation.gate() == 0) return true;
    if (!that(operation.gate() <= index, StatusCode::gate_not_earlier, operation)) return false;
    const blob::Operation& condition = program_[operation.gate() - 1];
    return that(condition.code() != blob::OperationCode::gate, StatusCode::operand_of_gate, operation) &&
           that(condition.gate() == 0 && !is_gate, StatusCode::gate_nested, operation);
  }

  bool operands_exist(const blob::Operation& operation, uint32_t index, const OperationRules& rules,
                      const std::array<uint32_t, 3>& operands) {
    const bool is_gate = operation.code() == blob::OperationCode::gate;
    const bool chooses = ishi::chooses(code_of(operation));
    for (uint32_t i = 0; i < rules.operands; ++i) {
      if (!that(operands[i] < index, StatusCode::operand_not_earlier, operation)) return false;
      const blob::Operation& operand = program_[operands[i]];
      const bool takes_gate = operand.code() == blob::OperationCode::gate;
      if (!that(takes_gate == (chooses && i == 0), StatusCode::operand_of_gate, operation)) return false;
      const bool closes_gate = is_gate && i == 1 && operand.gate() == operation.a() + 1;
      const bool may_feed = operand.gate() == 0 || operand.gate() == operation.gate() || closes_gate;
      if (!that(may_feed, StatusCode::operand_outside_gate, operation)) return false;
    }
    return true;
  }

  bool parameter(const blob::Operation& operation, ParameterKind kind) {
    const uint32_t p = operation.parameter();
    const auto below = [&](size_t count) {
      return that(p < count, StatusCode::index_out_of_range, operation);
    };
    const auto fits = [&](bool (*shape)(blob::ValueType), const auto& variables) {
      return below(variables.size()) &&
             that(shape(variables[p].variable().type()), StatusCode::parameter_not_of_operation, operation);
    };
    switch (kind) {
      case ParameterKind::none: return true;
      case ParameterKind::constant:
        return that(std::isfinite(std::bit_cast<float>(p)), StatusCode::number_not_finite, operation);
      case ParameterKind::key_number: return fits(is_number, tables_.keys);
      case ParameterKind::key_vector: return fits(is_vector, tables_.keys);
      case ParameterKind::key_entity: return fits(is_entity, tables_.keys);
      case ParameterKind::thing: return below(tables_.things.size());
      case ParameterKind::field_number: return fits(is_number, tables_.fields);
      case ParameterKind::field_vector: return fits(is_vector, tables_.fields);
      case ParameterKind::field_entity: return fits(is_entity, tables_.fields);
      case ParameterKind::record_number: return fits(is_number, owner_.record);
      case ParameterKind::record_vector: return fits(is_vector, owner_.record);
      case ParameterKind::record_entity: return fits(is_entity, owner_.record);
      case ParameterKind::given_number: return fits(is_number, owner_.givens);
      case ParameterKind::given_vector: return fits(is_vector, owner_.givens);
      case ParameterKind::given_entity: return fits(is_entity, owner_.givens);
      case ParameterKind::given_member:
        return below(owner_.givens.size()) && that(owner_.givens[p].variable().member_of() != 0,
                                                   StatusCode::parameter_not_of_operation, operation);
      case ParameterKind::option: return below(owner_.options);
      case ParameterKind::choice:
        return below(owner_.choices.size()) &&
               that(owner_.gates || !chooses(code_of(operation)), StatusCode::gate_not_here, operation);
      case ParameterKind::motive: return below(tables_.motives.size());
      case ParameterKind::level:
        return below(tables_.motives.size()) &&
               that(tables_.motives[p].carried() != 0, StatusCode::level_not_carried, operation);
      case ParameterKind::set: return below(tables_.sets.size());
      case ParameterKind::memory:
        return below(tables_.sets.size()) && that(tables_.sets[p].kind() == blob::SetKind::memory,
                                                  StatusCode::parameter_not_of_operation, operation);
      case ParameterKind::aware_memory:
        return below(tables_.sets.size()) &&
               that(find_awareness(tables_, p) != nullptr, StatusCode::parameter_not_of_operation, operation);
      case ParameterKind::member_number:
        return below(member_fields_.size()) && fits_member(is_number, operation);
      case ParameterKind::member_vector:
        return below(member_fields_.size()) && fits_member(is_vector, operation);
      case ParameterKind::member_entity:
        return below(member_fields_.size()) && fits_member(is_entity, operation);
      case ParameterKind::draw: return true;
      case ParameterKind::moment: return below(owner_.moments);
      case ParameterKind::curve: break;
    }
    return below(tables_.curves.size());
  }

  static OperationCode code_of(const blob::Operation& operation) {
    return static_cast<OperationCode>(operation.code());
  }
  static const OperationRules& rules_of(const blob::Operation& operation) {
    return kOperationRules[static_cast<uint32_t>(operation.code())];
  }

  bool fits_member(bool (*shape)(blob::ValueType), const blob::Operation& operation) {
    return that(shape(member_fields_[operation.parameter()].field->variable().type()),
                StatusCode::parameter_not_of_operation, operation);
  }

  [[nodiscard]] bool is_each(uint32_t index) const {
    return program_[index].code() == blob::OperationCode::each;
  }

  // That what is of candidates stands in one pass, behind its `each`, and what is made of all of them right
  // behind it; and that nothing else takes the `each` for a number.
  bool pass(const blob::Operation& operation, uint32_t index, const OperationRules& rules,
            const std::array<uint32_t, 3>& operands) {
    constexpr DomainSet kOfMembers =
        set_of(Domain::candidate) | set_of(Domain::team_member) | set_of(Domain::world_member);
    if (!is_built(Feature::memories)) return that(!rules.reduces, StatusCode::member_outside_pass, operation);
    DomainSet touched = set_of(domains_[index]);
    for (uint32_t i = 0; i < rules.operands; ++i) touched |= set_of(domains_[operands[i]]);
    if (operation.gate() != 0) touched |= set_of(domains_[operation.gate() - 1]);
    if ((touched & kOfMembers) == 0 && !rules.reduces) {
      passes_[index] = kNotFound;
      return true;
    }
    return pass_of_members(operation, index, {operands.data(), rules.operands});
  }

  bool pass_of_members(const blob::Operation& operation, uint32_t index, std::span<const uint32_t> operands) {
    const OperationCode code = code_of(operation);
    const auto in_pass = [&](uint32_t operand) {
      return domains_[operand] != Domain::candidate || operand >= pass_;
    };
    const bool is_candidates = domains_[index] == Domain::candidate;
    if (is_each(index)) {
      pass_ = index;
    } else if (is_candidates || reduces(code)) {
      const bool follows = pass_ != kNotFound && passes_[index - 1] == pass_;
      const bool joins = !is_candidates || domains_[index - 1] == Domain::candidate;
      if (!that(follows && joins, StatusCode::member_outside_pass, operation)) return false;
    }
    passes_[index] = is_candidates || reduces(code) ? pass_ : kNotFound;
    if (is_shared_member(domains_[index])) return is_of_one_set(operation, index, operands);
    if (code == OperationCode::spread && is_shared_member(domains_[operation.a()])) {
      const uint32_t set = program_[pass_].parameter();
      return that(passes_[operation.a()] == set, StatusCode::member_of_other_set, operation);
    }
    if (reduces(code)) {
      const bool over_pass = operation.b() == pass_ && !is_each(operation.a()) &&
                             (operands.size() < 3 || domains_[operation.c()] == Domain::agent);
      const bool of_choice = !chooses(code) || owner_.choices[operation.parameter()].set() ==
                                                   program_[pass_ == kNotFound ? 0 : pass_].parameter();
      if (!that(of_choice, StatusCode::member_of_other_set, operation)) return false;
      if (!that(over_pass, StatusCode::member_outside_pass, operation)) return false;
    }
    for (size_t i = 0; i < operands.size(); ++i) {
      const bool may_be_each = (reads_member(code) && i == 0) || (reduces(code) && i == 1);
      if (!that(in_pass(operands[i]) && (may_be_each || !is_each(operands[i])),
                StatusCode::member_outside_pass, operation)) {
        return false;
      }
    }
    if (operation.gate() == 0) return true;
    const bool is_agents = domains_[operation.gate() - 1] != Domain::candidate;
    return that(!is_each(index) && (is_agents || (is_candidates && in_pass(operation.gate() - 1))),
                StatusCode::member_outside_pass, operation);
  }

  // Operations of shared members stand in no pass: what is kept of them is their set.
  bool is_of_one_set(const blob::Operation& operation, uint32_t index, std::span<const uint32_t> operands) {
    const OperationCode code = code_of(operation);
    uint32_t& set = passes_[index];
    if (code == OperationCode::member) set = operation.parameter();
    for (const uint32_t operand : operands) {
      if (!is_shared_member(domains_[operand])) continue;
      const uint32_t other = passes_[operand];
      if (!that(set == kNotFound || set == other, StatusCode::member_of_other_set, operation)) return false;
      set = other;
    }
    // What takes a member's number for any other would have to be refused, too.
    for (size_t i = 0; i < operands.size(); ++i) {
      const bool is_number = program_[operands[i]].code() == blob::OperationCode::member;
      if (!that(!is_number || (reads_member(code) && i == 0), StatusCode::member_outside_pass, operation))
        return false;
    }
    return true;
  }

  // That a member is one of its set, and that a formula knows of none but the one that its option runs for.
  bool member(const blob::Operation& operation) {
    const OperationCode code = code_of(operation);
    if (code == OperationCode::bound || code == OperationCode::bound_row) {
      return that(owner_.step && operation.parameter() == owner_.set, StatusCode::formula_member, operation);
    }
    const blob::Operation& which = program_[operation.a()];
    if (code == OperationCode::member_random)
      return that(set_of_number(which) != kNotFound, StatusCode::member_of_other_set, operation);
    const uint32_t p = operation.parameter();
    const uint32_t set = reads_member_field(code) ? member_fields_[p].set : p;
    return that(set_of_number(which) == set, StatusCode::member_of_other_set, operation);
  }

  // Of which set's members an operation gives the number; kNotFound if it gives none.
  [[nodiscard]] uint32_t set_of_number(const blob::Operation& operation) const {
    switch (operation.code()) {
      case blob::OperationCode::each:
      case blob::OperationCode::member:
      case blob::OperationCode::bound:
      case blob::OperationCode::nth: return operation.parameter();
      case blob::OperationCode::best_of:
      case blob::OperationCode::chosen: return owner_.choices[operation.parameter()].set();
      case blob::OperationCode::given_member:
        return owner_.givens[operation.parameter()].variable().member_of() - 1;
      default: return kNotFound;
    }
  }

  bool domain(const blob::Operation& operation, uint32_t index, const OperationRules& rules,
              const std::array<uint32_t, 3>& operands) {
    Domain joined = Domain::constant;
    DomainSet read = 0;
    for (uint32_t i = 0; i < rules.operands; ++i) {
      const Domain operand = domains_[operands[i]];
      joined = kJoinedDomains[static_cast<uint32_t>(joined)][static_cast<uint32_t>(operand)];
      read |= set_of(operand);
    }
    Domain own = rules.domain[static_cast<uint32_t>(joined)];
    if (rules.scoped) {
      const bool is_member = operation.code() == blob::OperationCode::member;
      const auto scope =
          static_cast<Scope>(is_member ? tables_.sets[operation.parameter()].scope()
                                       : tables_.keys[operation.parameter()].variable().scope());
      const bool is_shared = owner_.gates && scope != Scope::agent;
      if (!that(!is_member || is_shared, StatusCode::member_outside_pass, operation)) return false;
      own = domain_of(code_of(operation), joined, scope);
    }
    const bool readable = (read & ~rules.readable[static_cast<uint32_t>(own)]) == 0;
    if (!that(readable, StatusCode::operand_outside_domain, operation)) return false;
    domains_[index] = own;
    const bool rises = index == 0 || domains_[index - 1] <= std::min(own, Domain::agent);
    return that(rises || own >= Domain::agent, StatusCode::domain_falls, operation);
  }

  Check& check_;
  const Tables& tables_;
  std::span<const MemberField> member_fields_;
  Operations program_;
  const ProgramOwner& owner_;
  std::span<Domain> domains_;
  std::span<uint32_t> passes_;
  uint32_t pass_ = kNotFound;  // the `each` of the last pass so far
};

}  // namespace

bool check_program(Check& check, const Tables& tables, std::span<const MemberField> member_fields,
                   std::span<const blob::Operation> program, const ProgramOwner& owner,
                   std::span<Domain> domains, std::span<uint32_t> passes) {
  return ProgramCheck(check, tables, member_fields, program, owner, domains, passes).all();
}

}  // namespace ishi
