#include "math/exponential.h"

#include <catch2/catch.hpp>

#include "samples.h"

namespace ishi::testing::exponential_test {

using namespace ishi::math_tests;
namespace math = ishi::math;

namespace {

constexpr float kOverflow = 88.72284f;  // the first float whose e^x is above FLT_MAX
constexpr uint32_t kMantissas = 1024;

// True if f never falls along 2,000 neighbouring floats around each place where the reduction changes.
template <typename Function>
bool rises_at_every_seam(Function f) {
  for (int n = -125; n <= 127; ++n) {
    float x = (static_cast<float>(n) + 0.5f) * 0.693147182f;
    for (int i = 0; i < 1000; ++i) x = std::nextafter(x, -kInfinity);
    for (int i = 0; i < 2000; ++i) {
      const float next = std::nextafter(x, kInfinity);
      if (f(next) < f(x)) return false;
      x = next;
    }
  }
  return true;
}

// True if f never falls along the sampled floats, from -FLT_MAX to FLT_MAX.
template <typename Function>
bool rises_everywhere(Function f) {
  bool rises = true;
  float last = kInfinity;
  for_each_magnitude(kMantissas, true, [&](float x) {
    rises = rises && f(x) <= last;
    last = f(x);
  });
  last = -kInfinity;
  for_each_magnitude(kMantissas, false, [&](float x) {
    rises = rises && f(x) >= last;
    last = f(x);
  });
  return rises;
}

}  // namespace

TEST_CASE("exp is right to 8.4e-8 wherever its result is a normal number") {
  WorstError worst;
  for_each_float(kMantissas, [&](float x) {
    const long double exact = std::exp(static_cast<long double>(x));
    if (exact >= FLT_MIN && exact <= FLT_MAX) worst.consider(x, math::exp(x), exact);
  });
  INFO("at " << worst.at_relative());
  CHECK(worst.relative() <= 8.4e-8);
}

TEST_CASE("exp of nothing is exactly one") {
  CHECK(math::exp(0.0f) == 1.0f);
  CHECK(math::exp(-0.0f) == 1.0f);
  CHECK(math::exp(kSmallest) == 1.0f);
}

TEST_CASE("exp stays at the largest number where it would overflow") {
  CHECK(math::exp(std::nextafter(kOverflow, 0.0f)) < FLT_MAX);
  CHECK(math::exp(kOverflow) == FLT_MAX);
  CHECK(math::exp(FLT_MAX) == FLT_MAX);
  CHECK(math::exp(kInfinity) == FLT_MAX);
}

TEST_CASE("exp is 0 where the result would be below the smallest normal number") {
  CHECK(math::exp(-87.33654f) >= FLT_MIN);
  CHECK(math::exp(std::nextafter(-87.33654f, -kInfinity)) == 0.0f);
  CHECK(math::exp(-FLT_MAX) == 0.0f);
  CHECK(math::exp(-kInfinity) == 0.0f);
  CHECK(math::exp(kNotANumber) == 0.0f);
}

TEST_CASE("exp never falls where its argument rises") {
  CHECK(rises_at_every_seam([](float x) { return math::exp(x); }));
  CHECK(rises_everywhere([](float x) { return math::exp(x); }));
}

TEST_CASE("expm1 is right to 1.21e-7, near 0 as well as far away") {
  WorstError worst;
  for_each_float(kMantissas, [&](float x) {
    const long double exact = std::expm1(static_cast<long double>(x));
    if (exact <= FLT_MAX) worst.consider(x, math::expm1(x), exact);
  });
  INFO("at " << worst.at_relative());
  CHECK(worst.relative() <= 1.21e-7);
}

TEST_CASE("expm1 of a tiny number is that number") {
  for (const float x : {0.0f, kSmallest, 1e-40f, FLT_MIN, 1e-30f, 1e-9f}) {
    CHECK(math::expm1(x) == x);
    CHECK(math::expm1(-x) == -x);
  }
}

TEST_CASE("expm1 stays at -1 and at the largest number") {
  CHECK(math::expm1(-25.0f) == -1.0f);
  CHECK(math::expm1(-FLT_MAX) == -1.0f);
  CHECK(math::expm1(-kInfinity) == -1.0f);
  CHECK(math::expm1(std::nextafter(kOverflow, 0.0f)) < FLT_MAX);
  CHECK(math::expm1(kOverflow) == FLT_MAX);
  CHECK(math::expm1(kInfinity) == FLT_MAX);
  CHECK(math::expm1(kNotANumber) == -1.0f);
}

TEST_CASE("expm1 never falls where its argument rises") {
  CHECK(rises_at_every_seam([](float x) { return math::expm1(x); }));
  CHECK(rises_everywhere([](float x) { return math::expm1(x); }));
}

TEST_CASE("exp2_near is right to 1.9e-7, and exact for integers") {
  WorstError worst;
  for_each_float(kMantissas, [&](float x) {
    if (std::abs(x) <= 126) worst.consider(x, math::exp2_near(x), std::exp2(static_cast<long double>(x)));
  });
  for (int i = -126'000; i <= 126'000; ++i) {
    const float x = static_cast<float>(i) / 1000;
    worst.consider(x, math::exp2_near(x), std::exp2(static_cast<long double>(x)));
  }
  INFO("at " << worst.at_relative() << ": " << worst.relative());
  CHECK(worst.relative() <= 1.9e-7);
  for (int n = -126; n <= 126; ++n) CHECK(math::exp2_near(static_cast<float>(n)) == std::ldexp(1.0f, n));
}

TEST_CASE("exp2_held stays at its ends") {
  CHECK(math::exp2_held(1000.0f) == 0x1p+126f);
  CHECK(math::exp2_held(kInfinity) == 0x1p+126f);
  CHECK(math::exp2_held(-1000.0f) == 0x1p-126f);
  CHECK(math::exp2_held(kNotANumber) == 0x1p-126f);
}

}  // namespace ishi::testing::exponential_test
