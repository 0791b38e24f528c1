#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "analyze/findings.h"
#include "cli/exit_code.h"
#include "cli/input/batch.h"
#include "cli/input/inputs.h"
#include "cli/input/kept_results.h"
#include "cli/input/rewrite.h"
#include "cli/output/output.h"
#include "cli/output/terminal.h"
#include "cli/verbs.h"
#include "cli/watch/watch.h"
#include "pipeline/mend.h"
#include "workspace/checked_file.h"

namespace ishi::compiler::cli {
namespace {

// `check --fix`: mends what has exactly one mend.

// The result of a file.
struct MendedFile {
  std::string path;  // as shown
  size_t count = 0;
  std::string failure;  // a sentence; empty: it was written
};

namespace fs = std::filesystem;

// A mend may uncover another one in a file that includes this one.
constexpr size_t kMostPasses = 5;

// Mends the files of the inputs, each written whole; those without a mend are not touched. In their order,
// those of which something is to be told.
std::vector<MendedFile> mend_files(const std::vector<Input>& inputs, unsigned jobs) {
  std::vector<fs::path> outputs;
  for (const Input& input : inputs) outputs.push_back(input.root / input.path);
  remove_leftovers_beside(outputs);
  std::vector<MendedFile> results(inputs.size());
  for (size_t pass = 0; pass < kMostPasses; ++pass) {
    Projects projects(inputs);
    std::vector<char> is_changed(inputs.size(), 0);
    const auto mend_one = [&](size_t i) {
      const Input& input = inputs[i];
      Project& project = projects.of(input);
      const auto read = read_input(input, project.files);
      if (!read) return;  // the check says so
      Mending mending = mend(input.path, read->text, project.files, project.parsed);
      MendedFile& result = results[i];
      result.path = input.shown_path();
      result.failure.clear();
      if (mending.is_refused) result.failure = "left alone: with what could be mended more would be wrong";
      if (mending.text == read->text) return;
      if (std::string failure = rewrite_input(input, read->text, mending.text); !failure.empty())
        result.failure = std::move(failure);
      if (!result.failure.empty()) return;
      result.count += mending.count;
      is_changed[i] = 1;
    };
    for_all(inputs.size(), jobs, "mending", mend_one, [](size_t) {});
    if (std::ranges::count(is_changed, 1) == 0) break;
  }
  std::erase_if(results, [](const MendedFile& file) { return file.count == 0 && file.failure.empty(); });
  return results;
}

struct Checked {
  Sources sources;
  Verdict verdict;
  std::string failure;  // of reading
  Dependencies dependencies;
};

Checked check_one(const Input& input, Project& project, bool is_thorough) {
  Checked result;
  auto read = read_input(input, project.files);
  if (!read) {
    result.failure = read.error();
    return result;
  }
  const AskedFiles files(project.files, input.path, read->identity);
  const auto checked =
      check_file(input.path, read->text, files, project.parsed, CheckDepth::model, input.viewpoint);
  result.sources = checked->sources;
  uint64_t operations = kAnalysisOperations;
  result.verdict = *analyze_file(*checked, nullptr, is_thorough, is_thorough ? nullptr : &operations);
  result.dependencies = dependencies_of(input, *read, files.paths(), project.files);
  return result;
}

class Check {
 public:
  explicit Check(const CheckOptions& options) : options_(options), results_(options.watches) {}

  [[nodiscard]] static bool takes(const std::vector<Input>& /*inputs*/) { return true; }

  std::string update(const std::vector<Input>& inputs) {
    const auto each = [&](size_t count, const std::function<void(size_t)>& work) {
      for_all(count, options_.jobs, "checking", work, [](size_t) {});
    };
    if (options_.fixes) mended_ = mend_files(inputs, options_.jobs);
    return results_.update(inputs, each, [&](const Input& input, Project& project) {
      return check_one(input, project, options_.thorough);
    });
  }

  int report(const std::string& headline) {
    Findings findings;
    bool is_readable = true;
    for (const auto& [input, result, is_new] : results_.entries()) {
      if (!result->failure.empty()) complain("{}", result->failure);
      is_readable = is_readable && result->failure.empty();
      findings.add(result->verdict, result->sources, input.shown_path());
    }
    findings.settle();
    print_mended(findings);
    print_headline(options_.format, headline, count_text(findings.errors(), findings.warnings()));
    findings.print(options_.format,
                   {is_readable, options_.watches, options_.denies_warnings ? "warnings are denied" : "",
                    options_.thorough});
    const bool is_silent = is_readable && findings.errors() + findings.warnings() == 0;
    if (options_.format == Format::human && is_silent && headline.empty()) print_good();
    if (!is_readable) return kUsage;
    return findings.are_bad(options_.denies_warnings) ? kFound : kGood;
  }

  [[nodiscard]] std::set<std::filesystem::path> folders() const { return results_.folders(); }

 private:
  // "guard.ishi.yaml: 3 mended, 1 left".
  void print_mended(const Findings& findings) const {
    for (const MendedFile& file : mended_) {
      if (!file.failure.empty()) {
        fmt::print(stderr, "{}: {}\n", shown(file.path), file.failure);
        continue;
      }
      const auto is_here = [&](const Diagnostic& diagnostic) {
        return diagnostic.span.file < findings.sources().size() &&
               findings.sources().shown_path(diagnostic.span.file) == file.path;
      };
      const auto left = std::ranges::count_if(findings.all(), is_here);
      fmt::print(stderr, "{}: {} mended, {} left\n", shown(file.path), file.count,
                 left == 0 ? "nothing" : fmt::format("{}", left));
    }
  }

  void print_good() {
    const size_t count = results_.entries().size();
    if (count == 0)
      fmt::print(stderr, "no source files (NAME.ishi.yaml) found\n");
    else
      fmt::print(stderr, "{} file{}: no errors\n", count, count == 1 ? "" : "s");
  }

  const CheckOptions& options_;
  KeptResults<Checked> results_;
  std::vector<MendedFile> mended_;
};

}  // namespace

int run_check(const CheckOptions& options) {
  Check check(options);
  return run_rounds(options, check);
}

}  // namespace ishi::compiler::cli
