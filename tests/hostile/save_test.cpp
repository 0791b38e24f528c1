#include <catch2/catch.hpp>
#include <random>
#include <string>
#include <vector>

#include "determinism/game.h"
#include "examples.h"
#include "save/format.h"
#include "trials.h"
#include "population/population_state.h"

// Worlds that become bytes in the middle of a game, and games that go on from these; and bytes that are none.

namespace ishi::testing::save_test {
namespace {

using determinism::Game;

constexpr determinism::Scenario kScenario{.name = "saves", .agents = 5, .things = 3, .changes = 5};

void play(Game& game, uint32_t frames) {
  for (uint32_t i = 0; i < frames; ++i) game.run_frame();
}

// True if a search for a plan or a way goes on.
bool searches(const World::State& world) {
  for (const Population::State* p : world.populations) {
    for (uint32_t i = 0; i < p->acting.search_count; ++i) {
      if (p->acting.search_owners[i].node != SearchOwner::kNobodyPlans) return true;
    }
  }
  for (uint32_t i = 0; world.grid != nullptr && i < world.grid->options.searches; ++i) {
    if (world.grid->owners[i].population != 0) return true;
  }
  return false;
}

StatusCode code_of(Game& game, std::span<const std::byte> save) { return game.load(save).code; }

}  // namespace

TEST_CASE("a world that was saved and loaded goes on bit for bit as one that was not saved") {
  const std::string name = any_example();
  CAPTURE(name);
  const Asset asset = load_example(name);
  Game loaded(kScenario, asset, {});
  Game left(kScenario, asset, {});
  uint32_t searched = 0;  // rounds in which a search for a plan or a way went on
  for (uint32_t round = 0; round < 60; ++round) {
    play(loaded, 1 + round % 10);
    play(left, 1 + round % 10);
    searched += searches(*loaded.world().state()) ? 1 : 0;
    const std::vector<std::byte> save = loaded.save();
    REQUIRE(loaded.load(save));
    REQUIRE(loaded.world().state_hash() == left.world().state_hash());
    CHECK(loaded.save() == save);
  }
  if (name == "planning" || name == "thief") CHECK(searched > 0);
  CHECK(left.save() == loaded.save());
  play(loaded, 50);
  play(left, 50);
  CHECK(loaded.hash() == left.hash());
  loaded.finish();
}

TEST_CASE("the same asset, reloaded at each of thousands of ticks, changes nothing that happens") {
  const std::string name = any_example();
  CAPTURE(name);
  const Asset assets[] = {load_example(name), load_example(name)};
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
  const Asset asset = load_example(name);
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

}  // namespace ishi::testing::save_test
