#include "simulate/key_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

namespace ishi::compiler {

void KeyValues::open(const StageAgent& agent) {
  agent_ = agent;
  const Asset& asset = agent.asset();
  for (uint32_t key = 0; key < asset.count(ishi::Kind::keys); ++key) {
    const NamedVariable info = AssetParts(asset).key(key);
    const auto column_of = [&](auto& column) {
      switch (info.variable.scope) {
        case ishi::Scope::team: return agent.world().team_key(info.id, column);
        case ishi::Scope::world: return agent.world().world_key(info.id, column);
        case ishi::Scope::agent: break;
      }
      return agent.population().column(info.id, column);
    };
    Place& place = places_.emplace_back();
    place.row = info.variable.scope == ishi::Scope::agent ? agent.slot() : 0;
    place.is_of_team = info.variable.scope == ishi::Scope::team;
    if (info.variable.scope != ishi::Scope::agent) shared_.push_back(key);
    with_value_type(info.variable.type, [&]<class T>(T) {
      ColumnOf<T> column;
      if (!column_of(column)) return;  // always available for a key of the asset
      if constexpr (std::is_same_v<T, Vector3>) {
        place.points = column;
      } else {
        place.rows = reinterpret_cast<const std::byte*>(column.data());
        place.bytes = sizeof(T);
      }
    });
  }
}

RawValue KeyValues::read(uint32_t key) const {
  const Place& place = places_[key];
  const uint32_t row = place.is_of_team ? agent_.population().team(agent_.self()).index : place.row;
  RawValue value{};
  if (!place.points.empty()) {
    const Vector3 point = place.points.get(row);
    std::memcpy(value.data(), &point, sizeof point);
  } else if (place.rows != nullptr) {
    std::memcpy(value.data(), place.rows + row * place.bytes, place.bytes);
  }
  return value;
}

std::string vector_text(const std::array<float, 3>& vector) {
  std::string text;
  for (const float number : vector) {
    // Beyond a hundred kilometres floats have no millimetres.
    std::string one = std::abs(number) < 1e5F ? fmt::format("{:.3f}", number) : fmt::format("{:.7g}", number);
    if (one.find('.') != std::string::npos && one.find('e') == std::string::npos) {
      one.erase(one.find_last_not_of('0') + 1);
      if (one.ends_with('.')) one.pop_back();
    }
    if (one == "-0") one = "0";
    text += fmt::format("{}{}", text.empty() ? "" : ", ", one);
  }
  return fmt::format("[{}]", text);
}

std::string value_text(const StageAgent& agent, const VariableInfo& variable, const std::byte* value) {
  const Asset& asset = agent.asset();
  constexpr std::string_view kUnits[] = {"", "", "", "", "", "", "m", "s", "rad", "m/s", "", ""};
  switch (variable.type) {
    case ValueType::integer: return fmt::format("{}", value_as<int32_t>(value));
    case ValueType::boolean: return value_as<uint8_t>(value) != 0 ? "true" : "false";
    case ValueType::enumeration: {
      const EnumInfo e = AssetParts(asset).enumeration(variable.reference);
      const auto member = std::min<uint32_t>(value_as<uint8_t>(value), e.members.count - 1);
      return std::string(AssetParts(asset).member_name(e.members.first + member));
    }
    case ValueType::entity:
    case ValueType::thing: return agent.name_of(value_as<EntityId>(value));
    case ValueType::point:
    case ValueType::direction: {
      const auto vector = value_as<Vector3>(value);
      if (variable.type == ValueType::point && !is_somewhere(vector)) return "nowhere";
      return vector_text({vector.x, vector.y, vector.z});
    }
    default: break;
  }
  return fmt::format("{:.4g}{}", value_as<float>(value), kUnits[static_cast<size_t>(variable.type)]);
}

}  // namespace ishi::compiler
