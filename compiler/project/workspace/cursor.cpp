#include "workspace/cursor.h"

#include <algorithm>
#include <utility>

#include "syntax/scan.h"

namespace ishi::compiler {
namespace {

// A character that no text holds: put where the cursor is, so that it lies in a key or scalar for certain.
constexpr char kMark = '\x01';

constexpr size_t kMostFound = 4 * kMostLevels;  // levels: what lies deeper is no text that could be completed

bool is_blank(char c) { return c == ' ' || c == '\t'; }
bool ends_line(char c) { return c == '\n' || c == '\r'; }
bool is_bracket(char c) { return c == ',' || c == '[' || c == ']' || c == '{' || c == '}'; }

// A name at the very beginning of a line always begins a section.
bool begins_section(std::string_view text, size_t line) {
  if (line >= text.size()) return false;
  const char c = text[line];
  return !is_blank(c) && !ends_line(c) && !is_bracket(c) && c != '#' && c != '-';
}

class CursorFinder {
 public:
  CursorFinder(std::string_view text, uint32_t offset)
      : original_(text), mark_(std::min(offset, static_cast<uint32_t>(text.size()))) {
    text_.reserve(text.size() + 1);
    text_ += text.substr(0, mark_);
    text_ += kMark;
    text_ += text.substr(mark_);
  }

  Cursor find() {
    const size_t line = start_of_line(mark_);
    cursor_.column = static_cast<uint32_t>(mark_ - line);
    size_t at = line;
    while (at > 0 && !begins_section(text_, at)) at = start_of_line(at - 1);
    stop_ = next_line(mark_);
    while (stop_ < text_.size() && !begins_section(text_, stop_)) stop_ = next_line(stop_);
    at_ = at;
    while (at_ < stop_ && !is_done()) read_line();
    while (!stack_.empty()) pop();
    if (!is_found_) cursor_.begin = cursor_.end = mark_;
    if (cursor_.is_key && cursor_.path.empty() && !cursor_.in_comment) list_sections();
    return std::move(cursor_);
  }

 private:
  struct Level {
    bool is_list = false;
    bool is_flow = false;
    bool is_implicit = false;  // `[wait: 3s]`: a mapping of one key without brackets
    size_t indent = 0;
    bool has_key = false;
    bool has_value = false;
    CursorStep key;
    uint32_t index = 0;
    std::vector<std::string_view> siblings;
    bool is_cursors = false;
  };
  struct Token {
    size_t begin = 0, end = 0;
    bool is_quoted = false;
  };

  // The siblings of a section are all over the file.
  void list_sections() {
    cursor_.siblings.clear();
    cursor_.siblings_before = 0;
    for (size_t line = 0; line < original_.size();) {
      const size_t end = std::min(original_.find('\n', line), original_.size());
      const size_t colon = original_.find(':', line);
      const bool is_cursors = line <= cursor_.end && cursor_.begin <= end;
      if (begins_section(original_, line) && colon < end && !is_cursors) {
        cursor_.siblings.push_back(original_.substr(line, colon - line));
        if (line < mark_) ++cursor_.siblings_before;
      }
      line = end + 1;
    }
  }

  // Behind the level that holds the cursor nothing more is of interest, and in a text of nothing but brackets
  // nothing at all.
  [[nodiscard]] bool is_done() const { return (is_found_ && !is_open_) || stack_.size() > kMostFound; }

  [[nodiscard]] size_t start_of_line(size_t at) const {
    while (at > 0 && text_[at - 1] != '\n') --at;
    return at;
  }
  [[nodiscard]] size_t next_line(size_t at) const {
    const size_t end = text_.find('\n', at);
    return end == std::string::npos ? text_.size() : end + 1;
  }
  // The last line is kept: all of a text may be a single one, and each word of it asks.
  [[nodiscard]] size_t end_of_line(size_t at) {
    if (at < line_.begin || at >= line_.next) {
      line_ = {at, next_line(at), next_line(at)};
      while (line_.end > at && ends_line(text_[line_.end - 1])) --line_.end;
    }
    return std::max(at, line_.end);
  }
  [[nodiscard]] uint32_t outside(size_t at) const { return static_cast<uint32_t>(at > mark_ ? at - 1 : at); }
  [[nodiscard]] bool holds_mark(size_t begin, size_t end) const { return begin <= mark_ && mark_ < end; }
  [[nodiscard]] std::string_view view(const Token& token) const {
    const uint32_t begin = outside(token.begin), end = outside(token.end);
    return original_.substr(begin, end - begin);
  }

