#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

// A behaviour as lines of text, with as much sense for its layout as somebody who changes one number in it:
// which section a line stands in, and which entry of that section. Two spaces are one level.

namespace ishi::recall {

struct Line {
  std::string text;
  std::string section;  // "actions"; empty before the first
  std::string entry;    // "flee"; empty outside of entries
};

// An entry of a section, from its first line to behind its last one.
struct Entry {
  std::string name;
  size_t begin = 0;
  size_t end = 0;
};

class BehaviourText {
 public:
  explicit BehaviourText(std::string_view text);

  [[nodiscard]] const std::vector<Line>& lines() const { return lines_; }
  [[nodiscard]] const std::string& operator[](size_t line) const { return lines_[line].text; }
  [[nodiscard]] std::vector<Entry> entries(std::string_view section) const;
  // The line of an entry in which a text stands; kNowhere if there is none.
  [[nodiscard]] size_t find_in(const Entry& entry, std::string_view text) const;
  // The lines of an entry, with their ends.
  [[nodiscard]] std::string text_of(const Entry& entry) const;

  void set(size_t line, std::string text) { lines_[line].text = std::move(text); }
  [[nodiscard]] std::string str() const;

 private:
  std::vector<Line> lines_;
};

inline constexpr size_t kNowhere = static_cast<size_t>(-1);

// The text from `begin` to where a flow value ends there: at a `,` or `}` that closes nothing, at a comment,
// or at the end of the line.
[[nodiscard]] size_t end_of_value(std::string_view line, size_t begin);

// The place of a name as a whole word, from `from` on; npos if there is none.
[[nodiscard]] size_t find_word(std::string_view text, std::string_view word, size_t from = 0);

}  // namespace ishi::recall
