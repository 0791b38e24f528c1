#include <catch2/catch.hpp>

#include <string>

#include "compiler/syntax/reading.h"

// Characters, comments and marks that were not typed as the language has them.

using ishi::compiler::test::faults;
using ishi::compiler::test::mended;
using ishi::compiler::test::shape;

namespace ishi::compiler::retype_test {

TEST_CASE("a line is indented as it looks where its dash is a wide one") {
  CHECK(shape("a:\n  － b: 1\n    c: 2\n  - b: 3\n") == "{a: [{b: <1>, c: <2>}, {b: <3>}]}");
  CHECK(shape("a:\n  ー b\n  ー c\n") == "{a: [<b>, <c>]}");
  CHECK(mended("a:\n  －b\n  — c\n") == "a:\n  - b\n  - c\n");
}

TEST_CASE("a value that was typed otherwise is mentioned once and stays silent then") {
  CHECK(faults("a: ０.５\nb: 1\n") == "1:4 IS037 «０» `０` and `５` only look like `0` and `5`\n");
  CHECK(shape("a: ０.５ + x\nb: 1\n") == "{a: ?, b: <1>}");
  // A word is read as what it looks like: who names it finds it.
  CHECK(shape("a: ０.５\nb: [rｅst]\n") == "{a: <0.5>, b: [<rest>]}");
  CHECK(mended("a: ０.５\n") == "a: 0.5\n");
}

TEST_CASE("places behind a wide character are those of the written text") {
  CHECK(faults("a： { b: 1, c }\n") ==
        "1:2 IS037 «：» `：` only looks like `:`\n"
        "1:14 IS019 «c» `c` has no value\n");
}

TEST_CASE("texts, quotes and comments hold any character") {
  CHECK(faults("a: { doc: 敵：「強い」、逃げる–！, b: 1 }\n") == "");
  CHECK(faults("a:\n  doc: 敵：強い\n    つづき：－ 怖い\n  b: 1\n") == "");
  CHECK(faults("a:\n  doc: |\n    敵：\n\n    　－ 強い\n  b: \"：、\"   # ＃：\n") == "");
  CHECK(faults("a:\n  doc:\n    敵：強い\n  b: 1\n") == "");
  CHECK(faults("include: [敵（近い）.ishi.yaml]\nimport: { std: 道：a.ishi.yaml }\n") == "");
  CHECK(faults("tests:\n  敵が（近い）–「はい」：もう: { a: 1 }\n  遠い、敵: { a: 1 }\n") == "");
  CHECK(faults("tests: { 敵が（近い）: { a: 1 } }\n") == "");
  CHECK(faults("a: 1\n  　\u00A0\nb: 2\n　\n") == "");
}

TEST_CASE("a text behind a wide colon is a text") {
  CHECK(shape("a:\n  doc：敵：強い\n  b: 1\n") == "{a: {doc: <敵：強い>, b: <1>}}");
  CHECK(mended("tests:\n  敵が（近い）：\n    a: 1\n") == "tests:\n  敵が（近い）:\n    a: 1\n");
}

TEST_CASE("a wide operator becomes the one that the language has") {
  CHECK(mended("a: b＆＆！c\n") == "a: b and not c\n");
  CHECK(mended("a: b ｜｜ c ！＝ d\n") == "a: b or c != d\n");
  CHECK(mended("a: b ＝ c\n") == "a: b == c\n");
  CHECK(mended("a: b ＜＝ c ＝＝ d\n") == "a: b <= c == d\n");
  CHECK(mended("a＝5\n") == "a: 5\n");
  CHECK(mended("a: [b；c]\nd: 5；\n") == "a: [b, c]\nd: 5\n");
}

TEST_CASE("a dash between two numbers is a range, elsewhere a minus") {
  CHECK(mended("a: 0–100\nb: -5m—5m\nc: 0〜１００\nd: 0…1\n") ==
        "a: 0..100\nb: -5m..5m\nc: 0..100\nd: 0..1\n");
  CHECK(mended("a: b – 3\nc: −0.5\nd: b–3\n") == "a: b - 3\nc: -0.5\nd: b-3\n");
}

TEST_CASE("quotes of word processors are taken from names") {
  CHECK(mended("a: “thief”\n「b」: ‘c’\n") == "a: thief\nb: c\n");
}

TEST_CASE("comments of other languages become comments") {
  CHECK(mended("// a\nb: 1 // c d\n/* e */\n/* f\n   g\n * h\n */\ni: 2\n") ==
        "# a\nb: 1 # c d\n# e\n# f\n   # g\n # h\ni: 2\n");
  CHECK(mended("a: 5#b\n") == "a: 5 #b\n");
  CHECK(shape("a: { b: http://c }\nd: e#f\n") == "{a: {b: <http://c>}, d: <e>}");
}

TEST_CASE("of a merge the first version is read") {
  CHECK(shape("a:\n<<<<<<< HEAD\n  b: 1\n||||||| base\n  b: 0\n=======\n  b: 2\n>>>>>>> x\n  c: 3\n") ==
        "{a: {b: <1>, c: <3>}}");
}

}  // namespace ishi::compiler::retype_test
