#include "syntax/skeleton.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "syntax/skeleton_reader.h"

namespace ishi::compiler {
namespace {

// One line with a tab among others with spaces most likely stands beside the one above it, or is the first
// below its name.
void indent_like_line_above(const RepairedText& in, size_t begin, size_t end, Report& report) {
  size_t indentation = 0;
  for (size_t line = 0; line < begin; line = next_line(in.written, line)) {
    const size_t content = skip_blanks(in.written, line);
    const char first = character_at(in.written, content);
    if (is_line_end(first) || first == '#') continue;
    const size_t last = trim_end(in.written, content, line_end(in.written, content));
    indentation = content - line + (in.written[last - 1] == ':' ? 2 : 0);
  }
  report.edit(in.span(begin, end), std::string(indentation, ' ')).guess();
}

// If nothing is indented with spaces, any width of a tab will do.
void add_tab_edits(const RepairedText& in, Report& report) {
  if (!report.is_kept()) return;
  std::vector<std::pair<size_t, size_t>> places;
  bool has_spaces = false;
  for (size_t line = 0; line < in.written.size(); line = next_line(in.written, line)) {
    const size_t content = skip_blanks(in.written, line);
    if (content == line || is_line_end(character_at(in.written, content))) continue;
    const std::string_view indentation = in.written.substr(line, content - line);
    has_spaces = has_spaces || indentation.find(' ') != std::string_view::npos;
    if (indentation.find('\t') == std::string_view::npos) continue;
    places.emplace_back(line, content);
  }
  if (has_spaces && places.size() == 1) indent_like_line_above(in, places[0].first, places[0].second, report);
  if (has_spaces) return;
  for (const auto& [begin, end] : places)
    report.edit(in.span(begin, end), std::string(2 * (end - begin), ' '));
}

void report_repeated(RepairedText& in) {
  if (in.tabs.count() == 0) return;
  auto found = in.report(Code::tab_indentation, in.tabs.first().begin, in.tabs.first().end,
                         "this line is indented with a tab");
  if (in.tabs.count() > 1) {
    found.note(fmt::format("this file has {} more such line{}", in.tabs.count() - 1,
                           in.tabs.count() == 2 ? "" : "s"));
  }
  found.help("indent with spaces; most editors have a command that turns all tabs of a file into spaces");
  add_tab_edits(in, found);
}

}  // namespace

Skeleton read_skeleton(std::string_view original, ScannedText scanned, uint32_t file,
                       Diagnostics& diagnostics) {
  return SkeletonReader(original, std::move(scanned), file, diagnostics).read();
}

SkeletonReader::SkeletonReader(std::string_view original, ScannedText scanned, uint32_t file,
                               Diagnostics& diagnostics)
    : in_{.written = original,
          .text = std::move(scanned.text),
          .file = file,
          .diagnostics = diagnostics,
          .pos = scanned.begin,
          .faults = std::move(scanned.refused),
          .tabs = {}} {
  in_.end = in_.text.size();
}

Skeleton SkeletonReader::read() {
  levels_.push_back({});
  while (in_.pos < in_.end) {
    if (begin_line()) read_line();
  }
  if (!result_.entries.empty()) result_.entries.back().end = static_cast<uint32_t>(in_.end);
  report_repeated(in_);
  if (!seen_content_ && !has_header_) {
    in_.report(Code::empty_file, 0, 0,
               in_.written.empty() ? "this file is empty" : "this file holds nothing but comments")
        .help("begin it with `ishi: 1`");
  }
  std::sort(in_.faults.begin(), in_.faults.end());
  std::sort(result_.incomplete.begin(), result_.incomplete.end());
  result_.faults = std::move(in_.faults);
  result_.text = std::move(in_.text);
  return std::move(result_);
}

void SkeletonReader::mark_incomplete(const BlockLevel& level) {
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
  in_.mark_fault(in_.pos);
  do {
    in_.finish_line();
    const size_t content = skip_blanks(in_.text, in_.pos);
    if (in_.tabs.count() > 0 && !is_line_end(in_.at(content)) && has_tab(in_.text, in_.pos, content))
      in_.tabs.add(in_.pos, content);
  } while (in_.pos < in_.end && !in_.is_marker(in_.pos) && !in_.find_name(in_.pos));
}

}  // namespace ishi::compiler
