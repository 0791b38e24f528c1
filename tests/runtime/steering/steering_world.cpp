#include "runtime/steering/steering_world.h"
#include "ishi/tools.h"
#include "runtime/phases.h"

namespace ishi::testing {

BlobContent steering_content(const SteeringSpec& spec) {
  BodySpec bodies;
  bodies.capacity = spec.capacity;
  bodies.options = spec.options.empty() ? std::vector<BodyOption>{{sequence({steer()})}} : spec.options;
  BlobContent content = BodyContent(bodies).content;
  content.up = static_cast<uint8_t>(spec.up);

  raw::Set pack;
  pack.id = id_of("candidates", "pack");
  pack.kind = 1;
  pack.capacity = 16;
  content.sets.push_back(pack);

  ProgramBuilder p(content);
  const auto row = p.with_parameter(OperationCode::key_entity, bodies::target);
  const auto right = p.add(OperationCode::position_x, row);
  const auto ahead = p.add(spec.up == Up::y ? OperationCode::position_z : OperationCode::position_y, row);
  const auto flag = p.with_parameter(OperationCode::key, bodies::flag_0);
  const auto known = p.add(OperationCode::not_equal, row, p.spread(p.constant(0)));
  auto filler = flag;
  for (int i = 0; i < 300 && spec.is_long; ++i) filler = p.add(OperationCode::negate, filler);
  const auto first = static_cast<uint32_t>(content.operations.size());
  for (const raw::Operation& operation : p.finish()) content.operations.push_back(operation);
  const auto count = static_cast<uint32_t>(content.operations.size()) - first;
  raw::Agent& agent = content.agents.back();

  for (uint32_t i = 0; i < 2; ++i) {
    raw::Steering& steering = content.steerings.emplace_back();
    steering.id = id_of("steering", "way_" + std::to_string(i));
    steering.directions = spec.directions;
    steering.interpolates = spec.interpolates ? 1 : 0;
    steering.constant = spec.speed * static_cast<float>(i + 1);
    steering.formula = static_cast<uint32_t>(content.formulas.size() - (i == 0 ? 0 : 1));
    if (i == 0) {
      content.formulas.push_back({{first, count}});
      ++agent.formulas.count;
    }
    steering.behaviours = {static_cast<uint32_t>(content.steering_behaviours.size()),
                           static_cast<uint32_t>(spec.parts.size())};
    for (const SteeringPart& part : spec.parts) {
      raw::SteeringBehaviour& one = content.steering_behaviours.emplace_back();
      one.kind = static_cast<uint8_t>(part.kind);
      one.constant = part.kind == SteeringKind::avoid ? 0 : part.weight;
      one.range = part.range;
      one.stop = part.stop;
      if (part.is_conditional) one.when = p.at(flag);
      if (part.kind == SteeringKind::separate) one.set = 0;
      if (part.kind > SteeringKind::arrive) continue;
      one.known = p.at(known);
      one.right = p.at(right);
      one.ahead = p.at(ahead);
    }
  }
  agent.steerings = {0, 2};
  content.sort_by_id();
  return content;
}

SteeringWorld::SteeringWorld(const SteeringSpec& spec) : asset(load_valid(steering_content(spec))) {
  REQUIRE(World::create({.seed = spec.seed, .entities = 2 * spec.capacity + 64, .up = spec.up}, world));
  REQUIRE(world.add_population(asset, AgentId::of("doer"), {.capacity = spec.capacity}, population));
  REQUIRE(Scratch::create(world, scratch));
  const size_t options = spec.options.empty() ? 1 : spec.options.size();
  for (size_t i = 0; i < options; ++i)
    wants.push_back(population.column<float>(id_of("blackboard", "want_" + std::to_string(i))));
  target = population.column<EntityId>(id_of("blackboard", "target"));
  for (size_t i = 0; i < 3; ++i)
    flags[i] = population.column<uint8_t>(id_of("blackboard", "flag_" + std::to_string(i)));
}

Entity SteeringWorld::spawn(Vector3 position) {
  Entity agent;
  REQUIRE(population.spawn({.position = position}, agent));
  wants[0][slot_of(agent)] = 1;
  return agent;
}

Entity SteeringWorld::place(Vector3 position) {
  Entity entity;
  REQUIRE(world.spawn_entity({.position = position}, entity));
  return entity;
}

uint32_t SteeringWorld::slot_of(Entity agent) const {
  uint32_t slot = 0;
  REQUIRE(population.slot_of(agent, slot));
  return slot;
}

void SteeringWorld::think_and_act(uint64_t microseconds) {
  time += microseconds;
  REQUIRE(world.begin_frame({++frame, time}));
  phases::think(population, scratch);
  while (population.wants_act()) {
    commands = phases::act(population, scratch);
  }
}

void SteeringWorld::move() {
  MoveBatch batch;
  REQUIRE(population.begin_move({.agents_per_job = agents_per_job}, batch));
  for (uint32_t job = 0; job < batch.jobs(); ++job) REQUIRE(population.move(batch, job, scratch));
  REQUIRE(population.end_move(batch, moves));
}

std::vector<float> SteeringWorld::weights(uint32_t slot) const {
  std::vector<float> result(kMostDirections);
  uint32_t count = 0;
  REQUIRE(Tools(population).weights(population.agent_of(slot), result, count));
  result.resize(count);
  return result;
}

}  // namespace ishi::testing
