#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "emit/contract_parts.h"
#include "ishi/asset.h"

namespace ishi::compiler {

// Whether a text can be the namespace of a header: words with `::` between them, none a keyword of C++.
[[nodiscard]] bool is_namespace(std::string_view text);

// An agent, and the keys that its running bodies read in each frame: see Asset::watched_keys.
struct WatchingAgent {
  std::string name;
  std::map<uint64_t, std::string> keys;  // names by id
};

// The agents of several assets, each name once, in the order of first mention.
class WatchingAgents {
 public:
  void add(const Asset& asset);
  [[nodiscard]] std::span<const WatchingAgent> all() const { return agents_; }

 private:
  std::vector<WatchingAgent> agents_;
};

// The C++ header of a contract, for a game to include: enums, typed keys, structs of tasks and events, which
// keys agents watch, and the contract itself as a constant. Names that C++ or two parts would need twice get
// an underscore at the end. A function of its arguments.
[[nodiscard]] std::string header_text(const ContractParts& parts, std::span<const WatchingAgent> watching,
                                      std::string_view name_space);

}  // namespace ishi::compiler
