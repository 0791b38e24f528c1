#include "bodies/conditions.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>

#include "asset/check.h"
#include "bodies/acting.h"
#include "program/chunk.h"
#include "program/operation_rules.h"
#include "program/row.h"
#include "views/agents.h"
#include "views/shared_values.h"

namespace ishi {
namespace {

// True if an operation gives the same for an agent outside of its body: it reads no parameters of a goal, no
// step's time and nobody that the option is for. Members of sets, chance, and levels, which change between
// thoughts, are left to the bodies, too.
bool reads_columns(const blob::Operation& operation) {
  const auto code = static_cast<OperationCode>(operation.code());
  switch (code) {
    case OperationCode::constant:
    case OperationCode::time:
    case OperationCode::self_row:
    case OperationCode::spread:
    case OperationCode::curve:
    case OperationCode::since: return true;
    default: return reads_key(code) || reads_entity(code) || rules_of(code).elementwise;
  }
}

bool is_same(std::span<const blob::Operation> a, std::span<const blob::Operation> b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size_bytes()) == 0;
}

SharedProgram shared_of(const Agents& p, Condition& condition) {
  return {p.asset->program(condition.program),
          condition.schedule,
          {condition.shared_values.data(), condition.shared_values.size()}};
}

uint64_t waits_of_any(const uint64_t* waiting, uint32_t count) {
  uint64_t any = 0;
  for (uint32_t i = 0; i < count; ++i) any |= waiting[i];
  return any;
}

}  // namespace

bool find_conditions(const Tables& t, const blob::Agent& agent, Conditions& conditions) {
  if (!conditions.numbers.allocate(2 * t.formulas.size())) return false;
  std::fill(conditions.numbers.begin(), conditions.numbers.end(), kNotFound);
  struct Found {
    blob::Range program;
    bool wakes_if;
  };
  Found found[Conditions::kMost];
  uint32_t count = 0;
  const auto find = [&](uint32_t formula, bool wakes_if) {
    if (formula == kNotFound) return;
    const blob::Range& range = t.formulas[formula].program();
    const auto program = part(t.operations, range);
    if (!std::all_of(program.begin(), program.end(), reads_columns)) return;
    uint32_t number = 0;
    while (number < count && (found[number].wakes_if != wakes_if ||
                              !is_same(program, part(t.operations, found[number].program))))
      ++number;
    if (number == Conditions::kMost) return;
    if (number == count) found[count++] = {range, wakes_if};
    conditions.numbers[2 * size_t{formula} + (wakes_if ? 1 : 0)] = number;
  };
  for (const blob::Node& node : part(t.nodes, agent.nodes())) {
    find(modifier(node, Modifier::until), true);
    find(modifier(node, Modifier::while_true), false);
    if (node.kind() == blob::NodeKind::interjection) find(modifier(node, Modifier::when), true);
    if (node.kind() != blob::NodeKind::first || !reconsiders(node)) continue;
    for (const blob::Node& method : part(t.nodes, node.children())) {
      find(modifier(method, Modifier::when), true);
      find(modifier(method, Modifier::when), false);
    }
  }
  if (!conditions.list.allocate(count)) return false;
  for (uint32_t i = 0; i < count; ++i) {
    conditions.list[i].program = found[i].program;
    conditions.list[i].wakes_if = found[i].wakes_if;
  }
  return true;
}

bool prepare_conditions(Agents& p, ScheduleInput input) {
  Conditions& conditions = p.acting.conditions;
  input.options = {};
  input.levels = input.level_motives = {};
  input.choices = {};
  input.draws = input.decides = false;
  uint32_t registers = 0, flags = 0;
  for (Condition& condition : conditions.list) {
    input.program = p.asset->program(condition.program);
    input.domains = p.asset->domains_of(condition.program);
    input.result = condition.program.count() - 1;
    if (!make_schedule(input, condition.schedule) ||
        !condition.shared_values.allocate(condition.schedule.shared_size)) {
      return false;
    }
    compute_shared_constants(p, shared_of(p, condition));
    registers = std::max(registers, condition.schedule.registers);
    flags = std::max(flags, condition.schedule.flags);
  }
  return conditions.memory.allocate(registers, flags);
}

void wake_waiting(Agents& p) {
  Conditions& conditions = p.acting.conditions;
  const Cooling no_cooling{{}, nullptr, 0};
  uint64_t prepared = 0;
  uint32_t slots[kChunkRows];
  for (uint32_t begin = 0; begin < p.capacity; begin += kChunkRows) {
    const uint32_t count = std::min(kChunkRows, p.capacity - begin);
    const uint64_t* const waiting = conditions.waiting + begin;
    uint64_t left = waits_of_any(waiting, count);
    if (left == 0) continue;
    if (kCountsStale && (left & p.acting.freshness.stale_conditions) != 0) {
      for (uint32_t i = 0; i < count; ++i) {
        if ((waiting[i] & p.acting.freshness.stale_conditions) != 0) p.acting.freshness.add(begin + i);
      }
    }
    for (uint32_t i = 0; i < count; ++i) slots[i] = begin + i;
    Chunk chunk{p.binding,
                p.selection,
                no_cooling,
                nullptr,
                slots,
                count,
                true,
                conditions.memory.registers(),
                conditions.memory.choice};
    for (uint32_t i = 0; i < count; ++i) conditions.memory.choice.running[i] = p.option[begin + i];
    for (; left != 0; left &= left - 1) {
      const auto number = static_cast<uint32_t>(std::countr_zero(left));
      Condition& condition = conditions.list[number];
      if ((prepared >> number & 1) == 0) compute_shared_values(p, shared_of(p, condition));
      prepared |= uint64_t{1} << number;
      chunk.shared = condition.shared_values.data();
      chunk.compounds = condition.schedule.compounds;
      run_schedule(chunk, condition.schedule, conditions.memory.flags.data());
      const float* const values = chunk.lanes(condition.schedule.result);
      for (uint32_t first = 0; first < count; first += 64) {
        const uint32_t end = std::min(first + 64, count);
        uint64_t woken = 0;
        for (uint32_t i = first; i < end; ++i) {
          const bool wakes = (values[i] != 0.0f) == condition.wakes_if;
          woken |= waiting[i] >> number & (wakes ? 1 : 0);
        }
        if (woken == 0) continue;  // as most often
        woken = 0;
        for (uint32_t i = first; i < end; ++i) {
          const bool wakes = (values[i] != 0.0f) == condition.wakes_if;
          woken |= (waiting[i] >> number & (wakes ? 1 : 0)) << (i % 64);
        }
        std::atomic_ref<uint64_t>(p.acting.awake[(begin + first) / 64])
            .fetch_or(woken, std::memory_order_acq_rel);
      }
    }
  }
}

}  // namespace ishi
