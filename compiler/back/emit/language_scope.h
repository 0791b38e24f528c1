#pragma once

#include <set>
#include <string>
#include <string_view>

// Names in the headers of languages that are not C++.

namespace ishi::compiler {

// The names of one scope: each is given once, and none is a word of the language.
class LanguageScope {
 public:
  using IsTaken = bool (*)(std::string_view word);

  explicit LanguageScope(IsTaken is_taken) : is_taken_(is_taken) {}
  // The name, with as many underscores behind it as it takes to be free.
  std::string add(std::string name);

 private:
  IsTaken is_taken_;
  std::set<std::string, std::less<>> given_;
};

[[nodiscard]] bool is_taken_in_c(std::string_view word);
[[nodiscard]] bool is_taken_in_csharp(std::string_view word);
[[nodiscard]] bool is_taken_in_python(std::string_view word);
[[nodiscard]] bool is_taken_in_typescript(std::string_view word);

// "toilet.use" as one word: "toilet_use".
[[nodiscard]] std::string word_of(std::string_view name);
// "move_to" in capitals: "MOVE_TO".
[[nodiscard]] std::string capitals_of(std::string_view name);
// A word of letters, digits and underscores, which begins with none of the digits.
[[nodiscard]] bool is_word(std::string_view text);

}  // namespace ishi::compiler
