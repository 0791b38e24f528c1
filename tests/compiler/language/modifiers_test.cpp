#include <algorithm>
#include <catch2/catch.hpp>

#include "language/modifiers.h"

namespace ishi::compiler::modifiers_test {

TEST_CASE("each formula that may modify a node has one row, but for the score, which only some nodes have") {
  for (uint32_t i = 0; i < kModifierCount; ++i) {
    const auto is_it = [&](const ModifierRow& row) {
      return row.formula != nullptr && row.in_blob == static_cast<Modifier>(i);
    };
    INFO(kModifierNames[i]);
    CHECK(std::ranges::count_if(modifier_rows(), is_it) ==
          (static_cast<Modifier>(i) == Modifier::score ? 0 : 1));
  }
}

}  // namespace ishi::compiler::modifiers_test
