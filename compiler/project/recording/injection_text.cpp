#include "recording/injection_text.h"

#include <fmt/format.h>

#include "ishi/asset_info.h"
#include "recording/moment.h"

namespace ishi::compiler {
namespace {

using record::Injection;
using record::InjectionKind;

// The name of what has an id, in whichever asset has it; its number otherwise.
std::string name_of(const record::Replay& replay, Kind kind, uint64_t id) {
  for (uint32_t i = 0; i < replay.population_count(); ++i) {
    const Asset* const asset = replay.asset(i);
    const uint32_t index = asset == nullptr ? kNotFound : asset->find(kind, id);
    if (index != kNotFound && !asset->name(kind, index).empty()) return std::string(asset->name(kind, index));
  }
  return fmt::format("{:016x}", id);
}

std::string entity_text(const record::Replay& replay, EntityId id) {
  if (id == EntityId()) return "nobody";
  const Asset* const asset = replay.asset(0);
  return asset == nullptr ? fmt::format("entity#{}", id.index) : entity_name(replay, *asset, id);
}

// A value, by the type of the key where that is known.
std::string value_text(const record::Replay& replay, const Injection& one) {
  for (uint32_t i = 0; i < replay.population_count(); ++i) {
    const Asset* const asset = replay.asset(i);
    const uint32_t index = asset == nullptr ? kNotFound : asset->find(Kind::keys, one.what);
    if (index == kNotFound) continue;
    const VariableInfo variable = AssetParts(*asset).key(index).variable;
    switch (variable.type) {
      case ValueType::boolean: return one.value != 0 ? "true" : "false";
      case ValueType::entity:
      case ValueType::thing: return entity_text(replay, one.other);
      case ValueType::point:
      case ValueType::direction: return fmt::format("[{:g}, {:g}, {:g}]", one.axes.x, one.axes.y, one.axes.z);
      case ValueType::enumeration: {
        const EnumInfo members = AssetParts(*asset).enumeration(variable.reference);
        const auto member = static_cast<uint32_t>(one.value);
        if (one.value >= 0 && member < members.members.count)
          return std::string(AssetParts(*asset).member_name(members.members.first + member));
        break;
      }
      default: break;
    }
    break;
  }
  return fmt::format("{:g}", one.value);
}

std::string option_name(const record::Replay& replay, const Injection& one) {
  const uint32_t population = replay.population_of(one.agent);
  const Asset* const asset = replay.asset(population);
  if (asset == nullptr) return fmt::format("its option {}", one.what);
  const AssetParts parts(*asset);
  for (uint32_t i = 0; i < asset->count(Kind::agents); ++i) {
    const AgentInfo agent = parts.agent(i);
    if (agent.name == replay.agent_name(population) && one.what < agent.options.count)
      return std::string(parts.option(agent.options.first + static_cast<uint32_t>(one.what)).name);
  }
  return fmt::format("its option {}", one.what);
}

}  // namespace

std::string injection_text(const record::Replay& replay, const Injection& one) {
  const std::string who = fmt::format("viewer {}", one.viewer);
  const std::string agent = one.agent == EntityId() ? std::string() : entity_text(replay, one.agent);
  const std::string of = agent.empty() ? std::string() : fmt::format(" of {}", agent);
  switch (one.kind) {
    case InjectionKind::key:
      return fmt::format("{} sets {}{} to {}", who, name_of(replay, Kind::keys, one.what), of,
                         value_text(replay, one));
    case InjectionKind::level:
      return fmt::format("{} sets {}{} to {:g}", who, name_of(replay, Kind::motives, one.what), of,
                         one.value);
    case InjectionKind::event:
      return fmt::format("{} posts {} to {}", who, name_of(replay, Kind::events, one.what),
                         agent.empty() ? "everyone or a team" : agent);
    case InjectionKind::task:
      return fmt::format("{} ends {}{}, which {}", who,
                         one.what == 0 ? std::string("the task") : name_of(replay, Kind::tasks, one.what), of,
                         one.value != 0 ? "completes" : "fails");
    case InjectionKind::think: return fmt::format("{} lets {} think", who, agent);
    case InjectionKind::option: return fmt::format("{} lets {} do {}", who, agent, option_name(replay, one));
    case InjectionKind::assets:
      return fmt::format("{} gives the game {:g} new asset{}", who, one.value, one.value == 1 ? "" : "s");
    case InjectionKind::none: break;
  }
  return fmt::format("{} changes something", who);
}

}  // namespace ishi::compiler
