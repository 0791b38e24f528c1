// The lanes of vectors of the instruction set that is compiled for: what the texts of math/*.inl,
// program/operations.inl and program/curves.inl need of a float. program/machine.cpp includes it once for
// each instruction set.

namespace hn = hwy::HWY_NAMESPACE;

// At most 16 lanes, which rows of registers are a multiple of.
using FloatTag = hn::CappedTag<float, 16>;
using BitsTag = hn::RebindToUnsigned<FloatTag>;
using IntegerTag = hn::RebindToSigned<FloatTag>;

// One vector. Friends say themselves for what they are compiled: g++ does not tell them, and where they are not
// inlined they would be called in another way than they expect. What is called on it is found by its type, so that `select(x < 0.0f, …)` means one thing in the
// texts, whatever x is.
struct Lanes {
  static constexpr size_t kLanes = hn::MaxLanes(FloatTag());

  struct Mask {
    hn::Mask<FloatTag> raw;

    friend HWY_ATTR HWY_INLINE Mask operator&(Mask a, Mask b) { return {hn::And(a.raw, b.raw)}; }
    friend HWY_ATTR HWY_INLINE Mask operator|(Mask a, Mask b) { return {hn::Or(a.raw, b.raw)}; }
    friend HWY_ATTR HWY_INLINE Lanes select(Mask condition, Lanes a, Lanes b) {
      return hn::IfThenElse(condition.raw, a.raw, b.raw);
    }
    friend HWY_ATTR HWY_INLINE bool all_of(Mask mask) { return hn::AllTrue(FloatTag(), mask.raw); }
  };

  struct Bits {
    hn::Vec<BitsTag> raw;

    HWY_INLINE Bits(hn::Vec<BitsTag> v) : raw(v) {}
    HWY_INLINE Bits(uint32_t each) : raw(hn::Set(BitsTag(), each)) {}
    friend HWY_ATTR HWY_INLINE Bits operator+(Bits a, Bits b) { return hn::Add(a.raw, b.raw); }
    friend HWY_ATTR HWY_INLINE Bits operator-(Bits a, Bits b) { return hn::Sub(a.raw, b.raw); }
    friend HWY_ATTR HWY_INLINE Bits operator&(Bits a, Bits b) { return hn::And(a.raw, b.raw); }
    friend HWY_ATTR HWY_INLINE Bits operator^(Bits a, Bits b) { return hn::Xor(a.raw, b.raw); }
    // By 23 or 31, which are known when it is compiled; to the right by 23.
    friend HWY_ATTR HWY_INLINE Bits operator<<(Bits a, int places) {
      return places == 23 ? hn::ShiftLeft<23>(a.raw) : hn::ShiftLeft<31>(a.raw);
    }
    friend HWY_ATTR HWY_INLINE Bits operator>>(Bits a, int) { return hn::ShiftRight<23>(a.raw); }
    friend HWY_ATTR HWY_INLINE Bits shift_with_sign(Bits bits) {
      return hn::BitCast(BitsTag(), hn::ShiftRight<23>(hn::BitCast(IntegerTag(), bits.raw)));
    }
    friend HWY_ATTR HWY_INLINE Mask is_zero(Bits bits) {
      return {hn::RebindMask(FloatTag(), hn::Eq(bits.raw, hn::Zero(BitsTag())))};
    }
    friend HWY_ATTR HWY_INLINE Lanes float_of(Bits bits) { return hn::BitCast(FloatTag(), bits.raw); }
    friend HWY_ATTR HWY_INLINE Lanes to_float(Bits bits) {
      return hn::ConvertTo(FloatTag(), hn::BitCast(IntegerTag(), bits.raw));
    }
  };

  hn::Vec<FloatTag> raw;

  HWY_INLINE Lanes() : raw(hn::Zero(FloatTag())) {}
  HWY_INLINE Lanes(hn::Vec<FloatTag> v) : raw(v) {}
  HWY_INLINE Lanes(float each) : raw(hn::Set(FloatTag(), each)) {}

  static HWY_INLINE Lanes load(const float* at) { return hn::Load(FloatTag(), at); }
  static HWY_INLINE Lanes load_unaligned(const float* at) { return hn::LoadU(FloatTag(), at); }
  HWY_INLINE void store(float* at) const { hn::Store(raw, FloatTag(), at); }

