#include "syntax/tree.h"

#include <catch2/catch.hpp>
#include <string>

#include "compiler/syntax/reading.h"

namespace ishi::compiler::tree_test {

using namespace ishi::compiler::test;

namespace {

// The bytes of the value at a path of names.
std::string_view bytes(const Reading& reading, std::initializer_list<std::string_view> path) {
  const Node* node = &reading.root();
  for (const std::string_view name : path) node = node->find(name);
  return reading.at(node->span);
}

}  // namespace

TEST_CASE("values of every form are read") {
  CHECK(shape("a: plain\nb: \"quoted\"\nc: 'single'\nd: [1, x y, {k: v}]\ne: {}\nf: []\n") ==
        "{a: <plain>, b: \"quoted\", c: \"single\", d: [<1>, <x y>, {k: <v>}], e: {}, f: []}");
  CHECK(shape("list:\n- a\n- - b\n  - c\n-\n  x: 1\n  y: 2\n- z: 3\n") ==
        "{list: [<a>, [<b>, <c>], {x: <1>, y: <2>}, {z: <3>}]}");
  CHECK(shape("on: { damaged: [set: { threat: event.by }] }\n") ==
        "{on: {damaged: [{set: {threat: <event.by>}}]}}");
}

TEST_CASE("every scalar keeps the text that was written") {
  CHECK(shape("a: [010, 0x1f, no, n, off, yes, .nan, .inf, 1e-50, 1e400, +0.8, 1_000, 2024-01-01]\n") ==
        "{a: [<010>, <0x1f>, <no>, <n>, <off>, <yes>, <.nan>, <.inf>, <1e-50>, <1e400>, <+0.8>, <1_000>, "
        "<2024-01-01>]}");
}

TEST_CASE("ten thousand parentheses are just text here") {
  const std::string deep = std::string(10000, '(').append("x").append(10000, ')');
  CHECK(shape("a: " + deep + "\n") == "{a: <" + deep + ">}");
}

TEST_CASE("the value of a key is found by its name") {
  const Reading reading("a: 1\nb: 2\n");
  REQUIRE(reading.root().find("b") != nullptr);
  CHECK(reading.root().find("b")->text == "2");
  CHECK(reading.root().find("c") == nullptr);
}

TEST_CASE("a key's span is its bytes, quotes included") {
  const Reading reading("plain: 1\n\"in quotes\" : 2\n'it''s': 3\n日本 語: 4\n");
  const auto& entries = reading.root().entries;
  REQUIRE(entries.size() == 4);
  CHECK(reading.at(entries[0].key_span) == "plain");
  CHECK(reading.at(entries[1].key_span) == "\"in quotes\"");
  CHECK(entries[1].key == "in quotes");
  CHECK(reading.at(entries[2].key_span) == "'it''s'");
  CHECK(entries[2].key == "it's");
  CHECK(reading.at(entries[3].key_span) == "日本 語");
}

TEST_CASE("a scalar's span goes from its first to its last character") {
  const Reading reading(
      "a:   two words   # comment\n"
      "b: \"in # quotes\"  # comment\n"
      "c: 'it''s'\n"
      "d: 値は日本語\n"
      "e: last");
  CHECK(bytes(reading, {"a"}) == "two words");
  CHECK(bytes(reading, {"b"}) == "\"in # quotes\"");
  CHECK(bytes(reading, {"c"}) == "'it''s'");
  CHECK(bytes(reading, {"d"}) == "値は日本語");
  CHECK(bytes(reading, {"e"}) == "last");
}

TEST_CASE("spans count bytes behind a byte order mark and with line ends of Windows") {
  const Reading reading("\xEF\xBB\xBF# é\r\na: é x \r\nb:\r\n  c: [ 1 ,\r\n    2 ]\r\n  d: \"q\"\r\n");
  CHECK(bytes(reading, {"a"}) == "é x");
  CHECK(bytes(reading, {"b", "c"}) == "[ 1 ,\r\n    2 ]");
  CHECK(bytes(reading, {"b", "d"}) == "\"q\"");
  CHECK(bytes(reading, {"b"}) == "c: [ 1 ,\r\n    2 ]\r\n  d: \"q\"");
}

TEST_CASE("brackets are part of a span, and so is all between") {
  const Reading reading("a: { x: [1, { y: 2 } ] } # c\nb: [\n  1, # ]\n  \"]\"\n]\nc: {}\n");
  CHECK(bytes(reading, {"a"}) == "{ x: [1, { y: 2 } ] }");
  CHECK(bytes(reading, {"a", "x"}) == "[1, { y: 2 } ]");
  CHECK(bytes(reading, {"b"}) == "[\n  1, # ]\n  \"]\"\n]");
  CHECK(bytes(reading, {"c"}) == "{}");
}

TEST_CASE("a block spans from its first key or dash to the end of its last value") {
  const Reading reading(
      "a:\n  # before\n  x: 1\n  y:\n    - p\n    - q: r   # behind\n\n# far behind\nb: 1\n");
  CHECK(bytes(reading, {"a"}) == "x: 1\n  y:\n    - p\n    - q: r");
  CHECK(bytes(reading, {"a", "y"}) == "- p\n    - q: r");
}

TEST_CASE("a single pair in a list spans from its key to its value") {
  const Reading reading("a: [ set: { x: 1 } , y ]\n");
  CHECK(reading.at(reading.root().find("a")->items.at(0)->span) == "set: { x: 1 }");
}

TEST_CASE("plain text of several lines is folded, and spans them") {
  const Reading reading("a: one\n  two\n\n  three   # comment\nb: { c: one\n    two }\n");
  CHECK(reading.root().find("a")->text == "one two\nthree");
  CHECK(bytes(reading, {"a"}) == "one\n  two\n\n  three");
  CHECK(reading.root().find("a")->on_one_line == "one   two    three");  // as long as it is written
  CHECK(bytes(reading, {"b", "c"}) == "one\n    two");
}

TEST_CASE("block scalars span from their sign to the end of their last line") {
  const Reading reading("a: |\n  one \"\n    two: [\n\nb: >-  # comment\n  three\n  four\n\n\nc: |\nd: 1\n");
  CHECK_FALSE(reading.diagnostics.has_errors());
  CHECK(reading.root().find("a")->text == "one \"\n  two: [\n");
  CHECK(bytes(reading, {"a"}) == "|\n  one \"\n    two: [");
  CHECK(reading.root().find("b")->text == "three four");
  CHECK(bytes(reading, {"b"}) == ">-  # comment\n  three\n  four");
  CHECK(reading.root().find("c")->text.empty());
  CHECK(bytes(reading, {"c"}) == "|");
}

TEST_CASE("escapes in double quotes mean what they say") {
  const Reading reading(R"(a: "tab\t quote\" back\\slash \u00e9 \x41")");
  CHECK(reading.root().find("a")->text == "tab\t quote\" back\\slash é A");
}

TEST_CASE("a scalar knows whether it was quoted and a block whether it was in brackets") {
  const Reading reading("a: x\nb: 'x'\nc: |\n  x\nd: [x]\ne:\n  - x\n");
  CHECK_FALSE(reading.root().find("a")->quoted);
  CHECK(reading.root().find("b")->quoted);
  CHECK(reading.root().find("c")->quoted);
  CHECK(reading.root().find("d")->flow);
  CHECK_FALSE(reading.root().find("e")->flow);
}

TEST_CASE("scalars that stand in the text as they are read are slices of it") {
  const Reading reading("a: plain\nb: \"quoted\"\n");
  const auto is_slice = [&](std::string_view text) {
    return text.data() >= reading.text.data() &&
           text.data() + text.size() <= reading.text.data() + reading.text.size();
  };
  CHECK(is_slice(reading.root().find("a")->text));
  CHECK(is_slice(reading.root().find("b")->text));
}

TEST_CASE("one line of three dashes may stand before everything") {
  CHECK(shape("# comment\n---\nishi: 1\n") == "{ishi: <1>}");
}

TEST_CASE("tabs between and behind values, and in empty lines, mean nothing") {
  CHECK(faults("a:\tx\t# c\n\t\nb: [1,\t2]\n\t# comment\nc: x\n\t\n  y\n").empty());
}

TEST_CASE("a hundred thousand actions are read") {
  std::string text = "actions:\n";
  size_t count = 0;
  for (; text.size() < 1024 * 1024 - 20; ++count) text += " a" + std::to_string(count) + ": 1\n";
  const Reading reading(text);
  CHECK_FALSE(reading.diagnostics.has_errors());
  CHECK(reading.root().find("actions")->entries.size() == count);
}

}  // namespace ishi::compiler::tree_test
