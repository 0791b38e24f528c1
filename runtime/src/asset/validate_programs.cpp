#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "asset/limits.h"
#include "asset/validate.h"
#include "ishi/program.h"

namespace ishi {
namespace {

using Operations = std::span<const blob::Operation>;

// What a program may name besides the asset's own vectors.
struct Owner {
  uint32_t options = 0;                          // how many options its agent has
  bool gates = false;                            // whether it may have gates
  bool step = false;                             // whether it is a formula of a body
  uint32_t moments = 0;                          // how many its agent keeps
  uint32_t memory = kNotFound;                   // of a formula: whose fact it reads
  std::span<const blob::Parameter> record = {};  // what it is given
};

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
  // `memories`: room for which memory's facts each operation of the program is about.
  ProgramCheck(Check& check, const Tables& tables, std::span<const FactField> fact_fields, Operations program,
               Owner owner, std::span<Domain> domains, std::span<uint32_t> memories)
      : check_(check),
        tables_(tables),
        fact_fields_(fact_fields),
        program_(program),
        owner_(owner),
        domains_(domains),
        memories_(memories) {}

  bool all() {
    for (uint32_t i = 0; i < program_.size(); ++i) {
      if (!one(i)) return false;
    }
    return true;
  }

 private:
  bool that(bool condition, StatusCode code, const blob::Operation& operation) {
    return check_.that(condition, code, &operation);
  }

  bool one(uint32_t index) {
    const blob::Operation& operation = program_[index];
    if (!that(static_cast<uint32_t>(operation.code()) < kOperationCount, StatusCode::unknown_enumerator,
              operation)) {
      return false;
    }
    const OperationInfo& info = operation_table()[static_cast<uint32_t>(operation.code())];
    const std::array operands = {operation.a(), operation.b(), operation.c()};
    return that(operation.reserved() == 0 && operation.reserved_2() == 0, StatusCode::reserved_not_zero,
                operation) &&
           that(owner_.step || info.code != OperationCode::step_elapsed,
                StatusCode::parameter_not_of_operation, operation) &&
           that(owner_.step || owner_.gates || info.code != OperationCode::random,
                StatusCode::parameter_not_of_operation, operation) &&
           unused(operation, info, operands) && gate(operation, index) &&
           operands_exist(operation, index, info, operands) && parameter(operation, info.parameter) &&
           memory(operation, index, info, operands) && domain(operation, index, info, operands);
  }

  bool unused(const blob::Operation& operation, const OperationInfo& info,
              std::span<const uint32_t> operands) {
    for (size_t i = info.operands; i < operands.size(); ++i) {
      if (!that(operands[i] == 0, StatusCode::unused_not_zero, operation)) return false;
    }
    return info.parameter != ParameterKind::none ||
           that(operation.parameter() == 0, StatusCode::unused_not_zero, operation);
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

  bool operands_exist(const blob::Operation& operation, uint32_t index, const OperationInfo& info,
                      std::span<const uint32_t> operands) {
    for (size_t i = 0; i < info.operands; ++i) {
      if (!that(operands[i] < index, StatusCode::operand_not_earlier, operation)) return false;
      const blob::Operation& operand = program_[operands[i]];
      if (!that(operand.code() != blob::OperationCode::gate, StatusCode::operand_of_gate, operation))
        return false;
      const bool is_gated_value = operation.code() == blob::OperationCode::gate && i == 1;
      const bool closes_gate = is_gated_value && operand.gate() == operation.a() + 1;
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
      case ParameterKind::field_number: return fits(is_number, tables_.fields);
      case ParameterKind::field_vector: return fits(is_vector, tables_.fields);
      case ParameterKind::field_entity: return fits(is_entity, tables_.fields);
      case ParameterKind::record_number: return fits(is_number, owner_.record);
      case ParameterKind::record_vector: return fits(is_vector, owner_.record);
      case ParameterKind::record_entity: return fits(is_entity, owner_.record);
      case ParameterKind::option: return below(owner_.options);
      case ParameterKind::motive: return below(tables_.motives.size());
      case ParameterKind::level:
        return below(tables_.motives.size()) &&
               that(tables_.motives[p].carried() != 0, StatusCode::level_not_carried, operation);
      case ParameterKind::memory: return below(tables_.memories.size());
      case ParameterKind::draw: return true;
      case ParameterKind::moment: return below(owner_.moments);
      case ParameterKind::fact_number: return below(fact_fields_.size()) && fits_fact(is_number, operation);
      case ParameterKind::fact_vector: return below(fact_fields_.size()) && fits_fact(is_vector, operation);
      case ParameterKind::fact_entity: return below(fact_fields_.size()) && fits_fact(is_entity, operation);
      case ParameterKind::curve: break;
    }
    return below(tables_.curves.size());
  }

  bool fits_fact(bool (*shape)(blob::ValueType), const blob::Operation& operation) {
    return that(shape(fact_fields_[operation.parameter()].field->variable().type()),
                StatusCode::parameter_not_of_operation, operation);
  }

  // That no operation is about facts of two memories, and a formula about none but its own.
  bool memory(const blob::Operation& operation, uint32_t index, const OperationInfo& info,
              std::span<const uint32_t> operands) {
    uint32_t own = kNotFound;
    if (reads_fact(info.code)) {
      const uint32_t p = operation.parameter();
      own = info.parameter == ParameterKind::memory ? p : fact_fields_[p].memory;
      const bool given = owner_.gates || (owner_.step && own == owner_.memory);
      if (!that(given, StatusCode::formula_fact, operation)) return false;
    }
    const auto joins = [&](uint32_t other) {
      if (other == kNotFound) return true;
      const bool same = own == kNotFound || own == other;
      own = other;
      return that(same, StatusCode::fact_of_other_memory, operation);
    };
    for (size_t i = 0; i < info.operands; ++i) {
      if (!joins(memories_[operands[i]])) return false;
    }
    if (operation.gate() != 0 && !joins(memories_[operation.gate() - 1])) return false;
    memories_[index] = own;
    return true;
  }

  bool domain(const blob::Operation& operation, uint32_t index, const OperationInfo& info,
              std::span<const uint32_t> operands) {
    Domain joined = Domain::constant;
    for (size_t i = 0; i < info.operands; ++i) joined = join(joined, domains_[operands[i]]);
    const bool has_key = info.parameter == ParameterKind::key_number ||
                         info.parameter == ParameterKind::key_vector ||
                         info.parameter == ParameterKind::key_entity;
    const auto scope =
        has_key ? static_cast<Scope>(tables_.keys[operation.parameter()].variable().scope()) : Scope::agent;
    Domain own = domain_of(info.code, joined, scope);
    if (!owner_.gates && own == Domain::candidate) own = Domain::agent;
    for (size_t i = 0; i < info.operands; ++i) {
      const bool readable = may_read(info.code, own, domains_[operands[i]]);
      if (!that(readable, StatusCode::operand_outside_domain, operation)) return false;
    }
    domains_[index] = own;
    return that(index == 0 || domains_[index - 1] <= own, StatusCode::domain_falls, operation);
  }

  Check& check_;
  const Tables& tables_;
  std::span<const FactField> fact_fields_;
  Operations program_;
  Owner owner_;
  std::span<Domain> domains_;
  std::span<uint32_t> memories_;
};

// Profiles times operations could be far more than either.
bool check_profile_values(Check& check, const Tables& t, const blob::Agent& agent,
                          std::span<const Domain> domains) {
  const auto own = domains.subspan(agent.program().first(), agent.program().count());
  const auto operations = static_cast<uint64_t>(std::count(own.begin(), own.end(), Domain::profile));
  return check.that(operations * (t.profiles.size() + 1) <= limits::kProfileValues, StatusCode::too_many,
                    &agent);
}

std::span<const blob::Parameter> record_of(const Tables& t, const blob::Formula& formula) {
  switch (formula.record_kind()) {
    case blob::RecordKind::none: return {};
    case blob::RecordKind::task: return part(t.parameters, t.tasks[formula.record()].parameters());
    case blob::RecordKind::goal: return part(t.parameters, t.goals[formula.record()].parameters());
    case blob::RecordKind::event: break;
  }
  return part(t.event_fields, t.events[formula.record()].fields());
}

// The programs of a blob, one after the other.
class ProgramsCheck {
 public:
  ProgramsCheck(Check& check, const Tables& tables, std::span<const FactField> fact_fields,
                std::span<Domain> domains)
      : check_(check), t_(tables), fact_fields_(fact_fields), domains_(domains) {}

