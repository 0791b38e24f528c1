#include "format/comments.h"

#include <algorithm>

#include "syntax/characters.h"

namespace ishi::compiler {
namespace {

void add_leaves(const Node& node, std::vector<Span>& leaves) {
  if (node.kind == NodeKind::scalar) leaves.push_back(node.span);
  for (const Entry& entry : node.entries) {
    leaves.push_back(entry.key_span);
    add_leaves(*entry.value, leaves);
  }
  for (const Node* item : node.items) add_leaves(*item, leaves);
}

}  // namespace

std::vector<Span> leaves_of(const Tree& tree) {
  std::vector<Span> leaves;
  add_leaves(*tree.root, leaves);
  std::ranges::stable_sort(leaves, {}, &Span::begin);
  return leaves;
}

std::vector<Comment> comments_of(std::string_view text, const Tree& tree) {
  const std::vector<Span> leaves = leaves_of(tree);
  std::vector<Comment> comments;
  size_t begin = 0;
  size_t sign = text.find('#');
  for (size_t i = 0; i <= leaves.size(); ++i) {
    const size_t end = i < leaves.size() ? leaves[i].begin : text.size();
    if (sign < begin) sign = text.find('#', begin);
    // Between names and values every `#` begins a comment.
    for (; sign < end; sign = text.find('#', begin)) {
      const size_t line = line_end(text, sign);
      const size_t last = trim_end(text, sign, line);
      const size_t line_begin = text.rfind('\n', sign) + 1;  // npos + 1 is 0
      const auto before_line = std::ranges::lower_bound(leaves, line_begin, {}, &Span::begin);
      const size_t behind = i > 0 ? skip_blanks(text, leaves[i - 1].end) : sign;
      comments.push_back({static_cast<uint32_t>(sign), text.substr(sign, last - sign), i,
                          static_cast<size_t>(before_line - leaves.begin()), text[behind] == ':'});
      begin = line;
    }
    if (i < leaves.size()) begin = std::max<size_t>(begin, leaves[i].end);
  }
  return comments;
}

}  // namespace ishi::compiler
