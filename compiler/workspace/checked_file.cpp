#include "workspace/checked_file.h"

#include "ishi/compiler/compile.h"

namespace ishi::compiler {

std::shared_ptr<CheckedFile> check_file(const std::string& path, std::string text, const FileReader& reader,
                                        ParsedFiles& included, CheckDepth depth) {
  auto result = std::make_shared<CheckedFile>();
  CheckedFile& checked = *result;
  checked.path = path;
  checked.program = analyze_source(path, std::move(text), reader, checked.sources, checked.diagnostics,
                                   &included, &checked.uses);
  checked.knows_names = checked.program->knows_names;
  checked.index = NameIndex(*checked.program, checked.sources, checked.uses);
  Diagnostics all = checked.diagnostics;
  if (depth == CheckDepth::names) {
    checked.has_errors = all.has_errors();
    return result;
  }
  if (!all.has_errors()) {
    CompileOptions options;
    options.needs_blob = false;
    static_cast<void>(build_blob(*checked.program, options, checked.sources, all));
  }
  checked.has_errors = all.has_errors();
  checked.verdict = judge(*checked.program, all, LookedFor::programs);
  return result;
}

std::optional<Verdict> analyze_file(const CheckedFile& checked, const std::atomic<bool>* stop) {
  if (checked.has_errors) return checked.verdict;
  Diagnostics all = checked.diagnostics;
  CompileOptions options;
  options.needs_blob = false;
  options.analyzes = true;
  std::vector<std::string> unfinished;
  static_cast<void>(build_blob(*checked.program, options, checked.sources, all, &unfinished));
  if (stop != nullptr && *stop) return std::nullopt;
  Verdict verdict =
      judge(*checked.program, all, unfinished.empty() ? LookedFor::analysis : LookedFor::programs);
  verdict.unfinished = std::move(unfinished);
  return verdict;
}

}  // namespace ishi::compiler
