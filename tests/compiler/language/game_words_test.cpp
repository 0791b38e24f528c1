#include "language/game_words.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "language/called_words.h"
#include "language/foreign_words.h"
#include "language/glossary.h"
#include "language/reference.h"

namespace ishi::compiler::game_words_test {

bool is_word_of_language(std::string_view word) {
  const std::vector<ReferenceRow> rows = reference_rows();
  return find_term(word) != nullptr ||
         std::ranges::any_of(rows, [&](const ReferenceRow& row) { return row.name == word; });
}

std::vector<std::string> names_of(const GameWord& row) {
  std::vector<std::string> names = {std::string(row.word)};
  for (std::string_view rest = row.others; !rest.empty();) {
    const size_t end = std::min(rest.find(','), rest.size());
    names.emplace_back(rest.substr(0, end));
    rest.remove_prefix(std::min(rest.size(), end + 2));
  }
  return names;
}

TEST_CASE("words of designers stand in alphabetical order and lead on to a word of the language and a page") {
  std::string last;
  for (const GameWord& row : game_words()) {
    CAPTURE(row.word);
    CHECK(std::string(row.word) > last);
    last = row.word;
    CHECK(row.meaning.ends_with('.'));
    CHECK(is_word_of_language(row.next));
    CHECK(std::filesystem::exists(std::string(ISHI_SOURCE_FOLDER "/docs/") + std::string(row.page) + ".md"));
  }
  CHECK(game_words().size() >= 60);
}

TEST_CASE("no word of designers is hidden: by a term, by another tool's word or by another row") {
  std::set<std::string> known;
  for (const GameWord& row : game_words()) {
    for (const std::string& name : names_of(row)) {
      CAPTURE(name);
      CHECK(find_term(name) == nullptr);  // a field may have the same name: both are printed
      CHECK(find_foreign_word(name) == nullptr);
      CHECK(known.insert(bare_word(name)).second);
      CHECK(find_game_word(name) == &row);
    }
  }
}

TEST_CASE("`ishi help` knows the words that people ask for") {
  for (const std::string_view word :
       {"rename", "interrupt", "percent", "probability", "boss", "quest", "patrol", "list", "and", "day",
        "phase", "Patrols", "field of view", "hunger", "cannot be interrupted"}) {
    CAPTURE(word);
    CHECK(find_game_word(word) != nullptr);
  }
}

}  // namespace ishi::compiler::game_words_test
