#include <fmt/format.h>

#include <algorithm>

#include "syntax/skeleton_reader.h"

// Lines outside of brackets: which block of names or list each belongs to.

namespace ishi::compiler {

// Goes to the content of the line at the cursor. False if it has none that is to be read; the cursor is
// at another line then.
bool SkeletonReader::begin_line() {
  in_.line_begin = in_.pos;
  const size_t content = skip_blanks(in_.text, in_.pos);
  if (is_line_end(in_.at(content)) || in_.at(content) == '#') {
    in_.blank(in_.pos, content);  // a tab here means nothing to a reader, but something to yaml-cpp
    in_.finish_line();
    return false;
  }
  if (content == in_.pos && read_marker()) return false;
  seen_content_ = true;
  in_.pos = content;
  if (has_tab(in_.text, in_.line_begin, content)) {
    in_.tabs.add(in_.line_begin, content);
    in_.mark_fault(in_.line_begin);
    abandon_entry();
    return false;
  }
  return true;
}

// A marker or header at the start of the line: whether there was one.
bool SkeletonReader::read_marker() {
  if (in_.at(in_.pos) == '%') {
    in_.report(Code::reserved_character, in_.pos, line_end(in_.text, in_.pos), "a line cannot begin with `%`")
        .help("delete the line: a source file needs no such header");
    has_header_ = true;
    in_.blank(in_.pos, line_end(in_.text, in_.pos));
    in_.finish_line();
    return true;
  }
  if (!in_.is_marker(in_.pos)) return false;
  const size_t rest = skip_blanks(in_.text, in_.pos + 3);
  const bool stands_alone = is_line_end(in_.at(rest)) || in_.at(rest) == '#';
  if (in_.at(in_.pos) == '-' && stands_alone && !seen_content_ && !seen_start_marker_) {
    seen_start_marker_ = true;
    in_.blank(in_.pos, in_.pos + 3);
    in_.finish_line();
    return true;
  }
  const bool is_first = !seen_content_ && in_.at(in_.pos) == '-';
  in_.report(Code::several_documents, in_.pos, in_.pos + 3,
             is_first ? "nothing may stand behind `---` on its line"
             : in_.at(in_.pos) == '-'
                 ? "a `---` line would begin a second document, but a file holds one"
                 : "a `...` line would end the document, but a file holds one and ends it by itself")
      .note(is_first ? "the file is read no further" : "what follows is not read")
      .help(in_.at(in_.pos) == '-' ? "delete the line, or put what follows into a file of its own"
                                   : "delete the line");
  seen_content_ = true;
  in_.end = in_.pos;
  return true;
}

// A line is dashes, then a name and its value, or a value.
void SkeletonReader::read_line() {
  while (in_.is_dash(in_.pos)) {
    if (!enter_item()) return;
    ++in_.pos;
    if (!skip_to_content()) return;
  }
  if (in_.is_sign(in_.pos, '?') || in_.is_sign(in_.pos, ':')) {
    const bool is_question = in_.at(in_.pos) == '?';
    in_.report(Code::complex_key, in_.pos, in_.pos + 1,
               is_question ? "a name cannot begin with `?` and a space" : "a name is missing before this `:`")
        .help("write `name: value` on one line");
    return abandon_entry();
  }
  const bool has_property = in_.at(in_.pos) == '&' || in_.at(in_.pos) == '*' || in_.at(in_.pos) == '!';
  if (!has_property || mend_property(in_, false, levels_.back().column)) return read_name_or_value();
  if (!skip_to_content()) return;
  // The names below would not line up with one behind a property.
  if (in_.is_dash(in_.pos) || in_.find_name(in_.pos)) return abandon_entry();
  if (enter_value()) read_value();
}

void SkeletonReader::read_name_or_value() {
  if (refuse_call_with_names(in_)) {
    if (!enter_value()) return;
    levels_.back().open = false;
    in_.finish_line();
    return blank_below(levels_.back().column, levels_.back().kind == BlockLevel::Kind::names);
  }
  const std::optional<NameInText> name = in_.find_name(in_.pos);
  if (const std::optional<MendedName> mended = mend_name(name)) {
    return read_mended_entry(mended->name, mended->value);
  }
  if (name) return read_entry(*name);
  if (enter_value()) read_value();
}

// Goes over blanks behind a dash or a colon. False if the line ends there; the cursor is at the next
// line then.
bool SkeletonReader::skip_to_content() {
  const bool is_behind_dash = in_.at(in_.pos - 1) == '-';
  const size_t content = skip_blanks(in_.text, in_.pos);
  if (is_line_end(in_.at(content)) || (in_.at(content) == '#' && content > in_.pos)) {
    in_.finish_line();
    return false;
  }
  if (is_behind_dash && has_tab(in_.text, in_.pos, content)) {  // nobody knows in which column this is
    in_.tabs.add(in_.pos, content);
    in_.mark_fault(in_.pos);
    abandon_entry();
    return false;
  }
  in_.pos = content;
  return true;
}

void SkeletonReader::read_entry(const NameInText& name) {
  if (name.colon - name.begin > kMostNameBytes) return refuse_long_name(name);
  if (is_quote(in_.at(name.begin))) check_escapes(in_, name.begin, name.end);
  if (!enter_name(name)) return;
  in_.pos = name.colon + 1;
  if (skip_to_content()) return read_value();
  if (in_.original(name.begin, name.end) == "do" && in_.at(in_.pos) != '\0') refuse_steps_without_dashes();
}

// The value is read only to know where it ends: what is wrong in it may follow from what has been mended.
void SkeletonReader::read_mended_entry(const NameInText& name, size_t value) {
  if (!enter_name(name)) return;
  const size_t reports = in_.diagnostics.all().size();
  in_.pos = value;
  if (is_line_end(in_.at(in_.pos))) {
    in_.finish_line();
  } else {
    read_value();
  }
  in_.diagnostics.retract_to(reports);
  in_.erase_after_name(name.end, in_.pos);
}

// Leaves the levels that end before a line with content at `column`.
SkeletonReader::Fit SkeletonReader::settle(size_t column, bool is_dash) {
  bool has_left = false;
  const auto is_over = [&](const BlockLevel& level) {
    return level.column > column ||
           (level.column == column && level.kind == BlockLevel::Kind::list && !is_dash);
  };
  while (is_over(levels_.back())) {
    left_ = levels_.back();
    has_left = true;
    levels_.pop_back();
  }
  const BlockLevel& level = levels_.back();
  if (level.column == column) return Fit::beside;
  if (has_left) return Fit::between;
  return level.open ? Fit::inside : Fit::deeper;
}

// Opens a new innermost level at the cursor; its first name or dash ends at `end`.
bool SkeletonReader::push_level(BlockLevel::Kind kind, size_t end) {
  levels_.back().open = false;
  if (levels_.size() >= kMostLevels) {
    in_.report(Code::nesting_too_deep, in_.pos, end,
               fmt::format("this is nested more than {} levels deep", kMostLevels))
        .help("give parts of it names of their own, and use the names here");
    abandon_entry();
    return false;
  }
  levels_.push_back({kind, in_.column(), in_.pos, true, in_.pos, end});
  return true;
}

void SkeletonReader::begin_entry(const NameInText& name) {
  if (!result_.entries.empty()) result_.entries.back().end = static_cast<uint32_t>(in_.line_begin);
  result_.entries.push_back({static_cast<uint32_t>(name.begin), static_cast<uint32_t>(name.end)});
}

bool SkeletonReader::enter_name(const NameInText& name) {
  switch (settle(in_.column(), false)) {
    case Fit::beside:
      if (levels_.size() == 1) begin_entry(name);
      levels_.back().open = true;
      levels_.back().last_begin = name.begin;
      levels_.back().last_end = name.end;
      return true;
    case Fit::inside: return push_level(BlockLevel::Kind::names, name.end);
    case Fit::deeper: refuse_deeper(name.end); return false;
    case Fit::between: refuse_between(name.end); return false;
  }
  return false;
}

bool SkeletonReader::enter_item() {
  switch (settle(in_.column(), true)) {
    case Fit::beside:
      if (levels_.back().kind == BlockLevel::Kind::list) {
        levels_.back().open = true;
        levels_.back().last_begin = in_.pos;
        levels_.back().last_end = in_.pos + 1;
        return true;
      }
      if (levels_.back().open) return push_level(BlockLevel::Kind::list, in_.pos + 1);
      refuse_mixed_list(in_.pos + 1);
      return false;
    case Fit::inside: return push_level(BlockLevel::Kind::list, in_.pos + 1);
    case Fit::deeper: refuse_deeper(in_.pos + 1); return false;
    case Fit::between: refuse_between(in_.pos + 1); return false;
  }
  return false;
}

bool SkeletonReader::enter_value() {
  const size_t end = trim_end(in_.text, in_.pos, line_end(in_.text, in_.pos));
  switch (settle(in_.column(), false)) {
    case Fit::inside: return true;
    case Fit::beside: refuse_beside(); return false;
    case Fit::deeper: refuse_deeper(end); return false;
    case Fit::between: refuse_between(end); return false;
  }
  return false;
}

}  // namespace ishi::compiler
