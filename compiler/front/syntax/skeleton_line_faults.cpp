#include <fmt/format.h>

#include "syntax/skeleton_reader.h"

// Lines outside of brackets that stand where they cannot, and names that lack their colon.

namespace ishi::compiler {

// `name` is what looks like a name so far, if anything does.
std::optional<SkeletonReader::MendedName> SkeletonReader::mend_name(const std::optional<NameInText>& name) {
  const size_t end = word_end(in_.text, in_.pos);
  if (end == in_.pos) return std::nullopt;
  const auto mended = [&](size_t value) {
    in_.mark_fault(end + 1);
    return MendedName{{in_.pos, end, end}, value};
  };
  if (in_.at(end) == ':' && !is_blank_or_end(in_.at(end + 1)) && !(name && name->colon == end)) {
    // `hp:{ type: number }`, `hp:100`; but not `http://x`
    const char next = in_.at(end + 1);
    if (name ? is_opening(next) || is_quote(next) : next != '/' && next != ':') {
      refuse_glued(in_, in_.pos, end);
      return mended(end + 1);
    }
  }
  // `hp { type: number }`, or `hp {` before more lines
  const size_t bracket = skip_blanks(in_.text, end);
  if (is_opening(in_.at(bracket)) &&
      (name ? bracket < name->colon : is_line_end(in_.at(skip_blanks(in_.text, bracket + 1))))) {
    in_.report(Code::missing_colon, in_.pos, end,
               fmt::format("a `:` is missing behind {}", in_.quoted(in_.pos, end)))
        .help(fmt::format("write `{}: {} …`", in_.original(in_.pos, end), in_.at(bracket)))
        .edit(in_.span(end, bracket), ": ");
    return mended(bracket);
  }
  return std::nullopt;
}

void SkeletonReader::refuse_long_name(const NameInText& name) {
  in_.report(
      Code::name_too_long, name.begin, name.end,
      fmt::format("this name has {} bytes, but {} is the most", name.end - name.begin, kMostNameBytes));
  if (in_.column() == 0) {
    begin_entry(name);
    return abandon_entry();
  }
  settle(in_.column(), false);
  mark_incomplete(levels_.back());
  blank_lines(levels_.back().column, false);
}

// Blanks the current line and what stands below it.
void SkeletonReader::blank_lines(size_t limit, bool with_dashes) {
  in_.mark_fault(in_.pos);
  in_.blank(in_.line_begin, line_end(in_.text, in_.pos));
  in_.pos = next_line(in_.text, in_.pos);
  blank_below(limit, with_dashes);
}

// Blanks the lines from the cursor on that are indented by more than `limit`, or by as much and begin
// with a dash.
void SkeletonReader::blank_below(size_t limit, bool with_dashes) {
  while (in_.pos < in_.end) {
    const size_t content = skip_blanks(in_.text, in_.pos);
    const size_t column = content - in_.pos;
    const bool is_empty = is_line_end(in_.at(content)) || in_.at(content) == '#';
    const bool belongs = column > limit || (with_dashes && column == limit && in_.is_dash(content));
    if (!is_empty && !belongs) return;
    in_.blank(in_.pos, is_empty ? content : line_end(in_.text, content));
    in_.pos = next_line(in_.text, content);
  }
}

void SkeletonReader::refuse_deeper(size_t end) {
  const BlockLevel& level = levels_.back();
  if (levels_.size() == 1 && result_.entries.empty()) {
    in_.report(Code::wrong_indentation, in_.pos, end, "the first line of a file cannot be indented")
        .help("let it begin at the start of the line");
    return abandon_entry();
  }
  const bool is_item = level.kind == BlockLevel::Kind::list;
  if (!is_item && (refuse_item_without_dash(level) || refuse_shallower_before(level, end))) return;
  const std::string above = is_item ? "the list item" : in_.quoted(level.last_begin, level.last_end);
  auto found = in_.report(Code::wrong_indentation, in_.pos, end,
                          fmt::format("this is indented below {}, which has its value already", above));
  found.label(in_.span(level.last_begin, level.last_end),
              is_item ? "this item is complete" : "this name has its value");
  if (is_item)
    found.help("line it up with what it belongs to");
  else if (const size_t comment = in_.text.find('#', level.last_end);
           comment < in_.line_begin && is_comment(in_.text, comment) && !in_.is_dash(in_.pos))
    found.label(in_.span(comment, comment + 1), "this comment ends the value")
        .help("put the comment on a line of its own above the name, and the value may go on here");
  else if (in_.is_dash(in_.pos))
    found.help(fmt::format(
        "a list begins on the line below {}; an expression that goes on has its `-` at the end of "
        "the line above",
        above));
  else
    found.help(fmt::format("line it up with {} if it stands beside it", above))
        .edit(in_.span(in_.line_begin, in_.pos), std::string(level.column, ' '))
        .guess();
  mark_incomplete(level);
  blank_lines(level.column, false);
}

// The line stands where the others of the file would, and the first of its block, above it, does not.
bool SkeletonReader::refuse_shallower_before(const BlockLevel& level, size_t end) {
  if (levels_.size() < 3 || level.begin != level.last_begin || levels_[1].column == 0) return false;
  const size_t step = levels_[1].column;
  if (in_.column() % step != 0 || level.column % step == 0) return false;
  const std::string first = in_.quoted(level.last_begin, level.last_end);
  in_.report(Code::wrong_indentation, level.last_begin, level.last_end,
             fmt::format("{} does not line up with what stands below it", first))
      .caption(fmt::format("indented by {}", level.column))
      .label(in_.span(in_.pos, end), fmt::format("indented by {}", in_.column()))
      .help(fmt::format("indent {} by {}, too", first, in_.column()))
      .edit(in_.span(level.last_begin, level.last_begin), std::string(in_.column() - level.column, ' '));
  mark_incomplete(level);
  blank_lines(level.column, false);
  return true;
}

// A list item, whose first item, above it, was taken for a text: it lacks its dash, or the blank behind that.
bool SkeletonReader::refuse_item_without_dash(const BlockLevel& level) {
  if (!in_.is_dash(in_.pos)) return false;
  size_t item = level.last_end;
  while (item < in_.pos && (in_.at(item) == ':' || is_blank(in_.at(item)))) ++item;
  if (!is_line_end(in_.at(item))) return false;  // the value stands beside the name
  while (item < in_.pos && is_blank_or_end(in_.at(item))) ++item;
  if (item >= in_.pos || in_.at(item) == '#') return false;
  const bool has_dash = in_.at(item) == '-';
  const size_t end = first_line_end(in_.text, item, in_.pos);
  in_.report(Code::list_mixed_with_names, item, end,
             has_dash ? "a list item has a blank behind its dash"
                      : "this stands in a list, but does not begin with a dash")
      .help(fmt::format("write `- {}`", in_.original(has_dash ? item + 1 : item, end)));
  mark_incomplete(level);
  blank_lines(level.column, false);
  return true;
}

void SkeletonReader::refuse_between(size_t end) {
  const BlockLevel& level = levels_.back();
  if (left_.kind == BlockLevel::Kind::list && left_.column == in_.column()) {
    in_.report(Code::list_mixed_with_names, in_.pos, end,
               "this stands in a list, but does not begin with a dash")
        .label(in_.span(left_.last_begin, left_.last_end), "the list's last item")
        .help("begin it with `- ` if it is an item; else indent it like the name it belongs beside");
  } else {
    const auto indented = [](size_t column) {
      return column == 0 ? std::string("not indented") : fmt::format("indented by {}", column);
    };
    in_.report(Code::wrong_indentation, in_.pos, end, "this does not line up with anything above it")
        .caption(indented(in_.column()))
        .label(in_.span(level.last_begin, level.last_end), indented(level.column))
        .label(in_.span(left_.last_begin, left_.last_end), indented(left_.column))
        .help("indent lines that belong together by the same number of spaces");
  }
  result_.incomplete.push_back(static_cast<uint32_t>(left_.begin));
  blank_lines(level.column, false);
}

void SkeletonReader::refuse_mixed_list(size_t end) {
  if (levels_.size() == 1 && result_.entries.empty()) return refuse_top_level();
  const BlockLevel& level = levels_.back();
  in_.report(Code::list_mixed_with_names, in_.pos, end, "a list item stands here among names")
      .label(in_.span(level.last_begin, level.last_end),
             "this name stands at the same place and has its value")
      .help("indent the list below the name that it belongs to, and give that name no other value");
  mark_incomplete(level);
  blank_lines(level.column, true);
}

// A value where a name is expected.
void SkeletonReader::refuse_beside() {
  const BlockLevel level = levels_.back();
  const size_t end = trim_end(in_.text, in_.pos, line_end(in_.text, in_.pos));
  if (level.open) {
    in_.report(Code::wrong_indentation, in_.pos, end,
               fmt::format("the value of {} has to be indented deeper than its name",
                           in_.quoted(level.last_begin, level.last_end)))
        .label(in_.span(level.last_begin, level.last_end), "its name")
        .help("put it on the line of the name, or indent it");
    levels_.back().open = false;
    mark_incomplete(levels_.back());
    return blank_lines(level.column, true);
  }
  const size_t word = word_end(in_.text, in_.pos);
  const bool is_file = levels_.size() == 1;
  if (is_file && word == in_.pos) return refuse_top_level();
  const bool is_word = word > in_.pos && word == end;
  auto found = in_.report(
      Code::missing_colon, in_.pos, end,
      word == in_.pos
          ? fmt::format("a name and a `:` are expected here, but this is {}", in_.quoted(in_.pos, end))
          : fmt::format("a `:` is missing behind {}", in_.quoted(in_.pos, word)));
  if (is_word) {
    found.help(is_file ? fmt::format("write `{}: …`", in_.original(in_.pos, word))
                       : fmt::format("write `{0}: …`, or `- {0}` if it is an item of a list",
                                     in_.original(in_.pos, word)));
  } else if (word > in_.pos) {
    found
        .help(fmt::format(
            "write `{}: …`; a text or an expression that goes on is indented deeper than its name",
            in_.original(in_.pos, word)))
        .edit(in_.span(word, skip_blanks(in_.text, word)), ": ")
        .guess();
  } else {
    found.help("write `name: value`");
  }
  // Keep the name if there is one, so that nobody misses it.
  const NameInText name = {in_.pos, word, word};
  if (is_file) {
    begin_entry(name);
    return abandon_entry();
  }
  if (word == in_.pos || is_word) {
    mark_incomplete(levels_.back());
    return blank_lines(level.column, false);
  }
  in_.erase_after_name(word, end);
  levels_.back().last_begin = name.begin;
  levels_.back().last_end = name.end;
  in_.finish_line();
}

// Something at the start of a line that is no name, where the file's own names are expected.
void SkeletonReader::refuse_top_level() {
  const size_t end = trim_end(in_.text, in_.pos, line_end(in_.text, in_.pos));
  const std::string what = in_.is_dash(in_.pos)        ? "a list"
                           : in_.at(in_.pos) == '{'    ? "a { } block"
                           : in_.at(in_.pos) == '['    ? "a [ ] list"
                           : is_quote(in_.at(in_.pos)) ? "a text in quotes"
                                                       : in_.quoted(in_.pos, end);
  in_.report(Code::top_level_not_a_mapping, in_.pos, end,
             fmt::format("a line that is not indented begins with a name and a `:`, but here is {}", what))
      .help(result_.entries.empty() ? "begin the file with `ishi: 1`, then sections such as `actions:`"
                                    : "indent it below the section that it belongs to");
  abandon_entry();
}

}  // namespace ishi::compiler
