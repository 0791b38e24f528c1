#include "syntax/memberships.h"

#include <algorithm>
#include <array>
#include <vector>

#include "syntax/characters.h"

namespace ishi::compiler {
namespace {

constexpr std::array<std::string_view, 4> kIn = {"in", "one_of", "within", "inside"};

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

bool is_joining(std::string_view word) { return word == "and" || word == "or" || word == "not"; }

// The word that ends at `end`, or nothing.
std::string_view word_before(std::string_view text, size_t end) {
  size_t begin = end;
  while (begin > 0 && is_word(text[begin - 1])) --begin;
  return text.substr(begin, end - begin);
}

size_t skip_blanks_back(std::string_view text, size_t end) {
  while (end > 0 && is_blank(text[end - 1])) --end;
  return end;
}

// The start of the value that ends at `end`: behind a comparison, `and`, `or`, `not`, a comma or an open
// parenthesis.
size_t value_begin(std::string_view text, size_t end) {
  size_t depth = 0;
  size_t at = end;
  while (at > 0) {
    const char c = text[at - 1];
    if (c == ')') ++depth;
    if (c == '(' && depth-- == 0) break;
    if (depth == 0 && (c == ',' || c == '<' || c == '>' || c == '=' || c == '!')) break;
    if (depth == 0 && is_word(c)) {
      const std::string_view word = word_before(text, at);
      if (is_joining(word)) break;
      at -= word.size();
      continue;
    }
    --at;
  }
  return skip_blanks(text, at);
}

// The end of the value that starts at `begin`; the word `stop` ends it as well.
size_t value_end(std::string_view text, size_t begin, std::string_view stop = {}) {
  size_t depth = 0;
  size_t at = begin;
  while (at < text.size()) {
    const char c = text[at];
    if (c == '(') ++depth;
    if (c == ')' && depth-- == 0) break;
    if (depth == 0 && (c == ',' || c == '<' || c == '>' || c == '=' || c == '!')) break;
    if (c == '.' && character_at(text, at + 1) == '.') break;
    if (is_letter(c) && (at == 0 || !is_word(text[at - 1]))) {
      const size_t end = word_end(text, at);
      const std::string_view word = text.substr(at, end - at);
      if (depth == 0 && (is_joining(word) || (!stop.empty() && word == stop))) break;
      at = end;
      continue;
    }
    ++at;
  }
  return skip_blanks_back(text, at);
}

bool is_number(std::string_view text) {
  const size_t sign = !text.empty() && (text[0] == '-' || text[0] == '+') ? 1 : 0;
  return is_digit(character_at(text, sign));
}

// The items in the brackets that open at `open`, and where these are closed; nothing if they are not.
struct Items {
  std::vector<std::string_view> texts;
  size_t end = 0;
};
std::optional<Items> items_in(std::string_view text, size_t open) {
  Items result;
  size_t depth = 0;
  size_t begin = open + 1;
  const auto add = [&](size_t end) {
    std::string_view item = trimmed(text.substr(begin, end - begin));
    if (item.size() > 1 && is_quote(item.front()) && item.back() == item.front())
      item = item.substr(1, item.size() - 2);
    if (!item.empty()) result.texts.push_back(item);
    begin = end + 1;
  };
  for (size_t at = open; at < text.size(); ++at) {
    const char c = text[at];
    if (is_opening(c) || c == '(') ++depth;
    if ((is_closing(c) || c == ')') && --depth == 0) {
      add(at);
      result.end = at + 1;
      return result;
    }
    if (c == ',' && depth == 1) add(at);
  }
  return std::nullopt;
}

class Finder {
 public:
  Finder(std::string_view text, size_t begin, size_t end) : text_(text) {
    found_.word = begin;
    found_.word_end = end;
    is_between_ = text.substr(begin, end - begin) == "between";
  }

  std::optional<Membership> find() {
    if (!find_left()) return std::nullopt;
    right_ = skip_blanks(text_, found_.word_end);
    const char next = character_at(text_, right_);
    const bool is_found = next == '[' || next == '{' || next == '(' ? read_brackets() : read_values();
    if (!is_found) return std::nullopt;
    // `not x in …` and `a and x in …` need it as one.
    const bool stands_alone =
        trimmed(text_.substr(0, found_.begin)).empty() && trimmed(text_.substr(found_.end)).empty();
    for (std::string* written : {&found_.meant, &found_.other}) {
      if (!stands_alone && written->find(' ') != std::string::npos) *written = "(" + *written + ")";
    }
    return found_;
  }

