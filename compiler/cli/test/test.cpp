#include <fmt/format.h>
#include <nlohmann/json_fwd.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analyze/findings.h"
#include "cli/exit_code.h"
#include "cli/input/batch.h"
#include "cli/input/inputs.h"
#include "cli/input/kept_results.h"
#include "cli/input/rewrite.h"
#include "cli/output/interruption.h"
#include "cli/output/output.h"
#include "cli/output/terminal.h"
#include "cli/recording/recorded_test.h"
#include "cli/test/mutation_report.h"
#include "cli/verbs.h"
#include "cli/watch/watch.h"
#include "diagnostics/catalogue.h"
#include "diagnostics/json.h"
#include "diagnostics/render_json.h"
#include "diagnostics/render_text.h"
#include "diagnostics/terminal_text.h"
#include "recording/recording_file.h"
#include "source/markup.h"
#include "source/sources.h"
#include "testing/coverage.h"
#include "testing/run_tests.h"
#include "workspace/ask/tested_file.h"

namespace ishi::compiler::cli {
namespace {

// The coverage of several files' tests together: a thing that several of them include counts once.
class CoverageReport {
 public:
  void add(const std::vector<CoverageItem>& items);

  // A table for people, with all that was never tried: to stdout.
  void print(bool color) const;
  // For the object of the tests.
  [[nodiscard]] nlohmann::ordered_json json() const;
  // One page that needs nothing else.
  [[nodiscard]] std::string html() const;

 private:
  [[nodiscard]] std::vector<const CoverageItem*> of_kind(CoverageKind kind) const;

