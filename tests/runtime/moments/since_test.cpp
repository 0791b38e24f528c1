#include <catch2/catch.hpp>
#include <vector>

#include "ishi/id.h"
#include "ishi/ishi.h"
#include "ishi/tools.h"
#include "runtime/body_world.h"
#include "runtime/refusal.h"

// How long ago an agent ended an option, and an event reached it.

namespace ishi::testing::since_test {
namespace {

using namespace bodies;
using Code = OperationCode;

constexpr float kNever = 1e6f;

// Two options that are wanted by hand, as everywhere in tests of bodies; and two formulas that keep in
// `count` and `ammo` how long ago the first one ended and `hit` arrived, when the second one begins.
BlobContent asking(const BodySpec& spec) {
  BodyContent made(spec);
  BlobContent& c = made.content;
  c.moments = {{0, static_cast<uint8_t>(MomentKind::option)},
               {kHit, static_cast<uint8_t>(MomentKind::event)}};
  c.agents[0].moments = {0, 2};
  // Reads of keys become questions.
  for (const raw::Formula& formula : c.formulas) {
    raw::Operation& operation = c.operations[formula.program.first];
    const bool is_key = operation.code == static_cast<uint8_t>(Code::key);
    if (!is_key || (operation.parameter != flag_0 && operation.parameter != flag_1)) continue;
    operation.code = static_cast<uint8_t>(Code::since);
  }
  return c;
}

BodySpec two_options(uint32_t capacity = 4) {
  return {
      .options = {{.body = sequence({task(walk)})},
                  {.body = sequence(
                       {set({{count, Value::of_key(flag_0)}, {alarm, Value::of_key(flag_1)}}), wait(1000)})}},
      .handlers = {},
      .capacity = capacity};
}

struct AskingWorld : BodyWorld {
  explicit AskingWorld(const BodySpec& spec = two_options()) : BodyWorld(asking(spec), spec) {}

