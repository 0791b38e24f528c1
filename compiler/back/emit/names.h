#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace ishi::compiler {

// The names in a blob's debug part: gathered first, numbered when all are known, so that they stand
// sorted and each once.
class NameList {
 public:
  // A handle, to be turned into an index by `index_of` once all names are added.
  void add(std::string_view name) { names_.emplace(name, 0); }
  void number() {
    uint32_t next = 0;
    for (auto& [name, index] : names_) index = next++;
  }
  [[nodiscard]] uint32_t index_of(std::string_view name) const { return names_.find(name)->second; }
  [[nodiscard]] std::vector<std::string> sorted() const {
    std::vector<std::string> result;
    for (const auto& [name, index] : names_) result.push_back(name);
    return result;
  }

 private:
  std::map<std::string, uint32_t, std::less<>> names_;
};

// The names of each vector's entries, in order.
struct NameTables {
  std::vector<std::string> enums, members, things, fields, keys, events, event_fields, tasks, goals,
      parameters, curves, motives, profiles, sets, set_fields, choices, agents, options, states, tokens,
      sounds, navigations, steerings, senses, givens;
};

}  // namespace ishi::compiler
