#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ishi::compiler {

// The width of a text in characters.
[[nodiscard]] size_t width_of(std::string_view text);

// The lines of a text that is being laid out.
class Lines {
 public:
  // `code` has its indentation.
  void add(std::string code) { lines_.push_back({std::move(code), {}, 0, false}); }
  // A line of a text, which stays though it may be empty.
  void add_text(std::string text) { lines_.push_back({std::move(text), {}, 0, true}); }
  // An empty line; none at the beginning, and one where there would be several.
  void add_blank();
  // A comment behind the latest line of code; `column`: where it was written, 0 where that says nothing.
  void add_comment_behind(std::string_view comment, size_t column);

  // Comments that stood below each other still do, in the column where they were if the lines leave room.
  [[nodiscard]] std::string text();

 private:
  struct Line {
    std::string code;
    std::string comment;
    size_t column = 0;
    bool is_text = false;
  };

  std::vector<Line> lines_;
};

}  // namespace ishi::compiler
