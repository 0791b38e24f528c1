#include "syntax/scan.h"

#include <catch2/catch.hpp>
#include <string>

#include "compiler/syntax/reading.h"

namespace ishi::compiler::scan_test {

using namespace ishi::compiler::test;
using namespace std::string_literals;

namespace {

bool is_readable(const std::string& text) {
  Diagnostics diagnostics;
  return scan_text(text, 0, diagnostics).has_value();
}

}  // namespace

TEST_CASE("a text of exactly 1 MiB is read") {
  std::string text = "ishi: 1\n#";
  text.append(kMostTextBytes - text.size(), '.');
  CHECK(faults(text).empty());
}

TEST_CASE("a text of 1 MiB and a byte is refused as too large") {
  std::string text = "ishi: 1\n#";
  text.append(kMostTextBytes - text.size() + 1, '.');
  CHECK(faults(text) ==
        "1:1 IS001 «» this file is larger than 1048576 bytes (1 MiB), which is the most that can be read\n");
  CHECK(rendered(text).ends_with(
      "= help: split it into several files and bring them together with `include`\n\n"));
  CHECK_FALSE(is_readable(text));
}

TEST_CASE("a byte that is not UTF-8 is refused with its place") {
  CHECK(faults("ishi: 1\nname: caf\xE9 au lait\n") ==
        "2:10 IS002 «\xE9» this file is not UTF-8: the byte 0xE9 at offset 17 belongs to no character\n");
}

TEST_CASE("forms that only look like UTF-8 are refused") {
  const char* bytes = GENERATE("\xC0\xAF", "\xE0\x80\xAF", "\xED\xA0\x80", "\xF4\x90\x80\x80",
                               "\xF8\x88\x80\x80\x80", "\xE3\x81", "\x80", "\xFF");
  CAPTURE(bytes);
  CHECK_FALSE(is_readable("ishi: "s + bytes));
}

TEST_CASE("UTF-16 is named as such, with and without its mark") {
  CHECK(faults("\xFF\xFEi\0s\0"s) == "1:1 IS003 «» this file is saved as UTF-16, not as UTF-8\n");
  CHECK(faults("\xFE\xFF\0i\0s"s) == "1:1 IS003 «» this file is saved as UTF-16, not as UTF-8\n");
  CHECK(faults("i\0s\0h\0i\0"s) == "1:1 IS003 «» this file is saved as UTF-16, not as UTF-8\n");
}

TEST_CASE("a UTF-8 byte order mark is passed over") {
  const Reading reading("\xEF\xBB\xBFishi: 1\n");
  CHECK_FALSE(reading.diagnostics.has_errors());
  CHECK(reading.root().entries.at(0).key_span == Span{0, 3, 7});
}

TEST_CASE("NUL and other control characters are refused, once for all of them") {
  CHECK(faults("ishi: 1\na: x\0y\nb: \x07\n"s) ==
        "2:5 IS004 «\0» an invisible control character (U+0000)\n"s);
  CHECK(rendered("a: \x1B[31m\nb: \x7F\n") ==
        "error[IS004]: an invisible control character (U+001B)\n"
        " --> a.ishi.yaml:1:4\n"
        "  |\n"
        "1 | a: <U+001B>[31m\n"
        "  |    ^^^^^^^^\n"
        "  = this file holds 1 more\n"
        "  = help: delete it\n\n");
}

TEST_CASE("characters without width and line separators are refused") {
  CHECK(faults("hp\u200B: 1\n") == "1:3 IS004 «\u200B» an invisible control character (U+200B)\n");
  CHECK(faults("a: b\u2028c\n") == "1:5 IS004 «\u2028» an invisible control character (U+2028)\n");
  CHECK(faults("a: b\u0085c\n") == "1:5 IS004 «\u0085» an invisible control character (U+0085)\n");
  CHECK(faults("a: \uFEFFb\n") == "1:4 IS004 «\uFEFF» an invisible control character (U+FEFF)\n");
}

TEST_CASE("direction overrides are refused, in comments too") {
  const char* character = GENERATE("\u202A", "\u202E", "\u2066", "\u2069");
  const Reading reading("ishi: 1 # "s + character + "\n");
  REQUIRE(reading.diagnostics.all().size() == 1);
  CHECK(reading.diagnostics.all()[0].code == Code::bidirectional_control);
}

TEST_CASE("a refused character costs its own value only") {
  CHECK(shape("a: x\x01y\nb: 2\n") == "{a: ?, b: <2>}");
  CHECK(shape("a\x01: 1\nb: 2\n") == "{b: <2>}");
}

TEST_CASE("line ends of Windows are line ends") {
  CHECK(shape("a: 1\r\nb:\r\n  - x\r\n  - \"y\"\r\n") == "{a: <1>, b: [<x>, \"y\"]}");
}

TEST_CASE("line ends of old are refused instead of making one line of the file") {
  CHECK(faults("ishi: 1\ractions: 2\r") == "1:8 IS004 «\r» a line end of old (U+000D alone)\n");
  CHECK(rendered("ishi: 1\ractions: 2\r")
            .ends_with("= help: save the file with line ends of Unix (LF) or Windows (CRLF)\n\n"));
}

TEST_CASE("a file in Japanese is fine") {
  CHECK(faults("ishi: 1\n# コメント　全角\ntests:\n  瀕死の見張り:\n    doc: 逃げる、はず　です\n").empty());
}

}  // namespace ishi::compiler::scan_test
