#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "diagnostics/diagnostics.h"
#include "model/model.h"
#include "simulate/situation.h"

// The parts of a situation that differ from run to run. A run is a list of numbers: each variation has some
// of them, and says what they mean. What a test gives `with` is the same with one value each.

namespace ishi::compiler {

// One value of a variation that lists its values.
struct VariedChoice {
  SituationValue value;  // of an importance, state or ending `value[0]` is its index; of `present` its truth
  std::vector<Vector> path;  // of a path
  std::string text;          // as a test writes it
};

// Numbers from `low` to `high`, in the unit in which they are written. Only round ones are drawn: multiples
// of a power of ten, and the ends.
struct VariedRange {
  double low = 0, high = 0;
  int decimals = 0;  // behind the point; below 0: tens, hundreds …
};

struct Variation {
  enum class Part : uint8_t {
    key,
    level,
    field,
    position,
    facing,
    starts,  // of an entity that moves
    speed,
    path,
    importance,
    state,
    present,
    result,  // of a task
    time     // of what the situation changes
  };

  Part part{};
  std::string name;               // as it is written: "ann.hp"; of a result the task's, of a time "2s"
  Span span;                      // of that
  uint32_t entity = kNone;        // whose it is: an entity of the situation, or an agent
  SituationValue value;           // of a key, level or field: which, and whose
  uint32_t task = kNone;          // of a result; `value.owner` is the agent, kNone: any
  std::vector<uint32_t> moments;  // of a time: the changes of the course that come then
  std::vector<VariedChoice> choices;
  std::vector<VariedRange> ranges;  // where there are no choices: one, or three of a place
  uint32_t detours = 0;           // of a path without choices: so many places, in `ranges`, may come between
  const UnitRow* unit = nullptr;  // in which numbers are written; null: none
  size_t first = 0, count = 1;    // its numbers, among those of a run
  bool may_be_left_out = false;   // what the situation gives is one of its values

  [[nodiscard]] bool is_of_choices() const { return !choices.empty(); }
};

// The number in place of the first one of a variation that is left as the situation gives it.
inline constexpr double kAsGiven = std::numeric_limits<double>::quiet_NaN();

// The count of numbers that a run has.
[[nodiscard]] size_t numbers_of(std::span<const Variation> variations);

// The numbers of a variation for places from 0 to 1, one for each: 0 stands for the least value, and values
// below 1 for all of them.
void draw(const Variation& variation, std::span<const double> places, std::span<double> numbers);

// The nearest number of a range that is written with so many decimals; an end where that lies outside.
[[nodiscard]] double round_within(const VariedRange& range, double number, int decimals);

// Changes a situation, which is as the test gives it, to that of a run. Allocates as copies of its parts do.
void vary(std::span<const Variation> variations, std::span<const double> numbers, Situation& situation);

// "0.95", "[12, 0, -4]", "coward": a value as `with` writes it, which is read as the same. `situation` is as
// the test gives it.
[[nodiscard]] std::string written(const Variation& variation, std::span<const double> numbers,
                                  const Situation& situation);

// The values that a run has in place of what the situation gives, as the fields of `with`.
struct RunText {
  using Entries = std::vector<std::pair<std::string, std::string>>;  // "ann.hp" and "12"
  Entries values, results, times;

  [[nodiscard]] bool empty() const { return values.empty() && results.empty() && times.empty(); }
  // "{ ann.hp: 12, results: { unlock: failed } }"
  [[nodiscard]] std::string text() const;
};
[[nodiscard]] RunText written_run(std::span<const Variation> variations, std::span<const double> numbers,
                                  const Situation& situation);

// False if no such situation could be: an agent stands in a wall.
[[nodiscard]] bool can_be(const Model& model, const Situation& situation);

// Reads what a test with that situation varies. May add entities to it: `someone`. Reports everything that is
// wrong.
[[nodiscard]] std::vector<Variation> read_variations(const Model& model, const Test& test,
                                                     Situation& situation, Diagnostics& diagnostics);
// Gives the situation what the test says under `with`. Everything wrong is reported.
void read_with(const Model& model, const Test& test, Situation& situation, Diagnostics& diagnostics);

}  // namespace ishi::compiler
