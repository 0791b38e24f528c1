#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "compiler/oracle/arithmetic.h"
#include "compiler/oracle/expressions.h"
#include "compiler/oracle/moment.h"

// What expressions read of a moment, before anything is calculated.

namespace ishi::compiler::oracle {

// A number, or x, y, z, or an entity.
struct Value {
  double x = 0, y = 0, z = 0;
  int entity = kNobody;
};

class Readings {
 public:
  // The place must outlive this.
  explicit Readings(const Place& place) : place_(place) {}

  static Value real(double x) { return {clamp(x, -kLargest, kLargest), 0, 0, kNobody}; }
  static Value seconds(int64_t microseconds) { return real(static_cast<double>(microseconds) / 1e6); }
  static Value vector(const Vector& v) { return {v[0], v[1], v[2], kNobody}; }

  // An option runs for one of the members that it may be for.
  [[nodiscard]] bool runs() const;
  // Seconds since a moment; what never was is as long ago as anything can be.
  [[nodiscard]] double ago(int64_t moment) const;
  [[nodiscard]] double since_option(std::string_view name) const;
  // Of no option, where a state is what lasts.
  [[nodiscard]] int64_t elapsed() const;

  // Who is gone is nobody.
  [[nodiscard]] Value entity(int index) const;
  [[nodiscard]] Value position(const Value& of) const;
  [[nodiscard]] Value facing(const Value& of) const;
  // One of the values that are given; else the variable's default.
  [[nodiscard]] Value read(const Variable& variable, const std::vector<SituationValue>& values,
                           uint32_t index) const;

 protected:
  const Place& place_;
};

}  // namespace ishi::compiler::oracle
