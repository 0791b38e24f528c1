#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ishi::compiler {

// A name of a section that is another one in a newer version, and means the same.
struct NewName {
  std::string section, before, after;  // "actions", "eat", "dine"
};
using NewNames = std::vector<NewName>;

// The newer version's name for one of the older version, and the other way round.
[[nodiscard]] inline std::string_view newer_name(const NewNames& renames, std::string_view section,
                                                 std::string_view name) {
  for (const NewName& one : renames) {
    if (one.section == section && one.before == name) return one.after;
  }
  return name;
}
[[nodiscard]] inline std::string_view older_name(const NewNames& renames, std::string_view section,
                                                 std::string_view name) {
  for (const NewName& one : renames) {
    if (one.section == section && one.after == name) return one.before;
  }
  return name;
}

}  // namespace ishi::compiler
