#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "diagnostics/diagnostics.h"
#include "model/model.h"

// A situation in which an agent thinks: what a designer's test or the tool's `--set` describes, checked
// against the model.

namespace ishi::compiler {

using Vector = std::array<float, 3>;

struct SituationValue {
  uint32_t index = 0;  // of the key, or of the field within its thing
  Vector value{};
  uint32_t entity = kNone;  // for an entity: which of the situation's; kNone: nobody
};

struct SituationEntity {
  std::string_view name;  // empty: somebody without a name
  uint32_t thing = kNone;
  Vector position{};
  Vector facing{};
  std::vector<SituationValue> fields;
};

struct Situation {
  uint32_t agent = kNone;    // in the model
  uint32_t profile = kNone;  // kNone: the agent's usual one
  uint32_t running = kNone;  // the action that runs, in the model
  Vector position{};
  Vector facing{};
  std::vector<SituationValue> keys;
  std::vector<SituationEntity> entities;
};

// Reads the situation of a test whose names are linked. Everything wrong is reported.
Situation read_situation(const Model& model, const Test& test, Diagnostics& diagnostics);

// Checks what tests say beyond names: situations, and that each checks something.
void check_tests(const Model& model, Diagnostics& diagnostics);

}  // namespace ishi::compiler
