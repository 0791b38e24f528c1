#include <catch2/catch.hpp>
#include <set>
#include <tuple>

#include "population/population_state.h"
#include "runtime/body_world.h"
#include "runtime/guard_world.h"
#include "runtime/senses/sense_world.h"
#include "runtime/sets/fact_world.h"
#include "runtime/steering/steering_world.h"

// Saves and reloads find a column by what it is of: two that are called alike would take each other's values.

namespace ishi::testing::distinct_columns_test {
namespace {

void check(const ColumnSet& columns) {
  std::set<std::tuple<ColumnTag, uint64_t, uint64_t, uint16_t>> seen;
  size_t count = 0;
  for (const StateColumn& column : columns.list()) {
    if (column.is_whole) continue;
    ++count;
    INFO("tag " << static_cast<int>(column.tag) << ", part " << column.part);
    CHECK(seen.insert({column.tag, column.id, column.within, column.part}).second);
  }
  CHECK(count > 3);
}

void check(const World& world, const Population& population) {
  check(world.state()->columns);
  check(population.state()->columns);
}

}  // namespace

TEST_CASE("no two columns of a world or of a population are called alike") {
  const GuardWorld guards;
  check(guards.world, guards.guards);
  const FactWorld facts;
  check(facts.world, facts.population);
  const BodyWorld bodies(
      {.options = {{.body = sequence({task(bodies::walk)}), .cooldown = 1}, {.body = sequence({wait(1)})}},
       .states = {{.options = {0}}, {.options = {1}}}});
  check(bodies.world, bodies.population);
  const WatchWorld watch({.senses = {touch(1), sight(9, senses::kAllAround, true), hearing()}});
  check(watch.world, watch.watchers);
  const SteeringWorld steering(
      {.parts = {{.kind = SteeringKind::wander, .range = 1}, {.kind = SteeringKind::avoid}}});
  check(steering.world, steering.population);
}

}  // namespace ishi::testing::distinct_columns_test
