#include "cli/output/format.h"

#include <fmt/format.h>

#include <array>

namespace ishi::compiler::cli {
namespace {

constexpr std::array kFormats = {
    FormatRow{Format::human, "human", "for people, the default", true, true, true, true, true},
    FormatRow{Format::json, "json", "for programs", true, true, true, true, true},
    FormatRow{Format::csv, "csv", "for spreadsheets", false, false, false, true, false},
    FormatRow{Format::sarif, "sarif", "SARIF 2.1.0, for code scanning", true, false, false, false, false},
    FormatRow{Format::github, "github", "annotations of GitHub's workflows", true, false, false, false, false},
    FormatRow{Format::junit, "junit", "JUnit XML, for build servers", false, true, false, false, false},
    FormatRow{Format::markdown, "markdown", "for the comment of a pipeline", false, false, false, false, true},
    FormatRow{Format::html, "html", "a page with pictures", false, false, false, false, true},
};

}  // namespace

std::span<const FormatRow> formats() { return kFormats; }

std::optional<Format> find_format(std::string_view name, Printed printed) {
  for (const FormatRow& row : kFormats) {
    if (row.name == name && row.is_of(printed)) return row.format;
  }
  return std::nullopt;
}

std::string formats_text(Printed printed) {
  std::string text;
  for (const FormatRow& row : kFormats) {
    if (row.is_of(printed)) text += fmt::format("{}{} ({})", text.empty() ? "" : ", ", row.name, row.doc);
  }
  return text;
}

}  // namespace ishi::compiler::cli
