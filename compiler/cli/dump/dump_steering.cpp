#include "cli/dump/dump_steering.h"

#include <fmt/format.h>

#include <string_view>

#include "explain/operation_words.h"

namespace ishi::compiler::cli {
namespace {

std::string behaviour_text(const Asset& asset, const SteeringBehaviourInfo& behaviour) {
  std::string text = fmt::format("    {}", kSteeringKindNames[static_cast<size_t>(behaviour.kind)]);
  if (behaviour.kind == SteeringKind::arrive)
    text += fmt::format(", slower from {:g}m on, there at {:g}m", behaviour.range, behaviour.stop);
  if (behaviour.kind == SteeringKind::separate)
    text +=
        fmt::format(" from {} within {:g}m",
                    name_or(asset.name(Kind::sets, behaviour.set), "set", behaviour.set), behaviour.range);
  if (behaviour.kind == SteeringKind::wander) text += fmt::format(", {:g} radians a second", behaviour.range);
  if (behaviour.weight != kNotFound)
    text += ", its weight computed";
  else if (behaviour.kind != SteeringKind::avoid)
    text += fmt::format(", weight {:g}", behaviour.constant);
  return text + (behaviour.when != kNotFound ? ", at times\n" : "\n");
}

}  // namespace

std::string steerings_text(const Asset& asset, const AgentInfo& agent) {
  std::string text;
  for (uint32_t i = 0; i < agent.steerings.count; ++i) {
    const uint32_t index = agent.steerings.first + i;
    const SteeringInfo steering = AssetParts(asset).steering(index);
    text += fmt::format("  steering {}: {} directions{}, {}\n", name_or(steering.name, "steering", index),
                        steering.directions, steering.interpolates ? " and between them" : "",
                        steering.speed != kNotFound ? std::string("its speed computed")
                                                    : fmt::format("{:g} m/s", steering.constant));
    for (uint32_t k = 0; k < steering.behaviours.count; ++k)
      text += behaviour_text(asset, AssetParts(asset).steering_behaviour(steering.behaviours.first + k));
  }
  return text;
}

}  // namespace ishi::compiler::cli
