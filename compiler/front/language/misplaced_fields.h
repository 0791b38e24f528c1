#pragma once

#include <string>

#include "language/field.h"
#include "syntax/tree.h"

namespace ishi::compiler {

// A record that is being read, and the one around it; null outside of all.
struct RecordAround {
  const Mapping* mapping = nullptr;
  const Node* node = nullptr;
  const RecordAround* outer = nullptr;
};

// Says where a field belongs that a record lacks, if it is one of a record inside of it or around it: a field
// that was written one level too high or too low. Empty if it is neither.
[[nodiscard]] std::string help_to_level(const RecordAround& record, const Entry& entry);

// The sections whose entries have all fields of this one, which stands in a section whose entries lack one
// of them: at most two; none where the fields fit more. `entries`: what its own section holds.
struct FittingSections {
  std::string nouns;     // "a task", "an action or a goal"; empty: none
  std::string sections;  // "`tasks`", "`actions` or `goals`"
};
[[nodiscard]] FittingSections fitting_sections(const Mapping& entries, const Node& node);

}  // namespace ishi::compiler
