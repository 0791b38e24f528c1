#include <fmt/format.h>

#include "syntax/skeleton_reader.h"

// Lines outside of brackets that stand where they cannot, and names that lack their colon.

namespace ishi::compiler {

// `name` is what looks like a name so far, if anything does.
std::optional<SkeletonReader::MendedName> SkeletonReader::mend_name(const std::optional<Name>& name) {
  const size_t end = word_end(text_, pos_);
  if (end == pos_) return std::nullopt;
  const auto mended = [&](size_t value) {
    mark_fault(end + 1);
    return MendedName{{pos_, end, end}, value};
  };
  if (at(end) == ':' && !is_blank_or_end(at(end + 1)) && !(name && name->colon == end)) {
    // `hp:{ type: number }`, `hp:100`; but not `http://x`
    const char next = at(end + 1);
    if (name ? is_opening(next) || is_quote(next) : next != '/' && next != ':') {
      refuse_glued(pos_, end);
      return mended(end + 1);
    }
  }
  // `hp { type: number }`, or `hp {` before more lines
  const size_t bracket = skip_blanks(text_, end);
  if (is_opening(at(bracket)) &&
      (name ? bracket < name->colon : is_line_end(at(skip_blanks(text_, bracket + 1))))) {
    report(Code::missing_colon, pos_, end, fmt::format("a `:` is missing behind {}", quoted(pos_, end)))
        .help(fmt::format("write `{}: {} …`", original(pos_, end), at(bracket)))
        .edit(span(end, bracket), ": ");
    return mended(bracket);
  }
  return std::nullopt;
}

void SkeletonReader::refuse_long_name(const Name& name) {
  report(Code::name_too_long, name.begin, name.end,
         fmt::format("this name has {} bytes, but {} is the most", name.end - name.begin, kMostNameBytes));
  if (column() == 0) {
    begin_entry(name);
    return abandon_entry();
  }
  settle(column(), false);
  mark_incomplete(levels_.back());
  blank_lines(levels_.back().column, false);
}

// Blanks the current line and what stands below it.
void SkeletonReader::blank_lines(size_t limit, bool with_dashes) {
  mark_fault(pos_);
  blank(line_begin_, line_end(text_, pos_));
  pos_ = next_line(text_, pos_);
  blank_below(limit, with_dashes);
}

// Blanks the lines from the cursor on that are indented by more than `limit`, or by as much and begin
// with a dash.
void SkeletonReader::blank_below(size_t limit, bool with_dashes) {
  while (pos_ < end_) {
    const size_t content = skip_blanks(text_, pos_);
    const size_t column = content - pos_;
    const bool is_empty = is_line_end(at(content)) || at(content) == '#';
    const bool belongs = column > limit || (with_dashes && column == limit && is_dash(content));
    if (!is_empty && !belongs) return;
    blank(pos_, is_empty ? content : line_end(text_, content));
    pos_ = next_line(text_, content);
  }
}

void SkeletonReader::refuse_deeper(size_t end) {
  const Level& level = levels_.back();
  if (levels_.size() == 1 && result_.entries.empty()) {
    report(Code::wrong_indentation, pos_, end, "the first line of a file cannot be indented")
        .help("let it begin at the start of the line");
    return abandon_entry();
  }
  const bool is_item = level.kind == LevelKind::list;
  if (!is_item && (refuse_item_without_dash(level) || refuse_shallower_before(level, end))) return;
  const std::string above = is_item ? "the list item" : quoted(level.last_begin, level.last_end);
  auto found = report(Code::wrong_indentation, pos_, end,
                      fmt::format("this is indented below {}, which has its value already", above));
  found.label(span(level.last_begin, level.last_end),
              is_item ? "this item is complete" : "this name has its value");
  if (is_item)
    found.help("line it up with what it belongs to");
  else if (const size_t comment = text_.find('#', level.last_end);
           comment < line_begin_ && is_comment(text_, comment) && !is_dash(pos_))
    found.label(span(comment, comment + 1), "this comment ends the value")
        .help("put the comment on a line of its own above the name, and the value may go on here");
  else if (is_dash(pos_))
    found.help(fmt::format(
        "a list begins on the line below {}; an expression that goes on has its `-` at the end of "
        "the line above",
        above));
  else
    found.help(fmt::format("line it up with {} if it stands beside it", above))
        .edit(span(line_begin_, pos_), std::string(level.column, ' '))
        .guess();
  mark_incomplete(level);
  blank_lines(level.column, false);
}

// The line stands where the others of the file would, and the first of its block, above it, does not.
bool SkeletonReader::refuse_shallower_before(const Level& level, size_t end) {
  if (levels_.size() < 3 || level.begin != level.last_begin || levels_[1].column == 0) return false;
  const size_t step = levels_[1].column;
  if (column() % step != 0 || level.column % step == 0) return false;
  const std::string first = quoted(level.last_begin, level.last_end);
  report(Code::wrong_indentation, level.last_begin, level.last_end,
         fmt::format("{} does not line up with what stands below it", first))
      .caption(fmt::format("indented by {}", level.column))
      .label(span(pos_, end), fmt::format("indented by {}", column()))
      .help(fmt::format("indent {} by {}, too", first, column()))
      .edit(span(level.last_begin, level.last_begin), std::string(column() - level.column, ' '));
  mark_incomplete(level);
  blank_lines(level.column, false);
  return true;
}

// A list item, whose first item, above it, was taken for a text: it lacks its dash, or the blank behind that.
bool SkeletonReader::refuse_item_without_dash(const Level& level) {
  if (!is_dash(pos_)) return false;
  size_t item = level.last_end;
  while (item < pos_ && (at(item) == ':' || is_blank(at(item)))) ++item;
  if (!is_line_end(at(item))) return false;  // the value stands beside the name
  while (item < pos_ && is_blank_or_end(at(item))) ++item;
  if (item >= pos_ || at(item) == '#') return false;
  const bool has_dash = at(item) == '-';
  const size_t end = first_line_end(text_, item, pos_);
  report(Code::list_mixed_with_names, item, end,
         has_dash ? "a list item has a blank behind its dash"
                  : "this stands in a list, but does not begin with a dash")
      .help(fmt::format("write `- {}`", original(has_dash ? item + 1 : item, end)));
  mark_incomplete(level);
  blank_lines(level.column, false);
  return true;
}

void SkeletonReader::refuse_between(size_t end) {
  const Level& level = levels_.back();
  if (left_.kind == LevelKind::list && left_.column == column()) {
    report(Code::list_mixed_with_names, pos_, end, "this stands in a list, but does not begin with a dash")
        .label(span(left_.last_begin, left_.last_end), "the list's last item")
        .help("begin it with `- ` if it is an item; else indent it like the name it belongs beside");
  } else {
    const auto indented = [](size_t column) {
      return column == 0 ? std::string("not indented") : fmt::format("indented by {}", column);
    };
    report(Code::wrong_indentation, pos_, end, "this does not line up with anything above it")
        .caption(indented(column()))
        .label(span(level.last_begin, level.last_end), indented(level.column))
        .label(span(left_.last_begin, left_.last_end), indented(left_.column))
        .help("indent lines that belong together by the same number of spaces");
  }
  result_.incomplete.push_back(static_cast<uint32_t>(left_.begin));
  blank_lines(level.column, false);
}

void SkeletonReader::refuse_mixed_list(size_t end) {
  if (levels_.size() == 1 && result_.entries.empty()) return refuse_top_level();
  const Level& level = levels_.back();
  report(Code::list_mixed_with_names, pos_, end, "a list item stands here among names")
      .label(span(level.last_begin, level.last_end), "this name stands at the same place and has its value")
      .help("indent the list below the name that it belongs to, and give that name no other value");
  mark_incomplete(level);
  blank_lines(level.column, true);
}

// A value where a name is expected.
void SkeletonReader::refuse_beside() {
  const Level level = levels_.back();
  const size_t end = trim_end(text_, pos_, line_end(text_, pos_));
  if (level.open) {
    report(Code::wrong_indentation, pos_, end,
           fmt::format("the value of {} has to be indented deeper than its name",
                       quoted(level.last_begin, level.last_end)))
        .label(span(level.last_begin, level.last_end), "its name")
        .help("put it on the line of the name, or indent it");
    levels_.back().open = false;
    mark_incomplete(levels_.back());
    return blank_lines(level.column, true);
  }
  const size_t word = word_end(text_, pos_);
  const bool is_file = levels_.size() == 1;
  if (is_file && word == pos_) return refuse_top_level();
  const bool is_word = word > pos_ && word == end;
  auto found = report(
      Code::missing_colon, pos_, end,
      word == pos_ ? fmt::format("a name and a `:` are expected here, but this is {}", quoted(pos_, end))
                   : fmt::format("a `:` is missing behind {}", quoted(pos_, word)));
  if (is_word) {
    found.help(
        is_file ? fmt::format("write `{}: …`", original(pos_, word))
                : fmt::format("write `{0}: …`, or `- {0}` if it is an item of a list", original(pos_, word)));
  } else if (word > pos_) {
    found
        .help(fmt::format(
            "write `{}: …`; a text or an expression that goes on is indented deeper than its name",
            original(pos_, word)))
        .edit(span(word, skip_blanks(text_, word)), ": ")
        .guess();
  } else {
    found.help("write `name: value`");
  }
  // Keep the name if there is one, so that nobody misses it.
  const Name name = {pos_, word, word};
  if (is_file) {
    begin_entry(name);
    return abandon_entry();
  }
  if (word == pos_ || is_word) {
    mark_incomplete(levels_.back());
    return blank_lines(level.column, false);
  }
  erase_after_name(word, end);
  levels_.back().last_begin = name.begin;
  levels_.back().last_end = name.end;
  finish_line();
}

// Something at the start of a line that is no name, where the file's own names are expected.
void SkeletonReader::refuse_top_level() {
  const size_t end = trim_end(text_, pos_, line_end(text_, pos_));
  const std::string what = is_dash(pos_)        ? "a list"
                           : at(pos_) == '{'    ? "a { } block"
                           : at(pos_) == '['    ? "a [ ] list"
                           : is_quote(at(pos_)) ? "a text in quotes"
                                                : quoted(pos_, end);
  report(Code::top_level_not_a_mapping, pos_, end,
         fmt::format("a line that is not indented begins with a name and a `:`, but here is {}", what))
      .help(result_.entries.empty() ? "begin the file with `ishi: 1`, then sections such as `actions:`"
                                    : "indent it below the section that it belongs to");
  abandon_entry();
}

}  // namespace ishi::compiler
