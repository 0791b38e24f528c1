#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "simulate/situation.h"
#include "simulate/situation_values.h"

namespace ishi::compiler {

// How near a coordinate of a point, or of a direction of length 1, must be.
inline constexpr float kVectorTolerance = 0.01F;

// The values that a key must have at the end of a run, or may have in a situation.
struct ExpectedKey {
  uint32_t key = 0;        // of the model
  bool is_range = false;   // a number from `low` to `high`
  bool is_anyone = false;  // any entity, but not nothing
  float low = 0;
  float high = 0;
  bool is_box = false;  // a point or direction with a range for a coordinate: from `least` to `most`
  Vector least{}, most{};
  SituationValue value;
  std::string text;  // as it is written
  Span span;         // of that text
};

// Reads the keys of which an expectation of an agent says something. Everything wrong is reported.
std::vector<ExpectedKey> read_expected_keys(const Model& model, const Map<const Node*>& keys,
                                            const Situation& situation, uint32_t agent,
                                            Diagnostics& diagnostics);

// The fields that a task or an event must have. A sound has none.
struct ExpectedRecord {
  uint32_t index = 0;               // of the task, event or sound, in the model
  std::vector<ExpectedKey> fields;  // `key` is an index into the fields of that task or event
  bool is_sound = false;
};
struct ExpectedRecords {
  std::vector<ExpectedRecord> does, does_in_order, emits;  // as the expectation names them
};
[[nodiscard]] ExpectedRecords read_expected_records(const Model& model, const AgentExpectation& expect,
                                                    const Situation& situation, uint32_t agent,
                                                    Diagnostics& diagnostics);

// Reads what one key must or may hold; `values` reads for the test, and `use` says what that does with keys.
std::optional<ExpectedKey> read_expected_key(const Model& model, const Named<const Node*>& written,
                                             const KeyUse& use, SituationValues& values,
                                             Diagnostics& diagnostics);

}  // namespace ishi::compiler
