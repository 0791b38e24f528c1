#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "ishi/c_api.h"

// The tasks and events that the assets of a world declare: their names, and the layouts of their records.

namespace ishi::godot {

// The types of values, as schemas/asset.fbs counts them.
enum class ValueKind : uint8_t { number, integer, boolean, entity, point, enumeration };
[[nodiscard]] ValueKind kind_of(uint8_t type);
[[nodiscard]] const char* name_of(ValueKind kind);
[[nodiscard]] uint32_t size_of(ValueKind kind);

struct RecordMember {
  std::string name;
  uint32_t place = 0;
  ValueKind kind = ValueKind::number;
  float number = 0;  // the default
  ishi_vector3 point{};
};
struct RecordLayout {
  std::string name;  // of the task or event
  uint32_t bytes = 0;
  std::vector<RecordMember> members;
};
using RecordLayouts = std::unordered_map<uint64_t, RecordLayout>;

// Takes over the tasks and events of an asset.
void learn_layouts(ishi_asset asset, RecordLayouts& layouts);

// The agents, keys, enums, things, tasks and events of an asset as JSON, for the inspector.
[[nodiscard]] std::string describe(ishi_asset asset);

// The names of a kind, such as ISHI_AGENTS.
[[nodiscard]] std::vector<std::string> names_of(ishi_asset asset, uint32_t kind);

}  // namespace ishi::godot
