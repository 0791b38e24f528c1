#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "ishi/asset_info.h"

namespace ishi::compiler {

// An agent, and the keys that its running bodies read in each frame: see Asset::watched_keys.
struct WatchingAgent {
  std::string name;
  std::map<uint64_t, std::string> keys;  // names by id
};

// A name that a game may ask for, and its id.
struct NamedId {
  std::string name;
  uint64_t id = 0;

  friend bool operator==(const NamedId&, const NamedId&) = default;
};

// A field that a memory gives its facts.
struct FactField {
  std::string memory;
  NamedId field;
  ValueType type = ValueType::number;
  uint64_t reference = 0;  // of an enum: its id

  friend bool operator==(const FactField&, const FactField&) = default;
};

// The names that several assets have besides their contract, each once, in the order of first mention.
class AssetNames {
 public:
  void add(const Asset& asset);

  std::vector<WatchingAgent> watching;
  std::vector<NamedId> agents, actions, choices, motives, memories, profiles;
  std::vector<FactField> fact_fields;  // those of a memory stand together
};

}  // namespace ishi::compiler
