#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "diagnostics/diagnostics.h"
#include "source/sources.h"
#include "syntax/read_tree.h"

// The reader of entries leaves only the values of some scalars to yaml-cpp. What it reads is what yaml-cpp
// reads.

namespace ishi::compiler::entry_reader_test {

namespace fs = std::filesystem;

namespace {

void describe(const Node& node, std::string& out) {
  switch (node.kind) {
    case NodeKind::scalar: out += fmt::format("`{}`", node.text); break;
    case NodeKind::poisoned: out += "nothing"; break;
    case NodeKind::mapping:
      out += '{';
      for (const Entry& entry : node.entries) {
        out += fmt::format("`{}`: ", entry.key);
        describe(*entry.value, out);
        out += ", ";
      }
      out += '}';
      break;
    case NodeKind::sequence:
      out += '[';
      for (const Node* item : node.items) {
        describe(*item, out);
        out += ", ";
      }
      out += ']';
      break;
  }
}

void describe(const YAML::Node& node, std::string& out) {
  if (node.IsScalar()) {
    out += fmt::format("`{}`", node.Scalar());
  } else if (node.IsMap()) {
    out += '{';
    for (const auto& entry : node) {
      out += fmt::format("`{}`: ", entry.first.Scalar());
      describe(entry.second, out);
      out += ", ";
    }
    out += '}';
  } else if (node.IsSequence()) {
    out += '[';
    for (const YAML::Node& item : node) {
      describe(item, out);
      out += ", ";
    }
    out += ']';
  } else {
    out += "nothing";
  }
}

// How a text is read by Ishi; nothing if it says that something is wrong.
std::optional<std::string> read_by_us(const std::string& text) {
  Sources sources;
  const uint32_t file = sources.add("a.ishi.yaml", text);
  Diagnostics diagnostics;
  const Tree tree = read_tree(sources.file(file).text(), file, diagnostics);
  if (!diagnostics.all().empty()) return std::nullopt;
  std::string out;
  describe(*tree.root, out);
  return out;
}

std::string read_by_library(const std::string& text) {
  try {
    std::string out;
    describe(YAML::Load(text), out);
    return out;
  } catch (const YAML::Exception& error) {
    return error.what();
  }
}

std::vector<std::string> sources_of_the_project() {
  std::vector<fs::path> paths;
  for (const char* folder : {"tests/cases", "examples", "benchmarks", "compiler/cli/template"}) {
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(ISHI_SOURCE_FOLDER) / folder)) {
      if (entry.is_regular_file() && entry.path().string().ends_with(".yaml")) paths.push_back(entry.path());
    }
  }
  std::ranges::sort(paths);  // so that the same slips are made on every machine
  std::vector<std::string> texts;
  for (const fs::path& path : paths) {
    std::ifstream file(path, std::ios::binary);
    texts.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  return texts;
}

// YAML takes tabs before a comment that has its line for itself, and in a line of white space alone
// (1.2.2, 6.6); yaml-cpp refuses them. A line of no-break spaces alone, which nobody sees, is empty to us and
// the begin of a key to yaml-cpp.
std::string for_yaml_cpp(std::string text) {
  constexpr std::string_view kNoBreak = "\xC2\xA0";
  for (size_t line = 0; line < text.size();) {
    size_t end = std::min(text.find('\n', line), text.size());
    const size_t first = text.find_first_not_of(" \t\r", line);
    const size_t white = std::min(first, end);
    if (white == end || text[white] == '#')
      std::replace(text.begin() + line, text.begin() + white, '\t', ' ');
    std::string visible = text.substr(line, end - line);
    for (size_t at; (at = visible.find(kNoBreak)) != std::string::npos;) visible.erase(at, kNoBreak.size());
    if (visible.size() < end - line && visible.find_first_not_of(" \t\r") == std::string::npos) {
      text.erase(line, end - line);
      end = line;
    }
    line = end + 1;
  }
  return text;
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

TEST_CASE("every file of the project without faults is read as yaml-cpp reads it") {
  size_t count = 0;
  for (const std::string& text : sources_of_the_project()) {
    const auto ours = read_by_us(text);
    if (!ours) continue;
    CHECK(*ours == read_by_library(text));
    ++count;
  }
  CHECK(count > 300);
}

TEST_CASE("a text with slips that are no faults is read as yaml-cpp reads it", "[large]") {
  Dice dice;
  size_t count = 0;
  for (const std::string& text : sources_of_the_project()) {
    if (text.size() > 3000) continue;
    for (int i = 0; i < 12; ++i) {
      std::string slipped = with_slip(text, dice);
      if (i % 3 == 0) slipped = with_slip(std::move(slipped), dice);
      const auto ours = read_by_us(slipped);
      if (!ours) continue;
      CAPTURE(slipped);
      CHECK(*ours == read_by_library(for_yaml_cpp(slipped)));
      ++count;
    }
  }
  CHECK(count > 1000);
}

TEST_CASE("a tab stands before a comment where YAML lets it, in spite of yaml-cpp") {
  const auto ours = read_by_us("a: 1\n\t# said\nb:\n \t # more\n  c: 2\n");
  REQUIRE(ours);
  CHECK(*ours == *read_by_us("a: 1\nb:\n  c: 2\n"));
}

TEST_CASE("a line of no-break spaces is an empty line, in spite of yaml-cpp") {
  const auto ours = read_by_us("a: 1\n \u00A0\nb: 2\n");
  REQUIRE(ours);
  CHECK(*ours == *read_by_us("a: 1\n\nb: 2\n"));
}

TEST_CASE("YAML's rarer ways to write a value are read as yaml-cpp reads them") {
  for (const char* text : {"a: |\n  b\n",
                           "a: |\n  b\n   c\n\n  d\nx: 1\n",
                           "a: |+\n  b\n\n\nx: 1\n",
                           "a: >-\n  b\n  c\n\n  d\n",
                           "a:\n  b: |2\n      c\n    d\n",
                           "a:\n  - |\n    b\n  - >\n    c\n    d\n",
                           "a: b\n  c\n",
                           "a: b\n\n\n  c\n  d # e\nx: 1\n",
                           "a:\n  b\n  c\n",
                           "a:\n  - b\n    c\n  - d\n",
                           "a: 'it''s'\n",
                           "a: \"\\n\\x41\\u00e9\"\n",
                           "\"a\\u0041\": c\n",
                           "a: { b: c\n    d, e: f }\n",
                           "a: [{\"b\":c}, [d: e], {f: [g]}]\n",
                           "a: [b,\n\n c # d\n , e]\n",
                           "a:\tb\n",
                           "a: b\r\nc: d\r\n",
                           "a:\n- - b\n  - c\n- d: e\n  f: g\n",
                           "a:\n- b\nc:\n  - d\n",
                           "a: b:c\n",
                           "a: {}\nb: []\n"}) {
    CAPTURE(text);
    const auto ours = read_by_us(text);
    REQUIRE(ours.has_value());
    CHECK(*ours == read_by_library(text));
  }
}

}  // namespace ishi::compiler::entry_reader_test
