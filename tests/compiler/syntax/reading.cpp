#include "compiler/syntax/reading.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "diagnostics/catalogue.h"
#include "diagnostics/render_text.h"
#include "source/sources.h"
#include "syntax/read_tree.h"

namespace ishi::compiler::test {

Reading::Reading(std::string source) : text(std::move(source)), tree(read_tree(text, 0, diagnostics)) {}

std::string faults(std::string text) {
  const Reading reading(std::move(text));
  Sources sources;
  sources.add("a.ishi.yaml", reading.text);
  std::string result;
  for (const Diagnostic& found : reading.diagnostics.sorted()) {
    const LineColumn place = sources.file(0).position(found.span.begin);
    result += fmt::format("{}:{} {} «{}» {}\n", place.line, place.column, code_text(found.code),
                          reading.at(found.span), found.message);
  }
  return result;
}

std::string rendered(std::string text) {
  const Reading reading(std::move(text));
  Sources sources;
  sources.add("a.ishi.yaml", reading.text);
  return render_text(reading.diagnostics.sorted(), sources);
}

std::string mended(std::string text) {
  const Reading reading(text);
  std::vector<Edit> edits;
  for (const Diagnostic& found : reading.diagnostics.all()) {
    edits.insert(edits.end(), found.edits.begin(), found.edits.end());
  }
  std::sort(edits.begin(), edits.end(),
            [](const Edit& a, const Edit& b) { return a.span.begin > b.span.begin; });
  for (const Edit& edit : edits)
    text.replace(edit.span.begin, edit.span.end - edit.span.begin, edit.replacement);
  return text;
}

std::string shape(const Node& node) {
  std::string result;
  switch (node.kind) {
    case NodeKind::scalar: return fmt::format(fmt::runtime(node.quoted ? "\"{}\"" : "<{}>"), node.text);
    case NodeKind::mapping:
      for (const Entry& entry : node.entries) {
        result += fmt::format("{}{}: {}", result.empty() ? "" : ", ", entry.key, shape(*entry.value));
      }
      return fmt::format("{{{}}}", result);
    case NodeKind::sequence:
      for (const Node* item : node.items)
        result += fmt::format("{}{}", result.empty() ? "" : ", ", shape(*item));
      return fmt::format("[{}]", result);
    case NodeKind::poisoned: return "?";
  }
  return result;
}

std::string shape(std::string text) { return shape(Reading(std::move(text)).root()); }

}  // namespace ishi::compiler::test
