#include "diagnostics/diagnostics.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "diagnostics/catalogue.h"
#include "diagnostics/suggest.h"

namespace ishi::compiler {

Report& Report::caption(std::string text) {
  diagnostic_.caption = std::move(text);
  return *this;
}

Report& Report::label(Span span, std::string text) {
  diagnostic_.labels.push_back({span, std::move(text)});
  return *this;
}

Report& Report::note(std::string text) {
  diagnostic_.notes.push_back(std::move(text));
  return *this;
}

Report& Report::help(std::string text) {
  diagnostic_.help = std::move(text);
  return *this;
}

Report& Report::edit(Span span, std::string replacement) {
  diagnostic_.edits.push_back({span, std::move(replacement)});
  return *this;
}

Report& Report::suggest(Span where, std::string_view meant) {
  return help(fmt::format("did you mean `{}`?", meant)).edit(where, std::string(meant));
}

Report& Report::guess() {
  diagnostic_.is_mend_sure = false;
  return *this;
}

std::vector<std::string_view> Report::suggestions(std::string_view name,
                                                  std::span<const std::string_view> candidates) {
  if (!is_kept()) return {};
  size_t letters = 0;
  for (const std::string_view candidate : candidates) letters += candidate.size();
  if (letters > *suggestion_letters_) return {};
  *suggestion_letters_ -= letters;
  auto near = compiler::suggestions(name, candidates);
  if (!near.empty() && !is_clear(name, near)) guess();
  return near;
}

Report Diagnostics::report(Code code, Span span, std::string message) {
  const Severity severity = catalogue_row(code).severity;
  if (severity == Severity::error) ++error_count_;
  not_kept_ = {};
  const bool is_kept = !is_full();
  Diagnostic& diagnostic = is_kept ? diagnostics_.emplace_back() : not_kept_;
  diagnostic.code = code;
  diagnostic.severity = severity;
  diagnostic.message = std::move(message);
  diagnostic.span = span;
  return {diagnostic, is_kept ? &suggestion_letters_ : nullptr};
}

Report Diagnostics::report_missing(Span name, Code code, Span span, std::string message) {
  if (!is_in_doubt(name)) return report(code, span, std::move(message));
  not_kept_ = {};
  return {not_kept_, nullptr};
}

void Diagnostics::label_latest(Span span, std::string text) {
  if (!is_full() && !diagnostics_.empty()) diagnostics_.back().labels.push_back({span, std::move(text)});
}

void Diagnostics::report(const Diagnostic& found, uint32_t file) {
  const auto moved = [&](Span span) { return Span{file, span.begin, span.end}; };
  Report report = this->report(found.code, moved(found.span), found.message);
  if (!report.is_kept()) return;
  report.caption(found.caption).help(found.help);
  for (const Label& label : found.labels) report.label(moved(label.span), label.text);
  for (const std::string& note : found.notes) report.note(note);
  for (const Edit& edit : found.edits) report.edit(moved(edit.span), edit.replacement);
  if (!found.is_mend_sure) report.guess();
}

void Diagnostics::retract_to(size_t count) {
  while (diagnostics_.size() > count) {
    if (diagnostics_.back().severity == Severity::error) --error_count_;
    diagnostics_.pop_back();
  }
}

std::vector<Diagnostic> Diagnostics::sorted() const {
  std::vector<Diagnostic> result = diagnostics_;
  std::stable_sort(result.begin(), result.end(), [](const Diagnostic& a, const Diagnostic& b) {
    return std::tie(a.span.file, a.span.begin) < std::tie(b.span.file, b.span.begin);
  });
  // Repetitions stand at one place, but something else may stand between them.
  const auto repeats_an_earlier_one = [&](size_t index) {
    for (size_t other = index; other-- > 0 && result[other].span.file == result[index].span.file &&
                               result[other].span.begin == result[index].span.begin;) {
      if (result[other].code == result[index].code && result[other].span == result[index].span &&
          result[other].message == result[index].message) {
        return true;
      }
    }
    return false;
  };
  std::vector<Diagnostic> unique;
  for (size_t i = 0; i < result.size(); ++i) {
    if (!repeats_an_earlier_one(i)) unique.push_back(result[i]);
  }
  return unique;
}

}  // namespace ishi::compiler
