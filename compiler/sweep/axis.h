#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "language/unit.h"
#include "model/model.h"
#include "simulate/situation.h"

// A key or level that a sweep goes along, all else as a situation has it.

namespace ishi::compiler {

struct Axis {
  enum class Kind : uint8_t {
    number,
    whole,
    words,  // booleans, the words of an enum, who is in a key: values without order between them
  };

  std::string name;  // "hp", "needs.hunger"
  Kind kind = Kind::number;
  bool is_level = false;
  uint32_t index = 0;  // of the key, or of the motive, needs first
  float low = 0, high = 1;
  Quantity quantity = Quantity::number;
  const UnitRow* unit = nullptr;
  std::vector<std::string> words;  // the values, 0 to `high`
  std::vector<uint32_t> entities;  // of a key that holds an entity, parallel to `words`

  // The number of its values if they are few enough to be tried one by one; else 0.
  [[nodiscard]] uint32_t count() const;
  // A value as a test writes it.
  [[nodiscard]] std::string text(float value) const;
  // Puts a value into a situation.
  void set(const Model& model, Situation& situation, float value) const;
  // The value that a situation has.
  [[nodiscard]] float value_in(const Model& model, const Situation& situation) const;
};

// Whole numbers of so many values are looked at one by one.
inline constexpr uint32_t kMostSingleValues = 256;

// The argument of `--over`: `hp`, `hp=20..60`, `needs.hunger`. `situation` gets somebody for a key that may
// hold an entity. Otherwise what is wrong with it, as a sentence without a full stop.
[[nodiscard]] tl::expected<Axis, std::string> find_axis(const Model& model, std::string_view written,
                                                        Situation& situation);

}  // namespace ishi::compiler
