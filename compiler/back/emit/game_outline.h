#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "emit/contract_parts.h"
#include "emit/header_names.h"

namespace ishi::compiler {

// A constant that a game uses in place of a name: an id, or how many members a set has.
struct OutlineConstant {
  std::string name;  // as the YAML spells it
  uint64_t value = 0;
  bool is_id = true;
  std::string comment;
};

// Constants that belong together; those of a thing or set stand in a group of its own inside.
struct OutlineGroup {
  std::string name;      // "world_keys"; of a group inside: the thing's or set's
  std::string singular;  // "world_key"; of a group inside: what its constants are, such as "field"
  std::string comment;
  std::vector<OutlineConstant> constants{};
  std::vector<OutlineGroup> groups{};
};

struct OutlineEnum {
  std::string name;
  std::string comment;
  uint64_t id = 0;
  std::vector<std::string> members{};
};

// The parameters of a task or the fields of an event, as they lie in memory.
struct OutlineRecord {
  std::string name;
  std::string comment;
  bool is_task = false;
  uint64_t id = 0;
  uint32_t bytes = 0;  // a multiple of 8
  bool gives = false;  // the task gives some of them back
  std::vector<const ContractPart*> fields{};
};

// Says what the struct of a record is for.
[[nodiscard]] std::string_view use_of(const OutlineRecord& record);

// Everything that the header of a game says, for languages that are not C++: a function of a contract and the
// names of assets, which must outlive it.
struct GameOutline {
  ishi::Up up = ishi::Up::y;
  std::vector<OutlineEnum> enums;
  std::vector<OutlineGroup> groups;           // none is empty
  std::vector<OutlineRecord> records;         // none is empty
  std::vector<const ContractPart*> contract;  // rising by id
};

[[nodiscard]] GameOutline outline_of(const ContractParts& parts, const AssetNames& assets);

}  // namespace ishi::compiler