  friend HWY_ATTR HWY_INLINE Lanes operator+(Lanes a, Lanes b) { return hn::Add(a.raw, b.raw); }
  friend HWY_ATTR HWY_INLINE Lanes operator-(Lanes a, Lanes b) { return hn::Sub(a.raw, b.raw); }
  friend HWY_ATTR HWY_INLINE Lanes operator*(Lanes a, Lanes b) { return hn::Mul(a.raw, b.raw); }
  friend HWY_ATTR HWY_INLINE Lanes operator/(Lanes a, Lanes b) { return hn::Div(a.raw, b.raw); }
  friend HWY_ATTR HWY_INLINE Lanes operator-(Lanes a) { return hn::Neg(a.raw); }
  friend HWY_ATTR HWY_INLINE Mask operator<(Lanes a, Lanes b) { return {hn::Lt(a.raw, b.raw)}; }
  friend HWY_ATTR HWY_INLINE Mask operator<=(Lanes a, Lanes b) { return {hn::Le(a.raw, b.raw)}; }
  friend HWY_ATTR HWY_INLINE Mask operator>(Lanes a, Lanes b) { return {hn::Gt(a.raw, b.raw)}; }
  friend HWY_ATTR HWY_INLINE Mask operator>=(Lanes a, Lanes b) { return {hn::Ge(a.raw, b.raw)}; }
  friend HWY_ATTR HWY_INLINE Mask operator==(Lanes a, Lanes b) { return {hn::Eq(a.raw, b.raw)}; }
  friend HWY_ATTR HWY_INLINE Mask operator!=(Lanes a, Lanes b) { return {hn::Ne(a.raw, b.raw)}; }

  friend HWY_ATTR HWY_INLINE Bits bits_of(Lanes x) { return hn::BitCast(BitsTag(), x.raw); }
  friend HWY_ATTR HWY_INLINE Lanes absolute(Lanes x) { return hn::Abs(x.raw); }
  friend HWY_ATTR HWY_INLINE Lanes with_sign_of(Lanes x, Lanes size) { return hn::CopySign(size.raw, x.raw); }
  friend HWY_ATTR HWY_INLINE Lanes square_root(Lanes x) { return hn::Sqrt(x.raw); }

  // a > b ? a : b and a < b ? a : b, for NaN and zeros too: so the instructions of x86 are defined.
#if HWY_ARCH_X86 && HWY_TARGET != HWY_EMU128 && HWY_TARGET != HWY_SCALAR
  friend HWY_ATTR HWY_INLINE Lanes higher(Lanes a, Lanes b) { return hn::Max(a.raw, b.raw); }
  friend HWY_ATTR HWY_INLINE Lanes lower(Lanes a, Lanes b) { return hn::Min(a.raw, b.raw); }
#else
  friend HWY_ATTR HWY_INLINE Lanes higher(Lanes a, Lanes b) { return select(a > b, a, b); }
  friend HWY_ATTR HWY_INLINE Lanes lower(Lanes a, Lanes b) { return select(a < b, a, b); }
#endif
  friend HWY_ATTR HWY_INLINE Lanes clamp(Lanes x, Lanes low, Lanes high) { return lower(higher(x, low), high); }
  friend HWY_ATTR HWY_INLINE Lanes saturate(Lanes x) {
    return clamp(x, -::ishi::math::kLargest, ::ishi::math::kLargest);
  }
};

// Two of them, or of their pairs, side by side: where each result waits for the one before, the other one's
// work fills the time.
template <typename F>
struct Twice {
  static constexpr size_t kLanes = 2 * F::kLanes;

  struct Mask {
    typename F::Mask a, b;

    friend HWY_ATTR HWY_INLINE Mask operator&(Mask x, Mask y) { return {x.a & y.a, x.b & y.b}; }
    friend HWY_ATTR HWY_INLINE Mask operator|(Mask x, Mask y) { return {x.a | y.a, x.b | y.b}; }
    friend HWY_ATTR HWY_INLINE Twice select(Mask condition, Twice x, Twice y) {
      return {select(condition.a, x.a, y.a), select(condition.b, x.b, y.b)};
    }
    friend HWY_ATTR HWY_INLINE bool all_of(Mask mask) { return all_of(mask.a) && all_of(mask.b); }
  };

  struct Bits {
    typename F::Bits a, b;

