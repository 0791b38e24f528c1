#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// A page for those who review a change, as blocks, which each format writes in its own way.

namespace ishi::compiler::cli {

struct Words {
  enum class Look : uint8_t { plain, strong, code };
  struct Part {
    std::string text;
    Look look = Look::plain;
  };
  std::vector<Part> parts;

  Words() = default;
  Words(const char* text) : parts{{text}} {}
  Words(std::string text) : parts{{std::move(text)}} {}
  Words& operator+=(const Words& more) {
    parts.insert(parts.end(), more.parts.begin(), more.parts.end());
    return *this;
  }
  friend Words operator+(Words words, const Words& more) { return words += more; }
};
// Names of the text: in the type of code, so that none of them is markup, a mention or a link.
[[nodiscard]] Words code(std::string_view text);
[[nodiscard]] Words strong(std::string text);
// A sentence of the tool, with code between backticks.
[[nodiscard]] Words said(std::string_view sentence);

struct Block {
  enum class Kind : uint8_t { title, heading, paragraph, list, table, picture };
  Kind kind{};
  Words words{};                           // of a title, heading, paragraph; below a picture
  std::vector<std::vector<Words>> rows{};  // of a table, its head first; of a list one cell each
  std::string svg{};
};

// Begins with the line `<!-- ishi diff -->`, by which a pipeline finds its comment again, and is at most as
// long as a comment may be. Pictures are left out, since a comment shows none.
[[nodiscard]] std::string markdown_of(const std::vector<Block>& blocks);
// A document on its own, light or dark as the reader's screen is.
[[nodiscard]] std::string html_of(const std::vector<Block>& blocks);

}  // namespace ishi::compiler::cli
