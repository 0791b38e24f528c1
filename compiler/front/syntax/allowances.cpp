#include "syntax/allowances.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "diagnostics/catalogue.h"
#include "diagnostics/suggest.h"
#include "source/sources.h"
#include "syntax/characters.h"

namespace ishi::compiler {
namespace {

// The words of one comment that silences findings, apart from what its codes mean and what it covers.

struct AllowComment {
  struct Word {
    size_t begin = 0;
    size_t end = 0;
  };

  // Its form is right: `ishi: allow CODE -- reason`, with one or more codes.
  bool is_exact = false;
  std::vector<Word> codes;  // what stands where codes are expected
  size_t codes_end = 0;     // behind the last of them
  std::string reason;
  std::string mended;  // in the right form, with an invented reason if it has none; empty without codes
};

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

// The comment whose `#` stands at `begin` and that ends at `end`, its line end left out. Nothing if it is
// plainly about something else. Places are those of the text.
std::optional<AllowComment> read_allow_comment(std::string_view text, size_t begin, size_t end) {
  return AllowCommentReader(text, begin, end).read();
}

constexpr std::string_view kForm = "# ishi: allow IS401 -- why it is right here";

// The finding that a word names. Its number alone and small letters are understood.
struct NamedCode {
  const CatalogueRow* row = nullptr;
  bool is_exact = false;
};
NamedCode find_code(std::string_view word) {
  std::string number;
  for (const char c : word) {
    if (is_digit(c)) number += c;
  }
  if (number.size() > 3 && number[0] == '0') number.erase(0, 1);
  const auto row = std::ranges::find_if(
      catalogue(), [&](const CatalogueRow& row) { return code_text(row.code).substr(2) == number; });
  if (row == catalogue().end() || number.empty()) return {};
  return {&*row, word == code_text(row->code)};
}

// The codes that can be silenced and are nearest to a word that is none.
std::vector<std::string> near_codes(std::string_view word) {
  std::vector<std::string> codes;
  for (const CatalogueRow& row : catalogue()) {
    if (row.severity == Severity::warning) codes.push_back(code_text(row.code));
  }
  const std::vector<std::string_view> known(codes.begin(), codes.end());
  const auto near = suggestions(word, known);
  return {near.begin(), near.end()};
}

bool is_about_allowing(Code code) { return code >= Code::allow_without_reason && code <= Code::allow_unused; }

class AllowanceReader {
 public:
  AllowanceReader(std::string_view text, const Tree& tree, uint32_t file, Diagnostics& diagnostics)
      : text_(text), tree_(tree), file_(file), diagnostics_(diagnostics) {}

  std::vector<Allowance> read() {
    const size_t first = text_.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
    size_t line_begin = 0;
    for (size_t sign = text_.find('#'); sign != std::string_view::npos; sign = text_.find('#', sign)) {
      const size_t end = line_end(text_, sign);
      if (sign > first && !is_blank_or_end(text_[sign - 1])) {
        ++sign;
        continue;
      }
      const std::optional<AllowComment> comment = read_allow_comment(text_, sign, end);
      if (!comment || !is_comment(sign)) {
        ++sign;  // a text in quotes may be followed by a comment
        continue;
      }
      line_begin = std::max(text_.rfind('\n', sign) + 1, first);  // npos + 1 is 0
      read_codes(*comment, sign, trim_end(text_, sign, end), reach_of(sign, line_begin, end));
      sign = end;
    }
    return std::move(allowances_);
  }

 private:
  // An entry or an item of a list, with what is below it.
  struct Part {
    uint32_t begin = 0;
    uint32_t end = 0;
    bool flow = false;  // it stands within brackets
  };

  struct Reached {
    Allowance::Reach reach = Allowance::Reach::nothing;
    Span covers;
  };

  [[nodiscard]] Span span(size_t begin, size_t end) const {
    return {file_, static_cast<uint32_t>(begin), static_cast<uint32_t>(end)};
  }

  // Collects, once, where things begin and which places are no comments.
  void look_at_tree() {
    if (std::exchange(has_looked_, true)) return;
    const std::vector<Entry>& entries = tree_.root->entries;
    for (size_t i = 0; i < entries.size(); ++i) {
      const uint32_t next =
          i + 1 < entries.size() ? entries[i + 1].key_span.begin : static_cast<uint32_t>(text_.size());
      if (entries[i].value->kind == NodeKind::poisoned)
        texts_.push_back(span(entries[i].key_span.begin, next));
    }
    look_at(*tree_.root);
    std::ranges::sort(texts_, {}, &Span::begin);
    std::ranges::stable_sort(parts_, {}, &Part::begin);
  }

  void look_at(const Node& node) {
    if (node.kind == NodeKind::poisoned || node.quoted) texts_.push_back(node.span);
    for (const Entry& entry : node.entries) {
      texts_.push_back(entry.key_span);
      parts_.push_back({entry.key_span.begin, entry.value->span.end, node.flow});
      look_at(*entry.value);
    }
    for (const Node* item : node.items) {
      parts_.push_back({item->span.begin, item->span.end, node.flow});
      look_at(*item);
    }
  }

