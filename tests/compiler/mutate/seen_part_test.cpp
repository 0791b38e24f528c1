#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "ishi/asset_info.h"
#include "mutate/try_mutants.h"
#include "source/read_file.h"
#include "testing/run_tests.h"
#include "trials.h"

// Tests that cannot see a change are not run for it: what is found is what all tests find.

namespace ishi::compiler::seen_part_test {
namespace {

namespace fs = std::filesystem;

class ChangedFile final : public FileReader {
 public:
  ChangedFile(const FileReader& files, std::string path, std::string text)
      : files_(files), path_(std::move(path)), text_(std::move(text)) {}
  [[nodiscard]] tl::expected<std::string, ReadError> read(const std::string& path) const override {
    if (path == path_) return text_;
    return files_.read(path);
  }
  [[nodiscard]] std::string identity(const std::string& path) const override { return files_.identity(path); }

 private:
  const FileReader& files_;
  std::string path_, text_;
};

std::string text_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// True if any of all tests notices the change that was tried.
bool is_noticed_by_any(const fs::path& folder, const std::string& main, const MutationSubject& subject,
                       const MutationSubject::File& file, const Mutant& mutant, size_t replacement) {
  std::string text(subject.sources().file(file.file).text());
  text.replace(mutant.span.begin, mutant.span.end - mutant.span.begin, mutant.replacements[replacement]);
  const FolderReader folder_reader(folder);
  const ChangedFile files(folder_reader, file.path, text);
  Sources sources;
  Diagnostics diagnostics;
  const auto program =
      analyze_source(main, file.path == main ? text : text_of(folder / main), files, sources, diagnostics);
  const std::vector<uint8_t> blob = build_blob(*program, {.all_agents = true}, sources, diagnostics);
  Asset asset;
  if (blob.empty() || !Asset::load(blob, asset)) return true;  // an error that the change brings about
  const auto results = run_tests(program->model, program->tests, program->units.main_file, asset);
  return std::ranges::any_of(results, [](const TestResult& one) { return finds_fault(one.outcome); });
}

// How many mutants were compared.
uint32_t compare(const std::string& example, const std::string& main, uint32_t step) {
  const fs::path folder = fs::path(ISHI_SOURCE_FOLDER) / "examples" / example;
  const FolderReader files(folder);
  const MutationSubject subject(main, text_of(folder / main), files, "", {});
  REQUIRE(subject.program() != nullptr);
  uint32_t number = 0, compared = 0;
  for (const MutationSubject::File& file : subject.files()) {
    for (const Mutant& mutant : file.mutants) {
      if (number++ % step != 0) continue;
      const TriedMutant tried = subject.try_mutant(file, mutant);
      if (tried.fate != MutantFate::unnoticed) continue;  // of a noticed one a test has been run
      INFO(example << ": " << subject.sources().text(mutant.shown) << " → "
                   << mutant.replacements[tried.replacement]);
      CHECK(!is_noticed_by_any(folder, main, subject, file, mutant, tried.replacement));
      ++compared;
    }
  }
  return compared;
}

}  // namespace

TEST_CASE("a mutant that no chosen test notices is noticed by no other", "[mutate]") {
  const uint32_t step = makes_all_trials() ? 1 : 24;
  uint32_t compared = 0;
  for (const std::string name : {"watch", "thief", "squad", "guard"}) {
    const uint32_t of_this = compare(name, name + ".ishi.yaml", step);
    if (step == 1) CHECK(of_this > 0);
    compared += of_this;
  }
  CHECK(compared > 3);
}

}  // namespace ishi::compiler::seen_part_test
