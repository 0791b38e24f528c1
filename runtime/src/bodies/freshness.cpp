#include "bodies/freshness.h"

#include <algorithm>

#include "asset/find.h"
#include "bodies/watched_keys.h"
#include "program/row.h"
#include "world/population_state.h"
#include "world/refusals.h"

namespace ishi {
namespace {

// By operation of the agent's program: what is made of a stale key is stale.
void find_stale_values(Population::State& p, uint64_t now) {
  Freshness& f = p.acting.freshness;
  const auto program = p.program();
  for (size_t i = 0; i < program.size(); ++i) {
    const blob::Operation& operation = program[i];
    bool stale = reads_key(static_cast<OperationCode>(operation.code())) &&
                 f.refreshed_in[operation.parameter()] != now;
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

bool allocate_freshness(Population::State& p) {
  if constexpr (!kCountsStale) return true;
  Freshness& f = p.acting.freshness;
  const Tables& t = p.asset->tables;
  return f.refreshed_in.allocate(t.keys.size()) && f.is_stale.allocate(t.formulas.size()) &&
         f.stale_values.allocate(p.levels.any() ? p.program().size() : 0) &&
         f.counted.allocate(p.capacity / 64 + 1);
}

void find_stale(Population::State& p) {
  Freshness& f = p.acting.freshness;
  if (!kCountsStale || !f.is_told) return;
  const Tables& t = p.asset->tables;
  const uint64_t now = p.world->frame_serial;
  if (f.counted_in != now) std::fill(f.counted.begin(), f.counted.end(), 0);
  f.counted_in = now;
  f.stale_conditions = 0;
  if (p.levels.any()) find_stale_values(p, now);
  for_each_watched_formula(t, *p.agent, [&](uint32_t formula) {
    const auto program = part(t.operations, t.formulas[formula].program());
    const bool stale = std::any_of(program.begin(), program.end(), [&](const blob::Operation& operation) {
      if (operation.code() == blob::OperationCode::level)
        return f.stale_values[level_result(t, *p.agent, operation.parameter())] != 0;
      return reads_key(static_cast<OperationCode>(operation.code())) &&
             f.refreshed_in[operation.parameter()] != now;
    });
    f.is_stale[formula] = stale ? 1 : 0;
    for (const bool wakes_if : {false, true}) {
      const uint32_t condition = p.acting.conditions.number_of(formula, wakes_if);
      if (stale && condition != kNotFound) f.stale_conditions |= uint64_t{1} << condition;
    }
  });
}

Status Population::refreshed(uint64_t key) {
  if (Status status = this->status(); !status) return status;
  State& p = *state();
  const uint32_t index = find_entry(p.asset->tables.keys_by_id, key);
  if (index == kNotFound) return {StatusCode::unknown_id, key};
  if constexpr (kCountsStale) {
    p.acting.freshness.is_told = true;
    p.acting.freshness.refreshed_in[index] = p.world->frame_serial + (p.world->in_frame ? 0 : 1);
  }
  return {};
}

uint64_t Population::stale_visits() const {
  return state() == nullptr ? 0 : state()->acting.freshness.count.load(std::memory_order_relaxed);
}

}  // namespace ishi
