#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "asset/tables.h"
#include "bodies/body_formulas.h"
#include "memory/array.h"

// Keys as they are assumed to be after some steps, for plans and goals that foresee: an array of floats, in
// which each key that the steps change has its place.

namespace ishi {

class AssumedKeys {
 public:
  // `places`: by key of the asset, that of its first value; kNotFound if it has none.
  AssumedKeys(BodyFormulas& formulas, const Array<uint32_t>& places)
      : f_(formulas), b_(formulas.body()), places_(places) {}

  // While it is called for, formulas read the keys of `state`; null: as they are.
  void assume(const float* state) const;
  // The values as they are.
  void read_now(float* state) const;
  // Writes what a step changes; its formulas read what is assumed. What is no key, or has no place, is left
  // out.
  void change(std::span<const blob::Assignment> changes, float* next) const;

 private:
  BodyFormulas& f_;
  ActiveBody& b_;
  const Array<uint32_t>& places_;
};

// While it lives, formulas read a record of parameters.
class Given {
 public:
  Given(Row& row, const std::byte* record, std::span<const blob::Parameter> parameters);
  Given(const Given&) = delete;
  Given& operator=(const Given&) = delete;
  ~Given();

 private:
  Row& row_;
  const std::byte* record_;
  const blob::Parameter* variables_;
};

// True if a required parameter is given nobody, or a point that must lie somewhere nowhere; those of the
// first 64 are left out whose bit is set in `unknown`, and with any such bit those behind them.
[[nodiscard]] bool is_given_nobody(std::span<const blob::Parameter> parameters, const std::byte* record,
                                   uint64_t unknown);

}  // namespace ishi
