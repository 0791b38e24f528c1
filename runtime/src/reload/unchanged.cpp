#include <algorithm>

#include "asset/check.h"
#include "float_environment.h"
#include "reload/bodies.h"
#include "reload/names.h"
#include "reload/owned_columns.h"
#include "reload/reload_state.h"

// The report of a world that was loaded with the assets that it was saved with: everything is kept.

namespace ishi {

Status Reload::State::prepare(World::State& of, const Unchanged& unchanged) {
  world = &of;
  const auto count = static_cast<uint32_t>(of.populations.size());
  for (const Asset* const asset : unchanged.assets) {
    if (!of.options.contract.valid()) break;
    Status status;
    in_float_environment(
        [&] { status = check_contract(*asset, of.options.contract, staged.contract_fault); });
    if (!status) return status;
  }
  if (!populations.allocate(count)) return {StatusCode::out_of_memory, 0};
  for (PopulationReload& population : populations) population.map.same = true;
  if (!list_kept()) return {StatusCode::out_of_memory, 0};
  for (const Population::State* population : of.populations) counts.kept_tasks += count_tasks(*population);
  reloads = ++of.reloads;
  is_committed = true;
  return {};
}

bool Reload::State::list_kept() {
  Array<OwnedColumn> all;
  Array<Names> names;
  if (!names.allocate(populations.size()) || !gather_columns(*world, populations, false, all)) return false;
  for (uint32_t i = 0; i < populations.size(); ++i) {
    if (!names[i].make(*world->populations[i]->asset)) return false;
  }
  const auto add = [&](uint64_t id, const char* name, ReloadPart part, uint16_t owner) {
    return add_item({id, name, "", part, ReloadEffect::kept, owner});
  };
  for (const OwnedColumn& column : all) {
    if (!is_reported(column)) continue;
    const StateColumn& of = *column.column.of;
    if (!add(of.id, names[column.population].of(*of.report, of.id), *of.report, column.owner)) return false;
  }
  for (uint32_t i = 0; i < populations.size(); ++i) {
    const Population::State& p = *world->populations[i];
    const Tables& t = p.asset->tables;
    const auto list = [&](ReloadPart kind, const auto& all_of_asset, const blob::Range& own, auto all_names) {
      for (uint32_t k = own.first(); k < own.first() + own.count(); ++k) {
        if (!add(all_of_asset[k].id(), names[i].at(all_names, k), kind, static_cast<uint16_t>(i)))
          return false;
      }
      return true;
    };
    if (!list(ReloadPart::option, t.options, p.agent->options(), t.debug.options) ||
        !list(ReloadPart::state, t.states, p.agent->states(), t.debug.states))
      return false;
  }
  return sort_items();
}

}  // namespace ishi
