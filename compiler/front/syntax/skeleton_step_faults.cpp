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
  size_t line = pos_;
  for (; line < end_; line = next_line(text_, line)) {
    const size_t content = skip_blanks(text_, line);
    if (is_line_end(at(content)) || at(content) == '#') continue;
    if (content - line <= outer) break;
    if (lines.empty()) column = content - line;
    if (content - line < column || has_tab(text_, line, content)) return;
    StepLine read{content, content, false};
    if (content - line == column) {
      read.behind += sign_length(text_, content);
      const size_t word = word_end(text_, read.behind);
      if (word == read.behind) return;
      const bool is_named = at(word) == ':' && is_blank_or_end(at(word + 1));
      const size_t end = trim_end(text_, content, line_end(text_, content));
      const size_t comment = text_.find(" #", word);
      const bool is_word = word == end || (comment < end && skip_blanks(text_, word) > comment);
      if (!is_named && !is_word && at(word) != '(') return;  // a text
      read.is_step = !(is_named && is_step_modifier(original(read.behind, word)));
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
  const size_t end = trim_end(text_, first.begin, line_end(text_, first.begin));
  auto found =
      report(Code::list_mixed_with_names, first.begin, end,
             steps == 1 ? "a step of `do` begins with a dash and a blank"
                        : fmt::format("each of the {} steps of `do` begins with a dash and a blank", steps));
  found.help(fmt::format("write `- {}`{}", original(first.behind, std::min(end, first.colon)),
                         steps > 1          ? ", and so on"
                         : lines.size() > 1 ? ", and indent what stands below it by two more"
                                            : ""));
  for (const StepLine& read : lines) {
    found.edit(span(read.begin, read.behind), read.is_step ? "- " : "  ");
    if (read.colon != std::string::npos) found.edit(span(read.colon, read.colon + 1), "");
  }
  levels_.back().open = false;
  while (pos_ < line) {
    const size_t content = skip_blanks(text_, pos_);
    if (!is_line_end(at(content)) && at(content) != '#') blank(pos_, line_end(text_, content));
    pos_ = next_line(text_, pos_);
  }
  text_[first.begin] = 'x';
  mark_fault(first.begin);
}

// `go_to(where: post, timeout: 2s)` at the cursor, of which YAML would make several names; false if it is
// something else. Afterwards it is one harmless scalar.
bool SkeletonReader::refuse_call_with_names() {
  const size_t word = word_end(text_, pos_);
  if (word == pos_ || at(word) != '(') return false;
  std::string given, modifiers;
  size_t depth = 0, begin = word + 1;
  bool has_names = false;
  size_t i = word;
  for (;; ++i) {
    if (is_line_end(at(i)) || is_quote(at(i))) return false;
    if (at(i) == '(') ++depth;
    const bool is_last = at(i) == ')' && --depth == 0;
    if (!is_last && !(at(i) == ',' && depth == 1)) continue;
    begin = skip_blanks(text_, begin);
    const size_t name = word_end(text_, begin);
    if (name == begin || at(name) != ':') return false;
    has_names = true;
    const std::string_view part = original(begin, trim_end(text_, begin, i));
    std::string& list = is_step_modifier(original(begin, name)) ? modifiers : given;
    list += fmt::format("{}{}", list.empty() ? "" : ", ", part);
    begin = i + 1;
    if (is_last) break;
  }
  if (!has_names) return false;
  const size_t end = i + 1;
  const std::string_view task = original(pos_, word);
  const std::string meant = given.empty() ? std::string(task) : fmt::format("{}: {{ {} }}", task, given);
  auto found =
      report(Code::wrong_shape, pos_, end, fmt::format("what `{}` is given stands in braces, by name", task));
  if (modifiers.empty()) {
    found.help(fmt::format("write `{}`", meant)).edit(span(pos_, end), meant);
  } else {
    found.help(fmt::format("write `{}`, and `{}` below it, in the same column",
                           given.empty() ? "do: " + meant : meant, modifiers));
  }
  erase_value(pos_, end);
  return true;
}

// A modifier below the call `go_to(post)` [begin, end), whose name ends at `word`. False where the call
// itself is all that is wrong: the linker, which knows by which name the task is given something, reports
// that.
bool SkeletonReader::refuse_below_call(size_t begin, size_t word, size_t end, const Name& name) {
  const std::string_view task = original(begin, word);
  const std::string_view given = original(word + 1, end - 1);
  const std::string_view only = only_parameter(original_, task), declared = only.empty() ? "…" : only;
  const bool is_lined_up = column() == begin - (text_.rfind('\n', begin) + 1);
  if (!given.empty() && is_lined_up) return false;
  const std::string modifier = quoted(name.begin, name.end);
  const std::string meant = given.empty()    ? fmt::format("do: {}", task)
                            : task == "wait" ? fmt::format("wait: {}", given)
                                             : fmt::format("{}: {{ {}: {} }}", task, declared, given);
  auto found =
      report(Code::bare_step_with_modifier, begin, end,
             fmt::format("{} cannot stand below {}: a step is no call", modifier, quoted(begin, end)));
  found.label(span(name.begin, name.end), "meant for the step")
      .help(fmt::format("write `- {}`, and line {} up with `{}`", meant, modifier,
                        meant.substr(0, meant.find(':'))));
  if (is_lined_up) found.edit(span(begin, end), meant);
  return true;
}

// The first line below the bare step [begin, end) that is no modifier, and so an argument.
void SkeletonReader::refuse_argument_below(size_t begin, size_t end, const Name& name) {
  const size_t value = skip_blanks(text_, name.colon + 1);
  const size_t value_end = trim_end(text_, value, plain_end(value));
  const bool is_single =
      value_end > value && starts_plain(value) &&
      !(next_line(text_, value) < end_ &&
        skip_blanks(text_, next_line(text_, value)) - next_line(text_, value) >= column() &&
        !is_line_end(at(skip_blanks(text_, next_line(text_, value)))));
  const std::string_view step = original(begin, end), written = original(name.begin, name.end);
  const std::string_view declared = only_parameter(original_, step);
  const std::string meant = fmt::format("{}: {{ {}: {} }}", step, declared.empty() ? written : declared,
                                        is_single ? original(value, value_end) : "…");
  auto found = report(Code::bare_step_with_modifier, begin, end,
                      fmt::format("{} cannot stand below the bare step {}", quoted(name.begin, name.end),
                                  quoted(begin, end)));
  found.caption("this step has no `:`, so nothing can stand beside it")
      .label(span(name.begin, name.end),
             written == "to" ? "a modifier of `emit` alone" : "no modifier of steps");
  if (const std::string_view help = help_to_modifier_of_others(written); declared.empty() && !help.empty()) {
    found.help(fmt::format("{}; above a modifier the step is written `- do: {}`", help, step));
    return;
  }
  found.help(fmt::format("write `- {}`: what a step is given stands in braces, by the name that it declares",
                         meant));
  if (is_single) found.edit(span(begin, value_end), meant);
}

}  // namespace ishi::compiler
