#include "format/format.h"

#include <catch2/catch.hpp>
#include <string>

#include "source/sources.h"

namespace ishi::compiler::format_test {

namespace {

using Outcome = FormattedText::Outcome;

FormattedText format(const std::string& text, size_t width = 120) {
  Diagnostics diagnostics;
  return format_text(text, 0, {.width = width}, diagnostics);
}

// The text laid out; once more changes nothing.
std::string laid_out(const std::string& text, size_t width = 120) {
  const FormattedText result = format(text, width);
  CHECK((result.outcome == Outcome::changed || result.outcome == Outcome::unchanged));
  CHECK(format(result.text, width).outcome == Outcome::unchanged);
  return result.text;
}

}  // namespace

TEST_CASE("a text in the usual layout is unchanged") {
  const std::string text =
      "# What it is about.\n"
      "ishi: 1\n"
      "\n"
      "needs:                  # what it wants\n"
      "  fear: { level: 1 - hp.norm }\n"
      "  rest: { level: \"max(a, b)\" }\n";
  const FormattedText result = format(text);
  CHECK(result.outcome == Outcome::unchanged);
  CHECK(result.text == text);
}

TEST_CASE("each level is indented by two spaces, lists too") {
  CHECK(laid_out("actions:\n    flee:\n        do:\n        - run:   { to: home }\n          timeout: 2s\n   "
                 "     -    wait: 1s\n") ==
        "actions:\n  flee:\n    do:\n      - run: { to: home }\n        timeout: 2s\n      - wait: 1s\n");
  CHECK(laid_out("a:\n- - x\n  - y\n-   - z\n") == "a:\n  - - x\n    - y\n  - - z\n");
}

TEST_CASE("the values of names stand in one column, those of fields do not") {
  CHECK(laid_out("curves:\n  a: { power: 2 }\n  long_name: { power: 3 }\n") ==
        "curves:\n  a:         { power: 2 }\n  long_name: { power: 3 }\n");
  CHECK(laid_out("actions:\n  flee:\n    when:      a\n    interruptible: false\n    considerations:\n      "
                 "near: x\n      ok: y\n") ==
        "actions:\n  flee:\n    when: a\n    interruptible: false\n    considerations:\n      near: x\n      "
        "ok:   y\n");
}

TEST_CASE("groups of values end at empty lines and at blocks") {
  CHECK(laid_out("blackboard:\n  a: number\n  bcd: number\n\n  ef: number\n  g: number\n") ==
        "blackboard:\n  a:   number\n  bcd: number\n\n  ef: number\n  g:  number\n");
  CHECK(
      laid_out(
          "curves:\n  ab: { power: 2 }\n  c: { power: 2 }\n  long_one:\n    power: 3\n  d: { power: 2 }\n") ==
      "curves:\n  ab: { power: 2 }\n  c:  { power: 2 }\n  long_one:\n    power: 3\n  d: { power: 2 }\n");
}

TEST_CASE("brackets get one space within braces, one behind commas and colons") {
  CHECK(laid_out("a: {b:   [ 1,2 ,  3],c: {},d: [ ]}\n") == "a: { b: [1, 2, 3], c: {}, d: [] }\n");
  CHECK(laid_out("a: [x: 1,  { y: 2 }]\n") == "a: [x: 1, { y: 2 }]\n");
}

TEST_CASE("brackets that fit come to one line, longer ones become blocks") {
  CHECK(laid_out("a: { b: 1,\n     c: [2,\n         3] }\n") == "a: { b: 1, c: [2, 3] }\n");
  CHECK(laid_out("actions:\n  flee: { when: threat.known, score: 0.5, do: [run, { hide: { behind: wall } }, "
                 "rest: {}] }\n",
                 40) ==
        "actions:\n  flee:\n    when: threat.known\n    score: 0.5\n    do:\n      - run\n"
        "      - { hide: { behind: wall } }\n      - rest: {}\n");
  // One character more than fits.
  CHECK(laid_out("a: { b: 123456, c: 123456, d: 12345678 }\n", 40) ==
        "a: { b: 123456, c: 123456, d: 12345678 }\n");
  CHECK(laid_out("a: { b: 123456, c: 123456, d: 123456789 }\n", 40) ==
        "a:\n  b: 123456\n  c: 123456\n  d: 123456789\n");
}

TEST_CASE("an empty line within brackets that become a block ends a group, too") {
  CHECK(laid_out("needs: { ab: { level: 1234567890 },\n\n  c: { level: 1234567890 } }\n", 40) ==
        "needs:\n  ab: { level: 1234567890 }\n\n  c: { level: 1234567890 }\n");
}

TEST_CASE("blocks stay blocks, however short") {
  CHECK(laid_out("a:\n  b: 1\n") == "a:\n  b: 1\n");
  CHECK(laid_out("a:\n  - 1\n") == "a:\n  - 1\n");
}

TEST_CASE("a column that would be too far right for a value makes a block of that one alone") {
  CHECK(laid_out("curves:\n  a: { power: 123456789012345678 }\n  longer_name: { power: 2 }\n", 40) ==
        "curves:\n  a:\n    power: 123456789012345678\n  longer_name: { power: 2 }\n");
}

TEST_CASE("comments stay with what they speak of") {
  CHECK(laid_out("a:\n    # of b\n    b: 1\n    # deeper than what follows, so of a\nc: 2\n# the end\n") ==
        "a:\n  # of b\n  b: 1\n  # deeper than what follows, so of a\nc: 2\n# the end\n");
  CHECK(laid_out("a:\n    b:\n        c: 1\n        # of c's block\n    # of d\n    d: 2\n") ==
        "a:\n  b:\n    c: 1\n    # of c's block\n  # of d\n  d: 2\n");
  CHECK(laid_out("a:\n  - x\n\n  # of y\n  - y\n    # within the list\nb: 1\n") ==
        "a:\n  - x\n\n  # of y\n  - y\n  # within the list\nb: 1\n");
}

TEST_CASE("a comment behind a line keeps its column, with those below it, or makes room") {
  CHECK(laid_out("a:   1     # one\nbcd:   2   # two\n") == "a: 1       # one\nbcd: 2     # two\n");
  CHECK(laid_out("a: { b: 1,c: 2,d: 3 } # one\ne: 1                  # two\n") ==
        "a: { b: 1, c: 2, d: 3 }  # one\ne: 1                     # two\n");
}

TEST_CASE("a comment behind brackets that become a block stands behind their name") {
  CHECK(laid_out("a: { b: 123456, c: 123456, d: 123456789 }   # why\n", 40) ==
        "a:  # why\n  b: 123456\n  c: 123456\n  d: 123456789\n");
}

TEST_CASE("brackets that hold a comment become a block") {
  CHECK(laid_out("a: {   # of a\n  b: 1,   # of b\n  # of c\n  c: [x, y]\n  # the last\n}\nd: 1\n") ==
        "a:     # of a\n  b: 1    # of b\n  # of c\n  c: [x, y]\n  # the last\nd: 1\n");
  CHECK(laid_out("a: { # one\n} # two\nb: 1\n") == "a: {}  # one\n# two\nb: 1\n");
  CHECK(laid_out("a: [  # nothing yet\n]\nb: 1\n") == "a: []  # nothing yet\nb: 1\n");
}

TEST_CASE("a comment between a name and its value stands behind both") {
  CHECK(laid_out("a:   # why\n  1\nb: 2\n") == "a: 1  # why\nb: 2\n");
  CHECK(laid_out("a:   # why\n  { b: 1, c: 2 }\n") == "# why\na: { b: 1, c: 2 }\n");
  CHECK(laid_out("a:   # why\n  # so\n  1  # then\n") == "# why\n# so\na: 1 # then\n");
}

TEST_CASE("a line whose end silences a warning stays a line") {
  const std::string text =
      "actions:\n  a: { when: b, score: 0.123456, cooldown: 1s }  # ishi: allow IS401 -- so it is\n";
  CHECK(laid_out(text, 40) == text);
}

TEST_CASE("several empty lines become one, none stand at the beginning and the end") {
  CHECK(laid_out("\n\na: 1\n\n\n\nb: 2\n\n\n") == "a: 1\n\nb: 2\n");
  CHECK(laid_out("# head\n\n\na: 1\n") == "# head\n\na: 1\n");
}

TEST_CASE("quotes stay only where YAML needs them") {
  CHECK(laid_out("a: { doc: \"one, two\", name: 'x' }\n") == "a: { doc: \"one, two\", name: x }\n");
  CHECK(laid_out("doc: \"one, two\"\n'key': \"a: b\"\n") == "doc: one, two\nkey: \"a: b\"\n");
  // What other readers of YAML would take for a number, a boolean or nothing.
  const std::string kept =
      "a: \"5\"\nb: \"true\"\nc: \"\"\nd: \"no\"\ne: \"null\"\nf: \" x\"\ng: \"# x\"\nh: \"~\"\n";
  CHECK(laid_out(kept) == kept);
  CHECK(laid_out("a: 'one: two'\nb: 'say \"x: y\"'\n") == "a: \"one: two\"\nb: 'say \"x: y\"'\n");
  CHECK(laid_out("needs:\n  a: { level: \"max(b,c)\" }\n  d: { level: 'b + c' }\n") ==
        "needs:\n  a: { level: \"max(b, c)\" }\n  d: { level: b + c }\n");
}

TEST_CASE("a value that leaves its brackets loses the quotes that these needed") {
  CHECK(laid_out("needs:\n  a: { level: \"max(123456, 123456)\", doc: \"b, c\" }\n", 40) ==
        "needs:\n  a:\n    level: max(123456, 123456)\n    doc: b, c\n");
}

TEST_CASE("expressions get spaces around operators and behind commas") {
  const auto level = [](const std::string& text) {
    const std::string result = laid_out("needs:\n  a:\n    level: " + text + "\n");
    return result.substr(23, result.size() - 24);
  };
  CHECK(level("1-hp.norm") == "1 - hp.norm");
  CHECK(level("( 1-a )^2*max( b,  -c )-+0.5") == "(1 - a)^2 * max(b, -c) - +0.5");
  CHECK(level("not(a)and b<3m/s or -c==+1") == "not (a) and b < 3m/s or -c == +1");
  CHECK(level("0.2/s*(1-a)") == "0.2/s * (1 - a)");
  CHECK(level("if(a>=1 ,b , c)") == "if(a >= 1, b, c)");
  CHECK(level("a  -  b") == "a - b");
  CHECK(level("+0.8") == "+0.8");
  // What is no expression stays as it is.
  CHECK(level("a ?  b") == "a ?  b");
}

TEST_CASE("texts that are no expressions keep their signs and blanks") {
  CHECK(laid_out("actions:\n  a:\n    doc: a-b  and c<d\n    cooldown: 2s\n") ==
        "actions:\n  a:\n    doc: a-b  and c<d\n    cooldown: 2s\n");
}

TEST_CASE("texts of several lines keep their lines") {
  CHECK(laid_out("a:\n    doc: |\n        one\n          two\n\n        three\n    b: 1\n") ==
        "a:\n  doc: |\n    one\n      two\n\n    three\n  b: 1\n");
  CHECK(laid_out("a:\n    doc: >-\n     one\n     two\n") == "a:\n  doc: >-\n    one\n    two\n");
  CHECK(laid_out("a:\n    doc: |4\n         one\n        two\n    b: 1\n") ==
        "a:\n  doc: |2\n     one\n    two\n  b: 1\n");
  CHECK(laid_out("a:\n    doc: |+\n        one \n\n\n    b: 1\n") == "a:\n  doc: |+\n    one \n\n\n  b: 1\n");
  CHECK(laid_out("a:\n    doc: |+\n        one\n\n\n") == "a:\n  doc: |+\n    one\n\n\n");
  // Without an end of its last line the text has none either.
  CHECK(laid_out("a:\n    doc: |\n        one") == "a:\n  doc: |-\n    one\n");
  CHECK(laid_out("a:\n    doc: one\n       two\n       three\n") == "a:\n  doc: one\n    two\n    three\n");
  CHECK(laid_out("a:\n  - |\n    one\n  -   two\n      three\n") ==
        "a:\n  - |\n    one\n  - two\n    three\n");
}

TEST_CASE("line ends stay of the kind of the first one, and the last line has one") {
  CHECK(laid_out("a:  1\r\nb: 2\nc: 3") == "a: 1\r\nb: 2\r\nc: 3\r\n");
  CHECK(laid_out("a:\r\n    # x\r\n\r\n    b: 1 # y\r\n") == "a:\r\n  # x\r\n\r\n  b: 1   # y\r\n");
  CHECK(laid_out("a: 1\nb:  2\r\n") == "a: 1\nb: 2\n");
  CHECK(laid_out("a: 1") == "a: 1\n");
  CHECK(laid_out("a: 1   \n# x  \n") == "a: 1\n# x\n");
}

TEST_CASE("a byte order mark goes, a tab between values becomes a space, one in a comment stays") {
  CHECK(laid_out("\xEF\xBB\xBF"
                 "a: 1\n") == "a: 1\n");
  CHECK(laid_out("a:\t1\t# b\tc\n") == "a: 1 # b\tc\n");
}

TEST_CASE("a line with three dashes at the beginning stays") {
  CHECK(laid_out("# x\n---\na:  1\n") == "# x\n---\na: 1\n");
}

TEST_CASE("columns count characters, not bytes") {
  CHECK(laid_out("tests:\n  für dich: { agent: a }\n  x: { agent: a }\n") ==
        "tests:\n  für dich: { agent: a }\n  x:        { agent: a }\n");
}

TEST_CASE("a text that cannot be read is left alone, with an error") {
  const std::string kFaulty[] = {"a: [1\n", "a:\n\tb: 1\n",     "a: &x 1\n",    "a: !!int 1\n", "a: 1\xFF\n",
                                 "",        "# nothing else\n", "a: 1\na: 2\n", "a:\n",         "a: \"x\n",
                                 "ａ: 1\n"};
  for (const std::string& text : kFaulty) {
    CAPTURE(text);
    Diagnostics diagnostics;
    const FormattedText result = format_text(text, 0, {}, diagnostics);
    CHECK(result.outcome == Outcome::unreadable);
    CHECK(result.text == text);
    CHECK(diagnostics.has_errors());
  }
  Diagnostics diagnostics;
  CHECK(format_text(std::string(10'000'000, 'a'), 0, {}, diagnostics).outcome == Outcome::unreadable);
}

TEST_CASE("half a megabyte on one line, or of many comments, is laid out in no time") {
  const auto repeated = [](const std::string& begin, const std::string& piece, const std::string& end) {
    std::string text = begin;
    while (text.size() + piece.size() + end.size() < 500'000) text += piece;
    return text + end;
  };
  // Each of these would take minutes if every item looked through the rest of the text.
  CHECK(format(repeated("a: [0", ", { b: 1, c: [2] }", "]\n")).outcome == Outcome::changed);
  CHECK(format(repeated("a: [0", ", [[[[[[[[[[1]]]]]]]]]]", "]\n")).outcome == Outcome::changed);
  CHECK(format(repeated("a:\n", "    - b:   1 # c\n", "")).outcome == Outcome::changed);
  CHECK(format(repeated("a:\n", "    - { b:   1 } # ishi: allow IS401 -- so\n", "")).outcome ==
        Outcome::changed);
  CHECK(format(repeated("a:   0\n", "# c\n\n", "")).outcome == Outcome::changed);
  std::string names = "needs:\n";
  for (int i = 0; i < 40'000; ++i) names += "  n" + std::to_string(i) + ":  { level: 1 }\n";
  CHECK(format(names).outcome == Outcome::changed);
}

TEST_CASE("a file that does not compile is laid out all the same") {
  CHECK(laid_out("ishi: 1\nactons:\n    flee: { scor:  1 }\n") == "ishi: 1\nactons:\n  flee: { scor: 1 }\n");
}

}  // namespace ishi::compiler::format_test
