#include "senses/targets.h"

#include <algorithm>

namespace ishi {
namespace {

constexpr uint32_t kMostCells = 1u << 16;

bool allocate_columns(Array<uint32_t>& rows, Array<float> (&position)[3], Array<float>& reach, size_t size) {
  return rows.allocate(size) && position[0].allocate(size) && position[1].allocate(size) &&
         position[2].allocate(size) && reach.allocate(size);
}

}  // namespace

bool TargetList::allocate(uint32_t entities) {
  const size_t cells = std::min(entities, kMostCells) + size_t{2};
  return allocate_columns(given_.rows, given_.position, given_.reach, entities) &&
         allocate_columns(sorted_.rows, sorted_.position, sorted_.reach, size_t{entities} + kLanes) &&
         cell_.allocate(entities) && starts_.allocate(cells) && place_.allocate(size_t{entities} + 1);
}

void TargetList::add(uint32_t row, const float (&position)[3], float reach) {
  given_.rows[count_] = row;
  for (uint32_t axis = 0; axis < 3; ++axis) given_.position[axis][count_] = position[axis];
  given_.reach[count_] = reach;
  ++count_;
}

void TargetList::sort(float range, uint32_t across, bool has_grid) {
  across_ = across;
  range_ = range;
  cells_[0] = cells_[1] = 1;
  per_metre_ = 0;
  if (count_ == 0) return;
  const Array<float>* const axes[2] = {&given_.position[0], &given_.position[across]};
  float extent[2];
  for (uint32_t i = 0; i < 2; ++i) {
    const auto [least, most] = std::minmax_element(axes[i]->begin(), axes[i]->begin() + count_);
    low_[i] = *least;
    extent[i] = *most - *least;
  }
  if (has_grid) {
    // Cells as wide as the range, wider where there would be more of them than targets.
    const uint32_t most = std::min(count_, kMostCells);
    float width = std::max(range, 1e-3f);
    const auto cells = [&](uint32_t i) { return extent[i] / width + 1.0f; };
    while (cells(0) * cells(1) > static_cast<float>(most)) width *= 2;
    per_metre_ = 1.0f / width;
    for (uint32_t i = 0; i < 2; ++i)
      cells_[i] = std::max(static_cast<uint32_t>(extent[i] * per_metre_), 0u) + 1;
    while (uint64_t{cells_[0]} * cells_[1] > most) cells_[cells_[0] < cells_[1] ? 1 : 0] -= 1;
  }
  const uint32_t cell_count = cells_[0] * cells_[1];
  std::fill_n(starts_.begin(), cell_count + 1, 0u);
  for (uint32_t i = 0; i < count_; ++i) {
    const uint32_t cell = cell_of(1, (*axes[1])[i]) * cells_[0] + cell_of(0, (*axes[0])[i]);
    cell_[i] = cell;
    ++starts_[cell + 1];
  }
  for (uint32_t cell = 0; cell < cell_count; ++cell) starts_[cell + 1] += starts_[cell];
  for (uint32_t i = 0; i < count_; ++i) {
    const uint32_t place = starts_[cell_[i]]++;
    sorted_.rows[place] = given_.rows[i];
    place_[given_.rows[i]] = place;
    for (uint32_t axis = 0; axis < 3; ++axis) sorted_.position[axis][place] = given_.position[axis][i];
    sorted_.reach[place] = given_.reach[i];
  }
  for (uint32_t cell = cell_count; cell > 0; --cell) starts_[cell] = starts_[cell - 1];
  starts_[0] = 0;
}

}  // namespace ishi
