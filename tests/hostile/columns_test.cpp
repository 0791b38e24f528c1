#include <catch2/catch.hpp>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "columns/state_columns.h"
#include "ishi/ishi.h"
#include "population/population_state.h"

// Reloads and saves go by lists of columns: what is not listed is lost.

namespace ishi::testing::columns_test {

TEST_CASE("every byte of a population's state belongs to one column, and each column has a name of its own") {
  const std::string name =
      GENERATE("forager", "guard", "household", "hunters", "skirmish", "squad", "thief", "weapons");
  CAPTURE(name);
  std::ifstream file(ISHI_BLOBS "/" + name + ".ishi", std::ios::binary);
  const std::vector<char> bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  Asset asset;
  REQUIRE(Asset::load(std::vector<uint8_t>(bytes.begin(), bytes.end()), asset));
  World world;
  REQUIRE(World::create({.entities = 200, .teams = 3, .up = asset.up()}, world));
  for (uint32_t agent = 0; agent < asset.count(Kind::agents); ++agent) {
    Population population;
    REQUIRE(world.add_population(asset, AssetParts(asset).agent(agent).id, {.capacity = 37}, population));
    Array<NamedColumn> columns;
    REQUIRE(list_columns(population.state()->columns, &asset.state()->tables, 0, columns));
    size_t listed = 0;
    std::set<std::tuple<ColumnTag, uint16_t, uint64_t>> names;
    for (const NamedColumn& column : columns) {
      const StateColumn& of = *column.of;
      CAPTURE(static_cast<uint32_t>(of.tag));
      CHECK(names.emplace(of.tag, of.part, column.id).second);
      listed += of.is_in_arena() ? of.width * of.count : 0;
    }
    CHECK(listed == population.state()->arena.planned() + population.state()->shared_arena.planned());
  }
}

}  // namespace ishi::testing::columns_test
