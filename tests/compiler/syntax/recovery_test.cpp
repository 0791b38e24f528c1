#include <catch2/catch.hpp>

#include "compiler/syntax/reading.h"
#include "diagnostics/catalogue.h"
#include "diagnostics/render_text.h"
#include "source/sources.h"

namespace ishi::compiler::recovery_test {

using namespace ishi::compiler::test;

TEST_CASE("five independent faults in five entries give five messages in the order of the text") {
  CHECK(faults("ishi: 1\n"
               "curves: { panic: { logistic: { midpoint: 0.6 }\n"
               "needs:\n"
               "  fear: { level: max(a, b) }\n"
               "actions:\n"
               "  flee:\n"
               "    when: !alarm\n"
               "goals:\n"
               "  hide: \"x\n"
               "tests:\n"
               "  one: { a: 1, a: 2 }\n") ==
        "2:18 IS011 «{» this `{` is never closed\n"
        "4:18 IS021 «max(a, b)» the comma in `max(a, b)` ends the value, since it stands inside { }\n"
        "7:11 IS016 «!» `!` does not mean `not` here\n"
        "9:9 IS010 «\"» this quote is not closed on its line\n"
        "11:16 IS018 «a» `a` is defined twice here\n");
}

TEST_CASE("five independent faults in one entry give five messages, too") {
  CHECK(faults("actions:\n"
               "  a: { when: !alarm }\n"
               "  b:100\n"
               "  c: [1,, 2]\n"
               "  d: *x\n"
               "  e: \"open\n"
               "  f: 1\n") ==
        "2:14 IS016 «!» `!` does not mean `not` here\n"
        "3:4 IS030 «:» a space is missing behind the `:` of `b`\n"
        "4:9 IS020 «,» nothing stands between these two commas\n"
        "5:6 IS013 «*x» `*x` is an alias, and the language has none\n"
        "6:6 IS010 «\"» this quote is not closed on its line\n");
}

TEST_CASE("a fault costs the value that it stands in and nothing else") {
  CHECK(
      shape(
          "actions:\n  a: { when: !alarm, x: 1 }\n  b:100\n  c: [1,, 2]\n  e: \"open\n  f: 1\ngoals: 2\n") ==
      "{actions: {a: {when: ?, x: <1>}, b: ?, c: [<1>, <2>], e: ?, f: <1>}, goals: <2>}");
}

TEST_CASE("a poisoned value keeps its place") {
  const Reading reading("a: !alarm and x\nb: 1\n");
  CHECK(reading.root().find("a")->kind == NodeKind::poisoned);
  CHECK(reading.at(reading.root().find("a")->span) == "!alarm and x");
}

TEST_CASE("a block that lost a line is poisoned, so that nobody misses what stood there") {
  CHECK(shape("a:\n  x: 1\n    y: 2\nb: 3\n") == "{a: ?, b: <3>}");
  CHECK(shape("a:\n  p:\n    x: 1\n      y: 2\n  q: 3\n") == "{a: {p: ?, q: <3>}}");
}

TEST_CASE("an entry that cannot be read leaves its name") {
  CHECK(shape("a:\n\tb: 1\n\"c d\":\n  ? x\ne: 1\n") == "{a: ?, c d: ?, e: <1>}");
}

TEST_CASE("a text that goes on behind a comment in brackets is refused where it does") {
  CHECK(faults("a: { b: c\n  # d\n  e }\nf: 1\n") ==
        "3:3 IS025 «» a comma or a `}` is missing before this\n");
}

}  // namespace ishi::compiler::recovery_test
