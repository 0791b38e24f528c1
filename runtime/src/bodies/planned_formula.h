#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "asset/tables.h"
#include "blackboard/variable.h"
#include "ishi/program.h"
#include "planning/relaxed_steps.h"

// A formula of a plan, whatever its planned keys hold: which conditions it makes of them, by how much it
// changes one, or between which values it lies. What it reads besides is as it is now. (Interval arithmetic,
// as program/ranges.h, and differences to a key.)

namespace ishi {

class PlannedFormula {
 public:
  // What an operation gives: low..high; if it has a `place`, also what is there and something in least..most.
  struct Value {
    float low = 0, high = 0;
    float least = 0, most = 0;
    float key_low = 0, key_high = 0;  // what is there lies within
    uint32_t place = kNotFound;
    bool is_planned = false;    // it depends on planned keys
    bool is_whole = false;      // a whole number, without rounding
    bool is_key_whole = false;  // what is at the place
  };
  // `planned_keys`: as in Row.
  PlannedFormula(std::span<const Variable> keys, const uint32_t* planned_keys)
      : keys_(keys), planned_keys_(planned_keys) {}

  // Reads a program whose operations have these values now. `given` has a bit for each of the first 64
  // parameters that depends on planned keys; those behind them do. Overwrites what was read before, and stays
  // valid while the program does.
  void read(std::span<const blob::Operation> program, std::span<const float> values, uint64_t given,
            std::span<const blob::Parameter> parameters);
  // True if it depends on a planned key.
  [[nodiscard]] bool is_planned() const { return is_planned_; }
  // Its value, or, of three, that of an axis.
  [[nodiscard]] Value value(uint32_t behind = 0) const;
  // When it can hold; what is not known of it can always.
  [[nodiscard]] RelaxedSteps::Part condition(RelaxedSteps& relaxed) const;

 private:
  using Part = RelaxedSteps::Part;
  static constexpr uint32_t kMostOperations = 64;

  [[nodiscard]] bool reads_planned(const blob::Operation& operation, uint64_t given) const;
  [[nodiscard]] Value source(const blob::Operation& operation,
                             std::span<const blob::Parameter> parameters) const;
  [[nodiscard]] Value result(const blob::Operation& operation) const;
  static void difference(Value& to, OperationCode code, const Value& a, const Value& b, const Value& c);
  Part condition(RelaxedSteps& relaxed, uint32_t index, bool is_so) const;
  Part compared(RelaxedSteps& relaxed, OperationCode code, const Value& a, const Value& b) const;
  static Part below(RelaxedSteps& relaxed, const Value& key, double bound, bool is_strict, bool is_exact);
  static Part above(RelaxedSteps& relaxed, const Value& key, double bound, bool is_strict, bool is_exact);

  std::span<const Variable> keys_;
  const uint32_t* planned_keys_;
  std::span<const blob::Operation> program_{};
  bool is_planned_ = false;
  bool is_known_ = false;
  std::array<Value, kMostOperations> values_;
};

// What a planned key can hold.
[[nodiscard]] Interval range_of_planned(const Variable& key);
// By how much a formula changes the key at `place` at most, or to what it sets it. `read` is what reading
// gives after writing its value, if it does not depend on planned keys.
void relax_effect(RelaxedSteps& relaxed, const Variable& key, uint32_t place,
                  const PlannedFormula::Value& value, float read);

}  // namespace ishi
