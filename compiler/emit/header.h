#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "emit/contract_parts.h"
#include "ishi/asset_info.h"

namespace ishi::compiler {

// True if a text can be the namespace of a header: words with `::` between them, none a keyword of C++.
[[nodiscard]] bool is_namespace(std::string_view text);

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

// The names that several assets have besides their contract, each once, in the order of first mention.
class AssetNames {
 public:
  void add(const Asset& asset);

  std::vector<WatchingAgent> watching;
  std::vector<NamedId> agents, choices, motives, memories, profiles;
};

// The C++ header of a contract, for a game to include: enums, typed keys, structs of tasks and events, typed
// ids, which keys agents watch, and the contract itself as a constant. Names that C++ or two parts would need
// twice get an underscore at the end. A function of its arguments.
[[nodiscard]] std::string header_text(const ContractParts& parts, const AssetNames& assets,
                                      std::string_view name_space);

}  // namespace ishi::compiler
