#include "columns/column_set.h"

#include <catch2/catch.hpp>
#include <vector>

#include "columns/state_columns.h"
#include "ishi/ishi.h"
#include "memory/hash.h"
#include "population/population_state.h"
#include "runtime/guard_world.h"

// A feature that declares a column has nothing else to do for it.

namespace ishi::testing::column_set_test {
namespace {

constexpr auto kWarmthTag = static_cast<ColumnTag>(900);
constexpr auto kHomeTag = static_cast<ColumnTag>(901);
constexpr uint32_t kCapacity = 70;

// A feature of this test alone.
struct Warmth {
  float* warmth = nullptr;
  uint64_t* felt_at = nullptr;
  uint64_t* is_cold = nullptr;
  uint16_t* home = nullptr;  // an index of a state

  void declare(ColumnSet& columns, uint64_t& bytes) {
    columns.add_rows(warmth, About(kWarmthTag).id(7).rule(Rule::within(0, 1)).bytes(&bytes), 0.5f);
    columns.add_rows(felt_at, About(kWarmthTag).id(8).vacant(Vacant::now).bytes(&bytes));
    columns.add_bits(is_cold, About(kWarmthTag).id(9).rule(Rule::living()));
    columns.add_rows(home,
                     About(kHomeTag).index(Index{IndexOf::state, 3, kNotFound, 0, 0}).outlives_agents());
  }
};

struct World900 {
  ColumnSet columns{kCapacity, 80};
  Warmth warmth;
  Arena arena;
  uint64_t bytes = 0;

  World900() {
    warmth.declare(columns, bytes);
    REQUIRE(columns.allocate(arena, nullptr, FirstValues::defaults, {.now = 11}));
  }
  [[nodiscard]] bool is_valid() const {
    const std::vector<uint64_t> living(columns.words(), 1);  // in slot 0
    for (const StateColumn& column : columns.list()) {
      if (!ishi::is_valid(column, living.data())) return false;
    }
    return true;
  }
};

}  // namespace

TEST_CASE("a declared column lies in the arena, holds its vacant value, and counts as bytes of an agent") {
  World900 world;
  CHECK(world.arena.holds(world.warmth.warmth));
  CHECK(world.arena.planned() == 80 * (4 + 8 + 2) + 2 * 8);
  CHECK(world.bytes == 4 + 8);
  CHECK(world.warmth.warmth[kCapacity - 1] == 0.5f);
  CHECK(world.warmth.felt_at[0] == 11);
}

TEST_CASE("a slot whose agent goes holds the vacant values again, but in columns that outlive agents") {
  World900 world;
  world.warmth.warmth[65] = 1;
  world.warmth.home[65] = 2;
  world.warmth.is_cold[1] = 6;
  world.columns.reset(65, {.now = 40});
  CHECK(world.warmth.warmth[65] == 0.5f);
  CHECK(world.warmth.felt_at[65] == 40);
  CHECK(world.warmth.felt_at[64] == 11);
  CHECK(world.warmth.is_cold[1] == 4);
  CHECK(world.warmth.home[65] == 2);
}

TEST_CASE("a save that breaks the rule of a column is invalid") {
  World900 world;
  CHECK(world.is_valid());
  SECTION("a value out of range") { world.warmth.warmth[3] = 1.5f; }
  SECTION("a bit of nobody") { world.warmth.is_cold[0] = 2; }
  SECTION("an index of nothing") { world.warmth.home[3] = 3; }
  CHECK_FALSE(world.is_valid());
}

TEST_CASE(
    "a declared column is a part of the layout, of hashes, and of the list that saves and reloads go by") {
  World900 world, other;
  CHECK(world.arena.layout() == other.arena.layout());
  const uint64_t before = hash_bytes(world.arena.bytes(), 0);
  CHECK(before == hash_bytes(other.arena.bytes(), 0));
  world.warmth.home[1] = 1;
  CHECK(hash_bytes(world.arena.bytes(), 0) != before);
  Array<NamedColumn> columns;
  REQUIRE(list_columns(world.columns, nullptr, 0, columns));
  REQUIRE(columns.size() == 4);
  CHECK(columns[3].of->tag == kHomeTag);
  CHECK(columns[3].of->data == reinterpret_cast<std::byte*>(world.warmth.home));
}

TEST_CASE("a column that a population declares once it is there is saved, and its snapshots hold it") {
  GuardWorld w;
  Population::State& p = *w.guards.state();
  size_t save_before = 0, save_after = 0;
  REQUIRE(w.world.save_size(save_before));
  const size_t snapshot_before = w.world.snapshot_size();
  std::vector<uint64_t> heat(8, 5);
  p.columns.add_outside(heat.data(), heat.size(), About(kWarmthTag).home(Home::snapshot));
  REQUIRE(w.world.save_size(save_after));
  CHECK(save_after == save_before + 32 + 64);
  CHECK(w.world.snapshot_size() == snapshot_before + 64);
  std::vector<std::byte> memory(w.world.snapshot_size());
  size_t size = 0;
  REQUIRE(w.world.save_snapshot(memory, size));
  heat[3] = 6;
  REQUIRE(w.world.restore_snapshot(memory));
  CHECK(heat[3] == 5);
}

}  // namespace ishi::testing::column_set_test
