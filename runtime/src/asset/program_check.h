#pragma once

#include <cstdint>
#include <span>

#include "asset/asset_state.h"
#include "asset/check.h"
#include "asset/tables.h"

// One program of a blob.

namespace ishi {

// What a program may name besides the asset's own vectors.
struct ProgramOwner {
  uint32_t options = 0;                          // how many options its agent has
  std::span<const blob::Choice> choices = {};    // of its agent
  bool gates = false;                            // true if it may have gates
  bool step = false;                             // true if it is a formula of a body
  bool carries = false;                          // true if agents carry levels
  bool target = false;                           // true if it is a formula of a sense or sound
  uint32_t moments = 0;                          // how many its agent keeps
  uint32_t set = kNotFound;                      // of a formula: whose bound member it reads
  std::span<const blob::Parameter> record = {};  // what it is given
  std::span<const blob::Parameter> givens = {};  // what its agent's steps are given back
};

// That each operation takes what its code takes, of operations before it. Fills the domains of its
// operations, and the `each` of the pass in which each of them stands.
bool check_program(Check& check, const Tables& tables, std::span<const MemberField> member_fields,
                   std::span<const blob::Operation> program, const ProgramOwner& owner,
                   std::span<Domain> domains, std::span<uint32_t> passes);

}  // namespace ishi
