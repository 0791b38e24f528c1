#include <catch2/catch.hpp>

#include "compiler/syntax/reading.h"

namespace ishi::compiler::whole_file_test {

using namespace ishi::compiler::test;

TEST_CASE("an empty file says what its first line must be") {
  CHECK(rendered("") ==
        "error[IS006]: this file is empty\n"
        " --> a.ishi.yaml:1:1\n"
        "  |\n"
        "1 |\n"
        "  | ^\n"
        "  = help: begin it with `ishi: 1`\n\n");
}

TEST_CASE("a file of comments is an empty file") {
  CHECK(faults("# nothing\n\n   # here\n") == "1:1 IS006 «» this file holds nothing but comments\n");
  CHECK(faults("---\n") == "1:1 IS006 «» this file holds nothing but comments\n");
}

TEST_CASE("a file without entries has a poisoned root") {
  CHECK(Reading("# nothing\n").root().kind == NodeKind::poisoned);
  CHECK(Reading("\xFF").root().kind == NodeKind::poisoned);
}

TEST_CASE("a lone comma ends") {
  CHECK(faults(",") ==
        "1:1 IS024 «,» a line that is not indented begins with a name and a `:`, but here is `,`\n");
}

TEST_CASE("a second document is refused and not read") {
  CHECK(rendered("ishi: 1\n---\nishi: 2\n") ==
        "error[IS008]: a `---` line would begin a second document, but a file holds one\n"
        " --> a.ishi.yaml:2:1\n"
        "  |\n"
        "2 | ---\n"
        "  | ^^^\n"
        "  = what follows is not read\n"
        "  = help: delete the line, or put what follows into a file of its own\n\n");
  CHECK(shape("ishi: 1\n---\nactions: 2\n") == "{ishi: <1>}");
}

TEST_CASE("an end of the document is refused") {
  CHECK(faults("ishi: 1\n...\n") ==
        "2:1 IS008 «...» a `...` line would end the document, but a file holds one and ends it by itself\n");
}

TEST_CASE("nothing may stand behind the dashes at the start") {
  CHECK(faults("--- ishi: 1\n") == "1:1 IS008 «---» nothing may stand behind `---` on its line\n");
}

TEST_CASE("a header of YAML is refused without further ado") {
  CHECK(faults("%YAML 1.2\n---\nishi: 1\n") == "1:1 IS026 «%YAML 1.2» a line cannot begin with `%`\n");
}

TEST_CASE("a file that is a list, a block in brackets or a text is refused once") {
  CHECK(faults("- a\n- b\n") ==
        "1:1 IS024 «- a» a line that is not indented begins with a name and a `:`, but here is a list\n");
  CHECK(faults("{ ishi: 1,\n  a: 2 }\n") ==
        "1:1 IS024 «{ ishi: 1,» a line that is not indented begins with a name and a `:`, but here is a { } "
        "block\n");
  CHECK(faults("\"text\"\n") ==
        "1:1 IS024 «\"text\"» a line that is not indented begins with a name and a `:`, but here is a text "
        "in quotes\n");
}

TEST_CASE("a file that is indented as a whole is refused once") {
  CHECK(faults("  ishi: 1\n  actions: 2\n") ==
        "1:3 IS028 «ishi» the first line of a file cannot be indented\n");
}

TEST_CASE("a section name without its colon is still a section") {
  CHECK(faults("ishi: 1\nagents\n  guard: { x: 1 }\n") ==
        "2:1 IS029 «agents» a `:` is missing behind `agents`\n");
  CHECK(shape("ishi: 1\nagents\n  guard: { x: 1 }\ntests: { a: 1 }\n") ==
        "{ishi: <1>, agents: ?, tests: {a: <1>}}");
}

TEST_CASE("a section that stands twice shows both places") {
  CHECK(rendered("ishi: 1\nactions: { a: 1 }\nneeds: { b: 2 }\nactions: { c: 3 }\n") ==
        "error[IS018]: `actions` is defined twice here\n"
        " --> a.ishi.yaml:4:1\n"
        "  |\n"
        "2 | actions: { a: 1 }\n"
        "  | ------- first defined here\n"
        "4 | actions: { c: 3 }\n"
        "  | ^^^^^^^ again\n"
        "  = help: delete one of the two, or give it another name\n\n");
}

}  // namespace ishi::compiler::whole_file_test
