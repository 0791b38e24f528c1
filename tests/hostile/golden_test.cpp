#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "determinism/game.h"
#include "play_on.h"
#include "save/format.h"

// Blobs and saves of the versions so far, which each later one loads: tests/golden has a folder for each
// format of blobs and saves. A new format gets a folder of its own: hostile_tests "[write]", built for it,
// writes one.

namespace ishi::testing::golden_test {
namespace {

namespace fs = std::filesystem;

constexpr const char* kStories[] = {"guard", "household", "squad"};

std::vector<char> read_all(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

template <typename T>
std::span<const T> as(const std::vector<char>& bytes) {
  return {reinterpret_cast<const T*>(bytes.data()), bytes.size()};
}

void load(const fs::path& blob, Asset& asset) {
  const std::vector<char> bytes = read_all(blob);
  INFO(blob);
  REQUIRE(Asset::load(as<uint8_t>(bytes), asset));
}

// Of a key of a slot, whatever its type is.
std::string value_of(Population& population, uint64_t key, uint32_t slot) {
  std::string text;
  const auto print = [&](auto column) {
    if (population.column(key, column)) text = fmt::format("{}", column[slot]);
  };
  print(Column<float>());
  print(Column<int32_t>());
  print(Column<uint8_t>());
  return text;
}

// What a game can see of its agents.
std::string described(std::span<Population> populations, const Asset& asset) {
  std::string text;
  for (Population& p : populations) {
    if (!p.valid()) continue;
    text += fmt::format("{:016x}: {} of {}\n", p.agent_id().value, p.size(), p.capacity());
    for (uint32_t slot = 0; slot < p.capacity(); ++slot) {
      if (p.agent_of(slot) == kNobody) continue;
      text += fmt::format("  {}: option {}, state {}", slot, p.option(p.agent_of(slot)),
                          p.state(p.agent_of(slot)));
      for (uint32_t i = 0; i < asset.count(Kind::keys); ++i) {
        const std::string value = value_of(p, AssetParts(asset).key(i).id, slot);
        if (!value.empty()) text += ", " + value;
      }
      for (uint32_t i = 0; i < asset.count(Kind::motives); ++i) {
        Column<float> levels;
        if (p.levels(AssetParts(asset).motive(i).id, levels)) text += fmt::format(", {}", levels[slot]);
      }
      text += '\n';
    }
  }
  return text;
}

void write(const fs::path& path, const void* bytes, size_t size) {
  std::ofstream file(path, std::ios::binary);
  file.write(static_cast<const char*>(bytes), static_cast<std::streamsize>(size));
  REQUIRE(file.good());
}

const fs::path kGolden = fs::path(ISHI_SOURCE_FOLDER) / "tests/golden";

}  // namespace

TEST_CASE("blobs and saves of all versions so far are loaded, and go on") {
  size_t count = 0;
  for (const fs::directory_entry& folder : fs::directory_iterator(kGolden)) {
    for (const std::string story : kStories) {
      CAPTURE(folder.path(), story);
      Asset then, now;
      load(folder.path() / (story + ".ishi"), then);
      load(fs::path(ISHI_BLOBS) / (story + ".ishi"), now);
      const std::vector<char> save = read_all(folder.path() / (story + ".save"));
      const std::vector<char> seen = read_all(folder.path() / (story + ".txt"));
      World world;
      std::vector<Population> populations(4);
      Reload reload;
      const Asset* assets[] = {&then};
      REQUIRE(
          World::load(as<std::byte>(save), {.assets = assets, .strict = true}, world, populations, reload));
      CHECK(described(populations, then) == std::string(seen.begin(), seen.end()));
      play_on(world, populations, 100, 3);
      // … and with what the example has become since.
      assets[0] = &now;
      REQUIRE(World::load(as<std::byte>(save), {.assets = assets}, world, populations, reload));
      play_on(world, populations, 100, 3);
      ++count;
    }
  }
  CHECK(count >= std::size(kStories));
}

TEST_CASE("a golden blob and save of each story are written", "[.][write]") {
  const fs::path folder = kGolden / fmt::format("blob_{}_save_{}", kFormatVersion, save::kVersion);
  fs::create_directories(folder);
  for (const std::string story : kStories) {
    Asset asset;
    load(fs::path(ISHI_BLOBS) / (story + ".ishi"), asset);
    determinism::Game game({.name = "golden", .agents = 3, .things = 3, .changes = 3}, asset, {});
    for (int i = 0; i < 100; ++i) game.run_frame();
    const std::vector<std::byte> save = game.save();
    World world;
    std::vector<Population> populations(4);
    Reload reload;
    const Asset* const assets[] = {&asset};
    REQUIRE(World::load(save, {.assets = assets}, world, populations, reload));
    const std::string seen = described(populations, asset);
    fs::copy_file(fs::path(ISHI_BLOBS) / (story + ".ishi"), folder / (story + ".ishi"),
                  fs::copy_options::overwrite_existing);
    write(folder / (story + ".save"), save.data(), save.size());
    write(folder / (story + ".txt"), seen.data(), seen.size());
  }
}

}  // namespace ishi::testing::golden_test
