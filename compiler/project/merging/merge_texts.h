#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

// Merging two texts of a behaviour that were made from a third one: by entries, not by lines.

namespace ishi::compiler {

struct MergeOptions {
  size_t marker_size = 7;     // of the marks of a conflict
  std::string ours = "ours";  // how the two are called there
  std::string theirs = "theirs";
};

// An entry that both have changed, each in its own way.
struct MergeConflict {
  std::string path;  // "actions.flee.score"
  std::string why;   // "both have changed it"
};

struct MergedText {
  std::string text;  // with git's marks around each conflict
  std::vector<MergeConflict> conflicts;
};

// Merges two texts with the one that they were made from; `base` may be empty. An entry is what stands at a
// key: a block, `{ }`, or a value. One that a single side has changed is as that side has it, with its
// comments; where both have changed other parts of a block or of `{ }`, both count. Entries that were added
// stand behind those that they stood behind. One that a side has given another key is the same entry: two
// names for it, or a name and a change, are a conflict. A list is merged by its items; in lists whose order
// says nothing both additions count. Whitespace alone is no change where the other side has changed the
// entry. What is no mapping is merged as lines. Lines end as in `ours`, or as in `theirs` if `ours` has the
// ends of `base`. Any text is taken: what cannot be read becomes a conflict, and nothing is lost. O(n²) in
// the entries of a block.
[[nodiscard]] MergedText merge_texts(std::string_view base, std::string_view ours, std::string_view theirs,
                                     const MergeOptions& options);

}  // namespace ishi::compiler
