#pragma once

#include <string_view>

namespace ishi::compiler {

// Is it a word that stands beside the verb of a step: `when`, `timeout`? The syntax asks, to tell what was
// meant; the language, which comes after it, defines this by its table of steps (language/words.cpp).
[[nodiscard]] bool is_step_modifier(std::string_view word);
// What to write in place of a modifier that other tools have, such as `chance`; empty for other words.
[[nodiscard]] std::string_view help_to_modifier_of_others(std::string_view word);

}  // namespace ishi::compiler
