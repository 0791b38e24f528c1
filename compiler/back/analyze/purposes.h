#pragma once

#include <string>
#include <string_view>

#include "diagnostics/diagnostics.h"
#include "language/modifiers.h"

namespace ishi::compiler {

// A kind of condition, and the consequence that a finding names if one never or always holds.
struct Purpose {
  std::string what;
  std::string_view never, always;
  bool asks_for_nothing = false;  // one that always holds might as well not be there
  bool locks = false;             // one that never holds freezes a choice
};

[[nodiscard]] Purpose purpose_of_transition();
[[nodiscard]] Purpose purpose_of_interjection();
[[nodiscard]] Purpose purpose_of_check();
[[nodiscard]] Purpose purpose_of_sense();
// Of an `if`, or of a case of a `switch`.
[[nodiscard]] Purpose purpose_of_branch(bool is_of_if);
[[nodiscard]] Purpose purpose_of(const ModifierRow& row);

}  // namespace ishi::compiler