  void push(bool is_list, bool is_flow, size_t indent) {
    if (!stack_.empty()) stack_.back().has_value = true;
    Level level;
    level.is_list = is_list;
    level.is_flow = is_flow;
    level.indent = indent;
    stack_.push_back(std::move(level));
  }
  void pop() {
    if (stack_.back().is_cursors) {
      cursor_.siblings = std::move(stack_.back().siblings);
      is_open_ = false;
    }
    stack_.pop_back();
  }

  void capture(const Token& token, bool is_key) {
    is_found_ = true;
    cursor_.begin = outside(token.begin);
    cursor_.end = outside(token.end);
    cursor_.is_quoted = token.is_quoted;
    cursor_.is_key = is_key;
    for (size_t i = 0; i < stack_.size(); ++i) {
      const Level& level = stack_[i];
      if (level.is_list)
        cursor_.path.push_back({true, level.index, {}, 0, 0});
      else if (level.has_key && !(is_key && i + 1 == stack_.size()))
        cursor_.path.push_back(level.key);
    }
    if (stack_.empty()) return;
    Level& level = stack_.back();
    cursor_.in_flow = level.is_flow;
    if (!is_key && !level.is_list) return;  // a value has no siblings
    cursor_.siblings_before = level.siblings.size();
    level.is_cursors = is_open_ = true;
  }

  void set_key(const Token& token) {
    Level& level = stack_.back();
    level.has_key = true;
    level.has_value = false;
    level.key = {false, 0, view(token), outside(token.begin), outside(token.end)};
    if (holds_mark(token.begin, token.end + (token.is_quoted ? 1 : 0))) {
      capture(token, true);
      cursor_.has_colon = true;
    } else {
      level.siblings.push_back(level.key.key);
    }
  }

  void take_scalar(const Token& token) {
    if (!stack_.empty()) stack_.back().has_value = true;
    const bool is_cursors = holds_mark(token.begin, token.end + (token.is_quoted ? 1 : 0));
    if (is_cursors) {
      capture(token, false);
    } else if (!stack_.empty() && stack_.back().is_list) {
      stack_.back().siblings.push_back(view(token));
    }
  }

  // Reads the quoted scalar that begins at `at` and moves at_ past it.
  Token read_quoted() {
    const char quote = text_[at_];
    Token token{at_ + 1, at_ + 1, true};
    const size_t line_end = end_of_line(at_);
    for (at_ = token.begin; at_ < line_end; ++at_) {
      if (quote == '"' && text_[at_] == '\\' && at_ + 1 < line_end) {
        ++at_;
      } else if (text_[at_] == quote) {
        if (quote == '\'' && at_ + 1 < line_end && text_[at_ + 1] == quote) {
          ++at_;
          continue;
        }
        token.end = at_++;
        return token;
      }
    }
    token.end = line_end;  // not closed in its line
    return token;
  }

  [[nodiscard]] bool is_colon(size_t at, bool in_flow) const {
    if (text_[at] != ':') return false;
    const char next = at + 1 < text_.size() ? text_[at + 1] : '\n';
    return is_blank(next) || ends_line(next) || next == kMark || (in_flow && is_bracket(next));
  }
  [[nodiscard]] bool begins_comment(size_t at) const {
    return text_[at] == '#' && (at == 0 || is_blank(text_[at - 1]) || ends_line(text_[at - 1]));
  }

  // A plain scalar or key; at_ is moved to what ended it.
  Token read_plain(bool in_flow) {
    Token token{at_, at_};
    const size_t line_end = end_of_line(at_);
    while (at_ < line_end && !is_colon(at_, in_flow) && !begins_comment(at_) &&
           !(in_flow && is_bracket(text_[at_])))
      ++at_;
    token.end = at_;
    while (token.end > token.begin && is_blank(text_[token.end - 1])) --token.end;
    // Blanks before the mark are the text's own: `near |`.
    return token;
  }

  void skip_blanks(size_t end) {
    while (at_ < end && is_blank(text_[at_])) ++at_;
  }

  void skip_comment() {
    const size_t end = end_of_line(at_);
    if (holds_mark(at_, end)) {
      is_found_ = true;
      cursor_.in_comment = true;
      cursor_.begin = cursor_.end = mark_;
    }
    at_ = end;
  }

