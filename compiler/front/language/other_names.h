#pragma once

#include <string>
#include <string_view>

#include "language/field.h"
#include "syntax/tree.h"

namespace ishi::compiler {

// The meaning of a word of other tools. `help` is empty where nothing is known of the word; `name` is what
// can be written in its place, if that is all.
struct OtherWord {
  std::string help;
  std::string_view name;
};
[[nodiscard]] OtherWord other_word(const Mapping& mapping, std::string_view written);

// The right form of a field of a curve that belongs to one of its kinds: `exponent` beside `power`. Empty for
// others.
[[nodiscard]] std::string help_to_kind(const Mapping& mapping, const Entry& entry);

// The right form of a field that the mapping does not have, where its place or value shows the meaning:
// `reach` outside of a plan, the type of a key behind its name. Empty where nothing does.
[[nodiscard]] std::string misplaced_help(const Mapping& mapping, const Entry& entry);

}  // namespace ishi::compiler
