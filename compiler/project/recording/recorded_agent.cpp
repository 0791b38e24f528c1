#include "recording/recorded_agent.h"

#include <algorithm>

#include "ishi/id.h"

namespace ishi::compiler {

RecordedAgent::RecordedAgent(record::Replay& replay, const Asset& asset, const Model& model,
                             const RecordedName& who)
    : replay_(replay), asset_(asset), model_(model) {
  World& world = replay.world();
  const Population population = world.population(who.population);
  const Entity self = world.entity(who.id);
  situation_.name = names_.emplace_back(who.text);
  situation_.agent = find_index(model.agents, asset.name(Kind::agents, asset.find(population.agent_id())));
  situation_.team = population.team(self).index;
  situation_.time_microseconds = world.clock().time_microseconds;
  for (const Entity& entity : replay.entities()) {
    if (entity != self) add(entity);
  }
  for (uint32_t thing = 0; thing < model.things.size(); ++thing) {
    if (replay.is_thing(self, ThingId::of(model.things[thing].name.text))) situation_.self.thing = thing;
  }
  note_taken(replay, model, who);
  stage_ = std::make_unique<Stage>(asset, model, situation_, world, entities_, who.population, self);
}

void RecordedAgent::add(const Entity& entity) {
  SituationEntity& one = situation_.entities.emplace_back();
  one.name = names_.emplace_back(entity_name(replay_, asset_, entity));
  for (uint32_t thing = 0; thing < model_.things.size(); ++thing) {
    if (replay_.is_thing(entity, ThingId::of(model_.things[thing].name.text))) one.thing = thing;
  }
  entities_.push_back(entity);
  if (generations_.size() <= entity.index) generations_.resize(entity.index + 1, 0);
  generations_[entity.index] = entity.generation;
}

void RecordedAgent::refresh() {
  for (const Entity& entity : replay_.entities()) {
    const bool is_known = entity == place().self() || (entity.index < generations_.size() &&
                                                       generations_[entity.index] == entity.generation);
    if (is_known) continue;
    add(entity);
    stage_->admit(entity);
  }
}

// What others hold. Between two frames alone the world says how many tokens are in use.
void RecordedAgent::note_taken(record::Replay& replay, const Model& model, const RecordedName& who) {
  World& world = replay.world();
  const Entity self = world.entity(who.id);
  for (uint32_t i = 0; i < entities_.size(); ++i) {
    const Entity holder = world.claimed_by(entities_[i]);
    if (holder != kNobody && holder != self) situation_.taken.entities.push_back(i);
  }
  if (const Entity holder = world.claimed_by(self); holder != kNobody && holder != self)
    situation_.taken.entities.push_back(kSelfEntity);
  const Population population = world.population(who.population);
  for (uint32_t token = 0; token < model.tokens.size(); ++token) {
    const auto& [name, of] = model.tokens[token];
    const TeamId team = of.scope.value == Sharing::team ? population.team(self) : TeamId();
    uint32_t count = 0;
    const bool is_known = bool(world.tokens_in_use(TokenId::of(name.text), team, count));
    const uint16_t option = population.option(self);
    const auto& actions = model.agents[situation_.agent].value.actions;
    const bool is_own = option != kNoOption &&
                        std::ranges::any_of(model.actions[actions[option].index].value.claims,
                                            [&](const Reference& claim) { return claim.index == token; });
    if (is_known && !is_own && count >= static_cast<uint32_t>(of.count.value))
      situation_.taken.tokens.push_back(token);
  }
}

}  // namespace ishi::compiler