 private:
  // The value before the word, over `is`, `not` and `is not`.
  bool find_left() {
    size_t end = skip_blanks_back(text_, found_.word);
    for (int i = 0; i < 2; ++i) {
      const std::string_view word = word_before(text_, end);
      if (word != "not" && word != "is") break;
      if (word == "not" && is_negated_) break;
      is_negated_ = is_negated_ || word == "not";
      found_.word = end - word.size();
      end = skip_blanks_back(text_, found_.word);
    }
    found_.begin = value_begin(text_, end);
    left_ = text_.substr(found_.begin, end > found_.begin ? end - found_.begin : 0);
    return !left_.empty() && (is_word(left_.back()) || left_.back() == ')');
  }

  bool read_brackets() {
    const auto items = items_in(text_, right_);
    if (!items || items->texts.empty()) return false;
    found_.end = items->end;
    const bool are_numbers = std::ranges::all_of(items->texts, is_number);
    const size_t dots = items->texts[0].find("..");
    if (items->texts.size() == 1 && dots != std::string_view::npos) {
      set_range(items->texts[0].substr(0, dots), items->texts[0].substr(dots + 2));
    } else if (items->texts.size() == 2 && is_between_) {
      set_range(items->texts[0], items->texts[1]);
    } else if (is_between_) {
      return false;
    } else {
      set_any_of(items->texts);
      if (items->texts.size() == 2 && are_numbers) {
        const std::string one_of = found_.meant;
        set_range(items->texts[0], items->texts[1]);
        found_.other = one_of;
      }
    }
    return true;
  }

  bool read_values() {
    const size_t low_end = value_end(text_, right_, "to");
    const std::string_view low = text_.substr(right_, low_end - right_);
    if (low.empty()) return false;
    size_t next = skip_blanks(text_, low_end);
    if (text_.substr(next).starts_with("..")) {
      next += 2;
    } else if (is_between_ && character_at(text_, next) == ',') {
      ++next;
    } else if (const size_t end = word_end(text_, next);
               is_between_ &&
               (text_.substr(next, end - next) == "and" || text_.substr(next, end - next) == "to")) {
      next = end;
    } else {
      found_.end = low_end;
      const bool is_name = word_end(low, 0) == low.size();
      if (is_between_ || !is_name) return false;
      found_.hint = "ask `count(" + std::string(low) + ", it == " + std::string(left_) + ") " +
                    (is_negated_ ? "== 0" : "> 0") + "` of a set; compare with single values by `==`";
      return true;
    }
    next = skip_blanks(text_, next);
    found_.end = value_end(text_, next);
    if (found_.end <= next) return false;
    set_range(low, text_.substr(next, found_.end - next));
    return true;
  }

  void set_range(std::string_view low, std::string_view high) {
    const std::string left(left_), least(trimmed(low)), most(trimmed(high));
    found_.meant = is_negated_ ? left + " < " + least + " or " + left + " > " + most
                               : left + " >= " + least + " and " + left + " <= " + most;
  }

  void set_any_of(const std::vector<std::string_view>& items) {
    found_.meant.clear();
    for (const std::string_view item : items) {
      if (!found_.meant.empty()) found_.meant += is_negated_ ? " and " : " or ";
      found_.meant += std::string(left_) + (is_negated_ ? " != " : " == ") + std::string(item);
    }
  }

  std::string_view text_;
  Membership found_;
  std::string_view left_;
  size_t right_ = 0;
  bool is_between_ = false;
  bool is_negated_ = false;
};

}  // namespace

std::optional<Membership> find_membership(std::string_view text) {
  for (size_t at = 0; at < text.size(); ++at) {
    if (!is_letter(text[at]) || (at > 0 && (is_word(text[at - 1]) || text[at - 1] == '.'))) continue;
    const size_t end = word_end(text, at);
    const std::string_view word = text.substr(at, end - at);
    const bool asks = word == "between" || std::ranges::find(kIn, word) != kIn.end();
    const char next = character_at(text, skip_blanks(text, end));
    const bool is_called = character_at(text, end) == '(' && word == "between";
    if (asks && !is_called && at > 0 && next != '\0' && next != ')' && next != ',') {
      if (auto found = Finder(text, at, end).find()) return found;
    }
    at = end;
  }
  return std::nullopt;
}

}  // namespace ishi::compiler
