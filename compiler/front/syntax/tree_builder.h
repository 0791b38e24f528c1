#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "diagnostics/diagnostics.h"
#include "syntax/skeleton.h"
#include "syntax/tree.h"

namespace ishi::compiler {

// Makes the nodes of one top-level entry, in the order of the text: names, values and lists, each with its
// place. What the skeleton has mended becomes poisoned. Reports values and names that are nothing at all. The
// names and texts that it is given must outlive the tree.
class TreeBuilder {
 public:
  TreeBuilder(std::string_view original, uint32_t file, const Skeleton& skeleton, Tree& tree,
              Diagnostics& diagnostics)
      : original_(original), file_(file), skeleton_(skeleton), tree_(tree), diagnostics_(diagnostics) {}

  // The mapping of the entry's name to its value; null if nothing was added.
  [[nodiscard]] const Node* document() const { return document_; }

  void start(NodeKind kind, size_t begin, bool flow);
  // Ends what was started last; `end` is behind its bracket, 0 if it has none.
  void end(size_t end);
  // A name or a value, its quotes included in [begin, end). `on_one_line`: as in Node.
  void add_scalar(size_t begin, size_t end, std::string_view text, bool is_quoted,
                  std::string_view on_one_line = {});
  // In place of a name or a value: a word that means nothing, `null` or `~`, or no text at all. `begin`: of
  // the word, or of the dash behind which nothing stands, or of what stands behind a value that is missing.
  void add_nothing(size_t begin, std::string_view word);

 private:
  // A mapping or sequence whose end has not been met.
  struct Frame {
    Node* node = nullptr;
    bool wants_value = false;  // the mapping's latest key does
    bool is_incomplete = false;
    Entry entry;
    size_t end = 0;  // of what has been read of it
  };

  [[nodiscard]] Span span(size_t begin, size_t end) const;
  [[nodiscard]] bool has_fault(size_t begin, size_t end) const;
  [[nodiscard]] bool is_in_branch() const;
  void report_empty(Span where, std::string_view word, std::string message);
  void add_key(Span where, std::string_view text, bool is_quoted);
  void lose_key();
  void add_value(Node& node);

  std::string_view original_;
  uint32_t file_;
  const Skeleton& skeleton_;
  Tree& tree_;
  Diagnostics& diagnostics_;
  std::vector<Frame> frames_;
  const Node* document_ = nullptr;
};

}  // namespace ishi::compiler
