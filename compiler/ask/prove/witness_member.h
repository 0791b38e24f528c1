#pragma once

#include <cstdint>
#include <vector>

#include "analyze/contest.h"
#include "prove/member_row.h"

namespace ishi::compiler {

// One member of a set: its place and its fields, as far as `values` of the program's relevant sources give
// them and the defaults do not.
[[nodiscard]] MemberRow witness_member(const Contest& contest, const std::vector<bool>& relevant,
                                       const std::vector<float>& values, uint32_t set);

}  // namespace ishi::compiler
