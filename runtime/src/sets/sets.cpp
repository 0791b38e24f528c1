#include "sets/sets.h"

#include "bodies/acting.h"
#include "views/agents.h"

namespace ishi {

void wake_who_acts_on(Agents& p, uint32_t slot, EntityId gone) {
  const bool acts = p.sets.candidate[slot] == gone || p.sets.bound[slot] == gone;
  if (acts || p.acting.layout.goes_over_members) Acting::raise(p.acting.awake, slot);
}

void empty_sets(Agents& p, uint32_t slot) {
  Sets& sets = p.sets;
  if (!sets.any()) return;
  for (const SetTable& table : sets.tables) {
    if (table.scope != Scope::agent) continue;
    for (uint32_t i = 0; i < table.count[slot]; ++i) table.clear_row(table.row(slot, i));
    table.count[slot] = 0;
    if (!table.has_entities) table.serial[slot] = 0;
  }
}

}  // namespace ishi
