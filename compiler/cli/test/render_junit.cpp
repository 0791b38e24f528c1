#include "cli/test/render_junit.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>

#include "diagnostics/catalogue.h"
#include "diagnostics/render_text.h"
#include "diagnostics/terminal_text.h"

namespace ishi::compiler::cli {
namespace {

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

}  // namespace

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

}  // namespace ishi::compiler::cli
