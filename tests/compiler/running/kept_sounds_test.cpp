#include <catch2/catch.hpp>
#include <string>

#include "compiler/asset_of.h"
#include "compiler/saved_world.h"
#include "ishi/ishi.h"
#include "runtime/phases.h"

// A world keeps its sounds from the first asset on that has any, also after a reload to one that has none: a
// save of it holds them.

namespace ishi::compiler::kept_sounds_test {
namespace {

const std::string kDeaf = R"(ishi: 1
blackboard: { hp: number }
actions: { idle: { score: 0.1 } }
agents: { guard: { actions: [idle] } }
)";
const std::string kHears = R"(ishi: 1
blackboard: { hp: number }
things: { person: {} }
sounds: { step: { radius: 20m } }
memory: { heard: { of: sound, capacity: 4, forget: 5s } }
senses: { ears: { hearing: {}, of: sound, remember: heard } }
actions: { idle: { score: 0.1 } }
agents: { guard: { senses: [ears], actions: [idle] } }
)";

class Game {
 public:
  explicit Game(const Asset& asset) : asset_(&asset) {
    REQUIRE(World::create({.seed = 3, .entities = 8}, world));
    REQUIRE(world.add_population(asset, AgentId::of("guard"), {.capacity = 2}, population_));
    REQUIRE(Scratch::create(world, scratch_));
    REQUIRE(population_.spawn({}, agent_));
  }

  void reload(const Asset& next) {
    const AssetChange change{asset_, &next};
    Reload reload;
    REQUIRE(world.prepare_reload({&change, 1}, reload));
    REQUIRE(world.commit_reload(reload));
    REQUIRE(Scratch::create(world, scratch_));
    asset_ = &next;
  }
  void save_and_load() { compiler::save_and_load(*asset_, world, {&population_, 1}, scratch_); }
  void frame() {
    REQUIRE(world.begin_frame({frame_, frame_ * 50'000}));
    ++frame_;
    phases::think(population_, scratch_);
    REQUIRE(world.end_frame());
  }

  World world;

 private:
  const Asset* asset_;
  Population population_;
  Scratch scratch_;
  Entity agent_;
  uint64_t frame_ = 0;
};

}  // namespace

TEST_CASE("a world that has lost all assets with sounds is saved and loaded as it is, in any frame") {
  const Asset deaf = asset_of(kDeaf), hears = asset_of(kHears);
  for (const int frames : {0, 1, 5}) {
    CAPTURE(frames);
    Game saved(hears), plain(hears);
    for (Game* game : {&saved, &plain}) {
      for (int i = 0; i < frames; ++i) game->frame();
      game->reload(deaf);
    }
    saved.save_and_load();
    saved.frame();
    plain.frame();
    CHECK(saved.world.state_hash() == plain.world.state_hash());
    // And back: the asset that hears finds the sounds where they were.
    for (Game* game : {&saved, &plain}) game->reload(hears);
    saved.save_and_load();
    saved.frame();
    plain.frame();
    CHECK(saved.world.state_hash() == plain.world.state_hash());
  }
}

TEST_CASE("a world that never had an asset with sounds saves none") {
  const Asset deaf = asset_of(kDeaf), hears = asset_of(kHears);
  Game without(deaf), with(hears);
  with.reload(deaf);
  size_t fewer = 0, more = 0;
  REQUIRE(without.world.save_size(fewer));
  REQUIRE(with.world.save_size(more));
  CHECK(fewer < more);
  without.save_and_load();
}

}  // namespace ishi::compiler::kept_sounds_test
