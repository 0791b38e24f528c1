#include "syntax/allow_comment.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "diagnostics/suggest.h"
#include "syntax/characters.h"

namespace ishi::compiler {
namespace {

// The words of other tools for it.
constexpr std::array<std::string_view, 10> kAllowWords = {
    "allow", "allows", "ignore", "disable", "suppress", "silence", "noqa", "nolint", "expect", "skip"};

bool is_allow_word(std::string_view word) {
  const std::string lower = lower_case(word);
  if (std::ranges::find(kAllowWords, lower) != kAllowWords.end()) return true;
  constexpr std::array<std::string_view, 1> kAllow = {"allow"};
  return word.size() >= 4 && !suggestions(lower, kAllow).empty();
}

// `IS402`, `is402` and slips of them, but no word of a sentence; numbers alone only where they cannot be one.
bool looks_like_code(std::string_view word, bool takes_numbers) {
  const size_t digits = std::ranges::count_if(word, is_digit);
  const std::string lower = lower_case(word);
  return digits >= 2 && word.size() <= 8 &&
         (lower.starts_with("is") || lower.starts_with("si") || (takes_numbers && digits == word.size()));
}

bool mentions_code(std::string_view text) {
  for (size_t i = 2; i < text.size(); ++i) {
    if (is_digit(text[i]) && lower_case(text.substr(i - 2, 2)) == "is") return true;
  }
  return false;
}

bool separates_reason(char c) { return c == '-' || c == ':' || c == ';' || c == '(' || c == '='; }

class AllowCommentReader {
 public:
  AllowCommentReader(std::string_view text, size_t begin, size_t end)
      : text_(text.substr(0, trim_end(text, begin, end))), pos_(begin) {}

  std::optional<AllowComment> read() {
    while (at(pos_) == '#') ++pos_;
    skip_blanks_here();
    const bool has_ishi = skip_ishi();
    if (!has_ishi && !mentions_code(text_.substr(pos_))) return std::nullopt;  // nearly all comments
    const size_t word = pos_;
    const size_t word_stop = word_end(text_, word);
    const bool has_allow = is_allow_word(text_.substr(word, word_stop - word));
    const bool is_allow = text_.substr(word, word_stop - word) == "allow";
    if (has_allow) pos_ = word_stop;
    if (has_allow && at(pos_) == ':') ++pos_, is_exact_ = false;
    skip_blanks_here();
    is_exact_ = is_exact_ && is_allow;
    read_codes(has_ishi && has_allow);
    // Prose may begin with `ishi`, and a line that is commented out with `ishi: 1`.
    const bool has_code = !comment_.codes.empty();
    if (!is_exact_ && !(has_code && (has_ishi || has_allow))) return std::nullopt;
    read_reason();
    comment_.is_exact = is_exact_;
    if (!comment_.is_exact) mend();
    return std::move(comment_);
  }

 private:
  [[nodiscard]] char at(size_t index) const { return character_at(text_, index); }
  void skip_blanks_here() { pos_ = skip_blanks(text_, pos_); }

  // `ishi:`, or what may have been meant so.
  bool skip_ishi() {
    const size_t end = word_end(text_, pos_);
    if (lower_case(text_.substr(pos_, end - pos_)) != "ishi") return false;
    is_exact_ = text_.substr(pos_, end - pos_) == "ishi" && at(end) == ':';
    pos_ = end;
    while (at(pos_) == ':' || at(pos_) == '-' || at(pos_) == '.' || is_blank(at(pos_))) ++pos_;
    return true;
  }

  void read_codes(bool takes_numbers) {
    comment_.codes_end = pos_;
    while (true) {
      size_t end = pos_;
      while (is_word(at(end))) ++end;
      const std::string_view word = text_.substr(pos_, end - pos_);
      // The first word behind `allow` should be a code.
      const bool is_meant = is_exact_ && comment_.codes.empty() && !word.empty();
      if (!looks_like_code(word, takes_numbers) && !is_meant) return;
      comment_.codes.push_back({pos_, end});
      comment_.codes_end = end;
      pos_ = end;
      while (at(pos_) == ',' || is_blank(at(pos_))) ++pos_;
      const std::string_view rest = text_.substr(pos_);
      if (rest.starts_with("and ") || rest.starts_with("or ")) {
        pos_ += rest.find(' ');
        skip_blanks_here();
        is_exact_ = false;
      }
    }
  }

  void read_reason() {
    pos_ = skip_blanks(text_, comment_.codes_end);
    if (pos_ >= text_.size()) return;
    if (text_.substr(pos_).starts_with("--") && is_blank(at(comment_.codes_end))) {
      pos_ += 2;
    } else {
      is_exact_ = false;
      for (const std::string_view dash : {"\xE2\x80\x94", "\xE2\x80\x93"}) {
        if (text_.substr(pos_).starts_with(dash)) pos_ += dash.size();
      }
    }
    while (separates_reason(at(pos_)) || is_blank(at(pos_))) ++pos_;
    const std::string_view reason = text_.substr(pos_);
    const bool says_something = std::ranges::any_of(
        reason, [](char c) { return is_letter(c) || static_cast<unsigned char>(c) >= 0x80; });
    if (says_something) comment_.reason = reason;
  }

  void mend() {
    if (comment_.codes.empty()) return;
    std::string codes;
    for (const AllowComment::Word& code : comment_.codes)
      codes +=
          fmt::format("{}{}", codes.empty() ? "" : ", ", text_.substr(code.begin, code.end - code.begin));
    comment_.mended = fmt::format("# ishi: allow {} -- {}", codes,
                                  comment_.reason.empty() ? "why it is right here" : comment_.reason);
  }

  std::string_view text_;  // up to the end of the comment
  size_t pos_;
  bool is_exact_ = false;
  AllowComment comment_;
};

}  // namespace

std::optional<AllowComment> read_allow_comment(std::string_view text, size_t begin, size_t end) {
  return AllowCommentReader(text, begin, end).read();
}

}  // namespace ishi::compiler
