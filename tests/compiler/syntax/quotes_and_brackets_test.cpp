#include <catch2/catch.hpp>

#include "compiler/syntax/reading.h"

namespace ishi::compiler::quotes_and_brackets_test {

using namespace ishi::compiler::test;

TEST_CASE("a quote that a later line closes by accident is refused on its own line") {
  CHECK(rendered("ishi: 1\na: \"foo\nb: \"bar\"\n") ==
        "error[IS010]: this quote is not closed on its line\n"
        " --> a.ishi.yaml:2:4\n"
        "  |\n"
        "2 | a: \"foo\n"
        "  |    ^\n"
        "  = help: end the text with `\"` on the same line\n\n");
  CHECK(shape("a: \"foo\nb: \"bar\"\n") == "{a: ?, b: \"bar\"}");
}

TEST_CASE("a text in quotes over several lines is one fault") {
  CHECK(faults("a: 'one\n  two: three\n  four'\nb: 1\n") ==
        "1:4 IS010 «'» this quote is not closed on its line\n");
}

TEST_CASE("an open quote in brackets is one fault, whatever it swallowed") {
  CHECK(faults("a: { x: \"foo, y: 1 }\nb: { z: 1 }\n") ==
        "1:9 IS010 «\"» this quote is not closed on its line\n");
  CHECK(shape("a: { x: \"foo, y: 1 }\nb: { z: 1 }\n") == "{a: ?, b: {z: <1>}}");
}

TEST_CASE("text behind a quote is refused") {
  CHECK(rendered("a: \"foo\" == bar\n") ==
        "error[IS027]: the text in quotes ends before this\n"
        " --> a.ishi.yaml:1:10\n"
        "  |\n"
        "1 | a: \"foo\" == bar\n"
        "  |        - this quote ends it\n"
        "  |          ^^^^^^\n"
        "  = help: put quotes round all of it; a `\"` inside is written `\\\"`\n\n");
  CHECK(faults("a: 'it's over'\n") == "1:8 IS027 «s over'» the text in quotes ends before this\n");
  CHECK(faults("a: { b: \"x\" + y, c: 1 }\n") == "1:13 IS027 «+ y» the text in quotes ends before this\n");
}

TEST_CASE("text behind a bracket is refused") {
  CHECK(faults("a: [x] + [y]\n") == "1:8 IS027 «+ [y]» the value ends before this\n");
  CHECK(faults("a: { b: x[1], c: 2 }\n") == "1:10 IS027 «[» `[` cannot stand within a value inside { }\n");
  CHECK(faults("a: { b: x ? y, c: 2 }\n") == "1:11 IS027 «?» `?` cannot stand within a value inside { }\n");
}

TEST_CASE("a bracket that is not closed before the next name ends there") {
  CHECK(rendered("actions:\n  shoot: { gains: { a: 1 }\n  flee: { gains: { b: 2 } }\n") ==
        "error[IS011]: this `{` is never closed\n"
        " --> a.ishi.yaml:2:10\n"
        "  |\n"
        "2 |   shoot: { gains: { a: 1 }\n"
        "  |          ^\n"
        "3 |   flee: { gains: { b: 2 } }\n"
        "  |   - something new begins here\n"
        "  = help: close it with `}` where it ends\n\n");
  CHECK(shape("actions:\n  shoot: { gains: { a: 1 }\n  flee: { b: 2 }\n") ==
        "{actions: {shoot: ?, flee: {b: <2>}}}");
}

TEST_CASE("a bracket that is not closed before the next section ends there") {
  CHECK(faults("a: { x: 1,\nb: 2\n") == "1:4 IS011 «{» this `{` is never closed\n");
  CHECK(shape("a: { x: 1,\nb: 2\n") == "{a: ?, b: <2>}");
}

TEST_CASE("a bracket that is not closed at the end of the file is refused") {
  CHECK(faults("a: [1, 2") == "1:4 IS011 «[» this `[` is never closed\n");
  CHECK(faults("a: { b: [1, { c: 2\n") == "1:13 IS011 «{» this `{` is never closed\n");
}

TEST_CASE("what an open bracket swallowed is not reported again") {
  CHECK(faults("a: { x: [1, 2\n     y: 3,, z: { }\nb: 1\n") == "1:9 IS011 «[» this `[` is never closed\n");
}

TEST_CASE("a bracket that another kind closes is refused where it opens") {
  CHECK(faults("a: { b: [1, 2 }\n") == "1:9 IS011 «[» this `[` is never closed\n");
  CHECK(faults("a: { b: { c: [2 } }\n") == "1:14 IS011 «[» this `[` is never closed\n");
}

TEST_CASE("a bracket of the wrong kind is a slip where the rest of the line says so") {
  CHECK(faults("a: [1, 2}\n") == "1:9 IS011 «}» this `}` should be a `]`\n");
  CHECK(mended("a: [1, 2}\n") == "a: [1, 2]\n");
  CHECK(mended("a: [{ x: 1 ], { y: 2 }]\n") == "a: [{ x: 1 }, { y: 2 }]\n");
}

TEST_CASE("a bracket that closes nothing is refused") {
  CHECK(faults("a: [1]]\n") == "1:7 IS012 «]» this `]` closes nothing\n");
  CHECK(mended("a: { b: 1 }}\n") == "a: { b: 1 }\n");
  CHECK(faults("a: }\n") == "1:4 IS012 «}» this `}` closes nothing\n");
  CHECK(shape("a: [1]]\nb: 2\n") == "{a: [<1>], b: <2>}");
}

TEST_CASE("brackets at the start of a line may close what is open") {
  CHECK(faults("a: {\n  b: [\n    1\n  ]\n}\nc: 1\n").empty());
}

TEST_CASE("a backslash that means nothing is refused") {
  CHECK(faults("a: \"50\\% and \\q\"\n") ==
        "1:7 IS035 «\\%» `\\%` stands for nothing in a text in double quotes\n"
        "1:14 IS035 «\\q» `\\q` stands for nothing in a text in double quotes\n");
  CHECK(faults("a: \"\\x4\"\n") == "1:5 IS035 «\\x4» `\\x` stands for nothing in a text in double quotes\n");
}

TEST_CASE("a character that may not be written may not be escaped either") {
  CHECK(faults("a: \"\\u202e\"\n") ==
        "1:5 IS035 «\\u202e» `\\u202e` stands for a character that a text may not hold\n");
  CHECK(faults("a: \"\\x00\"\n") ==
        "1:5 IS035 «\\x00» `\\x00` stands for a character that a text may not hold\n");
  CHECK(faults("a: \"\\uD800\"\n") ==
        "1:5 IS035 «\\uD800» `\\uD800` stands for a character that a text may not hold\n");
}

TEST_CASE("64 levels are read and one more is refused") {
  const auto nested = [](size_t brackets) {
    return "a: " + std::string(brackets, '[') + std::string(brackets, ']') + "\nb: 1\n";
  };
  CHECK(faults(nested(63)).empty());
  CHECK(faults(nested(64)) == "1:67 IS009 «[» this is nested more than 64 levels deep\n");
  CHECK(shape(nested(64)) == "{a: ?, b: <1>}");
}

TEST_CASE("levels count in blocks as they do in brackets") {
  std::string text;
  for (size_t depth = 0; depth < 64; ++depth) text += std::string(depth, ' ') + "a:\n";
  CHECK(faults(text + std::string(64, ' ') + "x\n").empty());
  CHECK(faults(text + std::string(64, ' ') + "a: x\n") ==
        "65:65 IS009 «a» this is nested more than 64 levels deep\n");
}

}  // namespace ishi::compiler::quotes_and_brackets_test
