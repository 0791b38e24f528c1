#include <fmt/format.h>

#include <algorithm>

#include "syntax/skeleton_reader.h"
#include "syntax/ternary.h"

// Values outside of brackets that cannot be read, and what stands behind or below a value.

namespace ishi::compiler {

// Refuses the value at the cursor with all that is left of its line and stands below it.
void SkeletonReader::refuse_value(Code code, std::string message, std::string help) {
  report(code, pos_, pos_ + 1, std::move(message)).help(std::move(help));
  erase_value_and_below(pos_);
}

void SkeletonReader::erase_value_and_below(size_t begin) {
  const size_t end = line_end(text_, pos_);
  erase_value(begin, end);
  pos_ = next_line(text_, end);
  const Level& level = levels_.back();
  blank_below(level.column, level.kind == LevelKind::names);
}

// The colon at the cursor stands in the value that begins at `begin`.
void SkeletonReader::refuse_second_colon(size_t begin) {
  const Level& level = levels_.back();
  const bool is_named = level.kind == LevelKind::names && level.last_begin < begin;
  size_t end = pos_;
  while (!is_line_end(at(end)) && !(at(end) == '#' && is_blank(at(end - 1)))) ++end;
  end = trim_end(text_, begin, end);
  const size_t below = next_line(text_, pos_);
  const size_t content = skip_blanks(text_, below);
  const bool has_block = content - below > level.column && !is_line_end(at(content));
  if (is_named && has_block && at(end - 1) == ':') {  // `a guard: flees when hurt:`
    const size_t last = trim_end(text_, begin, end - 1);
    const std::string_view name = original(level.last_begin, last);
    auto found = report(Code::second_colon, level.last_begin, last, "a `:` in the middle of a name");
    found.help(fmt::format("put the name in quotes: \"{}\":", name));
    if (name.find_first_of("\"\\") == std::string_view::npos)
      found.edit(span(level.last_begin, last), fmt::format("\"{}\"", name));
    return erase_value_and_below(begin);
  }
  if (const std::string meant = meant_ternary(original(begin, end)); is_named && !meant.empty()) {
    report(Code::foreign_operator, begin, end, "there is no operator `? :` here")
        .help(fmt::format("write `{}`", meant))
        .edit(span(begin, end), meant);
    return erase_value_and_below(begin);
  }
  auto found = report(
      Code::second_colon, pos_, pos_ + 1,
      is_named ? fmt::format("a second `:` in the value of {}", quoted(level.last_begin, level.last_end))
               : "a `:` in the middle of a text");
  found.help("put the value in quotes if the `:` belongs to it; else give each name its own line");
  add_quoting_edit(found, begin, end);
  erase_value_and_below(begin);
}

// Quotes round a text on one line, where that changes nothing in it.
void SkeletonReader::add_quoting_edit(Report& report, size_t begin, size_t end) const {
  const std::string_view text = original(begin, end);
  if (text.find_first_of("\n\\") != std::string_view::npos) return;
  for (const char quote : {'"', '\''}) {
    if (text.find(quote) == std::string_view::npos) {
      report.edit(span(begin, end), fmt::format("{0}{1}{0}", quote, text));
      return;
    }
  }
}

// A name or a list item, at the cursor, is indented below plain text [begin, end).
void SkeletonReader::refuse_below_plain(size_t begin, size_t end) {
  const Level level = levels_.back();
  const std::optional<Name> name = find_name(pos_);
  const bool is_item = level.kind == LevelKind::list && name;
  const size_t word = word_end(text_, begin);
  if (is_item && word > begin && at(word) == '(' && at(end - 1) == ')') {
    if (refuse_below_call(begin, word, end, *name)) erase_value(begin, end);
    return blank_lines(level.column, false);
  }
  if (!is_item || word != end) return refuse_deeper(name ? name->end : pos_ + 1);
  const std::string_view word_below = original(name->begin, name->end);
  if (word_end(word_below, 0) == word_below.size() &&
      (!is_step_modifier(word_below) || (word_below == "to" && original(begin, end) != "emit"))) {
    refuse_argument_below(begin, end, *name);
    erase_value(begin, end);
    return blank_lines(level.column, false);
  }
  const std::string modifier = quoted(name->begin, name->end);
  auto found = report(Code::bare_step_with_modifier, begin, end,
                      fmt::format("{} cannot stand below the bare step {}", modifier, quoted(begin, end)));
  found.caption("this step has no `:`, so nothing can stand beside it")
      .label(span(name->begin, name->end), "meant for the step")
      .help(fmt::format("write `- do: {}`, and line {} up with `do`", original(begin, end), modifier));
  const size_t step_line = text_.rfind('\n', begin) + 1;
  if (column() == begin - step_line) found.edit(span(begin, begin), "do: ");
  erase_value(begin, end);
  blank_lines(level.column, false);
}

void SkeletonReader::refuse_open_quote() {
  report(Code::quote_not_closed, pos_, pos_ + 1, "this quote is not closed on its line")
      .help(fmt::format("end the text with `{}` on the same line", at(pos_)));
}

// A bracket at the cursor closes nothing, behind the value that begins at `begin`.
void SkeletonReader::refuse_closing_bracket(size_t begin) {
  report(Code::bracket_not_opened, pos_, pos_ + 1, fmt::format("this `{}` closes nothing", at(pos_)))
      .help("delete it")
      .edit(span(pos_, pos_ + 1), "");
  const size_t last = std::min(text_.find_first_not_of("]} \t", pos_), text_.size());
  if (!is_line_end(at(last)) && at(last) != '#') return erase_value_and_below(begin);
  blank(pos_, last);
  mark_fault(pos_);
  finish_line();
}

// Text at the cursor stands behind the value [begin, value_end).
void SkeletonReader::refuse_rest(size_t begin, size_t value_end) {
  const bool is_text = is_quote(at(begin));
  if (is_sign(pos_, ':') && !is_text) {
    report(Code::complex_key, begin, first_line_end(text_, begin, value_end),
           "a { } block or [ ] list cannot be a name")
        .help("a name is a word in front of a `:`");
    return abandon_entry();
  }
  if (at(pos_) == ':') return refuse_second_colon(begin);
  auto found = report(Code::text_after_value, pos_, trim_end(text_, pos_, line_end(text_, pos_)),
                      is_text ? "the text in quotes ends before this" : "the value ends before this");
  found.label(span(value_end - 1, value_end), is_text ? "this quote ends it" : "this bracket ends it");
  if (is_text) {
    found.help(at(begin) == '"' ? R"(put quotes round all of it; a `"` inside is written `\"`)"
                                : "put quotes round all of it; a `'` inside is written `''`");
  } else {
    found.help("put quotes round all of it if it is one value; else delete the rest");
  }
  erase_value_and_below(begin);
}

}  // namespace ishi::compiler
