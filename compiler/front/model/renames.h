#pragma once

#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace ishi::compiler {

// The former names of things, as `renamed_from` says.
struct Renames {
  // By what stands around a name, and the name: "things/fridge/fields/food". The latest first.
  std::unordered_map<std::string, std::vector<std::string_view>> former;

  [[nodiscard]] std::span<const std::string_view> of(const std::string& path) const {
    const auto found = former.find(path);
    if (found == former.end()) return {};
    return found->second;
  }
};

}  // namespace ishi::compiler
