#include <algorithm>
#include <cstring>
#include <utility>

#include "runtime/guard_world.h"
#include "runtime/refusal.h"
#include "runtime/snapshot/snapshots.h"

// No bytes are taken for a snapshot of a world but its own, whole, between frames.

namespace ishi::testing::refused_snapshot_test {

TEST_CASE("a memory that is too small for a snapshot stays as it was") {
  GuardWorld w;
  const size_t whole = snapshot_of(w.world).size();
  Bytes bytes(whole - 1, std::byte{0xee});
  size_t size = 7;
  const Status status = w.world.save_snapshot(bytes, size);
  CHECK(status.code == StatusCode::buffer_too_small);
  CHECK(status.where == whole);
  CHECK(size == 7);
  CHECK(std::count(bytes.begin(), bytes.end(), std::byte{0xee}) == static_cast<ptrdiff_t>(bytes.size()));
}

TEST_CASE("a snapshot that was cut changes nothing, wherever that was") {
  GuardWorld w;
  w.spawn();
  const Bytes whole = snapshot_of(w.world);
  w.think();
  const uint64_t hash = w.world.state_hash();
  for (size_t size = 0; size < whole.size(); size += 64) {
    const Bytes cut(whole.begin(), whole.begin() + static_cast<ptrdiff_t>(size));
    const Status status = w.world.restore_snapshot(cut);
    REQUIRE(status.code == StatusCode::snapshot_cut);
    REQUIRE(status.where == (size == 0 ? 64 : whole.size()));
  }
  CHECK(w.world.state_hash() == hash);
}

TEST_CASE("a snapshot of which any byte has changed is refused, and changes nothing") {
  World world;
  const Asset asset = load_valid(guard_content());
  Population guards;
  REQUIRE(World::create({.entities = 2, .teams = 1, .event_bytes = 64}, world));
  REQUIRE(world.add_population(asset, kGuard, {.capacity = 1}, guards));
  Bytes bytes = snapshot_of(world);
  Entity agent;
  REQUIRE(guards.spawn({}, agent));
  const uint64_t hash = world.state_hash();
  size_t taken = 0;
  for (std::byte& byte : bytes) {
    const size_t place = static_cast<size_t>(&byte - bytes.data());
    byte ^= std::byte{1} << (place % 8);
    if (world.restore_snapshot(bytes)) ++taken;
    byte ^= std::byte{1} << (place % 8);
  }
  CHECK(taken == 0);
  CHECK(world.state_hash() == hash);
}

TEST_CASE("two lines of a snapshot that were exchanged are noticed") {
  GuardWorld w;
  w.spawn();
  Bytes bytes = snapshot_of(w.world);
  const auto line = [&](size_t i) { return bytes.begin() + static_cast<ptrdiff_t>(64 * i); };
  size_t exchanged = 0;
  for (size_t i = 1; i + 3 < bytes.size() / 64; ++i) {
    if (std::equal(line(i), line(i + 1), line(i + 2))) continue;
    std::swap_ranges(line(i), line(i + 1), line(i + 2));
    CHECK(w.world.restore_snapshot(bytes).code == StatusCode::snapshot_damaged);
    std::swap_ranges(line(i), line(i + 1), line(i + 2));
    ++exchanged;
  }
  CHECK(exchanged > 10);
  CHECK(w.world.restore_snapshot(bytes));
}

TEST_CASE("bytes that are no snapshot are refused") {
  GuardWorld w;
  const Bytes zeros(w.world.snapshot_size());
  CHECK(w.world.restore_snapshot(zeros).code == StatusCode::snapshot_unknown);
  CHECK(w.world.restore_snapshot({}).code == StatusCode::snapshot_cut);
}

TEST_CASE("a snapshot of another world is refused") {
  const auto content = [](float fallback) {
    BlobContent c = guard_content();
    c.keys[0].variable.fallback[0] = fallback;
    return c;
  };
  const Asset asset = load_valid(content(1)), other = load_valid(content(2));
  struct Made {
    const Asset& asset;
    WorldOptions world{.entities = 16, .teams = 3};
    PopulationOptions population{.capacity = 8};
    uint32_t populations = 1;
    uint32_t columns = 0;
  };
  const auto make = [](const Made& made) {
    World world;
    REQUIRE(World::create(made.world, world));
    for (uint32_t i = 0; i < made.populations; ++i) {
      Population population;
      REQUIRE(world.add_population(made.asset, kGuard, made.population, population));
    }
    if (made.columns > 0) REQUIRE(world.create_grid({.columns = made.columns, .rows = 4}));
    return world;
  };
  const World usual = make({asset});
  const Bytes bytes = snapshot_of(usual);
  CHECK(make({asset}).restore_snapshot(bytes));

  const Made others[] = {{other},
                         {asset, {.entities = 17, .teams = 3}},
                         {asset, {.entities = 16, .teams = 4}},
                         {asset, {.entities = 16, .teams = 3, .event_bytes = 128}},
                         {asset, {.entities = 16, .teams = 3, .sounds = 3}},
                         {asset, {.entities = 16, .teams = 3}, {.capacity = 9}},
                         {asset, {.entities = 16, .teams = 3}, {.capacity = 8}, 2},
                         {asset, {.entities = 16, .teams = 3}, {.capacity = 8}, 0},
                         {asset, {.entities = 16, .teams = 3}, {.capacity = 8}, 1, 4}};
  for (const Made& made : others) {
    World world = make(made);
    const uint64_t hash = world.state_hash();
    CHECK(world.restore_snapshot(bytes).code == StatusCode::snapshot_of_other_world);
    CHECK(world.state_hash() == hash);
  }
  CHECK(make({asset, {.entities = 16, .teams = 3}, {.capacity = 8}, 1, 5})
            .restore_snapshot(snapshot_of(make({asset, {.entities = 16, .teams = 3}, {.capacity = 8}, 1, 4})))
            .code == StatusCode::snapshot_of_other_world);
}

TEST_CASE("between begin_frame and end_frame nothing is saved or restored") {
  GuardWorld w;
  w.spawn();
  Bytes bytes = snapshot_of(w.world);
  const Bytes before = bytes;
  REQUIRE(w.world.begin_frame(w.next_clock()));
  const uint64_t hash = w.world.state_hash();
  size_t size = 0;
  const Status saved = w.world.save_snapshot(bytes, size);
  const Status restored = w.world.restore_snapshot(bytes);
  for (const Status& status : {saved, restored}) {
    CHECK(status.code == StatusCode::wrong_phase);
    CHECK(status.where == static_cast<uint64_t>(Phase::in_frame));
  }
  CHECK(bytes == before);
  CHECK(w.world.state_hash() == hash);
  REQUIRE(w.world.end_frame());
  CHECK(w.world.restore_snapshot(bytes));
}

TEST_CASE("a world that was never made has no snapshots") {
  World world;
  Bytes bytes(64);
  size_t size = 0;
  CHECK(world.snapshot_size() == 0);
  CHECK(world.save_snapshot(bytes, size).code == StatusCode::not_created);
  CHECK(world.restore_snapshot(bytes).code == StatusCode::not_created);
}

}  // namespace ishi::testing::refused_snapshot_test
