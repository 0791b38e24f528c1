#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "syntax/characters.h"
#include "syntax/look_alikes.h"
#include "syntax/retype.h"

// The reader behind retype(). It knows of YAML what it needs to tell texts from what the language reads:
// lines, names and the values behind them (retype.cpp), brackets (retype_values.cpp). The stretches that it
// replaces, and their reports, are in retype_signs.cpp and retype_comments.cpp.

namespace ishi::compiler {

class Retyper {
 public:
  Retyper(std::string_view text, uint32_t begin, uint32_t file, Diagnostics& diagnostics)
      : in_(text), pos_(begin), file_(file), diagnostics_(diagnostics) {
    out_.text.assign(text.substr(0, begin));
  }

  std::optional<RetypedText> read();

 private:
  // A look-alike of the current line, and what is written instead.
  struct Change {
    size_t begin = 0;
    size_t end = 0;
    std::string_view plain;  // what it looks like
    std::string replacement;
  };

  // A name before its colon.
  struct Key {
    size_t end = 0;        // behind the name's last character
    size_t colon = 0;      // the colon or what looks like one
    size_t colon_end = 0;  // behind it
  };

  // --- Lines (retype.cpp)
  void read_line();
  void read_indentation();
  bool read_dash();
  [[nodiscard]] std::optional<Key> find_key() const;
  [[nodiscard]] size_t other_colon(size_t begin) const;
  void read_key(const Key& key);
  void read_name_and_colon(const Key& key);
  void read_value(bool is_text);
  void copy_text(size_t column);
  [[nodiscard]] bool is_name_of_test() const;

  // --- Values (retype_values.cpp)
  void read_rest(bool is_text);
  bool read_token(bool& is_text);
  void read_name_in_brackets(const Key& key);
  void read_sign_of_brackets(char sign);
  void read_quoted();
  [[nodiscard]] std::optional<Key> find_key_in_brackets() const;

  // --- What is replaced (retype_signs.cpp)
  void copy_to(size_t end);
  void copy_spaces();
  void put(size_t end, std::string_view plain);
  void change(size_t end, std::string_view plain, std::string replacement);
  void read_character();
  void read_number_sign();
  bool read_sign_before_name();
  [[nodiscard]] std::string plain_sign(const LookAlike& found, size_t& end) const;
  [[nodiscard]] bool is_between_numbers(size_t end) const;
  void report_line();
  void report_spaces();

  // --- Comments and merges (retype_comments.cpp). The cursor is at the end of a line behind a comment.
  bool read_comment();
  void read_line_comment();
  bool read_block_comment();
  bool read_merge();

  [[nodiscard]] char at(size_t index) const { return character_at(in_, index); }
  [[nodiscard]] LookAlike alike(size_t index) const {
    return look_alike(in_.substr(std::min(index, in_.size())));
  }
  // The plain character for the one here, where one stands for one; else the byte itself.
  [[nodiscard]] char plain_at(size_t index) const;
  [[nodiscard]] size_t size_at(size_t index) const;
  [[nodiscard]] bool is_any_space(size_t index) const;
  [[nodiscard]] size_t skip_any_spaces(size_t index) const;
  [[nodiscard]] bool is_text_key(std::string_view name) const { return name == "doc" || is_path_section_; }
  [[nodiscard]] std::string plain_word(size_t begin, size_t end) const;
  [[nodiscard]] size_t column() const { return out_.text.size() - out_line_; }
  [[nodiscard]] Span span(size_t begin, size_t end) const {
    return {file_, static_cast<uint32_t>(begin), static_cast<uint32_t>(end)};
  }

  std::string_view in_;
  size_t pos_;
  uint32_t file_;
  Diagnostics& diagnostics_;
  RetypedText out_;
  size_t line_ = 0;      // where the current line begins, as it is written …
  size_t out_line_ = 0;  // … and in the plain text

  std::vector<Change> changes_;  // of the current line
  std::vector<Change> spaces_;   // of the file

  std::string section_;              // the latest name at the start of a line
  bool is_path_section_ = false;     // whose values are paths
  size_t test_column_ = kNowhere;    // where the names of tests begin
  size_t text_column_ = kNowhere;    // lines that are indented deeper belong to a text
  std::vector<char> brackets_;       // open ones
  bool is_section_bracket_ = false;  // the outermost one holds the entries of a section
  // The thing that begins at the next character that is no blank, if any.
  enum class Awaits : uint8_t { nothing, item, value };
  Awaits awaits_ = Awaits::nothing;
  size_t backtick_ = kNowhere;   // the one that closes a pair
  size_t merge_end_ = kNowhere;  // behind the conflict that the cursor is in
  size_t comment_ = kNowhere;    // of the current line, in the plain text

  static constexpr size_t kNowhere = static_cast<size_t>(-1);
};

}  // namespace ishi::compiler
