#include "diagnostics/catalogue.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <fstream>
#include <regex>
#include <sstream>
#include <string>

#include "compiler/syntax/reading.h"

namespace ishi::compiler::diagnostics_catalogue_test {

TEST_CASE("a code is IS and three digits") {
  CHECK(code_text(Code::text_too_large) == "IS001");
  CHECK(code_text(Code{104}) == "IS104");
}

TEST_CASE("the catalogue's rows stand in the order of their codes, each once") {
  const auto rows = catalogue();
  CHECK(std::adjacent_find(rows.begin(), rows.end(), [](const CatalogueRow& a, const CatalogueRow& b) {
          return a.code >= b.code;
        }) == rows.end());
}

TEST_CASE("every code of 0xx has its row") {
  for (unsigned code = 1; code <= static_cast<unsigned>(Code::unusual_space); ++code) {
    CAPTURE(code);
    CHECK(catalogue_row(Code(code)).code == Code(code));
  }
}

TEST_CASE("every row says what, why, and how it is mended") {
  for (const CatalogueRow& row : catalogue()) {
    CAPTURE(code_text(row.code));
    CHECK_FALSE(row.title.empty());
    CHECK_FALSE(row.title.ends_with('.'));
    CHECK(row.explanation.find("\n\n") != std::string_view::npos);
    CHECK(row.explanation.ends_with('.'));
    if (!row.right.empty()) CHECK(row.right.starts_with("ishi: 1\n"));
  }
}

TEST_CASE("each wrong example of the text codes gets its code and nothing else, each right one nothing") {
  for (const CatalogueRow& row : catalogue()) {
    if (row.code > Code::unusual_space) break;
    CAPTURE(code_text(row.code));
    const test::Reading wrong{std::string(row.wrong)};
    if (!row.wrong.empty()) CHECK(wrong.diagnostics.has_errors());
    for (const Diagnostic& found : wrong.diagnostics.all()) {
      if (!row.wrong.empty()) CHECK(code_text(found.code) == code_text(row.code));
    }
    CHECK(test::faults(std::string(row.right)).empty());
  }
}

TEST_CASE("a code that has no row is an error all the same") {
  CHECK(catalogue_row(Code{999}).severity == Severity::error);
}

}  // namespace ishi::compiler::diagnostics_catalogue_test
