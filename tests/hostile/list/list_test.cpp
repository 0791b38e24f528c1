#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>

// tests/hostile.md names the tests that nasty inputs meet.

namespace ishi::testing::list_test {
namespace {

const std::filesystem::path kRoot = ISHI_SOURCE_FOLDER;

std::string read(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

TEST_CASE("each test that the list of nasty inputs names is in the file that it names") {
  const std::string list = read(kRoot / "tests/hostile.md");
  REQUIRE_FALSE(list.empty());
  // A file, or a name in the file that stands before it.
  const std::regex named(R"re(`(tests/[^`]+)`|"([^"]+)")re");
  std::string file, text;
  int count = 0;
  for (std::sregex_iterator at(list.begin(), list.end(), named); at != std::sregex_iterator(); ++at) {
    if ((*at)[1].matched) {
      file = (*at)[1];
      text = read(kRoot / file);
      continue;
    }
    const std::string name = (*at)[2];
    CAPTURE(file, name);
    // A name of CMake goes on with the number of a part.
    CHECK((text.find(name + '"') != std::string::npos || text.find(name + ", part") != std::string::npos));
    ++count;
  }
  CHECK(count > 60);
}

}  // namespace
}  // namespace ishi::testing::list_test
