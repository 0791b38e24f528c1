#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "diagnostics/diagnostics.h"
#include "diagnostics/render_text.h"
#include "source/sources.h"
#include "syntax/read_tree.h"
#include "syntax/simple_entry.h"

// What is read without yaml-cpp is what yaml-cpp reads.

namespace ishi::compiler::simple_entry_test {

namespace fs = std::filesystem;

namespace {

void describe(const Node& node, std::string& out) {
  constexpr std::string_view kKinds[] = {"scalar", "mapping", "sequence", "poisoned"};
  out += fmt::format("{}{}{} {}-{} `{}`", kKinds[static_cast<size_t>(node.kind)], node.flow ? " flow" : "",
                     node.quoted ? " quoted" : "", node.span.begin, node.span.end, node.text);
  for (const Entry& entry : node.entries) {
    out += fmt::format(" ({} {}-{}: ", entry.key, entry.key_span.begin, entry.key_span.end);
    describe(*entry.value, out);
    out += ')';
  }
  for (const Node* item : node.items) {
    out += " [";
    describe(*item, out);
    out += ']';
  }
}

// The tree and all that is said about it.
std::string described(const std::string& text, EntryReader reader) {
  Sources sources;
  const uint32_t file = sources.add("a.ishi.yaml", text);
  Diagnostics diagnostics;
  const Tree tree = read_tree(sources.file(file).text(), file, diagnostics, reader);
  std::string out;
  describe(*tree.root, out);
  return out + "\n" + render_text(diagnostics.sorted(), sources);
}

std::vector<std::string> sources_of_the_project() {
  std::vector<std::string> texts;
  for (const char* folder : {"tests/cases", "examples", "benchmarks", "compiler/cli/template"}) {
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(ISHI_SOURCE_FOLDER) / folder)) {
      if (!entry.is_regular_file() || !entry.path().string().ends_with(".yaml")) continue;
      std::ifstream file(entry.path(), std::ios::binary);
      texts.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
    }
  }
  return texts;
}

bool is_simple(std::string_view text) {
  std::vector<SimpleEvent> events;
  return read_simple_entry(text, 0, text.size(), events);
}

class Dice {
 public:
  size_t below(size_t count) {
    state_ = state_ * 6364136223846793005U + 1442695040888963407U;
    return static_cast<size_t>(state_ >> 33) % count;
  }

 private:
  uint64_t state_ = 7;
};

// One slip of somebody who types, or something that YAML reads in its own way.
std::string with_slip(std::string text, Dice& dice) {
  constexpr std::string_view kBits[] = {
      " ",    "  ",     "\n",     "\n  ", ":",   ": ",       ",",        ", ",   "-",     "- ", "\n- ",
      "#",    " # ",    "{",      "}",    "[",   "]",        "\"",       "'",    "''",    "\\", "? ",
      "?",    "| ",     ">",      "&a ",  "*a",  "!t ",      "~",        "null", "null,", "\t", "\r\n",
      "%",    "@",      "`",      "...",  "---", "<<",       "{}",       "[]",   "a: ",   "a:", "x:y",
      "x: y", "\"a\":", "'a': 1", "- - ", "-1",  "\xC2\xA0", "\xC3\xA9", "=",
  };
  if (text.empty()) return text;
  const size_t at = dice.below(text.size());
  switch (dice.below(4)) {
    case 0: return text.erase(at, 1 + dice.below(3));
    case 1: return text.insert(at, kBits[dice.below(std::size(kBits))]);
    case 2: return text.replace(at, 1, kBits[dice.below(std::size(kBits))]);
    default: {  // a line is indented otherwise
      const size_t line = text.rfind('\n', at) + 1;
      return dice.below(2) == 0 ? text.insert(line, 1 + dice.below(3), ' ')
                                : text.erase(line, 1 + dice.below(2));
    }
  }
}

}  // namespace

TEST_CASE("every file of the project is read alike with yaml-cpp and without") {
  const auto texts = sources_of_the_project();
  REQUIRE(texts.size() > 300);
  for (const std::string& text : texts)
    CHECK(described(text, EntryReader::quickest) == described(text, EntryReader::library));
}

TEST_CASE("texts with slips are read alike with yaml-cpp and without", "[large]") {
  Dice dice;
  size_t count = 0;
  for (const std::string& text : sources_of_the_project()) {
    if (text.size() > 3000) continue;
    for (int i = 0; i < 12; ++i) {
      std::string slipped = with_slip(text, dice);
      if (i % 3 == 0) slipped = with_slip(std::move(slipped), dice);
      ++count;
      const std::string quickest = described(slipped, EntryReader::quickest);
      if (quickest == described(slipped, EntryReader::library)) continue;
      CAPTURE(slipped);
      CHECK(quickest == described(slipped, EntryReader::library));
    }
  }
  CHECK(count > 3000);
}

TEST_CASE("what is written as usual needs no yaml-cpp") {
  CHECK(is_simple("include: [game.ishi.yaml, ../b.ishi.yaml]\n"));
  CHECK(is_simple("tasks:\n  aim: { at: { type: person, live: true } }  # a comment\n\n  fire: 0.2s\n"));
  CHECK(is_simple("do:\n- aim: { at: threat }\n  timeout: 2s\n- fire\n-\n  wait: 1s\n"));
  CHECK(is_simple("a:\n  b: [x: 1, 'y',\n    z]\n  \"c\": \"d, e\"\n"));
  CHECK(is_simple("a: -0.3"));
}

TEST_CASE("what YAML reads in its own way is left to yaml-cpp") {
  for (const char* text : {"a: |\n  b\n",
                           "a: b\n  c\n",
                           "a: ~\n",
                           "a: null\n",
                           "a:\n",
                           "a: 'it''s'\n",
                           "a: \"\\n\"\n",
                           "a: &b c\n",
                           "a: *b\n",
                           "a: !t c\n",
                           "? a\n",
                           "a: [b, ]\n",
                           "a: {b}\n",
                           "a: {b: }\n",
                           "a: [b ? c]\n",
                           "a: {\"b\":c}\n",
                           "a: [b\n c]\n",
                           "a:\tb\n",
                           "a: b\r\n",
                           "a: b: c\n",
                           "a: [b]: c\n",
                           "a:\n  - b\n   - c\n",
                           "a:\n    b: c\n  d: e\n",
                           "- a\n",
                           "a: b\nc: d\n",
                           "a: - b\n",
                           "a: 'b\n  c'\n"}) {
    CAPTURE(text);
    CHECK_FALSE(is_simple(text));
  }
}

}  // namespace ishi::compiler::simple_entry_test
