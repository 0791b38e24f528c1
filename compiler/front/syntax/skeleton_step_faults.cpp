#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "syntax/skeleton_reader.h"

// Steps that are written as in other languages: without dashes, or as calls.

namespace ishi::compiler {

namespace {

// A line below `do:`, and what stands at its beginning in place of a dash.
struct StepLine {
  size_t begin = 0;   // of the content, sign included
  size_t behind = 0;  // the sign
  bool is_step = false;
  size_t colon = std::string::npos;  // of a name without a value, such as `fire:`
};

// `1.`, `2)`, `*`, a dash glued to a name: how long the sign is, with the blanks behind it.
size_t sign_length(std::string_view text, size_t begin) {
  constexpr std::string_view kBullet = "\xE2\x80\xA2";  // •
  size_t at = begin;
  while (is_digit(character_at(text, at))) ++at;
  if (at > begin) {
    const char c = character_at(text, at);
    if ((c != '.' && c != ')') || !is_blank(character_at(text, at + 1))) return 0;
    ++at;
  } else if (character_at(text, at) == '*' && is_blank(character_at(text, at + 1))) {
    ++at;
  } else if (text.substr(at).starts_with(kBullet)) {
    at += kBullet.size();
  } else if (character_at(text, at) == '-' && is_letter(character_at(text, at + 1))) {
    return 1;
  } else {
    return 0;
  }
  return skip_blanks(text, at) - begin;
}

bool is_space(char c) { return is_blank(c) || (is_line_end(c) && c != '\0'); }

size_t skip_spaces(std::string_view text, size_t at) {
  while (is_space(character_at(text, at))) ++at;
  return at;
}

// The position after `name: {` if that stands at `at`; else npos.
size_t behind_entry(std::string_view text, size_t at, std::string_view name) {
  if (!text.substr(std::min(at, text.size())).starts_with(name)) return std::string_view::npos;
  at += name.size();
  if (character_at(text, at) != ':') return std::string_view::npos;
  at = skip_spaces(text, at + 1);
  return character_at(text, at) == '{' ? skip_spaces(text, at + 1) : at;
}

// The name of the only parameter that this file's text declares for a task or goal, where `params` is the
// first that it says of it: `go_to: { params: { place: point } }`. Else empty: the linker knows more.
std::string_view only_parameter(std::string_view text, std::string_view task) {
  for (size_t at = text.find(task); at != std::string_view::npos; at = text.find(task, at + 1)) {
    if (at > 0 && !is_space(text[at - 1]) && text[at - 1] != '{') continue;
    const size_t within = behind_entry(text, at, task);
    const size_t name = within == std::string_view::npos ? within : behind_entry(text, within, "params");
    if (name == std::string_view::npos || character_at(text, skip_spaces(text, within + 7)) != '{') continue;
    const size_t end = word_end(text, name);
    size_t depth = 0, behind = end;
    for (; !is_line_end(character_at(text, behind)); ++behind) {
      const char c = text[behind];
      if (is_opening(c)) ++depth;
      if (depth == 0 && (c == ',' || c == '}')) break;
      if (is_closing(c)) --depth;
    }
    return character_at(text, behind) == '}' ? text.substr(name, end - name) : std::string_view();
  }
  return {};
}

}  // namespace

// The cursor is at the line behind a `do:`. If steps stand below it, indented but without dashes, one report
// is about all of them. A single name is a step by itself.
void SkeletonReader::refuse_steps_without_dashes() {
  const size_t outer = levels_.back().column;
  std::vector<StepLine> lines;
  size_t steps = 0, column = 0;
  bool is_sure = false;  // more than a name alone, or a text over several lines
  size_t line = in_.pos;
  for (; line < in_.end; line = next_line(in_.text, line)) {
    const size_t content = skip_blanks(in_.text, line);
    if (is_line_end(in_.at(content)) || in_.at(content) == '#') continue;
    if (content - line <= outer) break;
    if (lines.empty()) column = content - line;
    if (content - line < column || has_tab(in_.text, line, content)) return;
    StepLine read{content, content, false};
    if (content - line == column) {
      read.behind += sign_length(in_.text, content);
      const size_t word = word_end(in_.text, read.behind);
      if (word == read.behind) return;
      const bool is_named = in_.at(word) == ':' && is_blank_or_end(in_.at(word + 1));
      const size_t end = trim_end(in_.text, content, line_end(in_.text, content));
      const size_t comment = in_.text.find(" #", word);
      const bool is_word = word == end || (comment < end && skip_blanks(in_.text, word) > comment);
      if (!is_named && !is_word && in_.at(word) != '(') return;  // a text
      read.is_step = !(is_named && is_step_modifier(in_.original(read.behind, word)));
      is_sure = is_sure || is_named || read.behind > content;
      if (is_named && word + 1 == end) read.colon = word;
    } else if (!lines.empty()) {
      lines.back().colon = std::string::npos;
    }
    if (lines.empty() && !read.is_step) return;
    steps += read.is_step ? 1 : 0;
    lines.push_back(read);
  }
  if (steps == 0 || (steps == 1 && !is_sure)) return;
  const StepLine& first = lines.front();
  const size_t end = trim_end(in_.text, first.begin, line_end(in_.text, first.begin));
  auto found = in_.report(
      Code::list_mixed_with_names, first.begin, end,
      steps == 1 ? "a step of `do` begins with a dash and a blank"
                 : fmt::format("each of the {} steps of `do` begins with a dash and a blank", steps));
  found.help(fmt::format("write `- {}`{}", in_.original(first.behind, std::min(end, first.colon)),
                         steps > 1          ? ", and so on"
                         : lines.size() > 1 ? ", and indent what stands below it by two more"
                                            : ""));
  for (const StepLine& read : lines) {
    found.edit(in_.span(read.begin, read.behind), read.is_step ? "- " : "  ");
    if (read.colon != std::string::npos) found.edit(in_.span(read.colon, read.colon + 1), "");
  }
  levels_.back().open = false;
  while (in_.pos < line) {
    const size_t content = skip_blanks(in_.text, in_.pos);
    if (!is_line_end(in_.at(content)) && in_.at(content) != '#')
      in_.blank(in_.pos, line_end(in_.text, content));
    in_.pos = next_line(in_.text, in_.pos);
  }
  in_.text[first.begin] = 'x';
  in_.mark_fault(first.begin);
}

// `go_to(where: post, timeout: 2s)` at the cursor, of which YAML would make several names; false if it is
// something else. Afterwards it is one harmless scalar.
bool refuse_call_with_names(RepairedText& in) {
  const size_t word = word_end(in.text, in.pos);
  if (word == in.pos || in.at(word) != '(') return false;
  std::string given, modifiers;
  size_t depth = 0, begin = word + 1;
  bool has_names = false;
  size_t i = word;
  for (;; ++i) {
    if (is_line_end(in.at(i)) || is_quote(in.at(i))) return false;
    if (in.at(i) == '(') ++depth;
    const bool is_last = in.at(i) == ')' && --depth == 0;
    if (!is_last && !(in.at(i) == ',' && depth == 1)) continue;
    begin = skip_blanks(in.text, begin);
    const size_t name = word_end(in.text, begin);
    if (name == begin || in.at(name) != ':') return false;
    has_names = true;
    const std::string_view part = in.original(begin, trim_end(in.text, begin, i));
    std::string& list = is_step_modifier(in.original(begin, name)) ? modifiers : given;
    list += fmt::format("{}{}", list.empty() ? "" : ", ", part);
    begin = i + 1;
    if (is_last) break;
  }
  if (!has_names) return false;
  const size_t end = i + 1;
  const std::string_view task = in.original(in.pos, word);
  const std::string meant = given.empty() ? std::string(task) : fmt::format("{}: {{ {} }}", task, given);
  auto found = in.report(Code::wrong_shape, in.pos, end,
                         fmt::format("what `{}` is given stands in braces, by name", task));
  if (modifiers.empty()) {
    found.help(fmt::format("write `{}`", meant)).edit(in.span(in.pos, end), meant);
  } else {
    found.help(fmt::format("write `{}`, and `{}` below it, in the same column",
                           given.empty() ? "do: " + meant : meant, modifiers));
  }
  in.erase_value(in.pos, end);
  return true;
}

// A modifier below the call `go_to(post)` [begin, end), whose name ends at `word`. False where the call
// itself is all that is wrong: the linker, which knows by which name the task is given something, reports
// that.
bool refuse_below_call(RepairedText& in, size_t begin, size_t word, size_t end, const NameInText& name) {
  const std::string_view task = in.original(begin, word);
  const std::string_view given = in.original(word + 1, end - 1);
  const std::string_view only = only_parameter(in.written, task), declared = only.empty() ? "…" : only;
  const bool is_lined_up = in.column() == begin - (in.text.rfind('\n', begin) + 1);
  if (!given.empty() && is_lined_up) return false;
  const std::string modifier = in.quoted(name.begin, name.end);
  const std::string meant = given.empty()    ? fmt::format("do: {}", task)
                            : task == "wait" ? fmt::format("wait: {}", given)
                                             : fmt::format("{}: {{ {}: {} }}", task, declared, given);
  auto found =
      in.report(Code::bare_step_with_modifier, begin, end,
                fmt::format("{} cannot stand below {}: a step is no call", modifier, in.quoted(begin, end)));
  found.label(in.span(name.begin, name.end), "meant for the step")
      .help(fmt::format("write `- {}`, and line {} up with `{}`", meant, modifier,
                        meant.substr(0, meant.find(':'))));
  if (is_lined_up) found.edit(in.span(begin, end), meant);
  return true;
}

// The first line below the bare step [begin, end) that is no modifier, and so an argument.
void refuse_argument_below(RepairedText& in, size_t begin, size_t end, const NameInText& name) {
  const size_t value = skip_blanks(in.text, name.colon + 1);
  const size_t value_end = trim_end(in.text, value, in.plain_end(value));
  const bool is_single =
      value_end > value && in.starts_plain(value) &&
      !(next_line(in.text, value) < in.end &&
        skip_blanks(in.text, next_line(in.text, value)) - next_line(in.text, value) >= in.column() &&
        !is_line_end(in.at(skip_blanks(in.text, next_line(in.text, value)))));
  const std::string_view step = in.original(begin, end), written = in.original(name.begin, name.end);
  const std::string_view declared = only_parameter(in.written, step);
  const std::string meant = fmt::format("{}: {{ {}: {} }}", step, declared.empty() ? written : declared,
                                        is_single ? in.original(value, value_end) : "…");
  auto found = in.report(Code::bare_step_with_modifier, begin, end,
                         fmt::format("{} cannot stand below the bare step {}",
                                     in.quoted(name.begin, name.end), in.quoted(begin, end)));
  found.caption("this step has no `:`, so nothing can stand beside it")
      .label(in.span(name.begin, name.end),
             written == "to" ? "a modifier of `emit` alone" : "no modifier of steps");
  if (const std::string_view help = help_to_modifier_of_others(written); declared.empty() && !help.empty()) {
    found.help(fmt::format("{}; above a modifier the step is written `- do: {}`", help, step));
    return;
  }
  found.help(fmt::format("write `- {}`: what a step is given stands in braces, by the name that it declares",
                         meant));
  if (is_single) found.edit(in.span(begin, value_end), meant);
}

}  // namespace ishi::compiler
