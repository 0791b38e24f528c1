#include <catch2/catch.hpp>
#include <string>
#include <string_view>

#include "compiler/smith.h"
#include "compiler/village.h"
#include "ishi/id.h"
#include "ishi/ishi.h"

namespace ishi::compiler::loaded_saves_test {

// Saves: the same world from the same assets, and a world of the assets that a game has by now.

namespace {

std::vector<std::byte> saved(Village& v) {
  size_t size = 0;
  REQUIRE(v.world.save_size(size));
  std::vector<std::byte> bytes(size);
  REQUIRE(v.world.save(bytes, size));
  return bytes;
}

}  // namespace

TEST_CASE("last year's save goes on with this year's asset, as far as names are the same") {
  Village v(kSmith);
  v.key<int32_t>("coal") = 23;
  v.step();
  const Start fetch = v.started("fetch");
  const std::vector<std::byte> bytes = saved(v);

  std::string text = replaced(kSmith, "  coal: ", "  dirt:   { type: number, range: 0..1 }\n  coal: ");
  text = replaced(text, "      - hammer: { times: 3 }\n", "");
  const Asset& now = v.compiled(text);
  const Asset* const assets[] = {&now};
  CHECK(World::load(bytes, {.assets = assets, .strict = true, .number = v.world.number()}, v.world,
                    {&v.smiths, 1}, v.reload)
            .code == StatusCode::save_of_other_version);
  REQUIRE(
      World::load(bytes, {.assets = assets, .number = v.world.number()}, v.world, {&v.smiths, 1}, v.reload));
  REQUIRE(Scratch::create(v.world, v.scratch));
  CHECK(v.effect(ReloadPart::key, "coal") == ReloadEffect::kept);
  CHECK(v.effect(ReloadPart::key, "dirt") == ReloadEffect::added);
  CHECK(v.reload.counts().kept_tasks == 1);
  CHECK(v.key<int32_t>("coal") == 23);
  v.report(fetch);
  v.step();
  CHECK(v.starts.empty());  // its goal ends there now
}

TEST_CASE("an event for everyone that is posted with a team of nobody can be saved and loaded") {
  Village v(replaced(kSmith, "actions:\n", "events: { bell: {} }\nactions:\n"));
  v.step();
  REQUIRE(v.world.post({.event = EventId::of("bell"), .target = EventTarget::everyone, .team = TeamId(77)}));
  const std::vector<std::byte> bytes = saved(v);
  const Asset* const assets[] = {&v.assets.back()};
  REQUIRE(
      World::load(bytes, {.assets = assets, .number = v.world.number()}, v.world, {&v.smiths, 1}, v.reload));
}

TEST_CASE("a save of the same asset is the same world, also in strict mode") {
  Village v(kSmith);
  for (int i = 0; i < 7; ++i) v.step();
  const std::vector<std::byte> bytes = saved(v);
  const uint64_t hash = v.world.state_hash();
  const Asset& again = v.compiled("# a comment\n" + kSmith);
  const Asset* const assets[] = {&again};
  REQUIRE(World::load(bytes, {.assets = assets, .strict = true, .number = v.world.number()}, v.world,
                      {&v.smiths, 1}, v.reload));
  CHECK(v.world.state_hash() == hash);
}

TEST_CASE("a save of the very same asset is restored without a reload, and reports the same as one") {
  Village v(kSmith);
  for (int i = 0; i < 7; ++i) v.step();
  const std::vector<std::byte> bytes = saved(v);
  const Asset& same = v.compiled(kSmith);
  const Asset& other = v.compiled("# a comment\n" + kSmith);
  REQUIRE(std::ranges::equal(same.bytes(), v.assets[0].bytes()));
  REQUIRE_FALSE(std::ranges::equal(other.bytes(), v.assets[0].bytes()));
  struct Loaded {
    World world;
    Population smiths;
    Reload reload;
  };
  Loaded restored, reloaded;
  const auto load = [&](const Asset& asset, Loaded& loaded) {
    const Asset* const assets[] = {&asset};
    REQUIRE(World::load(bytes, {.assets = assets, .strict = true}, loaded.world, {&loaded.smiths, 1},
                        loaded.reload));
    CHECK(loaded.world.state_hash() == v.world.state_hash());
    CHECK_FALSE(loaded.reload.valid());
  };
  load(same, restored);
  load(other, reloaded);
  CHECK(restored.reload.counts().kept_tasks == reloaded.reload.counts().kept_tasks);
  const auto one = restored.reload.items(), two = reloaded.reload.items();
  REQUIRE(one.size() == 8);  // four keys, a level, the rhythm, two options
  REQUIRE(one.size() == two.size());
  for (size_t i = 0; i < one.size(); ++i) {
    CAPTURE(i);
    CHECK(one[i].id == two[i].id);
    CHECK(std::string_view(one[i].name) == two[i].name);
    CHECK(std::string_view(one[i].former_name) == two[i].former_name);
    CHECK(one[i].part == two[i].part);
    CHECK(one[i].effect == two[i].effect);
    CHECK(one[i].population == two[i].population);
  }
}

TEST_CASE("a save of the very same asset is refused if the game's contract differs") {
  Village v(kSmith);
  v.step();
  const std::vector<std::byte> bytes = saved(v);
  const uint64_t hash = v.world.state_hash();
  const Asset* const assets[] = {&v.assets[0]};
  const Status status =
      World::load(bytes, {.assets = assets, .contract = kEmptyContract}, v.world, {&v.smiths, 1}, v.reload);
  CHECK(status.code == StatusCode::contract_unknown);
  CHECK(v.reload.contract_fault().in_asset);
  CHECK_FALSE(v.reload.contract_fault().in_game);
  CHECK(v.world.state_hash() == hash);
  v.step();
}

TEST_CASE("a save whose agents no asset has any more is refused, and the world goes on") {
  Village v(kSmith);
  v.step();
  const std::vector<std::byte> bytes = saved(v);
  const uint64_t hash = v.world.state_hash();
  const Asset& other = v.compiled(replaced(kSmith, "  smith: {", "  miller: {"));
  const Asset* const assets[] = {&other};
  const Status status =
      World::load(bytes, {.assets = assets, .number = v.world.number()}, v.world, {&v.smiths, 1}, v.reload);
  CHECK(status.code == StatusCode::save_agent_unknown);
  CHECK(status.where == AgentId::of("smith").value);
  CHECK(World::load(bytes, {.assets = assets, .number = v.world.number()}, v.world, {}, v.reload).code ==
        StatusCode::buffer_too_small);
  CHECK(v.world.state_hash() == hash);
  v.step();
}

TEST_CASE("each population of a save takes the first asset that has its agent") {
  const std::string both = replaced(kSmith, "  smith: {", "  miller: { actions: [work] }\n  smith: {");
  Village v(both);
  Population populations[2];
  REQUIRE(v.world.add_population(v.assets[0], AgentId::of("miller"), {.capacity = 2}, populations[1]));
  Entity miller;
  REQUIRE(populations[1].spawn({}, miller));
  v.step();
  const std::vector<std::byte> bytes = saved(v);
  const Asset& smith = v.compiled(kSmith);
  const Asset& of_miller = v.compiled(replaced(kSmith, "  smith: {", "  miller: {"));
  const Asset* const assets[] = {&smith, &of_miller};
  World world;
  REQUIRE(World::load(bytes, {.assets = assets}, world, populations, v.reload));
  CHECK(populations[0].agent_id() == AgentId::of("smith"));
  CHECK(populations[1].agent_id() == AgentId::of("miller"));
  CHECK(populations[1].size() == 1);
}

TEST_CASE("a save knows an agent that was renamed since") {
  Village v(kSmith);
  v.key<int32_t>("coal") = 23;
  v.step();
  const std::vector<std::byte> bytes = saved(v);
  const Asset& now = v.compiled(replaced(kSmith, "  smith: {", "  blacksmith: { renamed_from: smith,"));
  const Asset* const assets[] = {&now};
  REQUIRE(
      World::load(bytes, {.assets = assets, .number = v.world.number()}, v.world, {&v.smiths, 1}, v.reload));
  CHECK(v.key<int32_t>("coal") == 23);
}

TEST_CASE("how much a world may take that was saved is limited, though not by how much it saved") {
  Village v(kSmith, 1);
  Population watched;
  REQUIRE(v.world.add_population(v.assets.back(), AgentId::of("smith"),
                                 {.capacity = 1, .node_events = 100'000}, watched));
  v.step();
  const std::vector<std::byte> bytes = saved(v);
  const Asset* const assets[] = {&v.assets.back()};
  Population populations[2];
  World loaded;
  REQUIRE(World::load(bytes, {.assets = assets}, loaded, populations, v.reload));
  CHECK(World::load(bytes, {.assets = assets, .most_extra_bytes = 10'000}, loaded, populations, v.reload)
            .code == StatusCode::out_of_memory);
}

TEST_CASE("what the last thought found for all agents outlives a reload, and a save") {
  std::string text =
      replaced(kSmith, "  alarm: ", "  heat:   { type: number, range: 0..1, scope: world }\n  alarm: ");
  text = replaced(text, "rise: 0.01/s", "rise: 0.5/s * heat");
  text = replaced(text, "    gains: { hunger: +0.3 }\n",
                  "    gains: { hunger: +0.3 }\n    after: { hunger: -0.01 }\n");
  text = replaced(text, "score: 0.5", "score: 0.01");
  // The heat has changed since somebody thought, and what a task changes is told in a frame without a
  // thought.
  const auto level_after = [&](auto&& between) {
    Village v(text);
    const auto heat = [&](float value) {
      Column<float> column;
      REQUIRE(v.world.world_key(id_of("blackboard", "heat"), column));
      column[0] = value;
    };
    heat(0.5F);
    v.step();
    const Start eat = v.started("eat");
    heat(1);
    between(v);
    v.report(eat);
    v.step(false);
    return v.level("hunger");
  };
  const float left = level_after([](Village&) {});
  CHECK(left == Approx(0.25 + 0.5 * 0.5 * 0.2 - 0.01));
  CHECK(level_after([&](Village& v) { v.change("# the same\n" + text); }) == left);
  CHECK(level_after([&](Village& v) {
          const std::vector<std::byte> bytes = saved(v);
          const Asset* const assets[] = {&v.assets[0]};
          REQUIRE(World::load(bytes, {.assets = assets, .number = v.world.number()}, v.world, {&v.smiths, 1},
                              v.reload));
          REQUIRE(Scratch::create(v.world, v.scratch));
        }) == left);
  // Of another asset it is what holds now.
  CHECK(level_after([&](Village& v) { v.change(replaced(text, "score: 0.01", "score: 0.02")); }) ==
        Approx(0.25 + 0.5 * 0.5 * 0.1 + 0.5 * 1 * 0.1 - 0.01));
}

}  // namespace ishi::compiler::loaded_saves_test
