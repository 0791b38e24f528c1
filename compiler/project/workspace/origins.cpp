#include "workspace/origins.h"

#include <fmt/format.h>

#include <iterator>

namespace ishi::compiler {

Origins::Origins(const Program& program, const Sources& sources)
    : sources_(sources), main_file_(program.units.main_file) {
  for (const SourceUnit& unit : program.units.units) {
    for (const auto& section : unit.tree.root->entries) {
      if (section.value->kind != NodeKind::mapping) continue;
      for (const auto& entry : section.value->entries) {
        const Span span = entry.key_span;
        entries_[{span.file, span.begin}] = {entry.value->span.end, {section.key, entry.key, span.file}};
      }
    }
  }
}

const Origin* Origins::find(Span span) const {
  auto after = entries_.upper_bound({span.file, span.begin});
  if (after == entries_.begin()) return nullptr;
  const auto& [start, entry] = *std::prev(after);
  return start.first == span.file && span.begin <= entry.end ? &entry.origin : nullptr;
}

std::string Origins::told(Span span, const Origin& here) const {
  const Origin* const origin = find(span);
  const uint32_t line = sources_.file(span.file).position(span.begin).line;
  const std::string place = span.file == main_file_
                                ? fmt::format("line {}", line)
                                : fmt::format("{}:{}", sources_.shown_path(span.file), line);
  const bool is_of_another = origin != nullptr && origin->name != here.name;
  return is_of_another ? fmt::format("from {}, {}", origin->name, place) : fmt::format("from {}", place);
}

}  // namespace ishi::compiler
