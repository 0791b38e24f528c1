#pragma once

#include <string>
#include <vector>

#include "cli/input/batch.h"
#include "source/sources.h"
#include "testing/coverage.h"
#include "testing/run_tests.h"

namespace ishi::compiler::cli {

// The tests of one source file.
struct FileTests {
  std::string path;  // as shown
  Sources sources;
  std::vector<TestResult> results;
  std::vector<CoverageItem> coverage;  // if that is asked for
};

// The results as JUnit XML, as build servers read it: a suite a file, a case a test with file and line, and a
// suite of a file that does not compile with the error. Without times, so that the bytes are a function of
// the sources.
[[nodiscard]] std::string junit_text(const std::vector<const FileTests*>& files, const Findings& findings);

}  // namespace ishi::compiler::cli
