#include <fmt/format.h>

#include <algorithm>

#include "syntax/skeleton_reader.h"
#include "syntax/ternary.h"

// Values outside of brackets that cannot be read, and what stands behind or below a value.

namespace ishi::compiler {

// Refuses the value at the cursor with all that is left of its line and stands below it.
void SkeletonReader::refuse_value(Code code, std::string message, std::string help) {
  in_.report(code, in_.pos, in_.pos + 1, std::move(message)).help(std::move(help));
  erase_value_and_below(in_.pos);
}

void SkeletonReader::erase_value_and_below(size_t begin) {
  const size_t end = line_end(in_.text, in_.pos);
  in_.erase_value(begin, end);
  in_.pos = next_line(in_.text, end);
  const BlockLevel& level = levels_.back();
  blank_below(level.column, level.kind == BlockLevel::Kind::names);
}

// The colon at the cursor stands in the value that begins at `begin`.
void SkeletonReader::refuse_second_colon(size_t begin) {
  const BlockLevel& level = levels_.back();
  const bool is_named = level.kind == BlockLevel::Kind::names && level.last_begin < begin;
  size_t end = in_.pos;
  while (!is_line_end(in_.at(end)) && !(in_.at(end) == '#' && is_blank(in_.at(end - 1)))) ++end;
  end = trim_end(in_.text, begin, end);
  const size_t below = next_line(in_.text, in_.pos);
  const size_t content = skip_blanks(in_.text, below);
  const bool has_block = content - below > level.column && !is_line_end(in_.at(content));
  if (is_named && has_block && in_.at(end - 1) == ':') {  // `a guard: flees when hurt:`
    const size_t last = trim_end(in_.text, begin, end - 1);
    const std::string_view name = in_.original(level.last_begin, last);
    auto found = in_.report(Code::second_colon, level.last_begin, last, "a `:` in the middle of a name");
    found.help(fmt::format("put the name in quotes: \"{}\":", name));
    if (name.find_first_of("\"\\") == std::string_view::npos)
      found.edit(in_.span(level.last_begin, last), fmt::format("\"{}\"", name));
    return erase_value_and_below(begin);
  }
  if (const std::string meant = meant_ternary(in_.original(begin, end)); is_named && !meant.empty()) {
    in_.report(Code::foreign_operator, begin, end, "there is no operator `? :` here")
        .help(fmt::format("write `{}`", meant))
        .edit(in_.span(begin, end), meant);
    return erase_value_and_below(begin);
  }
  auto found = in_.report(
      Code::second_colon, in_.pos, in_.pos + 1,
      is_named ? fmt::format("a second `:` in the value of {}", in_.quoted(level.last_begin, level.last_end))
               : "a `:` in the middle of a text");
  found.help("put the value in quotes if the `:` belongs to it; else give each name its own line");
  add_quoting_edit(in_, found, begin, end);
  erase_value_and_below(begin);
}

// A name or a list item, at the cursor, is indented below plain text [begin, end).
void SkeletonReader::refuse_below_plain(size_t begin, size_t end) {
  const BlockLevel level = levels_.back();
  const std::optional<NameInText> name = in_.find_name(in_.pos);
  const bool is_item = level.kind == BlockLevel::Kind::list && name;
  const size_t word = word_end(in_.text, begin);
  if (is_item && word > begin && in_.at(word) == '(' && in_.at(end - 1) == ')') {
    if (refuse_below_call(in_, begin, word, end, *name)) in_.erase_value(begin, end);
    return blank_lines(level.column, false);
  }
  if (!is_item || word != end) return refuse_deeper(name ? name->end : in_.pos + 1);
  const std::string_view word_below = in_.original(name->begin, name->end);
  if (word_end(word_below, 0) == word_below.size() &&
      (!is_step_modifier(word_below) || (word_below == "to" && in_.original(begin, end) != "emit"))) {
    refuse_argument_below(in_, begin, end, *name);
    in_.erase_value(begin, end);
    return blank_lines(level.column, false);
  }
  const std::string modifier = in_.quoted(name->begin, name->end);
  auto found =
      in_.report(Code::bare_step_with_modifier, begin, end,
                 fmt::format("{} cannot stand below the bare step {}", modifier, in_.quoted(begin, end)));
  found.caption("this step has no `:`, so nothing can stand beside it")
      .label(in_.span(name->begin, name->end), "meant for the step")
      .help(fmt::format("write `- do: {}`, and line {} up with `do`", in_.original(begin, end), modifier));
  const size_t step_line = in_.text.rfind('\n', begin) + 1;
  if (in_.column() == begin - step_line) found.edit(in_.span(begin, begin), "do: ");
  in_.erase_value(begin, end);
  blank_lines(level.column, false);
}

// A bracket at the cursor closes nothing, behind the value that begins at `begin`.
void SkeletonReader::refuse_closing_bracket(size_t begin) {
  in_.report(Code::bracket_not_opened, in_.pos, in_.pos + 1,
             fmt::format("this `{}` closes nothing", in_.at(in_.pos)))
      .help("delete it")
      .edit(in_.span(in_.pos, in_.pos + 1), "");
  const size_t last = std::min(in_.text.find_first_not_of("]} \t", in_.pos), in_.text.size());
  if (!is_line_end(in_.at(last)) && in_.at(last) != '#') return erase_value_and_below(begin);
  in_.blank(in_.pos, last);
  in_.mark_fault(in_.pos);
  in_.finish_line();
}

// Text at the cursor stands behind the value [begin, value_end).
void SkeletonReader::refuse_rest(size_t begin, size_t value_end) {
  const bool is_text = is_quote(in_.at(begin));
  if (in_.is_sign(in_.pos, ':') && !is_text) {
    in_.report(Code::complex_key, begin, first_line_end(in_.text, begin, value_end),
               "a { } block or [ ] list cannot be a name")
        .help("a name is a word in front of a `:`");
    return abandon_entry();
  }
  if (in_.at(in_.pos) == ':') return refuse_second_colon(begin);
  auto found =
      in_.report(Code::text_after_value, in_.pos, trim_end(in_.text, in_.pos, line_end(in_.text, in_.pos)),
                 is_text ? "the text in quotes ends before this" : "the value ends before this");
  found.label(in_.span(value_end - 1, value_end), is_text ? "this quote ends it" : "this bracket ends it");
  if (is_text) {
    found.help(in_.at(begin) == '"' ? R"(put quotes round all of it; a `"` inside is written `\"`)"
                                    : "put quotes round all of it; a `'` inside is written `''`");
  } else {
    found.help("put quotes round all of it if it is one value; else delete the rest");
  }
  erase_value_and_below(begin);
}

}  // namespace ishi::compiler
