#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <unordered_map>

#include "resolve/include.h"
#include "syntax/tree.h"

// The number of times that names stand in texts, and their meaning: where `hunger` stands below `gains` a
// need or drive is meant, whatever else has that name. What is only a label (of a consideration, a state, a
// method) is no name of anything, and a declaration does not use what it declares.

namespace ishi::compiler {

enum class Role : uint8_t {
  option,    // in an agent's list of actions
  amount,    // what an action gains or changes, or an importance weighs
  level,     // behind `needs.` or `drives.`
  extended,  // what an entry `extends`
  filled,    // a memory that a sense or step remembers something in, or forgets it
  other,
};

struct Uses {
  std::array<size_t, 6> by_role{};

  [[nodiscard]] size_t as(Role role) const { return by_role[static_cast<size_t>(role)]; }
};

using UsesOfNames = std::unordered_map<std::string_view, Uses>;

// Of all files of a compilation, their tests aside. The texts must outlive it.
[[nodiscard]] UsesOfNames uses_of_names(const Units& units);
// The parts of a declaration of an entry of a section.
[[nodiscard]] UsesOfNames uses_of_names(std::string_view section, const Entry& entry);

}  // namespace ishi::compiler
