#include "syntax/skeleton.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "syntax/skeleton_reader.h"

namespace ishi::compiler {

Skeleton read_skeleton(std::string_view original, ScannedText scanned, uint32_t file,
                       Diagnostics& diagnostics) {
  return SkeletonReader(original, std::move(scanned), file, diagnostics).read();
}

SkeletonReader::SkeletonReader(std::string_view original, ScannedText scanned, uint32_t file,
                               Diagnostics& diagnostics)
    : original_(original), text_(std::move(scanned.text)), file_(file), diagnostics_(diagnostics) {
  result_.faults = std::move(scanned.refused);
  pos_ = scanned.begin;
  end_ = text_.size();
}

Skeleton SkeletonReader::read() {
  levels_.push_back({});
  while (pos_ < end_) {
    if (begin_line()) read_line();
  }
  if (!result_.entries.empty()) result_.entries.back().end = static_cast<uint32_t>(end_);
  report_repeated();
  if (!seen_content_ && !has_header_) {
    report(Code::empty_file, 0, 0,
           original_.empty() ? "this file is empty" : "this file holds nothing but comments")
        .help("begin it with `ishi: 1`");
  }
  std::sort(result_.faults.begin(), result_.faults.end());
  std::sort(result_.incomplete.begin(), result_.incomplete.end());
  result_.text = std::move(text_);
  return std::move(result_);
}

void SkeletonReader::report_repeated() {
  if (tabs_.count() == 0) return;
  auto found = report(Code::tab_indentation, tabs_.first().begin, tabs_.first().end,
                      "this line is indented with a tab");
  if (tabs_.count() > 1) {
    found.note(
        fmt::format("this file has {} more such line{}", tabs_.count() - 1, tabs_.count() == 2 ? "" : "s"));
  }
  found.help("indent with spaces; most editors have a command that turns all tabs of a file into spaces");
  add_tab_edits(found);
}

// If nothing is indented with spaces, any width of a tab will do.
void SkeletonReader::add_tab_edits(Report& report) const {
  if (!report.is_kept()) return;
  std::vector<std::pair<size_t, size_t>> places;
  bool has_spaces = false;
  for (size_t line = 0; line < original_.size(); line = next_line(original_, line)) {
    const size_t content = skip_blanks(original_, line);
    if (content == line || is_line_end(character_at(original_, content))) continue;
    const std::string_view indentation = original_.substr(line, content - line);
    has_spaces = has_spaces || indentation.find(' ') != std::string_view::npos;
    if (indentation.find('\t') == std::string_view::npos) continue;
    places.emplace_back(line, content);
  }
  if (has_spaces && places.size() == 1) indent_like_line_above(places[0].first, places[0].second, report);
  if (has_spaces) return;
  for (const auto& [begin, end] : places) report.edit(span(begin, end), std::string(2 * (end - begin), ' '));
}

// One line with a tab among others with spaces most likely stands beside the one above it, or is the first
// below its name.
void SkeletonReader::indent_like_line_above(size_t begin, size_t end, Report& report) const {
  size_t indentation = 0;
  for (size_t line = 0; line < begin; line = next_line(original_, line)) {
    const size_t content = skip_blanks(original_, line);
    const char first = character_at(original_, content);
    if (is_line_end(first) || first == '#') continue;
    const size_t last = trim_end(original_, content, line_end(original_, content));
    indentation = content - line + (original_[last - 1] == ':' ? 2 : 0);
  }
  report.edit(span(begin, end), std::string(indentation, ' ')).guess();
}

Span SkeletonReader::span(size_t begin, size_t end) const {
  return {file_, static_cast<uint32_t>(begin), static_cast<uint32_t>(end)};
}

std::string SkeletonReader::quoted(size_t begin, size_t end) const {
  constexpr size_t kMostBytes = 40;
  end = first_line_end(original_, begin, std::min(end, begin + kMostBytes + 1));
  const std::string_view text = original(begin, end);
  if (text.size() <= kMostBytes) return fmt::format("`{}`", text.substr(0, trim_end(text, 0, text.size())));
  size_t cut = kMostBytes;
  while (cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xC0) == 0x80) --cut;
  return fmt::format("`{}…`", text.substr(0, cut));
}

Report SkeletonReader::report(Code code, size_t begin, size_t end, std::string message) {
  return diagnostics_.report(code, span(begin, end), std::move(message));
}

void SkeletonReader::mark_fault(size_t place) { result_.faults.push_back(static_cast<uint32_t>(place)); }

bool SkeletonReader::has_fault_at(size_t place) const {
  return !result_.faults.empty() && result_.faults.back() == place;
}

void SkeletonReader::blank(size_t begin, size_t end) {
  for (size_t i = begin; i < end; ++i) {
    if (!is_line_end(text_[i])) text_[i] = ' ';
  }
}

void SkeletonReader::erase_value(size_t begin, size_t end) {
  mark_fault(begin);
  if (begin == end) return;
  blank(begin, end);
  text_[begin] = 'x';
}

void SkeletonReader::erase_after_name(size_t name_end, size_t end) {
  blank(name_end, end);
  text_[name_end] = ':';
  mark_fault(name_end);
  // With no room for a value there is none, and the fault keeps that from being reported.
  if (name_end + 2 < end && !is_line_end(text_[name_end + 2])) text_[name_end + 2] = 'x';
  mark_fault(name_end + 2);
}

void SkeletonReader::mark_incomplete(const Level& level) {
  const bool is_file = &level == &levels_.front();
  if (!is_file) {
    result_.incomplete.push_back(static_cast<uint32_t>(level.begin));
  } else if (!result_.entries.empty()) {
    result_.entries.back().broken = true;
  }
}

void SkeletonReader::abandon_entry() {
  if (!result_.entries.empty()) result_.entries.back().broken = true;
  levels_.resize(1);
  levels_[0].open = false;
  brackets_.clear();
  mark_fault(pos_);
  do {
    finish_line();
    const size_t content = skip_blanks(text_, pos_);
    if (tabs_.count() > 0 && !is_line_end(at(content)) && has_tab(text_, pos_, content))
      tabs_.add(pos_, content);
  } while (pos_ < end_ && !is_marker(pos_) && !find_name(pos_));
}

}  // namespace ishi::compiler
