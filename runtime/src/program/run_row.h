#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "program/operations.h"
#include "program/row.h"

// A program for one row, operation by operation: those of a pass once a member of its set, then what is made
// of all of them.

namespace ishi {

// The values of what is made of all members of a set: before the first, with one more, after the last.
[[nodiscard]] float start_of(OperationCode code);
[[nodiscard]] float with_member(OperationCode code, float so_far, float a);

// The score of the member at hand, raised if the choice of a `best_of` or `best_score` chose it last.
[[nodiscard]] float raised_score(const Binding& binding, const blob::Operation& operation, const Row& row,
                                 float score);

// Computes `count` operations of a program in order, the k-th of which is `index_of(k)`; those that the
// others need are among them. `value_of(i)` is the value of operation i, `store(i, value)` keeps it;
// `meet(set)` is called when `row.member` has become the next member of a set. Behind a pass over an empty
// set the operations of candidates are 0. Linear in the operations, those of passes times their members.
template <typename IndexOf, typename ValueOf, typename Store, typename Meet>
void run_row(const Binding& binding, std::span<const blob::Operation> program,
             std::span<const Domain> domains, size_t count, Row& row, IndexOf&& index_of, ValueOf&& value_of,
             Store&& store, Meet&& meet) {
  const auto code_of = [&](uint32_t i) { return static_cast<OperationCode>(program[i].code()); };
  const auto compute = [&](uint32_t i) { store(i, evaluate_row(binding, program[i], row, value_of)); };
  for (size_t k = 0; k < count;) {
    const uint32_t i = index_of(k);
    if (code_of(i) != OperationCode::each) {
      compute(i);
      ++k;
      continue;
    }
    size_t behind = k + 1;
    while (behind < count && domains[index_of(behind)] == Domain::candidate &&
           code_of(index_of(behind)) != OperationCode::each)
      ++behind;
    size_t end = behind;
    while (end < count && reduces(code_of(index_of(end)))) ++end;
    for (size_t n = k; n < behind; ++n) store(index_of(n), 0);
    for (size_t n = behind; n < end; ++n) store(index_of(n), start_of(code_of(index_of(n))));
    const SetTable& table = binding.sets[program[i].parameter()];
    const uint32_t members = table.count[table.owner_of(row.slot, row.team)];
    for (row.member = 0; row.member < members; ++row.member) {
      meet(program[i].parameter());
      for (size_t n = k; n < behind; ++n) compute(index_of(n));
      for (size_t n = behind; n < end; ++n) {
        const uint32_t made = index_of(n);
        if (chooses(code_of(made))) continue;
        store(made, with_member(code_of(made), value_of(made), value_of(program[made].a())));
      }
    }
    for (size_t n = behind; n < end && members == 0; ++n) {
      const uint32_t made = index_of(n);
      if (operands_of(program[made]) > 2) store(made, value_of(program[made].c()));
    }
    // Each choice in a round of its own: it keeps two values, which one operation has no place for.
    for (size_t n = behind; n < end; ++n) {
      const uint32_t made = index_of(n);
      if (!chooses(code_of(made))) continue;
      float best = -std::numeric_limits<float>::infinity();
      float result = code_of(made) == OperationCode::best_of ? -1.0f : 0.0f;
      for (row.member = 0; row.member < members; ++row.member) {
        meet(program[i].parameter());
        for (size_t m = k; m < behind; ++m) compute(index_of(m));
        const float score = value_of(program[made].a());
        const float raised = raised_score(binding, program[made], row, score);
        if (!(raised > best)) continue;
        best = raised;
        result = code_of(made) == OperationCode::best_of ? static_cast<float>(row.member) : score;
      }
      store(made, result);
    }
    k = end;
  }
}

// All of a program, into `values`. `meet` as above.
template <typename Meet>
void run_row(const Binding& binding, std::span<const blob::Operation> program,
             std::span<const Domain> domains, Row row, std::span<float> values, Meet&& meet) {
  run_row(
      binding, program, domains, program.size(), row, [](size_t k) { return static_cast<uint32_t>(k); },
      [values](uint32_t i) { return values[i]; }, [values](uint32_t i, float value) { values[i] = value; },
      [&](uint32_t set) { meet(row, set); });
}

}  // namespace ishi
