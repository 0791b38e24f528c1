#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

// The words that the language, its messages and `ishi why` use with a meaning of their own. Each is described
// once, here; `ishi explain WORD` and the glossary of the language are made from it. Fields and functions
// are described in their own tables and are no terms, unless they stand for an idea as well.

namespace ishi::compiler {

struct Term {
  std::string_view word;      // "importance profile"
  std::string_view others{};  // other names, separated by commas: "importance, personality"
  std::string_view meaning;   // plain words: a phrase that defines it, then details
  std::string_view section;   // the topic of the language that says more: "A decision"
};

// All terms, in alphabetical order.
[[nodiscard]] std::span<const Term> terms();

// The term of a word, of one of its other names, or of the plural of either; null if there is none. Letters
// of any case; O(number of terms).
[[nodiscard]] const Term* find_term(std::string_view word);

// All words that find_term() knows, but plurals.
[[nodiscard]] std::vector<std::string_view> words_of_terms();

// The section "Glossary" of the language reference.
[[nodiscard]] std::string glossary_reference();

}  // namespace ishi::compiler
