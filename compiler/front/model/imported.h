#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "ishi/id.h"

namespace ishi::compiler {

// A declaration of an imported file has another name in the model, and another id.
struct ImportedNames {
  struct Origin {
    std::string path;  // of the file, relative to the root
    std::string name;  // as that file spells it
  };

  // By section of ids and name of the model: "curves/std.near".
  std::unordered_map<std::string, Origin> origins;

  // The id of a name of the model: see ishi/id.h.
  [[nodiscard]] uint64_t id(std::string_view section, std::string_view name) const {
    if (origins.empty()) return id_of(section, name);
    const auto found = origins.find(std::string(section) + "/" + std::string(name));
    if (found == origins.end()) return id_of(section, name);
    return id_of(std::string(section) + "/" + found->second.path, found->second.name);
  }

  // The id of a part of what has that name: `id_of("memory/pickups", "checked")`.
  [[nodiscard]] uint64_t id_of_part(std::string_view section, std::string_view owner,
                                    std::string_view name) const {
    const auto found = origins.find(std::string(section) + "/" + std::string(owner));
    if (found == origins.end()) return id_of(std::string(section) + "/" + std::string(owner), name);
    return id_of(std::string(section) + "/" + found->second.path + "/" + found->second.name, name);
  }
};

}  // namespace ishi::compiler
