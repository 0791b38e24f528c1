#include "math/power.h"

#include <catch2/catch.hpp>

#include "samples.h"

namespace ishi::testing::power_test {

using namespace ishi::math_tests;
namespace math = ishi::math;

namespace {

// x * x and its like, which may overflow, as pow must return them.
float held(float x) { return std::isinf(x) ? std::copysign(FLT_MAX, x) : x; }

}  // namespace

TEST_CASE("pow is within 0.5001 ulp of the true value, denormal results included") {
  WorstError worst;
  for (uint64_t i = 0; i < 200'000; ++i) {
    // Exponents that spread the result evenly over the powers of two from 2^-150 to 2^128.
    const float x = std::bit_cast<float>(static_cast<uint32_t>(random_bits(2 * i) % 0x7f80'0000u));
    const double wanted = -150.0 + 278.0 * static_cast<double>(random_bits(2 * i + 1) >> 11) * 0x1p-53;
    const auto y = static_cast<float>(wanted / std::log2(static_cast<double>(x)));
    const long double exact = std::pow(static_cast<long double>(x), static_cast<long double>(y));
    if (!std::isfinite(y) || y == 2.0f || y == 3.0f || !(exact <= FLT_MAX)) continue;
    worst.consider(x, math::pow(x, y), exact);
  }
  INFO("x is " << worst.at_ulps());
  CHECK(worst.ulps() <= 0.5001);
}

TEST_CASE("pow of ordinary numbers with ordinary exponents is within 0.5001 ulp") {
  WorstError worst;
  for (const float y :
       {-3.0f, -2.0f, -1.5f, -1.0f, -0.5f, 0.1f, 1.0f / 3.0f, 0.7f, 1.5f, 2.2f, 2.5f, 4.0f, 10.0f}) {
    for (uint32_t i = 1; i <= 10'000; ++i) {
      const float x = static_cast<float>(i) / 5'000.0f;
      worst.consider(x, math::pow(x, y), std::pow(static_cast<long double>(x), static_cast<long double>(y)));
    }
  }
  INFO("x is " << worst.at_ulps());
  CHECK(worst.ulps() <= 0.5001);
}

TEST_CASE("anything to the power of 0 is 1") {
  for_each_float(16, [](float x) {
    if (math::pow(x, 0.0f) != 1.0f || math::pow(x, -0.0f) != 1.0f) FAIL("x is " << x);
  });
  CHECK(math::pow(0.0f, 0.0f) == 1.0f);
}

TEST_CASE("first, second and third powers are plain products") {
  for_each_float(256, [](float x) {
    if (math::pow(x, 1.0f) != x) FAIL("x is " << x);
    if (math::pow(x, 2.0f) != held(x * x)) FAIL("x is " << x);
    if (math::pow(x, 3.0f) != held(x * x * x)) FAIL("x is " << x);
  });
  CHECK(math::pow(1e-20f, 2.0f) == 1e-20f * 1e-20f);
}

TEST_CASE("the power of one half is the square root to the last bit") {
  for_each_magnitude(1024, false, [](float x) {
    if (math::pow(x, 0.5f) != std::sqrt(x)) FAIL("x is " << x);
  });
  CHECK(math::pow(-4.0f, 0.5f) == 0.0f);
  CHECK(math::pow(-0.0f, 0.5f) == 0.0f);
}

TEST_CASE("powers of two are exact") {
  for (int exponent = -149; exponent <= 127; ++exponent) {
    CHECK(math::pow(2.0f, static_cast<float>(exponent)) == std::ldexp(1.0f, exponent));
    CHECK(math::pow(0.5f, static_cast<float>(exponent)) == held(std::ldexp(1.0f, -exponent)));
  }
  CHECK(math::pow(4.0f, 1.5f) == 8.0f);
  CHECK(math::pow(10.0f, 10.0f) == 1e10f);
}

TEST_CASE("one to any power is one") {
  for_each_float(16, [](float y) {
    if (math::pow(1.0f, y) != 1.0f) FAIL("y is " << y);
  });
}

TEST_CASE("zero to any power but 0 is 0, to a negative one too") {
  for (const float y :
       {kSmallest, 0.5f, 1.0f, 2.0f, 3.0f, 7.5f, FLT_MAX, -kSmallest, -0.5f, -1.0f, -2.0f, -FLT_MAX}) {
    CHECK(math::pow(0.0f, y) == 0.0f);
    CHECK(math::pow(-0.0f, y) == 0.0f);
  }
}

TEST_CASE("a negative number to a fractional power is 0") {
  for (const float y : {0.5f, -0.5f, 1.5f, 2.25f, 1.0f / 3.0f, kSmallest, 8388607.5f}) {
    CHECK(math::pow(-2.0f, y) == 0.0f);
    CHECK(math::pow(-FLT_MAX, y) == 0.0f);
  }
}

TEST_CASE("a negative number to an integer power has the sign of the product") {
  CHECK(math::pow(-2.0f, 5.0f) == -32.0f);
  CHECK(math::pow(-2.0f, 6.0f) == 64.0f);
  CHECK(math::pow(-2.0f, -1.0f) == -0.5f);
  CHECK(math::pow(-2.0f, -2.0f) == 0.25f);
  CHECK(math::pow(-1.0f, 16777215.0f) == -1.0f);
  CHECK(math::pow(-1.0f, 16777216.0f) == 1.0f);
  CHECK(math::pow(-1.0f, FLT_MAX) == 1.0f);
  CHECK(math::pow(-10.0f, 4.0f) == 10000.0f);
}

TEST_CASE("pow stays at the largest number of the right sign where it would overflow") {
  CHECK(math::pow(2.0f, 128.0f) == FLT_MAX);
  CHECK(math::pow(2.0f, FLT_MAX) == FLT_MAX);
  CHECK(math::pow(0.5f, -FLT_MAX) == FLT_MAX);
  CHECK(math::pow(-2.0f, 129.0f) == -FLT_MAX);
  CHECK(math::pow(-2.0f, 128.0f) == FLT_MAX);
  CHECK(math::pow(FLT_MAX, 2.0f) == FLT_MAX);
  CHECK(math::pow(-FLT_MAX, 3.0f) == -FLT_MAX);
  CHECK(math::pow(kSmallest, -1.0f) == FLT_MAX);
}

TEST_CASE("pow is 0 where it would underflow") {
  CHECK(math::pow(2.0f, -149.0f) == kSmallest);
  CHECK(math::pow(2.0f, -151.0f) == 0.0f);
  CHECK(math::pow(0.5f, FLT_MAX) == 0.0f);
  CHECK(math::pow(-0.5f, 1001.0f) == 0.0f);
}

TEST_CASE("the power of response curves is right to 1.9e-7 from 0 to 1") {
  long double worst = 0;
  float at = 0, of = 0;
  for (const float y :
       {0.0f, 0.01f, 0.1f, 0.25f, 1.0f / 3.0f, 0.4f, 0.7f, 1.6f, 2.2f, 2.5f, 4.0f, 10.0f, 100.0f}) {
    const auto consider = [&](float x) {
      if (!(x >= 0 && x <= 1)) return;
      const float power = math::curve_power(x, y);
      if (!(power >= 0 && power <= 1)) FAIL(x << " ^ " << y << " is " << power);
      const long double error =
          std::abs(power - std::pow(static_cast<long double>(x), static_cast<long double>(y)));
      if (error <= worst) return;
      worst = error;
      at = x;
      of = y;
    };
    for_each_magnitude(128, false, consider);
    for (int i = 0; i <= 50'000; ++i) consider(static_cast<float>(i) / 50'000.0f);
  }
  INFO(at << " ^ " << of << ": " << static_cast<double>(worst));
  CHECK(static_cast<double>(worst) <= 1.9e-7);
}

TEST_CASE("the power of response curves has the fixed cases of pow, and its values outside 0 to 1") {
  for (const float y : {0.0f, 0.5f, 1.0f, 2.0f, 3.0f, 0.4f, -1.5f}) {
    for (const float x : {-2.0f, -0.0f, 0.0f, kSmallest, 1.0f, 1.5f, 100.0f, FLT_MAX}) {
      CHECK(math::curve_power(x, y) == math::pow(x, y));
    }
  }
}

}  // namespace ishi::testing::power_test
