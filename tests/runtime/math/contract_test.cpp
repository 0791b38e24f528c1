#include <catch2/catch.hpp>
#include <cstddef>

#include "math/exponential.h"
#include "math/logarithm.h"
#include "math/power.h"
#include "math/rounding.h"
#include "math/trigonometry.h"
#include "samples.h"

// What the float contract promises of every function of the folder: a finite result for whatever comes in,
// and the same bits from every compiler, optimisation level and instruction set, in loops and alone.

namespace ishi::testing::math_contract_test {

using namespace ishi::math_tests;
namespace math = ishi::math;

namespace {

constexpr size_t kLanes = 256;
constexpr uint64_t kBlocks = 256;

using Lanes = std::array<float, kLanes>;

struct Subject {
  const char* name;
  uint64_t hash;  // of the results' bits over the fixed arguments
  float (*alone)(float, float);
  void (*over_lanes)(const Lanes& a, const Lanes& b, Lanes& result);
};

// A function of one argument leaves the second unread.
template <auto function>
float call(float a, [[maybe_unused]] float b) {
  if constexpr (requires { function(a, b); }) {
    return function(a, b);
  } else {
    return function(a);
  }
}

// The plain loop that compilers turn into vector code.
template <auto function>
void call_over_lanes(const Lanes& a, const Lanes& b, Lanes& result) {
  for (size_t i = 0; i < kLanes; ++i) result[i] = call<function>(a[i], b[i]);
}

template <auto function>
constexpr Subject subject(const char* name, uint64_t hash) {
  return {name, hash, call<function>, call_over_lanes<function>};
}

// A hash changes only with a function's results, which is a change of the blob's version.
constexpr std::array kSubjects = {
    subject<math::exp<float>>("exp", 0x1e45'4f81'c145'43f4),
    subject<math::expm1<float>>("expm1", 0x0757'962b'6a07'133b),
    subject<math::log<float>>("log", 0x22e0'ad56'f357'0e04),
    subject<math::exp2_held<float>>("exp2_held", 0x8fbe'3be5'c7be'988f),
    subject<math::curve_power>("curve_power", 0x905d'50bf'1b15'049b),
    subject<math::pow>("pow", 0x5517'8714'4dd2'bcdf),
    subject<math::sin>("sin", 0x9f51'cfd4'858a'adce),
    subject<math::cos>("cos", 0xbfef'daab'7697'644f),
    subject<math::sin_turns<float>>("sin_turns", 0xc5d2'df73'cf56'7eb2),
    subject<math::atan2>("atan2", 0x145d'842f'8a68'0fe1),
    subject<math::floor<float>>("floor", 0xe2fb'ecbd'3319'e6a8),
    subject<math::ceil<float>>("ceil", 0xf7cb'2601'bfc8'3bb8),
    subject<math::round<float>>("round", 0xfba1'eb1d'bc7f'3452),
    subject<math::modulo>("modulo", 0x1027'2e7b'6845'a96c),
};

// By chance any finite float, one of everyday size, or a quarter of an integer.
float argument(uint64_t n) {
  const uint64_t bits = random_bits(n);
  const auto low = static_cast<uint32_t>(bits);
  const uint32_t sign = low & 0x8000'0000u;
  switch (bits >> 62) {
    case 0: return std::bit_cast<float>((low % 0x7f80'0000u) | sign);
    case 1: return (sign != 0 ? -0.25f : 0.25f) * static_cast<float>(low % 33);
    default: return std::bit_cast<float>((0x3a80'0000u + low % 0x0800'0000u) | sign);  // 2^-10..64
  }
}

void fill_block(uint64_t block, Lanes& a, Lanes& b) {
  for (size_t i = 0; i < kLanes; ++i) {
    a[i] = argument(2 * (block * kLanes + i));
    b[i] = argument(2 * (block * kLanes + i) + 1);
  }
}

uint64_t add_to_hash(uint64_t hash, float x) {
  constexpr uint64_t kFnvPrime = 0x100'0000'01b3;
  return (hash ^ std::bit_cast<uint32_t>(x)) * kFnvPrime;
}

constexpr uint64_t kFnvBasis = 0xcbf2'9ce4'8422'2325;

}  // namespace

TEST_CASE("every result has the same bits from every compiler, in a loop and alone") {
  Lanes a{};
  Lanes b{};
  Lanes results{};
  for (const Subject& subject : kSubjects) {
    uint64_t of_loops = kFnvBasis;
    uint64_t of_calls = kFnvBasis;
    for (uint64_t block = 0; block < kBlocks; ++block) {
      fill_block(block, a, b);
      subject.over_lanes(a, b, results);
      for (const float result : results) of_loops = add_to_hash(of_loops, result);
      for (size_t i = 0; i < kLanes; ++i) of_calls = add_to_hash(of_calls, subject.alone(a[i], b[i]));
    }
    INFO(subject.name << std::hex << ": loops 0x" << of_loops << ", calls 0x" << of_calls);
    CHECK(of_loops == subject.hash);
    CHECK(of_calls == subject.hash);
  }
}

TEST_CASE("every result is finite for a million patterns of bits, NaN and infinities among them") {
  constexpr std::array kStrange = {0x7f80'0000u, 0xff80'0000u, 0x7fc0'0000u, 0xffc0'0000u,
                                   0x7f80'0001u, 0xffff'ffffu, 0x0000'0000u, 0x8000'0000u};
  for (const Subject& subject : kSubjects) {
    for (uint64_t i = 0; i < 1'000'000; ++i) {
      const uint64_t bits = random_bits(i);
      auto low = static_cast<uint32_t>(bits);
      auto high = static_cast<uint32_t>(bits >> 32);
      if (i % 8 == 1) low = kStrange[(bits >> 7) % kStrange.size()];
      if (i % 8 >= 1 && i % 8 <= 2) high = kStrange[(bits >> 17) % kStrange.size()];
      const float result = subject.alone(std::bit_cast<float>(low), std::bit_cast<float>(high));
      if (!std::isfinite(result)) FAIL(subject.name << std::hex << " of 0x" << low << ", 0x" << high);
    }
  }
}

TEST_CASE("every result is finite for all pairs of numbers at which something changes") {
  for (const Subject& subject : kSubjects) {
    for (const float a : kSpecialNumbers) {
      for (const float b : kSpecialNumbers) {
        for (const float x : {a, -a, kInfinity, -kInfinity, kNotANumber}) {
          for (const float y : {b, -b, kInfinity, -kInfinity, kNotANumber}) {
            if (!std::isfinite(subject.alone(x, y))) FAIL(subject.name << " of " << x << ", " << y);
          }
        }
      }
    }
  }
}

}  // namespace ishi::testing::math_contract_test
