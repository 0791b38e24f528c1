#include "testing/claims_across_teams.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "model/steps_within.h"

namespace ishi::compiler {
namespace {

// An action that claims the entity that it is for.
struct EntityClaim {
  uint32_t action = 0;           // in the model
  std::vector<uint32_t> things;  // what the entity may be; none: any kind
};

std::vector<uint32_t> things_of(const Model& model, uint32_t set) {
  if (!is_memory(model, set)) return candidates_of(model, set).value.things;
  const Memory& memory = model.memory[set].value;
  return memory.has_thing() ? std::vector<uint32_t>{memory.entity.reference} : std::vector<uint32_t>();
}

std::vector<EntityClaim> claims_of(const Model& model, const Agent& agent) {
  std::vector<EntityClaim> claims;
  for (const Reference& option : agent.actions) {
    if (option.index == kNone) continue;
    const Action& action = model.actions[option.index].value;
    const auto is_of_entity = [](const Reference& claim) { return claim.index == kNone; };
    if (action.set() == kNone || std::ranges::none_of(action.claims, is_of_entity)) continue;
    claims.push_back({option.index, things_of(model, action.set())});
  }
  return claims;
}

std::set<uint32_t> tasks_of(const Model& model, uint32_t action) {
  std::set<uint32_t> tasks;
  StepsDone(model).for_each(model.actions[action].value.steps.value, [&](const Step& step) {
    if (const auto* const task = step.as<TaskStep>()) tasks.insert(task->index);
  });
  return tasks;
}

bool share_any(const std::set<uint32_t>& a, const std::set<uint32_t>& b) {
  return std::ranges::any_of(a, [&](uint32_t one) { return b.contains(one); });
}

// The thing that both may be; kNone: none that is named.
uint32_t common_thing(const EntityClaim& a, const EntityClaim& b) {
  for (const uint32_t thing : a.things) {
    if (std::ranges::find(b.things, thing) != b.things.end()) return thing;
  }
  return kNone;
}

void check_scene(const Model& model, const Scene& scene, Diagnostics& diagnostics) {
  std::set<std::pair<uint32_t, uint32_t>> told;  // actions
  for (size_t i = 0; i < scene.agents.size(); ++i) {
    for (size_t j = i + 1; j < scene.agents.size(); ++j) {
      const auto& [first_name, first] = scene.agents[i];
      const auto& [second_name, second] = scene.agents[j];
      const bool are_known = first.agent.index != kNone && second.agent.index != kNone &&
                             first.team.index != kNone && second.team.index != kNone;
      if (!are_known || first.agent.index == second.agent.index || first.team.index == second.team.index)
        continue;
      for (const EntityClaim& a : claims_of(model, model.agents[first.agent.index].value)) {
        for (const EntityClaim& b : claims_of(model, model.agents[second.agent.index].value)) {
          const uint32_t thing = common_thing(a, b);
          if (thing == kNone || a.action == b.action ||
              share_any(tasks_of(model, a.action), tasks_of(model, b.action)) ||
              !told.insert({std::min(a.action, b.action), std::max(a.action, b.action)}).second)
            continue;
          const std::string_view of_a = model.actions[a.action].name.text;
          const std::string_view of_b = model.actions[b.action].name.text;
          const std::string_view what = model.things[thing].name.text;
          diagnostics
              .report(Code::claims_across_teams, second_name.span,
                      fmt::format("`{}` of `{}` claims a `{}`, and so does `{}` of `{}`, which is of another "
                                  "team",
                                  of_b, second_name.text, what, of_a, first_name.text))
              .caption(fmt::format("cannot choose whom `{}` has", first_name.text))
              .label(first_name.span, fmt::format("cannot choose whom `{}` has", second_name.text))
              .help(fmt::format(
                  "if one is not to keep the other from it, take `claims` out of `{}` or `{}`: an "
                  "entity has one claim, whatever it is for",
                  of_a, of_b));
        }
      }
    }
  }
}

}  // namespace

void check_claims_across_teams(const Model& model, Diagnostics& diagnostics) {
  for (const auto& [name, scene] : model.scenes) {
    if (!diagnostics.is_in_doubt(name.span)) check_scene(model, scene, diagnostics);
  }
}

}  // namespace ishi::compiler
