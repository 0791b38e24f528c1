#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "built_features.h"
#include "program/operations.h"
#include "program/row.h"

// A program for one row, operation by operation: those of a pass once a member of its set, then what is made
// of all of them.

namespace ishi {

// Marks what the operations that are marked need, down to `first`; how many are marked then from there on.
inline size_t mark_needs(std::span<const blob::Operation> program, uint32_t first,
                         std::span<bool> is_needed) {
  size_t count = 0;
  for (auto i = static_cast<uint32_t>(program.size()); i-- > first;) {
    if (!is_needed[i]) continue;
    ++count;
    for (uint32_t k = 0; k < operands_of(program[i]); ++k) is_needed[operand_of(program[i], k)] = true;
  }
  return count;
}

// The values of what is made of all members of a set: before the first, with one more, after the last.
[[nodiscard]] float start_of(OperationCode code);
[[nodiscard]] float with_member(OperationCode code, float so_far, float a);

// The score of the member at hand, raised if the choice of a `best_of` or `best_score` chose it last.
[[nodiscard]] float raised_score(const Binding& binding, const blob::Operation& operation, const Row& row,
                                 float score);

// The best member so far of a choice.
struct Choosing {
  float raised = -std::numeric_limits<float>::infinity();
  float member = -1;
  float score = 0;

  void take(uint32_t at, float own, float with_inertia) {
    if (with_inertia > raised) *this = {with_inertia, static_cast<float>(at), own};
  }
};
inline constexpr uint32_t kChoosingAtOnce = 16;

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
    if (!is_built(Feature::memories) || code_of(i) != OperationCode::each) {
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
    // A choice keeps two values, for which one operation has no place: so many are made in one round.
    Choosing choosing[kChoosingAtOnce];
    size_t first = behind;
    do {
      size_t last = first;
      uint32_t count_choosing = 0;
      for (; last < end; ++last) {
        if (!chooses(code_of(index_of(last)))) continue;
        if (count_choosing == kChoosingAtOnce) break;
        choosing[count_choosing++] = {};
      }
      for (row.member = 0; row.member < members; ++row.member) {
        meet(program[i].parameter());
        for (size_t n = k; n < behind; ++n) compute(index_of(n));
        Choosing* chooser = choosing;
        for (size_t n = first; n < last; ++n) {
          const uint32_t made = index_of(n);
          const float value = value_of(program[made].a());
          if (chooses(code_of(made)))
            (chooser++)->take(row.member, value, raised_score(binding, program[made], row, value));
          else
            store(made, with_member(code_of(made), value_of(made), value));
        }
      }
      const Choosing* chooser = choosing;
      for (size_t n = first; n < last; ++n) {
        const uint32_t made = index_of(n);
        if (chooses(code_of(made)))
          store(made, code_of(made) == OperationCode::best_of ? chooser->member : chooser->score), ++chooser;
        else if (members == 0 && operands_of(program[made]) > 2)
          store(made, value_of(program[made].c()));
      }
      first = last;
    } while (first < end);
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