  bool all() {
    if (!memories_.allocate(t_.operations.size())) return check_.out_of_memory();
    return Check::all(t_.tasks, [&](const blob::Task& task) { return formulas(task.formulas(), {}); }) &&
           Check::all(t_.goals, [&](const blob::Goal& goal) { return formulas(goal.formulas(), {}); }) &&
           Check::all(t_.agents, [&](const blob::Agent& agent) {
             const uint32_t options = agent.options().count();
             const uint32_t moments = agent.moments().count();
             return program(agent.program(), {.options = options, .gates = true, .moments = moments}) &&
                    check_profile_values(check_, t_, agent, domains_) && scores(agent) && levels(agent) &&
                    formulas(agent.formulas(), {.options = options, .step = true, .moments = moments});
           });
  }

 private:
  bool program(const blob::Range& range, Owner owner) {
    return ProgramCheck(check_, t_, fact_fields_, part(t_.operations, range), owner,
                        domains_.subspan(range.first(), range.count()),
                        {memories_.data() + range.first(), range.count()})
        .all();
  }

  bool formulas(const blob::Range& range, Owner owner) {
    return Check::all(part(t_.formulas, range), [&](const blob::Formula& formula) {
      owner.record = record_of(t_, formula);
      owner.memory = formula.memory();
      return program(formula.program(), owner);
    });
  }

  // That each option has a gate for its score, of no facts but those that it is for.
  bool scores(const blob::Agent& agent) {
    const auto operations = part(t_.operations, agent.program());
    return Check::all(part(t_.options, agent.options()), [&](const blob::Option& option) {
      const bool is_gate = option.score() < operations.size() &&
                           operations[option.score()].code() == blob::OperationCode::gate;
      if (!check_.that(is_gate, StatusCode::score_not_gated, &option)) return false;
      const uint32_t memory = memories_[agent.program().first() + option.score()];
      return check_.that(memory == kNotFound || memory == option.memory(), StatusCode::fact_of_other_memory,
                         &option);
    });
  }

  // That what the carried levels become is the agent's own, and always computed.
  bool levels(const blob::Agent& agent) {
    const auto operations = part(t_.operations, agent.program());
    return Check::all(part(t_.levels, agent.levels()), [&](const uint32_t& level) {
      const bool is_own =
          level < operations.size() && domains_[agent.program().first() + level] == Domain::agent &&
          operations[level].gate() == 0 && operations[level].code() != blob::OperationCode::gate;
      return check_.that(is_own, StatusCode::level_result, &level);
    });
  }

  Check& check_;
  const Tables& t_;
  std::span<const FactField> fact_fields_;
  std::span<Domain> domains_;
  Array<uint32_t> memories_;
};

}  // namespace

bool validate_programs(Check& check, const Tables& t, std::span<const FactField> fact_fields,
                       std::span<Domain> domains) {
  return ProgramsCheck(check, t, fact_fields, domains).all();
}

}  // namespace ishi
