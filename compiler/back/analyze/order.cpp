#include "analyze/order.h"

namespace ishi::compiler {
namespace {

// Every rule rests on this: rounding keeps the order of numbers.
class Order {
 public:
  Order(const AnalyzedProgram& program, const Ranges& ranges) : p_(program), r_(ranges) {}

  // u >= v.
  bool holds(uint32_t u, uint32_t v) {
    if (u == v || r_[u].low >= r_[v].high) return true;
    if (left_ == 0) return false;
    --left_;
    return by_parts(u, v) || by_greater(u, v) || by_less(u, v);
  }

 private:
  [[nodiscard]] OperationCode code_of(uint32_t i) const {
    return p_.is_source(i) ? OperationCode::constant : p_.operations[i].code;
  }
  [[nodiscard]] bool is_positive(uint32_t i) const { return r_[i].low >= 0; }

  // Both are made in the same way.
  bool by_parts(uint32_t u, uint32_t v) {
    const LoweredOperation& a = p_.operations[u];
    const LoweredOperation& b = p_.operations[v];
    if (code_of(u) != code_of(v)) return false;
    switch (code_of(u)) {
      case OperationCode::spread:
      case OperationCode::saturate:
      case OperationCode::square_root: return holds(a.a, b.a);
      case OperationCode::negate: return holds(b.a, a.a);
      case OperationCode::subtract: return holds(a.a, b.a) && holds(b.b, a.b);
      case OperationCode::add:
      case OperationCode::minimum:
      case OperationCode::maximum:
        return (holds(a.a, b.a) && holds(a.b, b.b)) || (holds(a.a, b.b) && holds(a.b, b.a));
      case OperationCode::multiply:
        return times(a.a, a.b, b.a, b.b) || times(a.a, a.b, b.b, b.a) || times(a.b, a.a, b.a, b.b) ||
               times(a.b, a.a, b.b, b.a);
      case OperationCode::select: return a.a == b.a && holds(a.b, b.b) && holds(a.c, b.c);
      default: return false;
    }
  }

  // a * b >= c * d, where a >= c and b >= d and nothing is below 0; or a is c, and b >= d or the other way
  // round.
  bool times(uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
    if (a == c) return is_positive(a) ? holds(b, d) : r_[a].high <= 0 && holds(d, b);
    return is_positive(b) && is_positive(c) && holds(a, c) && holds(b, d);
  }

  // The operands of u are enough.
  bool by_greater(uint32_t u, uint32_t v) {
    const LoweredOperation& o = p_.operations[u];
    const auto grows = [&](uint32_t part, uint32_t by) {
      return r_[by].low >= 1 && is_positive(part) && holds(part, v);
    };
    switch (code_of(u)) {
      case OperationCode::maximum: return holds(o.a, v) || holds(o.b, v);
      case OperationCode::minimum: return holds(o.a, v) && holds(o.b, v);
      case OperationCode::add:
        return (is_positive(o.b) && holds(o.a, v)) || (is_positive(o.a) && holds(o.b, v));
      case OperationCode::multiply: return grows(o.a, o.b) || grows(o.b, o.a);
      case OperationCode::select: return holds(o.b, v) && holds(o.c, v);
      default: return false;
    }
  }

  // The operands of v are little enough.
  bool by_less(uint32_t u, uint32_t v) {
    const LoweredOperation& o = p_.operations[v];
    const auto shrinks = [&](uint32_t part, uint32_t by) {
      return r_[by].low >= 0 && r_[by].high <= 1 && is_positive(part) && holds(u, part);
    };
    switch (code_of(v)) {
      case OperationCode::minimum: return holds(u, o.a) || holds(u, o.b);
      case OperationCode::maximum: return holds(u, o.a) && holds(u, o.b);
      case OperationCode::add:
        return (r_[o.b].high <= 0 && holds(u, o.a)) || (r_[o.a].high <= 0 && holds(u, o.b));
      case OperationCode::subtract: return is_positive(o.b) && holds(u, o.a);
      case OperationCode::multiply: return shrinks(o.a, o.b) || shrinks(o.b, o.a);
      case OperationCode::select: return holds(u, o.b) && holds(u, o.c);
      default: return false;
    }
  }

  const AnalyzedProgram& p_;
  const Ranges& r_;
  int left_ = 200;  // pairs that are looked at
};

}  // namespace

bool is_at_least(const AnalyzedProgram& program, const Ranges& ranges, uint32_t greater, uint32_t less) {
  return Order(program, ranges).holds(greater, less);
}

}  // namespace ishi::compiler
