#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

// Characters that only look like one of the language: those of an input method for Japanese, of a word
// processor, of copied text.

namespace ishi::compiler {

enum class LookAlikeKind : uint8_t {
  sign,   // a sign, a digit or a letter
  space,  // separates nothing for YAML
  quote,  // “ ” 「 」: names need none
  dash,   // – and —, which stand for a minus, a list item or a range
  dots,   // … and 〜, which people write between the ends of a range
};

struct LookAlike {
  size_t bytes = 0;        // 0: the text begins with none
  std::string_view plain;  // what it looks like
  LookAlikeKind kind = LookAlikeKind::sign;
  bool is_wide = false;  // as wide as two ordinary characters
};

// The character that `text` begins with. O(number of characters in the table).
[[nodiscard]] LookAlike look_alike(std::string_view text);

}  // namespace ishi::compiler
