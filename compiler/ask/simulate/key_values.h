#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "ishi/asset_info.h"
#include "ishi/column.h"
#include "simulate/stage.h"

namespace ishi::compiler {

// A value as records of tasks and events hold it, with zeros behind it.
using RawValue = std::array<std::byte, 12>;

// The keys that an agent of a stage reads, as they stand in its columns.
class KeyValues {
 public:
  // The stage is open and outlives this.
  void open(const StageAgent& agent);

  [[nodiscard]] uint32_t size() const { return static_cast<uint32_t>(places_.size()); }
  // Of a key of the asset.
  [[nodiscard]] RawValue read(uint32_t key) const;
  // True if a key has the value `known`, which `read` gave.
  [[nodiscard]] bool is_still(uint32_t key, const RawValue& known) const {
    const Place& place = places_[key];
    if (place.rows == nullptr || place.is_of_team) return read(key) == known;
    return std::memcmp(place.rows + place.row * place.bytes, known.data(), place.bytes) == 0;
  }
  // The keys of the agent's team and of the world, which others may write.
  [[nodiscard]] const std::vector<uint32_t>& shared() const { return shared_; }

 private:
  struct Place {
    const std::byte* rows = nullptr;  // of anything but points and directions
    size_t bytes = 0;
    PointColumn points;
    uint32_t row = 0;
    bool is_of_team = false;  // its row is that of the agent's team, which a game may change
  };
  StageAgent agent_;
  std::vector<Place> places_;
  std::vector<uint32_t> shared_;
};

// A place or direction for people, to the millimetre: "[1.202, 0, 6.25]".
[[nodiscard]] std::string vector_text(const std::array<float, 3>& vector);

// A value for people, as an agent calls it: "12", "0.5s", "crouch", "thug", "[0, 0, 3]".
[[nodiscard]] std::string value_text(const StageAgent& agent, const VariableInfo& variable,
                                     const std::byte* value);

// The value of such bytes.
template <class T>
[[nodiscard]] T value_as(const std::byte* bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

}  // namespace ishi::compiler
