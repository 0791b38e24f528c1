#include <atomic>
#include <catch2/catch.hpp>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <regex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "compiler/crossed_calls.h"
#include "ishi/id.h"

// Handles of another world, of one that is gone, and of an agent in whose slot another one lives. Each call
// of a population and of a world stands in a table (crossed_calls.cpp): one that is missing fails a test.

namespace ishi::compiler::foreign_handles_test {
namespace {

using namespace crossed;

// The names of the calls of a class, as its header declares them.
std::set<std::string> declared_in(const std::string& header, const std::string& class_name) {
  std::ifstream file(std::string(ISHI_SOURCE_FOLDER "/runtime/include/ishi/") + header);
  REQUIRE(file.is_open());
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const size_t begin = text.find("{", text.find("\nclass " + class_name + " "));
  const size_t end = std::min(text.find("\n private:", begin), text.find("\n};", begin));
  REQUIRE(begin != std::string::npos);
  REQUIRE(end != std::string::npos);
  const std::string body = text.substr(begin, end - begin);
  static const std::regex kCall(
      R"(\n  (?:\[\[nodiscard\]\] )?(?:static )?(?:const )?[A-Za-z_][\w:<>, ]*[&*]? ?\b(\w+)\()");
  std::set<std::string> names;
  for (auto match = std::sregex_iterator(body.begin(), body.end(), kCall); match != std::sregex_iterator();
       ++match)
    names.insert((*match)[1]);
  return names;
}

// The own handles, one of them of the other world.
Handles crossed(const Place& own, const Place& other, uint32_t which) {
  Handles handles = own.own;
  if (which == kAgent) handles.agent = other.own.agent;
  if (which == kEntity) handles.entity = other.own.entity;
  if (which == kOrder) handles.order = other.own.order;
  if (which == kToken) handles.token = other.own.token;
  if (which == kTicket) handles.ticket = other.own.ticket;
  if (which == kBatches) {
    handles.sensing = other.own.sensing;
    handles.batch = other.own.batch;
    handles.round = other.own.round;
    handles.moving = other.own.moving;
  }
  return handles;
}

void check_crossed(const std::vector<Call>& calls) {
  Place mine, other;
  // Only the numbers of their worlds tell the two apart.
  REQUIRE(static_cast<EntityId>(mine.own.agent) == static_cast<EntityId>(other.own.agent));
  REQUIRE(static_cast<EntityId>(mine.own.order) == static_cast<EntityId>(other.own.order));
  REQUIRE(mine.own.token.serial == other.own.token.serial);
  REQUIRE(mine.own.ticket.query == other.own.ticket.query);
  REQUIRE(mine.world.state_hash() == other.world.state_hash());
  const uint64_t before = mine.world.state_hash();
  for (const Call& call : calls) {
    INFO(call.name);
    for (uint32_t which = kAgent; which <= kBatches; which *= 2) {
      if ((call.given & which) == 0) continue;
      INFO("handle " << which);
      CHECK(call.call(mine, crossed(mine, other, which)).code == StatusCode::foreign_handle);
      CHECK(mine.world.state_hash() == before);
      CHECK(other.world.state_hash() == before);
    }
  }
  // … and whose own they are takes them.
  for (const Call& call : calls) {
    INFO(call.name);
    if (!call.has_status && !call.says_much) continue;
    const StatusCode code = call.call(mine, mine.own).code;
    CHECK(code != StatusCode::foreign_handle);
    CHECK(code != StatusCode::world_gone);
    CHECK(code != StatusCode::not_created);
    CHECK(code != StatusCode::not_of_population);
  }
}

void check_gone(Place& place) {
  CHECK_FALSE(place.smiths.valid());
  CHECK(place.smiths.status().code == StatusCode::world_gone);
  for (const Call& call : calls_of_population()) {
    INFO(call.name);
    CHECK(call.call(place, place.own).code ==
          (call.has_status ? StatusCode::world_gone : StatusCode::foreign_handle));
  }
  CHECK(dispatch(place.smiths, {}));
}

}  // namespace

TEST_CASE("every call of a population is in the table of handles that are crossed") {
  // The first three are asked in the tests below, the last by what it gives.
  std::set<std::string> named{"valid", "status", "world_number", "candidates"};
  for (const Call& call : calls_of_population()) named.insert(call.name);
  std::set<std::string> declared = declared_in("population.h", "Population");
  declared.merge(declared_in("candidates.h", "Candidates"));
  declared.merge(declared_in("tools.h", "Tools"));
  declared.erase("Tools");  // how one is made
  CHECK(declared == named);
}

TEST_CASE("every call of a world that takes a handle is in the table of handles that are crossed") {
  // These take none, but for what reloads have, which has tests of its own.
  std::set<std::string> named{"create",
                              "valid",
                              "number",
                              "entity",
                              "add_population",
                              "contract_fault",
                              "spawn_entity",
                              "entity_count",
                              "positions",
                              "facings",
                              "field",
                              "world_key",
                              "team_key",
                              "candidates",
                              "list",
                              "population",
                              "population_count",
                              "begin_frame",
                              "cancel_frame",
                              "end_frame",
                              "tokens_in_use",
                              "keep_tokens",
                              "clock",
                              "post_to_team",
                              "post_to_everyone",
                              "lost_sounds",
                              "create_grid",
                              "cells",
                              "cells_changed",
                              "set_cell",
                              "cell_of",
                              "find_paths",
                              "path_counters",
                              "prepare_reload",
                              "commit_reload",
                              "save_size",
                              "save",
                              "load",
                              "state_hash",
                              "snapshot_size",
                              "save_snapshot",
                              "restore_snapshot",
                              "state"};
  for (const Call& call : calls_of_world()) named.insert(call.name);
  std::set<std::string> declared = declared_in("world.h", "World");
  declared.merge(declared_in("candidates.h", "Candidates"));
  CHECK(declared == named);
}

TEST_CASE("a population refuses each handle of another world, and nothing changes") {
  check_crossed(calls_of_population());
}

TEST_CASE("a world refuses each handle of another one, and nothing changes") {
  check_crossed(calls_of_world());
}

TEST_CASE("a population whose world is gone refuses every call") {
  Place place;
  SECTION("destroyed") { place.world = World(); }
  SECTION("made anew in the same place") {
    REQUIRE(World::create({.entities = 64, .teams = 2}, place.world));
  }
  SECTION("made anew, with a population like the one before") {
    World& world = place.world;
    Population others;
    REQUIRE(World::create({.entities = 64, .teams = 2}, world));
    REQUIRE(world.add_population(place.assets.back(), AgentId::of("smith"), {.capacity = 4}, others));
    Entity agent;
    REQUIRE(others.spawn({}, agent));
    CHECK(others.valid());
    CHECK(others.status());
    CHECK_FALSE(place.smiths.valid());
  }
  SECTION("replaced by another one that moves there") {
    World other;
    REQUIRE(World::create({.entities = 64, .teams = 2}, other));
    place.world = std::move(other);
    other = World();
  }
  CHECK_FALSE(place.world.is_alive(place.own.agent));
  CHECK(place.smiths.world_number() == place.own.agent.world);
  check_gone(place);
}

TEST_CASE("handles of a world that moves stay what they are") {
  Place place;
  World moved = std::move(place.world);
  CHECK(place.smiths.valid());
  CHECK(moved.is_alive(place.own.agent));
  CHECK(place.smiths.option(place.own.agent) != kNoOption);
  World again;
  again = std::move(moved);
  CHECK(place.smiths.report(place.own.token, Ending::completed));
  CHECK(again.number() == place.own.agent.world);
}

TEST_CASE("a handle of a dead agent does not reach the agent that now has its slot") {
  Place place;
  REQUIRE(place.smiths.despawn(place.smith));
  Entity heir;
  REQUIRE(place.smiths.spawn({}, heir));
  uint32_t slot = 0;
  REQUIRE(place.smiths.slot_of(heir, slot));
  REQUIRE(slot == place.slot);
  const uint64_t before = place.world.state_hash();
  for (const Call& call : calls_of_population()) {
    if ((call.given & kAgent) == 0) continue;
    INFO(call.name);
    CHECK(call.call(place, place.own).code ==
          (call.has_status ? StatusCode::stale_handle : StatusCode::foreign_handle));
  }
  CHECK(place.world.state_hash() == before);
  uint32_t count = 1;
  REQUIRE(place.smiths.facts(heir, kSeen, {}, count));
  CHECK(count == 0);
}

TEST_CASE("a population refuses an agent of another population of its world") {
  Place place;
  Population others;
  REQUIRE(place.world.add_population(place.assets.back(), AgentId::of("smith"), {.capacity = 4}, others));
  Entity other;
  REQUIRE(others.spawn({}, other));
  CHECK(place.smiths.remember(other, kSeen, place.own.entity).code == StatusCode::not_of_population);
  CHECK(others.report(place.own.token, Ending::completed).code == StatusCode::token_unknown);
  CHECK(others.answer(place.own.ticket, ishi::Sight::clear).code == StatusCode::query_unknown);
}

TEST_CASE("ids that were stored become handles of the world that is asked") {
  Place mine, other;
  mine.key<EntityId>("whom") = mine.own.entity;
  const Entity whom = mine.world.entity(mine.key<EntityId>("whom"));
  CHECK(whom == mine.own.entity);
  CHECK(mine.world.is_alive(whom));
  CHECK_FALSE(other.world.is_alive(whom));
  CHECK(mine.world.entity({}) == kNobody);
  CHECK(World().entity(whom) == kNobody);
  static_assert(sizeof(EntityId) == 8 && sizeof(Entity) == 12 && sizeof(Population) == 16 &&
                sizeof(ishi::Token) == 24);
}

TEST_CASE("dispatch hands commands of another world to no handler") {
  Place mine, other;
  other.step(true, [] {});
  const Start start{.token = other.own.token, .agent = other.own.agent};
  const Commands commands{.starts = {&start, 1}};
  const Dispatched done = dispatch(mine.smiths, commands);
  CHECK(done.refused == 1);
  CHECK(done.status.code == StatusCode::foreign_handle);
}

TEST_CASE("a reload that was prepared for a world that is gone is not committed to the one in its place") {
  Place place;
  const AssetChange change{&place.assets.back(),
                           &place.compiled(replaced(text_of_place(), "rise: 0.01/s", "rise: 0.02/s"))};
  Reload reload;
  REQUIRE(place.world.prepare_reload({&change, 1}, reload));
  // As often as it takes for a world to lie where the old one lay.
  const World::State* const lay = place.world.state();
  place.world = World();
  std::vector<World> others;
  for (int i = 0; i < 64 && (others.empty() || others.back().state() != lay); ++i) {
    REQUIRE(World::create({.entities = 64, .teams = 2}, others.emplace_back()));
    Population smiths;
    REQUIRE(others.back().add_population(*change.from, AgentId::of("smith"), {.capacity = 4}, smiths));
    CHECK(others.back().commit_reload(reload).code == StatusCode::reload_outdated);
  }
}

TEST_CASE("a game may give a world a number that no other existing world has") {
  World first, second;
  REQUIRE(World::create({.number = 7}, first));
  CHECK(first.number() == 7);
  const Status status = World::create({.number = 7}, second);
  CHECK(status.code == StatusCode::bad_options);
  CHECK(status.where == static_cast<uint64_t>(BadOption::number));
  CHECK_FALSE(second.valid());
  CHECK(World::create({.number = 0x8000'0000}, second).code == StatusCode::bad_options);
  REQUIRE(World::create({.number = 0x7fff'ffff}, second));
  Entity entity;
  REQUIRE(first.spawn_entity({}, entity));
  CHECK(entity.world == 7);
  // The one that is replaced may hand it on; its entities are gone all the same.
  REQUIRE(World::create({.number = 7}, first));
  CHECK(first.number() == 7);
  CHECK_FALSE(first.is_alive(entity));
  first = World();
  REQUIRE(World::create({.number = 7}, second));
  CHECK(World().number() == 0);
}

TEST_CASE("worlds that are given no number never have the same") {
  std::set<uint32_t> numbers;
  for (int i = 0; i < 300; ++i) {
    World world, beside;
    REQUIRE(World::create({}, world));
    REQUIRE(World::create({}, beside));
    numbers.insert(world.number());
    numbers.insert(beside.number());
  }
  CHECK(numbers.size() == 600);
  CHECK(numbers.count(0) == 0);
}

TEST_CASE(
    "the number is neither hashed nor saved, and a loaded world takes over that of the one which it "
    "replaces") {
  Place place;
  const uint64_t hash = place.world.state_hash();
  size_t size = 0;
  REQUIRE(place.world.save_size(size));
  std::vector<std::byte> save(size), other_save(size);
  REQUIRE(place.world.save(save, size));
  Place other;
  CHECK(other.world.state_hash() == hash);
  REQUIRE(other.world.save(other_save, size));
  CHECK(save == other_save);

  const Asset* const assets[] = {&place.assets.back()};
  Population loaded[1];
  Reload changes;
  SECTION("with a number of its own its handles are new") {
    World world;
    REQUIRE(World::load(save, {.assets = assets}, world, loaded, changes));
    CHECK(world.state_hash() == place.world.state_hash());
    CHECK_FALSE(world.is_alive(place.own.agent));
    CHECK(world.is_alive(world.entity(place.own.agent)));
    CHECK(loaded[0].option(place.own.agent) == kNoOption);
    CHECK(loaded[0].option(world.entity(place.own.agent)) == place.smiths.option(place.own.agent));
    CHECK(loaded[0].report(place.own.token, Ending::completed).code == StatusCode::foreign_handle);
    CHECK(place.smiths.report(place.own.token, Ending::completed));
  }
  SECTION("with that of the old one what the game knows goes on") {
    const uint32_t number = GENERATE(0U, 12U);  // one that it was given by itself, or by the game
    if (number != 0)
      REQUIRE(World::load(save, {.assets = assets, .number = number}, place.world, loaded, changes));
    Population before = number == 0 ? place.smiths : loaded[0];
    const uint32_t old = place.world.number();
    CHECK((number == 0 || old == number));
    const Entity agent = place.world.entity(place.own.agent);
    ishi::Token token = place.own.token;
    token.world = old;
    REQUIRE(World::load(save, {.assets = assets, .number = old}, place.world, loaded, changes));
    CHECK(place.world.number() == old);
    CHECK(place.world.is_alive(agent));
    CHECK(before.valid());
    CHECK(before.option(agent) != kNoOption);
    World beside;
    CHECK(World::load(save, {.assets = assets, .number = old}, beside, loaded, changes).code ==
          StatusCode::bad_options);
    CHECK_FALSE(beside.valid());
    CHECK(before.report(token, Ending::completed).code == StatusCode::ok);
    place.world = World();
    CHECK_FALSE(before.valid());
  }
}

TEST_CASE("validity may be asked while a world is created and destroyed") {
  Place place;
  const Population smiths = place.smiths;
  std::atomic<bool> is_over = false;
  std::atomic<uint32_t> asked = 0;
  std::thread other([&] {
    while (!is_over) {
      static_cast<void>(smiths.valid());
      ++asked;
    }
  });
  for (int i = 0; i < 200 || asked < 1000; ++i) {
    if (i == 100) place.world = World();
    World world;
    REQUIRE(World::create({.entities = 1}, world));
  }
  is_over = true;
  other.join();
  CHECK_FALSE(smiths.valid());
}

}  // namespace ishi::compiler::foreign_handles_test
