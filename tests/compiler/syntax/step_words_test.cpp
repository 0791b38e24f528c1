#include <algorithm>
#include <catch2/catch.hpp>
#include <string>

#include "language/modifiers.h"
#include "language/tables.h"
#include "language/words.h"
#include "syntax/skeleton_reader.h"

namespace ishi::compiler::step_words_test {

TEST_CASE("the syntax knows the modifiers of steps that the language has") {
  for (const Field& row : kStepMapping.fields) {
    CAPTURE(std::string(row.name));
    CHECK(is_modifier_of_steps(row.name) == is_step_modifier(row.name));
  }
  CHECK_FALSE(is_modifier_of_steps("by"));
}

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

}  // namespace ishi::compiler::step_words_test
