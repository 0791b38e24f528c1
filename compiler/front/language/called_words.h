#pragma once

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

// Finds rows that have a `word` and `others`, however a person writes them: in letters of any case, with or
// without blanks, `_` and `-`, also in the plural.

namespace ishi::compiler {

// The word in small letters, without blanks, `_` and `-`.
[[nodiscard]] inline std::string bare_word(std::string_view word) {
  std::string result;
  for (const char c : word)
    if (c != '_' && c != '-' && c != ' ')
      result += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

// True if a row has this name, which is bare.
template <class Row>
[[nodiscard]] bool is_called(const Row& row, std::string_view bare) {
  if (bare_word(row.word) == bare) return true;
  for (std::string_view names = row.others; !names.empty();) {
    const size_t end = std::min(names.find(','), names.size());
    if (bare_word(names.substr(0, end)) == bare) return true;
    names.remove_prefix(std::min(names.size(), end + 2));
  }
  return false;
}

// The row with this name, or with its singular; null if there is none.
template <class Row>
[[nodiscard]] const Row* find_called(std::span<const Row> rows, std::string_view word) {
  std::string meant = bare_word(word);
  for (int attempt = 0; attempt < 2; ++attempt) {
    const auto row = std::ranges::find_if(rows, [&](const Row& one) { return is_called(one, meant); });
    if (row != rows.end()) return &*row;
    if (!meant.ends_with('s')) break;
    meant.pop_back();
  }
  return nullptr;
}

// True if the word is the row's first name, written in any of these ways.
template <class Row>
[[nodiscard]] bool is_own_word(const Row& row, std::string_view word) {
  const std::string own = bare_word(row.word);
  const std::string asked = bare_word(word);
  return asked == own || asked == own + 's';
}

}  // namespace ishi::compiler
