// The best loop of vector code for this one decision that could be written: one pass over the columns with
// everything in registers, constants folded, polynomials as short as a relative error of 2e-7 allows, fused
// multiply-add and estimated reciprocals where there are some. Highway compiles it for each generation of
// instructions and takes the best at run time: up to AVX2, with ISHI_AVX512 up to AVX-512, as the runtime's.
//
// decision_exact.cpp compiles it a second time with ISHI_SIMD_EXACT, for what gives the same bits on every
// machine: every product and sum is rounded, and divisions are divisions.

#include <cstdlib>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "decision_simd.cpp"  // NOLINT
#ifdef ISHI_AVX512
#define ISHI_WIDER_TARGETS 0
#else
#define ISHI_WIDER_TARGETS (HWY_AVX2 - 1)  // in what Highway has for x86, wider sets stand in lower bits
#endif
#define HWY_DISABLED_TARGETS \
  (ISHI_WIDER_TARGETS | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)  // no arrays of vectors
#include <hwy/foreach_target.h>
// After foreach_target.h, which includes this file again for each target.
#include <hwy/highway.h>

#include "decision.h"

HWY_BEFORE_NAMESPACE();
namespace ishi::benchmarks {
#ifdef ISHI_SIMD_EXACT
namespace exact {
#else
namespace fused {
#endif
namespace HWY_NAMESPACE {

#ifdef ISHI_SIMD_EXACT
constexpr bool kExact = true;
#else
constexpr bool kExact = false;
#endif

// GCC leaves some lambdas as calls otherwise.
#define ISHI_INLINE __attribute__((always_inline))

namespace hn = hwy::HWY_NAMESPACE;

#ifndef ISHI_SIMD_UNROLL
#define ISHI_SIMD_UNROLL 4
#endif

using Floats = hn::ScalableTag<float>;
using Ints = hn::RebindToSigned<Floats>;
using F = hn::Vec<Floats>;
using I = hn::Vec<Ints>;

// Several vectors, to which the same happens: while one waits for its operands, another has them.
template <size_t kVectors>
struct Pack {
  F v[kVectors];
};

template <size_t kVectors, typename Function>
HWY_INLINE Pack<kVectors> each(const Pack<kVectors>& x, const Function& function) {
  Pack<kVectors> result;
  for (size_t k = 0; k < kVectors; ++k) result.v[k] = function(x.v[k]);
  return result;
}

HWY_INLINE F set(float value) { return hn::Set(Floats(), value); }
HWY_INLINE F fma(F a, F b, F c) { return kExact ? hn::Add(hn::Mul(a, b), c) : hn::MulAdd(a, b, c); }
// The fold of (1 - low) into what a curve gives.
constexpr float scale_of(float low, bool inverted = false) { return inverted ? low - 1 : 1 - low; }
constexpr float shift_of(float low, bool inverted = false) { return inverted ? 1 : low; }

// a * x + b, x being a column's value without its range taken off.
template <size_t kVectors>
HWY_INLINE Pack<kVectors> line(const Pack<kVectors>& x, float a, float b) {
  return each(x, [=](F v) HWY_ATTR ISHI_INLINE { return fma(v, set(a), set(b)); });
}

// In each of the following x is the column's value and `norm` 1 / its range, or less than 0 for 1 - it.

// Held in low..1.
template <size_t kVectors>
HWY_INLINE Pack<kVectors> held_line(const Pack<kVectors>& x, float norm, const Linear& c) {
  const float scale = scale_of(c.low);
  const Pack<kVectors> y = line(x, c.slope * norm * scale, c.offset * scale + c.low);
  return each(y, [&](F v) HWY_ATTR ISHI_INLINE { return hn::Min(hn::Max(v, set(c.low)), set(1)); });
}

template <size_t kVectors>
HWY_INLINE Pack<kVectors> smoothstep(const Pack<kVectors>& x, float norm, const Smoothstep& c) {
  const float inverse = 1 / (c.to - c.from);
  const float scale = scale_of(c.low, c.inverted);
  return each(x, [&](F v) HWY_ATTR ISHI_INLINE {
    const F t = fma(v, set(norm * inverse), set(-c.from * inverse));
    const F held = hn::Min(hn::Max(t, set(0)), set(1));
    const F factor = fma(held, set(-2 * scale), set(3 * scale));
    return fma(hn::Mul(held, held), factor, set(shift_of(c.low, c.inverted)));
  });
}

// Added, it leaves the nearest integer in the low bits.
constexpr float kRound = 0x1.8p+23F;

// 2^t of small t. Degree 5, relative error 7.5e-8.
HWY_INLINE F exp2(F t) {
  const Floats d;
  const Ints di;
  const F shifted = hn::Add(t, set(kRound));
  const F f = hn::Sub(t, hn::Sub(shifted, set(kRound)));
  const F f2 = hn::Mul(f, f);
  const F low = fma(f, set(0.693146967F), set(1.00000007F));
  const F middle = fma(f, set(0.0555071328F), set(0.240221197F));
  const F high = fma(f, set(0.00132764714F), set(0.00967554130F));
  const F power = fma(f2, fma(f2, high, middle), low);
  return hn::BitCast(d, hn::Add(hn::BitCast(di, power), hn::ShiftLeft<23>(hn::BitCast(di, shifted))));
}

// The logarithm's integer and the rest, so that neither loses the other's bits: log2 x = exponent + f p(f).
// Degree 8, error 1.0e-7. x of 0 has -127.
HWY_INLINE F log2(F x) {
  const Floats d;
  const Ints di;
  constexpr int32_t kRootHalf = 0x3f35'04f3;
  const I bits = hn::Sub(hn::BitCast(di, x), hn::Set(di, kRootHalf));
  const I exponent = hn::ShiftRight<23>(bits);
  const I mantissa = hn::Sub(hn::BitCast(di, x), hn::ShiftLeft<23>(exponent));
  const F f = hn::Sub(hn::BitCast(d, mantissa), set(1));
  const F f2 = hn::Mul(f, f);
  const F p0 = fma(f, set(-0.721352487F), set(1.44269492F));
  const F p2 = fma(f, set(-0.360263461F), set(0.480931161F));
  const F p4 = fma(f, set(-0.248322856F), set(0.286868908F));
  const F p6 = fma(f, set(-0.149732794F), set(0.235709398F));
  const F f4 = hn::Mul(f2, f2);
  const F p = fma(f4, fma(f2, p6, p4), fma(f2, p2, p0));
  return fma(f, p, hn::ConvertTo(d, exponent));
}

// 1 / x. One step of Newton after the estimate, which has at least 11 bits here.
HWY_INLINE F reciprocal(F x) {
#if HWY_ARCH_X86 && HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
  if constexpr (!kExact) {
    const F estimate = hn::ApproximateReciprocal(x);
    return hn::Mul(estimate, hn::NegMulAdd(x, estimate, set(2)));
  }
#endif
  return hn::Div(set(1), x);
}

template <size_t kVectors>
HWY_INLINE Pack<kVectors> logistic(const Pack<kVectors>& x, float norm, float constant, const Logistic& c) {
  constexpr float kLog2E = 1.44269504F;
  const float a = -c.slope * kLog2E;
  return each(x, [&](F v) HWY_ATTR ISHI_INLINE {
    const F t = fma(v, set(norm * a), set((constant - c.midpoint) * a));
    const F y = reciprocal(hn::Add(exp2(t), set(1)));
    return c.low == 0 ? y : fma(y, set(scale_of(c.low)), set(c.low));
  });
}
template <size_t kVectors>
HWY_INLINE Pack<kVectors> logistic(const Pack<kVectors>& x, float norm, const Logistic& c) {
  return logistic(x, norm, 0, c);
}

// Of a value that has its range taken off.
template <size_t kVectors>
HWY_INLINE Pack<kVectors> power(const Pack<kVectors>& x, const Power& c) {
  return each(x, [&](F v) HWY_ATTR ISHI_INLINE {
    const F y = exp2(hn::Mul(log2(v), set(c.exponent)));
    if (c.low == 0 && !c.inverted) return y;
    return fma(y, set(scale_of(c.low, c.inverted)), set(shift_of(c.low, c.inverted)));
  });
}

template <size_t kVectors>
HWY_INLINE Pack<kVectors> square(const Pack<kVectors>& x, float norm) {
  const float scale = norm * norm * scale_of(kSquare.low);
  return each(x, [=](F v) HWY_ATTR ISHI_INLINE { return fma(hn::Mul(v, v), set(scale), set(kSquare.low)); });
}

// Straight lines as one line and what the slope changes by at each point inside: a + b x + sum of c max(x,
// point). x is nowhere below the first point; `reaches_end`: nor above the last.
template <size_t kCount, size_t kVectors>
HWY_INLINE Pack<kVectors> points(const Pack<kVectors>& x, const std::array<CurvePoint, kCount>& curve,
                                 bool reaches_end) {
  const auto slope = [&](size_t i) { return (curve[i + 1].y - curve[i].y) / (curve[i + 1].x - curve[i].x); };
  float constant = curve[0].y - curve[0].x * slope(0);
  for (size_t i = 1; i + 1 < kCount; ++i) constant -= (slope(i) - slope(i - 1)) * curve[i].x;
  return each(x, [&](F v) HWY_ATTR ISHI_INLINE {
    const F held = reaches_end ? v : hn::Min(v, set(curve[kCount - 1].x));
    F y = fma(held, set(slope(0)), set(constant));
    for (size_t i = 1; i + 1 < kCount; ++i)
      y = fma(hn::Max(held, set(curve[i].x)), set(slope(i) - slope(i - 1)), y);
    return y;
  });
}

struct Columns {
  const float* HWY_RESTRICT in[kInputs];
  int32_t* HWY_RESTRICT running;
};

// What agents run and how well, as far as their options have competed.
template <size_t kVectors>
struct Contest {
  Pack<kVectors> safety, supply, comfort;
  I running[kVectors];
  I picked[kVectors];
  F best[kVectors];
};

// One option with the four considerations that speak for it.
template <size_t kOption, size_t kVectors>
HWY_INLINE void compete(Contest<kVectors>& contest, const Pack<kVectors>& a, const Pack<kVectors>& b,
                        const Pack<kVectors>& c, const Pack<kVectors>& e) {
  const Floats d;
  const Ints di;
  constexpr auto gains = kGains[kOption];
  for (size_t k = 0; k < kVectors; ++k) {
    const F weight =
        fma(contest.safety.v[k], set(gains[0]),
            fma(contest.supply.v[k], set(gains[1]), hn::Mul(contest.comfort.v[k], set(gains[2]))));
    const F product = hn::Mul(hn::Mul(a.v[k], b.v[k]), hn::Mul(c.v[k], e.v[k]));
    const I its = hn::Set(di, kOption);
    const F inertia = hn::IfThenElseZero(hn::RebindMask(d, hn::Eq(contest.running[k], its)), set(kInertia));
    const F score = fma(product, weight, inertia);
    const auto better = hn::Gt(score, contest.best[k]);
    contest.best[k] = hn::Max(score, contest.best[k]);
    contest.picked[k] = hn::IfThenElse(hn::RebindMask(di, better), its, contest.picked[k]);
  }
}

template <size_t kVectors>
HWY_INLINE void decide_at(const Columns& columns, size_t first) {
  using P = Pack<kVectors>;
  const Floats d;
  const Ints di;
  const size_t lanes = hn::Lanes(d);
  const auto column = [&](uint32_t i) HWY_ATTR ISHI_INLINE {
    P result;
    for (size_t k = 0; k < kVectors; ++k) result.v[k] = hn::Load(d, columns.in[i] + first + k * lanes);
    return result;
  };
  constexpr float kHealth = 1.0F / 100, kStamina = 1.0F / 50, kAmmo = 1.0F / 30, kFoeDistance = 1.0F / 60,
                  kFoes = 1.0F / 8, kHome = 1.0F / 500;
  const P health = column(0), stamina = column(1), ammo = column(2), morale = column(3), hunger = column(4),
          foe_distance = column(5), foes = column(6), allies = column(7), cover_distance = column(8),
          home_distance = column(9), noise = column(10), light = column(11);

  Contest<kVectors> contest;
  contest.safety = logistic(health, -kHealth, 1, kPanic);
  contest.supply = power(line(ammo, -kAmmo, 1), kEager);
  contest.comfort = smoothstep(hunger, 1, kWary);

  for (size_t k = 0; k < kVectors; ++k) {
    contest.running[k] = hn::Load(di, columns.running + first + k * lanes);
    contest.picked[k] = contest.running[k];
    contest.best[k] = set(0);
  }
  compete<0>(contest, points(foe_distance, kNear, false), logistic(health, kHealth, kBrave),
             square(ammo, kAmmo), smoothstep(morale, 1, kWary));
  compete<1>(contest, points(foe_distance, kBand, true), held_line(light, 1, kGrowing), power(noise, kSlow),
             logistic(foes, kFoes, kCalm));
  compete<2>(contest, points(foes, kCrowd, false), line(health, kFading.slope * kHealth, kFading.offset),
             logistic(stamina, kStamina, kBrave), logistic(morale, 1, kCalm));
  compete<3>(contest, points(cover_distance, kReach, true), smoothstep(light, 1, kDim),
             line(noise, kFading.slope, kFading.offset), logistic(foes, kFoes, kPanic));
  compete<4>(contest, power(line(ammo, kAmmo, 0), kSlow), smoothstep(foes, kFoes, kDim),
             logistic(foe_distance, kFoeDistance, kPanic), line(morale, kFading.slope, kFading.offset));
  const auto cube = [](F v) HWY_ATTR ISHI_INLINE {
    constexpr float kScale = -kStamina * kStamina * kStamina;
    return fma(hn::Mul(v, v), hn::Mul(v, set(kScale)), set(1));
  };
  compete<5>(contest, each(stamina, cube), smoothstep(foe_distance, kFoeDistance, kWary),
             logistic(noise, 1, kCalm), points(home_distance, kHomely, true));
  compete<6>(contest, square(hunger, 1), line(foes, kFading.slope * kFoes, kFading.offset),
             smoothstep(noise, 1, kDim), logistic(light, 1, kBrave));
  compete<7>(contest, points(allies, kCrowd, false), held_line(home_distance, kHome, kGrowing),
             power(line(foes, kFoes, 0), kEager), smoothstep(stamina, kStamina, kWary));
  for (size_t k = 0; k < kVectors; ++k) hn::Store(contest.picked[k], di, columns.running + first + k * lanes);
}

void Decide(const float* const* inputs, int32_t* running, size_t count) {
  Columns columns{};
  for (uint32_t i = 0; i < kInputs; ++i) columns.in[i] = inputs[i];
  columns.running = running;
  constexpr size_t kVectors = ISHI_SIMD_UNROLL;
  const size_t lanes = hn::Lanes(Floats());
  size_t i = 0;
  for (; i + kVectors * lanes <= count; i += kVectors * lanes) decide_at<kVectors>(columns, i);
  for (; i < count; i += lanes) decide_at<1>(columns, i);
}

}  // namespace HWY_NAMESPACE
}  // namespace exact or fused
}  // namespace ishi::benchmarks
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ishi::benchmarks {

#ifdef ISHI_SIMD_EXACT

namespace exact {
HWY_EXPORT(Decide);

void decide(const float* const* inputs, int32_t* running, size_t count) {
  HWY_DYNAMIC_DISPATCH(Decide)(inputs, running, count);
}
}  // namespace exact

#else

namespace fused {
HWY_EXPORT(Decide);

// Not behind the first call's choice of instructions: that is made once.
void decide(const float* const* inputs, int32_t* running, size_t count) {
  HWY_DYNAMIC_DISPATCH(Decide)(inputs, running, count);
}
}  // namespace fused

void SimdCrowd::Free::operator()(void* memory) const { std::free(memory); }

SimdCrowd::SimdCrowd(uint32_t count) : count_(count) {
  constexpr size_t kPage = 1024;  // of floats
  size_t stride = (size_t{count} + kPadding - 1) / kPadding * kPadding + kPadding;
  if (stride % kPage < kPadding) stride += 2 * kPadding;
  const size_t floats = stride * (kInputs + 1);
  memory_.reset(static_cast<float*>(std::aligned_alloc(256, floats * sizeof(float))));
  if (!memory_) std::abort();
  for (size_t i = 0; i < floats; ++i) memory_[i] = 0;
  for (uint32_t i = 0; i < kInputs; ++i) columns_[i] = memory_.get() + i * stride;
  running_ = reinterpret_cast<int32_t*>(memory_.get() + kInputs * stride);
  for (size_t i = 0; i < stride; ++i) running_[i] = kNothing;
}

void SimdCrowd::decide() { fused::decide(columns_.data(), running_, count_); }
void ExactSimdCrowd::decide() { exact::decide(columns_.data(), running_, count_); }

#endif

}  // namespace ishi::benchmarks
#endif  // HWY_ONCE