  std::vector<CoverageItem> items_;
};

struct KindWords {
  std::string_view title, key, never;
};
constexpr std::array<KindWords, kCoverageKinds> kWords = {{
    {"actions", "actions", "never chosen"},
    {"goal methods", "methods", "never ran"},
    {"curve segments", "segments", "never visited"},
    {"profiles", "profiles", "never tried"},
    {"states", "states", "never entered"},
    {"transitions", "transitions", "never taken"},
    {"events emitted", "emitted", "never emitted"},
    {"events handled", "received", "never arrived"},
    {"profile × action", "of_profiles", "never chosen with the profile"},
}};

size_t count_tried(const std::vector<const CoverageItem*>& items) {
  return static_cast<size_t>(
      std::ranges::count_if(items, [](const CoverageItem* item) { return item->count > 0; }));
}

double share_tried(size_t tried, size_t all) {
  return all == 0 ? 1 : static_cast<double>(tried) / static_cast<double>(all);
}

constexpr std::string_view kPage = R"(<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>What the tests have tried</title><style>
:root {{ color-scheme: light dark; --text: #1c2126; --dim: #69737d; --paper: #fff; --line: #dde2e7; --good: #2c8a4b; --bad: #c0392b; --fill: #eef1f4; }}
@media (prefers-color-scheme: dark) {{ :root {{ --text: #e4e8ec; --dim: #98a2ac; --paper: #14181c; --line: #2c343b; --good: #5fc382; --bad: #ff7f6e; --fill: #1f262c; }} }}
body {{ font: 15px/1.5 system-ui, sans-serif; color: var(--text); background: var(--paper); max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }}
h1 {{ font-size: 1.4rem; }} h2 {{ font-size: 1.1rem; margin: 2rem 0 .4rem; }}
table {{ border-collapse: collapse; width: 100%; }} th, td {{ text-align: left; padding: .25rem .6rem .25rem 0; border-bottom: 1px solid var(--line); }}
th {{ color: var(--dim); font-weight: normal; }} td.n {{ text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }}
td.place {{ color: var(--dim); font-family: ui-monospace, monospace; font-size: .85rem; }} tr.never td:first-child {{ color: var(--bad); font-weight: 600; }}
.bar {{ background: var(--fill); border-radius: 3px; height: .6rem; width: 12rem; overflow: hidden; }} .bar div {{ background: var(--good); height: 100%; }}
</style></head><body><h1>What the tests have tried</h1>
<table><tr><th></th><th></th><th></th><th></th></tr>
{}</table>
{}</body></html>
)";

void CoverageReport::add(const std::vector<CoverageItem>& items) {
  for (const CoverageItem& item : items) {
    const auto known = std::ranges::find_if(items_, [&](const CoverageItem& one) {
      return one.kind == item.kind && one.line == item.line && one.name == item.name && one.file == item.file;
    });
    if (known == items_.end())
      items_.push_back(item);
    else
      known->count += item.count;
  }
}

std::vector<const CoverageItem*> CoverageReport::of_kind(CoverageKind kind) const {
  std::vector<const CoverageItem*> items;
  for (const CoverageItem& item : items_)
    if (item.kind == kind) items.push_back(&item);
  return items;
}

void CoverageReport::print(bool color) const {
  fmt::print("\n{}\n", paint("coverage", Color::bold, color));
  for (size_t kind = 0; kind < kWords.size(); ++kind) {
    const auto items = of_kind(static_cast<CoverageKind>(kind));
    if (items.empty()) continue;
    const size_t tried = count_tried(items);
    const double share = share_tried(tried, items.size());
    fmt::print("  {:<16} {:>4} of {:<4} {:>4.0f}%  {}\n", kWords[kind].title, tried, items.size(),
               100 * share,
               paint(bar(share, 24), tried == items.size() ? Color::green : Color::yellow, color));
  }
  for (size_t kind = 0; kind < kWords.size(); ++kind) {
    size_t width = 0;
    const auto items = of_kind(static_cast<CoverageKind>(kind));
    for (const CoverageItem* item : items)
      if (item->count == 0) width = std::max(width, item->name.size());
    if (width == 0) continue;
    fmt::print("\n  {}\n", kWords[kind].never);
    for (const CoverageItem* item : items)
      if (item->count == 0)
        fmt::print("    {:<{}}  {}\n", item->name, width,
                   paint(fmt::format("{}:{}", shown(item->file), item->line), Color::dim, color));
  }
}

nlohmann::ordered_json CoverageReport::json() const {
  nlohmann::ordered_json json;
  for (size_t kind = 0; kind < kWords.size(); ++kind) {
    const auto items = of_kind(static_cast<CoverageKind>(kind));
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const CoverageItem* item : items)
      list.push_back(
          {{"name", item->name}, {"file", item->file}, {"line", item->line}, {"count", item->count}});
    json[kWords[kind].key] = {{"tried", count_tried(items)}, {"all", items.size()}, {"items", list}};
  }
  return json;
}

std::string CoverageReport::html() const {
  std::string summary, lists;
  for (size_t kind = 0; kind < kWords.size(); ++kind) {
    auto items = of_kind(static_cast<CoverageKind>(kind));
    if (items.empty()) continue;
    const size_t tried = count_tried(items);
    const double share = 100 * share_tried(tried, items.size());
    summary += fmt::format(
        "<tr><td>{0}</td><td class=\"n\">{1} of {2}</td><td class=\"n\">{3:.0f}%</td>"
        "<td><div class=\"bar\"><div style=\"width:{3:.1f}%\"></div></div></td></tr>\n",
        kWords[kind].title, tried, items.size(), share);
    std::ranges::stable_sort(items, {}, [](const CoverageItem* item) { return item->count > 0; });
    lists += fmt::format("<h2>{}</h2>\n<table><tr><th>name</th><th>where</th><th></th></tr>\n",
                         kWords[kind].title);
    for (const CoverageItem* item : items)
      lists += fmt::format(
          "<tr{}><td>{}</td><td class=\"place\">{}:{}</td><td class=\"n\">{}</td></tr>\n",
          item->count == 0 ? " class=\"never\"" : "", markup_text(item->name), markup_text(item->file),
          item->line, item->count == 0 ? std::string(kWords[kind].never) : fmt::format("{} ×", item->count));
    lists += "</table>\n";
  }
  return fmt::format(kPage, summary, lists);
}

// The tests of one source file.
struct FileTests {
  std::string path;  // as shown
  Sources sources;
  std::vector<TestResult> results;
  std::vector<CoverageItem> coverage;  // if that is asked for
};

// Of a text or an attribute. XML holds no control characters, not even escaped.
std::string escaped_xml(std::string_view text) {
  std::string result;
  for (const char c : printable(text, text.size())) {
    switch (c) {
      case '&': result += "&amp;"; break;
      case '<': result += "&lt;"; break;
      case '>': result += "&gt;"; break;
      case '"': result += "&quot;"; break;
      case '\n': result += "&#10;"; break;
      default: result += c;
    }
  }
  return result;
}

struct SuiteCounts {
  size_t tests = 0;
  size_t failures = 0;
  size_t errors = 0;

  [[nodiscard]] std::string attributes() const {
    return fmt::format("tests=\"{}\" failures=\"{}\" errors=\"{}\"", tests, failures, errors);
  }
};

std::string case_text(const FileTests& file, const TestResult& test) {
  const uint32_t line = file.sources.file(test.span.file).position(test.span.begin).line;
  std::string text =
      fmt::format("    <testcase name=\"{}\" classname=\"{}\" file=\"{}\" line=\"{}\"",
                  escaped_xml(test.name), escaped_xml(file.path), escaped_xml(file.path), line);
  if (is_good(test.outcome)) return text + "/>\n";
  const std::string_view element = test.outcome == Outcome::error ? "error" : "failure";
  const std::string_view first =
      std::string_view(test.message).substr(0, std::min(test.message.find('\n'), test.message.size()));
  return text + fmt::format(">\n      <{0} message=\"{1}\" type=\"{2}\">{3}</{0}>\n    </testcase>\n",
                            element, escaped_xml(first), outcome_name(test.outcome),
                            escaped_xml(test.message));
}

std::string error_text(const Diagnostic& error, const Sources& sources, std::string_view path) {
  const uint32_t line =
      error.span.file < sources.size() ? sources.file(error.span.file).position(error.span.begin).line : 1;
  return fmt::format(
      "    <testcase name=\"compiles: {0}\" classname=\"{1}\" file=\"{1}\" line=\"{2}\">\n"
      "      <error message=\"{3}\" type=\"{0}\">{4}</error>\n    </testcase>\n",
      code_text(error.code), escaped_xml(path), line, escaped_xml(error.message),
      escaped_xml(render_text(error, sources)));
}

// The results as JUnit XML, as build servers read it: a suite a file, a case a test with file and line, and a
// suite of a file that does not compile with the error. Without times, so that the bytes are a function of
// the sources.
std::string junit_text(const std::vector<const FileTests*>& files, const Findings& findings) {
  struct Suite {
    std::string cases;
    SuiteCounts counts;
  };
  std::map<std::string, Suite> suites;  // by path
  SuiteCounts all;
  for (const Diagnostic& diagnostic : findings.all()) {
    if (diagnostic.severity != Severity::error) continue;
    const Sources& sources = findings.sources();
    const std::string path =
        diagnostic.span.file < sources.size() ? sources.shown_path(diagnostic.span.file) : "";
    Suite& suite = suites[path];
    suite.cases += error_text(diagnostic, sources, path);
    ++suite.counts.tests, ++suite.counts.errors, ++all.tests, ++all.errors;
  }
  for (const FileTests* file : files) {
    for (const TestResult& test : file->results) {
      Suite& suite = suites[file->path];
      suite.cases += case_text(*file, test);
      ++suite.counts.tests, ++all.tests;
      if (!is_good(test.outcome) && test.outcome != Outcome::error) ++suite.counts.failures, ++all.failures;
      if (test.outcome == Outcome::error) ++suite.counts.errors, ++all.errors;
    }
  }
  std::string text =
      fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites {}>\n", all.attributes());
  for (const auto& [path, suite] : suites) {
    text += fmt::format("  <testsuite name=\"{}\" {}>\n{}  </testsuite>\n", escaped_xml(path),
                        suite.counts.attributes(), suite.cases);
  }
  return text + "</testsuites>\n";
}

struct Tested {
  FileTests tests;
  Verdict verdict;
  std::string failure;  // of reading
  Dependencies dependencies;
};

// Adds the failing runs of a file to it, as tests: what keeps it from that, or nothing.
std::string add_failing_tests(const Input& input, const CheckedFile& checked,
                              const std::vector<TestResult>& results) {
  const std::optional<std::string> text = with_failing_tests(checked, results);
  if (!text)
    return fmt::format(
        "{}: `tests` stands in brackets; write it as a block, so that a test can be added to it",
        input.shown_path());
  if (*text == checked.text()) return {};
  const std::string failure = rewrite_input(input, checked.text(), *text);
  return failure.empty() ? failure : fmt::format("{} {}", input.shown_path(), failure);
}

// Compiles one file, with tests or without, and runs them.
Tested test_input(const Input& input, const TestOptions& options, Project& project,
                  const TestProgress& progress) {
  Tested tested;
  FileTests& tests = tested.tests;
  tests.path = input.shown_path();
  auto read = read_input(input, project.files);
  if (!read) {
    tested.failure = read.error();
    return tested;
  }
  const AskedFiles files(project.files, input.path, read->identity);
  const auto checked =
      check_file(input.path, read->text, files, project.parsed, CheckDepth::model, input.viewpoint);
  tested.dependencies = dependencies_of(input, *read, files.paths(), project.files);
  tests.sources = checked->sources;
  Diagnostics diagnostics = checked->diagnostics;
  // A proof does not know how far it has come, but it asks whether to go on.
  double share = 0;
  const TestProgress tell = [&](double now) { progress(share = now); };
  uint32_t asked = 0;
  const Stop wait = [&] {
    constexpr uint32_t kSeldom = 256;
    if (++asked % kSeldom == 0) progress(share);
    return false;
  };
  TestedFile found = test_file(
      *checked, {.filter = options.filter, .has_coverage = options.coverage, .progress = tell, .stop = &wait},
      diagnostics);
  tests.results = std::move(found.results);
  if (options.writes) tested.failure = add_failing_tests(input, *checked, tests.results);
  tests.coverage = std::move(found.coverage);
  // The findings of a check, of the file's own agents.
  uint64_t operations = kAnalysisOperations;
  if (options.denies_warnings && !diagnostics.has_errors())
    tested.verdict = *analyze_file(*checked, nullptr, false, &operations);
  else
    tested.verdict = judge(*checked->program, diagnostics, LookedFor::programs);
  return tested;
}

// The failing run as a test, as it stands under `tests`.
void print_failing_test(const TestResult& result, bool color) {
  fmt::print(
      "      {}\n",
      paint("as a test that fails alike (--write adds it, unless the file has it):", Color::dim, color));
  std::string_view text = result.failing_test;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    fmt::print("        {}\n", shown(text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
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
    if (!result.failing_test.empty()) print_failing_test(result, color);
  }
}

nlohmann::ordered_json witness_json(const SituationText& witness) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  if (!witness.state.empty()) json["state"] = witness.state;
  const auto add = [&](const char* field, const SituationText::Entries& entries) {
    for (const auto& [name, value] : entries) json[field][name] = value;
  };
  add("given", witness.given);
  add("self", witness.self);
  add("world", witness.world);
  add("remembers", witness.remembers);
  add("candidates", witness.candidates);
  if (!witness.taken.empty()) json["taken"] = witness.taken;
  if (witness.seconds > 0) json["seconds"] = witness.seconds;
  return json;
}

nlohmann::ordered_json json_of(const std::vector<const FileTests*>& files, const Findings& findings,
                               size_t passed, size_t failed, const CoverageReport* coverage,
                               const MutationReport* mutation) {
  nlohmann::ordered_json tests = nlohmann::ordered_json::array();
  for (const FileTests* file : files) {
    for (const TestResult& result : file->results) {
      tests.push_back({{"name", result.name},
                       {"file", file->path},
                       {"line", file->sources.file(result.span.file).position(result.span.begin).line},
                       {"outcome", outcome_name(result.outcome)},
                       {"message", result.message}});
      if (result.outcome == Outcome::refuted) tests.back()["witness"] = witness_json(result.witness);
      if (result.runs > 0) tests.back()["runs"] = result.runs;
      if (!result.failing_test.empty()) {
        tests.back()["with"] = result.with.text();
        tests.back()["test"] = result.failing_test;
      }
    }
  }
  nlohmann::ordered_json json = {{"version", 1},
                                 {"tests", tests},
                                 {"diagnostics", findings.json()["diagnostics"]},
                                 {"summary",
                                  {{"passed", passed},
                                   {"failed", failed},
                                   {"errors", findings.errors()},
                                   {"warnings", findings.warnings()}}}};
  if (mutation != nullptr) json["mutants"] = mutation->json();
  if (coverage != nullptr) json["coverage"] = coverage->json();
  return json;
}

class TestRun {
 public:
  explicit TestRun(const TestOptions& options) : options_(options), results_(options.watches) {}

  [[nodiscard]] static bool takes(const std::vector<Input>& /*inputs*/) { return true; }

  std::string update(const std::vector<Input>& inputs) {
    Progress progress("testing", inputs.size());
    double done = 0;
    const auto each = [&](size_t count, const std::function<void(size_t)>& work) {
      for (size_t i = 0; i < count; ++i) {
        done = 0;
        work(i);
        progress.advance(1 - done);
      }
    };
    return results_.update(inputs, each, [&](const Input& input, Project& project) {
      const auto tell = [&](double share) { progress.advance(share - std::exchange(done, share)); };
      return test_input(input, options_, project, tell);
    });
  }

  int report(const std::string& headline) {
    Findings findings;
    std::vector<const FileTests*> files;
    size_t passed = 0;
    size_t failed = 0;
    bool is_readable = true;
    for (const auto& [input, result, is_new] : results_.entries()) {
      if (!result->failure.empty()) complain("{}", result->failure);
      is_readable = is_readable && result->failure.empty();
      findings.add(result->verdict, result->tests.sources, input.shown_path());
      files.push_back(&result->tests);
      for (const TestResult& test : result->tests.results) ++(is_good(test.outcome) ? passed : failed);
    }
    findings.settle();
    const std::string summary = fmt::format("{} passed, {} failed", passed, failed);
    print_headline(options_.format, headline,
                   findings.errors() > 0 ? count_text(findings.errors(), findings.warnings()) : summary);
    CoverageReport coverage;
    for (const FileTests* file : files) coverage.add(file->coverage);
    if (!options_.coverage_page.empty()) {
      remove_leftovers_beside({options_.coverage_page});
      if (const std::string fault = write_file(options_.coverage_page, coverage.html()); !fault.empty()) {
        complain("{}", fault);
        return kUsage;
      }
    }
    const bool mutates =
        options_.mutates && passed > 0 && failed == 0 && findings.errors() == 0 && is_readable;
    MutationReport mutation;
    // For people, results come as they are found, behind those of the tests.
    const bool is_for_people = options_.format != Format::json && options_.format != Format::junit;
    if (is_for_people) {
      print_human(findings, passed + failed > 0 ? summary : "", is_readable);
      if (options_.coverage && passed + failed > 0) coverage.print(use_color(stdout));
    }
    if (mutates) {
      std::fflush(stdout);
      const MutationReport::Options how{.filter = options_.filter,
                                        .only = options_.only,
                                        .jobs = options_.jobs,
                                        .prints = is_for_people,
                                        .color = use_color(stdout),
                                        .page = options_.mutants_page};
      if (!mutation.run(inputs(), results_.projects(), how)) return kUsage;
    }
    switch (options_.format) {
      case Format::json:
        fmt::print("{}", on_lines(json_text(json_of(files, findings, passed, failed,
                                                    options_.coverage ? &coverage : nullptr,
                                                    mutates ? &mutation : nullptr)),
                                  options_.watches));
        break;
      case Format::junit: fmt::print("{}", junit_text(files, findings)); break;
      default: break;
    }
    if (mutates && !mutation.print(is_for_people, use_color(stdout))) return kUsage;
    if (mutates && mutation.is_interrupted()) {
      std::fflush(stdout);
      Interruption::end();
    }
    if (options_.mutates && failed > 0) say_more("mutants are tried as soon as all tests pass");
    // A misspelt filter must not look like tests that passed.
    const bool filters_all = !options_.filter.empty() && passed + failed == 0;
    if (filters_all && findings.errors() == 0) complain("no test's name contains \"{}\"", options_.filter);
    if (!is_readable) return kUsage;
    return filters_all || failed > 0 || findings.are_bad(options_.denies_warnings) ? kFound : kGood;
  }

  [[nodiscard]] std::set<std::filesystem::path> folders() const { return results_.folders(); }

 private:
  [[nodiscard]] std::vector<Input> inputs() {
    std::vector<Input> inputs;
    for (const auto& entry : results_.entries()) inputs.push_back(entry.input);
    return inputs;
  }

  void print_human(const Findings& findings, const std::string& summary, bool is_readable) {
    const bool color = use_color(stdout);
    for (const auto& entry : results_.entries()) {
      const auto& tests = entry.result->tests;
      const bool has_passed =
          std::ranges::all_of(tests.results, [](const TestResult& test) { return is_good(test.outcome); });
      if (entry.is_new || !has_passed) print_file(tests, color);
    }
    const bool is_denied = options_.denies_warnings && findings.warnings() > 0;
    if (is_denied)
      findings.print(Format::human, {is_readable, false, "warnings are denied"});
    else
      findings.print_errors(fmt::format("{}", fmt::join(options_.paths, " ")));
    if (!summary.empty()) {
      fmt::print("{}\n", summary);
    } else if (options_.filter.empty() && findings.errors() == 0 && is_readable) {
      fmt::print(stderr, "{}\n",
                 results_.entries().empty() ? "no source files (NAME.ishi.yaml) found" : "no tests found");
    }
  }

  const TestOptions& options_;
  KeptResults<Tested> results_;
};

}  // namespace

int run_test(const TestOptions& options) {
  if (!options.recording.empty()) return write_recorded_test(options);
  if (!options.moment.empty() || !options.agent.empty()) {
    complain("{} is about a recording; name one with --from, or run tests by their names with --filter",
             options.moment.empty() ? "--agent" : "--at");
    return kUsage;
  }
  if (!options.more_roots.empty()) {
    complain("tests of sources have one --root; a recording, which --from names, may have several");
    return kUsage;
  }
  for (const std::string& path : options.paths) {
    if (!is_recording(path)) continue;
    complain(
        "{0} is a recording, which has no tests; `ishi test --from {0} --at TIME --agent NAME#N` writes a "
        "moment of it as one",
        path);
    return kUsage;
  }
  if (!options.mutants_page.empty() && !options.mutates) {
    complain("--out is about mutants: say --mutate, too");
    return kUsage;
  }
  if (!options.only.empty() && !options.mutates) {
    complain("--only is about mutants: say --mutate, too, or run tests by their names with --filter");
    return kUsage;
  }
  if (options.mutates && options.format == Format::junit) {
    complain("JUnit has no place for mutants: write --format json, or leave --mutate out");
    return kUsage;
  }
  TestRun run(options);
  return run_rounds(options, run);
}

}  // namespace ishi::compiler::cli