  void read_line() {
    const size_t line = at_;
    const size_t end = end_of_line(at_);
    skip_blanks(end);
    if (at_ >= end) {
      at_ = next_line(line);
      return;
    }
    if (begins_comment(at_)) {
      skip_comment();
      at_ = next_line(at_);
      return;
    }
    size_t indent = at_ - line;
    while (!stack_.empty() && stack_.back().indent > indent) pop();
    if (is_done()) return;
    bool is_item = false;
    while (at_ < end && text_[at_] == '-' &&
           (at_ + 1 >= end || is_blank(text_[at_ + 1]) || text_[at_ + 1] == kMark)) {
      const bool goes_on =
          !stack_.empty() && stack_.back().is_list && stack_.back().indent == indent && !is_item;
      if (goes_on) {
        ++stack_.back().index;
        stack_.back().has_value = false;
      } else {
        push(true, false, indent);
      }
      is_item = true;
      ++at_;
      skip_blanks(end);
      indent = at_ - line;
    }
    if (!is_item && !stack_.empty() && stack_.back().is_list && stack_.back().indent == indent) pop();
    if (is_done()) return;
    if (at_ < end) read_content(indent, end, is_item);
    if (at_ < end && begins_comment(at_)) skip_comment();
    at_ = next_line(std::max(at_, line));
  }

  void read_content(size_t indent, size_t end, bool is_item) {
    const char first = text_[at_];
    if (first == '{' || first == '[') return read_flow();
    Token token;
    const bool is_quoted = first == '"' || first == '\'';
    token = is_quoted ? read_quoted() : read_plain(false);
    skip_blanks(end);
    const bool has_colon = at_ < end && text_[at_] == ':' && (is_quoted || is_colon(at_, false));
    const bool is_of_mapping =
        !is_item && !stack_.empty() && !stack_.back().is_list && stack_.back().indent == indent;
    if (!has_colon) return take_lonely(token, indent, is_item, is_of_mapping);
    if (!is_of_mapping) push(false, false, indent);
    set_key(token);
    ++at_;
    skip_blanks(end);
    if (at_ < end && !begins_comment(at_)) read_value(indent, end);
  }

  // The next line that says something begins in the same column, so both are keys of one mapping.
  [[nodiscard]] bool goes_on_as_mapping(size_t indent) {
    for (size_t line = next_line(mark_); line < stop_; line = next_line(line)) {
      const size_t end = end_of_line(line);
      size_t first = line;
      while (first < end && is_blank(text_[first])) ++first;
      if (first == end || text_[first] == '#') continue;
      const bool is_dash = text_[first] == '-' && (first + 1 == end || is_blank(text_[first + 1]));
      return first - line == indent && !is_dash;
    }
    return false;
  }

  // The text of a line without a colon: an item, a value that began in the line before, or a key that is
  // being written.
  void take_lonely(const Token& token, size_t indent, bool is_item, bool is_of_mapping) {
    if (!holds_mark(token.begin, token.end + (token.is_quoted ? 1 : 0))) return take_scalar(token);
    const bool is_value_below = !is_item && !stack_.empty() && !stack_.back().is_list &&
                                stack_.back().indent < indent && stack_.back().has_key &&
                                !stack_.back().has_value;
    if ((is_item || is_value_below) && goes_on_as_mapping(indent)) {
      push(false, false, indent);
      return capture(token, true);
    }
    if (is_item || is_value_below) {
      capture(token, false);
      cursor_.may_be_key = true;
      return;
    }
    if (!is_of_mapping && stack_.empty()) push(false, false, indent);
    if (!stack_.back().is_list) return capture(token, true);
    capture(token, false);  // of a list's item, in its second line
  }

  // Behind the colon of a key, in its line.
  void read_value(size_t indent, size_t end) {
    const char first = text_[at_];
    if (first == '{' || first == '[') return read_flow();
    if (first == '|' || first == '>') return skip_block_scalar(indent);
    if (first == '"' || first == '\'') return take_scalar(read_quoted());
    Token token{at_, at_};
    while (at_ < end && !begins_comment(at_)) ++at_;
    token.end = at_;
    while (token.end > token.begin && is_blank(text_[token.end - 1])) --token.end;
    take_scalar(token);
    if (token.begin == mark_ && token.end == mark_ + 1) cursor_.may_be_key = false;
  }

  void skip_block_scalar(size_t indent) {
    Token token{at_, end_of_line(at_)};
    for (at_ = next_line(at_); at_ < stop_; at_ = next_line(at_)) {
      const size_t end = end_of_line(at_);
      size_t first = at_;
      while (first < end && is_blank(text_[first])) ++first;
      if (first < end && first - at_ <= indent) break;
      token.end = end;
    }
    take_scalar(token);
    --at_;  // the line break before the next line
  }

  // False if nothing closes the bracket at `at`. Past many of those it says true: each is looked for to the
  // end.
  [[nodiscard]] bool is_closed(size_t at) {
    if (unclosed_ == kMostUnclosed) return true;
    size_t depth = 0;
    bool begins_scalar = true;  // a quote within a word is a letter
    while (at < stop_) {
      const char c = text_[at];
      if (begins_comment(at)) {
        at = end_of_line(at);
        continue;
      }
      if ((c == '"' || c == '\'') && begins_scalar) {
        const size_t before = std::exchange(at_, at);
        static_cast<void>(read_quoted());
        at = std::exchange(at_, before);
        begins_scalar = false;
        continue;
      }
      if (c == '{' || c == '[') ++depth;
      if ((c == '}' || c == ']') && --depth == 0) return true;
      if (!is_blank(c) && !ends_line(c) && c != kMark) begins_scalar = is_bracket(c) || c == ':';
      ++at;
    }
    ++unclosed_;
    return false;
  }

