#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "language/tables.h"
#include "syntax/tree.h"
#include "workspace/cursor.h"

// The language's tables at a place in a file: from the keys and list items that lead to it.

namespace ishi::compiler {

// The row of a table that describes a node; null: nothing is known.
struct Described {
  const Field* field = nullptr;
  bool is_element = false;    // one name of a list of names, or one step of a list of steps
  std::string_view callee{};  // for arguments: the task, goal or event that takes them
};

// The file as a whole.
[[nodiscard]] Described described_file();
// The value of a key in a node.
[[nodiscard]] Described described_value(const Described& node, std::string_view key);
// The items of a list.
[[nodiscard]] Described described_items(const Described& node);

// True if a key of the node is a name of the designer's or of a section, not a field of the language.
[[nodiscard]] bool is_free_key(const Described& node, std::string_view key);

// A place with what leads to it.
struct DescribedPlace {
  Described at;                  // of a key: what describes the mapping in which it stands
  std::vector<Described> steps;  // what describes each value and item on the way
  std::string_view section;      // "actions"; empty outside of sections
  std::string_view entry;        // its name; empty if none is around the place
};

[[nodiscard]] DescribedPlace describe_place(const std::vector<CursorStep>& path);

}  // namespace ishi::compiler
