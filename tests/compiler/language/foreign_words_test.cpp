#include "language/foreign_words.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <string>
#include <vector>

#include "language/glossary.h"
#include "language/reference.h"

namespace ishi::compiler::foreign_words_test {

bool is_word_of_language(std::string_view word) {
  const std::vector<ReferenceRow> rows = reference_rows();
  return find_term(word) != nullptr ||
         std::ranges::any_of(rows, [&](const ReferenceRow& row) { return row.name == word; });
}

TEST_CASE(
    "words of other tools stand in alphabetical order and lead on to a word of the language and a page") {
  std::string last;
  for (const ForeignWord& row : foreign_words()) {
    CAPTURE(row.word);
    CHECK(std::string(row.word) > last);
    last = row.word;
    CHECK(row.meaning.ends_with('.'));
    CHECK(is_word_of_language(row.next));
    CHECK(std::filesystem::exists(std::string(ISHI_SOURCE_FOLDER "/docs/coming_from/") +
                                  std::string(row.page) + ".md"));
  }
}

TEST_CASE("no word of another tool is one of the language, whose own entry would be printed") {
  for (const ForeignWord& row : foreign_words()) {
    CAPTURE(row.word);
    CHECK_FALSE(is_word_of_language(row.word));
    CHECK(find_foreign_word(row.word) == &row);
  }
}

TEST_CASE("a word of another tool is found however its parts are joined") {
  const ForeignWord* smart_object = find_foreign_word("smart object");
  REQUIRE(smart_object != nullptr);
  for (const std::string_view written : {"SmartObject", "smart_objects", "Smart-Object"}) {
    CAPTURE(written);
    CHECK(find_foreign_word(written) == smart_object);
  }
  CHECK(find_foreign_word("ReactiveSequence") == find_foreign_word("observer abort"));
  CHECK(find_foreign_word("fallbacks") == find_foreign_word("selector"));
  CHECK(find_foreign_word("nonsense") == nullptr);
}

}  // namespace ishi::compiler::foreign_words_test
