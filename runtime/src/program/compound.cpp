#include "program/compound.h"

#include <utility>

namespace ishi {
namespace {

class CompoundFinder {
 public:
  CompoundFinder(std::span<const blob::Operation> program, std::span<const Domain> domains,
                 std::span<const uint32_t> uses)
      : program_(program), domains_(domains), uses_(uses) {}

  // The compound that ends with operation `i`. The operations inside of it are in `inside`.
  bool match(uint32_t i, Compound& compound) {
    root_ = i;
    inside_count = 0;
    if (domains_[i] != Domain::agent) return false;
    if (is_sum(i)) return match_sum(i, compound) && inside_count > 0;
    if (code_of(i) != OperationCode::multiply || !reads_agents(i)) return false;
    const uint32_t a = program_[i].a(), b = program_[i].b();
    if (match_weighted(a, b, compound) || match_weighted(b, a, compound)) return true;
    compound = Compound();
    inside_count = 0;
    return match_product(i, compound) && inside_count > 0;
  }

  uint32_t inside[2 * Compound::kMost + 3] = {};
  uint32_t inside_count = 0;

 private:
  [[nodiscard]] OperationCode code_of(uint32_t i) const {
    return static_cast<OperationCode>(program_[i].code());
  }
  [[nodiscard]] bool is_agents(uint32_t i) const { return domains_[i] == Domain::agent; }
  [[nodiscard]] bool reads_agents(uint32_t i) const {
    return is_agents(program_[i].a()) && is_agents(program_[i].b());
  }
  [[nodiscard]] bool is_sum(uint32_t i) const {
    return code_of(i) == OperationCode::add || code_of(i) == OperationCode::subtract;
  }
  // True if nothing but this compound needs an operation.
  [[nodiscard]] bool is_inner(uint32_t i) const {
    return is_agents(i) && uses_[i] == 1 && program_[i].gate() == program_[root_].gate();
  }
  void take(uint32_t i) { inside[inside_count++] = i; }

  // product * sum
  bool match_weighted(uint32_t product, uint32_t sum, Compound& compound) {
    compound = Compound();
    inside_count = 0;
    if (!is_inner(sum) || !is_sum(sum) || !match_sum(sum, compound)) return false;
    take(sum);
    if (is_inner(product) && code_of(product) == OperationCode::multiply && reads_agents(product)) {
      take(product);
      return match_product(product, compound);
    }
    compound.factors[0] = product;
    compound.factor_count = 1;
    return true;
  }

  bool match_product(uint32_t i, Compound& compound) {
    uint32_t sides[2] = {program_[i].a(), program_[i].b()};
    const auto is_pair = [&](uint32_t side) {
      return is_inner(side) && code_of(side) == OperationCode::multiply && reads_agents(side);
    };
    if (!is_pair(sides[0])) std::swap(sides[0], sides[1]);
    for (const uint32_t side : sides) {
      if (is_pair(side)) {
        take(side);
        compound.factors[compound.factor_count++] = program_[side].a();
        compound.factors[compound.factor_count++] = program_[side].b();
      } else {
        compound.factors[compound.factor_count++] = side;
      }
    }
    return true;
  }

  // A chain of sums, at most four terms; of those that are sums themselves the first side goes on.
  bool match_sum(uint32_t i, Compound& compound) {
    uint32_t length = 0;
    Compound::Term last[Compound::kMost];
    while (true) {
      uint32_t a = program_[i].a(), b = program_[i].b();
      const bool subtracts = code_of(i) == OperationCode::subtract;
      const auto goes_on = [&](uint32_t side) {
        return length + 2 < Compound::kMost && is_inner(side) && is_sum(side) && is_chain(side);
      };
      if (!subtracts && !goes_on(a) && goes_on(b)) std::swap(a, b);
      if (!match_term(b, subtracts, last[length])) return false;
      ++length;
      if (goes_on(a)) {
        i = a;
        take(a);
        continue;
      }
      if (!match_term(a, false, compound.terms[0])) return false;
      break;
    }
    compound.term_count = length + 1;
    for (uint32_t k = 0; k < length; ++k) compound.terms[k + 1] = last[length - 1 - k];
    return true;
  }
  // True if both sides of a sum may be terms or go on.
  [[nodiscard]] bool is_chain(uint32_t i) const {
    return is_agents(program_[i].a()) && is_agents(program_[i].b());
  }

  bool match_term(uint32_t i, bool negative, Compound::Term& term) {
    if (!is_agents(i)) return false;
    term = {i, Compound::kNone, negative};
    if (!is_inner(i) || code_of(i) != OperationCode::multiply) return true;
    const uint32_t a = program_[i].a(), b = program_[i].b();
    const bool by_a = domains_[a] == Domain::constant && is_agents(b);
    const bool by_b = domains_[b] == Domain::constant && is_agents(a);
    if (!by_a && !by_b) return true;
    term = {by_a ? b : a, by_a ? a : b, negative};
    take(i);
    return true;
  }

  std::span<const blob::Operation> program_;
  std::span<const Domain> domains_;
  std::span<const uint32_t> uses_;
  uint32_t root_ = 0;
};

}  // namespace

bool Compounds::find(std::span<const blob::Operation> program, std::span<const Domain> domains,
                     std::span<const uint32_t> uses) {
  if (!of.allocate(program.size()) || !list.reserve_more(program.size())) return false;
  for (uint32_t& compound : of) compound = Compound::kNone;
  CompoundFinder finder(program, domains, uses);
  for (auto i = static_cast<uint32_t>(program.size()); i-- > 0;) {
    Compound compound;
    if (uses[i] == 0 || of[i] != Compound::kNone || !finder.match(i, compound)) continue;
    of[i] = static_cast<uint32_t>(list.size());
    for (uint32_t k = 0; k < finder.inside_count; ++k) of[finder.inside[k]] = kInside;
    list.append(compound);
  }
  return true;
}

}  // namespace ishi
