#include "determinism/game.h"
#include "examples.h"
#include "memory/game_memory.h"
#include "runtime/allocations.h"

// A game's allocator: all memory of the runtime is asked of it and comes back to it, in calls that may
// allocate and in no others.

namespace ishi::testing::allocator_test {
namespace {

using determinism::Game;

constexpr determinism::Scenario kScenario{.name = "allocator", .agents = 3, .things = 2, .changes = 4};
constexpr uint32_t kFrames = 60;

// Plays frames, in which the game's memory is left alone.
void play(Game& game, const GameMemory& memory) {
  for (uint32_t i = 0; i < kFrames; ++i) {
    const uint64_t calls = memory.calls();
    game.run_frame();
    CHECK(memory.calls() == calls);
  }
}

TEST_CASE("all memory of a game comes from its allocator and goes back there") {
  const std::string name = any_behaviour();
  CAPTURE(name);
  const Asset of_heap = load_example(name);
  GameMemory of_assets, of_world;
  {
    const uint64_t others = Allocations::may_fail();
    Asset asset, next;
    REQUIRE(Asset::load(of_heap.bytes(), {.allocator = of_assets.allocator()}, asset));
    REQUIRE(Asset::load(of_heap.bytes(), {.allocator = of_assets.allocator()}, next));
    CHECK(of_assets.bytes() >= static_cast<int64_t>(2 * of_heap.bytes().size()));

    const determinism::Way way{.rollback = 8, .allocator = of_world.allocator()};
    Game game(kScenario, asset, way);
    play(game, of_world);
    Reload reload;
    REQUIRE(game.reload(
        next, [](uint64_t id) { return id; }, reload));
    play(game, of_world);
    REQUIRE(game.load(game.save()));
    play(game, of_world);
    game.finish();
    CHECK(Allocations::may_fail() == others);  // as all that the runtime makes with `new` may
    CHECK(of_world.blocks() > 20);
  }
  for (const GameMemory* const memory : {&of_assets, &of_world}) {
    CHECK(memory->blocks() == 0);
    CHECK(memory->bytes() == 0);
    CHECK(memory->mistaken() == 0);
  }
}

TEST_CASE("a game whose memory is its own does what one without an allocator does") {
  const std::string name = any_behaviour();
  CAPTURE(name);
  const Asset asset = load_example(name);
  GameMemory memory;
  Game own(kScenario, asset, {.allocator = memory.allocator()}), usual(kScenario, asset, {});
  for (uint32_t i = 0; i < kFrames; ++i) {
    own.run_frame();
    usual.run_frame();
  }
  CHECK(own.hash() == usual.hash());
}

TEST_CASE("a commit neither allocates nor releases") {
  const Asset asset = load_example("guard"), again = load_stripped_guard();
  GameMemory memory;
  Game game(kScenario, asset, {.allocator = memory.allocator()});
  for (uint32_t i = 0; i < kFrames; ++i) game.run_frame();
  const AssetChange change{&asset, &again};
  Reload reload;
  REQUIRE(game.world().prepare_reload({&change, 1}, reload));
  const uint64_t calls = memory.calls();
  REQUIRE(game.world().commit_reload(reload));
  CHECK(memory.calls() == calls);
}

TEST_CASE("scratches, reloads and replaced worlds give memory back to the allocator that they had") {
  const Asset asset = load_example("guard");
  GameMemory first, second;
  World world;
  Population guards;
  REQUIRE(World::create({.allocator = first.allocator()}, world));
  REQUIRE(world.add_population(asset, AssetParts(asset).agent(0).id, {.capacity = 4}, guards));
  Scratch scratch;
  Reload reload;
  const AssetChange change{&asset, &asset};
  REQUIRE(Scratch::create(world, scratch));
  REQUIRE(world.prepare_reload({&change, 1}, reload));
  CHECK(first.blocks() > 20);
  REQUIRE(World::create({.allocator = second.allocator()}, world));
  CHECK(first.blocks() > 1);  // the world is gone, and the scratch and the reload are not
  scratch = {};
  reload = {};
  CHECK(first.blocks() == 0);
  CHECK(second.blocks() > 0);
  world = {};
  CHECK(second.blocks() == 0);
  CHECK(first.mistaken() + second.mistaken() == 0);
}

TEST_CASE("an allocator with one of its two functions is refused, and nothing is asked of it") {
  GameMemory memory;
  Allocator half = memory.allocator();
  if (GENERATE(true, false)) {
    half.allocate = nullptr;
  } else {
    half.release = nullptr;
  }
  const Asset asset = load_example("guard");
  const auto is_refused = [](Status status) {
    return status.code == StatusCode::bad_options &&
           status.where == static_cast<uint64_t>(BadOption::allocator);
  };
  World world;
  Asset other;
  Reload reload;
  CHECK(is_refused(World::create({.allocator = half}, world)));
  CHECK(is_refused(Asset::load(asset.bytes(), {.allocator = half}, other)));
  CHECK(is_refused(World::load({}, {.allocator = half}, world, {}, reload)));
  CHECK(memory.calls() == 0);
  CHECK_FALSE(world.valid());
}

}  // namespace
}  // namespace ishi::testing::allocator_test
