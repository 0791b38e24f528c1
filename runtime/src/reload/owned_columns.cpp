#include "reload/owned_columns.h"

#include <algorithm>

namespace ishi {

bool gather_columns(const World::State& world, std::span<const PopulationReload> reloads, bool is_new,
                    Array<OwnedColumn>& all) {
  const FormerIds same;
  const uint32_t version = is_new ? 2 : 1;
  for (uint32_t i = 0; i < world.populations.size(); ++i) {
    Array<StateColumn> columns;
    const FormerIds& former = is_new ? reloads[i].map.former : same;
    if (!list_columns(*world.populations[i], reloads[i].map.same ? 0 : version, columns, former) ||
        !all.reserve_more(columns.size()))
      return false;
    const auto population = static_cast<uint16_t>(i);
    for (const StateColumn& column : columns)
      all.append({column, column.shared ? ReloadItem::kShared : population, population});
  }
  std::sort(all.begin(), all.end(),
            [](const OwnedColumn& a, const OwnedColumn& b) { return a.key() < b.key(); });
  return true;
}

bool part_of(const StateColumn& column, ReloadPart& part) {
  if (column.part != 0) return false;
  switch (column.tag) {
    case ColumnTag::key: part = ReloadPart::key; return true;
    case ColumnTag::field: part = ReloadPart::field; return true;
    case ColumnTag::level: part = ReloadPart::level; return true;
    case ColumnTag::member_count: part = ReloadPart::set; return true;
    case ColumnTag::member_field: part = ReloadPart::member_field; return true;
    case ColumnTag::choice_entity: part = ReloadPart::choice; return true;
    case ColumnTag::kept_tokens: part = ReloadPart::token; return true;
    case ColumnTag::rhythm_header: part = ReloadPart::rhythm; return true;
    case ColumnTag::waiting_queries: part = ReloadPart::queries; return true;
    default: return false;
  }
}

}  // namespace ishi
