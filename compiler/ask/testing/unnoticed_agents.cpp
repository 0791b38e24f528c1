#include "testing/unnoticed_agents.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "language/words.h"

namespace ishi::compiler {
namespace {

// True if somebody in the scene is this thing, from the beginning or from some time on.
bool has_any(const Scene& scene, std::string_view thing) {
  const auto is_one = [&](const auto& entity) { return entity.value.is.text == thing; };
  return std::ranges::any_of(scene.around.world, is_one) ||
         std::ranges::any_of(scene.agents,
                             [&](const auto& agent) { return agent.value.self.value.is.text == thing; }) ||
         std::ranges::any_of(scene.around.at, [&](const auto& moment) {
           return std::ranges::any_of(moment.value.add, is_one);
         });
}

// The agents of a scene but one that are not said to be any thing.
std::vector<std::string_view> agents_of_no_thing(const Scene& scene, std::string_view but) {
  std::vector<std::string_view> names;
  for (const auto& [name, agent] : scene.agents)
    if (name.text != but && !agent.self.value.is.given()) names.push_back(name.text);
  return names;
}

void check_senses(const Model& model, const Scene& scene, Diagnostics& diagnostics) {
  std::vector<std::string_view> told;  // things
  for (const auto& [name, who] : scene.agents) {
    if (who.agent.index == kNone) continue;
    for (const Reference& named : model.agents[who.agent.index].value.senses) {
      if (named.index == kNone) continue;
      const Sense& sense = model.senses[named.index].value;
      const bool is_of_thing = sense.kind() != SenseKind::hearing && sense.target.kind == ValueKind::entity &&
                               sense.target.reference != kNone;
      if (!is_of_thing || has_any(scene, sense.of.text)) continue;
      const std::vector<std::string_view> others = agents_of_no_thing(scene, name.text);
      if (others.empty() || std::ranges::find(told, sense.of.text) != told.end()) continue;
      told.push_back(sense.of.text);
      diagnostics
          .report(
              Code::nobody_to_notice, name.span,
              fmt::format("the sense `{}` of `{}` notices nobody here: it notices a `{}`, and nobody in this "
                          "scene is one",
                          named.text, name.text, sense.of.text))
          .help(fmt::format(
              "say it of the agents that are: `self: {{ is: {} }}`; {} {} not said to be any thing",
              sense.of.text, quoted_list(others, "and"), others.size() == 1 ? "is" : "are"));
    }
  }
}

void check_teams(const Model& model, const Scene& scene, Diagnostics& diagnostics) {
  constexpr size_t kFewest = 2;
  if (model.teams.size() < kFewest) return;
  const auto says_team = [](const auto& agent) { return agent.value.team.given(); };
  if (std::ranges::none_of(scene.agents, says_team)) return;
  for (const auto& [name, agent] : scene.agents) {
    if (agent.team.given()) continue;
    diagnostics
        .report(Code::team_left_out, name.span,
                fmt::format("`{}` says no team, so it is in the first one, `{}`", name.text,
                            model.teams[0].name.text))
        .help(fmt::format("say it, as others of this scene do: `team: {}`", model.teams[0].name.text));
  }
}

}  // namespace

void check_unnoticed_agents(const Model& model, Diagnostics& diagnostics) {
  for (const auto& [name, scene] : model.scenes) {
    if (diagnostics.is_in_doubt(name.span)) continue;
    check_senses(model, scene, diagnostics);
    check_teams(model, scene, diagnostics);
  }
}

}  // namespace ishi::compiler
