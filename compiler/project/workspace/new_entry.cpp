#include "workspace/new_entry.h"

#include <algorithm>

#include "workspace/text_positions.h"

namespace ishi::compiler {
namespace {

bool is_block(const Node& node) {
  return node.kind == NodeKind::mapping && !node.flow && !node.entries.empty();
}

// The lines of an entry, each behind an indentation, with the line endings of a file; without the last
// ending.
std::string indented(std::string_view entry, uint32_t indent, std::string_view ending) {
  std::string text;
  while (!entry.empty()) {
    const size_t end = std::min(entry.find('\n'), entry.size());
    if (!text.empty()) text += ending;
    text += std::string(indent, ' ');
    text += entry.substr(0, end);
    entry.remove_prefix(std::min(end + 1, entry.size()));
  }
  return text;
}

}  // namespace

bool takes_entries(const Node& root, std::string_view section) {
  return std::ranges::all_of(root.entries,
                             [&](const Entry& one) { return one.key != section || is_block(*one.value); });
}

FileEdit new_entry(const std::string& path, std::string_view text, const Node& root, std::string_view section,
                   std::string_view before, std::string_view entry) {
  constexpr uint32_t kIndent = 2;
  const std::string ending = text.find("\r\n") != std::string_view::npos ? "\r\n" : "\n";
  const TextPositions lines(text);
  for (const Entry& one : root.entries) {
    if (one.key != section || !is_block(*one.value)) continue;
    const Entry& last = one.value->entries.back();
    const uint32_t line = lines.line_of(std::max(last.value->span.end, last.key_span.end));
    const auto at = lines.start_of(line) + static_cast<uint32_t>(lines.line(line).size());
    const uint32_t key = one.value->entries.front().key_span.begin;
    const uint32_t indent = key - lines.start_of(lines.line_of(key));
    return {{path, at, at}, ending + indented(entry, indent, ending)};
  }
  const std::string lines_of_section =
      std::string(section) + ":" + ending + indented(entry, kIndent, ending) + ending;
  for (const Entry& one : root.entries) {
    if (one.key != before) continue;
    const uint32_t at = lines.start_of(lines.line_of(one.key_span.begin));
    return {{path, at, at}, lines_of_section + ending};
  }
  const auto end = static_cast<uint32_t>(text.size());
  return {{path, end, end}, (text.ends_with('\n') ? "" : ending) + ending + lines_of_section};
}

std::string with_section(std::string_view text, const Node& root, std::string_view section,
                         std::string_view entries) {
  std::string result(text);
  const auto own = std::ranges::find(root.entries, section, &Entry::key);
  if (own != root.entries.end()) {
    const size_t end = std::max(own->value->span.end, own->key_span.end);
    const size_t begin = own->key_span.begin, line_end = std::min(result.find('\n', end), result.size());
    result.erase(begin, line_end - begin);
  }
  if (!result.ends_with('\n')) result += '\n';
  return result + std::string(section) + ":\n" + std::string(entries);
}

}  // namespace ishi::compiler
