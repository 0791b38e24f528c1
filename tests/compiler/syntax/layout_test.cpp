#include <catch2/catch.hpp>

#include "compiler/syntax/reading.h"

namespace ishi::compiler::layout_test {

using namespace ishi::compiler::test;

TEST_CASE("tabs cannot indent, and the file says so once") {
  CHECK(rendered("ishi: 1\nactions:\n\tshoot: 1\n\tflee: 2\ntests:\n  \ta: 1\n") ==
        "error[IS007]: this line is indented with a tab\n"
        " --> a.ishi.yaml:3:1\n"
        "  |\n"
        "3 |     shoot: 1\n"
        "  | ^^^^\n"
        "  = this file has 2 more such lines\n"
        "  = help: indent with spaces; most editors have a command that turns all tabs of a file into "
        "spaces\n\n");
  CHECK(faults("a:\n  -\tb: 1\n") == "2:4 IS007 «\t» this line is indented with a tab\n");
  CHECK(faults("a: |\n  x\n\ty\n") == "3:1 IS007 «\t» this line is indented with a tab\n");
}

TEST_CASE("tabs in brackets cost nothing but their message") {
  CHECK(shape("a: [\n\tx,\n\ty ]\n") == "{a: [<x>, <y>]}");
  CHECK(faults("a: [\n\tx,\n\ty ]\n") == "2:1 IS007 «\t» this line is indented with a tab\n");
}

TEST_CASE("spaces that are none are pointed out") {
  CHECK(faults("a:\u3000{ x: 1 }\nb:\n  \u00A0c: 1\nd: [ \u3000x]\n") ==
        "1:3 IS036 «\u3000» this character looks like a space, but is another, wider one\n");
  CHECK(faults("a: 1\n\u00A0\u00A0b: 1\n") ==
        "2:1 IS036 «\u00A0» this character looks like a space, but is a no-break space\n");
}

TEST_CASE("a line between two levels is refused") {
  CHECK(rendered("a:\n    b: 1\n  c: 2\n  d: 3\ne: 4\n") ==
        "error[IS028]: this does not line up with anything above it\n"
        " --> a.ishi.yaml:3:3\n"
        "  |\n"
        "1 | a:\n"
        "  | - not indented\n"
        "2 |     b: 1\n"
        "  |     - indented by 4\n"
        "3 |   c: 2\n"
        "  |   ^ indented by 2\n"
        "  = help: indent lines that belong together by the same number of spaces\n\n");
  CHECK(shape("a:\n    b: 1\n  c: 2\n  d: 3\ne: 4\n") == "{a: ?, e: <4>}");
}

TEST_CASE("a line below a name that has its value is refused") {
  CHECK(rendered("needs:\n  fear:\n    level: danger\n      curve: panic\n") ==
        "error[IS028]: this is indented below `level`, which has its value already\n"
        " --> a.ishi.yaml:4:7\n"
        "  |\n"
        "3 |     level: danger\n"
        "  |     ----- this name has its value\n"
        "4 |       curve: panic\n"
        "  |       ^^^^^\n"
        "  = help: line it up with `level` if it stands beside it\n\n");
  CHECK(faults("a: { x: 1 }\n  b: 2\n") ==
        "2:3 IS028 «b» this is indented below `a`, which has its value already\n");
  CHECK(faults("a: x\n  - b\n  - c\n") ==
        "2:3 IS028 «-» this is indented below `a`, which has its value already\n");
}

TEST_CASE("a value has to be indented deeper than its name") {
  CHECK(faults("a:\n  b:\n  [x, y]\n") ==
        "3:3 IS028 «[x, y]» the value of `b` has to be indented deeper than its name\n");
}

TEST_CASE("names in a list and items among names are refused") {
  CHECK(rendered("do:\n  - a\n  - b\n  c: d\n") ==
        "error[IS033]: this stands in a list, but does not begin with a dash\n"
        " --> a.ishi.yaml:4:3\n"
        "  |\n"
        "3 |   - b\n"
        "  |   - the list's last item\n"
        "4 |   c: d\n"
        "  |   ^\n"
        "  = help: begin it with `- ` if it is an item; else indent it like the name it belongs beside\n\n");
  CHECK(faults("a:\n  x: 1\n  - y\n  - z\nb: 1\n") == "3:3 IS033 «-» a list item stands here among names\n");
  CHECK(faults("- a\nb: c\n") ==
        "1:1 IS024 «- a» a line that is not indented begins with a name and a `:`, but here is a list\n");
}

TEST_CASE("a list cannot begin on the line of its name, nor in brackets") {
  CHECK(faults("a: - b\n   - c\nd: 1\n") == "1:4 IS034 «-» a list item cannot stand on the line of a name\n");
  CHECK(faults("a: [- b, - c]\n") == "1:5 IS034 «-» a list inside [ ] has no dashes\n");
}

TEST_CASE("a name without its colon is refused") {
  CHECK(faults("a:\n  hp { type: number }\n  ammo: 1\n") == "2:3 IS029 «hp» a `:` is missing behind `hp`\n");
  CHECK(faults("a:\n  hp {\n    type: number\n  }\n  ammo: 1\n") ==
        "2:3 IS029 «hp» a `:` is missing behind `hp`\n");
  CHECK(faults("a:\n  ammo: 1\n  hp 100\n") == "3:3 IS029 «hp 100» a `:` is missing behind `hp`\n");
  CHECK(faults("a:\n  ammo: 1\n  hp\n") == "3:3 IS029 «hp» a `:` is missing behind `hp`\n");
  CHECK(faults("a:\n  ammo: 1\n  hp：100\n") == "3:5 IS037 «：» `：` only looks like `:`\n");
  CHECK(mended("a:\n  ammo: 1\n  hp：100\n") == "a:\n  ammo: 1\n  hp: 100\n");
  CHECK(shape("a:\n  hp { type: number }\n  ammo: 1\n") == "{a: {hp: ?, ammo: <1>}}");
}

TEST_CASE("a colon without a space behind it is refused") {
  CHECK(faults("a:\n  hp:100\n  ammo: 1\n") == "2:5 IS030 «:» a space is missing behind the `:` of `hp`\n");
  CHECK(mended("a:\n  hp:{ x: 1 }\nb: { c:1, d:{ e: 2 } }\ndo:\n  - wait:0.4s\n") ==
        "a:\n  hp: { x: 1 }\nb: { c: 1, d: { e: 2 } }\ndo:\n  - wait: 0.4s\n");
  CHECK(shape("a:\n  hp:100\n  ammo: 1\nb: { c:10, d: 2 }\n") ==
        "{a: {hp: ?, ammo: <1>}, b: {c: ?, d: <2>}}");
}

TEST_CASE("a colon in a value is not a missing space") {
  CHECK(shape("a: 10:30\nb: [x:y]\nc: ../x:y\n") == "{a: <10:30>, b: [<x:y>], c: <../x:y>}");
}

TEST_CASE("a second colon in a value is refused, with quotes as the mend") {
  CHECK(rendered("doc: Note: he shoots first  # really\n") ==
        "error[IS023]: a second `:` in the value of `doc`\n"
        " --> a.ishi.yaml:1:10\n"
        "  |\n"
        "1 | doc: Note: he shoots first  # really\n"
        "  |          ^\n"
        "  = help: put the value in quotes if the `:` belongs to it; else give each name its own line\n\n");
  CHECK(mended("doc: Note: he shoots first  # really\n") == "doc: \"Note: he shoots first\"  # really\n");
  CHECK(mended("a: when: \"x\"\n") == "a: 'when: \"x\"'\n");
  CHECK(faults("a: { x: y: z, b: 1 }\n") == "1:10 IS023 «:» a second `:` in one value\n");
  CHECK(faults("a: \"b\": c\n") == "1:7 IS023 «:» a second `:` in the value of `a`\n");
}

TEST_CASE("a modifier below a bare step asks for the form with a colon") {
  const std::string text =
      "actions:\n"
      "  flee:\n"
      "    do:\n"
      "      - crouch\n"
      "        timeout: 6s\n"
      "        retry: 2\n"
      "      - wait: 1s\n";
  CHECK(rendered(text) ==
        "error[IS022]: `timeout` cannot stand below the bare step `crouch`\n"
        " --> a.ishi.yaml:4:9\n"
        "  |\n"
        "4 |       - crouch\n"
        "  |         ^^^^^^ this step has no `:`, so nothing can stand beside it\n"
        "5 |         timeout: 6s\n"
        "  |         ------- meant for the step\n"
        "  = help: write `- do: crouch`, and line `timeout` up with `do`\n\n");
  CHECK(faults(mended(text)).empty());
  CHECK(shape(text) == "{actions: {flee: {do: [?, {wait: <1s>}]}}}");
}

TEST_CASE("a modifier below a step with arguments has to line up with it") {
  CHECK(faults("do:\n  - move_to: { place: x }\n      timeout: 6s\n") ==
        "3:7 IS028 «timeout» this is indented below `move_to`, which has its value already\n");
  CHECK(shape("do:\n  - move_to: { place: x }\n    timeout: 6s\n") ==
        "{do: [{move_to: {place: <x>}, timeout: <6s>}]}");
}

}  // namespace ishi::compiler::layout_test
