#include "syntax/repaired_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "syntax/scan.h"

namespace ishi::compiler {
namespace {

bool is_hex(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }

// True if the `!` at `begin` looks like the operator of other languages and not like a tag.
bool is_negation(const RepairedText& in, size_t begin, std::optional<size_t> block_column) {
  size_t i = skip_blanks(in.text, begin + 1);
  if (in.at(i) == '(') return true;
  const size_t first = i;
  i = word_end(in.text, i);
  while (i > first && in.at(i) == '.' && word_end(in.text, i + 1) > i + 1) i = word_end(in.text, i + 1);
  if (i == first || (in.at(first) >= 'A' && in.at(first) <= 'Z')) return false;
  i = skip_blanks(in.text, i);
  if (is_line_end(in.at(i))) {
    // A tag may stand above the block that it is for.
    const size_t line = next_line(in.text, i);
    const size_t content = skip_blanks(in.text, line);
    const bool has_block =
        block_column && content - line > *block_column && (in.find_name(content) || in.is_dash(content));
    return !has_block;
  }
  if (std::string_view(",]}#)(<>=+-*/^:").find(in.at(i)) != std::string_view::npos) return true;
  const std::string_view next = std::string_view(in.text).substr(i, word_end(in.text, i) - i);
  return next == "and" || next == "or" || next == "not";
}

}  // namespace

Span RepairedText::span(size_t begin, size_t end) const {
  return {file, static_cast<uint32_t>(begin), static_cast<uint32_t>(end)};
}

std::string RepairedText::quoted(size_t begin, size_t end) const {
  constexpr size_t kMostBytes = 40;
  end = first_line_end(written, begin, std::min(end, begin + kMostBytes + 1));
  const std::string_view shown = original(begin, end);
  if (shown.size() <= kMostBytes)
    return fmt::format("`{}`", shown.substr(0, trim_end(shown, 0, shown.size())));
  size_t cut = kMostBytes;
  while (cut > 0 && (static_cast<unsigned char>(shown[cut]) & 0xC0) == 0x80) --cut;
  return fmt::format("`{}…`", shown.substr(0, cut));
}

Report RepairedText::report(Code code, size_t begin, size_t end, std::string message) {
  return diagnostics.report(code, span(begin, end), std::move(message));
}

void RepairedText::mark_fault(size_t place) { faults.push_back(static_cast<uint32_t>(place)); }

bool RepairedText::has_fault_at(size_t place) const { return !faults.empty() && faults.back() == place; }

void RepairedText::blank(size_t begin, size_t end) {
  for (size_t i = begin; i < end; ++i) {
    if (!is_line_end(text[i])) text[i] = ' ';
  }
}

void RepairedText::erase_value(size_t begin, size_t end) {
  mark_fault(begin);
  if (begin == end) return;
  blank(begin, end);
  text[begin] = 'x';
}

void RepairedText::erase_after_name(size_t name_end, size_t end) {
  blank(name_end, end);
  text[name_end] = ':';
  mark_fault(name_end);
  // With no room for a value there is none, and the fault keeps that from being reported.
  if (name_end + 2 < end && !is_line_end(text[name_end + 2])) text[name_end + 2] = 'x';
  mark_fault(name_end + 2);
}

// `---` or `...` alone or before a blank.
bool RepairedText::is_marker(size_t begin) const {
  const std::string_view three = std::string_view(text).substr(begin, 3);
  return (three == "---" || three == "...") && is_blank_or_end(at(begin + 3));
}

void refuse_glued(RepairedText& in, size_t begin, size_t end) {
  in.report(Code::missing_space, end, end + 1,
            fmt::format("a space is missing behind the `:` of {}", in.quoted(begin, end)))
      .help(fmt::format("write `{}: …`", in.original(begin, end)))
      .edit(in.span(end + 1, end + 1), " ");
}

void refuse_open_quote(RepairedText& in) {
  in.report(Code::quote_not_closed, in.pos, in.pos + 1, "this quote is not closed on its line")
      .help(fmt::format("end the text with `{}` on the same line", in.at(in.pos)));
}

// In double quotes a backslash begins one of a few sequences. What they stand for must not be a
// character that could not be written as it is.
void check_escapes(RepairedText& in, size_t begin, size_t end) {
  if (in.at(begin) != '"') return;
  for (size_t i = begin + 1; i + 1 < end; ++i) {
    if (in.at(i) != '\\') continue;
    const char kind = in.at(i + 1);
    const size_t digits = kind == 'x' ? 2 : kind == 'u' ? 4 : kind == 'U' ? 8 : 0;
    uint32_t code = 0;
    size_t valid = 0;
    while (valid < digits && is_hex(in.at(i + 2 + valid))) {
      const char digit = in.at(i + 2 + valid++);
      code = code * 16 + static_cast<uint32_t>(digit <= '9' ? digit - '0' : (digit | 0x20) - 'a' + 10);
    }
    const bool is_plain = std::string_view("\\\"/nt").find(kind) != std::string_view::npos;
    if (is_plain || (digits > 0 && valid == digits && is_allowed_character(code))) {
      ++i;
      continue;
    }
    const bool is_code = digits > 0 && valid == digits;
    in.report(Code::bad_escape, i, i + 2 + valid,
              is_code ? fmt::format("{} stands for a character that a text may not hold",
                                    in.quoted(i, i + 2 + valid))
                      : fmt::format("{} stands for nothing in a text in double quotes", in.quoted(i, i + 2)))
        .help("write `\\\\` for a backslash, or put the text in single quotes, where a backslash is one");
    in.text[i] = 'x';
    in.mark_fault(i);
  }
}

bool mend_property(RepairedText& in, bool is_merged, std::optional<size_t> block_column) {
  const size_t begin = in.pos;
  size_t end = begin + 1;
  while (!is_blank_or_end(in.at(end)) && std::string_view(",[]{}").find(in.at(end)) == std::string_view::npos)
    ++end;
  const char kind = in.at(begin);
  if (kind == '*') {
    if (!is_merged) {
      in.report(Code::anchor_or_alias, begin, end,
                fmt::format("{} is an alias, and the language has none", in.quoted(begin, end)))
          .help("write the value out, or name it once and use `extends`");
    }
  } else if (kind == '&') {
    in.report(Code::anchor_or_alias, begin, end,
              fmt::format("{} is an anchor, and the language has none", in.quoted(begin, end)))
        .help("delete it; to use something twice, name it once and use `extends`");
  } else if (is_negation(in, begin, block_column)) {
    in.report(Code::exclamation_for_not, begin, begin + 1, "`!` does not mean `not` here")
        .help("write `not`")
        .edit(in.span(begin, skip_blanks(in.text, begin + 1)), "not ");
  } else {
    in.report(Code::tag, begin, end,
              fmt::format("{} is a tag, and the language has none", in.quoted(begin, end)))
        .help("delete it: what a value is follows from where it stands");
  }
  in.mark_fault(begin);
  const bool is_text = kind == '*' || (kind == '!' && is_negation(in, begin, block_column));
  if (is_text) {
    in.text[begin] = 'x';
  } else {
    in.blank(begin, end);
    in.pos = end;
  }
  return is_text;
}

bool is_merge_name(const RepairedText& in, size_t begin, size_t end) {
  return in.original(begin, end) == "<<";
}

void add_quoting_edit(const RepairedText& in, Report& report, size_t begin, size_t end) {
  const std::string_view text = in.original(begin, end);
  if (text.find_first_of("\n\\") != std::string_view::npos) return;
  for (const char quote : {'"', '\''}) {
    if (text.find(quote) == std::string_view::npos) {
      report.edit(in.span(begin, end), fmt::format("{0}{1}{0}", quote, text));
      return;
    }
  }
}

}  // namespace ishi::compiler
