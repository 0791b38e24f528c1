#include "mutate/try_mutants.h"

#include <algorithm>
#include <utility>

#include "emit/emit.h"
#include "ishi/asset_info.h"
#include "testing/run_tests.h"

namespace ishi::compiler {
namespace {

// The files of a project, one of them changed.
class ChangedFile final : public FileReader {
 public:
  ChangedFile(const FileReader& files, const std::string& path, const std::string& text)
      : files_(files), path_(path), text_(text) {}

  [[nodiscard]] tl::expected<std::string, ReadError> read(const std::string& path) const override {
    if (path == path_) return text_;
    return files_.read(path);
  }
  [[nodiscard]] std::string identity(const std::string& path) const override { return files_.identity(path); }

 private:
  const FileReader& files_;
  const std::string& path_;
  const std::string& text_;
};

// True if an error makes a mutant count as one that does not compile. A change that leaves a test nothing to
// check does not: the other tests are run.
bool refuses(const Diagnostic& diagnostic) {
  return diagnostic.severity == Severity::error && diagnostic.code != Code::test_checks_nothing;
}

// The test that expects what can never come after the change; null if anything else is wrong, too. Whoever
// makes such a change is told so by the compiler, so that test counts as one that notices it.
const Name* made_impossible(const Program& program, const Diagnostics& diagnostics) {
  const Name* test = nullptr;
  for (const Diagnostic& found : diagnostics.all()) {
    if (!refuses(found)) continue;
    if (found.code != Code::task_never_started) return nullptr;
    const Name* of = nullptr;
    for (const auto& [name, one] : program.model.tests) {
      const bool is_before = name.span.file == found.span.file && name.span.begin <= found.span.begin;
      if (is_before && (of == nullptr || of->span.begin < name.span.begin)) of = &name;
    }
    if (of == nullptr || of->span.file != program.units.main_file) return nullptr;
    test = of;
  }
  return test;
}

constexpr CompileOptions kStripped{.strip = true, .all_agents = true};
constexpr CompileOptions kNamed{.all_agents = true};

}  // namespace

MutationSubject::MutationSubject(std::string path, std::string text, const FileReader& files,
                                 std::string filter, const Viewpoint& viewpoint)
    : path_(std::move(path)), text_(std::move(text)), reader_(files), filter_(std::move(filter)) {
  sources_.show_from(viewpoint);
  Diagnostics diagnostics;
  const auto program = analyze_source(path_, text_, reader_, sources_, diagnostics);
  const bool has_tests = std::ranges::any_of(
      program->model.tests, [&](const auto& test) { return is_own(test, program->units.main_file); });
  if (!has_tests || diagnostics.has_errors()) return;
  stripped_ = build_blob(*program, kStripped, sources_, diagnostics);
  forget_sources(stripped_);
  for (const SourceUnit& unit : program->units.units) {
    if (unit.tree.root == nullptr) continue;
    list_.push_back({unit.path, unit.file, list_mutants(*unit.tree.root, sources_.file(unit.file).text())});
  }
}

TriedMutant MutationSubject::try_mutant(const File& file, const Mutant& mutant) const {
  TriedMutant tried;
  const std::string_view text = sources_.file(file.file).text();
  for (tried.replacement = 0; tried.replacement < mutant.replacements.size(); ++tried.replacement) {
    std::string changed(text.substr(0, mutant.span.begin));
    changed += mutant.replacements[tried.replacement];
    changed += text.substr(mutant.span.end);
    tried.fate = try_text(file, std::move(changed), tried.test);
    if (tried.fate != MutantFate::refused) break;
  }
  return tried;
}

MutantFate MutationSubject::try_text(const File& file, std::string text, std::string& test) const {
  const bool is_main = &file == list_.data();
  const ChangedFile files(reader_, file.path, text);
  Sources sources;
  Diagnostics diagnostics;
  const auto program = analyze_source(path_, is_main ? text : text_, files, sources, diagnostics);
  if (std::ranges::any_of(diagnostics.all(), refuses)) {
    const Name* const impossible = made_impossible(*program, diagnostics);
    if (impossible == nullptr || impossible->text.find(filter_) == std::string_view::npos)
      return MutantFate::refused;
    test = impossible->text;
    return MutantFate::noticed;
  }
  Diagnostics built;
  std::vector<uint8_t> stripped = build_blob(*program, kStripped, sources, built);
  forget_sources(stripped);
  if (stripped == stripped_) return MutantFate::same;
  const std::vector<uint8_t> blob = build_blob(*program, kNamed, sources, built);
  Asset asset;
  if (built.has_errors() || !Asset::load(blob, asset)) return MutantFate::refused;
  const auto results = run_tests(program->model, program->units.main_file, asset,
                                 {.filter = filter_, .stops_at_failure = true});
  if (results.empty() || is_good(results.back().outcome)) return MutantFate::unnoticed;
  test = results.back().name;
  return MutantFate::noticed;
}

}  // namespace ishi::compiler
