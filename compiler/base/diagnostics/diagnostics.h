#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "ishi/compiler/diagnostic.h"

// Collects what the phases find. A phase reports and goes on; `sorted()` brings the findings of all
// phases into the order of the text.

namespace ishi::compiler {

// Lets a call site add to a diagnostic that it has just reported:
//   diagnostics.report(Code::duplicate_key, key, "…").label(first, "first defined here").help("…");
// Valid until the next report.
class Report {
 public:
  // `suggestion_letters` is what the run may still compare; null for a report that is only counted.
  Report(Diagnostic& diagnostic, size_t* suggestion_letters)
      : diagnostic_(diagnostic), suggestion_letters_(suggestion_letters) {}

  // Will anybody see it? Of a report that is only counted, costly words may be left out.
  [[nodiscard]] bool is_kept() const { return suggestion_letters_ != nullptr; }

  // The likely meanings (suggest.h). Nothing for a report that is only counted, or when the run has
  // compared very many letters already: thousands of unknown names among thousands of known ones are no
  // slips.
  [[nodiscard]] std::vector<std::string_view> suggestions(std::string_view name,
                                                          std::span<const std::string_view> candidates);

  Report& caption(std::string text);
  Report& label(Span span, std::string text);
  Report& note(std::string text);
  Report& help(std::string text);
  Report& edit(Span span, std::string replacement);
  // "did you mean …?", with the edit that writes `meant` in place of `where`.
  Report& suggest(Span where, std::string_view meant);
  // Suggests the likeliest candidate for an unknown `name`, or else helps with `otherwise`, which is called
  // for a report that is kept and has no likely candidate.
  template <class Words>
  Report& suggest_or(Span where, std::string_view name, std::span<const std::string_view> candidates,
                     Words otherwise) {
    if (!is_kept()) return *this;
    const auto near = suggestions(name, candidates);
    return near.empty() ? help(otherwise()) : suggest(where, near[0]);
  }
  // The edits are a guess among others. Said by itself where `suggestions` found no clear one.
  Report& guess();

 private:
  Diagnostic& diagnostic_;
  size_t* suggestion_letters_;
};

class Diagnostics {
 public:
  // So many are kept; later ones are only counted. Nobody reads the thousandth, and a hostile text could
  // ask for a million.
  static constexpr size_t kKept = 1000;
  // So many letters of candidates are compared for suggestions: enough for a hundred slips among the 4096
  // names of a full section.
  static constexpr size_t kSuggestionLetters = 10'000'000;

  // The severity is the catalogue's.
  Report report(Code code, Span span, std::string message);

  // Adds to the latest report, which somebody else has made.
  void label_latest(Span span, std::string text);

  // Reports what was found earlier in a file that has another number here.
  void report(const Diagnostic& found, uint32_t file);

  // Notes that a part of the entry with this name could not be read, which has been reported: a field that
  // seems to be missing may be there, misspelt. `name`: where the name is declared.
  void doubt(Span name) { doubted_.insert(key_of(name)); }
  [[nodiscard]] bool is_in_doubt(Span name) const { return name.end != 0 && doubted_.contains(key_of(name)); }

  // Reports that something is missing under a name. Reports nothing if a part under that name could not be
  // read, since the missing thing may be in it.
  Report report_missing(Span name, Code code, Span span, std::string message);

  // Takes back the latest reports, down to `count` kept ones: for a phase that finds what really was
  // wrong after it has reported its consequences.
  void retract_to(size_t count);

  // Of all reported, kept or not.
  [[nodiscard]] size_t error_count() const { return error_count_; }
  [[nodiscard]] bool has_errors() const { return error_count_ > 0; }
  // True if what is reported now is only counted; whoever has costly words to find may leave them out.
  [[nodiscard]] bool is_full() const { return diagnostics_.size() >= kKept; }
  // The kept ones, in the order of their report.
  [[nodiscard]] const std::vector<Diagnostic>& all() const { return diagnostics_; }

  // The kept ones by file, then by place, then as reported; exact repetitions appear once.
  [[nodiscard]] std::vector<Diagnostic> sorted() const;

 private:
  [[nodiscard]] static uint64_t key_of(Span name) { return (uint64_t{name.file} << 32) | name.begin; }

  std::vector<Diagnostic> diagnostics_;
  std::unordered_set<uint64_t> doubted_;
  Diagnostic not_kept_;  // where the details of a diagnostic go that is only counted
  size_t error_count_ = 0;
  size_t suggestion_letters_ = kSuggestionLetters;  // left
};

}  // namespace ishi::compiler
