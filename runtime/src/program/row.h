#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "ishi/program.h"
#include "ishi/types.h"
#include "program/binding.h"
#include "program/operation_rules.h"

// A program's operations one value at a time: for what agents have in common, and to explain one agent.

namespace ishi {

// The operands that an operation has: how many, and which operations they are.
[[nodiscard]] inline uint32_t operands_of(const blob::Operation& operation) {
  return rules_of(static_cast<OperationCode>(operation.code())).operands;
}
[[nodiscard]] inline uint32_t operand_of(const blob::Operation& operation, uint32_t i) {
  return i == 0 ? operation.a() : i == 1 ? operation.b() : operation.c();
}

// Whose value is wanted. What an operation's domain does not need is ignored.
struct Row {
  uint32_t slot = 0;
  uint32_t team = 0;
  uint32_t profile = kNoProfile;
  // Of a formula: what it is given, and when its node was activated.
  const std::byte* record = nullptr;
  const blob::Parameter* variables = nullptr;
  uint64_t step_started = 0;
  // Of a formula of what follows an end: how it ended, and the option that did, kNotFound if it was none.
  blob::HowEnded ending = blob::HowEnded::none;
  uint32_t ended_option = kNotFound;
  // Of a formula of a body: what its steps were given back; null if it reads nothing of that.
  const std::byte* given = nullptr;
  const blob::Parameter* given_variables = nullptr;
  // Of a formula in a plan: the values of keys that are assumed, by key; `planned_keys[key]` is the place of
  // its first, kNotFound if it is not planned.
  const uint32_t* planned_keys = nullptr;
  const float* planned = nullptr;
  // The member of a set that the option of a formula runs for, kNotFound for one that is no more, and its
  // entity.
  uint32_t bound = kNotFound;
  EntityId candidate{};
  uint32_t target = 0;  // of a sense or sound: the row of whom it is about
  uint32_t member = 0;  // of a pass: the one at hand
  // Carried levels as they are by now, by motive; null: as they are stored.
  const float* levels = nullptr;
};

// The value of one operation whose operands have the values a, b and c; those it does not have do not matter.
[[nodiscard]] float evaluate_row(const Binding& binding, const blob::Operation& operation, const Row& row,
                                 float a, float b, float c);

// The same, with `value_of(index)` asked for the operands that the operation has.
template <typename ValueOf>
[[nodiscard]] float evaluate_row(const Binding& binding, const blob::Operation& operation, const Row& row,
                                 ValueOf&& value_of) {
  const uint32_t operands = operands_of(operation);
  const float a = operands > 0 ? value_of(operation.a()) : 0.0f;
  const float b = operands > 1 ? value_of(operation.b()) : 0.0f;
  const float c = operands > 2 ? value_of(operation.c()) : 0.0f;
  return evaluate_row(binding, operation, row, a, b, c);
}

// All of a program without passes, into `values`.
void run_plain_row(const Binding& binding, std::span<const blob::Operation> program, const Row& row,
                   float* values);

}  // namespace ishi
