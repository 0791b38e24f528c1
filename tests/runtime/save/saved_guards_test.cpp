#include <cstddef>
#include <vector>

#include "runtime/guard_world.h"

// Guards as bytes: the loaded world goes on as the saved one, and bytes that are not as they were written are
// refused. tests/hostile forges saves whose sums are right.

namespace ishi::testing::saved_guards_test {
namespace {

std::vector<std::byte> save_of(const World& world) {
  size_t size = 0;
  REQUIRE(world.save_size(size));
  std::vector<std::byte> save(size);
  REQUIRE(world.save(save, size));
  save.resize(size);
  return save;
}

// Sixteen guards that have thought for some frames about people around them.
struct Watch : GuardWorld {
  std::vector<Entity> people;

  Watch() {
    for (uint32_t i = 0; i < 16; ++i) spawn({.team = TeamId(i % 3), .profile = guard::kProfiles[i % 2]});
    people = spawn_people(9);
    go_on(1, 5);
  }
  void go_on(uint32_t seed, int frames) {
    std::mt19937 random(seed);
    for (int i = 0; i < frames; ++i) {
      feed(random, people);
      think();
    }
  }
};

Status load(std::span<const std::byte> save, const Asset& asset, World& world, Population& guards) {
  const Asset* const assets[] = {&asset};
  Reload reload;
  return World::load(save, {.assets = assets, .strict = true}, world, {&guards, 1}, reload);
}

}  // namespace

TEST_CASE("a loaded world of guards goes on as the one that was saved") {
  Watch saved, loaded;
  loaded.go_on(3, 4);  // it is another one by now
  REQUIRE(loaded.world.state_hash() != saved.world.state_hash());
  REQUIRE(load(save_of(saved.world), loaded.asset, loaded.world, loaded.guards));
  REQUIRE(Scratch::create(loaded.world, loaded.scratch));
  loaded.frame = saved.frame;
  for (Entity& person : loaded.people) person = loaded.world.entity(person);
  CHECK(loaded.world.state_hash() == saved.world.state_hash());
  saved.go_on(2, 20);
  loaded.go_on(2, 20);
  CHECK(loaded.world.state_hash() == saved.world.state_hash());
}

TEST_CASE("a save changes nothing in its world, and is the same bytes twice") {
  const Watch watch;
  const uint64_t before = watch.world.state_hash();
  CHECK(save_of(watch.world) == save_of(watch.world));
  CHECK(watch.world.state_hash() == before);
}

TEST_CASE("a save that is cut off anywhere, or has a byte changed, is refused") {
  const Watch watch;
  std::vector<std::byte> save = save_of(watch.world);
  World world;
  Population guards;
  for (size_t size = 0; size < save.size(); size += 97)
    CHECK_FALSE(load({save.data(), size}, watch.asset, world, guards));
  for (size_t at = 0; at < save.size(); at += 61) {
    save[at] ^= std::byte{16};
    CHECK_FALSE(load(save, watch.asset, world, guards));
    save[at] ^= std::byte{16};
  }
  CHECK_FALSE(world.valid());
  CHECK(load(save, watch.asset, world, guards));
}

}  // namespace ishi::testing::saved_guards_test
