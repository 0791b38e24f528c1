#include <fmt/format.h>

#include <cstdio>
#include <nlohmann/json.hpp>
#include <utility>

#include "cli/batch.h"
#include "cli/exit_code.h"
#include "cli/inputs.h"
#include "cli/terminal.h"
#include "cli/verbs.h"
#include "diagnostics/terminal_text.h"
#include "ishi/asset.h"
#include "pipeline.h"
#include "testing/run_tests.h"

namespace ishi::compiler::cli {
namespace {

struct FileTests {
  std::string path;
  Sources sources;
  std::vector<TestResult> results;
};

// Compiles one file, with tests or without, and runs them. False if it cannot be read.
bool test_file(const Input& input, const TestOptions& options, Project& project, const TestProgress& progress,
               Findings& findings, FileTests& tests) {
  auto read = read_input(input, project.files);
  if (!read) {
    complain("{}", read.error());
    return false;
  }
  tests.sources.show_from(input.viewpoint);
  tests.path = input.shown_path();
  Diagnostics diagnostics;
  const auto program = analyze_source(input.path, std::move(read->text), project.files, tests.sources,
                                      diagnostics, &project.parsed);
  bool has_tests = false;
  for (const auto& test : program->model.tests)
    has_tests = has_tests || is_own(test, program->units.main_file);
  std::vector<uint8_t> blob;
  if (!diagnostics.has_errors()) {
    CompileOptions compile_options;
    compile_options.all_agents = has_tests;
    blob = build_blob(*program, compile_options, tests.sources, diagnostics);
  }
  findings.add(judge(*program, diagnostics, LookedFor::programs), tests.sources, tests.path);
  Asset asset;
  if (has_tests && !blob.empty() && Asset::load(blob, asset)) {
    const FailedCondition conditions(program->model, program->units, tests.sources);
    tests.results =
        run_tests(program->model, program->units.main_file, asset, options.filter, &conditions, progress);
  }
  return true;
}

void print_file(const FileTests& tests, bool color) {
  if (tests.results.empty()) return;
  fmt::print("{}\n", paint(shown(tests.path), Color::bold, color));
  for (const TestResult& result : tests.results) {
    const bool passed = is_good(result.outcome);
    const uint32_t line = tests.sources.file(result.span.file).position(result.span.begin).line;
    const std::string beside = result.outcome == Outcome::proved ? "  (proved)"
                               : passed                          ? ""
                                                                 : fmt::format("  (line {})", line);
    fmt::print("  {} {}{}\n", paint(passed ? "✓" : "✗", passed ? Color::green : Color::red, color),
               shown(result.name), paint(beside, Color::dim, color));
    std::string_view message = result.message;
    while (!message.empty()) {
      const size_t end = std::min(message.find('\n'), message.size());
      fmt::print("      {}\n", shown(message.substr(0, end)));
      message.remove_prefix(std::min(end + 1, message.size()));
    }
  }
}

void print_json(const std::vector<FileTests>& files, const Findings& findings, size_t passed, size_t failed) {
  nlohmann::ordered_json tests = nlohmann::ordered_json::array();
  for (const FileTests& file : files) {
    for (const TestResult& result : file.results) {
      tests.push_back({{"name", result.name},
                       {"file", file.path},
                       {"line", file.sources.file(result.span.file).position(result.span.begin).line},
                       {"outcome", outcome_name(result.outcome)},
                       {"message", result.message}});
      if (result.witness.empty()) continue;
      for (const auto& [name, value] : result.witness) tests.back()["witness"][name] = value;
    }
  }
  const nlohmann::ordered_json json = {
      {"version", 1},
      {"tests", tests},
      {"diagnostics", nlohmann::ordered_json::parse(findings.json_text())["diagnostics"]},
      {"summary",
       {{"passed", passed},
        {"failed", failed},
        {"errors", findings.errors()},
        {"warnings", findings.warnings()}}}};
  fmt::print("{}\n", printable_json(json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace)));
}

}  // namespace

int run_test(const TestOptions& options) {
  const auto inputs = find_inputs(options.paths, options.root);
  if (!inputs) return kUsage;
  Findings findings;
  std::vector<FileTests> files(inputs->size());
  bool is_readable = true;
  Projects projects(*inputs);
  Progress progress("testing", inputs->size());
  for (size_t i = 0; i < inputs->size(); ++i) {
    double done = 0;
    const auto tell = [&](double share) { progress.advance(share - std::exchange(done, share)); };
    is_readable =
        test_file((*inputs)[i], options, projects.of((*inputs)[i]), tell, findings, files[i]) && is_readable;
    tell(1);
  }
  findings.settle();
  size_t passed = 0;
  size_t failed = 0;
  const bool color = use_color(stdout);
  for (const FileTests& file : files) {
    for (const TestResult& result : file.results) ++(is_good(result.outcome) ? passed : failed);
    if (!options.json) print_file(file, color);
  }
  if (!options.json) findings.print_errors(fmt::format("{}", fmt::join(options.paths, " ")));
  if (options.json) {
    print_json(files, findings, passed, failed);
  } else if (passed + failed > 0) {
    fmt::print("{} passed, {} failed\n", passed, failed);
  } else if (options.filter.empty() && findings.errors() == 0 && is_readable) {
    fmt::print(stderr, "no tests found\n");
  }
  // A misspelt filter must not look like tests that passed.
  const bool filters_all = !options.filter.empty() && passed + failed == 0;
  if (filters_all && findings.errors() == 0) complain("no test's name contains \"{}\"", options.filter);
  if (!is_readable) return kUsage;
  if (filters_all) return kFound;
  return failed > 0 || findings.errors() > 0 ? kFound : kGood;
}

}  // namespace ishi::compiler::cli
