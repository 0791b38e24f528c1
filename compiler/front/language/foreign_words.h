#pragma once

#include <span>
#include <string_view>

// The words of other tools, for those who come from one: what a behavior tree calls a selector, Ishi calls
// `first`. `ishi help WORD` and `ishi explain WORD` print them. They are no words of the language;
// `language/other_names.h` knows those that stand in a field's place.

namespace ishi::compiler {

struct ForeignWord {
  std::string_view word;       // "selector"; several words have a space between them
  std::string_view others;     // other names, separated by commas: "fallback, priority selector"
  std::string_view tradition;  // "behavior trees"
  std::string_view meaning;    // the way to say it in Ishi; its words stand between backticks
  std::string_view next;       // a word that `ishi help` explains: "first"
  std::string_view page;       // in docs/coming_from, without its ending: "behavior_trees"
};

// All of them, in alphabetical order.
[[nodiscard]] std::span<const ForeignWord> foreign_words();

// The row of a word, of one of its other names, or of the plural of either; null if there is none. Letters of
// any case; `_`, `-` and a space are the same, and may be left out: "SmartObject".
[[nodiscard]] const ForeignWord* find_foreign_word(std::string_view word);

}  // namespace ishi::compiler
