#include <catch2/catch.hpp>

#include "compiler/syntax/reading.h"

namespace ishi::compiler::commas_test {

using namespace ishi::compiler::test;

TEST_CASE("a comma that brackets swallow from an expression is refused with the whole expression") {
  CHECK(rendered("needs:\n  fear: { level: max(danger, pain) }\n") ==
        "error[IS021]: the comma in `max(danger, pain)` ends the value, since it stands inside { }\n"
        " --> a.ishi.yaml:2:18\n"
        "  |\n"
        "2 |   fear: { level: max(danger, pain) }\n"
        "  |                  ^^^^^^^^^^^^^^^^^\n"
        "  = help: write `\"max(danger, pain)\"`: quotes hold its commas together\n\n");
  CHECK(rendered("needs:\n  fear: { level: max(danger,\n    pain), start: 1 }\n") ==
        "error[IS021]: the comma in `max(danger,` ends the value, since it stands inside { }\n"
        " --> a.ishi.yaml:2:18\n"
        "  |\n"
        "2 |   fear: { level: max(danger,\n"
        "  |                  ^^^^^^^^^^^\n"
        "  = help: write it below its name without the brackets, where it may go on in the next line, or on "
        "one "
        "line in quotes\n\n");
  CHECK(faults("a: [max(x, y), 2]\n") ==
        "1:5 IS021 «max(x, y)» the comma in `max(x, y)` ends the value, since it stands inside [ ]\n");
}

TEST_CASE("an expression with many commas in nested calls is one fault") {
  CHECK(faults("a: { b: clamp(lerp(p, q, r), 0, 1) * (1 - min(x, y)), c: 2 }\n") ==
        "1:9 IS021 «clamp(lerp(p, q, r), 0, 1) * (1 - min(x, y))» the comma in `clamp(lerp(p, q, r), 0, 1) * "
        "(1 - "
        "min(x,…` ends the value, since it stands inside { }\n");
  CHECK(shape("a: { b: clamp(x, 0, 1), c: 2 }\n") == "{a: {b: ?, c: <2>}}");
}

TEST_CASE("the mend of a swallowed comma quotes the expression") {
  CHECK(mended("a: { b: max(x, y), c: [min(p, q), 1] }\n") ==
        "a: { b: \"max(x, y)\", c: [\"min(p, q)\", 1] }\n");
}

TEST_CASE("a missing parenthesis before the next name is left to the expression") {
  CHECK(shape("a: { b: (x, c: y }\n") == "{a: {b: <(x>, c: <y>}}");
}

TEST_CASE("commas outside of brackets belong to the expression") {
  CHECK(shape("a: max(x, y)\n") == "{a: <max(x, y)>}");
}

TEST_CASE("nothing between two commas is refused") {
  CHECK(faults("a: { b: 1,, c: 2 }\n") == "1:11 IS020 «,» nothing stands between these two commas\n");
  CHECK(faults("a: [, x]\n") == "1:5 IS020 «,» nothing stands before this comma\n");
  CHECK(faults("a: [x, , , , y]\n") == "1:8 IS020 «,» nothing stands between these two commas\n");
  CHECK(shape("a: { b: 1,, c: 2 }\n") == "{a: {b: <1>, c: <2>}}");
}

TEST_CASE("a comma behind the last item is refused") {
  CHECK(faults("a: [x, y,]\nb: {\n  c: 1,\n}\n") ==
        "1:9 IS032 «,» nothing follows this comma\n"
        "3:7 IS032 «,» nothing follows this comma\n");
  CHECK(mended("a: [x, y,]\n") == "a: [x, y]\n");
  CHECK(shape("a: [x, y,]\n") == "{a: [<x>, <y>]}");
}

TEST_CASE("a missing comma is refused, on one line and at a line's end") {
  CHECK(faults("a: { x: 1 y: 2 }\n") == "1:11 IS031 «y» a comma is missing before `y`\n");
  CHECK(faults("a: { x: 1\n     y: 2 }\n") == "2:6 IS031 «y» a comma is missing before `y`\n");
  CHECK(faults("a: [\n  shoot   # first\n  flee\n]\n") ==
        "3:3 IS031 «flee» a comma is missing before `flee`\n");
  CHECK(faults("a: [{ x: 1 } { y: 2 }]\n") == "1:14 IS031 «{» a comma is missing before `{`\n");
  CHECK(faults("a: { x: [1] y: 2 }\n") == "1:13 IS031 «y» a comma is missing before `y`\n");
}

TEST_CASE("nothing is lost where a comma is missing") {
  CHECK(shape("a: { x: 1 y: 2 }\nb: [\n  p   # first\n  q\n]\nc: { x: 1\r\n  y: 2 }\n") ==
        "{a: {x: <1>, y: <2>}, b: [<p>, <q>], c: {x: <1>, y: <2>}}");
}

TEST_CASE("the mend of a missing comma is the comma") {
  CHECK(mended("a: { x: 1 y: 2 }\n") == "a: { x: 1, y: 2 }\n");
  CHECK(mended("a: [\n  p\n  q\n]\n") == "a: [\n  p,\n  q\n]\n");
}

}  // namespace ishi::compiler::commas_test
