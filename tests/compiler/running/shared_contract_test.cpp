#include <catch2/catch.hpp>
#include <string>

#include "diagnostics/render_text.h"
#include "ishi/compiler/compile.h"
#include "ishi/contract.h"
#include "ishi/id.h"
#include "ishi/world.h"
#include "source/read_file.h"
#include "source/sources.h"

// Sets and tokens that two assets of one world share: they must be the same, or the second asset is refused,
// and it is said how they differ.

namespace ishi::compiler::shared_contract_test {

namespace {

Asset asset_of(const std::string& contract) {
  Sources sources;
  const Compilation compilation =
      compile("one.ishi.yaml",
              "ishi: 1\nthings: { bed: { fields: { soft: number } }, fridge: {}, chair: {} }\n" + contract +
                  "\nactions: { stay: { score: 0.5 } }\nagents: { guest: { actions: [stay] } }\n",
              MemoryReader(), {}, sources);
  INFO(render_text(compilation.diagnostics, sources));
  Asset asset;
  REQUIRE(Asset::load(compilation.blob, asset));
  return asset;
}

// What is said of the second of two assets; nothing if it is taken.
std::string said(const std::string& first, const std::string& second) {
  const Asset known = asset_of(first), other = asset_of(second);
  World world;
  REQUIRE(World::create({.teams = 2}, world));
  Population guests, others;
  REQUIRE(world.add_population(known, AgentId::of("guest"), {.capacity = 2}, guests));
  const Status status = world.add_population(other, AgentId::of("guest"), {.capacity = 2}, others);
  if (status) return "";
  CHECK(status.code == StatusCode::contract_mismatch);
  char text[256];
  return {text, describe(world.contract_fault(), text)};
}

std::string around(const std::string& fields) { return "candidates: { around: { " + fields + " } }"; }

TEST_CASE("a set that agents share is the same in all assets of a world") {
  const std::string set = around("of: [bed, fridge], fields: { near: number }, capacity: 8, scope: world");
  CHECK(said(set, set) == "");
  CHECK(said(set, "tokens: { stage: 1 }") == "");
  CHECK(said(set, around("of: [bed, fridge], fields: { near: number }, capacity: 200, scope: world")) ==
        "set `around`: an earlier asset has 8 entities for each world, the asset has 200 entities for each "
        "world");
  CHECK(
      said(set, around("of: [bed, fridge], fields: { near: number }, capacity: 8, scope: team")) ==
      "set `around`: an earlier asset has 8 entities for each world, the asset has 8 entities for each team");
  CHECK(
      said(set, around("fields: { near: number }, capacity: 8, scope: world")) ==
      "set `around`: an earlier asset has 8 entities for each world, the asset has 8 members for each world");
  CHECK(said(set, around("of: [bed, fridge], capacity: 8, scope: world")) ==
        "field `around.near`: an earlier asset has number -1000000..1000000, the asset does not have it");
  CHECK(said(set,
             around("of: [bed, fridge], fields: { near: number, old: point }, capacity: 8, scope: world")) ==
        "field `around.old`: an earlier asset does not have it, the asset has point");
  CHECK(said(set, around("of: [bed, fridge], fields: { near: point }, capacity: 8, scope: world")) ==
        "field `around.near`: an earlier asset has number -1000000..1000000, the asset has point");
  CHECK(said(set, around("of: [bed], fields: { near: number }, capacity: 8, scope: world")) ==
        "kind `around.fridge`: an earlier asset has this kind of thing in it, the asset does not have it");
  CHECK(said(set, around("of: [bed, chair], fields: { near: number }, capacity: 8, scope: world")) ==
        "kind `around.chair`: an earlier asset does not have it, the asset has this kind of thing in it");
}

TEST_CASE("a set of each agent's own is each asset's own") {
  CHECK(said(around("of: bed, capacity: 8"), around("fields: { near: number }, capacity: 64")) == "");
}

TEST_CASE("what has a set or a token of a name has the same one") {
  CHECK(said("tokens: { radio: 2 }", "tokens: { radio: 2 }") == "");
  CHECK(said("tokens: { radio: 2 }", "tokens: { radio: { count: 3, scope: team } }") ==
        "token `radio`: an earlier asset has 2 for each world, the asset has 3 for each team");
}

TEST_CASE("kinds of a set may stand in another order, and memories before it") {
  const Asset one = asset_of(around("of: [bed, fridge], capacity: 8, scope: world"));
  Sources sources;
  const Compilation compilation =
      compile("other.ishi.yaml",
              "ishi: 1\nthings: { fridge: {}, bed: { fields: { soft: number } } }\n"
              "memory: { seen: { of: bed, capacity: 4, forget: 9s, fields: { liked: boolean } } }\n"
              "candidates: { around: { of: [fridge, bed], capacity: 8, scope: world } }\n"
              "actions: { rest: { for_each: { one: seen }, score: one.soft } }\nagents: { guest: { actions: "
              "[rest] } }\n",
              MemoryReader(), {}, sources);
  INFO(render_text(compilation.diagnostics, sources));
  Asset other;
  REQUIRE(Asset::load(compilation.blob, other));
  World world;
  REQUIRE(World::create({}, world));
  Population guests, others;
  REQUIRE(world.add_population(one, AgentId::of("guest"), {.capacity = 2}, guests));
  CHECK(world.add_population(other, AgentId::of("guest"), {.capacity = 2}, others));
}

}  // namespace

}  // namespace ishi::compiler::shared_contract_test
