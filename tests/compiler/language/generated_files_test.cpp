#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include "diagnostics/catalogue_reference.h"
#include "language/reference.h"
#include "language/schema.h"
#include "pipeline/catalogue_examples.h"

// Files that are generated and committed, so that people and editors find them.

namespace ishi::testing::generated_files_test {

namespace {

std::string committed(const std::string& path) {
  std::ifstream file(std::string(ISHI_SOURCE_FOLDER) + "/" + path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

TEST_CASE("the committed JSON Schema is fresh: ishi schema > schemas/ishi.schema.json") {
  CHECK(committed("schemas/ishi.schema.json") == ishi::compiler::json_schema());
}

TEST_CASE("the committed pages of the language reference are fresh: ishi schema --pages docs") {
  std::set<std::string> made = {"docs/language.md"};
  for (const ishi::compiler::ReferencePage& page : ishi::compiler::reference_pages()) {
    CAPTURE(page.path);
    made.insert("docs/" + page.path);
    CHECK(committed("docs/" + page.path) == page.text);
  }
  // No page is left of a topic or section that is gone.
  const std::filesystem::path root = ISHI_SOURCE_FOLDER;
  for (const auto& file : std::filesystem::recursive_directory_iterator(root / "docs/language")) {
    if (!file.is_regular_file()) continue;
    CAPTURE(file.path());
    CHECK(made.contains(file.path().lexically_relative(root).generic_string()));
  }
}

TEST_CASE("the committed catalogue is fresh: ishi explain --reference > docs/diagnostics.md") {
  CHECK(committed("docs/diagnostics.md") ==
        ishi::compiler::catalogue_reference(ishi::compiler::said_to_wrong_example));
}

}  // namespace ishi::testing::generated_files_test
