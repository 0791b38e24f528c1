#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <set>
#include <string>

#include "diagnostics/catalogue.h"
#include "diagnostics/render_text.h"
#include "ishi/compiler/compile.h"
#include "pipeline/catalogue_examples.h"
#include "source/sources.h"

namespace ishi::compiler::compiler_catalogue_test {

namespace {

// Codes whose example would have to be no text, the name of a file, a fault of the compiler, or a sentence of
// yaml-cpp that none of our own checks forestalls (none is known).
const std::set<Code> kWithoutExample = {Code::id_collision, Code::internal_error, Code::yaml_error,
                                        Code::file_name};

std::string numbered(std::string_view form, size_t count) {
  std::string text;
  for (size_t i = 0; i < count; ++i) text += fmt::format(fmt::runtime(form), i, i + 1);
  return text;
}

// 32 actions, each of which weighs one thing more than the one before it, and the first of them 700.
std::string large_program() {
  return "ishi: 1\nblackboard: { hp: { type: number, range: 0..100 } }\nactions:\n"
         "  attack_0:\n    combine: compensated\n    considerations:\n" +
         numbered("      tile_{0}: hp.norm * 0.{1}\n", 700) +
         numbered(
             "  attack_{1}: {{ extends: attack_{0}, considerations: {{ more_{0}: hp.norm * 0.0{1} }} }}\n",
             31) +
         "agents:\n  commander: { actions: [attack_0" + numbered(", attack_{1}", 31) + "] }\n";
}

// Wrong examples that are bytes rather than text, or too long to be shown in the catalogue.
std::string wrong_example(const CatalogueRow& row) {
  switch (row.code) {
    case Code::text_too_large: return "ishi: 1\n" + std::string(1 << 20, '#');
    case Code::text_not_utf8: return "ishi: 1\n# \xff\n";
    case Code::text_utf16: return {"\xff\xfei\0s\0", 6};
    case Code::control_character: return "ishi: 1\n# \x01\n";
    case Code::bidirectional_control: return "ishi: 1\n# \xe2\x80\xae\n";
    case Code::too_many_entries:
      return "ishi: 1\nenums: { tile: [grass" + numbered(", tile_{0}", 255) + "] }\n";
    case Code::program_too_large: return large_program();
    case Code::too_much_inherited:
      return "ishi: 1\nactions:\n  base: { considerations: { a: 1" + numbered(", b{0}: 1", 255) + " } }\n" +
             numbered("  c{0}: {{ extends: base }}\n", 256);
    default: return std::string(row.wrong);
  }
}

struct Said {
  std::set<Code> codes;
  std::string text;
};

Said compile_said(const std::string& example, const CatalogueRow& row) {
  Sources sources;
  const Compilation compilation = compile_example(row, example, sources);
  Said said;
  for (const Diagnostic& diagnostic : compilation.diagnostics) said.codes.insert(diagnostic.code);
  said.text = render_text(compilation.diagnostics, sources);
  return said;
}

}  // namespace

TEST_CASE("the catalogue has rows in the order of codes, each with a title and an explanation") {
  Code last{};
  for (const CatalogueRow& row : catalogue()) {
    INFO(code_text(row.code));
    CHECK(row.code > last);
    CHECK_FALSE(row.title.empty());
    CHECK(row.explanation.size() > 80);
    last = row.code;
  }
}

TEST_CASE("each code's wrong example gets that code and nothing else") {
  for (const CatalogueRow& row : catalogue()) {
    if (kWithoutExample.contains(row.code)) continue;
    const Said said = compile_said(wrong_example(row), row);
    INFO(code_text(row.code) << "\n" << row.wrong << "\n" << said.text);
    CHECK(said.codes == std::set<Code>{row.code});
  }
}

TEST_CASE("each code's right example compiles without a word") {
  for (const CatalogueRow& row : catalogue()) {
    if (kWithoutExample.contains(row.code)) continue;
    const Said said = compile_said(std::string(row.right), row);
    INFO(code_text(row.code) << "\n" << row.right << "\n" << said.text);
    CHECK(said.codes.empty());
    CHECK_FALSE(row.right.empty());
  }
}

}  // namespace ishi::compiler::compiler_catalogue_test
