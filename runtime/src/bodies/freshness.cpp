#include "bodies/freshness.h"

#include <algorithm>

#include "asset/find.h"
#include "asset/watched_keys.h"
#include "bodies/acting.h"
#include "levels/levels.h"
#include "program/row.h"
#include "views/agents.h"

namespace ishi {
namespace {

// True if an operation reads a key that the game has not refreshed, and could have.
bool reads_stale_key(const Agents& p, const blob::Operation& operation, uint64_t now) {
  return reads_key(static_cast<OperationCode>(operation.code())) &&
         p.asset->tables.keys[operation.parameter()].is_private() == 0 &&
         p.acting.freshness.refreshed_in[operation.parameter()] != now;
}

// By operation of the agent's program: what is made of a stale key is stale.
void find_stale_values(Agents& p, uint64_t now) {
  Freshness& f = p.acting.freshness;
  const auto program = p.program();
  for (size_t i = 0; i < program.size(); ++i) {
    const blob::Operation& operation = program[i];
    bool stale = reads_stale_key(p, operation, now);
    for (uint32_t k = 0; k < operands_of(operation); ++k)
      stale = stale || f.stale_values[operand_of(operation, k)] != 0;
    if (operation.gate() != 0) stale = stale || f.stale_values[operation.gate() - 1] != 0;
    f.stale_values[i] = stale ? 1 : 0;
  }
}

}  // namespace

void Freshness::add(uint32_t slot) {
  const uint64_t bit = uint64_t{1} << (slot % 64);
  if ((std::atomic_ref<uint64_t>(counted[slot / 64]).fetch_or(bit, std::memory_order_relaxed) & bit) == 0)
    count.fetch_add(1, std::memory_order_relaxed);
}

bool allocate_freshness(Agents& p) {
  if constexpr (!kCountsStale) return true;
  Freshness& f = p.acting.freshness;
  const Tables& t = p.asset->tables;
  return f.refreshed_in.allocate(t.keys.size()) && f.is_stale.allocate(t.formulas.size()) &&
         f.stale_values.allocate(p.levels.any() ? p.program().size() : 0) &&
         f.counted.allocate(p.capacity / 64 + 1);
}

void find_stale(Agents& p) {
  Freshness& f = p.acting.freshness;
  if (!kCountsStale || !f.is_told) return;
  const Tables& t = p.asset->tables;
  const uint64_t now = p.around->frame_serial;
  if (f.counted_in != now) std::fill(f.counted.begin(), f.counted.end(), 0);
  f.counted_in = now;
  f.stale_conditions = 0;
  if (p.levels.any()) find_stale_values(p, now);
  for_each_watched_formula(t, *p.agent, [&](uint32_t formula) {
    const auto program = part(t.operations, t.formulas[formula].program());
    const bool stale = std::any_of(program.begin(), program.end(), [&](const blob::Operation& operation) {
      if (operation.code() == blob::OperationCode::level)
        return f.stale_values[level_result(t, *p.agent, operation.parameter())] != 0;
      return reads_stale_key(p, operation, now);
    });
    f.is_stale[formula] = stale ? 1 : 0;
    for (const bool wakes_if : {false, true}) {
      const uint32_t condition = p.acting.conditions.number_of(formula, wakes_if);
      if (stale && condition != kNotFound) f.stale_conditions |= uint64_t{1} << condition;
    }
  });
}

}  // namespace ishi
