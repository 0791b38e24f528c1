#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "ishi/program.h"

// Ranges of operations and curves, on which folding, proofs and pruning rest.

namespace ishi::testing::ranges_test {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr Interval kAll{-kInfinity, kInfinity};

class Chance {
 public:
  uint32_t below(uint32_t n) { return static_cast<uint32_t>(random_() % n); }
  float in(float low, float high) { return low + (high - low) * static_cast<float>(below(4097)) / 4096; }
  // Often ends at which something turns or jumps.
  Interval range() {
    const float a = end(), b = end();
    return {std::min(a, b), std::max(a, b)};
  }

 private:
  float end() { return below(2) == 0 ? static_cast<float>(below(9)) - 4 : in(-4, 4); }

  std::mt19937 random_{5};
};

// As tests of loops have them: exponents, corners, rows and modes that fit each kind.
std::vector<float> numbers_of(CurveKind kind, Chance& chance) {
  const CurveShape shape = curve_shape(kind);
  const float exponent = chance.in(0.5f, 3);
  std::vector<float> numbers = {exponent, exponent + 1, exponent + 2, exponent + 3};
  if (kind == CurveKind::keys)
    numbers = {static_cast<float>(chance.below(3)), static_cast<float>(chance.below(3))};
  numbers.resize(shape.fixed);
  const int rows = shape.row == 0 ? 0 : 3 + static_cast<int>(chance.below(9));
  for (int row = 0; row < rows; ++row) {
    numbers.push_back(static_cast<float>(row) * 0.75f - 2);
    for (int i = 1; i < shape.row; ++i) numbers.push_back(row == rows - 1 && i > 1 ? 0.0f : chance.in(-1, 1));
  }
  // Lines lead from point to point.
  for (size_t i = 0; kind == CurveKind::points && i + 3 < numbers.size(); i += 3)
    numbers[i + 2] = (numbers[i + 4] - numbers[i + 1]) / (numbers[i + 3] - numbers[i]);
  return numbers;
}

TEST_CASE("the result of an elementwise operation lies in the range of the operation") {
  Chance chance;
  for (const OperationInfo& info : operation_table()) {
    if (!info.elementwise || info.code == OperationCode::gate) continue;
    for (int i = 0; i < 2000; ++i) {
      const Interval a = chance.range(), b = chance.range(), c = chance.range();
      const Interval range = range_of_operation(info.code, a, b, c);
      const float x = chance.in(a.low, a.high), y = chance.in(b.low, b.high), z = chance.in(c.low, c.high);
      const float value = evaluate_operation(info.code, x, y, z);
      if (range.contains(value)) continue;
      FAIL(info.name << " of " << x << ", " << y << ", " << z << " is " << value << ", not in " << range.low
                     << ".." << range.high);
    }
  }
}

TEST_CASE("ranges of single numbers give the operation's own result") {
  const Interval sum = range_of_operation(OperationCode::add, {0.1f, 0.1f}, {0.2f, 0.2f}, {});
  CHECK(sum == Interval{0.1f + 0.2f, 0.1f + 0.2f});
  CHECK(range_of_operation(OperationCode::gate, {1, 1}, {3, 3}, {}) == Interval{-kInfinity, 3});
}

TEST_CASE("an operand that may be NaN leaves arithmetic unknown, and logic as it is") {
  CHECK(range_of_operation(OperationCode::multiply, kAll, {0, 0}, {}) == kAll);
  CHECK(range_of_operation(OperationCode::minimum, kAll, {0, 1}, {}) == kAll);
  CHECK(range_of_operation(OperationCode::less, kAll, {0, 1}, {}) == Interval{0, 1});
  CHECK(range_of_operation(OperationCode::select, kAll, {2, 3}, {5, 6}) == Interval{2, 6});
  const float largest = std::numeric_limits<float>::max();
  CHECK(range_of_operation(OperationCode::saturate, kAll, {}, {}) == Interval{-largest, largest});
}

TEST_CASE("the range of a source is the same in any program") {
  CHECK(range_of_operation(OperationCode::running, {}, {}, {}) == Interval{0, 1});
  CHECK(range_of_operation(OperationCode::level, {}, {}, {}) == Interval{0, 1});
  CHECK(range_of_operation(OperationCode::time, {}, {}, {}) == kAll);
}

TEST_CASE("the result of every kind of curve lies in its range") {
  const auto kind = static_cast<CurveKind>(GENERATE(range(0u, kCurveKindCount)));
  Chance chance;
  for (int i = 0; i < 3000; ++i) {
    const std::vector<float> numbers = numbers_of(kind, chance);
    const CurveView curve{.kind = kind,
                          .clamped = chance.below(2) == 0,
                          .shift = chance.in(-1, 1),
                          .scale = chance.in(-2, 2),
                          .output_scale = chance.in(-2, 2),
                          .output_shift = chance.in(-1, 1),
                          .numbers = numbers};
    const Interval x = chance.range();
    const float at = chance.below(4) == 0 ? x.low : chance.in(x.low, x.high);
    const float y = evaluate_curve(curve, at);
    const Interval range = range_of_curve(curve, x), whole = range_of_curve(curve, kAll);
    if (range.contains(y) && whole.contains(y)) continue;
    FAIL("kind " << static_cast<int>(kind) << " at " << at << " is " << y << ", not in " << range.low << ".."
                 << range.high << " or " << whole.low << ".." << whole.high);
  }
}

TEST_CASE("clamped curves of every kind stay in their output for every input") {
  const auto kind = static_cast<CurveKind>(GENERATE(range(0u, kCurveKindCount)));
  Chance chance;
  const std::vector<float> numbers = numbers_of(kind, chance);
  const CurveView curve{.kind = kind, .output_scale = 0.5f, .output_shift = 0.25f, .numbers = numbers};
  const Interval range = range_of_curve(curve, kAll);
  CHECK(range.low >= 0.25f);
  CHECK(range.high <= 0.75f);
}

TEST_CASE("curves that never leave 0..1 do not leave it without a clamp") {
  for (const CurveKind kind :
       {CurveKind::logistic, CurveKind::gaussian, CurveKind::smoothstep, CurveKind::step}) {
    const Interval range = range_of_curve({.kind = kind, .clamped = false}, {-3, 3});
    CHECK(range.low >= 0);
    CHECK(range.high <= 1);
  }
  const float corners[] = {0, 0.5f, 1};
  const Interval triangle =
      range_of_curve({.kind = CurveKind::triangle, .clamped = false, .numbers = corners}, {0.25f, 2});
  CHECK(triangle == Interval{0, 1});
}

TEST_CASE("points that are level where they are asked give one number") {
  const float points[] = {0, 0.25f, 0, 1, 0.25f, 0.5f, 2, 0.75f, 0};
  const CurveView curve{.kind = CurveKind::points, .numbers = points};
  CHECK(range_of_curve(curve, {-5, 1}) == Interval{0.25f, 0.25f});
  CHECK(range_of_curve(curve, {2, kInfinity}) == Interval{0.75f, 0.75f});
  CHECK(range_of_curve(curve, {1, 2}).high >= 0.75f);
}

}  // namespace
}  // namespace ishi::testing::ranges_test
