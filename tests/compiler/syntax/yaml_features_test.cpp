#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "compiler/syntax/reading.h"

namespace ishi::compiler::yaml_features_test {

using namespace ishi::compiler::test;

TEST_CASE("anchors and aliases are refused, each where it stands") {
  CHECK(faults("a: &x [1]\nb: *x\nc: { d: *x, e: [&y z] }\n") ==
        "1:4 IS013 «&x» `&x` is an anchor, and the language has none\n"
        "2:4 IS013 «*x» `*x` is an alias, and the language has none\n"
        "3:9 IS013 «*x» `*x` is an alias, and the language has none\n"
        "3:17 IS013 «&y» `&y` is an anchor, and the language has none\n");
  CHECK(shape("a: &x [1]\nb: *x\n") == "{a: [<1>], b: ?}");
}

TEST_CASE("an anchor above its block is one fault") {
  CHECK(faults("a: &x\n  b: 1\nc: &y\n") ==
        "1:4 IS013 «&x» `&x` is an anchor, and the language has none\n"
        "3:4 IS013 «&y» `&y` is an anchor, and the language has none\n");
  CHECK(shape("a: &x\n  b: 1\n") == "{a: {b: <1>}}");
}

TEST_CASE("a cycle of aliases is two faults and no hang") {
  CHECK(faults("a: &a [*a]\n") ==
        "1:4 IS013 «&a» `&a` is an anchor, and the language has none\n"
        "1:8 IS013 «*a» `*a` is an alias, and the language has none\n");
}

TEST_CASE("an alias bomb stays small") {
  std::string text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 20; ++i) {
    text += fmt::format("a{0}: &a{0} [*a{1}", i, i - 1);
    for (int j = 1; j < 10; ++j) text += fmt::format(", *a{}", i - 1);
    text += "]\n";
  }
  const Reading reading(text);
  CHECK(reading.diagnostics.error_count() == 20 + 19 * 10);
  CHECK(reading.root().entries.size() == 20);
}

TEST_CASE("a merge key is one fault, and its block is not whole") {
  CHECK(faults("a:\n  <<: *x\n  b: 1\n") == "2:3 IS014 «<<» `<<` is no way to take another block in\n");
  CHECK(faults("a: { <<: { x: 1 }, b: 1 }\n") == "1:6 IS014 «<<» `<<` is no way to take another block in\n");
  CHECK(shape("a:\n  <<: *x\n  b: 1\nc: 2\n") == "{a: ?, c: <2>}");
  CHECK(shape("a: { \"<<\": 1 }\n") == "{a: {<<: <1>}}");
}

TEST_CASE("tags are refused") {
  CHECK(faults("a: !!int 5\nb: !Sprite { x: 1 }\nc: !<tag:x> y\n") ==
        "1:4 IS015 «!!int» `!!int` is a tag, and the language has none\n"
        "2:4 IS015 «!Sprite» `!Sprite` is a tag, and the language has none\n"
        "3:4 IS015 «!<tag:x>» `!<tag:x>` is a tag, and the language has none\n");
  CHECK(faults("a: !map\n  x: 1\n") == "1:4 IS015 «!map» `!map` is a tag, and the language has none\n");
  CHECK(shape("a: !!int 5\nb: !Sprite { x: 1 }\n") == "{a: <5>, b: {x: <1>}}");
}

TEST_CASE("an exclamation mark for not is understood as such") {
  CHECK(rendered("actions:\n  flee:\n    when: !alarm\n") ==
        "error[IS016]: `!` does not mean `not` here\n"
        " --> a.ishi.yaml:3:11\n"
        "  |\n"
        "3 |     when: !alarm\n"
        "  |           ^\n"
        "  = help: write `not`\n\n");
  CHECK(mended("a: !alarm\nb: !(x and y)\nc: { d: !x.known, e: [! y] }\nf: !x and y\n") ==
        "a: not alarm\nb: not (x and y)\nc: { d: not x.known, e: [not y] }\nf: not x and y\n");
  CHECK(shape("a: !alarm\nb: 1\n") == "{a: ?, b: <1>}");
}

TEST_CASE("an exclamation mark within a value is left to the expression") {
  CHECK(shape("a: hp != 3\n") == "{a: <hp != 3>}");
}

TEST_CASE("an expression behind an exclamation mark is not reported for its comma as well") {
  CHECK(faults("a: { b: !(max(x, y) > 1), c: 2 }\n") == "1:9 IS016 «!» `!` does not mean `not` here\n");
}

