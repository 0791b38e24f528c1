#include <fmt/format.h>
#include <catch2/catch.hpp>
#include <filesystem>
#include <locale>
#include <map>
#include <string>
#include <vector>

#include "diagnostics/render_text.h"
#include "ishi/asset_info.h"
#include "ishi/compiler/compile.h"
#include "resolve/parsed_files.h"
#include "source/read_file.h"
#include "source/sources.h"

namespace ishi::compiler::compile_test {

namespace {

Compilation compile_text(const std::string& text, Sources& sources) {
  return compile("a.ishi.yaml", text, MemoryReader(), {}, sources);
}

Compilation compile_guard() {
  const FolderReader reader(std::filesystem::path(ISHI_SOURCE_FOLDER) / "examples" / "guard");
  Sources sources;
  return compile("guard.ishi.yaml", reader.read("guard.ishi.yaml").value(), reader, {}, sources);
}

// A locale with decimal commas and thousands in points, whatever the machine has installed.
class Commas : public std::numpunct<char> {
 protected:
  [[nodiscard]] char do_decimal_point() const override { return ','; }
  [[nodiscard]] char do_thousands_sep() const override { return '.'; }
  [[nodiscard]] std::string do_grouping() const override { return "\3"; }
};

}  // namespace

TEST_CASE("a file of agents is an asset, a library is not") {
  Sources sources;
  const Compilation library =
      compile_text("ishi: 1\nblackboard: { hp: { type: number, range: 0..100 } }\n", sources);
  CHECK_FALSE(library.has_errors);
  CHECK_FALSE(library.is_asset);
  CHECK(library.blob.empty());
  const Compilation asset = compile_text(
      "ishi: 1\nactions: { rest: { score: 1 } }\nagents: { cat: { actions: [rest] } }\n", sources);
  CHECK_FALSE(asset.has_errors);
  CHECK(asset.is_asset);
  CHECK_FALSE(asset.blob.empty());
}

TEST_CASE("the same sources give the same bytes, in a process with decimal commas as well") {
  const Compilation plain = compile_guard();
  REQUIRE_FALSE(plain.blob.empty());
  const std::locale before = std::locale::global(std::locale(std::locale::classic(), new Commas));
  const Compilation with_commas = compile_guard();
  std::locale::global(before);
  CHECK(plain.blob == with_commas.blob);
  CHECK(plain.blob == compile_guard().blob);
}

TEST_CASE("a stripped blob decides as the full one does: it has the same programs") {
  const FolderReader reader(std::filesystem::path(ISHI_SOURCE_FOLDER) / "examples" / "guard");
  Sources sources;
  const Compilation stripped =
      compile("guard.ishi.yaml", reader.read("guard.ishi.yaml").value(), reader, {.strip = true}, sources);
  Asset full_asset;
  Asset stripped_asset;
  REQUIRE(Asset::load(compile_guard().blob, full_asset));
  REQUIRE(Asset::load(stripped.blob, stripped_asset));
  CHECK_FALSE(stripped_asset.has_names());
  REQUIRE(AssetParts(stripped_asset).agent(0).operation_count ==
          AssetParts(full_asset).agent(0).operation_count);
  for (uint32_t i = 0; i < AssetParts(full_asset).agent(0).operation_count; ++i) {
    const OperationView a = AssetParts(full_asset).operation(0, i);
    const OperationView b = AssetParts(stripped_asset).operation(0, i);
    CHECK((a.code == b.code && a.a == b.a && a.b == b.b && a.c == b.c && a.gate == b.gate &&
           a.parameter == b.parameter));
  }
}

TEST_CASE("values that double again and again take no more than a line each") {
  std::string text = "ishi: 1\nblackboard: { hp: { type: number, range: 0..1 } }\nvalues:\n  v0: hp\n";
  for (int i = 1; i < 100; ++i) text += fmt::format("  v{}: (v{} + v{}) / 2\n", i, i - 1, i - 1);
  text += "actions: { rest: { score: v99 } }\nagents: { cat: { actions: [rest] } }\n";
  Sources sources;
  const Compilation compilation = compile_text(text, sources);
  CHECK_FALSE(compilation.has_errors);
  CHECK_FALSE(compilation.blob.empty());
}

TEST_CASE("a hundred thousand actions are refused in one line, not in a hundred thousand") {
  std::string text = "ishi: 1\nactions:\n";
  for (int i = 0; i < 60'000; ++i) text += fmt::format("  a{}: {{ score: 1 }}\n", i);
  Sources sources;
  const Compilation within_a_mebibyte =
      compile_text(text.substr(0, text.rfind('\n', 1'000'000) + 1), sources);
  REQUIRE(within_a_mebibyte.diagnostics.size() == 1);
  CHECK(within_a_mebibyte.diagnostics[0].code == Code::too_many_entries);
}

TEST_CASE("an agent makes so many choices, and no more") {
  const auto compile_choices = [](int listed) {
    std::string text =
        "ishi: 1\ncandidates: { s: { of: entity, capacity: 1 } }\nchoices:\n  c: { for_each: { m: s }, "
        "score: 1 }\n";
    std::string list;
    for (int i = 0; i < listed; ++i) {
      text += fmt::format("  c{}: {{ for_each: {{ m: s }}, score: 1 }}\n", i);
      list += fmt::format("{}c{}", i == 0 ? "" : ", ", i);
    }
    text += fmt::format(
        "actions: {{ wave: {{ score: c.score }} }}\nagents: {{ a: {{ choices: [{}], actions: [wave] }} }}\n",
        list);
    Sources sources;
    return compile_text(text, sources);
  };
  CHECK_FALSE(compile_choices(1023).blob.empty());
  const Compilation compilation = compile_choices(1024);
  REQUIRE(compilation.diagnostics.size() == 1);
  CHECK(compilation.diagnostics[0].code == Code::too_many_entries);
}

TEST_CASE("many offers of many sets are refused, not multiplied", "[large]") {
  const auto compile_offers = [](int offers, int sets) {
    std::string text = "ishi: 1\nthings:\n  chair:\n    offers:\n";
    for (int i = 0; i < offers; ++i) text += fmt::format("      o{}: {{ score: 1 }}\n", i);
    text += "candidates:\n";
    for (int i = 0; i < sets; ++i) text += fmt::format("  s{}: {{ of: entity, capacity: 1 }}\n", i);
    text += "agents:\n";
    for (int i = 0; i < sets; ++i) text += fmt::format("  a{}: {{ offers: s{} }}\n", i, i);
    Sources sources;
    return compile_text(text, sources);
  };
  CHECK_FALSE(compile_offers(256, 64).has_errors);
  const Compilation compilation = compile_offers(257, 64);
  REQUIRE(compilation.diagnostics.size() == 1);
  CHECK(compilation.diagnostics[0].code == Code::too_many_entries);
  CHECK(compile_offers(10'000, 1000).has_errors);
}

TEST_CASE("a name of a mebibyte is refused and not printed whole") {
  Sources sources;
  const std::string text = "ishi: 1\nblackboard:\n  " + std::string(1'000'000, 'a') + ": number\n";
  const Compilation compilation = compile_text(text, sources);
  REQUIRE(compilation.has_errors);
  CHECK(render_text(compilation.diagnostics, sources).size() < 5000);
}

TEST_CASE("ten thousand nested parentheses are refused, not followed") {
  Sources sources;
  const std::string text =
      "ishi: 1\nvalues:\n  deep: " + std::string(10'000, '(') + "1" + std::string(10'000, ')') + "\n";
  const Compilation compilation = compile_text(text, sources);
  REQUIRE(compilation.diagnostics.size() == 1);
  CHECK(compilation.diagnostics[0].code == Code::expression_too_large);
}

TEST_CASE("a program that outgrows its limit is refused") {
  std::string text = "ishi: 1\nblackboard: { hp: { type: number, range: 0..1 } }\nactions:\n";
  std::string names;
  for (int i = 0; i < 300; ++i) {
    std::string score = "hp";
    for (int k = 0; k < 300; ++k) score += fmt::format(" + {}.5 * hp", i * 300 + k);
    text += fmt::format("  a{}: {{ score: {} }}\n", i, score);
    names += fmt::format("{}a{}", i == 0 ? "" : ", ", i);
    if (text.size() > 1'000'000) break;
  }
  text += fmt::format("agents: {{ cat: {{ actions: [{}] }} }}\n", names);
  Sources sources;
  const Compilation compilation = compile_text(text, sources);
  for (const Diagnostic& diagnostic : compilation.diagnostics)
    CHECK(diagnostic.code == Code::program_too_large);
}

TEST_CASE("a hundred thousand unknown sections are refused one by one, as quickly as they are read") {
  std::string text = "ishi: 1\n";
  for (int i = 0; i < 100'000; ++i) text += fmt::format("k{}: 1\n", i);
  Sources sources;
  const Compilation compilation = compile_text(text, sources);
  REQUIRE(compilation.diagnostics.size() == 1000);
  CHECK(compilation.diagnostics.back().code == Code::unknown_field);
}

TEST_CASE("thousands of unknown names among thousands of known ones: the first hundreds get suggestions",
          "[large]") {
  std::string text = "ishi: 1\nblackboard:\n";
  for (int i = 0; i < 4000; ++i) text += fmt::format("  {}{:04}: number\n", std::string(55, 'k'), i);
  text += "actions:\n";
  for (int i = 0; i < 4000; ++i)
    text += fmt::format("  a{}: {{ score: {}x{:03} }}\n", i, std::string(55, 'k'), i % 1000);
  Sources sources;
  const Compilation compilation = compile_text(text, sources);
  REQUIRE(compilation.diagnostics.size() == 1000);
  CHECK(compilation.diagnostics.front().help.starts_with("did you mean"));
  CHECK_FALSE(compilation.diagnostics.back().help.starts_with("did you mean"));
}

TEST_CASE("what agents inherit is limited, however short the text") {
  std::string names;
  for (int i = 0; i < 1024; ++i) names += fmt::format("{}a{}", i == 0 ? "" : ", ", i);
  std::string text = "ishi: 1\nactions:\n";
  for (int i = 0; i < 1024; ++i) text += fmt::format("  a{}: {{ score: 1 }}\n", i);
  text += fmt::format("agents:\n  g: {{ actions: [{}] }}\n", names);
  for (int i = 0; i < 4000; ++i) text += fmt::format("  h{}: {{ extends: g }}\n", i);
  Sources sources;
  const Compilation compilation = compile_text(text, sources);
  REQUIRE(compilation.diagnostics.size() == 1);
  CHECK(compilation.diagnostics[0].code == Code::too_much_inherited);
}

TEST_CASE("profiles times needs are limited, as each has a weight for each") {
  const auto compile_profiles = [](int profiles) {
    std::string text = "ishi: 1\nneeds:\n";
    for (int i = 0; i < 4096; ++i) text += fmt::format("  n{}: {{ level: 0.5 }}\n", i);
    text += "importance:\n";
    for (int i = 0; i < profiles; ++i) text += fmt::format("  p{}: {{ n0: 2 }}\n", i);
    Sources sources;
    return compile_text(text, sources);
  };
  CHECK_FALSE(compile_profiles(64).has_errors);
  const Compilation compilation = compile_profiles(65);
  REQUIRE(compilation.diagnostics.size() == 1);
  CHECK(compilation.diagnostics[0].code == Code::too_many_entries);
}

TEST_CASE("the agents of a file share what may be computed, however often they name large actions",
          "[large]") {
  std::string text = "ishi: 1\nneeds:\n";
  for (int i = 0; i < 4000; ++i) text += fmt::format("  n{}: {{ level: 0.5 }}\n", i);
  text += "actions:\n  a: { gains: { n0: 1";
  for (int i = 1; i < 4000; ++i) text += fmt::format(", n{}: 1", i);
  text += " } }\nagents:\n";
  for (int i = 0; i < 4000; ++i) text += fmt::format("  g{}: {{ actions: [a] }}\n", i);
  Sources sources;
  const Compilation compilation = compile_text(text, sources);
  REQUIRE(compilation.diagnostics.size() == 1);
  CHECK(compilation.diagnostics[0].code == Code::program_too_large);
}

TEST_CASE("a file whose name no blob can hold is refused before anything is made of it") {
  const std::string path = GENERATE(as<std::string>(), "\xff.ishi.yaml", "a\x1b[31m.ishi.yaml",
                                    "a\nb.ishi.yaml", "\xe2\x80\xae/a.ishi.yaml");
  Sources sources;
  const Compilation compilation =
      compile(path, "ishi: 1\nactions: { rest: { score: 1 } }\nagents: { cat: { actions: [rest] } }\n",
              MemoryReader(), {}, sources);
  REQUIRE(compilation.diagnostics.size() == 1);
  CHECK(compilation.diagnostics[0].code == Code::file_name);
  CHECK(compilation.diagnostics[0].message ==
        "the name of this file, or of a folder that it is in, is not UTF-8 or holds an invisible control "
        "character");
  CHECK_THAT(
      render_text(compilation.diagnostics, sources),
      Catch::Contains(
          "names of files are kept in what is compiled, so that messages can tell where a thing stands") &&
          Catch::Contains("rename it; letters, digits and underscores do on every system"));
}

TEST_CASE("a file includes 255 others, and no more") {
  MemoryReader files;
  std::string text = "ishi: 1\ninclude: [";
  for (int i = 0; i < 256; ++i) {
    files.add(fmt::format("part_{}.ishi.yaml", i), "ishi: 1\n");
    text += fmt::format("{}part_{}.ishi.yaml", i == 0 ? "" : ", ", i);
  }
  Sources sources;
  const Compilation compilation = compile("a.ishi.yaml", text + "]\n", files, {}, sources);
  CHECK_THAT(render_text(compilation.diagnostics, sources),
             Catch::Contains("error[IS316]: more than 256 files are included") &&
                 Catch::Contains("help: bring some of them together, or include fewer"));
}

namespace {

// Finds each file, and may read none.
class LockedReader final : public FileReader {
 public:
  [[nodiscard]] tl::expected<std::string, ReadError> read(const std::string&) const override {
    return tl::unexpected(
        ReadError(ReadError::unreadable, std::make_error_code(std::errc::permission_denied)));
  }
};

}  // namespace

TEST_CASE("an included file that may not be read is reported with what the system says") {
  Sources sources;
  const Compilation compilation =
      compile("a.ishi.yaml", "ishi: 1\ninclude: [b.ishi.yaml]\n", LockedReader(), {}, sources);
  CHECK_THAT(render_text(compilation.diagnostics, sources),
             Catch::Contains("error[IS113]: `b.ishi.yaml` cannot be read") &&
                 Catch::Contains("= the system says: Permission denied") &&
                 Catch::Contains("help: look at the file's permissions, and at the disk that it is on"));
}

namespace {

// Counts how often each file is read.
class CountingReader final : public FileReader {
 public:
  void add(std::string path, std::string text) { files_.add(std::move(path), std::move(text)); }
  [[nodiscard]] tl::expected<std::string, ReadError> read(const std::string& path) const override {
    ++counts[path];
    return files_.read(path);
  }

  mutable std::map<std::string, int> counts;

 private:
  MemoryReader files_;
};

}  // namespace

TEST_CASE("compilations that share included files read them once and say what each says alone") {
  const std::map<std::string, std::string> texts = {
      {"a.ishi.yaml", "ishi: 1\ninclude: [b.ishi.yaml, c.ishi.yaml]\nactions: { x: { score: nowhere } }\n"},
      {"b.ishi.yaml", "ishi: 1\ninclude: [c.ishi.yaml, a.ishi.yaml]\nactions: { y: { score: ] } }\n"},
      {"c.ishi.yaml",
       "ishi: 1\ninclude: [a.ishi.yaml, missing.ishi.yaml]\nactions: { x: { score: 1, score: 2 } }\n"}};
  CountingReader reader;
  for (const auto& [path, text] : texts) reader.add(path, text);
  ParsedFiles shared;
  const auto said = [&](const std::string& path, ParsedFiles* included) {
    CompileOptions options;
    options.included = included;
    Sources sources;
    const Compilation compilation = compile(path, texts.at(path), reader, options, sources);
    return render_text(compilation.diagnostics, sources);
  };
  std::vector<std::string> alone;
  for (const auto& [path, text] : texts) alone.push_back(said(path, nullptr));
  reader.counts.clear();
  std::vector<std::string> together;
  for (const auto& [path, text] : texts) together.push_back(said(path, &shared));
  CHECK(together == alone);
  CHECK_FALSE(together[0].empty());
  for (const auto& [path, count] : reader.counts) CHECK(count == 1);
}

}  // namespace ishi::compiler::compile_test
