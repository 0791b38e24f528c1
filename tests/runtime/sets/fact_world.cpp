#include "runtime/sets/fact_world.h"
#include "runtime/phases.h"

namespace ishi::testing {
namespace {

using Code = OperationCode;

enum Key : uint32_t { idle, worth, whom };
enum Field : uint32_t { energy, spot, checked };  // as facts count them

void add_contract(BlobContent& c, const FactOptions& options) {
  c.sources = {{1}};
  c.things = {{id_of("things", "pickup"), {0, 2}}};
  c.fields = {{facts::kEnergy, number_variable(0, 100, 0)}, {facts::kSpot, point_variable({})}};
  c.keys = {{id_of("blackboard", "idle"), number_variable(-10, 10, 0)},
            {id_of("blackboard", "worth"), number_variable(0, 100, 0)},
            {id_of("blackboard", "whom"), entity_variable()}};
  c.sets = {{.id = facts::kPickups.value,
             .capacity = options.pickups,
             .forget = 10,
             .things = {0, 1},
             .fields = {0, 1}},
            {.id = facts::kFaces.value, .capacity = 2, .things = {1, 0}, .fields = {1, 0}}};
  c.set_things = {0};
  c.set_fields = {{facts::kChecked, boolean_variable()}};
}

// A formula that is one operation, of the bound member where it reads one.
uint32_t add_formula(BlobContent& c, Code code, uint32_t parameter, uint32_t set) {
  const auto place = static_cast<uint32_t>(c.operations.size());
  const bool of_bound = reads_member(code);
  if (of_bound) c.operations.push_back({.code = static_cast<uint8_t>(Code::bound), .parameter = set});
  c.operations.push_back({.code = static_cast<uint8_t>(code), .parameter = parameter});
  c.formulas.push_back({.program = {place, of_bound ? 2U : 1U}, .set = set});
  return static_cast<uint32_t>(c.formulas.size() - 1);
}

void add_bodies(BlobContent& c, const FactOptions& options) {
  raw::Agent& agent = c.agents.back();
  const uint32_t worth_of = add_formula(c, Code::member_field, Field::energy, 0);
  const uint32_t entity_of = add_formula(c, Code::bound_row, 0, 0);
  const uint32_t never = add_formula(c, Code::constant, 0, raw::kMissing);
  agent.formulas = {0, 3};
  c.assignments = {{Key::worth, worth_of}, {Key::whom, entity_of}};
  // The roots: refill, its `finally`, idle; then a set and a wait, and a set.
  c.nodes.assign(6, {});
  c.nodes[0].children = {3, 2};
  if (options.locked) c.nodes[0][Modifier::interruptible] = never;
  c.nodes[1].children = {5, 1};
  for (const uint32_t leaf : {2u, 3u, 4u, 5u}) c.nodes[leaf].children = {6, 0};
  c.nodes[3].kind = c.nodes[5].kind = static_cast<uint8_t>(NodeKind::set);
  c.nodes[3].assignments = {0, 1};
  c.nodes[4].kind = static_cast<uint8_t>(NodeKind::wait);
  c.nodes[4].assignments = {1, 0};
  c.nodes[5].assignments = {1, 1};
  // An hour is more than any test.
  c.operations.push_back({.code = static_cast<uint8_t>(Code::constant), .parameter = 0x45610000});
  c.formulas.push_back({.program = {static_cast<uint32_t>(c.operations.size() - 1), 1}});
  c.nodes[4].value = 3;
  agent.formulas.count = 4;
  agent.nodes = {0, 6};
  c.options[0].body = 0;
  c.options[0].finally = 1;
  c.options[1].body = 2;
  c.options[0].cooldown = options.cooldown;
}

}  // namespace

BlobContent fact_content(const FactOptions& options) {
  BlobContent c;
  add_contract(c, options);
  ProgramBuilder program(c);
  const auto each = program.with_parameter(Code::each, 0);
  const auto is_checked = program.add(Code::member_field, each, {0}, {0}, Field::checked);
  const auto when = program.add(Code::not_, is_checked);
  program.begin_gate(when);
  const auto worth_of = program.add(Code::member_field, each, {0}, {0}, Field::energy);
  const auto score = program.add(Code::multiply, worth_of, program.constant(0.01f));
  program.end_gate();
  const auto refill = program.add(Code::gate, when, score);
  const auto wish = program.with_parameter(Code::key, Key::idle);
  const std::vector<ScoredOption> scored = {{"refill", refill},
                                            {"idle", program.add(Code::gate, program.constant(1), wish)}};
  add_agent(c, "robot", program, scored);
  c.nodes.clear();
  add_bodies(c, options);
  c.options[0].set = 0;
  c.options[0].each = program.at(each);
  raw::Agent& agent = c.agents.back();
  agent.inertia = options.inertia;
  agent.minimum = -1;
  agent.ties = static_cast<uint8_t>(options.ties);
  c.sort_by_id();
  return c;
}

FactWorld::FactWorld(const FactOptions& options) : FactWorld(fact_content(options), options) {}

FactWorld::FactWorld(const BlobContent& content, const FactOptions& options) : asset(load_valid(content)) {
  REQUIRE(World::create({.entities = 4 * options.agents + 64}, world));
  REQUIRE(world.add_population(asset, AgentId::of("robot"), {.capacity = options.agents}, population));
  REQUIRE(Scratch::create(world, scratch));
  idle = population.column<float>(id_of("blackboard", "idle"));
  worth = population.column<float>(id_of("blackboard", "worth"));
  whom = population.column<EntityId>(id_of("blackboard", "whom"));
  REQUIRE(world.field(facts::kEnergy, energy));
}

uint32_t FactWorld::spawn() {
  Entity agent;
  uint32_t slot = 0;
  REQUIRE(population.spawn({}, agent));
  REQUIRE(population.slot_of(agent, slot));
  return slot;
}

Entity FactWorld::pickup(float its_energy, Vector3 position) {
  Entity entity;
  REQUIRE(world.spawn_entity({.position = position, .thing = ThingId::of("pickup")}, entity));
  energy[entity.index] = its_energy;
  return entity;
}

void FactWorld::begin_frame(uint64_t microseconds) {
  time += microseconds;
  REQUIRE(world.begin_frame({++frame, time}));
}

void FactWorld::think(uint32_t agents_per_job) {
  phases::think(population, scratch, {.agents_per_job = agents_per_job});
}

void FactWorld::act() { commands = phases::act(population, scratch); }

void FactWorld::step(uint64_t microseconds) {
  begin_frame(microseconds);
  think();
  act();
  REQUIRE(world.end_frame());
}

std::vector<FactInfo> FactWorld::facts_of(uint32_t slot, MemoryId memory) const {
  std::vector<FactInfo> infos(64);
  uint32_t count = 0;
  REQUIRE(population.facts(population.agent_of(slot), memory, infos, count));
  infos.resize(count);
  return infos;
}

float FactWorld::noticed_energy(uint32_t slot, uint32_t fact) const {
  float value = -1;
  REQUIRE(population.fact_field(population.agent_of(slot), facts::kPickups, fact, facts::kEnergy, value));
  return value;
}

}  // namespace ishi::testing
