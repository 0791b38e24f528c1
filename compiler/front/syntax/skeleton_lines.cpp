#include <fmt/format.h>

#include <algorithm>

#include "syntax/skeleton_reader.h"

// Lines outside of brackets: which block of names or list each belongs to.

namespace ishi::compiler {

// Goes to the content of the line at the cursor. False if it has none that is to be read; the cursor is
// at another line then.
bool SkeletonReader::begin_line() {
  line_begin_ = pos_;
  const size_t content = skip_blanks(text_, pos_);
  if (is_line_end(at(content)) || at(content) == '#') {
    blank(pos_, content);  // a tab here means nothing to a reader, but something to yaml-cpp
    finish_line();
    return false;
  }
  if (content == pos_ && read_marker()) return false;
  seen_content_ = true;
  pos_ = content;
  if (has_tab(text_, line_begin_, content)) {
    tabs_.add(line_begin_, content);
    mark_fault(line_begin_);
    abandon_entry();
    return false;
  }
  return true;
}

// `---` or `...` alone or before a blank.
bool SkeletonReader::is_marker(size_t begin) const {
  const std::string_view three = std::string_view(text_).substr(begin, 3);
  return (three == "---" || three == "...") && is_blank_or_end(at(begin + 3));
}

// A marker or header at the start of the line: whether there was one.
bool SkeletonReader::read_marker() {
  if (at(pos_) == '%') {
    report(Code::reserved_character, pos_, line_end(text_, pos_), "a line cannot begin with `%`")
        .help("delete the line: a source file needs no such header");
    has_header_ = true;
    blank(pos_, line_end(text_, pos_));
    finish_line();
    return true;
  }
  if (!is_marker(pos_)) return false;
  const size_t rest = skip_blanks(text_, pos_ + 3);
  const bool stands_alone = is_line_end(at(rest)) || at(rest) == '#';
  if (at(pos_) == '-' && stands_alone && !seen_content_ && !seen_start_marker_) {
    seen_start_marker_ = true;
    blank(pos_, pos_ + 3);
    finish_line();
    return true;
  }
  const bool is_first = !seen_content_ && at(pos_) == '-';
  report(Code::several_documents, pos_, pos_ + 3,
         is_first ? "nothing may stand behind `---` on its line"
         : at(pos_) == '-'
             ? "a `---` line would begin a second document, but a file holds one"
             : "a `...` line would end the document, but a file holds one and ends it by itself")
      .note(is_first ? "the file is read no further" : "what follows is not read")
      .help(at(pos_) == '-' ? "delete the line, or put what follows into a file of its own"
                            : "delete the line");
  seen_content_ = true;
  end_ = pos_;
  return true;
}

// A line is dashes, then a name and its value, or a value.
void SkeletonReader::read_line() {
  while (is_dash(pos_)) {
    if (!enter_item()) return;
    ++pos_;
    if (!skip_to_content()) return;
  }
  if (is_sign(pos_, '?') || is_sign(pos_, ':')) {
    const bool is_question = at(pos_) == '?';
    report(Code::complex_key, pos_, pos_ + 1,
           is_question ? "a name cannot begin with `?` and a space" : "a name is missing before this `:`")
        .help("write `name: value` on one line");
    return abandon_entry();
  }
  const bool has_property = at(pos_) == '&' || at(pos_) == '*' || at(pos_) == '!';
  if (!has_property || mend_property(false)) return read_name_or_value();
  if (!skip_to_content()) return;
  // The names below would not line up with one behind a property.
  if (is_dash(pos_) || find_name(pos_)) return abandon_entry();
  if (enter_value()) read_value();
}

void SkeletonReader::read_name_or_value() {
  if (refuse_call_with_names()) {
    if (!enter_value()) return;
    levels_.back().open = false;
    finish_line();
    return blank_below(levels_.back().column, levels_.back().kind == LevelKind::names);
  }
  const std::optional<Name> name = find_name(pos_);
  if (const std::optional<MendedName> mended = mend_name(name)) {
    return read_mended_entry(mended->name, mended->value);
  }
  if (name) return read_entry(*name);
  if (enter_value()) read_value();
}

// Goes over blanks behind a dash or a colon. False if the line ends there; the cursor is at the next
// line then.
bool SkeletonReader::skip_to_content() {
  const bool is_behind_dash = at(pos_ - 1) == '-';
  const size_t content = skip_blanks(text_, pos_);
  if (is_line_end(at(content)) || (at(content) == '#' && content > pos_)) {
    finish_line();
    return false;
  }
  if (is_behind_dash && has_tab(text_, pos_, content)) {  // nobody knows in which column this is
    tabs_.add(pos_, content);
    mark_fault(pos_);
    abandon_entry();
    return false;
  }
  pos_ = content;
  return true;
}

void SkeletonReader::read_entry(const Name& name) {
  if (name.colon - name.begin > kMostNameBytes) return refuse_long_name(name);
  if (is_quote(at(name.begin))) check_escapes(name.begin, name.end);
  if (!enter_name(name)) return;
  pos_ = name.colon + 1;
  if (skip_to_content()) return read_value();
  if (original(name.begin, name.end) == "do" && at(pos_) != '\0') refuse_steps_without_dashes();
}

// The value is read only to know where it ends: what is wrong in it may follow from what has been mended.
void SkeletonReader::read_mended_entry(const Name& name, size_t value) {
  if (!enter_name(name)) return;
  const size_t reports = diagnostics_.all().size();
  pos_ = value;
  if (is_line_end(at(pos_))) {
    finish_line();
  } else {
    read_value();
  }
  diagnostics_.retract_to(reports);
  erase_after_name(name.end, pos_);
}

// Leaves the levels that end before a line with content at `column`.
SkeletonReader::Fit SkeletonReader::settle(size_t column, bool is_dash) {
  bool has_left = false;
  const auto is_over = [&](const Level& level) {
    return level.column > column || (level.column == column && level.kind == LevelKind::list && !is_dash);
  };
  while (is_over(levels_.back())) {
    left_ = levels_.back();
    has_left = true;
    levels_.pop_back();
  }
  const Level& level = levels_.back();
  if (level.column == column) return Fit::beside;
  if (has_left) return Fit::between;
  return level.open ? Fit::inside : Fit::deeper;
}

// Opens a new innermost level at the cursor; its first name or dash ends at `end`.
bool SkeletonReader::push_level(LevelKind kind, size_t end) {
  levels_.back().open = false;
  if (levels_.size() >= kMostLevels) {
    report(Code::nesting_too_deep, pos_, end,
           fmt::format("this is nested more than {} levels deep", kMostLevels))
        .help("give parts of it names of their own, and use the names here");
    abandon_entry();
    return false;
  }
  levels_.push_back({kind, column(), pos_, true, pos_, end});
  return true;
}

void SkeletonReader::begin_entry(const Name& name) {
  if (!result_.entries.empty()) result_.entries.back().end = static_cast<uint32_t>(line_begin_);
  result_.entries.push_back({static_cast<uint32_t>(name.begin), static_cast<uint32_t>(name.end)});
}

bool SkeletonReader::enter_name(const Name& name) {
  switch (settle(column(), false)) {
    case Fit::beside:
      if (levels_.size() == 1) begin_entry(name);
      levels_.back().open = true;
      levels_.back().last_begin = name.begin;
      levels_.back().last_end = name.end;
      return true;
    case Fit::inside: return push_level(LevelKind::names, name.end);
    case Fit::deeper: refuse_deeper(name.end); return false;
    case Fit::between: refuse_between(name.end); return false;
  }
  return false;
}

bool SkeletonReader::enter_item() {
  switch (settle(column(), true)) {
    case Fit::beside:
      if (levels_.back().kind == LevelKind::list) {
        levels_.back().open = true;
        levels_.back().last_begin = pos_;
        levels_.back().last_end = pos_ + 1;
        return true;
      }
      if (levels_.back().open) return push_level(LevelKind::list, pos_ + 1);
      refuse_mixed_list(pos_ + 1);
      return false;
    case Fit::inside: return push_level(LevelKind::list, pos_ + 1);
    case Fit::deeper: refuse_deeper(pos_ + 1); return false;
    case Fit::between: refuse_between(pos_ + 1); return false;
  }
  return false;
}

bool SkeletonReader::enter_value() {
  const size_t end = trim_end(text_, pos_, line_end(text_, pos_));
  switch (settle(column(), false)) {
    case Fit::inside: return true;
    case Fit::beside: refuse_beside(); return false;
    case Fit::deeper: refuse_deeper(end); return false;
    case Fit::between: refuse_between(end); return false;
  }
  return false;
}

}  // namespace ishi::compiler