TEST_CASE("names are words, not lists, blocks or questions") {
  CHECK(faults("a:\n  ? x\n  : y\nb: 1\n") == "2:3 IS017 «?» a name cannot begin with `?` and a space\n");
  CHECK(faults("a:\n  [x]: y\n") == "2:3 IS017 «[x]» a { } block or [ ] list cannot be a name\n");
  CHECK(faults("a: { {x: 1}: y }\n") == "1:6 IS017 «{x: 1}» a { } block or [ ] list cannot be a name\n");
  CHECK(faults("a: { ? x : y }\n") == "1:6 IS026 «?» a value cannot begin with `?`\n");
  CHECK(faults("a:\n  : y\n") == "2:3 IS017 «:» a name is missing before this `:`\n");
  CHECK(faults("a: { : y }\n") == "1:6 IS017 «:» a name is missing before this `:`\n");
  CHECK(faults("a: { x\n  : y }\n") == "2:3 IS017 «:» a name and its `:` have to stand on one line\n");
}

TEST_CASE("a key that stands twice shows both places, and the first is kept") {
  CHECK(rendered("a:\n  hp: 1\n  ammo: 2\n  \"hp\": 3\n") ==
        "error[IS018]: `hp` is defined twice here\n"
        " --> a.ishi.yaml:4:3\n"
        "  |\n"
        "2 |   hp: 1\n"
        "  |   -- first defined here\n"
        "4 |   \"hp\": 3\n"
        "  |   ^^^^ again\n"
        "  = help: delete one of the two, or give it another name\n\n");
  CHECK(faults("a: { x: 1, x: 2, x: 3 }\n") ==
        "1:12 IS018 «x» `x` is defined twice here\n"
        "1:18 IS018 «x» `x` is defined twice here\n");
  CHECK(shape("a: { x: 1, x: 2 }\n") == "{a: {x: <1>}}");
}

TEST_CASE("a name without a value is refused at the name") {
  CHECK(rendered("actions:\n  shoot:\n  flee: {}\n") ==
        "error[IS019]: `shoot` has no value\n"
        " --> a.ishi.yaml:2:3\n"
        "  |\n"
        "2 |   shoot:\n"
        "  |   ^^^^^\n"
        "  = help: write its value behind it, or below it and indented; `{}` says that nothing is in it\n\n");
  CHECK(faults("a: { b: , c: 1 }\nd: { e }\nf:\n") ==
        "1:6 IS019 «b» `b` has no value\n"
        "2:6 IS019 «e» `e` has no value\n"
        "3:1 IS019 «f» `f` has no value\n");
  CHECK(shape("actions:\n  shoot:\n  flee: {}\n") == "{actions: {shoot: ?, flee: {}}}");
}

TEST_CASE("words for nothing are no values") {
  CHECK(faults("a: ~\nb: null\nc: [x, Null]\nd:\n  - NULL\n") ==
        "1:4 IS019 «~» `~` is no value here\n"
        "2:4 IS019 «null» `null` is no value here\n"
        "3:8 IS019 «Null» `Null` is no value here\n"
        "5:5 IS019 «NULL» `NULL` is no value here\n");
  CHECK(shape("a: \"null\"\n") == "{a: \"null\"}");
}

TEST_CASE("a list item without a value is refused at its dash") {
  CHECK(faults("a:\n  - x\n  -   # - y\n  - z\n  -\n") ==
        "3:3 IS019 «-» this list item has no value\n"
        "5:3 IS019 «-» this list item has no value\n");
}

TEST_CASE("a word for nothing cannot be a name") {
  CHECK(faults("a:\n  null: 1\n") ==
        "2:3 IS019 «null» `null` cannot be a name: in YAML it means nothing at all\n");
}

TEST_CASE("signs that YAML keeps for itself cannot begin a value") {
  CHECK(faults("a: %x\nb: @ x\nc: `x y`\nd: , x\ne: > 5\nf: | x\n") ==
        "1:4 IS026 «%» a value cannot begin with `%`\n"
        "2:4 IS026 «@» a value cannot begin with `@`\n"
        "3:4 IS026 «`» a value cannot begin with a backtick\n"
        "4:4 IS026 «,» a value cannot begin with `,`\n"
        "5:4 IS026 «>» a value cannot begin with `>`\n"
        "6:4 IS026 «|» a value cannot begin with `|`\n");
  CHECK(faults("a: { b: @x, c: 1 }\n") == "1:9 IS026 «@x» a name stands by itself, without `@`\n");
  CHECK(mended("a: { b: @x, c: 1 }\nd: `x`\n") == "a: { b: x, c: 1 }\nd: x\n");
  CHECK(faults("a: [1,#2, 3]\n") == "1:7 IS026 «#» a `#` begins a comment only behind a space\n");
}

}  // namespace ishi::compiler::yaml_features_test