  // What the agent finds now, by going over to the second option.
  float since_option(uint32_t slot) {
    want(slot, 1);
    step(0);
    return column<float>("count")[slot];
  }
  void hit(uint32_t slot) {
    alignas(8) const float record[2] = {3, 0};
    REQUIRE(world.post({.record_bytes = sizeof record,
                        .event = EventId::of("hit"),
                        .agent = population.agent_of(slot),
                        .record = record}));
  }
};

TEST_CASE("an option that never ran ended longer ago than anything") {
  AskingWorld w;
  const uint32_t slot = w.spawn();
  CHECK(w.since_option(slot) == 100.0f);  // held in the range of the key
}

TEST_CASE("an option ended when it completed, and again when it was replaced") {
  AskingWorld w;
  const uint32_t slot = w.spawn();
  w.want(slot, 0);
  w.step();
  w.complete(w.commands.starts[0].token);
  w.want(slot, 2);  // nothing
  w.step();         // it ends here
  w.step(2'000'000);
  w.step(3'000'000);
  CHECK(w.since_option(slot) == 5.0f);
  w.want(slot, 0);
  w.step();
  CHECK(w.since_option(slot) == 0.0f);  // replaced in this very frame
}

TEST_CASE("moments are each agent's own, and gone with it") {
  AskingWorld w;
  const uint32_t slot = w.spawn(), other = w.spawn();
  w.want(slot, 0);
  w.step();
  w.complete(w.commands.starts[0].token);
  w.want(slot, 2);
  w.step();
  w.step(1'000'000);
  CHECK(w.since_option(other) == 100.0f);
  CHECK(w.since_option(slot) == 1.0f);
  REQUIRE(w.population.despawn(w.population.agent_of(slot)));
  REQUIRE(w.spawn() == slot);
  CHECK(w.since_option(slot) == 100.0f);
}

TEST_CASE("a tool says when an option ended, also before the world began") {
  AskingWorld w;
  const uint32_t slot = w.spawn(), other = w.spawn();
  Tools tools(w.population);
  REQUIRE(tools.set_moment(w.population.agent_of(slot), 0, -3'000'000));
  REQUIRE(tools.set_moment(w.population.agent_of(other), 0, 0));
  CHECK(tools.set_moment(w.population.agent_of(slot), 2, 0).code == StatusCode::out_of_range);
  w.step(2'000'000);
  CHECK(w.since_option(slot) == 5.0f);
  CHECK(w.since_option(other) == 2.0f);
}

TEST_CASE("an event is kept without anything that handles it, by those alone whom it reached") {
  BodySpec spec = two_options();
  spec.options[1].body = sequence({set({{count, Value::of_key(flag_1)}}), wait(1000)});
  AskingWorld w(spec);
  const uint32_t slot = w.spawn(0), mate = w.spawn(0), foe = w.spawn(1);
  w.hit(slot);
  w.step();
  w.step(1'000'000);
  for (const uint32_t one : {slot, mate, foe}) w.want(one, 1);
  w.step(1'000'000);
  CHECK(w.column<float>("count")[slot] == 2.0f);
  CHECK(w.column<float>("count")[mate] == 100.0f);
  CHECK(w.column<float>("count")[foe] == 100.0f);
}

TEST_CASE("scores know how long ago an option ended, and that it runs") {
  BlobContent c;
  c.sources = {{1}};
  c.keys = {{id_of("blackboard", "want"), number_variable(0, 1, 0)}};
  ProgramBuilder program(c);
  const auto always = program.spread(program.constant(1));
  const auto since = program.with_parameter(Code::since, 0);
  const std::vector<ScoredOption> scored = {
      {"a", program.add(Code::gate, always, program.with_parameter(Code::key, 0))},
      {"b", program.add(Code::gate, always, program.spread(program.constant(0.5f)))},
      {"c", program.add(Code::gate, always, program.add(Code::negate, since))}};
  add_agent(c, "asker", program, scored);
  c.moments = {{0}};
  c.agents[0].moments = {0, 1};
  c.sort_by_id();
  const Asset asset = load_valid(c);
  World world;
  Population population;
  Scratch scratch;
  Entity agent;
  REQUIRE(World::create({.entities = 4}, world));
  REQUIRE(world.add_population(asset, AgentId::of("asker"), {.capacity = 2}, population));
  REQUIRE(Scratch::create(world, scratch));
  REQUIRE(population.spawn({}, agent));
  const Column<float> want = population.column<float>(id_of("blackboard", "want"));
  const auto since_after = [&](uint64_t frame) {
    std::vector<float> values(Tools(population).value_count());
    REQUIRE(world.begin_frame({frame, frame * 1'000'000}));
    Batch batch;
    REQUIRE(population.begin_think(batch));
    REQUIRE(population.think(batch, 0, scratch));
    REQUIRE(population.end_think(batch));
    REQUIRE(world.end_frame());
    REQUIRE(Tools(population).explain(population.agent_of(0), values));
    return -values[AssetParts(asset).option(2).score];
  };
  CHECK(since_after(1) == kNever);
  want[0] = 1;
  CHECK(since_after(2) == 0.0f);
  CHECK(since_after(9) == 0.0f);
  want[0] = 0;
  CHECK(since_after(10) == 0.0f);  // left in this frame, for `b`
  CHECK(since_after(14) == 4.0f);
  CHECK(since_after(3'000'000) == kNever);
}

TEST_CASE("moments that a blob may not keep are refused") {
  BlobContent content = asking(two_options());
  SECTION("of an option that does not exist") {
    content.moments[0].subject = 2;
    check_refused(content, StatusCode::index_out_of_range, content.moments[0]);
  }
  SECTION("of an event that does not exist") {
    content.moments[1].subject = 1;
    check_refused(content, StatusCode::index_out_of_range, content.moments[1]);
  }
  SECTION("of an unknown kind") {
    content.moments[0].kind = 2;
    check_refused(content, StatusCode::unknown_enumerator, content.moments[0]);
  }
  SECTION("twice") {
    content.moments[1] = content.moments[0];
    check_refused(content, StatusCode::moment_order, content.moments[1]);
  }
  SECTION("with something in what is unused") {
    content.moments[0].reserved = 1;
    check_refused(content, StatusCode::reserved_not_zero, content.moments[0]);
  }
}

TEST_CASE("a program asks for its agent's moments alone, and a task for none") {
  BlobContent content = asking(two_options());
  for (raw::Operation& operation : content.operations) {
    if (operation.code != static_cast<uint8_t>(Code::since)) continue;
    operation.parameter = 2;
    break;
  }
  Asset asset;
  CHECK(Asset::load(content.write(), asset).code == StatusCode::index_out_of_range);
  // What a task requires.
  for (const Code code : {Code::since, Code::random}) {
    BlobContent of_task = asking(two_options());
    raw::Operation& first =
        of_task.operations[of_task.formulas[of_task.tasks[picky].condition].program.first];
    first.code = static_cast<uint8_t>(code);
    CHECK_FALSE(Asset::load(of_task.write(), asset));
  }
}

}  // namespace
}  // namespace ishi::testing::since_test
