#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ishi/compiler/diagnostic.h"

// The syntax tree: what YAML means, with the exact bytes of every key and value. Nodes belong to a
// Tree and live as long as it does.

namespace ishi::compiler {

enum class NodeKind : uint8_t {
  scalar,
  mapping,
  sequence,
  poisoned,  // something was wrong here and has been reported: whoever meets it stays silent
};

struct Node;

struct Entry {
  std::string_view key;  // the key's text, unquoted
  Span key_span;         // quotes included
  const Node* value = nullptr;
};

struct Node {
  NodeKind kind = NodeKind::poisoned;
  bool flow = false;      // written with { } or [ ]
  bool quoted = false;    // a scalar in quotes or a block scalar
  Span span;              // first to last character; quotes and brackets included
  std::string_view text;  // of a scalar: its value, unquoted and unfolded
  // The text in `span` of a scalar on several lines, with a blank in place of each line end and of each
  // character in the header of a block scalar. Empty for scalars on one line.
  std::string_view on_one_line;
  std::vector<Entry> entries;      // of a mapping, in text order
  std::vector<const Node*> items;  // of a sequence

  // The value of a key, or null.
  [[nodiscard]] const Node* find(std::string_view key) const;
};

// The effect of a comment `# ishi: allow IS401 -- reason`: one code over a stretch of its file. A comment
// that names several codes is several of these.
struct Allowance {
  enum class Reach : uint8_t {
    line,     // at the end of a line: what stands in it
    entry,    // on a line of its own: the next entry with all that is below it
    file,     // before the first entry: the whole file
    nothing,  // on a line of its own, indented deeper than the entry that follows, or with none behind it
  };

  Code code{};
  Span word;    // the code in the comment
  Span covers;  // findings that begin here, its end included
  Reach reach = Reach::nothing;
  std::string reason;              // empty: none was given, which has been reported
  bool is_one_of_several = false;  // the comment names other codes, too
};

// Owns nodes and the texts that are not slices of a source (unescaped or folded scalars).
class Tree {
 public:
  Node& add(NodeKind kind, Span span);
  std::string_view keep(std::string text);
  // Keeps a whole text of which nodes are slices already.
  void keep(std::unique_ptr<std::string> source) { source_ = std::move(source); }

  // Moves every place of a tree that was read from another text than the one that was written. Nodes of which
  // `is_lost` holds are poisoned.
  void move_places(const std::function<Span(Span)>& moved, const std::function<bool(const Node&)>& is_lost);

  // The same tree with every place in another file, for a text that several compilations number
  // differently. Texts are shared: the copy must not outlive this tree.
  [[nodiscard]] Tree copy_for(uint32_t file) const;

  // The file's top-level mapping. Poisoned if there was none.
  const Node* root = nullptr;
  std::vector<Allowance> allowances;  // in the order of the text

 private:
  const Node* copy(const Node& node, uint32_t file);

  std::deque<Node> nodes_;
  std::deque<std::string> texts_;
  std::unique_ptr<std::string> source_;
};

}  // namespace ishi::compiler
