#pragma once

#include <span>
#include <string_view>

// The words of designers for what they want of a character: "patrol", "phase", "percent". `ishi help WORD`
// and `ishi explain WORD` say how to write it. They are no words of the language.

namespace ishi::compiler {

struct GameWord {
  std::string_view word;     // "patrol"
  std::string_view others;   // other names, separated by commas: "patrolling, guard route"
  std::string_view meaning;  // the way to write it in Ishi; its words stand between backticks
  std::string_view next;     // a word that `ishi help` explains: "repeat"
  std::string_view page;     // in docs, without its ending: "cookbook/space"
};

// All of them, in alphabetical order.
[[nodiscard]] std::span<const GameWord> game_words();

// The row of a word, of one of its other names, or of the plural of either; null if there is none. Letters of
// any case; `_`, `-` and a space are the same, and may be left out.
[[nodiscard]] const GameWord* find_game_word(std::string_view word);

}  // namespace ishi::compiler
