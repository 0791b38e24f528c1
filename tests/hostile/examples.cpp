#include "examples.h"

#include <catch2/catch.hpp>
#include <fstream>
#include <iterator>
#include <vector>

namespace ishi::testing {

std::string any_example() {
  return GENERATE("forager", "guard", "household", "hunters", "skirmish", "squad", "thief", "weapons");
}

std::string any_behaviour() {
  return GENERATE("forager", "guard", "household", "hunters", "skirmish", "squad", "thief", "weapons",
                  "acting", "planning");
}

namespace {

Asset load_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::vector<char> bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  REQUIRE_FALSE(bytes.empty());
  Asset asset;
  REQUIRE(Asset::load(std::vector<uint8_t>(bytes.begin(), bytes.end()), asset));
  return asset;
}

}  // namespace

Asset load_example(const std::string& name) { return load_file(ISHI_BLOBS "/" + name + ".ishi"); }

Asset load_stripped_guard() { return load_file(ISHI_BLOBS "/../stripped/guard.ishi"); }

}  // namespace ishi::testing
