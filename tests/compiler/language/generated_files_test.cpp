#include <catch2/catch.hpp>
#include <fstream>
#include <iterator>
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

TEST_CASE("the committed language reference is fresh: ishi schema --reference > docs/language.md") {
  CHECK(committed("docs/language.md") == ishi::compiler::language_reference());
}

TEST_CASE("the committed catalogue is fresh: ishi explain --reference > docs/diagnostics.md") {
  CHECK(committed("docs/diagnostics.md") ==
        ishi::compiler::catalogue_reference(ishi::compiler::said_to_wrong_example));
}

}  // namespace ishi::testing::generated_files_test
