#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <tuple>
#include <type_traits>

#include "ishi/kernels.h"
#include "program/curve.h"
#include "program/operations.h"

// Curves as constants, for a kernel's file. It stands in front of the code that Highway compiles once for
// each instruction set.

#if defined(__FAST_MATH__) || defined(__RECIPROCAL_MATH__) || defined(__ASSOCIATIVE_MATH__)
#error "kernels forbid -ffast-math: they must give the bits that the machine gives"
#endif

namespace ishi::kernel {

// A curve with its numbers, and its rows as columns if it has some.
template <typename Kind, uint32_t kNumbers>
struct Curve {
  static constexpr uint32_t kFirst = Kind::shape.fixed;
  static constexpr uint32_t kWidth = Kind::shape.row == 0 ? 1 : Kind::shape.row;
  static constexpr uint32_t kRowCount = Kind::shape.row == 0 ? 0 : (kNumbers - kFirst) / kWidth;
  static constexpr uint32_t kMost = 16;

  curves::Frame frame;
  float numbers[kNumbers + 1];
  alignas(64) float columns[kWidth][kMost];

  constexpr Curve(curves::Frame its_frame, const std::array<float, kNumbers>& its_numbers)
      : frame(its_frame), numbers{}, columns{} {
    for (uint32_t i = 0; i < kNumbers; ++i) numbers[i] = its_numbers[i];
    for (uint32_t row = 0; row < kMost; ++row) {
      for (uint32_t w = 0; w < kWidth; ++w)
        columns[w][row] =
            row < kRowCount ? numbers[kFirst + row * kWidth + w] : std::numeric_limits<float>::quiet_NaN();
    }
  }

  [[nodiscard]] curves::Curve view() const { return {Kind::kind, frame, {numbers, kNumbers}}; }
};

}  // namespace ishi::kernel
