#include "language/glossary.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>
#include <string>

#include "language/reference.h"

namespace ishi::compiler::glossary_test {

TEST_CASE("terms stand in alphabetical order, each with a meaning and an existing section") {
  const std::string reference = language_reference();
  std::string last;
  for (const Term& term : terms()) {
    CAPTURE(term.word);
    CHECK(std::string(term.word) > last);
    last = term.word;
    CHECK(term.meaning.ends_with('.'));
    CHECK(term.meaning.size() > 20);
    const bool has_section =
        reference.find("\n## " + std::string(term.section) + "\n") != std::string::npos ||
        reference.find("\n### " + std::string(term.section) + "\n") != std::string::npos;
    CHECK(has_section);
  }
}

TEST_CASE("every word of a term finds it, in the plural and in capitals, too") {
  for (const std::string_view word : words_of_terms()) {
    CAPTURE(word);
    REQUIRE(find_term(word) != nullptr);
  }
  for (const Term& term : terms()) {
    CAPTURE(term.word);
    CHECK(find_term(term.word) == &term);
  }
  CHECK(find_term("needs") == find_term("need"));
  CHECK(find_term("memories") == find_term("memory"));
  CHECK(find_term("Inertia") == find_term("inertia"));
  CHECK(find_term("inertias of all") == nullptr);
}

TEST_CASE("no word stands for two terms, and none is read as a code") {
  std::set<std::string_view> seen;
  for (const std::string_view word : words_of_terms()) {
    CAPTURE(word);
    CHECK(seen.insert(word).second);
    const bool is_number = std::ranges::all_of(word, [](char c) { return c >= '0' && c <= '9'; });
    CHECK_FALSE(is_number);
    CHECK_FALSE((word.starts_with("is") && word.size() == 5 && word[2] >= '0' && word[2] <= '9'));
  }
}

TEST_CASE("the words that messages and the manual lean on are terms") {
  for (const std::string_view word : {"need",         "drive",          "level",
                                      "strength",     "left",           "fact",
                                      "candidate",    "member",         "option",
                                      "inertia",      "gain",           "set",
                                      "claim",        "token",          "cooldown",
                                      "awareness",    "sense",          "state",
                                      "method",       "goal",           "plan",
                                      "transition",   "choice",         "consideration",
                                      "interjection", "response curve", "importance profile"}) {
    CAPTURE(word);
    CHECK(find_term(word) != nullptr);
  }
}

TEST_CASE("the rows of the reference are those that its tables print") {
  const std::string reference = language_reference();
  size_t fields = 0;
  for (const ReferenceRow& row : reference_rows()) {
    CAPTURE(row.owner, row.name);
    CHECK_FALSE(row.meaning.empty());
    if (row.owner == "a unit") continue;
    if (row.owner != "a function") ++fields;
    CHECK(reference.find(row.meaning) != std::string::npos);
  }
  CHECK(fields > 200);
}

}  // namespace ishi::compiler::glossary_test
