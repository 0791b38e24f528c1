#include <catch2/catch.hpp>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "asset/limits.h"
#include "bodies/acting.h"
#include "examples.h"
#include "forgery.h"
#include "navigation/walks.h"
#include "population/population_state.h"
#include "save/format.h"
#include "world/events.h"

// Saves whose parts disagree: what one part says is right only if another one says something else.

namespace ishi::testing::disagreeing_save_test {
namespace {

// A save to be changed: the fields of the header of a column, and the values of others.
struct Forgery {
  Bytes save;

  [[nodiscard]] size_t at(ColumnTag tag, size_t value_bytes, size_t index, uint16_t population) const {
    const std::optional<Part> column = find_column(save, tag, population);
    REQUIRE(column.has_value());
    REQUIRE((index + 1) * value_bytes <= column->bytes);
    return column->at + index * value_bytes;
  }
  template <typename T>
  [[nodiscard]] T get(ColumnTag tag, size_t index, uint16_t population) const {
    return read<T>(save, at(tag, sizeof(T), index, population));
  }
  template <typename T>
  void set(ColumnTag tag, size_t index, const T& value, uint16_t population) {
    write(save, at(tag, sizeof(T), index, population), value);
  }
  // Changes one value of a column.
  template <typename T, typename Change>
  void edit(ColumnTag tag, size_t index, uint16_t population, Change&& change) {
    auto value = get<T>(tag, index, population);
    change(value);
    set(tag, index, value, population);
  }
  template <typename Change>
  void edit_header(uint16_t population, Change&& change) {
    edit<PopulationHeader>(ColumnTag::header, 0, population, change);
  }

