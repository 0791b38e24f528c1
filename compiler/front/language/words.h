#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "diagnostics/diagnostics.h"
#include "syntax/step_modifier.h"

// Words with a fixed meaning: what may not be declared, and what a step may say beside its task (is_step_modifier()).

namespace ishi::compiler {

// The meaning of a word in expressions, so that nothing that they can name may be called so: "a word of the
// language", "a function"; empty if it is free.
[[nodiscard]] std::string_view meaning_in_expressions(std::string_view word);

// Words that no task or goal may take.
[[nodiscard]] bool is_reserved_as_verb(std::string_view word);

// All of either kind but functions, which have a list of their own, by the alphabet.
[[nodiscard]] std::vector<std::string_view> words_in_expressions();
[[nodiscard]] std::vector<std::string_view> words_of_steps();

// "`a`, `b` and `c`", as sentences list names; the last two are joined by `conjunction`.
// Of more than `most`, the rest is "and 412 more".
[[nodiscard]] std::string quoted_list(std::span<const std::string_view> names, std::string_view conjunction,
                                      size_t most = 32);

// "a → b → a": how a chain of names comes back to `last`, which is one of them. Of a long way the beginning.
[[nodiscard]] std::string circle_text(std::span<const std::string> chain, const std::string& last);

// The nearest text that is a name: lower case, other characters as underscores. Empty where too little
// would be left of it: of one that begins with a digit, or is mostly of other letters.
[[nodiscard]] std::string mended_name(std::string_view name);

// Is `name` of the form [a-z][a-z0-9_]* and short enough? Reports what is wrong, with a mended name.
bool check_new_name(std::string_view name, Span span, Diagnostics& diagnostics);

// True if a section describes tests, not behaviour: nothing of it is compiled into a blob.
[[nodiscard]] constexpr bool is_for_tests(std::string_view section) {
  return section == "tests" || section == "scenes";
}

}  // namespace ishi::compiler
