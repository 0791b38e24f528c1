#include "math/trigonometry.h"

#include <catch2/catch.hpp>
#include <numbers>

#include "samples.h"

namespace ishi::testing::trigonometry_test {

using namespace ishi::math_tests;
namespace math = ishi::math;

namespace {

constexpr float kFurthest = 0x1p+30f;
constexpr auto kPi = std::numbers::pi_v<long double>;

// sin(2 pi t) with the whole and half turns taken out before anything is rounded.
long double exact_sin_turns(float t) {
  const long double in_half_turns = std::remainder(2.0L * t, 2.0L);  // -1..1, exact
  const long double to_nearest_zero = std::remainder(in_half_turns, 1.0L);
  const long double sine = std::sin(kPi * to_nearest_zero);
  return to_nearest_zero == in_half_turns ? sine : -sine;
}

}  // namespace

TEST_CASE("sin and cos are within 0.504 ulp up to 2^30 radians") {
  WorstError sine;
  WorstError cosine;
  for_each_float(512, [&](float x) {
    if (std::abs(x) > kFurthest) return;
    sine.consider(x, math::sin(x), std::sin(static_cast<long double>(x)));
    cosine.consider(x, math::cos(x), std::cos(static_cast<long double>(x)));
  });
  INFO("sin at " << sine.at_ulps() << ", cos at " << cosine.at_ulps());
  CHECK(sine.ulps() <= 0.504);
  CHECK(cosine.ulps() <= 0.504);
}

TEST_CASE("sin and cos next to their zeros are as good as elsewhere") {
  WorstError sine;
  WorstError cosine;
  for (int n = -2000; n <= 2000; ++n) {
    auto x = static_cast<float>(kPi / 2 * n);
    for (int i = 0; i < 5; ++i, x = std::nextafter(x, kInfinity)) {
      sine.consider(x, math::sin(x), std::sin(static_cast<long double>(x)));
      cosine.consider(x, math::cos(x), std::cos(static_cast<long double>(x)));
    }
  }
  INFO("sin at " << sine.at_ulps() << ", cos at " << cosine.at_ulps());
  CHECK(sine.ulps() <= 0.504);
  CHECK(cosine.ulps() <= 0.504);
}

TEST_CASE("sin and cos beyond 2^30 radians are those of 0") {
  for (const float x :
       {std::nextafter(kFurthest, kInfinity), 0x1p+31f, 1e38f, FLT_MAX, kInfinity, kNotANumber}) {
    CHECK(math::sin(x) == 0.0f);
    CHECK(math::sin(-x) == 0.0f);
    CHECK(math::cos(x) == 1.0f);
    CHECK(math::cos(-x) == 1.0f);
  }
  CHECK(math::sin(kFurthest) != 0.0f);
  CHECK(math::cos(kFurthest) != 1.0f);
}

TEST_CASE("sin is odd, cos is even, and neither leaves -1..1") {
  for_each_float(512, [](float x) {
    if (math::sin(-x) != -math::sin(x) || math::cos(-x) != math::cos(x)) FAIL("x is " << x);
    if (std::abs(math::sin(x)) > 1.0f || std::abs(math::cos(x)) > 1.0f) FAIL("x is " << x);
  });
  CHECK(math::sin(0.0f) == 0.0f);
  CHECK(math::cos(0.0f) == 1.0f);
  CHECK(math::sin(static_cast<float>(kPi / 2)) == 1.0f);
  CHECK(math::cos(static_cast<float>(kPi)) == -1.0f);
}

TEST_CASE("sin_turns is right to 1.7e-7, next to its zeros and for many turns, too") {
  long double worst = 0;
  float at = 0;
  const auto consider = [&](float t) {
    const long double error = std::abs(t) < 0x1p+20f ? std::abs(math::sin_turns(t) - exact_sin_turns(t)) : 0;
    if (error <= worst) return;
    worst = error;
    at = t;
  };
  for_each_float(1024, consider);
  for (int halves = -200; halves <= 200; ++halves) {
    float t = 0.5f * static_cast<float>(halves);
    for (int i = 0; i < 20; ++i) t = std::nextafter(t, -kInfinity);
    for (int i = 0; i < 40; ++i, t = std::nextafter(t, kInfinity)) consider(t);
  }
  INFO("at " << at << ": " << static_cast<double>(worst));
  CHECK(static_cast<double>(worst) <= 1.7e-7);
}

TEST_CASE("sin_turns of quarters of a turn is exact, however many turns, up to a million") {
  for (const float turns : {0.0f, 1.0f, -1.0f, 7.0f, 1000.0f, 1048575.0f, -1048574.0f}) {
    CHECK(math::sin_turns(turns) == 0.0f);
    CHECK(math::sin_turns(turns + 0.25f) == 1.0f);
    CHECK(math::sin_turns(turns + 0.5f) == 0.0f);
    CHECK(math::sin_turns(turns + 0.75f) == -1.0f);
  }
  CHECK(math::sin_turns(1048576.25f) == 0.0f);
  CHECK(math::sin_turns(8388607.5f) == 0.0f);
  CHECK(math::sin_turns(FLT_MAX) == 0.0f);
  CHECK(math::sin_turns(kInfinity) == 0.0f);
  CHECK(math::sin_turns(kNotANumber) == 0.0f);
}

TEST_CASE("atan2 is within 0.51 ulp all round") {
  WorstError worst;
  for (uint64_t i = 0; i < 200'000; ++i) {
    const uint64_t bits = random_bits(i);
    const auto low = static_cast<uint32_t>(bits);
    const auto high = static_cast<uint32_t>(bits >> 32);
    // By turns any two floats, and points of a square.
    const bool any = i % 2 == 0;
    const float y = any ? std::bit_cast<float>(low) : static_cast<float>(static_cast<int32_t>(low));
    const float x = any ? std::bit_cast<float>(high) : static_cast<float>(static_cast<int32_t>(high));
    if (!std::isfinite(x) || !std::isfinite(y)) continue;
    worst.consider(y, math::atan2(y, x),
                   std::atan2(static_cast<long double>(y), static_cast<long double>(x)));
  }
  INFO("y is " << worst.at_ulps());
  CHECK(worst.ulps() <= 0.51);
}

TEST_CASE("atan2 knows the axes and the diagonals of all four quadrants") {
  const auto pi = static_cast<float>(kPi);
  const auto three_quarters = static_cast<float>(3 * kPi / 4);
  for (const float size : {kSmallest, 1.0f, 3.0f, FLT_MAX}) {
    CHECK(math::atan2(0.0f, size) == 0.0f);
    CHECK(math::atan2(size, size) == pi / 4);
    CHECK(math::atan2(size, 0.0f) == pi / 2);
    CHECK(math::atan2(size, -size) == three_quarters);
    CHECK(math::atan2(0.0f, -size) == pi);
    CHECK(math::atan2(-size, -size) == -three_quarters);
    CHECK(math::atan2(-size, 0.0f) == -pi / 2);
    CHECK(math::atan2(-size, size) == -pi / 4);
  }
}

TEST_CASE("atan2 of nothing is 0, and a zero's sign does not count") {
  for (const float y : {0.0f, -0.0f}) {
    for (const float x : {0.0f, -0.0f}) CHECK(math::atan2(y, x) == 0.0f);
    CHECK(math::atan2(y, -1.0f) == static_cast<float>(kPi));
    CHECK(math::atan2(y, 1.0f) == 0.0f);
  }
  CHECK(math::atan2(1.0f, -0.0f) == math::atan2(1.0f, 0.0f));
  CHECK(math::atan2(kSmallest, FLT_MAX) == 0.0f);
}

}  // namespace ishi::testing::trigonometry_test