  // Behind a line break in a bracket that nothing closes: true if a key follows that is no deeper than the
  // block in which the bracket was opened. What follows is written as if it was closed.
  [[nodiscard]] bool is_left(size_t line, size_t indent) {
    const size_t end = end_of_line(line);
    size_t first = line;
    while (first < end && is_blank(text_[first])) ++first;
    if (first == end || first - line > indent) return false;
    if (text_[first] == '-') return first + 1 < end && is_blank(text_[first + 1]);
    for (size_t at = first; at < end && !begins_comment(at) && !is_bracket(text_[at]); ++at)
      if (is_colon(at, false)) return true;
    // A key that is begun, but no further part of the bracket.
    size_t before = line;
    while (before > 0 && (is_blank(text_[before - 1]) || ends_line(text_[before - 1]))) --before;
    const char last = before > 0 ? text_[before - 1] : '\n';
    const bool goes_on = last == '{' || last == '[' || last == ',' || last == ':';
    return holds_mark(first, end) && !goes_on && text_[first] != '}' && text_[first] != ']';
  }

  // From an opening bracket to what closes it, over lines.
  void read_flow() {
    const size_t outer = stack_.size();
    const size_t indent = stack_.empty() ? 0 : stack_.back().indent;
    const bool is_unclosed = !is_closed(at_);
    const auto open = [&] {
      push(text_[at_] == '[', true, stack_.empty() ? 0 : stack_.back().indent);
      ++at_;
    };
    open();
    while (at_ < stop_ && stack_.size() > outer && !is_done()) {
      const char c = text_[at_];
      if (is_blank(c) || ends_line(c)) {
        ++at_;
        if (is_unclosed && c == '\n' && is_left(at_, indent)) {
          while (stack_.size() > outer) pop();
          at_ -= 1;  // the line break before the next line
          return;
        }
      } else if (begins_comment(at_)) {
        skip_comment();
      } else if (c == '{' || c == '[') {
        open();
      } else if (c == '}' || c == ']') {
        if (stack_.back().is_implicit) pop();
        if (stack_.size() > outer) pop();
        ++at_;
      } else if (c == ',') {
        if (stack_.back().is_implicit) pop();
        Level& level = stack_.back();
        if (level.is_list) ++level.index;
        level.has_key = false;
        ++at_;
      } else {
        read_flow_token();
      }
    }
  }

  void read_flow_token() {
    const bool is_quoted = text_[at_] == '"' || text_[at_] == '\'';
    const Token token = is_quoted ? read_quoted() : read_plain(true);
    size_t behind = at_;
    while (behind < stop_ && is_blank(text_[behind])) ++behind;
    const bool has_colon = behind < stop_ && text_[behind] == ':' && (is_quoted || is_colon(behind, true));
    Level& level = stack_.back();
    if (has_colon && (level.is_list || !level.has_key)) {
      if (level.is_list) {
        const size_t indent = level.indent;
        push(false, true, indent);
        stack_.back().is_implicit = true;
      }
      set_key(token);
      at_ = behind + 1;
      return;
    }
    if (!level.is_list && !level.has_key) {  // a key without a colon
      if (holds_mark(token.begin, token.end + (token.is_quoted ? 1 : 0)))
        capture(token, true);
      else
        level.siblings.push_back(view(token));
    } else {
      take_scalar(token);
      if (level.is_list && is_found_ && holds_mark(token.begin, token.end)) cursor_.may_be_key = true;
    }
    if (at_ == token.begin && !is_quoted) ++at_;  // a colon out of place
  }

  std::string_view original_;
  std::string text_;
  size_t mark_;
  size_t at_ = 0;
  size_t stop_ = 0;
  struct Line {
    size_t begin = 0;  // or some place in it
    size_t end = 0, next = 0;
  };
  Line line_;
  std::vector<Level> stack_;
  static constexpr size_t kMostUnclosed = 64;
  size_t unclosed_ = 0;
  bool is_found_ = false;
  bool is_open_ = false;  // the level of the cursor may have more siblings
  Cursor cursor_;
};

}  // namespace

Cursor find_cursor(std::string_view text, uint32_t offset) { return CursorFinder(text, offset).find(); }

}  // namespace ishi::compiler
