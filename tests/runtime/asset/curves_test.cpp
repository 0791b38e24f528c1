#include <limits>

#include "ishi/id.h"
#include "runtime/guard.h"
#include "runtime/refusal.h"

// Curves, motives and profiles of a blob.

namespace ishi::testing::curves_test {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

struct Curves {
  BlobContent content = guard_content();

  raw::Curve& panic = content.curves[0];
  raw::Curve& close = content.curves[1];
  // Numbers of `close`: three rows (x, y, slope); of `swing`: two modes and two rows; of `tent`: its corners.
  float* close_numbers = content.numbers.data();
  float* swing_numbers = &content.numbers[9];
  float* tent_numbers = &content.numbers[21];
};

TEST_CASE_METHOD(Curves, "a curve's kind must exist") {
  panic.kind = static_cast<uint8_t>(kCurveKindCount);
  check_refused(content, StatusCode::unknown_enumerator, panic);
}

TEST_CASE_METHOD(Curves, "a curve is clamped or not") {
  panic.clamped = 2;
  check_refused(content, StatusCode::unknown_enumerator, panic);
}

TEST_CASE_METHOD(Curves, "a curve's reserved fields must be zero") {
  panic.reserved = 1;
  check_refused(content, StatusCode::reserved_not_zero, panic);
  panic.reserved = 0;
  panic.reserved_2 = 1;
  check_refused(content, StatusCode::reserved_not_zero, panic);
}

TEST_CASE_METHOD(Curves, "a curve's frame is finite") {
  panic.output_shift = kNan;
  check_refused(content, StatusCode::number_not_finite, panic);
}

TEST_CASE_METHOD(Curves, "a curve's numbers are finite") {
  close_numbers[4] = std::numeric_limits<float>::infinity();
  check_refused(content, StatusCode::number_not_finite, close_numbers[4]);
}

TEST_CASE_METHOD(Curves, "a curve has as many numbers as its kind needs") {
  const auto kind = GENERATE(range(0u, kCurveKindCount));
  const CurveShape shape = curve_shape(static_cast<CurveKind>(kind));
  BlobContent lone;
  lone.curves = {{1, static_cast<uint8_t>(kind)}};
  const auto numbers = [&](size_t count) {
    lone.numbers.assign(count, 0);
    lone.curves[0].numbers = {0, static_cast<uint32_t>(count)};
    lone.sort_by_id();
    return load_status(lone.write()).code;
  };
  const size_t right = size_t{shape.fixed} + shape.row;
  CHECK(numbers(right) == StatusCode::ok);
  CHECK(numbers(right + 1) == StatusCode::curve_numbers);
  if (right > 0) CHECK(numbers(right - 1) == StatusCode::curve_numbers);
  if (shape.row > 0) CHECK(numbers(right + shape.row) == StatusCode::curve_unsorted);
}

TEST_CASE_METHOD(Curves, "the x of a curve must rise") {
  close_numbers[3] = 0;
  check_refused(content, StatusCode::curve_unsorted, close_numbers[3]);
}

TEST_CASE_METHOD(Curves, "the last row of a curve has no slope") {
  close_numbers[8] = 1;
  check_refused(content, StatusCode::curve_end, close_numbers[8]);
}

TEST_CASE_METHOD(Curves, "what a curve of keys does outside its ends must exist") {
  swing_numbers[1] = 3;
  check_refused(content, StatusCode::curve_mode, swing_numbers[1]);
  swing_numbers[1] = 0.5f;
  check_refused(content, StatusCode::curve_mode, swing_numbers[1]);
}

TEST_CASE_METHOD(Curves, "corners must not fall") {
  tent_numbers[1] = 2;
  check_refused(content, StatusCode::curve_corners, tent_numbers[2]);
}

TEST_CASE_METHOD(Curves, "a curve's numbers follow those of the curve before") {
  close.numbers.first = 1;
  check_refused(content, StatusCode::range_not_tiled, close.numbers);
}

TEST_CASE_METHOD(Curves, "a motive's kind must exist") {
  content.motives[1].kind = 2;
  check_refused(content, StatusCode::unknown_enumerator, content.motives[1]);
}

TEST_CASE_METHOD(Curves, "a motive's reserved fields must be zero") {
  content.motives[1].reserved = 1;
  check_refused(content, StatusCode::reserved_not_zero, content.motives[1]);
}

TEST_CASE_METHOD(Curves, "a profile has a weight for each motive") {
  content.profiles[0].parts = {0, 2};
  check_refused(content, StatusCode::weight_count, content.profiles[0]);
}

TEST_CASE_METHOD(Curves, "a weight is a number") {
  content.weights[4].weight = kNan;
  check_refused(content, StatusCode::number_not_finite, content.weights[4]);
}

TEST_CASE_METHOD(Curves, "a weight is not negative") {
  content.weights[4].weight = -0.5f;
  check_refused(content, StatusCode::weight_negative, content.weights[4]);
}

TEST_CASE_METHOD(Curves, "a weight's choice of curve is at most their number") {
  content.weights[4].curve = 5;
  check_refused(content, StatusCode::index_out_of_range, content.weights[4]);
}

}  // namespace
}  // namespace ishi::testing::curves_test
