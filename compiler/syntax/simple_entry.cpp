#include "syntax/simple_entry.h"

#include <algorithm>
#include <optional>

#include "syntax/characters.h"

namespace ishi::compiler {
namespace {

// What may begin plain text without a second look.
bool begins_plain(char c) {
  return is_word(c) || std::string_view("+.(<=/$^;").find(c) != std::string_view::npos;
}

bool is_bracket_sign(char c) { return is_opening(c) || is_closing(c) || c == ','; }

// Each function leaves the cursor behind what it has read; false means that yaml-cpp is to read the entry.
class SimpleReader {
 public:
  SimpleReader(std::string_view text, size_t begin, std::vector<SimpleEvent>& events)
      : text_(text), pos_(begin), line_begin_(begin), events_(events) {}

  bool read() { return read_mapping(0) && is_at_end(); }

 private:
  struct Scalar {
    size_t begin = 0;
    size_t end = 0;
  };

  [[nodiscard]] char at(size_t index) const { return character_at(text_, index); }
  [[nodiscard]] bool is_at_end() const { return pos_ >= text_.size(); }
  [[nodiscard]] size_t column() const { return pos_ - line_begin_; }
  [[nodiscard]] bool is_dash() const { return at(pos_) == '-' && is_blank_or_end(at(pos_ + 1)); }
  [[nodiscard]] bool is_colon() const { return at(pos_) == ':' && is_blank_or_end(at(pos_ + 1)); }
  [[nodiscard]] bool is_comment() const { return at(pos_) == '#' && is_blank_or_end(at(pos_ - 1)); }
  [[nodiscard]] bool ends_line() const { return is_line_end(at(pos_)) || is_comment(); }
  void skip_blanks() { pos_ = compiler::skip_blanks(text_, pos_); }

  void add(SimpleEvent::Kind kind, bool flow, size_t begin, size_t end) {
    events_.push_back({kind, flow, static_cast<uint32_t>(begin), static_cast<uint32_t>(end)});
  }
  void add(const Scalar& scalar) { add(SimpleEvent::Kind::scalar, false, scalar.begin, scalar.end); }
  void add_end() { add(SimpleEvent::Kind::end, false, 0, 0); }

  // To the next line with content, or to the end.
  void next_content() {
    do {
      pos_ = next_line(text_, pos_);
      line_begin_ = pos_;
      skip_blanks();
    } while (!is_at_end() && (is_line_end(at(pos_)) || at(pos_) == '#'));
  }

  // From the end of a value on. What is indented deeper than `least` would go on with it.
  bool finish_line(size_t least) {
    skip_blanks();
    if (!ends_line()) return false;
    next_content();
    return is_at_end() || column() <= least;
  }

  // --- Blocks
  bool read_mapping(size_t indentation) {
    add(SimpleEvent::Kind::mapping, false, pos_, pos_);
    do {
      const std::optional<Scalar> key = read_scalar(false);
      if (!key) return false;
      skip_blanks();
      if (!is_colon()) return false;
      add(*key);
      ++pos_;
      if (!read_value(indentation)) return false;
    } while (!is_at_end() && column() == indentation && indentation > 0);
    if (!is_at_end() && column() >= indentation) return false;
    add_end();
    return true;
  }

  // What stands behind a colon or below it.
  bool read_value(size_t indentation) {
    skip_blanks();
    if (!ends_line()) return read_inline(indentation);
    next_content();
    if (is_at_end() || column() < indentation) return false;
    if (is_dash()) return read_sequence(column(), indentation);
    return column() > indentation && read_below(indentation);
  }

  // A block that begins a line and is indented deeper than `outer`.
  bool read_below(size_t outer) {
    if (is_dash()) return read_sequence(column(), outer);
    return begins_mapping() ? read_mapping(column()) : read_inline(outer);
  }

  // A value that is no block.
  bool read_inline(size_t outer) {
    if (is_opening(at(pos_))) return read_brackets() && finish_line(outer);
    const std::optional<Scalar> scalar = read_scalar(false);
    if (!scalar) return false;
    add(*scalar);
    return finish_line(outer);
  }

  // A list may stand in the very column of its name.
  bool read_sequence(size_t indentation, size_t outer) {
    add(SimpleEvent::Kind::sequence, false, pos_, pos_);
    do {
      ++pos_;
      skip_blanks();
      if (ends_line()) {
        next_content();
        if (is_at_end() || column() <= indentation || !read_below(indentation)) return false;
      } else if (is_dash() || !read_item(indentation)) {
        return false;
      }
    } while (!is_at_end() && column() == indentation && is_dash());
    if (!is_at_end() && (column() > indentation || (column() == indentation && indentation != outer)))
      return false;
    add_end();
    return true;
  }

