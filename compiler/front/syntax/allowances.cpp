#include "syntax/allowances.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "diagnostics/catalogue.h"
#include "diagnostics/suggest.h"
#include "source/sources.h"
#include "syntax/allow_comment.h"
#include "syntax/characters.h"

namespace ishi::compiler {
namespace {

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
