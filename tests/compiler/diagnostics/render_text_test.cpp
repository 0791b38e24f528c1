#include "diagnostics/render_text.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

namespace ishi::compiler::render_text_test {

namespace {

// Renders one error that underlines [begin, end) of a text.
std::string underlined(std::string text, uint32_t begin, uint32_t end) {
  Sources sources;
  sources.add("a.ishi.yaml", std::move(text));
  Diagnostic diagnostic;
  diagnostic.code = Code{104};
  diagnostic.message = "wrong";
  diagnostic.span = {0, begin, end};
  return render_text(diagnostic, sources);
}

}  // namespace

TEST_CASE("a diagnostic shows its place, its labels, its notes and its help") {
  Sources sources;
  std::string text(24, '\n');
  text += "    survival: 12\n";
  const auto label = static_cast<uint32_t>(text.find("12"));
  text += "\n\n\n\n\n\n\n  chase:\n";
  const auto primary = static_cast<uint32_t>(text.find("chase"));
  sources.add("guard.ishi.yaml", text);
  Diagnostic diagnostic;
  diagnostic.code = Code{401};
  diagnostic.severity = Severity::warning;
  diagnostic.message = "`chase` can never win for importance `coward`";
  diagnostic.span = {0, primary, primary + 5};
  diagnostic.caption = "scores at most 0.56";
  diagnostic.labels = {{{0, label, label + 2}, "makes `flee` score 0.78 to 10.77"}};
  diagnostic.notes = {"proved over the declared ranges of hp and threat_range"};
  diagnostic.help = "below a weight of 10 the two overlap";
  CHECK(render_text(diagnostic, sources) ==
        "warning[IS401]: `chase` can never win for importance `coward`\n"
        "  --> guard.ishi.yaml:33:3\n"
        "   |\n"
        "25 |     survival: 12\n"
        "   |               -- makes `flee` score 0.78 to 10.77\n"
        "33 |   chase:\n"
        "   |   ^^^^^ scores at most 0.56\n"
        "   = proved over the declared ranges of hp and threat_range\n"
        "   = help: below a weight of 10 the two overlap\n");
}

TEST_CASE("a diagnostic without a file is its message") {
  Diagnostic diagnostic;
  diagnostic.code = Code{599};
  diagnostic.message = "nothing to read";
  diagnostic.help = "name a file";
  CHECK(render_text(diagnostic, Sources()) == "error[IS599]: nothing to read\n  = help: name a file\n");
}

TEST_CASE("markers on one line stand below it in the order of their columns") {
  Sources sources;
  sources.add("a", "one two three\n");
  Diagnostic diagnostic;
  diagnostic.code = Code{104};
  diagnostic.message = "m";
  diagnostic.span = {0, 4, 7};
  diagnostic.labels = {{{0, 8, 13}, "c"}, {{0, 0, 3}, "a"}};
  CHECK(render_text(diagnostic, sources) ==
        "error[IS104]: m\n"
        " --> a:1:5\n"
        "  |\n"
        "1 | one two three\n"
        "  | --- a\n"
        "  |     ^^^\n"
        "  |         ----- c\n");
}

TEST_CASE("labels in another file are shown with that file") {
  Sources sources;
  sources.add("a.ishi.yaml", "x: 1\n");
  sources.add("b.ishi.yaml", "\n\n\n\n\n\n\n\n\nx: 2\n");
  Diagnostic diagnostic;
  diagnostic.code = Code{103};
  diagnostic.message = "twice";
  diagnostic.span = {0, 0, 1};
  diagnostic.labels = {{{1, 9, 10}, "first"}};
  CHECK(render_text(diagnostic, sources) ==
        "error[IS103]: twice\n"
        "  --> a.ishi.yaml:1:1\n"
        "   |\n"
        " 1 | x: 1\n"
        "   | ^\n"
        "  ::: b.ishi.yaml:10:1\n"
        "   |\n"
        "10 | x: 2\n"
        "   | - first\n");
}

TEST_CASE("the column counts bytes, the carets count what is seen") {
  CHECK(underlined("é: xy\n", 4, 6) ==
        "error[IS104]: wrong\n --> a.ishi.yaml:1:5\n  |\n1 | é: xy\n  |    ^^\n");
}

TEST_CASE("wide characters take two columns, marks upon others none") {
  CHECK(underlined("値: 日本x\n", 5, 11) ==
        "error[IS104]: wrong\n --> a.ishi.yaml:1:6\n  |\n1 | 値: 日本x\n  |     ^^^^\n");
  CHECK(underlined("e\u0301x: y\n", 5, 6) ==
        "error[IS104]: wrong\n --> a.ishi.yaml:1:6\n  |\n1 | e\u0301x: y\n  |    ^\n");
}

TEST_CASE("tabs become spaces up to the next multiple of four") {
  CHECK(underlined("a:\tx\ty\n", 5, 6) ==
        "error[IS104]: wrong\n --> a.ishi.yaml:1:6\n  |\n1 | a:  x   y\n  |         ^\n");
}

TEST_CASE("an empty span is one caret, at the end of a line too") {
  CHECK(underlined("ab\n", 2, 2) == "error[IS104]: wrong\n --> a.ishi.yaml:1:3\n  |\n1 | ab\n  |   ^\n");
  CHECK(underlined("ab", 2, 2) == "error[IS104]: wrong\n --> a.ishi.yaml:1:3\n  |\n1 | ab\n  |   ^\n");
}

TEST_CASE("a span over several lines is underlined on its first") {
  CHECK(underlined("a: [1,\n  2]\n", 3, 11) ==
        "error[IS104]: wrong\n --> a.ishi.yaml:1:4\n  |\n1 | a: [1,\n  |    ^^^\n");
}

TEST_CASE("what a terminal would obey is shown by its code point") {
  CHECK(underlined("a: \x1B[31m\u202E\n", 3, 4) ==
        "error[IS104]: wrong\n --> a.ishi.yaml:1:4\n  |\n1 | a: <U+001B>[31m<U+202E>\n  |    ^^^^^^^^\n");
  CHECK(underlined("a: \xFFx\n", 3, 4) ==
        "error[IS104]: wrong\n --> a.ishi.yaml:1:4\n  |\n1 | a: <0xFF>x\n  |    ^^^^^^\n");
}

TEST_CASE("messages are made safe, too") {
  Diagnostic diagnostic;
  diagnostic.code = Code{102};
  diagnostic.message = "no `\x1B]0;title\x07`";
  CHECK(render_text(diagnostic, Sources()) == "error[IS102]: no `<U+001B>]0;title<U+0007>`\n");
}

TEST_CASE("a line of 160 characters is shown whole, a longer one around the span") {
  const std::string fits = "a: " + std::string(157, 'x');
  CHECK(underlined(fits, 150, 153).find("1 | " + fits + "\n") != std::string::npos);
  const std::string text = "a: " + std::string(500, 'x') + "HERE" + std::string(500, 'y') + "\n";
  CHECK(underlined(text, 503, 507) == "error[IS104]: wrong\n --> a.ishi.yaml:1:504\n  |\n1 | …" +
                                          std::string(53, 'x') + "HERE" + std::string(102, 'y') + "…\n  | " +
                                          std::string(54, ' ') + "^^^^\n");
  CHECK(underlined(text, 0, 1).find("1 | a: " + std::string(157, 'x') + "…\n") != std::string::npos);
}

TEST_CASE("a span that is longer than the line shown is underlined as far as it is seen") {
  const std::string rendered = underlined("a: " + std::string(1'000'000, 'x') + "\n", 3, 1'000'003);
  CHECK(rendered.find("| " + std::string(3, ' ') + std::string(157, '^') + "\n") != std::string::npos);
}

TEST_CASE("further lines of a note stand below its first") {
  Diagnostic diagnostic;
  diagnostic.code = Code{102};
  diagnostic.message = "m";
  diagnostic.notes = {"one\ntwo"};
  CHECK(render_text(diagnostic, Sources()) == "error[IS102]: m\n  = one\n    two\n");
}

TEST_CASE("a line end in a file's name is shown as its number") {
  Sources sources;
  sources.add("one\ntwo.ishi.yaml", "hp: 1\n");
  Diagnostic diagnostic;
  diagnostic.code = Code{104};
  diagnostic.message = "wrong";
  diagnostic.span = {0, 0, 2};
  CHECK(render_text(diagnostic, sources).find(" --> one<U+000A>two.ishi.yaml:1:1\n") != std::string::npos);
}

TEST_CASE("colours come only when they are asked for") {
  Sources sources;
  sources.add("a", "x\n");
  Diagnostic diagnostic;
  diagnostic.code = Code{104};
  diagnostic.message = "m";
  diagnostic.span = {0, 0, 1};
  diagnostic.labels = {{{0, 0, 1}, "l"}};
  diagnostic.help = "h";
  CHECK(render_text(diagnostic, sources).find('\x1b') == std::string::npos);
  CHECK(render_text(diagnostic, sources, true) ==
        "\x1b[1;31merror[IS104]\x1b[0m: m\n"
        " \x1b[34m-->\x1b[0m a:1:1\n"
        "\x1b[34m  |\x1b[0m\n"
        "\x1b[34m1 |\x1b[0m x\n"
        "\x1b[34m  |\x1b[0m \x1b[1;31m^\x1b[0m\n"
        "\x1b[34m  |\x1b[0m \x1b[36m- l\x1b[0m\n"
        "  \x1b[34m=\x1b[0m help: h\n");
  diagnostic.severity = Severity::warning;
  CHECK(render_text(diagnostic, sources, true).starts_with("\x1b[1;33mwarning[IS104]"));
}

TEST_CASE("of many diagnostics the first are printed and the others counted") {
  Diagnostic diagnostic;
  diagnostic.code = Code{102};
  diagnostic.message = "m";
  const std::vector<Diagnostic> many(5, diagnostic);
  CHECK(render_text(many, Sources(), {.color = false, .most_printed = 2}) ==
        "error[IS102]: m\n\nerror[IS102]: m\n\n… and 3 more\n");
  CHECK(render_text(many, Sources(), {.color = false, .most_printed = 1}, 413) ==
        "error[IS102]: m\n\n… and 412 more\n");
  CHECK(render_text(std::span<const Diagnostic>(), Sources(), {}).empty());
}

}  // namespace ishi::compiler::render_text_test
