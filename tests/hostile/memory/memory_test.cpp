#include <fstream>
#include <iterator>
#include <string>

#include "determinism/game.h"
#include "examples.h"
#include "memory/game_memory.h"

// A game without memory: its allocator refuses each block that the runtime asks for once, with the assets of
// the examples and a world that is in the middle of a game. The answer is out_of_memory, and everything else
// is as if nobody had asked.

namespace ishi::testing::memory_test {
namespace {

using determinism::Game;

constexpr determinism::Scenario kScenario{.name = "memory", .agents = 3, .things = 2, .changes = 4};
constexpr uint32_t kFramesBefore = 40, kFramesAfter = 60;

std::vector<uint8_t> read_blob(const std::string& name) {
  std::ifstream file(ISHI_BLOBS "/" + name + ".ishi", std::ios::binary);
  const std::vector<char> bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  REQUIRE_FALSE(bytes.empty());
  return {bytes.begin(), bytes.end()};
}

// Calls `make` with each of its blocks refused once, and `check` after each, with how many more are taken
// than before; returns how many may be refused. The call that succeeds is made last, unless `most` says that
// it comes no more.
template <typename Make, typename CheckAfter>
uint64_t refuse_each(GameMemory& memory, Make&& make, CheckAfter&& check, uint64_t most = ~uint64_t{0}) {
  for (uint64_t count = 0; count < most; ++count) {
    memory.refuse_after(count);
    const int64_t before = memory.blocks();
    const Status status = make();
    const int64_t kept = memory.blocks() - before;
    if (!memory.stop_refusing()) {
      REQUIRE(status);
      return count;
    }
    INFO("block " << count);
    REQUIRE(status.code == StatusCode::out_of_memory);
    check(kept);
  }
  return most;
}

TEST_CASE("whichever allocation of a load fails, the asset stays what it was, and nothing is left behind") {
  GameMemory memory;
  const std::string name = any_example();
  CAPTURE(name);
  const std::vector<uint8_t> bytes = read_blob(name);
  Asset asset = load_example("guard");
  const uint8_t* const place = asset.bytes().data();
  const uint64_t count = refuse_each(
      memory, [&] { return Asset::load(bytes, {.allocator = memory.allocator()}, asset); },
      [&](int64_t kept) {
        CHECK(asset.bytes().data() == place);
        CHECK(kept == 0);
      });
  CHECK(count >= 3);
  CHECK(asset.bytes().size() == bytes.size());
}

TEST_CASE("whichever allocation of a world fails, the world that was there goes on") {
  GameMemory memory;
  const Asset asset = load_example("guard");
  Game game(kScenario, asset, {.allocator = memory.allocator()}), undisturbed(kScenario, asset, {});
  // In the place of the world that goes on, which is taken out for it.
  World world = std::move(game.world());
  const uint64_t before = world.state_hash();
  const auto make = [&] { return World::create({.entities = 100, .allocator = memory.allocator()}, world); };
  World other;
  const uint64_t count = refuse_each(
      memory, [&] { return World::create({.entities = 100, .allocator = memory.allocator()}, other); },
      [](int64_t) {});
  CHECK(count == 3);
  refuse_each(
      memory, make,
      [&](int64_t kept) {
        CHECK(world.state_hash() == before);
        CHECK(kept == 0);
      },
      count);
  game.world() = std::move(world);
  for (uint32_t i = 0; i < kFramesAfter; ++i) {
    game.run_frame();
    undisturbed.run_frame();
  }
  CHECK(game.hash() == undisturbed.hash());
}

TEST_CASE("whichever allocation of a population fails, the game goes on as if nobody had asked") {
  GameMemory memory;
  const std::string name = any_example();
  CAPTURE(name);
  const Asset asset = load_example(name);
  const uint32_t agent = asset.count(Kind::agents) - 1;
  const auto add = [&](Game& game, Population& population) {
    return game.world().add_population(asset, AssetParts(asset).agent(agent).id,
                                       {.capacity = 5, .node_events = 8, .notices = 8}, population);
  };
  Population population;
  uint64_t count = 0;
  {
    Game game(kScenario, asset, {.allocator = memory.allocator()});
    for (uint32_t i = 0; i < kFramesBefore; ++i) game.run_frame();
    const uint64_t before = game.world().state_hash();
    count = refuse_each(
        memory, [&] { return add(game, population); },
        [&](int64_t) {
          CHECK(game.world().state_hash() == before);
          CHECK_FALSE(population.valid());
        });
    CHECK(population.valid());
  }
  CHECK(count > 20);

  population = {};
  {
    Game game(kScenario, asset, {.allocator = memory.allocator()}), undisturbed(kScenario, asset, {});
    for (uint32_t i = 0; i < kFramesBefore; ++i) {
      game.run_frame();
      undisturbed.run_frame();
    }
    refuse_each(
        memory, [&] { return add(game, population); }, [](int64_t) {}, count);
    for (uint32_t i = 0; i < kFramesAfter; ++i) {
      game.run_frame();
      undisturbed.run_frame();
    }
    CHECK(game.hash() == undisturbed.hash());
    game.finish();
  }
  CHECK(memory.blocks() == 0);
}

// The first population of an asset brings what a world has for all: its sounds, tokens, things and shared
// keys.
TEST_CASE("whichever allocation of the first population fails, the world is as empty as it was") {
  GameMemory memory;
  const std::string name = any_example();
  CAPTURE(name);
  const Asset asset = load_example(name);
  World world;
  REQUIRE(World::create({.teams = 2, .up = asset.up(), .allocator = memory.allocator()}, world));
  const uint64_t before = world.state_hash();
  Population population;
  const uint64_t count = refuse_each(
      memory,
      [&] { return world.add_population(asset, AssetParts(asset).agent(0).id, {.capacity = 5}, population); },
      [&](int64_t) {
        CHECK(world.state_hash() == before);
        CHECK_FALSE(population.valid());
        Entity entity;
        if (asset.count(Kind::things) > 0)
          CHECK(world.spawn_entity({.thing = AssetParts(asset).thing(0).id}, entity).code ==
                StatusCode::unknown_id);
        if (asset.count(Kind::sounds) > 0)
          CHECK(world.make_sound({.sound = AssetParts(asset).sound(0).id}).code == StatusCode::unknown_id);
      });
  CHECK(count > 20);
  CHECK(world.state_hash() != before);
}

TEST_CASE(
    "whichever allocation of a grid fails, there is none, and the game goes on as if nobody had asked") {
  GameMemory memory;
  const Asset asset = load_example("guard");
  Game game(kScenario, asset, {.allocator = memory.allocator()}), undisturbed(kScenario, asset, {});
  const uint64_t before = game.world().state_hash();
  const GridOptions options{.columns = 30, .rows = 20, .searches = 3};
  World with_grid;
  REQUIRE(World::create({.allocator = memory.allocator()}, with_grid));
  const uint64_t count = refuse_each(
      memory, [&] { return with_grid.create_grid(options); }, [](int64_t) {});
  CHECK(count >= 2 + options.searches);
  refuse_each(
      memory, [&] { return game.world().create_grid(options); },
      [&](int64_t kept) {
        CHECK(game.world().cells().empty());
        CHECK(game.world().state_hash() == before);
        CHECK(kept == 0);
      },
      count);
  for (uint32_t i = 0; i < kFramesAfter; ++i) {
    game.run_frame();
    undisturbed.run_frame();
  }
  CHECK(game.hash() == undisturbed.hash());
}

TEST_CASE("a scratch that could not be made anew is the one that it was") {
  GameMemory memory;
  const Asset guard = load_example("guard"), squad = load_example("squad");
  World world, larger;
  Population guards, soldiers;
  REQUIRE(World::create({.allocator = memory.allocator()}, world));
  REQUIRE(world.add_population(guard, AssetParts(guard).agent(0).id, {.capacity = 4}, guards));
  REQUIRE(World::create({.teams = 2, .up = squad.up(), .allocator = memory.allocator()}, larger));
  REQUIRE(larger.add_population(squad, AssetParts(squad).agent(0).id, {.capacity = 4}, soldiers));
  Scratch scratch;
  REQUIRE(Scratch::create(world, scratch));
  const auto thinks = [&](uint64_t frame) {
    Batch batch;
    REQUIRE(world.begin_frame({frame, frame}));
    REQUIRE(guards.begin_think(batch));
    for (uint32_t job = 0; job < batch.jobs(); ++job) CHECK(guards.think(batch, job, scratch));
    REQUIRE(guards.end_think(batch));
    REQUIRE(world.end_frame());
  };
  Entity agent;
  REQUIRE(guards.spawn({}, agent));
  uint64_t frame = 0;
  const uint64_t count = refuse_each(
      memory, [&] { return Scratch::create(larger, scratch); },
      [&](int64_t kept) {
        CHECK(kept == 0);
        thinks(++frame);
      });
  CHECK(count == 1);
}

TEST_CASE("whichever allocation of a reload or a save fails, the game goes on as if nobody had asked") {
  GameMemory memory;
  const std::string name = any_example();
  CAPTURE(name);
  const Asset asset = load_example(name), again = load_example(name);
  const Asset alike = name == "guard" ? load_stripped_guard() : load_example(name);
  {
    Game game(kScenario, asset, {.allocator = memory.allocator()}), undisturbed(kScenario, asset, {});
    for (uint32_t i = 0; i < kFramesBefore; ++i) {
      game.run_frame();
      undisturbed.run_frame();
    }
    World& world = game.world();
    const uint64_t before = world.state_hash();
    const auto check_world = [&](int64_t) { CHECK(world.state_hash() == before); };
    const AssetChange change{&asset, &again};
    Reload reload;
    CHECK(refuse_each(
              memory,
              [&] {
                return world.prepare_reload({&change, 1}, reload);
              },
              check_world) > 20);
    CHECK(reload.valid());
    reload = {};

    size_t size = 0;
    CHECK(refuse_each(
              memory, [&] { return world.save_size(size); }, check_world) > 1);
    std::vector<std::byte> bytes(size);
    const auto save = [&] { return world.save(bytes, size); };
    CHECK(refuse_each(memory, save, check_world) > 1);
    static_cast<void>(undisturbed.save());  // as that which succeeded: searches begin anew

    // Made of the game's asset at once, and by a reload.
    for (const Asset* const of : {&asset, &alike}) {
      if (of == &alike && name != "guard") continue;  // the same bytes
      const Asset* const assets[] = {of};
      World loaded;
      Population populations[8];
      const auto load_save = [&] {
        return World::load(bytes, {.assets = assets, .allocator = memory.allocator()}, loaded, populations,
                           reload);
      };
      CHECK(refuse_each(memory, load_save, [&](int64_t) { CHECK_FALSE(populations[0].valid()); }) > 20);
      CHECK(loaded.state_hash() == world.state_hash());
      reload = {};
    }
    for (uint32_t i = 0; i < kFramesAfter; ++i) {
      game.run_frame();
      undisturbed.run_frame();
    }
    CHECK(game.hash() == undisturbed.hash());
    game.finish();
  }
  CHECK(memory.blocks() == 0);
}

}  // namespace
}  // namespace ishi::testing::memory_test
