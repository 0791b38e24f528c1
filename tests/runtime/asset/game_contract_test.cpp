#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "runtime/allocations.h"
#include "runtime/guard_world.h"

// What a game was built against, and assets that agree with it or do not.

namespace ishi::testing::game_contract_test {
namespace {

// The contract of an asset as a game would have it in its header. Only what a test gives a name has one.
struct GameContract {
  std::vector<ContractEntry> entries;

  explicit GameContract(const BlobContent& content) {
    const Asset asset = load_valid(content);
    for (uint32_t i = 0; i < contract_size(asset); ++i) {
      ContractEntry& entry = entries.emplace_back(contract_entry(asset, i));
      entry.name = entry.owner_name = entry.reference_name = "";
    }
    std::sort(entries.begin(), entries.end(),
              [](const ContractEntry& a, const ContractEntry& b) { return a.id < b.id; });
  }

  ContractEntry& at(uint64_t id) {
    return *std::find_if(entries.begin(), entries.end(), [&](const ContractEntry& e) { return e.id == id; });
  }
  void name(uint64_t id, const char* name, const char* owner = "") {
    at(id).name = name;
    at(id).owner_name = owner;
  }
  [[nodiscard]] Contract contract() const { return {entries.data(), static_cast<uint32_t>(entries.size())}; }
};

BlobContent stripped_guard() {
  BlobContent content = guard_content();
  content.debug.reset();
  return content;
}

struct Checked {
  Status status;
  std::string text;
};
// What is said of the guard's asset when the game was built for a contract that differs a little.
template <typename Change>
Checked check_after(Change&& change) {
  GameContract game(guard_content());
  game.name(guard::key_id("hp"), "hp");
  game.name(guard::key_id("posture"), "posture");
  game.at(guard::key_id("posture")).reference_name = "posture";
  game.name(id_of("tasks", "move_to"), "move_to");
  game.name(id_of("tasks/move_to", "pace"), "pace", "move_to");
  game.name(id_of("things/person", "friend"), "friend", "person");
  change(game);
  const Asset asset = load_valid(stripped_guard());
  ContractFault fault;
  Checked result{check_contract(asset, game.contract(), fault), {}};
  char text[256];
  result.text.assign(text, describe(fault, text));
  CHECK(text[result.text.size()] == 0);
  return result;
}

TEST_CASE("an asset lists its whole contract") {
  const Asset asset = load_valid(guard_content());
  REQUIRE(contract_size(asset) == 1 + 3 + 2 + 4 + 9 + 2 + 3 + 1 + 2);
  const ContractEntry crouch = contract_entry(asset, 2);
  CHECK(crouch.kind == ContractKind::member);
  CHECK(crouch.id == id_of("enums/posture", "crouch"));
  CHECK(crouch.owner == id_of("enums", "posture"));
  CHECK(crouch.place == 1);
  const ContractEntry energy = contract_entry(asset, 9);
  CHECK(energy.kind == ContractKind::field);
  CHECK(energy.owner == id_of("things", "pickup"));
  CHECK(energy.high == 10);
  const ContractEntry posture = contract_entry(asset, 13);
  CHECK(posture.kind == ContractKind::key);
  CHECK(posture.type == ValueType::enumeration);
  CHECK(posture.reference == id_of("enums", "posture"));
  const ContractEntry move_to = contract_entry(asset, 19);
  CHECK(move_to.kind == ContractKind::task);
  CHECK(move_to.size == 3);
  const ContractEntry pace = contract_entry(asset, 23);
  CHECK(pace.kind == ContractKind::parameter);
  CHECK(pace.place == 16);
  CHECK(pace.owner == id_of("tasks", "move_to"));
  const ContractEntry by = contract_entry(asset, 26);
  CHECK(by.kind == ContractKind::event_field);
  CHECK(by.owner == id_of("events", "damaged"));
}

TEST_CASE("an asset that is as the game was built for is accepted") {
  const Checked checked = check_after([](GameContract&) {});
  CHECK(checked.status);
  CHECK(checked.text == "the contracts agree");
}

TEST_CASE("what the game knows besides does not matter") {
  CHECK(check_after([](GameContract& game) {
          game.entries.push_back({.id = ~0ull, .name = "more", .kind = ContractKind::key});
        }).status);
}

TEST_CASE("a type that differs is said on both sides") {
  struct Case {
    uint64_t id;
    void (*change)(ContractEntry&);
    const char* text;
  };
  const uint64_t hp = guard::key_id("hp");
  const Case cases[] = {
      {hp, [](ContractEntry& e) { e.high = 120; },
       "key `hp`: the game was built for number 0..120, the asset has number 0..100"},
      {hp, [](ContractEntry& e) { e.low = -0.25f; },
       "key `hp`: the game was built for number -0.25..100, the asset has number 0..100"},
      {hp, [](ContractEntry& e) { e.type = ValueType::integer; },
       "key `hp`: the game was built for integer 0..100, the asset has number 0..100"},
      {hp, [](ContractEntry& e) { e.type = ValueType::length; },
       "key `hp`: the game was built for length 0m..100m, the asset has number 0..100"},
      {hp, [](ContractEntry& e) { e.scope = Scope::team; },
       "key `hp`: the game was built for number 0..100, scope team, the asset has number 0..100, scope "
       "agent"},
      {hp, [](ContractEntry& e) { e.merge = Merge::max; },
       "key `hp`: the game was built for number 0..100, merge max, the asset has number 0..100, merge none"},
      {hp, [](ContractEntry& e) { e.fallback.x = 12.5f; },
       "key `hp`: the game was built for number 0..100, default 12.5, the asset has number 0..100, default "
       "100"},
      {guard::key_id("home"),
       [](ContractEntry& e) {
         e.fallback = {1, 2, 3};
       },
       "key 0x"},
      {guard::key_id("posture"), [](ContractEntry& e) { e.reference_name = "stance", e.reference = 77; },
       "key `posture`: the game was built for enum `stance`, the asset has enum 0x"},
      {id_of("things/person", "friend"),
       [](ContractEntry& e) { e.type = ValueType::entity, e.reference = 0; },
       "field `person.friend`: the game was built for entity, the asset has thing 0x"},
      {id_of("tasks/move_to", "pace"), [](ContractEntry& e) { e.required = true; },
       "parameter `move_to.pace`: the game was built for number 0..10, required, the asset has number 0..10, "
       "not required"},
      {id_of("tasks/move_to", "pace"), [](ContractEntry& e) { e.live = true, e.place = 4; },
       "parameter `move_to.pace`: the game was built for number 0..10, live, at byte 4 of its record, the "
       "asset has number 0..10, not live, at byte 16 of its record"},
      {id_of("tasks", "move_to"), [](ContractEntry& e) { e.abort = Abort::wait; },
       "task `move_to`: the game was built for 3 parameters, abort wait, the asset has 3 parameters, abort "
       "now"},
      {id_of("enums/posture", "prone"), [](ContractEntry& e) { e.name = "prone", e.place = 1; },
       "member `prone`: the game was built for place 1, the asset has place 2"},
  };
  for (const Case& c : cases) {
    const Checked checked = check_after([&](GameContract& game) { c.change(game.at(c.id)); });
    CHECK(checked.status.code == StatusCode::contract_mismatch);
    CHECK(checked.status.where == c.id);
    CHECK(checked.text.substr(0, std::string(c.text).size()) == c.text);
  }
}

TEST_CASE("a parameter that is gone is named") {
  const Checked checked = check_after([](GameContract& game) {
    game.at(id_of("tasks", "move_to")).size = 4;
    ContractEntry gone = game.at(id_of("tasks/move_to", "pace"));
    gone.id = ~0ull;
    gone.name = "gait";
    game.entries.push_back(gone);
  });
  CHECK(checked.status.code == StatusCode::contract_mismatch);
  CHECK(checked.status.where == ~0ull);
  CHECK(checked.text ==
        "parameter `move_to.gait`: the game was built for number 0..10, the asset does not have it");
}

TEST_CASE("what the game does not know is named") {
  const uint64_t ids[] = {guard::key_id("hp"),          id_of("enums/posture", "prone"),
                          id_of("tasks", "fire"),       id_of("tasks/move_to", "pace"),
                          id_of("events", "damaged"),   id_of("things", "pickup"),
                          id_of("events/damaged", "by")};
  for (const uint64_t id : ids) {
    const Checked checked = check_after([&](GameContract& game) {
      std::erase_if(game.entries, [&](const ContractEntry& entry) { return entry.id == id; });
    });
    CHECK(checked.status.code == StatusCode::contract_unknown);
    CHECK(checked.status.where == id);
    CHECK(checked.text.find(": the game does not know it, the asset has ") != std::string::npos);
  }
}

TEST_CASE("names come from the asset if the game does not know them") {
  const Asset asset = load_valid(guard_content());
  ContractFault fault;
  CHECK(check_contract(asset, {}, fault).code == StatusCode::contract_unknown);
  char text[256];
  CHECK(std::string(text, describe(fault, text)) ==
        "enum `n\xc3\xa4me`: the game does not know it, the asset has 3 members");
}

TEST_CASE("a description is cut to its buffer") {
  ContractFault fault{.in_asset = true};
  fault.asset.name = "hp";
  char text[9];
  CHECK(describe(fault, text) == 8);
  CHECK(std::string(text) == "key `hp`");
  CHECK(describe(fault, std::span<char>()) == 0);
}

TEST_CASE("a world with a contract takes only assets that agree with it") {
  const GameContract game(guard_content());
  World world;
  REQUIRE(World::create({.contract = game.contract()}, world));
  CHECK_FALSE(world.contract_fault().in_asset);
  const Asset good = load_valid(stripped_guard());
  BlobContent content = stripped_guard();
  content.keys[guard::hp].variable.high = 120;
  const Asset bad = load_valid(content);
  Population population;
  const uint64_t before = world.state_hash();
  const Status status = world.add_population(bad, kGuard, {.capacity = 2}, population);
  CHECK(status.code == StatusCode::contract_mismatch);
  CHECK(status.where == guard::key_id("hp"));
  CHECK_FALSE(population.valid());
  CHECK(world.state_hash() == before);
  CHECK(world.contract_fault().game.high == 100);
  CHECK(world.contract_fault().asset.high == 120);
  REQUIRE(world.add_population(good, kGuard, {.capacity = 2}, population));
  CHECK_FALSE(world.contract_fault().in_asset);
}

TEST_CASE("the contract of a game without any part is given, and fits no asset with a part") {
  CHECK(kEmptyContract.valid());
  World world;
  REQUIRE(World::create({.contract = kEmptyContract}, world));
  const Asset asset = load_valid(guard_content());
  Population population;
  CHECK(world.add_population(asset, kGuard, {.capacity = 2}, population).code ==
        StatusCode::contract_unknown);
}

TEST_CASE("a contract whose ids fall is refused") {
  GameContract game(guard_content());
  std::swap(game.entries[0], game.entries[1]);
  World world;
  CHECK(World::create({.contract = game.contract()}, world).code == StatusCode::bad_options);
}

TEST_CASE("checking a contract allocates nothing") {
  const GameContract game(guard_content());
  const Asset asset = load_valid(guard_content());
  ContractFault fault;
  const uint64_t before = Allocations::made();
  CHECK(check_contract(asset, game.contract(), fault));
  CHECK(Allocations::made() == before);
}

enum class Posture : uint8_t { stand, crouch, prone };

TEST_CASE_METHOD(GuardWorld, "typed keys give columns of their type") {
  constexpr Key<float> hp{id_of("blackboard", "hp")};
  constexpr Key<Posture> posture{id_of("blackboard", "posture")};
  constexpr Key<Vector3> home{id_of("blackboard", "home")};
  constexpr TeamKey<float> alarm{id_of("blackboard", "alarm")};
  constexpr WorldKey<float> danger{id_of("blackboard", "danger")};
  constexpr FieldKey<EntityId> friend_of{id_of("things/person", "friend")};
  constexpr FieldKey<Vector3> home_of{id_of("things/person", "home")};

  CHECK(guards.column(hp).data() == guards.column<float>(hp.id).data());
  const Column<Posture> postures = guards.column(posture);
  REQUIRE(postures.size() == guards.capacity());
  postures[0] = Posture::prone;
  CHECK(guards.column<uint8_t>(posture.id)[0] == 2);
  const PointColumn homes = guards.column(home);
  CHECK(homes.x == guards.point_column(home.id).x);
  CHECK(guards.column(Key<Posture>{hp.id}).empty());
  CHECK(guards.column(Key<Vector3>{hp.id}).empty());

  Column<float> alarms, dangers;
  Column<EntityId> friends;
  PointColumn points;
  CHECK(world.team_key(alarm, alarms));
  CHECK(alarms.size() == 3);
  CHECK(world.world_key(danger, dangers));
  CHECK(dangers.size() == 1);
  CHECK(world.field(friend_of, friends));
  CHECK(world.field(home_of, points));
  CHECK(world.team_key(danger.id, dangers).code == StatusCode::wrong_scope);
}

}  // namespace
}  // namespace ishi::testing::game_contract_test
