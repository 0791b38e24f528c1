#pragma once

#include <string>
#include <utility>
#include <vector>

#include "workspace/ask/file_difference.h"

namespace ishi::compiler::cli {

// The differences between two versions of behaviour as a page for those who review a change: Markdown for the
// comment of a pipeline, HTML for a file. The same versions give the same bytes.

struct DifferencePage {
  // A test whose result is another one now, or that only one version has.
  struct ChangedTest {
    std::string name;
    std::string before, after;  // "passed", "failed", …; empty: that version has no such test
    bool was_good = false, is_good = false;
    std::string message;  // why it fails now
  };
  // The decisions along one key, in a situation whose decision has changed.
  struct Threshold {
    std::string agent, key;
    std::vector<std::string> situation;  // as a test writes it, a line each
    std::string before, after;           // "flee to 45.8, then shoot"
  };
  struct File {
    const FileDifference* difference = nullptr;
    std::vector<ChangedTest> tests;
    size_t tests_alike = 0;  // that both versions have, with the same result
    std::vector<Threshold> thresholds;
  };
  struct Fault {
    std::string place, message;  // "guard.ishi.yaml:12:3"
  };
  std::vector<File> files;
  std::vector<Fault> faults;  // of files that were not compared
};

// Runs the tests of both versions, and looks where the decisions that change turn along each key.
[[nodiscard]] DifferencePage difference_page(const std::vector<FileDifference>& files);

// Begins with the line `<!-- ishi diff -->`, by which a pipeline finds its comment again, and is at most as
// long as a comment may be. Names are in the type of code, so that none of them is markup, a mention or a
// link.
[[nodiscard]] std::string markdown_of(const DifferencePage& page);
// A document on its own, light or dark as the reader's screen is, with pictures of changed curves and
// actions.
[[nodiscard]] std::string html_of(const DifferencePage& page);

}  // namespace ishi::compiler::cli
