#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "syntax/tree.h"
#include "workspace/edit/switched_off.h"

// The parts of a behaviour's text that can be edited by hand in a picture: actions, states, steps, numbers.
// A part is addressed by the keys and list positions that lead to it, so an address stays good while somebody
// edits other parts of the text.

namespace ishi::compiler {

enum class TextPartKind : uint8_t {
  action,  // also a plan, or what a thing offers
  listed,  // a name in the list of actions of an agent or state
  state,
  transition,  // from the state that it stands in to the state that it names
  method,
  step,
  number,
  other,  // another entry of a section: a need, a curve, a goal, an agent
};
inline constexpr size_t kTextPartKinds = 8;
// "action", "listed", …
[[nodiscard]] std::string_view text_part_word(TextPartKind kind);

struct PartOfText {
  TextPartKind kind{};
  std::string noun;  // "action", "curve", …
  TextAddress at;    // of a number: of the scalar in which it stands
  std::string name;  // of a step: its words, on one line
  Span span;         // all of it
  Span name_span;    // its key; of a part without one, all of it

  // Of a number.
  uint32_t ordinal = 0;      // among the numbers of its scalar
  double value = 0;          // in its unit, with its sign
  std::string unit;          // as it is written; may be empty
  double low = 0, high = 0;  // in its unit; infinite where the language sets no limit
  bool is_whole = false;
  bool is_alone = false;  // the scalar holds nothing else
};

// The parts of one file, in the order of its text. `text` is that of the file from which `root` was read;
// what could not be read has no parts.
[[nodiscard]] std::vector<PartOfText> list_text_parts(const Node& root, std::string_view text);

// A place in a tree: a node, and the mapping or list that holds it.
struct TreePlace {
  const Node* node = nullptr;  // null: there is no such place
  const Node* in = nullptr;    // null: it is the root
  size_t index = 0;            // in there
};
// Follows the first `count` steps of an address.
[[nodiscard]] TreePlace find_in_tree(const Node& root, const TextAddress& at, size_t count);

}  // namespace ishi::compiler
