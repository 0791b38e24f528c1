#pragma once

#include <cmath>
#include <cstdint>
#include <random>

#include "model/model.h"
#include "simulate/situation.h"

namespace ishi::compiler::oracle {

// Who is there in a random situation: persons first, then crates, and one that is no thing.
inline constexpr uint32_t kEntities = 7;
inline constexpr uint32_t kPersons = 4;
inline constexpr uint32_t kThings = 6;
inline constexpr uint32_t kPerson = 0;  // things of random documents
inline constexpr uint32_t kCrate = 1;

inline uint32_t thing_of(uint32_t entity) {
  return entity < kPersons ? kPerson : entity < kThings ? kCrate : kNone;
}

// Random values within the ranges of what they are for. The generator outlives it.
class RandomValues {
 public:
  explicit RandomValues(std::mt19937& random) : random_(random) {}

  float real(double low, double high) {
    return static_cast<float>(std::uniform_real_distribution<>(low, high)(random_));
  }
  uint32_t below(uint32_t n) { return std::uniform_int_distribution<uint32_t>(0, n - 1)(random_); }
  Vector place() { return {real(-20, 20), real(-20, 20), real(-20, 20)}; }
  Vector direction() {
    const Vector v{real(-1, 1), real(-1, 1), real(0.1, 1)};
    const float length = std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    return {v[0] / length, v[1] / length, v[2] / length};
  }

  SituationValue value(uint32_t index, const Variable& variable) {
    SituationValue value{index};
    switch (variable.resolved.kind) {
      case ValueKind::point: value.value = place(); break;
      case ValueKind::direction: value.value = direction(); break;
      case ValueKind::integer:
      case ValueKind::boolean:
      case ValueKind::enumeration:
        value.value[0] =
            static_cast<float>(below(static_cast<uint32_t>(variable.high - variable.low) + 1)) + variable.low;
        break;
      case ValueKind::entity:
        if (below(3) != 0) value.entity = below(variable.resolved.reference == kNone ? kEntities : kPersons);
        break;
      default: value.value[0] = variable.has_range() ? real(variable.low, variable.high) : real(-3, 3); break;
    }
    return value;
  }

  std::mt19937& random() { return random_; }

 private:
  std::mt19937& random_;
};

}  // namespace ishi::compiler::oracle
