#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <string>
#include <system_error>
#include <vector>

#include "cli/exit_code.h"
#include "cli/input/batch.h"
#include "cli/input/inputs.h"
#include "cli/input/rewrite.h"
#include "cli/output/output.h"
#include "cli/output/terminal.h"
#include "cli/verbs.h"
#include "format/format.h"
#include "format/unified_diff.h"
#include "syntax/scan.h"

namespace ishi::compiler::cli {
namespace {

using Outcome = FormattedText::Outcome;

constexpr std::string_view kOfNoFile = "<stdin>";

struct Formatted {
  std::string before;
  FormattedText result;
  Sources sources;
  Verdict verdict;      // what is wrong with one that cannot be read
  std::string failure;  // of reading or writing
};

void format_into(Formatted& formatted, const std::string& path, const FmtOptions& options) {
  Diagnostics diagnostics;
  const uint32_t file = formatted.sources.add(path, formatted.before);
  formatted.result = format_text(formatted.before, file, {.width = options.width}, diagnostics);
  if (formatted.result.outcome == Outcome::unreadable) formatted.verdict.diagnostics = diagnostics.sorted();
}

Formatted format_one(const Input& input, Project& project, const FmtOptions& options) {
  Formatted formatted;
  formatted.sources.show_from(input.viewpoint);
  const auto read = read_input(input, project.files);
  if (!read) {
    formatted.failure = read.error();
    return formatted;
  }
  formatted.before = read->text;
  format_into(formatted, input.path, options);
  if (formatted.result.outcome != Outcome::changed) return formatted;
  const AskedFiles files(project.files, input.path, read->identity);
  if (!compiles_to_same_blob(input.path, formatted.before, formatted.result.text, files)) {
    formatted.result.outcome = Outcome::unproved;
    formatted.result.doubt = "it would compile to something else";
  }
  return formatted;
}

class Formatting {
 public:
  explicit Formatting(const FmtOptions& options)
      : options_(options), only_shows_(options.only_checks || options.shows_diff) {}

  int run() {
    const auto inputs = find_inputs(options_.paths, options_.root);
    if (!inputs) return kUsage;
    if (!only_shows_) {
      std::vector<std::filesystem::path> outputs;
      for (const Input& input : *inputs) outputs.push_back(input.root / input.path);
      remove_leftovers_beside(outputs);
    }
    Projects projects(*inputs);
    std::vector<Formatted> results(inputs->size());
    for_all(
        inputs->size(), options_.jobs, "formatting",
        [&](size_t i) { results[i] = format_one((*inputs)[i], projects.of((*inputs)[i]), options_); },
        [&](size_t) {});
    // Written after all have been compiled, so that each sees the others as they were.
    for (size_t i = 0; i < results.size(); ++i) take((*inputs)[i], results[i]);
    findings_.settle();
    findings_.print_errors(options_.paths.front());
    for (const std::string& path : unreadable_) complain("{} is left as it is, until that is fixed", path);
    print_count(results.size());
    return exit_code();
  }

  // From stdin to stdout, for editors. Of a file whose place nobody knows the blob is not compared.
  int run_filter() {
    Formatted formatted;
    if (!read_stdin(formatted.before)) return kUsage;
    format_into(formatted, std::string(kOfNoFile), options_);
    findings_.add(formatted.verdict, formatted.sources, std::string(kOfNoFile));
    findings_.settle();
    findings_.print_errors("-");
    const FormattedText& result = formatted.result;
    if (result.outcome == Outcome::unproved) print_doubt(std::string(kOfNoFile), result);
    if (result.outcome == Outcome::unreadable || result.outcome == Outcome::unproved) return kFound;
    if (!only_shows_) {
      fmt::print("{}", result.text);
      return kGood;
    }
    if (options_.shows_diff) fmt::print("{}", unified_diff(kOfNoFile, formatted.before, result.text));
    return result.outcome == Outcome::changed ? kFound : kGood;
  }

 private:
  static bool read_stdin(std::string& text) {
    char buffer[1 << 16];
    for (;;) {
      const size_t count = std::fread(buffer, 1, sizeof buffer, stdin);
      text.append(buffer, count);
      if (count < sizeof buffer || text.size() > kMostTextBytes) break;
    }
    if (std::ferror(stdin) == 0) return true;
    complain("the input cannot be read: {}", std::generic_category().message(errno));
    return false;
  }

  void print_doubt(const std::string& path, const FormattedText& result) {
    complain("{} is left as it is: laid out anew {}; that is a fault of ishi fmt", path, result.doubt);
    is_found_ = true;
  }

  void take(const Input& input, const Formatted& formatted) {
    const std::string path = input.shown_path();
    if (!formatted.failure.empty()) {
      complain("{}", formatted.failure);
      is_failed_ = true;
      return;
    }
    findings_.add(formatted.verdict, formatted.sources, path);
    if (formatted.result.outcome == Outcome::unreadable) unreadable_.push_back(path);
    if (formatted.result.outcome == Outcome::unproved) print_doubt(path, formatted.result);
    if (formatted.result.outcome != Outcome::changed) return;
    ++changed_;
    if (options_.shows_diff) {
      fmt::print("{}", unified_diff(shown(path), formatted.before, formatted.result.text));
    } else if (options_.only_checks) {
      fmt::print("{}\n", shown(path));
    } else if (const std::string failure = rewrite_input(input, formatted.before, formatted.result.text);
               !failure.empty()) {
      complain("{} {}", path, failure);
      is_failed_ = true;
      --changed_;
    } else {
      fmt::print(stderr, "{}: laid out\n", shown(path));
    }
  }

  void print_count(size_t count) const {
    const auto files = [](size_t number) { return fmt::format("{} file{}", number, number == 1 ? "" : "s"); };
    if (count == 0)
      fmt::print(stderr, "no source files (NAME.ishi.yaml) found\n");
    else if (only_shows_ && changed_ > 0)
      fmt::print(stderr, "{} of {} would change; `ishi fmt` lays {} out\n", changed_, files(count),
                 changed_ == 1 ? "it" : "them");
    else if (changed_ == 0 && findings_.errors() == 0 && !is_failed_ && !is_found_)
      fmt::print(stderr, "{}: laid out already\n", files(count));
  }

  [[nodiscard]] int exit_code() const {
    if (is_failed_) return kUsage;
    const bool is_found = is_found_ || findings_.errors() > 0 || (only_shows_ && changed_ > 0);
    return is_found ? kFound : kGood;
  }

  const FmtOptions& options_;
  const bool only_shows_;
  Findings findings_;
  std::vector<std::string> unreadable_;
  size_t changed_ = 0;
  bool is_found_ = false;   // a layout that could not be proved
  bool is_failed_ = false;  // something could not be read or written
};

}  // namespace

int run_fmt(const FmtOptions& options) {
  const bool is_filter = std::ranges::find(options.paths, "-") != options.paths.end();
  if (is_filter && options.paths.size() > 1) {
    complain("- stands for stdin, and no other PATH can stand beside it");
    return kUsage;
  }
  Formatting formatting(options);
  return is_filter ? formatting.run_filter() : formatting.run();
}

}  // namespace ishi::compiler::cli
