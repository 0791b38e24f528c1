#include "cli/check/mend.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "cli/check/apply_mends.h"
#include "cli/input/batch.h"
#include "cli/input/rewrite.h"
#include "cli/output/output.h"
#include "ishi/compiler/compile.h"
#include "source/content_hash.h"
#include "syntax/scan.h"

namespace ishi::compiler::cli {
namespace {

namespace fs = std::filesystem;

// A mend may uncover what is to be mended next.
constexpr size_t kMostSteps = 50;
// … also in another file that includes this one.
constexpr size_t kMostPasses = 5;

struct Compiled {
  Verdict verdict;
  uint32_t file = 0;  // the main one
  size_t errors = 0;
};

Compiled compile_text(const Input& input, std::string text, const ProjectFiles& files, ParsedFiles& parsed) {
  Sources sources;
  sources.show_from(input.viewpoint);
  CompileOptions options;
  options.needs_blob = false;
  options.included = &parsed;
  Compiled result;
  result.verdict = compile(input.path, std::move(text), files, options, sources);
  for (const Diagnostic& diagnostic : result.verdict.diagnostics) {
    if (diagnostic.severity == Severity::error) ++result.errors;
  }
  return result;
}

}  // namespace

Mending mend(const Input& input, std::string text, const ProjectFiles& files, ParsedFiles& parsed) {
  Mending best;
  best.text = text;
  size_t fewest = 0;
  size_t count = 0;
  std::set<std::pair<uint64_t, uint64_t>> seen;
  for (size_t step = 0; step <= kMostSteps; ++step) {
    const Compiled compiled = compile_text(input, text, files, parsed);
    if (step == 0 || compiled.errors <= fewest) {
      fewest = compiled.errors;
      best.text = text;
      best.count = count;
      best.is_refused = false;
    } else {
      best.is_refused = best.count == 0;
    }
    const ContentHash hash = content_hash(text);
    if (!seen.emplace(hash.low, hash.high).second) break;
    MendedText next = apply_mends(text, compiled.verdict.diagnostics, compiled.file);
    if (next.count == 0 || next.text.size() > kMostTextBytes) break;
    count += next.count;
    text = std::move(next.text);
  }
  return best;
}

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
      Mending mending = mend(input, read->text, project.files, project.parsed);
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

}  // namespace ishi::compiler::cli
