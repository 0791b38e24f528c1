#include "pipeline/mend.h"

#include <set>
#include <utility>

#include "diagnostics/apply_mends.h"
#include "ishi/compiler/compile.h"
#include "source/content_hash.h"
#include "syntax/scan.h"

namespace ishi::compiler {
namespace {

// A mend may uncover what is to be mended next.
constexpr size_t kMostSteps = 50;

struct Compiled {
  Verdict verdict;
  uint32_t file = 0;  // the main one
  size_t errors = 0;
};

Compiled compile_text(const std::string& path, std::string text, const FileReader& files,
                      ParsedFiles& parsed) {
  Sources sources;
  CompileOptions options;
  options.needs_blob = false;
  options.included = &parsed;
  Compiled result;
  result.verdict = compile(path, std::move(text), files, options, sources);
  for (const Diagnostic& diagnostic : result.verdict.diagnostics) {
    if (diagnostic.severity == Severity::error) ++result.errors;
  }
  return result;
}

}  // namespace

Mending mend(const std::string& path, std::string text, const FileReader& files, ParsedFiles& parsed) {
  Mending best;
  best.text = text;
  size_t fewest = 0;
  size_t count = 0;
  std::set<std::pair<uint64_t, uint64_t>> seen;
  for (size_t step = 0; step <= kMostSteps; ++step) {
    const Compiled compiled = compile_text(path, text, files, parsed);
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

}  // namespace ishi::compiler
