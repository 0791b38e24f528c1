#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

// `mood in [calm, angry]` and `hp between 10 and 20`: questions of other languages, which here are
// comparisons.

namespace ishi::compiler {

struct Membership {
  size_t word = 0;  // where the word that asks begins, "in", and where it ends
  size_t word_end = 0;
  size_t begin = 0;  // what is replaced: both sides with the word between
  size_t end = 0;
  std::string meant;  // the comparisons to write
  std::string other;  // what may be meant as well, so that neither is written by itself; else empty
  std::string hint;   // in place of `meant` where it depends on what the names are
};

// The first such question of a text. It is none of the language's: two values never stand side by side.
[[nodiscard]] std::optional<Membership> find_membership(std::string_view text);

}  // namespace ishi::compiler