    HWY_INLINE Bits(typename F::Bits first, typename F::Bits second) : a(first), b(second) {}
    HWY_INLINE Bits(uint32_t each) : a(each), b(each) {}
    friend HWY_ATTR HWY_INLINE Bits operator+(Bits x, Bits y) { return {x.a + y.a, x.b + y.b}; }
    friend HWY_ATTR HWY_INLINE Bits operator-(Bits x, Bits y) { return {x.a - y.a, x.b - y.b}; }
    friend HWY_ATTR HWY_INLINE Bits operator&(Bits x, Bits y) { return {x.a & y.a, x.b & y.b}; }
    friend HWY_ATTR HWY_INLINE Bits operator^(Bits x, Bits y) { return {x.a ^ y.a, x.b ^ y.b}; }
    friend HWY_ATTR HWY_INLINE Bits operator<<(Bits x, int places) { return {x.a << places, x.b << places}; }
    friend HWY_ATTR HWY_INLINE Bits operator>>(Bits x, int places) { return {x.a >> places, x.b >> places}; }
    friend HWY_ATTR HWY_INLINE Bits shift_with_sign(Bits x) { return {shift_with_sign(x.a), shift_with_sign(x.b)}; }
    friend HWY_ATTR HWY_INLINE Mask is_zero(Bits x) { return {is_zero(x.a), is_zero(x.b)}; }
    friend HWY_ATTR HWY_INLINE Twice float_of(Bits x) { return {float_of(x.a), float_of(x.b)}; }
    friend HWY_ATTR HWY_INLINE Twice to_float(Bits x) { return {to_float(x.a), to_float(x.b)}; }
  };

  F a, b;

  HWY_INLINE Twice() = default;
  HWY_INLINE Twice(F first, F second) : a(first), b(second) {}
  HWY_INLINE Twice(float each) : a(each), b(each) {}

  static HWY_INLINE Twice load(const float* at) { return {F::load(at), F::load(at + F::kLanes)}; }
  HWY_INLINE void store(float* at) const {
    a.store(at);
    b.store(at + F::kLanes);
  }

  friend HWY_ATTR HWY_INLINE Twice operator+(Twice x, Twice y) { return {x.a + y.a, x.b + y.b}; }
  friend HWY_ATTR HWY_INLINE Twice operator-(Twice x, Twice y) { return {x.a - y.a, x.b - y.b}; }
  friend HWY_ATTR HWY_INLINE Twice operator*(Twice x, Twice y) { return {x.a * y.a, x.b * y.b}; }
  friend HWY_ATTR HWY_INLINE Twice operator/(Twice x, Twice y) { return {x.a / y.a, x.b / y.b}; }
  friend HWY_ATTR HWY_INLINE Twice operator-(Twice x) { return {-x.a, -x.b}; }
  friend HWY_ATTR HWY_INLINE Mask operator<(Twice x, Twice y) { return {x.a < y.a, x.b < y.b}; }
  friend HWY_ATTR HWY_INLINE Mask operator<=(Twice x, Twice y) { return {x.a <= y.a, x.b <= y.b}; }
  friend HWY_ATTR HWY_INLINE Mask operator>(Twice x, Twice y) { return {x.a > y.a, x.b > y.b}; }
  friend HWY_ATTR HWY_INLINE Mask operator>=(Twice x, Twice y) { return {x.a >= y.a, x.b >= y.b}; }
  friend HWY_ATTR HWY_INLINE Mask operator==(Twice x, Twice y) { return {x.a == y.a, x.b == y.b}; }
  friend HWY_ATTR HWY_INLINE Mask operator!=(Twice x, Twice y) { return {x.a != y.a, x.b != y.b}; }

  friend HWY_ATTR HWY_INLINE Bits bits_of(Twice x) { return {bits_of(x.a), bits_of(x.b)}; }
  friend HWY_ATTR HWY_INLINE Twice absolute(Twice x) { return {absolute(x.a), absolute(x.b)}; }
  friend HWY_ATTR HWY_INLINE Twice with_sign_of(Twice x, Twice size) {
    return {with_sign_of(x.a, size.a), with_sign_of(x.b, size.b)};
  }
  friend HWY_ATTR HWY_INLINE Twice square_root(Twice x) { return {square_root(x.a), square_root(x.b)}; }
  friend HWY_ATTR HWY_INLINE Twice higher(Twice x, Twice y) { return {higher(x.a, y.a), higher(x.b, y.b)}; }
  friend HWY_ATTR HWY_INLINE Twice lower(Twice x, Twice y) { return {lower(x.a, y.a), lower(x.b, y.b)}; }
  friend HWY_ATTR HWY_INLINE Twice clamp(Twice x, Twice low, Twice high) { return lower(higher(x, low), high); }
  friend HWY_ATTR HWY_INLINE Twice saturate(Twice x) { return {saturate(x.a), saturate(x.b)}; }
};
