#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "workspace/answers.h"
#include "workspace/edit/part_of_text.h"
#include "workspace/edit/switched_off.h"

// Edits that somebody makes in a picture of an agent, as the smallest edits of its text. They keep comments,
// order, layout, line endings and style.

namespace ishi::compiler {

enum class PictureEditKind : uint8_t {
  rename,     // to `name`
  duplicate,  // right behind it, as `name`, or with a number behind its own
  move,       // before the one above it (`by` < 0) or behind the one below it
  remove,     // with its comments, and from the lists of actions of this file
  add,        // a new `of`, behind the part at the address, or in it
  connect,    // from a state to the state `name`, when `text` holds
  set_number,
  set_text,  // of a transition: its condition
};

struct PictureEdit {
  PictureEditKind kind{};
  std::string file;  // in which the part stands; empty: the file that is asked
  TextAddress at;
  // What the part is called there, or a step's words, by the one who asks: an edit of another text is
  // refused. Empty: nothing is expected.
  std::string expected;
  TextPartKind of = TextPartKind::action;  // of `add`
  std::string agent;                       // whose list of actions gets a new action; may be empty
  std::string name;                        // new
  std::string text;      // a condition, a step, the value of a new entry; empty: one that compiles
  int by = 1;            // of `move`
  uint32_t ordinal = 0;  // of `set_number`
  double value = 0;      // of `set_number`, in the number's unit
};

// Edits, or why they cannot be made: a sentence without its full stop.
struct EditsByPicture {
  std::vector<FileEdit> edits;  // by file and place; they do not overlap
  std::string refusal;          // empty: they can be made
  std::string note;             // what could not be checked; may be empty
  // The place, in the text after the edits, of a new name or value that a user may type over.
  std::optional<FilePlace> written;
};

// The text of a file with its tree.
struct EditedText {
  std::string path;
  std::string_view text;
  const Node* root = nullptr;
};

// The edits of one request but for renames. `agents`: the file in which the agent stands; may be the same.
// `is_taken`: whether a name means something already. It is not checked whether what comes of it compiles.
[[nodiscard]] EditsByPicture make_picture_edit(const EditedText& file, const EditedText& agents,
                                               const PictureEdit& edit,
                                               const std::function<bool(std::string_view)>& is_taken);

// Edits without which a file would do what is switched off: conditions that never hold, steps and methods
// that are taken out. Or why one of them cannot be switched off.
[[nodiscard]] tl::expected<std::vector<FileEdit>, std::string> switch_off(
    const EditedText& file, const std::vector<SwitchedOff>& parts);

// The text with the edits that are of its file.
[[nodiscard]] std::string with_file_edits(std::string text, const std::vector<FileEdit>& edits,
                                          std::string_view path);

}  // namespace ishi::compiler
