#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <random>

#include "compiler/syntax/reading.h"
#include "trials.h"

namespace ishi::compiler::hostile_text_test {

using namespace ishi::compiler::test;

namespace {

constexpr size_t kMebibyte = size_t{1024} * 1024;

// A long text that repeats a piece: a quarter of the limit, so that an unoptimized build gets through all of
// them.
std::string repeated(std::string begin, std::string_view piece, std::string_view end = "") {
  while (begin.size() + piece.size() + end.size() <= kMebibyte / 4) begin += piece;
  return begin.append(end);
}

// True if all spans of a tree lie in the text and inside their parents'.
bool spans_fit(const Node& node, const Span& around) {
  const auto fits = [&](const Span& span) {
    return span.begin >= around.begin && span.end <= around.end && span.begin <= span.end;
  };
  if (!fits(node.span)) return false;
  return std::all_of(node.items.begin(), node.items.end(),
                     [&](const Node* item) { return spans_fit(*item, node.span); }) &&
         std::all_of(node.entries.begin(), node.entries.end(), [&](const Entry& entry) {
           return entry.key_span.begin >= node.span.begin && entry.key_span.end <= node.span.end &&
                  entry.key_span.begin < entry.key_span.end && spans_fit(*entry.value, node.span);
         });
}

}  // namespace

TEST_CASE("a hundred thousand brackets are one fault") {
  CHECK(faults("a: " + std::string(100'000, '[')) ==
        "1:67 IS009 «[» this is nested more than 64 levels deep\n");
  CHECK(faults("a: " + std::string(100'000, '{')) ==
        "1:67 IS009 «{» this is nested more than 64 levels deep\n");
}

TEST_CASE("a hundred thousand dashes on a line are one fault") {
  std::string text = "a:\n  ";
  for (int i = 0; i < 100'000; ++i) text += "- ";
  CHECK(faults(text) == "2:129 IS009 «-» this is nested more than 64 levels deep\n");
}

TEST_CASE("a name of a megabyte is refused") {
  const std::string name(kMebibyte - 20, 'a');
  const Reading block(name + ": 1\nb: 2\n");
  REQUIRE(block.diagnostics.all().size() == 1);
  CHECK(block.diagnostics.all()[0].code == Code::name_too_long);
  CHECK(block.diagnostics.all()[0].message == "this name has 1048556 bytes, but 1024 is the most");
  const Reading brackets("b: { " + name + ": 1 }\n");
  REQUIRE(brackets.diagnostics.all().size() == 1);
  CHECK(brackets.diagnostics.all()[0].code == Code::name_too_long);
}

TEST_CASE("names of 1024 bytes are read") {
  CHECK(faults(std::string(1024, 'a') + ": 1\n").empty());
  CHECK(faults("a: { " + std::string(1024, 'a') + ": 1 }\n").empty());
  CHECK(faults("a:\n  " + std::string(1025, 'a') + ": 1\nb: 2\n").find("IS106") != std::string::npos);
}

TEST_CASE("masses of anything end, with a bounded number of messages") {
  struct Hostile {
    std::string_view begin, piece, end;
  };
  constexpr auto kTexts = std::to_array<Hostile>({
      {"a: ", "b", ""},
      {"", "a:\n", ""},
      {"", "a: 1\n", ""},
      {"a: [", "a,", "a]"},
      {"a:\n  - [", "[],", "a]"},
      {"a: [", ",", ""},
      {"a: [", ", x,", ""},
      {"a: [", "(b, ", "]"},
      {"a: {", "a: (b, ", "}"},
      {"a: {", "[}", "}"},
      {"a: [", "[}", "]"},
      {"a: ", ": ", ""},
      {"a: {a", ": b", "}"},
      {"a: {", "\"\n", ""},
      {"a: {", "\"\" ", ""},
      {"a: \"", "\\q", "\""},
      {"a: b\n", " c\n", ""},
      {"a: |\n", " c\n", ""},
      {"a: ", "&a ", ""},
      {"a: ", "!a ", "x"},
      {"a: []", "\u3000", "x"},
      {"a: []", "]", ""},
      {"a: [", "&a *a,", "]"},
      {"a:\n", "  b{ \n", ""},
      {"", "a{\n", ""},
      {"", "\"\n", ""},
      {"", "\t- \n", ""},
      {"", "---\n", ""},
      {"a: ", "\x01", ""},
      {"", "a: b:\n", ""},
      {"a:\n", "    b: 1\n  c: 1\n", ""},
  });
  const Hostile hostile = kTexts[GENERATE_COPY(range(size_t{0}, kTexts.size()))];
  CAPTURE(hostile.begin, hostile.piece);
  const Reading reading(repeated(std::string(hostile.begin), hostile.piece, hostile.end));
  CHECK(reading.diagnostics.all().size() <= Diagnostics::kKept);
  CHECK(spans_fit(reading.root(), {0, 0, static_cast<uint32_t>(reading.text.size())}));
}

TEST_CASE("texts mutated at random are read, with all spans inside the text") {
  const std::string seed =
      "ishi: 1\n"
      "curves:\n"
      "  close: { points: [[0m, 1], [8m, 0.8]] }  # comment\n"
      "needs:\n"
      "  fear:\n"
      "    level: \"max(a, b)\"\n"
      "    doc: |\n"
      "      two\n"
      "      lines\n"
      "actions:\n"
      "  flee:\n"
      "    when: not alarm\n"
      "    do:\n"
      "      - move_to: { place: x }\n"
      "        timeout: 6s\n"
      "      - crouch\n"
      "  plain: this goes\n"
      "    on\n"
      "日本語: 'it''s'\n";
  constexpr auto kPieces = std::to_array<std::string_view>(
      {" ",          "\n",  "\t",    ":",     ": ",     "- ",          ",",
       "[",          "]",   "{",     "}",     "\"",     "'",           "#",
       " # ",        "&a ", "*a",    "!",     "|",      ">-\n",        "%",
       "@",          "`",   "? ",    "x",     "(",      ")",           "~",
       "<<: ",       "\\",  "---\n", "...\n", "\r\n",   "\r",          "\xE3\x80\x80",
       "\xFF",       "  ",  "\n  ",  "：",    "－ ",    "、",          "＃",
       "“",          "//",  "/*",    "*/",    "\u00A0", "<<<<<<< a\n", "=======\n",
       ">>>>>>> b\n"});
  std::mt19937 random(7);  // NOLINT: the same inputs on every run
  const auto below = [&](size_t limit) { return random() % limit; };
  const uint32_t runs = 8 * trials(20'000);  // all of them in the everyday build
  for (uint32_t run = 0; run < runs; ++run) {
    const size_t begin = below(seed.size());
    std::string text = below(2) == 0 ? seed : seed.substr(begin, below(120));
    for (size_t change = below(5); change-- > 0;) {
      const size_t at = below(text.size() + 1);
      switch (below(3)) {
        case 0: text.erase(at, below(4)); break;
        case 1: text.insert(at, kPieces[below(kPieces.size())]); break;
        default: text.insert(at, text.substr(below(text.size() + 1), below(16))); break;
      }
    }
    const Reading reading(text);
    const Span whole = {0, 0, static_cast<uint32_t>(text.size())};
    const bool is_sound = spans_fit(reading.root(), whole) &&
                          std::all_of(reading.diagnostics.all().begin(), reading.diagnostics.all().end(),
                                      [&](const Diagnostic& found) {
                                        return found.span.begin <= found.span.end &&
                                               found.span.end <= whole.end && found.code != Code::yaml_error;
                                      });
    if (!is_sound) {
      CAPTURE(text);
      REQUIRE(is_sound);
    }
  }
}

}  // namespace ishi::compiler::hostile_text_test
