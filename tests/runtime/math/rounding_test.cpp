#include "math/rounding.h"

#include <catch2/catch.hpp>

#include "samples.h"

namespace ishi::testing::rounding_test {

using namespace ishi::math_tests;
namespace math = ishi::math;

namespace {

void check_rounding(float x) {
  if (math::floor(x) != std::floor(x)) FAIL("floor of " << x);
  if (math::ceil(x) != std::ceil(x)) FAIL("ceil of " << x);
  // In place of std::round: that of some libraries rounds the float below a half up.
  if (math::round(x) != std::copysign(std::floor(std::fabs(double{x}) + 0.5), double{x}))
    FAIL("round of " << x);
}

// The remainder by the exact std::fmod, moved to the sign of b with one rounding.
float exact_modulo(float a, float b) {
  const float remainder = std::fmod(a, b);
  const bool moved = remainder != 0.0f && (remainder < 0.0f) != (b < 0.0f);
  const float result = moved ? remainder + b : remainder;
  return result == b ? std::nextafter(b, 0.0f) : result;
}

}  // namespace

TEST_CASE("floor, ceil and round agree with the C library on every kind of number") {
  for_each_float(1024, check_rounding);
  for (int halves = -10'000; halves <= 10'000; ++halves) {
    const float x = 0.5f * static_cast<float>(halves);
    check_rounding(x);
    check_rounding(std::nextafter(x, kInfinity));
    check_rounding(std::nextafter(x, -kInfinity));
  }
}

TEST_CASE("halves are rounded away from zero") {
  CHECK(math::round(0.5f) == 1.0f);
  CHECK(math::round(-0.5f) == -1.0f);
  CHECK(math::round(2.5f) == 3.0f);
  CHECK(math::round(0.49999997f) == 0.0f);
  CHECK(math::round(8388607.5f) == 8388608.0f);
}

TEST_CASE("modulo is the exact remainder with the divisor's sign") {
  uint64_t compared = 0;
  for (uint64_t i = 0; i < 600'000; ++i) {
    const uint64_t bits = random_bits(i);
    auto a = std::bit_cast<float>(static_cast<uint32_t>(bits));
    auto b = std::bit_cast<float>(static_cast<uint32_t>(bits >> 32));
    if (!std::isfinite(a) || !std::isfinite(b) || a == 0.0f || b == 0.0f) continue;
    if (i % 3 == 1) b = std::ldexp(b, std::ilogb(a) - std::ilogb(b) - static_cast<int>(i % 50));
    if (i % 3 == 2) {  // multiples, near misses and their neighbours
      b = static_cast<float>(static_cast<int32_t>(bits >> 32) % 1000) / 8.0f;
      a = std::nextafter(b * static_cast<float>(static_cast<int32_t>(bits) % 10'000), (i & 1) != 0 ? a : b);
    }
    if (!std::isfinite(b) || b == 0.0f) continue;
    if (!(std::abs(static_cast<double>(a) / static_cast<double>(b)) < 0x1p+49)) continue;
    ++compared;
    if (math::modulo(a, b) != exact_modulo(a, b)) FAIL(a << " modulo " << b);
  }
  CHECK(compared > 400'000);
}

TEST_CASE("modulo never leaves the half-open range from 0 to its divisor") {
  const auto inside = [](float a, float b) {
    const float result = math::modulo(a, b);
    if (b == 0.0f) return result == 0.0f;
    return b > 0.0f ? result >= 0.0f && result < b : result <= 0.0f && result > b;
  };
  for (const float a : kSpecialNumbers) {
    for (const float b : kSpecialNumbers) {
      CHECK((inside(a, b) && inside(-a, b) && inside(a, -b) && inside(-a, -b)));
    }
  }
  for (uint64_t i = 0; i < 300'000; ++i) {
    const auto a = std::bit_cast<float>(static_cast<uint32_t>(random_bits(i)));
    const auto b = std::bit_cast<float>(static_cast<uint32_t>(random_bits(i) >> 32));
    if (std::isfinite(a) && std::isfinite(b) && !inside(a, b)) FAIL(a << " modulo " << b);
  }
}

TEST_CASE("modulo by example") {
  CHECK(math::modulo(7.0f, 3.0f) == 1.0f);
  CHECK(math::modulo(-7.0f, 3.0f) == 2.0f);
  CHECK(math::modulo(7.0f, -3.0f) == -2.0f);
  CHECK(math::modulo(-7.0f, -3.0f) == -1.0f);
  CHECK(math::modulo(6.0f, 3.0f) == 0.0f);
  CHECK(math::modulo(5.0f, 0.0f) == 0.0f);
  CHECK(math::modulo(0.0f, 0.0f) == 0.0f);
  CHECK(math::modulo(-0.0f, 3.0f) == 0.0f);
  CHECK(math::modulo(-1e-10f, 1.0f) == 0.99999994f);  // the sum rounds to 1, which is outside
  CHECK(math::modulo(1e30f, 3.0f) == 0.0f);           // further than 2^50 divisors
}

}  // namespace ishi::testing::rounding_test
