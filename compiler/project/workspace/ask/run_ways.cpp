#include "workspace/ask/run_ways.h"

#include <cmath>
#include <numbers>

namespace ishi::compiler {

RunWays::RunWays(const Model& model, const Situation& situation) : model_(model), situation_(situation) {
  for (uint32_t i = 0; i < situation.agent_count(); ++i) {
    const SituationAgent& agent = situation.agent_at(i);
    ways_.push_back({agent.name.empty() ? model.agents[agent.agent].name.text : agent.name, true, {}});
  }
  for (const SituationEntity& entity : situation.entities) ways_.push_back({entity.name, false, {}});
}

void RunWays::note(const Simulation& simulation) {
  constexpr uint64_t kFramesPerPlace = 6;
  const double seconds = simulation.seconds();
  if (static_cast<uint64_t>(std::llround(seconds * kFramesPerSecond)) % kFramesPerPlace != 0) return;
  const Stage& stage = simulation.stage();
  for (const SimulatedAgent& agent : simulation.agents()) {
    if (agent.place().is_alive())
      note_place(ways_[agent.place().index()], stage.world(), agent.place().self(), seconds);
  }
  for (uint32_t i = 0; i < situation_.entities.size(); ++i)
    note_place(ways_[situation_.agent_count() + i], stage.world(), stage.handle(i), seconds);
}

void RunWays::note_place(Way& way, const World& world, Entity who, double seconds) const {
  Vector3 at;
  if (!world.is_alive(who) || !world.position(who, at)) return;
  way.ends = seconds;
  Vector3 facing{0, 0, 0};
  static_cast<void>(world.facing(who, facing));
  constexpr double kDegrees = 180 / std::numbers::pi;
  const double turned = std::atan2(facing.x, is_y_up() ? facing.z : facing.y) * kDegrees;
  const Place place{seconds, at.x, is_y_up() ? at.z : at.y, std::round(turned)};
  const bool is_same = !way.places.empty() && std::abs(way.places.back().right - place.right) < 0.02 &&
                       std::abs(way.places.back().ahead - place.ahead) < 0.02 &&
                       way.places.back().facing == place.facing;
  if (!is_same) way.places.push_back(place);
}

std::vector<RunWays::Wall> RunWays::walls() const {
  const auto on_plane = [&](const Vector& at) { return Place{0, at[0], is_y_up() ? at[2] : at[1], 0}; };
  std::vector<Wall> walls;
  for (const SituationWall& wall : situation_.walls)
    walls.push_back({on_plane(wall.from), on_plane(wall.to)});
  for (const SituationDoor& door : situation_.doors) {
    if (!door.is_open) walls.push_back({on_plane(door.wall.from), on_plane(door.wall.to)});
  }
  return walls;
}

}  // namespace ishi::compiler
