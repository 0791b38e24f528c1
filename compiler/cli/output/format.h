#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

// The formats of verbs. One table lists the formats, and which of them a verb has.

namespace ishi::compiler::cli {

enum class Format { human, json, csv, sarif, github, junit, markdown, html };

// The kinds of output: each has its formats.
enum class Printed { findings, tests, decision, sweep, difference };

struct FormatRow {
  Format format;
  std::string_view name;
  std::string_view doc;
  bool of_findings;  // check, build
  bool of_tests;     // test
  bool of_decision;  // why
  bool of_sweep;
  bool of_difference;

  [[nodiscard]] bool is_of(Printed printed) const {
    return printed == Printed::findings     ? of_findings
           : printed == Printed::tests      ? of_tests
           : printed == Printed::sweep      ? of_sweep
           : printed == Printed::difference ? of_difference
                                            : of_decision;
  }
};

[[nodiscard]] std::span<const FormatRow> formats();

// The format of this name, if there is one for what is printed.
[[nodiscard]] std::optional<Format> find_format(std::string_view name, Printed printed);

// "human (for people, the default), json (for programs), …".
[[nodiscard]] std::string formats_text(Printed printed);

}  // namespace ishi::compiler::cli
