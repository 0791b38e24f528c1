// Runs the language's cases: files that a designer could have written.
//
//   cases FOLDER            pass/: compiles without a word, and its tests pass
//                           fail/: what the compiler says is exactly what stands in the .txt beside it
//   cases FOLDER --update   rewrites the .txt files, which are then read before they are committed
//
// A case of several files is a folder with main.ishi.yaml and expected.txt.

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "diagnostics/catalogue.h"
#include "diagnostics/diagnostics.h"
#include "diagnostics/render_text.h"
#include "ishi/asset_info.h"
#include "pipeline/pipeline.h"
#include "source/read_file.h"
#include "testing/run_tests.h"

namespace fs = std::filesystem;
using namespace ishi;
using namespace ishi::compiler;

namespace {

// Codes that no source file can bring about: two names would have to share a 64-bit hash; the compiler
// would have to be wrong; nothing is known that yaml-cpp refuses and our own checks do not. A file of
// more than a mebibyte is made by a test instead, and so is one whose name few systems could store.
const std::set<Code> kWithoutCase = {Code::id_collision, Code::internal_error, Code::yaml_error,
                                     Code::text_too_large, Code::file_name};

std::string read_all(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

struct Case {
  std::string name;
  fs::path folder;     // the root
  std::string source;  // relative to it
  fs::path expected;
};

std::vector<Case> find_cases(const fs::path& folder) {
  std::vector<Case> cases;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (entry.is_directory()) {
      cases.push_back({name, entry.path(), "main.ishi.yaml", entry.path() / "expected.txt"});
    } else if (name.ends_with(".ishi.yaml")) {
      const std::string stem = name.substr(0, name.size() - std::string_view(".ishi.yaml").size());
      cases.push_back({stem, folder, name, folder / (stem + ".txt")});
    }
  }
  std::ranges::sort(cases, {}, &Case::name);
  return cases;
}

struct Outcome {
  std::string rendering;
  std::set<Code> codes;
  std::vector<TestResult> tests;
};

Outcome run(const Case& one) {
  Sources sources;
  Diagnostics diagnostics;
  Outcome outcome;
  const auto program = analyze_source(one.source, read_all(one.folder / one.source), FolderReader(one.folder),
                                      sources, diagnostics);
  std::vector<uint8_t> blob;
  // Most cases are about something else, and their agents have hardly anything to choose from.
  const bool analyzes = one.name.starts_with("IS40") || one.name.starts_with("IS43") ||
                        one.name.starts_with("IS44") || one.name.starts_with("IS45") ||
                        one.name.starts_with("IS46");
  if (!diagnostics.has_errors())
    blob = build_blob(*program, {.all_agents = true, .analyzes = analyzes}, sources, diagnostics);
  const std::vector<Diagnostic> found =
      judge(*program, diagnostics, analyzes ? LookedFor::analysis : LookedFor::programs).diagnostics;
  outcome.rendering = render_text(found, sources);
  for (const Diagnostic& diagnostic : found) outcome.codes.insert(diagnostic.code);
  Asset asset;
  if (!blob.empty() && Asset::load(blob, asset)) {
    outcome.tests = run_tests(program->model, program->tests, program->units.main_file, asset);
  }
  return outcome;
}

class Runner {
 public:
  explicit Runner(bool update) : update_(update) {}

  void run_pass(const fs::path& folder) {
    for (const Case& one : find_cases(folder)) {
      const Outcome outcome = run(one);
      bool is_good = check(outcome.rendering.empty(), one, outcome.rendering);
      for (const TestResult& test : outcome.tests) {
        is_good =
            check(compiler::is_good(test.outcome), one, fmt::format("{}: {}\n", test.name, test.message)) &&
            is_good;
      }
      ++(is_good ? passed_ : failed_);
    }
  }

  void run_fail(const fs::path& folder) {
    std::set<Code> seen;
    for (const Case& one : find_cases(folder)) {
      const Outcome outcome = run(one);
      seen.insert(outcome.codes.begin(), outcome.codes.end());
      if (update_) std::ofstream(one.expected, std::ios::binary) << outcome.rendering;
      const std::string expected = read_all(one.expected);
      bool is_good = check(!outcome.rendering.empty(), one, "nothing is said, but something should be\n");
      is_good =
          check(outcome.rendering == expected, one,
                fmt::format("--- expected\n{}--- but the compiler says\n{}", expected, outcome.rendering)) &&
          is_good;
      ++(is_good ? passed_ : failed_);
    }
    for (const CatalogueRow& row : catalogue()) {
      if (seen.contains(row.code) || kWithoutCase.contains(row.code)) continue;
      fmt::print("{}: no case in fail/ has it\n", code_text(row.code));
      ++failed_;
    }
  }

  int finish() const {
    fmt::print("{} passed, {} failed\n", passed_, failed_);
    return failed_ == 0 && passed_ > 0 ? 0 : 1;
  }

 private:
  static bool check(bool is_right, const Case& one, const std::string& why) {
    if (!is_right) fmt::print("{}\n{}\n", one.name, why);
    return is_right;
  }

  bool update_;
  int passed_ = 0;
  int failed_ = 0;
};

}  // namespace

int main(int count, char** arguments) {
  if (count < 2) return 2;
  const fs::path folder = arguments[1];
  Runner runner(count > 2 && std::string_view(arguments[2]) == "--update");
  runner.run_pass(folder / "pass");
  runner.run_fail(folder / "fail");
  return runner.finish();
}
