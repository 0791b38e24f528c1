#include "mutate/text_edits.h"

namespace ishi::compiler {
namespace {

std::string_view slice(std::string_view text, size_t begin, size_t end) {
  return text.substr(begin, end - begin);
}

size_t line_begin(std::string_view text, size_t at) {
  const size_t found = at == 0 ? std::string_view::npos : text.rfind('\n', at - 1);
  return found == std::string_view::npos ? 0 : found + 1;
}

// Behind the line's end.
size_t line_end(std::string_view text, size_t at) {
  const size_t found = text.find('\n', at);
  return found == std::string_view::npos ? text.size() : found + 1;
}

}  // namespace

size_t child_count(const Node& container) {
  return container.kind == NodeKind::mapping ? container.entries.size() : container.items.size();
}

Span child_span(const Node& container, size_t index) {
  if (container.kind != NodeKind::mapping) return container.items[index]->span;
  const Entry& entry = container.entries[index];
  Span span = entry.key_span;
  span.end = std::max(span.end, entry.value->span.end);
  return span;
}

std::optional<Span> removal_span(std::string_view text, const Node& container, size_t index) {
  const size_t count = child_count(container);
  if (count < 2) return std::nullopt;
  Span span = child_span(container, index);
  if (container.flow) {
    if (index > 0)
      span.begin = child_span(container, index - 1).end;
    else
      span.end = child_span(container, 1).begin;
    return span;
  }
  // The first one may stand behind the dash or key of what holds it.
  if (index == 0 && container.kind == NodeKind::mapping) {
    span.end = child_span(container, 1).begin;
    return span;
  }
  const size_t begin = line_begin(text, span.begin);
  const std::string_view before = slice(text, begin, span.begin);
  if (before.find_first_not_of(container.kind == NodeKind::mapping ? " " : " -") != std::string_view::npos)
    return std::nullopt;
  if (before.find('-') != before.rfind('-')) return std::nullopt;
  span.begin = static_cast<uint32_t>(begin);
  span.end = static_cast<uint32_t>(line_end(text, span.end));
  return span;
}

std::string swapped_text(std::string_view text, const Node& container, size_t index) {
  const Span one = child_span(container, index);
  const Span other = child_span(container, index + 1);
  std::string swapped(slice(text, other.begin, other.end));
  swapped += slice(text, one.end, other.begin);
  swapped += slice(text, one.begin, one.end);
  return swapped;
}

}  // namespace ishi::compiler
