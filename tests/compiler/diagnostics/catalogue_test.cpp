#include "diagnostics/catalogue.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
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

TEST_CASE("each enumerator of Code has its page, and each page its enumerator") {
  const std::string folder = ISHI_SOURCE_FOLDER;
  std::ifstream header(folder + "/compiler/include/ishi/compiler/code.h");
  std::set<unsigned> codes, pages;
  const std::regex enumerator("^  [a-z_0-9]+ = ([0-9]+),.*");
  std::smatch match;
  for (std::string line; std::getline(header, line);) {
    if (std::regex_match(line, match, enumerator)) codes.insert(static_cast<unsigned>(std::stoul(match[1])));
  }
  for (const auto& file : std::filesystem::directory_iterator(folder + "/compiler/base/diagnostics/rules"))
    pages.insert(static_cast<unsigned>(std::stoul(file.path().filename().string().substr(2, 3))));
  CHECK(codes.size() > 200);
  CHECK(codes == pages);
  CHECK(catalogue().size() == pages.size());  // each page was read
}

TEST_CASE("the catalogue reads a page in its parts") {
  const auto row = read_catalogue_page(
      "IS104.md",
      "# a title\n\nwarning\n\nOne line\nand another.\n\nMore.\n\n## Wrong\n\n```yaml\nishi: "
      "1\n```\n\n## Right\n\n```yaml\nishi: 2\n```\n");
  REQUIRE(row);
  CHECK(row->code == Code{104});
  CHECK(row->severity == Severity::warning);
  CHECK(row->title == "a title");
  CHECK(row->explanation == "One line and another.\n\nMore.");
  CHECK(row->wrong == "ishi: 1\n");
  CHECK(row->right == "ishi: 2\n");
}

TEST_CASE("the catalogue refuses a page of another form") {
  const std::string good = "# a title\n\nerror\n\nText.\n";
  CHECK(read_catalogue_page("IS104.md", good));
  CHECK_FALSE(read_catalogue_page("104.md", good));
  CHECK_FALSE(read_catalogue_page("IS104.txt", good));
  CHECK_FALSE(read_catalogue_page("IS104.md", "a title\n\nerror\n\nText.\n"));
  CHECK_FALSE(read_catalogue_page("IS104.md", "# a title\n\nfatal\n\nText.\n"));
  CHECK_FALSE(read_catalogue_page("IS104.md", "# a title\n\nerror\n\n"));
  CHECK_FALSE(read_catalogue_page("IS104.md", good + "\n## Other\n\n```yaml\nishi: 1\n```\n"));
  CHECK_FALSE(read_catalogue_page("IS104.md", good + "\n## Wrong\n\nno block\n"));
}

TEST_CASE("a code that has no row is an error all the same") {
  CHECK(catalogue_row(Code{999}).severity == Severity::error);
}

}  // namespace ishi::compiler::diagnostics_catalogue_test
