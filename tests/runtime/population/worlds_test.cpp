#include "ishi/tools.h"
#include "population/world_state.h"
#include "program/machine.h"
#include "runtime/guard_world.h"

// Making worlds and populations, and several assets in one world.

namespace ishi::testing::worlds_test {
namespace {

StatusCode add_to_guards(const BlobContent& content) {
  static const Asset kGuardAsset = load_valid(guard_content());
  const Asset asset = load_valid(content);
  World world;
  REQUIRE(World::create({}, world));
  Population guards, others;
  REQUIRE(world.add_population(kGuardAsset, kGuard, {.capacity = 2}, guards));
  const uint64_t before = world.state_hash();
  const StatusCode code = world.add_population(asset, kGuard, {.capacity = 2}, others).code;
  CHECK(others.valid() == (code == StatusCode::ok));
  if (code != StatusCode::ok) CHECK(world.state_hash() == before);
  return code;
}

TEST_CASE("a world is made of numbers that make sense") {
  World world;
  CHECK(World::create({.entities = 0}, world).code == StatusCode::bad_options);
  CHECK(World::create({.entities = 1u << 24}, world).code == StatusCode::bad_options);
  CHECK(World::create({.teams = 0}, world).code == StatusCode::bad_options);
  CHECK(World::create({.teams = 0x10000}, world).code == StatusCode::bad_options);
  CHECK(World::create({.up = static_cast<Up>(2)}, world).code == StatusCode::bad_options);
  CHECK(World::create({.instruction_set = static_cast<InstructionSet>(5)}, world).code ==
        StatusCode::bad_options);
  WorldOptions older;
  older.size = 4;
  CHECK(World::create(older, world).code == StatusCode::bad_options);
  CHECK_FALSE(world.valid());
  CHECK(World::create({.entities = 1}, world));
}

TEST_CASE("a world computes with the instruction set that was asked for, or is refused") {
  const auto set = GENERATE(InstructionSet::best, InstructionSet::scalar, InstructionSet::sse4,
                            InstructionSet::avx2, InstructionSet::avx512);
  World world;
  const Status status = World::create({.instruction_set = set}, world);
  if (find_machine(machines(), set) == nullptr) {
    CHECK(status.code == StatusCode::no_instruction_set);
    CHECK_FALSE(world.valid());
  } else {
    REQUIRE(status);
    CHECK(world.state()->machine == find_machine(machines(), set));
    CHECK((set == InstructionSet::best || world.state()->machine->instruction_set == set));
  }
}

TEST_CASE("an instruction set that is not there is not found") {
  const auto least = machines().last(1);
  const InstructionSet its_own = least[0]->instruction_set;
  CHECK(find_machine(least, InstructionSet::best) == least[0]);
  if (its_own != InstructionSet::best) CHECK(find_machine(least, its_own) == least[0]);
  for (const auto set :
       {InstructionSet::scalar, InstructionSet::sse4, InstructionSet::avx2, InstructionSet::avx512}) {
    if (set != its_own) CHECK(find_machine(least, set) == nullptr);
  }
}

TEST_CASE("a population is made of an agent that exists") {
  const Asset asset = load_valid(guard_content());
  World world;
  REQUIRE(World::create({}, world));
  Population population;
  CHECK(world.add_population(asset, AgentId::of("nobody"), {.capacity = 1}, population).code ==
        StatusCode::unknown_id);
  CHECK(world.add_population(asset, kGuard, {}, population).code == StatusCode::bad_options);
  CHECK(world.add_population(asset, kGuard, {.capacity = 1u << 24}, population).code ==
        StatusCode::bad_options);
  CHECK(world.add_population(Asset(), kGuard, {.capacity = 1}, population).code == StatusCode::bad_options);
  CHECK_FALSE(population.valid());
}

TEST_CASE("an asset's up must be the world's") {
  const Asset asset = load_valid(guard_content());
  World world;
  REQUIRE(World::create({.up = Up::z}, world));
  Population population;
  CHECK(world.add_population(asset, kGuard, {.capacity = 1}, population).code == StatusCode::up_mismatch);
}

TEST_CASE("assets that share a contract live in one world") {
  CHECK(add_to_guards(guard_content()) == StatusCode::ok);
}

TEST_CASE("agents' own keys may differ between assets") {
  BlobContent content = guard_content();
  content.keys[guard::hp].variable.high = 500;
  CHECK(add_to_guards(content) == StatusCode::ok);
}

TEST_CASE("a contract that differs is refused") {
  BlobContent content = guard_content();
  SECTION("the range of a team's key") { content.keys[guard::alarm].variable.high = 2; }
  SECTION("the default of a world's key") { content.keys[guard::danger].variable.fallback[0] = 0.5f; }
  SECTION("the scope of a key") {
    content.keys[guard::alarm].variable.scope = static_cast<uint8_t>(Scope::world);
  }
  SECTION("the range of a field") { content.fields[0].variable.high = 2; }
  SECTION("the name of a field") { content.fields[0].id = 77; }
  SECTION("the kind that a field refers to") { content.fields[2].variable.reference = 1; }
  SECTION("the order of an enum's members") { std::swap(content.members[0], content.members[1]); }
  SECTION("a task's parameter") { content.parameters[2].variable.high = 5; }
  SECTION("what a task requires") { content.parameters[2].required = 1; }
  SECTION("an event's field") { content.event_fields[0].variable.high = 5; }
  CHECK(add_to_guards(content) == StatusCode::contract_mismatch);
}

TEST_CASE("a mismatch names what differs") {
  const Asset first = load_valid(guard_content());
  BlobContent content = guard_content();
  content.keys[guard::alarm].variable.high = 2;
  const Asset second = load_valid(content);
  World world;
  REQUIRE(World::create({}, world));
  Population population;
  REQUIRE(world.add_population(first, kGuard, {.capacity = 1}, population));
  CHECK(world.add_population(second, kGuard, {.capacity = 1}, population).where == guard::key_id("alarm"));
}

// What is said of an asset that departs from the guard's, in a world whose game gave no contract.
template <typename Change>
std::string said_of(Change&& change) {
  const Asset first = load_valid(guard_content());
  BlobContent content = guard_content();
  change(content);
  content.debug.reset();
  content.sort_by_id();
  const Asset second = load_valid(content);
  World world;
  REQUIRE(World::create({}, world));
  Population population;
  REQUIRE(world.add_population(first, kGuard, {.capacity = 1}, population));
  CHECK(world.add_population(second, kGuard, {.capacity = 1}, population).code ==
        StatusCode::contract_mismatch);
  char text[256];
  return {text, describe(world.contract_fault(), text)};
}

TEST_CASE("two assets that disagree are both said, without a contract of the game") {
  const std::string name = "`n\xc3\xa4me`";
  CHECK(said_of([](BlobContent& c) { c.keys[guard::alarm].variable.high = 2; }) ==
        "key " + name + ": an earlier asset has number 0..1, the asset has number 0..2");
  CHECK(said_of([](BlobContent& c) { c.parameters[2].variable.high = 5; }) ==
        "parameter `n\xc3\xa4me.n\xc3\xa4me`: an earlier asset has number 0..10, the asset has number 0..5");
  CHECK(said_of([](BlobContent& c) { c.tasks[0].abort = 1; }).find(", abort wait") != std::string::npos);
  CHECK(said_of([](BlobContent& c) { c.fields[0].id = 77; }) ==
        "field 0x4d: an earlier asset does not have it, the asset has number 0..1");
}

TEST_CASE("what two assets both name exists once, and columns stay where they are") {
  GuardWorld w;
  Column<float> alarm, cloth, again;
  REQUIRE(w.world.team_key(guard::key_id("alarm"), alarm));
  REQUIRE(w.world.field(id_of("things/person", "cloth"), cloth));
  const Column<float> hp = w.guards.column<float>(guard::key_id("hp"));
  BlobContent content = guard_content();
  content.things.push_back({id_of("things", "bottle"), {4, 1}});
  content.fields.push_back({id_of("things/bottle", "volume"), number_variable(0, 1, 0)});
  content.sort_by_id();
  content.add_debug();
  const Asset asset = load_valid(content);
  Population others;
  REQUIRE(w.world.add_population(asset, kGuard, {.capacity = 3}, others));
  REQUIRE(w.world.team_key(guard::key_id("alarm"), again));
  CHECK(again.data() == alarm.data());
  REQUIRE(w.world.field(id_of("things/person", "cloth"), again));
  CHECK(again.data() == cloth.data());
  REQUIRE(w.world.field(id_of("things/bottle", "volume"), again));
  CHECK(again.size() == cloth.size());
  CHECK(w.guards.column<float>(guard::key_id("hp")).data() == hp.data());
  CHECK(others.column<float>(guard::key_id("hp")).data() != hp.data());
  Entity bottle;
  CHECK(w.world.spawn_entity({.thing = ThingId::of("bottle")}, bottle));
}

TEST_CASE("an agent of one population is none of another") {
  GuardWorld w;
  Population others;
  REQUIRE(w.world.add_population(w.asset, kGuard, {.capacity = 3}, others));
  const Entity guard = w.spawn();
  uint32_t slot = 0;
  CHECK(others.slot_of(guard, slot).code == StatusCode::not_of_population);
  CHECK(others.despawn(guard).code == StatusCode::not_of_population);
  CHECK(w.guards.size() == 1);
}

TEST_CASE("explaining asks for a slot where somebody lives and room for the values") {
  GuardWorld w;
  std::vector<float> values(Tools(w.guards).value_count());
  CHECK(Tools(w.guards).explain(w.guards.agent_of(0), values).code == StatusCode::stale_handle);
  CHECK(Tools(w.guards).explain(w.guards.agent_of(16), values).code == StatusCode::stale_handle);
  w.spawn();
  const Status status =
      Tools(w.guards).explain(w.guards.agent_of(0), std::span(values).first(values.size() - 1));
  CHECK(status.code == StatusCode::buffer_too_small);
  CHECK(status.where == values.size());
  CHECK(Tools(w.guards).explain(w.guards.agent_of(0), values));
}

}  // namespace
}  // namespace ishi::testing::worlds_test
