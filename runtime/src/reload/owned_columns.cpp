#include "reload/owned_columns.h"

#include <algorithm>

#include "memory/sort.h"
#include "population/population_state.h"

namespace ishi {

bool gather_columns(const World::State& world, std::span<const PopulationReload> reloads, bool is_new,
                    Array<OwnedColumn>& all) {
  const FormerIds same;
  const uint32_t version = is_new ? 2 : 1;
  for (uint32_t i = 0; i < world.populations.size(); ++i) {
    Array<NamedColumn> columns;
    const FormerIds& former = is_new ? reloads[i].map.former : same;
    const Population::State& p = *world.populations[i];
    if (!list_columns(p.columns, &p.asset->tables, reloads[i].map.same ? 0 : version, columns, former) ||
        !all.reserve_more(columns.size()))
      return false;
    const auto population = static_cast<uint16_t>(i);
    for (const NamedColumn& column : columns)
      all.append({column, column.of->home == Home::shared ? ReloadItem::kShared : population, population});
  }
  sort_rarely(all.begin(), all.end(),
              [](const OwnedColumn& a, const OwnedColumn& b) { return a.key() < b.key(); });
  return true;
}

}  // namespace ishi
