#include "bodies/fates.h"
#include "float_environment.h"
#include "ishi/population.h"
#include "ishi/tools.h"
#include "population/population_state.h"

// What tools ask of an agent that acts. Nothing changes by it.

namespace ishi {
namespace {

// Asks about the option that an agent runs; false if it runs none.
template <typename Question>
bool ask(Population::State& p, uint32_t slot, Question&& question) {
  if (p.option[slot] == kNoOption) return false;
  bool answer = false;
  in_float_environment([&] {
    BodyLook look(p, {p.acting.formula_values.data(), p.acting.formula_values.size()});
    const uint32_t draws = p.draws != nullptr ? p.draws[slot] : 0;
    answer = question(look);
    if (p.draws != nullptr) p.draws[slot] = draws;  // the thought to come draws the same
  });
  return answer;
}

// True if an agent is at a node.
bool is_at(ActiveBody& body, uint32_t slot, uint32_t node) {
  bool found = false;
  body.for_each_active(slot, [&](uint32_t active) {
    found = active == node;
    return !found;
  });
  return found;
}

}  // namespace

uint32_t Tools::active_nodes(Entity agent, std::span<uint32_t> nodes) const {
  uint32_t slot = 0;
  if (!slot_of(agent, slot)) return 0;
  uint32_t count = 0;
  ActiveBody(*state()).for_each_active(slot, [&](uint32_t node) {
    if (count < nodes.size()) nodes[count] = node;
    ++count;
    return true;
  });
  return count;
}

bool Tools::is_locked(Entity agent) const {
  uint32_t slot = 0;
  return slot_of(agent, slot) &&
         ask(*state(), slot, [&](BodyLook& look) { return look.formulas.is_locked(slot); });
}

bool Tools::puts_off_thought(Entity agent) const {
  uint32_t slot = 0;
  return slot_of(agent, slot) &&
         ask(*state(), slot, [&](BodyLook& look) { return look.fates.puts_off_thought(slot); });
}

uint64_t Tools::cooldown_left(Entity agent, uint16_t option) const {
  uint32_t slot = 0;
  if (!slot_of(agent, slot)) return 0;
  const State& p = *state();
  if (option >= p.acting.ready_at.size()) return 0;
  const uint64_t* const ready_at = p.acting.ready_at[option];
  const uint64_t now = p.world->header->time_microseconds;
  return ready_at == nullptr || ready_at[slot] <= now ? 0 : ready_at[slot] - now;
}

Status Tools::plan(Entity agent, uint32_t node, PlanInfo& plan) const {
  uint32_t slot = 0;
  if (Status status = slot_of(agent, slot); !status) return status;
  ActiveBody body(*state());
  if (is_at(body, slot, node) && body.plan_of(node, plan)) return {};
  return {StatusCode::unknown_id, node};
}

Status Tools::foreseen(Entity agent, uint32_t goal, std::span<ForeseenChoice> choices,
                       uint32_t& count) const {
  count = 0;
  uint32_t slot = 0;
  if (Status status = slot_of(agent, slot); !status) return status;
  ActiveBody body(*state());
  if (!is_at(body, slot, goal)) return {StatusCode::unknown_id, goal};
  count = body.foreseen_by(goal, choices);
  return count > choices.size() ? Status{StatusCode::buffer_too_small, count} : Status{};
}

ActCounters Population::act_counters() const {
  return state() == nullptr ? ActCounters() : state()->acting.counters;
}

AgentBytes Tools::agent_bytes() const { return state() == nullptr ? AgentBytes() : state()->agent_bytes; }

KernelUse Tools::kernel_use() const { return state() == nullptr ? KernelUse::none : state()->kernel_use; }

uint64_t Tools::bytes_of_set(uint32_t set) const {
  if (state() == nullptr || set >= state()->sets.tables.size()) return 0;
  return state()->sets.tables[set].agent_bytes;
}

uint64_t Tools::plan_search_bytes() const {
  if (state() == nullptr || state()->acting.search_count == 0) return 0;
  return PlanSearch::bytes(state()->acting.search_shape);
}

}  // namespace ishi
