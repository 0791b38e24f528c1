#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/model.h"
#include "simulate/situation.h"

// The inputs of a decision that a situation can give: the keys of the blackboard and the carried levels.

namespace ishi::compiler {

struct Input {
  std::string name;                    // as a test writes it: "hp", "needs.hunger"
  const Variable* variable = nullptr;  // of a key; null: a level, which goes from 0 to 1
  uint32_t index = 0;                  // of the key in the model; of the motive, needs first
  Vector fallback{};                   // the value where a situation gives none

  // The value that the situation gives; null: it gives none.
  [[nodiscard]] const SituationValue* find_in(const Situation& situation) const;
  // The same; the fallback is added where the situation gives none.
  SituationValue& value_in(Situation& situation) const;
};

// Keys in the order of the text, then carried needs, then carried drives. The model must outlive them.
[[nodiscard]] std::vector<Input> inputs_of(const Model& model);

// Returns the value with this index, after adding `fallback` if there was no such value.
SituationValue& find_or_add(std::vector<SituationValue>& values, uint32_t index, const Vector& fallback);

}  // namespace ishi::compiler
