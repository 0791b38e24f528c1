#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <vector>

#include "columns/column_tag.h"
#include "determinism/game.h"
#include "ishi/ishi.h"

// Saves that somebody has changed, and that have the checksum they should have.

namespace ishi::testing {

using Bytes = std::vector<std::byte>;

inline constexpr determinism::Scenario kScenario{.name = "saves", .agents = 5, .things = 3, .changes = 5};

template <typename T>
T read(const Bytes& save, size_t at) {
  T value;
  std::memcpy(&value, save.data() + at, sizeof value);
  return value;
}
template <typename T>
void write(Bytes& save, size_t at, const T& value) {
  std::memcpy(save.data() + at, &value, sizeof value);
}

// Gives it the size and the checksum that it should have.
void forge(Bytes& save);

[[nodiscard]] Bytes save_of(const Asset& asset, uint32_t frames = 80);
[[nodiscard]] Bytes save_of(World& world);

Status load(const Bytes& forged, const Asset& asset, World& world, std::vector<Population>& populations);
Status load(const Bytes& forged, const Asset& asset);

// Where a save tells of something: a struct of its format, or a column's values.
struct Part {
  size_t at = 0;
  size_t bytes = 0;
};

[[nodiscard]] std::vector<Part> parts_of(const Bytes& save);

// The values of a column, of a population or of the world.
[[nodiscard]] std::optional<Part> find_column(const Bytes& save, ColumnTag tag, uint16_t population);

}  // namespace ishi::testing
