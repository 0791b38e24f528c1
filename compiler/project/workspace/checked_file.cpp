#include "workspace/checked_file.h"

#include <fmt/format.h>

#include <algorithm>

#include "ishi/compiler/compile.h"

namespace ishi::compiler {

std::shared_ptr<CheckedFile> check_file(const std::string& path, std::string text, const FileReader& reader,
                                        ParsedFiles& included, CheckDepth depth, const Viewpoint& viewpoint,
                                        const Stop* stop) {
  auto result = std::make_shared<CheckedFile>();
  CheckedFile& checked = *result;
  checked.path = path;
  checked.sources.show_from(viewpoint);
  NameUses* const uses = depth == CheckDepth::model ? nullptr : &checked.uses;
  checked.program = analyze_source(path, std::move(text), reader, checked.sources, checked.diagnostics,
                                   &included, uses, stop);
  if (is_stopped(stop)) return nullptr;
  checked.knows_names = checked.program->knows_names;
  checked.has_errors = checked.diagnostics.has_errors();
  if (uses != nullptr) checked.index = NameIndex(*checked.program, checked.sources, checked.uses);
  if (depth != CheckDepth::programs) return result;
  if (is_stopped(stop)) return nullptr;
  Diagnostics all = checked.diagnostics;
  if (!all.has_errors()) static_cast<void>(blob_of(checked, {.needs_blob = false}, all));
  checked.has_errors = all.has_errors();
  checked.verdict = judge(*checked.program, all, LookedFor::programs);
  return result;
}

std::string first_error(const CheckedFile& checked) {
  const auto error = std::ranges::find(checked.verdict.diagnostics, Severity::error, &Diagnostic::severity);
  if (error == checked.verdict.diagnostics.end()) return {};
  const SourceFile& file = checked.sources.file(error->span.file);
  return fmt::format("{} ({}:{})", error->message, file.path(), file.position(error->span.begin).line);
}

std::optional<Verdict> analyze_file(const CheckedFile& checked, const Stop* stop, bool is_thorough,
                                    uint64_t* operations) {
  Diagnostics all = checked.diagnostics;
  CompileOptions options;
  options.needs_blob = false;
  options.analyzes = true;
  options.is_thorough = is_thorough;
  std::vector<std::string> unfinished;
  if (!all.has_errors())
    static_cast<void>(
        build_blob(*checked.program, options, checked.sources, all, &unfinished, stop, operations));
  observe_program(*checked.program, checked.sources, all, stop);
  if (is_stopped(stop)) return std::nullopt;
  Verdict verdict =
      judge(*checked.program, all, unfinished.empty() ? LookedFor::analysis : LookedFor::programs);
  verdict.unfinished = std::move(unfinished);
  return verdict;
}

std::vector<uint8_t> blob_of(const CheckedFile& checked, const CompileOptions& options,
                             Diagnostics& diagnostics) {
  return build_blob(*checked.program, options, checked.sources, diagnostics);
}

std::shared_ptr<const FileAsset> asset_of(const CheckedFile& checked) {
  auto made = std::make_shared<FileAsset>();
  made->diagnostics = checked.diagnostics;
  if (made->diagnostics.has_errors()) return made;
  const std::vector<uint8_t> blob = blob_of(checked, {.all_agents = true}, made->diagnostics);
  if (!made->diagnostics.has_errors() && !blob.empty()) made->status = Asset::load(blob, made->asset);
  return made;
}

}  // namespace ishi::compiler
