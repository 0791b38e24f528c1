#include <algorithm>

#include "columns/column_set.h"

// Checks the values of a column that a save holds.

namespace ishi {
namespace {

// Of times before the world's beginning and after it.
constexpr int64_t kFarthestTime = int64_t{1} << 62;

template <typename T, typename Holds>
bool all(const StateColumn& column, Holds&& holds) {
  const T* const values = reinterpret_cast<const T*>(column.data);
  return std::all_of(values, values + column.count, holds);
}

// For columns of unsigned numbers of any width.
template <typename Holds>
bool all_numbers(const StateColumn& column, Holds&& holds) {
  switch (column.width) {
    case 1: return all<uint8_t>(column, holds);
    case 2: return all<uint16_t>(column, holds);
    case 4: return all<uint32_t>(column, holds);
    default: return all<uint64_t>(column, holds);
  }
}

bool keeps_rule(const StateColumn& column, const uint64_t* living) {
  const Rule& rule = column.rule;
  switch (rule.kind) {
    case Rule::Kind::any: return true;
    case Rule::Kind::living: {
      const auto* const words = reinterpret_cast<const uint64_t*>(column.data);
      for (size_t i = 0; i < column.count; ++i) {
        if ((words[i] & ~living[i]) != 0) return false;
      }
      return true;
    }
    case Rule::Kind::within:
      return all<float>(column, [&](float value) { return value >= rule.low && value <= rule.high; });
    case Rule::Kind::time:
      return all<int64_t>(column,
                          [](int64_t time) { return time >= -kFarthestTime && time <= kFarthestTime; });
    case Rule::Kind::at_most: return all_numbers(column, [&](uint64_t value) { return value <= rule.most; });
  }
  return false;
}

}  // namespace

bool is_valid(const StateColumn& column, const uint64_t* living) {
  const Index& index = column.index;
  if (index.of != IndexOf::nothing) {
    return all_numbers(column, [&](uint64_t value) {
      return value == index.none || (value >= index.first && value - index.first < index.count);
    });
  }
  return keeps_rule(column, living);
}

}  // namespace ishi