  [[nodiscard]] Status load(const Asset& asset) const {
    Bytes forged = save;
    forge(forged);
    return testing::load(forged, asset);
  }
  [[nodiscard]] bool is_refused(const Asset& asset) const {
    return load(asset).code == StatusCode::save_invalid;
  }
};

constexpr uint16_t kWorld = save::kOfWorld;
constexpr uint64_t kLastBit = uint64_t{1} << 63;

// A world of a few things, the second of which is gone, with room for more; nobody posted or heard anything.
Bytes save_of_things(const Asset& asset, const WorldOptions& options) {
  World world;
  REQUIRE(World::create(options, world));
  Population population;
  REQUIRE(world.add_population(asset, AssetParts(asset).agent(0).id, {.capacity = 3}, population));
  Entity things[3], agent;
  for (Entity& thing : things) REQUIRE(world.spawn_entity({}, thing));
  REQUIRE(population.spawn({}, agent));
  REQUIRE(world.despawn_entity(things[1]));
  return save_of(world);
}

}  // namespace

TEST_CASE("a save that counts its agents otherwise than it lists them is refused") {
  const Asset asset = load_example("acting");  // with two populations, so that their sum may be right
  Forgery forgery{save_of(asset)};
  REQUIRE(forgery.load(asset));
  const auto move_one = [&](int32_t to_first) {
    forgery.edit_header(0,
                        [&](PopulationHeader& header) { header.living += static_cast<uint32_t>(to_first); });
    forgery.edit_header(1,
                        [&](PopulationHeader& header) { header.living -= static_cast<uint32_t>(to_first); });
  };
  SECTION("somebody lives behind the last slot") {
    forgery.edit<uint64_t>(ColumnTag::living, 0, 0, [](uint64_t& bits) { bits |= kLastBit; });
    move_one(1);
  }
  SECTION("a slot is free that is said to be taken") {
    forgery.edit<uint64_t>(ColumnTag::living, 0, 0, [](uint64_t& bits) { bits &= ~uint64_t{1}; });
    forgery.set(ColumnTag::entity_population, forgery.get<EntityId>(ColumnTag::self, 0, 0).index, 0U, kWorld);
    forgery.edit_header(0, [](PopulationHeader& header) { --header.living; });
  }
  SECTION("the calendar has a day for somebody who is not there") {
    forgery.edit<uint64_t>(ColumnTag::calendar, 0, 0, [](uint64_t& bits) { bits |= kLastBit; });
    forgery.edit<uint32_t>(ColumnTag::calendar_counts, 0, 0, [](uint32_t& count) { ++count; });
  }
  SECTION("a task has ended of a slot that does not exist") {
    forgery.edit_header(0, [](PopulationHeader& header) { header.pending_ends = 1; });
    forgery.edit<PendingEnd>(ColumnTag::pending_ends, 0, 0, [](PendingEnd& end) { end.slot = 5; });
  }
  SECTION("an event that does not exist is to be told") {
    forgery.edit_header(0, [](PopulationHeader& header) { header.pending_events = 1; });
    forgery.edit<PendingEvent>(ColumnTag::pending_events, 0, 0, [](PendingEvent& event) { event.event = 3; });
  }
  CHECK(forgery.is_refused(asset));
}

TEST_CASE("a save with a way that nobody can walk is refused") {
  const Asset asset = load_example("thief");
  Forgery forgery{save_of(asset, 60)};  // when nobody searches: a search without a grid is refused sooner
  const auto walks = [&](WalkState& walk) { return walk.node != kNotFound; };
  size_t walker = 0;
  for (WalkState walk = forgery.get<WalkState>(ColumnTag::walk, 0, 0); !walks(walk);)
    walk = forgery.get<WalkState>(ColumnTag::walk, ++walker, 0);
  const auto edit = [&](auto&& change) { forgery.edit<WalkState>(ColumnTag::walk, walker, 0, change); };
  REQUIRE(forgery.load(asset));
  SECTION("it has more than one") {
    edit([](WalkState& walk) { walk.has_way = 2; });
  }
  SECTION("it is fresh more than once") {
    edit([](WalkState& walk) { walk.is_fresh = 2; });
  }
  SECTION("it leads away more than once") {
    edit([](WalkState& walk) { walk.is_away = 2; });
  }
  SECTION("it begins beside the grid") {
    edit([](WalkState& walk) {
      walk.has_way = 1;
      walk.here[0] = -1;
    });
  }
  SECTION("there is no grid") {
    edit([](WalkState& walk) { walk.has_way = 1; });
    auto world = read<save::SavedWorld>(forgery.save, sizeof(save::SaveHeader));
    REQUIRE(world.has_grid == 1);
    world.has_grid = 0;
    write(forgery.save, sizeof(save::SaveHeader), world);
    const auto grid = forgery.save.begin() + sizeof(save::SaveHeader) + sizeof(save::SavedWorld);
    forgery.save.erase(grid, grid + sizeof(save::SavedGrid));
  }
  CHECK(forgery.is_refused(asset));
}

TEST_CASE("what was computed for all agents is a number, or what closes a gate") {
  const Asset asset = load_example(any_behaviour());
  const Forgery honest{save_of(asset)};
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  for (uint16_t population = 0; find_column(honest.save, ColumnTag::self, population); ++population) {
    const std::optional<Part> values = find_column(honest.save, ColumnTag::shared_values, population);
    for (size_t i = 0; values && i < values->bytes / sizeof(float); ++i) {
      for (const float wrong : {kInfinity, std::numeric_limits<float>::quiet_NaN()}) {
        Forgery forgery = honest;
        forgery.set(ColumnTag::shared_values, i, wrong, population);
        CHECK(forgery.is_refused(asset));
      }
    }
  }
}

TEST_CASE("a save in which entities are free, or never were, otherwise than it counts is refused") {
  const Asset asset = load_example("guard");
  Forgery forgery{save_of_things(asset, {.entities = 16, .up = asset.up()})};
  REQUIRE(forgery.load(asset));
  const auto header = forgery.get<WorldHeader>(ColumnTag::world_header, 0, kWorld);
  REQUIRE(header.first_free != 0);
  const auto set_next = [&](uint32_t next) {
    forgery.set(ColumnTag::entity_next_free, header.first_free, next, kWorld);
  };
  SECTION("one lives that never was") {
    forgery.set(ColumnTag::entity_generation, header.never_used, 1U, kWorld);
  }
  SECTION("one died that never was") {
    forgery.set(ColumnTag::entity_generation, header.never_used, 2U, kWorld);
  }
  SECTION("one is free that never was") { set_next(header.never_used); }
  SECTION("one is free that lives") { set_next(header.first_free == 1 ? 2 : 1); }
  SECTION("one is free twice") { set_next(header.first_free); }
  CHECK(forgery.is_refused(asset));
}

TEST_CASE("a world without room for events is saved and loaded") {
  const Asset asset = load_example("guard");
  const Forgery forgery{save_of_things(asset, {.entities = 16, .up = asset.up(), .event_bytes = 0})};
  CHECK(forgery.load(asset));
}

TEST_CASE("a save with an event that nobody could have posted is refused") {
  const Asset asset = load_example("guard");
  Forgery forgery{save_of_things(asset, {.entities = 16, .teams = 2, .up = asset.up()})};
  PostedEvent event{.id = 1, .target = 0, .team = 1, .agent = {}, .record_bytes = 8, .reserved = 0};
  const auto post = [&] {
    forgery.set(ColumnTag::posted_events, 0, event, kWorld);
    forgery.edit<WorldHeader>(ColumnTag::world_header, 0, kWorld,
                              [&](WorldHeader& header) { header.event_bytes = event.size(); });
    return forgery.load(asset).code;
  };
  // Nobody knows its id, and so nobody its record's size.
  REQUIRE(post() == StatusCode::ok);
  const auto have_seen = [&](uint32_t bytes) {
    forgery.edit_header(0, [&](PopulationHeader& header) { header.events_seen = bytes; });
  };
  have_seen(event.size());
  REQUIRE(post() == StatusCode::ok);
  have_seen(0);
  SECTION("half of it has been seen") { have_seen(16); }
  SECTION("its record is no multiple of 8 bytes") { event.record_bytes = 12; }
  SECTION("its record is larger than one may be") { event.record_bytes = limits::kRecordBytes + 8; }
  SECTION("it is for nobody") { event.target = 3; }
  SECTION("it is for a team that does not exist") {
    event.team = 2;  // which says nothing of an event for an agent, as games may post it
    REQUIRE(post() == StatusCode::ok);
    event.target = static_cast<uint32_t>(EventTarget::team);
  }
  SECTION("its record is of another size than its declaration") {
    REQUIRE(asset.count(Kind::events) > 0);
    event.id = AssetParts(asset).event(0).id.value;
    event.record_bytes = 800;
  }
  CHECK(post() == StatusCode::save_invalid);
}

TEST_CASE("a save with an event that is cut is refused") {
  const Asset asset = load_example("guard");
  Forgery forgery{save_of_things(asset, {.entities = 16, .up = asset.up()})};
  forgery.set(ColumnTag::posted_events, 0,
              PostedEvent{.id = 1, .target = 0, .team = 0, .agent = {}, .record_bytes = 64, .reserved = 0},
              kWorld);
  forgery.edit<WorldHeader>(ColumnTag::world_header, 0, kWorld,
                            [&](WorldHeader& header) { header.event_bytes = sizeof(PostedEvent) + 32; });
  CHECK(forgery.is_refused(asset));
}

}  // namespace ishi::testing::disagreeing_save_test
