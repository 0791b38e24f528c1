#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "format/format.h"
#include "source/read_file.h"
#include "trials.h"

namespace ishi::compiler::formatted_files_test {

namespace fs = std::filesystem;
using Outcome = FormattedText::Outcome;

namespace {

struct Seen {
  size_t files = 0;
  size_t changed = 0;
  size_t unreadable = 0;
};

// Lays out each source file below a folder of the repository, in two widths: what comes of it is laid out
// already, and says the same.
Seen lay_out_files(const std::string& folder) {
  Seen seen;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(ISHI_SOURCE_FOLDER) / folder)) {
    if (!entry.path().native().ends_with(".ishi.yaml") || entry.is_directory()) continue;
    const FolderReader reader(entry.path().parent_path());
    const std::string name = entry.path().filename().string();
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string text(std::istreambuf_iterator<char>(file), {});
    CAPTURE(entry.path().string());
    ++seen.files;
    for (const size_t width : {size_t{120}, size_t{50}}) {
      CAPTURE(width);
      Diagnostics diagnostics;
      const FormattedText once = format_text(text, 0, {.width = width}, diagnostics);
      CAPTURE(once.doubt);
      REQUIRE(once.outcome != Outcome::unproved);
      if (once.outcome == Outcome::unreadable) {
        CHECK(diagnostics.has_errors());
        ++seen.unreadable;
        continue;
      }
      if (once.outcome == Outcome::changed) ++seen.changed;
      Diagnostics again;
      const FormattedText twice = format_text(once.text, 0, {.width = width}, again);
      CHECK(twice.outcome == Outcome::unchanged);
      CHECK(twice.text == once.text);
      CHECK(compiles_to_same_blob(name, text, once.text, reader));
    }
  }
  return seen;
}

}  // namespace

TEST_CASE("all examples are laid out as ishi fmt lays them out") {
  size_t files = 0;
  for (const std::string folder : {"examples", "compiler/cli/template"}) {
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(ISHI_SOURCE_FOLDER) / folder)) {
      if (!entry.path().native().ends_with(".ishi.yaml")) continue;
      std::ifstream file(entry.path(), std::ios::binary);
      const std::string text(std::istreambuf_iterator<char>(file), {});
      CAPTURE(entry.path().string());
      Diagnostics diagnostics;
      CHECK(format_text(text, 0, {}, diagnostics).outcome == Outcome::unchanged);
      ++files;
    }
  }
  CHECK(files > 20);
}

TEST_CASE("laying files out twice is laying them out once, and changes no blob and no comment") {
  const Seen examples = lay_out_files("examples");
  CHECK(examples.unreadable == 0);
  CHECK(examples.changed > 10);  // in the narrow width
  const Seen passing = lay_out_files("tests/cases/pass");
  CHECK(passing.unreadable == 0);
  CHECK(passing.files > 60);
  CHECK(passing.changed > 60);
  const Seen failing = lay_out_files("tests/cases/fail");
  CHECK(failing.changed > 200);
  CHECK(failing.unreadable < failing.files);
}

TEST_CASE("whatever is typed into a file, it is laid out or left alone, and never loses anything") {
  std::vector<std::string> texts;
  for (const std::string folder :
       {"examples", "tests/fuzz/corpus/source_text", "tests/fuzz/found/source_text"}) {
    const fs::path path = fs::path(ISHI_SOURCE_FOLDER) / folder;
    if (!fs::exists(path)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(path)) {
      const bool is_text = folder != "examples" || entry.path().native().ends_with(".ishi.yaml");
      if (!entry.is_regular_file() || !is_text || entry.file_size() > 20'000) continue;
      std::ifstream file(entry.path(), std::ios::binary);
      texts.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
    }
  }
  REQUIRE(texts.size() > 20);
  // The first ones leave most texts well formed.
  constexpr size_t kHarmless = 5;
  constexpr std::string_view kTyped[] = {" ",   "\n", "\n\n", " # x\n", "    ",         "#",  "{", "}",
                                         "[",   "]",  ",",    ": ",     "- ",           "\"", "'", "|\n",
                                         ">\n", "\t", "\r\n", "---\n",  "\xEF\xBB\xBF", "x",  "0"};
  std::mt19937 random(17);  // NOLINT(cert-msc51-cpp)
  size_t laid_out = 0;
  for (uint32_t i = 0; i < trials(8000); ++i) {
    std::string text = texts[random() % texts.size()];
    for (uint32_t edits = 1 + random() % 4; edits > 0 && !text.empty(); --edits) {
      const size_t place = random() % text.size();
      if (i % 2 == 0)
        text.insert(place, kTyped[random() % kHarmless]);
      else if (random() % 3 == 0)
        text.erase(place, 1 + random() % 12);
      else
        text.insert(place, kTyped[random() % std::size(kTyped)]);
    }
    Diagnostics diagnostics;
    const FormattedText once =
        format_text(text, 0, {.width = i % 4 < 2 ? size_t{120} : size_t{50}}, diagnostics);
    INFO(text);
    INFO(once.doubt);
    REQUIRE(once.outcome != Outcome::unproved);
    if (once.outcome != Outcome::changed) continue;
    ++laid_out;
    Diagnostics again;
    const FormattedText twice =
        format_text(once.text, 0, {.width = i % 4 < 2 ? size_t{120} : size_t{50}}, again);
    INFO(once.text);
    INFO(twice.text);
    REQUIRE(twice.outcome == Outcome::unchanged);
  }
  CHECK(laid_out > trials(8000) / 20);
}

}  // namespace ishi::compiler::formatted_files_test
