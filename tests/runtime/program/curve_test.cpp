#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>
#include <vector>

#include "ishi/program.h"

// The kinds of response curve against their formulas in double, and what is around each kind.

namespace ishi::testing::curve_test {
namespace {

float bare(CurveKind kind, const std::vector<float>& numbers, float t) {
  return evaluate_curve({.kind = kind, .clamped = false, .numbers = numbers}, t);
}

// That a kind gives what a formula gives, for t in -2..3.
template <typename Formula>
void check_kind(CurveKind kind, const std::vector<float>& numbers, Formula&& formula) {
  for (double t = -2; t <= 3; t += 0.0625) {
    const double expected = formula(t);
    const double actual = bare(kind, numbers, static_cast<float>(t));
    if (std::fabs(actual - expected) > 1e-6 * (1 + std::fabs(expected))) {
      FAIL("at " << t << ": " << actual << " instead of " << expected);
    }
  }
}

double clamp(double x, double low, double high) { return std::min(std::max(x, low), high); }

TEST_CASE("a curve maps its input, clamps, and maps its output") {
  CurveView curve{
      .kind = CurveKind::linear, .shift = 2, .scale = 0.5f, .output_scale = -10, .output_shift = 10};
  const float numbers[] = {0};
  curve.numbers = numbers;
  CHECK(evaluate_curve(curve, 3) == 5);    // t = 0.5, turned over: 0.5, times 10
  CHECK(evaluate_curve(curve, 100) == 0);  // held at 1
  curve.clamped = false;
  CHECK(evaluate_curve(curve, 6) == -10);
}

TEST_CASE("linear") {
  check_kind(CurveKind::linear, {0.25f}, [](double t) { return t + 0.25; });
}

TEST_CASE("power") {
  check_kind(CurveKind::power, {2, -2, 0.5f}, [](double t) { return -2 * t * t + 0.5; });
  check_kind(CurveKind::power, {1.5f, 1, 0}, [](double t) { return t < 0 ? 0 : std::pow(t, 1.5); });
  check_kind(CurveKind::power, {3, 1, 0}, [](double t) { return t * t * t; });
}

TEST_CASE("exponential") {
  const double inverse = 1 / (std::exp(3.0) - 1);
  check_kind(CurveKind::exponential, {static_cast<float>(inverse)},
             [&](double t) { return std::expm1(t) * inverse; });
}

TEST_CASE("logistic") {
  check_kind(CurveKind::logistic, {}, [](double t) { return 1 / (1 + std::exp2(t)); });
}

TEST_CASE("logit") {
  check_kind(CurveKind::logit, {0.1f}, [](double t) {
    const double c = clamp(t, 0.001, 0.999);
    return 0.5 + 0.1 * std::log(c / (1 - c));
  });
}

TEST_CASE("gaussian") {
  check_kind(CurveKind::gaussian, {}, [](double t) { return std::exp2(-t * t); });
}

TEST_CASE("sine") {
  check_kind(CurveKind::sine, {0.25f},
             [](double t) { return 0.5 + 0.5 * std::sin(2 * std::numbers::pi * (t + 0.25)); });
}

TEST_CASE("smoothstep") {
  check_kind(CurveKind::smoothstep, {}, [](double t) {
    const double c = clamp(t, 0, 1);
    return c * c * (3 - 2 * c);
  });
}

TEST_CASE("step is 1 at its edge and above") {
  CHECK(bare(CurveKind::step, {}, -1e-6f) == 0);
  CHECK(bare(CurveKind::step, {}, 0) == 1);
}

TEST_CASE("triangle and trapezoid rise, stay and fall") {
  check_kind(CurveKind::triangle, {0, 1, 2}, [](double t) { return clamp(std::min(t, 2 - t), 0, 1); });
  check_kind(CurveKind::trapezoid, {-1, 0, 1, 2},
             [](double t) { return clamp(std::min(t + 1, 2 - t), 0, 1); });
}

TEST_CASE("equal corners are a vertical edge at the upper value") {
  CHECK(bare(CurveKind::trapezoid, {0, 0, 1, 2}, -0.001f) == 0);
  CHECK(bare(CurveKind::trapezoid, {0, 0, 1, 2}, 0) == 1);
  CHECK(bare(CurveKind::trapezoid, {0, 1, 2, 2}, 2) == 1);
  CHECK(bare(CurveKind::trapezoid, {0, 1, 2, 2}, 2.001f) == 0);
  CHECK(bare(CurveKind::triangle, {1, 1, 1}, 1) == 1);
}

TEST_CASE("points are joined by straight lines and held at the ends") {
  check_kind(CurveKind::points, {0, 1, -1, 1, 0, 2, 2, 2, 0}, [](double t) {
    return t <= 0 ? 1 : t < 1 ? 1 - t : t < 2 ? 2 * (t - 1) : 2;
  });
}

TEST_CASE("one point is a level line") { CHECK(bare(CurveKind::points, {3, 0.5f, 0}, -7) == 0.5f); }

TEST_CASE("smooth rows are cubics held at the ends") {
  // x³ on 0..1, then 1.
  check_kind(CurveKind::smooth, {0, 0, 0, 0, 1, 1, 1, 0, 0, 0}, [](double t) {
    return t <= 0 ? 0 : t < 1 ? t * t * t : 1;
  });
}

TEST_CASE("keys hold, repeat or mirror outside their ends") {
  // x from 0 to 1 on -0.5..0.5: before it mirrors, after it repeats.
  const auto saw = [](double t) { return t + 0.5 - std::floor(t + 0.5); };
  const auto swing = [](double t) {
    const double in_two = t + 0.5 - 2 * std::floor((t + 0.5) / 2);
    return in_two > 1 ? 2 - in_two : in_two;
  };
  check_kind(CurveKind::keys, {2, 1, -0.5f, 0, 1, 0, 0, 0.5f, 1, 0, 0, 0}, [&](double t) {
    return t < -0.5 ? swing(t) : t > 0.5 ? saw(t) : t + 0.5;
  });
  check_kind(CurveKind::keys, {0, 0, -0.5f, 0, 1, 0, 0, 0.5f, 1, 0, 0, 0},
             [](double t) { return clamp(t + 0.5, 0, 1); });
}

TEST_CASE("a single key is level whatever it does outside") {
  CHECK(bare(CurveKind::keys, {1, 2, 3, 0.25f, 0, 0, 0}, -7) == 0.25f);
  CHECK(bare(CurveKind::keys, {1, 2, 3, 0.25f, 0, 0, 0}, 70) == 0.25f);
}

TEST_CASE("steps hold each value until the next, and the first below") {
  CHECK(bare(CurveKind::steps, {0, 5, 1, 6}, -1) == 5);
  CHECK(bare(CurveKind::steps, {0, 5, 1, 6}, 0.999f) == 5);
  CHECK(bare(CurveKind::steps, {0, 5, 1, 6}, 1) == 6);
}

TEST_CASE("the row of a long list is found") {
  std::vector<float> numbers;
  for (int i = 0; i < 1000; ++i)
    numbers.insert(numbers.end(), {static_cast<float>(i), static_cast<float>(i * 7 % 13)});
  for (int i = 0; i < 1000; ++i) {
    CHECK(bare(CurveKind::steps, numbers, static_cast<float>(i) + 0.5f) == static_cast<float>(i * 7 % 13));
  }
}

}  // namespace
}  // namespace ishi::testing::curve_test
