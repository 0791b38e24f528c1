#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "language/unit.h"
#include "model/model.h"
#include "pipeline/question_words.h"
#include "simulate/situation.h"

// A key, a level or a field of somebody that a sweep goes along, all else as a situation has it.

namespace ishi::compiler {

struct Axis {
  enum class Kind : uint8_t {
    number,
    whole,
    words,  // booleans, the words of an enum, who is in a key: values without order between them
  };

  std::string name;  // "hp", "needs.hunger", "ann.anger", "spots 1.quality"
  Kind kind = Kind::number;
  bool is_level = false;
  uint32_t index = 0;  // of the key, of the motive, needs first, or of the field
  // Whose field it is; kNone: nobody's. An entity of the situation has it as others see it and as the agent
  // remembers it; a member of a set, counted over the situation's, has it of its own.
  uint32_t entity = kNone;
  uint32_t candidate = kNone;
  float low = 0, high = 1;
  Quantity quantity = Quantity::number;
  const UnitRow* unit = nullptr;
  std::vector<std::string> words;  // the values, 0 to `high`
  std::vector<uint32_t> entities;  // of a key that holds an entity, parallel to `words`

  [[nodiscard]] bool is_field() const { return entity != kNone || candidate != kNone; }
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

// What a sweep goes along: `hp`, `hp=20..60`, `needs.hunger`, `ann.anger`, `spots 1.quality`. `situation`
// gets somebody for a key that may hold an entity. Otherwise what is wrong with it, as a sentence without a
// full stop.
[[nodiscard]] tl::expected<Axis, std::string> find_axis(const Model& model, std::string_view written,
                                                        Situation& situation,
                                                        const QuestionWords& words = {});

}  // namespace ishi::compiler
