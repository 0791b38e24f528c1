#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "ishi/program.h"

// What a program's validation asks about operations, looked up instead of computed: an asset may have
// a hundred thousand of them. The tables are made from `operations::All`, `join` and `domain_of`.

namespace ishi {

inline constexpr size_t kDomainCount = static_cast<size_t>(Domain::candidate) + 1;

// A set of domains: a bit for each.
using DomainSet = uint8_t;
[[nodiscard]] constexpr DomainSet set_of(Domain domain) {
  return static_cast<DomainSet>(1u << static_cast<uint32_t>(domain));
}

struct OperationRules {
  uint8_t operands;
  ParameterKind parameter;
  bool elementwise;  // a function of its operands alone
  bool scoped;       // its domain is said by the scope of its key or set
  bool owned;        // only some programs may have it
  bool reduces;      // as ishi::reduces()
  bool of_member;    // reads a member, or says which one is bound
  // For the joined domain of the operands; only those in the agent's scope if `scoped`.
  std::array<Domain, kDomainCount> domain;
  // By the operation's own domain, what its operands may have.
  std::array<DomainSet, kDomainCount> readable;
};

// By code.
extern const std::array<OperationRules, kOperationCount> kOperationRules;
extern const std::array<std::array<Domain, kDomainCount>, kDomainCount> kJoinedDomains;

// The runtime asks these and not `operation_table()`, whose names and forms a game that asks for none does
// not have then.
[[nodiscard]] inline const OperationRules& rules_of(OperationCode code) {
  return kOperationRules[static_cast<size_t>(code)];
}

}  // namespace ishi