  bool is_comment(size_t sign) {
    look_at_tree();
    // Texts lie beside one another, or in an entry that could not be read.
    const auto behind = std::ranges::upper_bound(texts_, sign, {}, &Span::begin);
    return std::none_of(texts_.begin(), behind, [&](Span text) { return sign < text.end; });
  }

  Reached reach_of(size_t sign, size_t line_begin, size_t end) const {
    using Reach = Allowance::Reach;
    if (tree_.root->entries.empty()) return {};
    const bool stands_alone = skip_blanks(text_, line_begin) == sign;
    if (!stands_alone) return {Reach::line, span(line_begin, end)};
    if (sign < tree_.root->entries.front().key_span.begin) return {Reach::file, span(0, text_.size())};
    const auto first = std::ranges::lower_bound(parts_, sign, {}, &Part::begin);
    if (first == parts_.end()) return {};
    uint32_t part_end = first->end;
    for (auto part = first; part != parts_.end() && part->begin == first->begin; ++part)
      part_end = std::max(part_end, part->end);
    const size_t part_line = text_.rfind('\n', first->begin) + 1;
    const size_t column = skip_blanks(text_, part_line) - part_line;
    if (!first->flow && column < sign - line_begin) return {};
    return {Reach::entry, span(first->flow ? first->begin : part_line, part_end)};
  }

  void read_codes(const AllowComment& comment, size_t sign, size_t end, const Reached& reached) {
    bool is_understood = true;
    for (const AllowComment::Word& word : comment.codes) {
      const Span place = span(word.begin, word.end);
      const std::string_view text = text_.substr(word.begin, word.end - word.begin);
      const NamedCode named = find_code(text);
      if (named.row == nullptr || !named.is_exact) {
        refuse_code(place, text, named.row);
        is_understood = false;
      } else if (named.row->severity == Severity::error || is_about_allowing(named.row->code)) {
        refuse_severity(place, *named.row);
        is_understood = false;
      } else {
        allowances_.push_back({named.row->code, place, reached.covers, reached.reach, comment.reason,
                               comment.codes.size() > 1});
      }
    }
    if (!is_understood) return;  // what else is wrong with it can be said when that is mended
    if (!comment.is_exact || comment.codes.empty()) {
      refuse_form(comment, sign, end);
    } else if (comment.reason.empty()) {
      diagnostics_
          .report(Code::allow_without_reason, span(sign, end),
                  fmt::format("this silences {} without saying why",
                              comment.codes.size() == 1 ? "a warning" : "warnings"))
          .help(fmt::format("write the reason behind two dashes: `{} -- why it is right here`",
                            text_.substr(sign, comment.codes_end - sign)));
    }
  }

  void refuse_code(Span place, std::string_view word, const CatalogueRow* meant) {
    auto report = diagnostics_.report(Code::allow_of_unknown_code, place,
                                      fmt::format("`{}` is no code, so nothing is silenced", word));
    if (!report.is_kept()) return;
    if (meant != nullptr) {
      const std::string code = code_text(meant->code);
      report.help(fmt::format("did you mean `{}` ({})?", code, meant->title)).edit(place, code);
      return;
    }
    const std::vector<std::string> near = near_codes(word);
    if (near.size() == 1)
      report.suggest(place, near[0]);
    else
      report.help(
          "the code stands at the beginning of a warning, as in warning[IS401]; `ishi explain --list` lists "
          "all");
  }

  void refuse_severity(Span place, const CatalogueRow& row) {
    const std::string code = code_text(row.code);
    if (is_about_allowing(row.code)) {
      diagnostics_
          .report(Code::allow_of_error, place,
                  fmt::format("{} is about such comments themselves and cannot be silenced", code))
          .help("take the comment out, and the one that it is about, or fix that one");
    } else {
      diagnostics_
          .report(Code::allow_of_error, place,
                  fmt::format("{} is an error, and errors cannot be silenced", code))
          .note(fmt::format("{}: {}; with it nothing is built", code, row.title))
          .help("fix what it is about, then take the comment out; warnings alone can be silenced");
    }
  }

  void refuse_form(const AllowComment& comment, size_t sign, size_t end) {
    auto report = diagnostics_.report(
        Code::allow_mistyped, span(sign, end),
        comment.codes.empty()
            ? "this comment does not say which warning it silences"
            : "this comment is taken for one that silences a warning, but such are written otherwise");
    report.help(fmt::format("write `{}`", comment.mended.empty() ? kForm : comment.mended));
    if (!comment.reason.empty() && !comment.mended.empty()) report.edit(span(sign, end), comment.mended);
  }

  std::string_view text_;
  const Tree& tree_;
  uint32_t file_;
  Diagnostics& diagnostics_;
  bool has_looked_ = false;
  std::vector<Span> texts_;  // that hold no comments, by `begin`
  std::vector<Part> parts_;  // by `begin`
  std::vector<Allowance> allowances_;
};

}  // namespace

std::vector<Allowance> read_allowances(std::string_view text, const Tree& tree, uint32_t file,
                                       Diagnostics& diagnostics) {
  return AllowanceReader(text, tree, file, diagnostics).read();
}

}  // namespace ishi::compiler
