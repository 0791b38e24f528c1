#include <catch2/catch.hpp>
#include <string>

#include "language/tables.h"
#include "language/words.h"
#include "syntax/skeleton_reader.h"

namespace ishi::compiler::step_words_test {

TEST_CASE("the syntax knows the modifiers of steps that the language has") {
  for (const Field& row : kStepMapping.fields) {
    CAPTURE(std::string(row.name));
    CHECK(is_modifier_of_steps(row.name) == is_step_modifier(row.name));
  }
  CHECK_FALSE(is_modifier_of_steps("for_each"));
}

}  // namespace ishi::compiler::step_words_test
