#include <algorithm>
#include <vector>

#include "ishi/asset_info.h"
#include "replay_state.h"

// The columns by whose places a recording names what the game wrote: those of the world as it was saved. With
// other assets in their place columns have other places, and some are gone.

namespace ishi::record {
namespace {

// The meaning of a column.
struct ColumnLabel {
  enum class Of : uint8_t { key, level, blocked, place, field };
  Of of = Of::key;
  uint64_t id = 0;
  uint32_t axis = 0;
  friend bool operator==(const ColumnLabel&, const ColumnLabel&) = default;
};
using Labels = std::vector<ColumnLabel>;

void label_axes(ColumnLabel::Of of, uint64_t id, const Variable& variable, Labels& labels) {
  for (uint32_t axis = 0; axis < variable.column_count(); ++axis) labels.push_back({of, id, axis});
}

// Parallel to for_each_column of the population.
Labels labels_of(const Population::State& p, const Asset& asset) {
  const AssetParts parts(asset);
  Labels labels;
  for (uint32_t key = 0; key < p.keys.size(); ++key) {
    if (p.keys[key].scope == Scope::agent)
      label_axes(ColumnLabel::Of::key, parts.key(key).id, p.keys[key], labels);
  }
  for (uint32_t motive = 0; motive < p.levels.columns.size(); ++motive) {
    if (p.levels.columns[motive] != nullptr)
      labels.push_back({ColumnLabel::Of::level, parts.motive(motive).id.value, 0});
  }
  if (p.steering.blocked != nullptr) labels.push_back({ColumnLabel::Of::blocked, 0, 0});
  return labels;
}

// … of the world.
Labels labels_of(const World::State& world, const std::vector<const Asset*>& assets) {
  Labels labels;
  for (uint32_t axis = 0; axis < 6; ++axis) labels.push_back({ColumnLabel::Of::place, 0, axis});
  for (uint32_t i = 0; i < world.populations.size(); ++i) {
    const Population::State& p = *world.populations[i];
    const AssetParts parts(*assets[i]);
    for (uint32_t key = 0; key < p.keys.size(); ++key) {
      if (p.keys[key].scope != Scope::agent && p.shared_arena.holds(p.keys[key].columns[0]))
        label_axes(ColumnLabel::Of::key, parts.key(key).id, p.keys[key], labels);
    }
    for (const uint32_t field : p.brought_fields)
      label_axes(ColumnLabel::Of::field, parts.field(field).id, p.fields[field], labels);
  }
  return labels;
}

template <typename Of>
std::vector<GameColumn> list_of(const Of& of) {
  std::vector<GameColumn> columns;
  for_each_column(of, [&](const GameColumn& column) { columns.push_back(column); });
  return columns;
}

// Puts into the place of each column the one of the same meaning; nothing is written where there is none.
void take_over(std::vector<GameColumn>& columns, const Labels& labels, const std::vector<GameColumn>& others,
               const Labels& other_labels) {
  for (size_t i = 0; i < columns.size(); ++i) {
    const auto found = std::ranges::find(other_labels, labels[i]);
    const GameColumn* const other =
        found == other_labels.end() ? nullptr : &others[static_cast<size_t>(found - other_labels.begin())];
    const bool fits = other != nullptr && other->width == columns[i].width && other->rows == columns[i].rows;
    columns[i].data = fits ? other->data : nullptr;
  }
}

std::vector<const Asset*> assets_of(const World::State& world, std::span<const Asset* const> first,
                                    std::span<const Asset* const> then) {
  std::vector<const Asset*> assets;
  for (uint32_t i = 0; i < world.populations.size(); ++i) {
    const Asset* own = nullptr;
    for (const auto& list : {first, then}) {
      for (const Asset* asset : list) {
        if (own == nullptr && asset != nullptr &&
            asset->find(AgentId(world.populations[i]->agent->id())) != kNotFound)
          own = asset;
      }
    }
    assets.push_back(own);
  }
  return assets;
}

}  // namespace

Status Replay::State::list_columns(const RecordRef& record, std::span<const Asset* const> recorded) {
  columns = list_of(*world.state());
  for (uint32_t i = 0; i < populations.size(); ++i)
    populations[i].columns = list_of(*world.state()->populations[i]);
  if (!is_counterfactual()) return {};
  World saved;
  Reload reload;
  std::vector<Population> handles(populations.size());
  const LoadOptions load{.assets = recorded, .most_extra_bytes = options.most_extra_bytes};
  const Status status = World::load(record.bytes, load, saved, handles, reload);
  if (!status) return status;
  const auto of_saved = assets_of(*saved.state(), recorded, {});
  const auto of_other = assets_of(*world.state(), options.others, recorded);
  for (uint32_t i = 0; i < populations.size(); ++i) {
    if (of_saved[i] == nullptr || of_other[i] == nullptr) return {StatusCode::unknown_id, 0};
    std::vector<GameColumn> in_order = list_of(*saved.state()->populations[i]);
    take_over(in_order, labels_of(*saved.state()->populations[i], *of_saved[i]), populations[i].columns,
              labels_of(*world.state()->populations[i], *of_other[i]));
    populations[i].columns = std::move(in_order);
  }
  std::vector<GameColumn> in_order = list_of(*saved.state());
  take_over(in_order, labels_of(*saved.state(), of_saved), columns, labels_of(*world.state(), of_other));
  columns = std::move(in_order);
  return {};
}

}  // namespace ishi::record
