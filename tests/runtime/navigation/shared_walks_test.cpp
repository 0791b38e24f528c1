#include <algorithm>
#include <array>
#include <random>
#include <vector>

#include "runtime/allocations.h"
#include "runtime/navigation/crowd_world.h"

// Many walkers who ask for ways to one place are served by one search.

namespace ishi::testing::shared_walks_test {
namespace {

constexpr uint64_t kInfantry = id_of("navigation", "infantry");

const std::vector<raw::Navigation>& classes() {
  static const std::vector<raw::Navigation> kClasses = {
      {.id = kInfantry},
      {.id = kInfantry, .neighbours = 8, .corners = 0},
      {.id = kInfantry, .neighbours = 8, .corners = 1},
      {.id = kInfantry, .max_steps = 45},
      {.id = kInfantry, .max_steps = 40, .neighbours = 8, .corners = 0},
  };
  return kClasses;
}

// The first three have cells that no way connects.
Map map_of(uint32_t kind, uint32_t seed) {
  switch (kind) {
    case 0: return Map::scattered(60, 50, 35, 1, seed);
    case 1: return Map::rooms(60, 50, seed);
    case 2: return Map::scattered(60, 50, 20, 1, seed);
    case 3: return Map::maze(21, 15, seed);
    default: return Map(60, 50);
  }
}

}  // namespace

TEST_CASE("whoever shares a search gets a way that costs what its own search would find") {
  uint32_t unreachable = 0, shared = 0;
  for (uint32_t kind = 0; kind < 5; ++kind) {
    for (uint32_t type = 0; type < classes().size(); ++type) {
      for (const uint32_t walkers : {1u, 2u, 7u, 60u, 300u}) {
        std::mt19937 random(kind * 100 + type * 10 + walkers);
        Crowd crowd(map_of(kind, random() % 100), {.walkers = walkers, .navigation = classes()[type]});
        crowd.send_all(walkers, crowd.open_cell(random), random);
        crowd.wait(walkers < 60 ? 300 : 2000);
        CAPTURE(kind, type, walkers);
        const Crowd::Alone alone = crowd.alone();
        CHECK(alone.others == 0);
        CHECK(alone.cut <= walkers / 10);
        unreachable += alone.unreachable;
        shared += crowd.world.path_counters().expansions < alone.expansions ? 1 : 0;
      }
    }
  }
  CHECK(unreachable > 500);
  CHECK(shared > 40);
}

TEST_CASE("a thousand walkers among walls are searched for from a tenth of the cells and less") {
  for (const uint32_t percent : {20u, 35u}) {
    std::mt19937 random(percent);
    Crowd crowd(Map::scattered(200, 200, percent, 1, 4), {.walkers = 1000});
    const CellPlace place{100, 100};
    crowd.map.at(place) = 0;
    crowd.put(place);
    crowd.send_all(1000, place, random);
    crowd.wait(100'000);
    const Crowd::Alone alone = crowd.alone();
    CHECK(alone.others == 0);
    CHECK(10 * crowd.world.path_counters().expansions < alone.expansions);
  }
}

TEST_CASE("few walkers over open ground search on their own: that is less work") {
  std::mt19937 random(2);
  Crowd crowd(Map(200, 200), {.walkers = 12});
  crowd.send_all(12, {100, 100}, random);
  crowd.wait();
  const Crowd::Alone alone = crowd.alone();
  CHECK(alone.others == 0);
  CHECK(crowd.world.path_counters().expansions == alone.expansions);
}

TEST_CASE("a crowd around a place shares a search, and one who comes from far away does not widen it") {
  Crowd crowd(Map(300, 300), {.walkers = 401});
  for (int32_t i = 0; i < 400; ++i) crowd.send({10 + i % 20, 10 + i / 20}, {20, 20});
  crowd.send({290, 290}, {20, 20});
  crowd.wait();
  const Crowd::Alone alone = crowd.alone();
  CHECK(alone.others == 0);
  CHECK(crowd.world.path_counters().expansions < 3000);
  CHECK(alone.expansions > 4000);
}

TEST_CASE("walkers who ask later, and while the search goes on, are served, too") {
  for (const uint32_t frames_apart : {1u, 2u, 5u, 40u}) {
    std::mt19937 random(frames_apart);
    Crowd crowd(Map::scattered(100, 100, 30, 1, 8), {.walkers = 200});
    const CellPlace place = crowd.open_cell(random);
    for (uint32_t group = 0; group < 4; ++group) {
      crowd.send_all(50, place, random);
      for (uint32_t frame = 0; frame < frames_apart; ++frame) crowd.stand(600);
    }
    crowd.wait(600);
    CAPTURE(frames_apart);
    const Crowd::Alone alone = crowd.alone();
    CHECK(alone.others == 0);
    CHECK(2 * crowd.world.path_counters().expansions < alone.expansions);
  }
}

TEST_CASE("a place in a wall is shared: ways lead to the nearest cells") {
  Map map = Map::scattered(60, 60, 20, 1, 5);
  for (uint32_t i = 0; i < 25; ++i) map.at(28 + i % 5, 28 + i / 5) = kImpassable;
  std::mt19937 random(5);
  Crowd crowd(map, {.walkers = 150});
  crowd.send_all(150, {30, 30}, random);
  crowd.wait();
  const Crowd::Alone alone = crowd.alone();
  CHECK(alone.others == 0);
  CHECK(crowd.world.path_counters().unreachable >= alone.unreachable);
  CHECK(2 * crowd.world.path_counters().expansions < alone.expansions);
}

TEST_CASE("walkers to whom nothing leads from the place share a search, too") {
  // A room in a room, and a place outside of both.
  Map map = Map::scattered(80, 80, 15, 1, 3);
  for (int32_t i = 0; i < 60; ++i) {
    map.at(CellPlace{i, 60}) = map.at(CellPlace{60, i}) = map.at(CellPlace{60, 60}) = kImpassable;
    if (i < 20) map.at(CellPlace{i, 20}) = map.at(CellPlace{20, i}) = map.at(CellPlace{20, 20}) = kImpassable;
  }
  map.at(70, 70) = 0;
  std::mt19937 random(21);
  Crowd crowd(map, {.walkers = 200});
  crowd.send_all(200, {70, 70}, random);
  crowd.wait();
  const Crowd::Alone alone = crowd.alone();
  CHECK(alone.others == 0);
  CHECK(alone.unreachable > 80);
  CHECK(10 * crowd.world.path_counters().expansions < alone.expansions);
}

TEST_CASE("walkers whose turns cost something search on their own") {
  std::mt19937 random(6);
  Crowd crowd(Map::scattered(60, 60, 30, 1, 6),
              {.walkers = 100, .navigation = {.id = kInfantry, .turn_side = 1, .turn_back = 2}});
  crowd.send_all(100, crowd.open_cell(random), random);
  while (!crowd.all_have_ways()) {
    crowd.stand(500);
    REQUIRE(crowd.shared_searches() == 0);
  }
}

TEST_CASE("no call searches from more cells than it may, however many share a search") {
  std::mt19937 random(7);
  Crowd crowd(Map::scattered(100, 100, 30, 1, 7), {.walkers = 300});
  crowd.send_all(300, crowd.open_cell(random), random);
  uint64_t before = 0;
  uint32_t most_answers = 0;
  while (!crowd.all_have_ways()) {
    const uint64_t answered = crowd.world.path_counters().searches;
    crowd.stand(150);
    REQUIRE(crowd.world.path_counters().expansions - before <= 150);
    before = crowd.world.path_counters().expansions;
    most_answers =
        std::max(most_answers, static_cast<uint32_t>(crowd.world.path_counters().searches - answered));
  }
  // To give a way is work, too.
  CHECK(most_answers > 10);
  CHECK(most_answers <= 151);
}

TEST_CASE("those near the place do not wait for those far from it") {
  std::mt19937 random(11);
  Crowd crowd(Map::scattered(120, 120, 20, 1, 11), {.walkers = 200});
  crowd.send_all(200, {6, 6}, random);
  uint32_t early = 0;
  while (!crowd.all_have_ways()) {
    crowd.stand(300);
    if (crowd.shared_searches() > 0) early = static_cast<uint32_t>(crowd.world.path_counters().searches);
  }
  CHECK(early > 100);
}

TEST_CASE("what becomes of a walker that shares a search changes nothing for the others") {
  std::mt19937 random(12);
  Crowd crowd(Map::maze(61, 61, 3), {.walkers = 100});
  crowd.send_all(100, {0, 0}, random);
  while (crowd.shared_searches() == 0) crowd.stand(100);
  std::vector<uint32_t> gone;
  for (uint32_t slot = 0; slot < 100; ++slot) {
    if (crowd.ways[slot].end != Way::End::none) continue;
    if (slot % 3 == 0) gone.push_back(slot);
    if (slot % 3 == 1) crowd.want(slot, 1);  // which does not walk
  }
  REQUIRE(gone.size() > 10);
  for (const uint32_t slot : gone) REQUIRE(crowd.population.despawn(crowd.population.agent_of(slot)));
  for (uint32_t frame = 0; frame < 200; ++frame) crowd.stand(100);
  CHECK(crowd.world.path_counters().waiting == 0);
  CHECK(crowd.shared_searches() == 0);
  for (uint32_t slot = 0; slot < 100; ++slot) {
    if (slot % 3 == 2) CHECK(crowd.ways[slot].end != Way::End::none);
  }
}

TEST_CASE("a search that nobody shares any more ends") {
  std::mt19937 random(13);
  Crowd crowd(Map::maze(61, 61, 3), {.walkers = 50});
  crowd.send_all(50, {0, 0}, random);
  while (crowd.shared_searches() == 0) crowd.stand(100);
  for (uint32_t slot = 0; slot < 50; ++slot) crowd.want(slot, 1);
  const uint64_t before = crowd.world.path_counters().expansions;
  for (uint32_t frame = 0; frame < 5; ++frame) crowd.stand(100);
  CHECK(crowd.shared_searches() == 0);
  CHECK(crowd.world.path_counters().expansions - before < 200);
}

TEST_CASE(
    "all who follow a place that never stands still get ways to where it was, and then to where it is") {
  std::mt19937 random(14);
  Crowd crowd(Map::maze(61, 61, 3), {.walkers = 60});
  crowd.send_all(60, {0, 0}, random);
  for (uint32_t frame = 0; frame < 400; ++frame) {
    for (uint32_t slot = 0; slot < 60; ++slot) crowd.places.set(slot, {static_cast<float>(frame % 8), 0, 0});
    crowd.stand(150);
  }
  for (uint32_t slot = 0; slot < 60; ++slot) CHECK(crowd.ways[slot].end != Way::End::none);
  for (uint32_t frame = 0; frame < 100; ++frame) crowd.stand(20'000);
  CHECK(crowd.world.path_counters().waiting == 0);
}

TEST_CASE("cells that change while a search is shared: everybody arrives, and nobody walks through a wall") {
  for (uint32_t seed = 0; seed < 6; ++seed) {
    std::mt19937 random(seed);
    Crowd crowd(Map::scattered(40, 30, 15, 1, seed), {.walkers = 60});
    const CellPlace place{20, 15};
    crowd.map.at(place) = 0;
    crowd.put(place);
    crowd.send_all(60, place, random);
    for (uint32_t frame = 0; frame < 900; ++frame) {
      CellPlace cell = crowd.open_cell(random);
      if (frame % 3 == 0 && frame < 300) {
        bool is_taken = cell.column == place.column && cell.row == place.row;
        for (uint32_t slot = 0; slot < 60; ++slot)
          is_taken |= Crowd::cell_of(crowd.position(slot)) == std::pair(cell.column, cell.row);
        if (!is_taken) crowd.map.at(cell) = kImpassable;
        crowd.put(cell);
      }
      crowd.walk_frame(0.25f, 150);
      for (uint32_t slot = 0; slot < 60; ++slot) {
        const auto [column, row] = Crowd::cell_of(crowd.position(slot));
        REQUIRE(crowd.map.at(CellPlace{column, row}) != kImpassable);
      }
    }
    for (uint32_t slot = 0; slot < 60; ++slot) {
      PathSearch search;
      REQUIRE(search.allocate(40, 30));
      const Travel travel{TravelOptions{}};
      const auto [column, row] = Crowd::cell_of(crowd.position(slot));
      search.begin(crowd.map.grid(), travel, {.start = {column, row}, .place = place});
      search.run(crowd.map.grid(), travel, 0xffffffff);
      const bool is_closed_in = search.status() != PathStatus::reached;
      CHECK((is_closed_in || search.cost() <= 1));
    }
  }
}

TEST_CASE("a world that was saved, or goes back, while a search is shared comes to the same") {
  const Map map = Map::maze(41, 41, 3);
  const auto play = [&](bool saves, bool goes_back) {
    std::mt19937 random(15);
    Crowd crowd(map, {.walkers = 60});
    crowd.send_all(60, {0, 0}, random);
    std::vector<uint64_t> hashes;
    uint32_t times_shared = 0;
    for (uint32_t frame = 0; frame < 120; ++frame) {
      std::vector<std::byte> snapshot(crowd.world.snapshot_size());
      size_t size = 0;
      REQUIRE(crowd.world.save_snapshot(snapshot, size));
      const auto [frame_before, time_before] = std::pair(crowd.frame, crowd.time);
      const uint32_t rounds = goes_back && frame % 3 == 0 ? 3 : 0;
      for (uint32_t i = 0; i < rounds; ++i) crowd.walk_frame(0.5f, 60);
      if (rounds > 0) {
        REQUIRE(crowd.world.restore_snapshot({snapshot.data(), size}));
        crowd.frame = frame_before;
        crowd.time = time_before;
      }
      if (saves && frame % 2 == 0) crowd.save_and_load();
      crowd.walk_frame(0.5f, 60);
      times_shared += crowd.shared_searches();
      hashes.push_back(crowd.world.state_hash());
    }
    CHECK(times_shared > 10);
    return hashes;
  };
  const std::vector<uint64_t> hashes = play(false, false);
  CHECK(play(true, false) == hashes);
  CHECK(play(false, true) == hashes);
}

TEST_CASE("a reload while a search is shared leaves nobody without a way") {
  const Map map = Map::maze(41, 41, 3);
  for (const bool is_same : {true, false}) {
    std::mt19937 random(16);
    const CrowdOptions options{.walkers = 60};
    Crowd crowd(map, options);
    crowd.send_all(60, {0, 0}, random);
    while (crowd.shared_searches() == 0) crowd.stand(100);
    CrowdOptions other = options;
    if (!is_same) other.navigation.max_steps = 100'000;
    const Asset changed = load_valid(BodyContent(Crowd::spec(other)).content);
    crowd.reload_onto(changed);
    CHECK(crowd.shared_searches() == (is_same ? 1 : 0));
    crowd.wait(500);
    CHECK(crowd.world.path_counters().waiting == 0);
    CHECK(crowd.alone().others == 0);
  }
}

TEST_CASE("job sizes change nothing about who shares a search") {
  std::array<uint64_t, 2> hashes{};
  for (uint32_t run = 0; run < 2; ++run) {
    std::mt19937 random(17);
    Crowd crowd(Map::maze(41, 41, 3), {.walkers = 100, .searches = 3});
    crowd.agents_per_job = run == 0 ? 256 : 3;
    crowd.send_all(100, {0, 0}, random);
    for (uint32_t frame = 0; frame < 60; ++frame) crowd.walk_frame(0.5f, 200);
    hashes[run] = crowd.world.state_hash();
  }
  CHECK(hashes[0] == hashes[1]);
}

TEST_CASE("the state tells to which place a search is shared, and who shares it") {
  std::array<uint64_t, 2> hashes{};
  for (uint32_t run = 0; run < 2; ++run) {
    std::mt19937 random(18);
    Crowd crowd(Map::maze(41, 41, 3), {.walkers = 50});
    crowd.send_all(50, {0, run == 0 ? 0 : 2}, random);
    while (crowd.shared_searches() == 0) crowd.stand(40);
    for (uint32_t slot = 0; slot < 50; ++slot) crowd.places.set(slot, {20, 0, 20});
    crowd.stand(1);
    hashes[run] = crowd.world.state_hash();
  }
  CHECK(hashes[0] != hashes[1]);
}

TEST_CASE("a shared search allocates nothing") {
  std::mt19937 random(19);
  Crowd crowd(Map::maze(61, 61, 3), {.walkers = 100});
  crowd.send_all(100, {0, 0}, random);
  crowd.walk_frame(0, 1);
  const uint64_t before = Allocations::made();
  uint32_t times_shared = 0;
  for (uint32_t i = 0; i < 60; ++i) {
    crowd.begin_frame();
    crowd.think();
    crowd.act();
    REQUIRE(crowd.world.find_paths({.expansions = 200}));
    REQUIRE(crowd.world.end_frame());
    times_shared += crowd.shared_searches();
  }
  CHECK(Allocations::made() == before);
  CHECK(times_shared > 0);
}

}  // namespace ishi::testing::shared_walks_test
