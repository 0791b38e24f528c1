#include "math/logarithm.h"

#include <catch2/catch.hpp>

#include "samples.h"

namespace ishi::testing::logarithm_test {

using namespace ishi::math_tests;
namespace math = ishi::math;

TEST_CASE("log is right to 8.2e-8 for every positive number, denormal ones included") {
  WorstError worst;
  for_each_magnitude(1024, false, [&](float x) {
    if (x > 0.0f) worst.consider(x, math::log(x), std::log(static_cast<long double>(x)));
  });
  // Next to 1, where the result has the fewest bits to lose.
  for (uint32_t i = 1; i < 100'000; ++i) {
    for (const float x : {1.0f + 0x1p-23f * static_cast<float>(i), 1.0f - 0x1p-24f * static_cast<float>(i)}) {
      worst.consider(x, math::log(x), std::log(static_cast<long double>(x)));
    }
  }
  INFO("at " << worst.at_relative());
  CHECK(worst.relative() <= 8.2e-8);
}

TEST_CASE("log of one is exactly 0") { CHECK(math::log(1.0f) == 0.0f); }

TEST_CASE("log of what is not positive is 0") {
  CHECK(math::log(0.0f) == 0.0f);
  CHECK(math::log(-0.0f) == 0.0f);
  CHECK(math::log(-kSmallest) == 0.0f);
  CHECK(math::log(-1.0f) == 0.0f);
  CHECK(math::log(-FLT_MAX) == 0.0f);
  CHECK(math::log(-kInfinity) == 0.0f);
  CHECK(math::log(kNotANumber) == 0.0f);
}

TEST_CASE("log stays between the logarithms of the smallest and the largest number") {
  CHECK(math::log(kSmallest) == Approx(-103.278929).epsilon(1e-7));
  CHECK(math::log(FLT_MAX) == Approx(88.7228391).epsilon(1e-7));
  CHECK(math::log(kInfinity) <= 88.73f);
}

TEST_CASE("log never falls where its argument rises") {
  bool rises = true;
  float last = -kInfinity;
  for_each_magnitude(4096, false, [&](float x) {
    if (x <= 0.0f) return;
    rises = rises && math::log(x) >= last;
    last = math::log(x);
  });
  CHECK(rises);
  // Where the exponent taken out of x changes: around sqrt(1/2) times each power of two.
  for (int exponent = -125; exponent <= 127; ++exponent) {
    float x = std::ldexp(0.70710678f, exponent);
    for (int i = 0; i < 1000; ++i) x = std::nextafter(x, 0.0f);
    for (int i = 0; i < 2000; ++i) {
      const float next = std::nextafter(x, kInfinity);
      rises = rises && math::log(next) >= math::log(x);
      x = next;
    }
  }
  CHECK(rises);
}

}  // namespace ishi::testing::logarithm_test