  bool read_item(size_t indentation) {
    return begins_mapping() ? read_mapping(column()) : read_inline(indentation);
  }

  [[nodiscard]] bool begins_mapping() {
    const size_t begin = pos_;
    const bool is_name = read_scalar(false).has_value();
    skip_blanks();
    const bool has_colon = is_name && is_colon();
    pos_ = begin;
    return has_colon;
  }

  // --- Brackets
  bool skip_flow_space() {
    skip_blanks();
    if (ends_line()) next_content();
    return !is_at_end();
  }

  bool read_brackets() {
    const bool is_mapping = at(pos_) == '{';
    const char closing = is_mapping ? '}' : ']';
    add(is_mapping ? SimpleEvent::Kind::mapping : SimpleEvent::Kind::sequence, true, pos_, pos_);
    ++pos_;
    if (!skip_flow_space()) return false;
    if (at(pos_) != closing) {
      while (true) {
        if (!(is_mapping ? read_pair() : read_flow_item()) || !skip_flow_space()) return false;
        if (at(pos_) == closing) break;
        if (at(pos_) != ',') return false;
        ++pos_;
        if (!skip_flow_space()) return false;
      }
    }
    ++pos_;
    add_end();
    return true;
  }

  // `name: value`
  bool read_pair() {
    const std::optional<Scalar> key = read_scalar(true);
    if (!key) return false;
    skip_blanks();
    if (!is_colon()) return false;
    add(*key);
    return read_flow_value();
  }

  bool read_flow_value() {
    ++pos_;
    return skip_flow_space() && read_flow_node();
  }

  bool read_flow_node() {
    if (is_opening(at(pos_))) return read_brackets();
    const std::optional<Scalar> scalar = read_scalar(true);
    if (scalar) add(*scalar);
    return scalar.has_value();
  }

  // An item, or `name: value`, which is a mapping by itself.
  bool read_flow_item() {
    if (is_opening(at(pos_))) return read_brackets();
    const std::optional<Scalar> scalar = read_scalar(true);
    if (!scalar) return false;
    skip_blanks();
    if (!is_colon()) {
      add(*scalar);
      return true;
    }
    add(SimpleEvent::Kind::mapping, true, scalar->begin, scalar->begin);
    add(*scalar);
    if (!read_flow_value()) return false;
    add_end();
    return true;
  }

  // --- Scalars
  std::optional<Scalar> read_scalar(bool in_brackets) {
    return is_quote(at(pos_)) ? read_quoted() : read_plain(in_brackets);
  }

  std::optional<Scalar> read_quoted() {
    const size_t begin = pos_;
    const size_t end = quote_end(text_, begin);
    if (end == std::string_view::npos) return std::nullopt;
    const std::string_view inner = text_.substr(begin + 1, end - begin - 2);
    if (inner.find(at(begin) == '"' ? '\\' : '\'') != std::string_view::npos) return std::nullopt;
    pos_ = end;
    return checked(begin, end);
  }

  std::optional<Scalar> read_plain(bool in_brackets) {
    const size_t begin = pos_;
    const char first = at(begin);
    const bool is_minus = first == '-' && !is_blank_or_end(at(begin + 1)) && !is_bracket_sign(at(begin + 1));
    if (!begins_plain(first) && !is_minus) return std::nullopt;
    for (; !ends_line(); ++pos_) {
      const char c = at(pos_);
      if (c == ':' && is_blank_or_end(at(pos_ + 1))) break;
      if (!in_brackets) continue;
      if (is_bracket_sign(c)) break;
      if (c == '?' || (c == ':' && is_bracket_sign(at(pos_ + 1)))) return std::nullopt;
    }
    const size_t end = trim_end(text_, begin, pos_);
    const std::string_view value = text_.substr(begin, end - begin);
    if (value == "null" || value == "Null" || value == "NULL") return std::nullopt;
    return checked(begin, end);
  }

  // yaml-cpp takes no long names; whether this is one is its business.
  static std::optional<Scalar> checked(size_t begin, size_t end) {
    constexpr size_t kMostBytes = 1000;
    if (end - begin > kMostBytes) return std::nullopt;
    return Scalar{begin, end};
  }

  std::string_view text_;
  size_t pos_;
  size_t line_begin_;
  std::vector<SimpleEvent>& events_;
};

}  // namespace

bool read_simple_entry(std::string_view text, size_t begin, size_t end, std::vector<SimpleEvent>& events) {
  events.clear();
  const std::string_view entry = text.substr(begin, end - begin);
  // Tabs and '\r' are rare enough not to think about.
  if (entry.find('\t') == std::string_view::npos && entry.find('\r') == std::string_view::npos &&
      SimpleReader(text.substr(0, end), begin, events).read()) {
    return true;
  }
  events.clear();
  return false;
}

}  // namespace ishi::compiler
