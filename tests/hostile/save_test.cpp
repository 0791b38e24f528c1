#include <algorithm>
#include <catch2/catch.hpp>
#include <cstring>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "determinism/game.h"
#include "memory/hash.h"
#include "play_on.h"
#include "save/format.h"
#include "trials.h"

// Worlds that become bytes in the middle of a game, and games that go on from these; and bytes that are none,
// or say what cannot be.

namespace ishi::testing {
namespace {

using determinism::Game;

constexpr uint32_t kForged = 1000;

constexpr determinism::Scenario kScenario{.name = "saves", .agents = 5, .things = 3, .changes = 5};

Asset load_asset(const std::string& name) {
  std::ifstream file(ISHI_BLOBS "/" + name + ".ishi", std::ios::binary);
  const std::vector<char> bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  REQUIRE_FALSE(bytes.empty());
  Asset asset;
  REQUIRE(Asset::load(std::vector<uint8_t>(bytes.begin(), bytes.end()), asset));
  return asset;
}

std::string any_example() {
  return GENERATE("forager", "guard", "household", "hunters", "skirmish", "squad", "thief", "weapons");
}

void play(Game& game, uint32_t frames) {
  for (uint32_t i = 0; i < frames; ++i) game.run_frame();
}

StatusCode code_of(Game& game, std::span<const std::byte> save) { return game.load(save).code; }

// A save whose bytes were changed, with the checksum that they should have.
void forge(std::vector<std::byte>& save) {
  save::SaveHeader header;
  std::memcpy(&header, save.data(), sizeof header);
  header.checksum = hash_bytes(std::span<const std::byte>(save).subspan(sizeof header), header.size);
  std::memcpy(save.data(), &header, sizeof header);
}

}  // namespace

TEST_CASE("a world that was saved and loaded goes on bit for bit as the one that was saved") {
  const std::string name = any_example();
  CAPTURE(name);
  const Asset asset = load_asset(name);
  Game loaded(kScenario, asset, {});
  Game left(kScenario, asset, {});
  for (uint32_t round = 0; round < 40; ++round) {
    play(loaded, 10);
    play(left, 10);
    const std::vector<std::byte> save = loaded.save();
    CHECK(left.save() == save);
    REQUIRE(loaded.load(save));
    REQUIRE(loaded.world().state_hash() == left.world().state_hash());
    CHECK(loaded.save() == save);
  }
  play(loaded, 50);
  play(left, 50);
  CHECK(loaded.hash() == left.hash());
  loaded.finish();
}

TEST_CASE("the same asset, reloaded at each of thousands of ticks, changes nothing that happens") {
  const std::string name = any_example();
  CAPTURE(name);
  const Asset assets[] = {load_asset(name), load_asset(name)};
  Game reloaded(kScenario, assets[0], {});
  Game left(kScenario, assets[0], {});
  const auto same = [](uint64_t id) { return id; };
  Reload reload;
  for (uint32_t i = 0; i < trials(1250); ++i) {
    REQUIRE(reloaded.reload(assets[(i + 1) % 2], same, reload));
    play(reloaded, 1);
    play(left, 1);
    CAPTURE(i);
    REQUIRE(reloaded.world().state_hash() == left.world().state_hash());
    REQUIRE(reloaded.hash() == left.hash());
  }
  reloaded.finish();
}

TEST_CASE("a save that was cut or damaged is refused, and the world goes on") {
  const std::string name = any_example();
  CAPTURE(name);
  const Asset asset = load_asset(name);
  Game game(kScenario, asset, {});
  play(game, 60);
  const std::vector<std::byte> save = game.save();
  const uint64_t hash = game.world().state_hash();
  for (size_t size = 0; size < save.size(); size += 1 + size / 97) {
    CAPTURE(size);
    CHECK(code_of(game, std::span(save).first(size)) == StatusCode::save_cut);
  }
  std::mt19937 random(5);
  for (uint32_t i = 0; i < 200; ++i) {
    std::vector<std::byte> damaged = save;
    const size_t at = sizeof(save::SaveHeader) + random() % (save.size() - sizeof(save::SaveHeader));
    damaged[at] ^= std::byte{1} << (random() % 8);
    CHECK(code_of(game, damaged) == StatusCode::save_damaged);
  }
  CHECK(code_of(game, std::vector<std::byte>(4096)) == StatusCode::save_unknown);
  CHECK(game.world().state_hash() == hash);
  play(game, 60);
  game.finish();
}

TEST_CASE("whatever a forged save says, it is refused, or the world that it makes can be played") {
  const std::string name = any_example();
  CAPTURE(name);
  const Asset asset = load_asset(name);
  Game source(kScenario, asset, {});
  play(source, 80);
  const std::vector<std::byte> save = source.save();
  std::mt19937 random(11);
  uint32_t taken = 0;
  for (uint32_t i = 0; i < kForged; ++i) {
    std::vector<std::byte> forged = save;
    for (uint32_t k = 0; k < 1 + random() % 4; ++k) {
      const size_t at = sizeof(save::SaveHeader) + random() % (save.size() - sizeof(save::SaveHeader));
      forged[at] = random() % 2 == 0 ? forged[at] ^ (std::byte{1} << (random() % 8))
                                     : static_cast<std::byte>(random());
    }
    forge(forged);
    const Asset* const assets[] = {&asset};
    World world;
    std::vector<Population> populations(8);
    Reload reload;
    if (!World::load(forged, {.assets = assets}, world, populations, reload)) continue;
    ++taken;
    play_on(world, populations, 20, random());
  }
  WARN(taken << " of " << kForged << " forged saves of " << name << " were taken");
}

}  // namespace ishi::testing
