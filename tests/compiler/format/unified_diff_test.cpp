#include "format/unified_diff.h"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>

namespace ishi::compiler::unified_diff_test {

TEST_CASE("the same texts have no difference") { CHECK(unified_diff("a", "x\ny\n", "x\ny\n").empty()); }

TEST_CASE("a difference has three lines around each change") {
  CHECK(unified_diff("a.txt", "1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nx\n6\n7\n8\n9\n") ==
        "--- a.txt\n+++ a.txt\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+x\n 6\n 7\n 8\n");
  CHECK(unified_diff("a", "1\n", "") == "--- a\n+++ a\n@@ -1 +0,0 @@\n-1\n");
  CHECK(unified_diff("a", "", "1\n2\n") == "--- a\n+++ a\n@@ -0,0 +1,2 @@\n+1\n+2\n");
}

TEST_CASE("a last line without an end is shown as such") {
  CHECK(unified_diff("a", "1\n2", "1\n2\n") ==
        "--- a\n+++ a\n@@ -1,2 +1,2 @@\n 1\n-2\n\\ No newline at end of file\n+2\n");
}

TEST_CASE("patch makes the new text of the old one and any difference") {
  namespace fs = std::filesystem;
  if (std::system("command -v patch >/dev/null 2>&1") != 0) return;
  const fs::path folder = fs::temp_directory_path() / ("ishi_diff_" + std::to_string(std::random_device()()));
  fs::create_directory(folder);
  const auto write = [&](const std::string& name, const std::string& text) {
    std::ofstream(folder / name, std::ios::binary) << text;
  };
  std::mt19937 random(7);  // NOLINT(cert-msc51-cpp)
  for (int round = 0; round < 60; ++round) {
    std::string before;
    std::string after;
    for (int line = 0; line < 40; ++line) {
      const std::string text = std::to_string(random() % 9) + "\n";
      const unsigned what = random() % 8;
      if (what != 0) before += text;
      if (what != 1) after += what == 2 ? "new\n" : text;
    }
    if (before == after) continue;
    write("text", before);
    write("diff", unified_diff("text", before, after));
    const std::string command = "cd '" + folder.string() + "' && patch -s -p0 < diff";
    REQUIRE(std::system(command.c_str()) == 0);
    std::ifstream file(folder / "text", std::ios::binary);
    CHECK(std::string(std::istreambuf_iterator<char>(file), {}) == after);
  }
  fs::remove_all(folder);
}

}  // namespace ishi::compiler::unified_diff_test
