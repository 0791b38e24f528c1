#pragma once

#include <cstddef>
#include <cstdint>

#include "program/compound.h"
#include "program/row.h"
#include "program/schedule.h"

// What of a program has to run, from its scores backwards: which operations are needed, where each is read
// last, which make one instruction, and whose flags are asked for.

namespace ishi {

struct Needs {
  static constexpr uint32_t kNone = Schedule::kNone;

  // An operation. All but the options is of those of the agents.
  struct Value {
    bool needed = false;
    bool kept = false;  // to the end
    uint32_t last_use = 0;
    uint32_t flag = 0;         // as a condition: 1 + the flag that it raises
    uint32_t option = kNone;   // the first option whose score it is
    uint32_t for_set = kNone;  // of an `each`: the first option that is scored in its pass
  };

  const ScheduleInput& in;
  uint32_t size = 0;  // of the program
  uint32_t first_of_agents = 0;
  uint32_t flags = 0;  // that conditions raise
  Array<Value> values{};
  Array<uint32_t> resolved{};  // by operation: the one that gives its value
  Array<uint32_t> next_option{}, next_for_set{};
  Compounds compounds{};

  // Before anything below is asked. False if there is no memory. Linear in the operations.
  [[nodiscard]] bool find();

  [[nodiscard]] OperationCode code_of(uint32_t i) const {
    return static_cast<OperationCode>(in.program[i].code());
  }
  [[nodiscard]] bool of_agents(uint32_t i) const { return i >= first_of_agents; }
  [[nodiscard]] bool of_candidates(uint32_t i) const { return in.domains[i] == Domain::candidate; }
  [[nodiscard]] uint32_t operand(uint32_t i, uint32_t k) const {
    return resolved[operand_of(in.program[i], k)];
  }
  // The condition without which an operation need not run, if it is each agent's own.
  [[nodiscard]] uint32_t condition_of(uint32_t i) const;

  // True if an operation is an instruction: it is needed and not inside of a compound.
  [[nodiscard]] bool runs(uint32_t i) const {
    return values[i].needed && compounds.of[i] != Compounds::kInside;
  }
  // The one that ends with an operation, else null.
  [[nodiscard]] const Compound* compound_of(uint32_t i) const {
    return compounds.of[i] < compounds.list.size() ? &compounds.list[compounds.of[i]] : nullptr;
  }

  [[nodiscard]] uint32_t score_of(uint32_t option) const { return resolved[in.options[option].score()]; }
  [[nodiscard]] bool is_for_set(uint32_t option) const { return in.options[option].set() != kNotFound; }
  // Calls `visit` with each option whose score it is.
  template <typename Visitor>
  void for_each_scored(uint32_t score, Visitor&& visit) const {
    for (uint32_t option = values[score].option; option != kNone; option = next_option[option]) visit(option);
  }
  // … and that the pass of an `each` is for.
  template <typename Visitor>
  void for_each_in_pass(uint32_t each, Visitor&& visit) const {
    for (uint32_t option = values[each].for_set; option != kNone; option = next_for_set[option])
      visit(option);
  }

  // Calls `visit` with the operands that are agents' own, and the condition.
  template <typename Visitor>
  void for_each_use(uint32_t i, Visitor&& visit) const {
    for (uint32_t k = 0; k < operands_of(in.program[i]); ++k) {
      if (of_agents(operand(i, k))) visit(operand(i, k));
    }
    if (const uint32_t condition = condition_of(i); condition != kNone) visit(condition);
  }
  // … and with what an instruction reads: a compound reads for those inside of it.
  template <typename Visitor>
  void for_each_read(uint32_t i, Visitor&& visit) const {
    if (const Compound* const compound = compound_of(i); compound != nullptr) {
      compound->each_value([&](uint32_t value) { visit(resolved[value]); });
      if (const uint32_t condition = condition_of(i); condition != kNone) visit(condition);
    } else {
      for_each_use(i, visit);
    }
  }
};

}  // namespace ishi
