#include "cli/dap/scene_difference.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace ishi::compiler::cli {
namespace {

bool is_same(const SituationWall& a, const SituationWall& b) { return a.from == b.from && a.to == b.to; }
bool is_same_door(const SituationDoor& a, const SituationDoor& b) {
  return a.name == b.name && is_same(a.wall, b.wall);
}

std::string_view thing_name(const Model& model, uint32_t thing) {
  return thing == kNone ? std::string_view() : std::string_view(model.things[thing].name.text);
}

// Compares two lists of names, and says where they differ first: "the agent `pat: guard` is gone".
template <class Name>
std::string difference(size_t before, size_t after, std::string_view what, Name name) {
  for (size_t i = 0; i < std::max(before, after); ++i) {
    const std::string was = i < before ? name(i, true) : std::string();
    const std::string is = i < after ? name(i, false) : std::string();
    if (was == is) continue;
    if (was.empty()) return fmt::format("{} `{}` is new", what, is);
    if (is.empty()) return fmt::format("{} `{}` is gone", what, was);
    return fmt::format("{} `{}` has become `{}`", what, was, is);
  }
  return {};
}

}  // namespace

std::string scene_difference(const Stage& before, const Model& model, const Situation& after) {
  const Model& old = before.model();
  const Situation& was = before.situation();
  const auto agent = [&](size_t i, bool is_old) {
    const SituationAgent& one = (is_old ? was : after).agent_at(static_cast<uint32_t>(i));
    const std::string kind((is_old ? old : model).agents[one.agent].name.text);
    return one.name.empty() ? kind : fmt::format("{}: {}", one.name, kind);
  };
  const auto entity = [&](size_t i, bool is_old) {
    const SituationEntity& one = (is_old ? was : after).entities[i];
    const std::string_view thing = thing_name(is_old ? old : model, one.thing);
    return fmt::format("{}{}{}", one.name.empty() ? "somebody" : one.name, thing.empty() ? "" : ": ", thing);
  };
  const auto team = [&](size_t i, bool is_old) {
    return std::string((is_old ? old : model).teams[i].name.text);
  };
  std::string text = difference(was.agent_count(), after.agent_count(), "the agent", agent);
  if (text.empty()) text = difference(was.entities.size(), after.entities.size(), "in `world`", entity);
  if (text.empty()) text = difference(old.teams.size(), model.teams.size(), "the team", team);
  if (text.empty() && !std::ranges::equal(was.walls, after.walls, is_same)) text = "walls stand elsewhere";
  if (text.empty() && !std::ranges::equal(was.doors, after.doors, is_same_door))
    text = "doors stand elsewhere";
  return text;
}

}  // namespace ishi::compiler::cli
