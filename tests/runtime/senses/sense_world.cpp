#include "runtime/senses/sense_world.h"
#include "runtime/phases.h"

#include <algorithm>
#include <bit>

namespace ishi::testing {
namespace {

using Code = OperationCode;

uint32_t add_constant_formula(BlobContent& c, float value) {
  c.operations.push_back(
      {.code = static_cast<uint8_t>(Code::constant), .parameter = std::bit_cast<uint32_t>(value)});
  c.formulas.push_back({.program = {static_cast<uint32_t>(c.operations.size() - 1), 1},
                        .record_kind = static_cast<uint8_t>(RecordKind::sense)});
  return static_cast<uint32_t>(c.formulas.size() - 1);
}

void add_awareness(BlobContent& c) {
  c.events = {{id_of("events", "suspicious"), {0, 1}}, {id_of("events", "alert"), {1, 1}}};
  for (const char* event : {"events/suspicious", "events/alert"})
    c.event_fields.push_back({.id = id_of(event, "who"), .variable = thing_variable(0), .required = 1});
  c.awareness = {{.set = 0, .fall = 0.2f, .levels = {0, 2}}};
  c.awareness_levels = {{0.4f, 0}, {1, 1}};
}

}  // namespace

raw::Sense touch(float range) { return {.id = id_of("senses", "hands"), .thing = 0, .range = range}; }
raw::Sense sight(float range, float cosine, bool occlusion) {
  return {.id = id_of("senses", "eyes"),
          .kind = static_cast<uint8_t>(SenseKind::sight),
          .occlusion = occlusion ? uint8_t{1} : uint8_t{0},
          .thing = 0,
          .range = range,
          .cosine = cosine};
}
raw::Sense hearing(float sensitivity) {
  return {.id = id_of("senses", "ears"),
          .kind = static_cast<uint8_t>(SenseKind::hearing),
          .range = sensitivity,
          .memory = 1};
}

BlobContent watch_content(const WatchOptions& options) {
  BlobContent c;
  c.sources = {{1}};
  c.enums = {{id_of("enums", "sound"), {0, 2}}};
  c.members = {{id_of("enums/sound", "bottle")}, {id_of("enums/sound", "footstep")}};
  c.things = {{id_of("things", "person"), {0, 1}}};
  c.fields = {{id_of("things/person", "cloth"), number_variable(0, 1, 0)}};
  c.sets = {{.id = senses::kEnemies.value, .capacity = options.capacity, .things = {0, 1}},
            {.id = senses::kNoises.value,
             .noises = 1,
             .capacity = options.capacity,
             .things = {1, 0},
             .fields = {0, 2}}};
  c.set_things = {0};
  c.set_fields = {{id_of("memory/noises", "sound"), enum_variable(0, 1, 0)},
                  {id_of("memory/noises", "loudness"), number_variable(0, 1, 0)}};
  c.sounds = {{.id = senses::kBottle.value, .radius = 14},
              {.id = senses::kFootstep.value, .radius = 5, .thing = 0}};
  ProgramBuilder program(c);
  const auto idle = program.add(Code::gate, program.constant(1), program.constant(1));
  add_agent(c, "watcher", program, std::vector<ScoredOption>{{"idle", idle}});
  raw::Agent& agent = c.agents.back();
  agent.think_least = agent.think_most = options.every_frames;
  c.senses = options.senses;
  for (uint32_t i = 0; i < c.senses.size(); ++i) c.senses[i].id += i;  // some tests have two of a kind
  if (options.has_awareness) {
    add_awareness(c);
    const uint32_t rise = add_constant_formula(c, options.rise);
    agent.formulas = {0, 1};
    for (raw::Sense& sense : c.senses) {
      if (sense.memory == 0) sense.rise = rise;
    }
  }
  agent.senses = {0, static_cast<uint32_t>(c.senses.size())};
  c.sort_by_id();
  return c;
}

WatchWorld::WatchWorld(const WatchOptions& options) : WatchWorld(watch_content(options), options) {}

WatchWorld::WatchWorld(const BlobContent& content, const WatchOptions& options) : asset(load_valid(content)) {
  REQUIRE(World::create({.entities = options.entities, .sounds = options.sounds}, world));
  REQUIRE(world.add_population(asset, AgentId::of("watcher"), {.capacity = options.agents, .notices = 64},
                               watchers));
  REQUIRE(Scratch::create(world, scratch));
}

Entity WatchWorld::spawn(Vector3 position, Vector3 facing) {
  Entity agent;
  REQUIRE(watchers.spawn({.position = position, .facing = facing, .thing = ThingId::of("person")}, agent));
  return agent;
}

Entity WatchWorld::person(Vector3 position) {
  Entity entity;
  REQUIRE(world.spawn_entity({.position = position, .thing = ThingId::of("person")}, entity));
  return entity;
}

void WatchWorld::begin_frame(uint64_t microseconds) {
  time += microseconds;
  REQUIRE(world.begin_frame({++frame, time}));
}

void WatchWorld::sense(const SenseOptions& options) {
  SenseBatch batch;
  std::span<const OcclusionQuery> asked;
  REQUIRE(watchers.begin_sense(options, batch));
  for (uint32_t job = batch.jobs(); job-- > 0;) REQUIRE(watchers.sense(batch, job, scratch));
  REQUIRE(watchers.end_sense(batch, asked));
  queries.assign(asked.begin(), asked.end());
}

void WatchWorld::think() { phases::think(watchers, scratch); }

void WatchWorld::step(uint64_t microseconds) {
  begin_frame(microseconds);
  sense();
  think();
  end_frame();
}

std::vector<Entity> WatchWorld::remembered(uint32_t slot, MemoryId memory) const {
  FactInfo infos[64];
  uint32_t count = 0;
  REQUIRE(watchers.facts(watchers.agent_of(slot), memory, infos, count));
  std::vector<Entity> who;
  for (uint32_t i = 0; i < count; ++i) who.push_back(infos[i].entity);
  return who;
}

bool WatchWorld::remembers(Entity who, uint32_t slot) const {
  const std::vector<Entity> all = remembered(slot);
  return std::find(all.begin(), all.end(), who) != all.end();
}

float WatchWorld::awareness(uint32_t slot) const {
  float value = -1;
  REQUIRE(watchers.awareness(watchers.agent_of(slot), senses::kEnemies, 0, value));
  return value;
}

}  // namespace ishi::testing
