#include <algorithm>

#include "ishi/tools.h"
#include "language/words.h"
#include "simulate/stage.h"

namespace ishi::compiler {

const Asset& StageAgent::asset() const { return stage_->asset(); }
World& StageAgent::world() const { return stage_->world(); }
Population& StageAgent::population() const { return stage_->populations()[population_]; }
const SituationAgent& StageAgent::situation() const { return stage_->situation().agent_at(index_); }
bool StageAgent::is_alive() const { return world().is_alive(self_); }
bool StageAgent::has_senses() const { return AssetParts(asset()).agent(agent_).senses.count > 0; }

bool StageAgent::has_tokens(uint32_t option) const {
  const Model& model = stage_->model();
  const std::vector<uint32_t>& taken = stage_->taken().tokens;
  const auto& action = model.actions[model.agents[situation().agent].value.actions[option].index].value;
  return std::ranges::none_of(action.claims, [&](const Reference& claim) {
    return claim.index != kNone && std::ranges::find(taken, claim.index) != taken.end();
  });
}

std::vector<HeldToken> StageAgent::held_tokens() const {
  const Model& model = stage_->model();
  std::vector<HeldToken> held;
  for (uint32_t token = 0; token < model.tokens.size(); ++token) {
    std::vector<std::string_view> holders;
    for (const StageAgent& other : stage_->agents()) {
      const bool shares = model.tokens[token].value.scope.value != Sharing::team ||
                          other.situation().team == situation().team;
      if (!shares || !other.is_alive()) continue;
      const uint16_t option = other.population().option(other.self());
      if (option == kNoOption) continue;
      const uint32_t action = model.agents[other.situation().agent].value.actions[option].index;
      const auto& claims = model.actions[action].value.claims;
      if (std::ranges::find(claims, token, &Reference::index) == claims.end()) continue;
      if (other.index_ == index_) {
        holders.clear();
        break;
      }
      holders.push_back(other.situation().name);
    }
    const auto count = static_cast<size_t>(model.tokens[token].value.count.value);
    if (!holders.empty() && holders.size() >= count) held.push_back({token, quoted_list(holders, "and")});
  }
  return held;
}

std::string_view StageAgent::holder_of(Entity member) const {
  const Model& model = stage_->model();
  for (const StageAgent& other : stage_->agents()) {
    if (other.index_ == index_ || !other.is_alive()) continue;
    const uint16_t option = other.population().option(other.self());
    if (option == kNoOption || other.population().candidate(other.self()) != member) continue;
    const uint32_t action = model.agents[other.situation().agent].value.actions[option].index;
    // A claim of the action's own member names no token.
    if (std::ranges::find(model.actions[action].value.claims, kNone, &Reference::index) !=
        model.actions[action].value.claims.end())
      return other.situation().name;
  }
  return holder_by_plan(member);
}

std::string_view StageAgent::holder_by_plan(Entity member) const {
  for (const StageAgent& other : stage_->agents()) {
    if (other.index_ != index_ && other.is_alive() && other.has_planned_with(member))
      return other.situation().name;
  }
  return {};
}

// True if a plan of the agent has claimed an entity and still needs it.
bool StageAgent::has_planned_with(Entity member) const {
  const AssetParts parts(asset());
  std::vector<uint32_t> nodes(Tools(population()).active_nodes(self_, {}));
  (void)Tools(population()).active_nodes(self_, nodes);
  return std::ranges::any_of(nodes, [&](uint32_t node) {
    PlanInfo plan;
    if (!Tools(population()).plan(self_, node, plan) || plan.asks) return false;
    for (uint32_t i = plan.current; i < plan.count; ++i) {
      const bool claims = parts.node(parts.node(node).children.first + plan.steps[i]).claims;
      if (claims && world().entity(plan.members[i]) == member) return true;
    }
    return false;
  });
}

std::vector<FactInfo> StageAgent::facts(uint32_t memory) const {
  std::vector<FactInfo> facts(AssetParts(asset()).set(memory).capacity);
  uint32_t count = 0;
  (void)population().facts(self_, MemoryId(AssetParts(asset()).set(memory).id), facts, count);
  facts.resize(count);
  return facts;
}

std::vector<Entity> StageAgent::members(uint32_t set) const {
  const SetInfo info = AssetParts(asset()).set(set);
  std::vector<Entity> members;
  if (info.kind == SetKind::memory) {
    for (const FactInfo& fact : facts(set)) members.push_back(fact.entity);
    return members;
  }
  members.resize(info.capacity);
  uint32_t count = 0;
  const uint32_t team = info.scope == ishi::Scope::team ? population().team(self()).index : 0;
  (void)(info.scope == ishi::Scope::agent
             ? population().candidates(self_, SetId(info.id)).list(members, count)
             : world().candidates(SetId(info.id), TeamId(team)).list(members, count));
  members.resize(count);
  return members;
}

std::string StageAgent::member_name(uint32_t set, uint32_t member) const {
  const uint32_t entity = stage_->entity_index(members(set)[member]);
  if (entity == entity_of_agent(index_)) return "self";
  if (entity != kNone) {
    const std::string_view name = is_agent(entity)
                                      ? stage_->situation().agent_at(agent_of_entity(entity)).name
                                      : stage_->situation().entities[entity].name;
    if (!name.empty()) return std::string(name);
  }
  return std::string(asset().name(Kind::sets, set)) + " " + std::to_string(member + 1);
}

std::string StageAgent::name_of(EntityId id) const {
  if (id == kNobody) return "nobody";
  const uint32_t entity = stage_->entity_index(id);
  if (entity == kNone || entity == entity_of_agent(index_)) return "itself";
  const std::string_view name = is_agent(entity) ? stage_->situation().agent_at(agent_of_entity(entity)).name
                                                 : stage_->situation().entities[entity].name;
  return name.empty() ? "someone" : std::string(name);
}

Status StageAgent::judge_all(std::vector<JudgedEntity>& judged) const {
  judged.clear();
  const auto count = static_cast<uint32_t>(stage_->situation().entities.size());
  for (uint32_t sense = 0; sense < AssetParts(asset()).agent(agent_).senses.count; ++sense) {
    for (uint32_t i = 0; i < count + stage_->situation().agent_count(); ++i) {
      const uint32_t entity = i < count ? i : entity_of_agent(i - count);
      if (entity == entity_of_agent(index_)) continue;
      const Entity target = stage_->handle(entity);
      if (!world().is_alive(target)) continue;
      JudgedEntity one{.sense = sense,
                       .entity = entity,
                       .judgement = {},
                       .is_hidden = stage_->is_hidden(target),
                       .is_behind_wall = stage_->has_wall_between(self_, target)};
      const Status status = Tools(population()).judge_sense(self_, sense, target, one.judgement);
      if (!status) return status;
      judged.push_back(one);
    }
  }
  return {};
}

}  // namespace ishi::compiler
