#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "language/node_words.h"
#include "language/reader.h"
#include "language/scalar.h"
#include "language/tables.h"

// `for_each`: a name, and the set over whose members an action goes. Where it cannot be read, a loop without
// a name is left behind, so that nothing is said of names that may be meant as the fact's.

namespace ishi::compiler {
namespace {

bool is_start_of_name(char c) { return (c >= 'a' && c <= 'z') || c == '_'; }
bool is_part_of_name(char c) { return is_start_of_name(c) || (c >= '0' && c <= '9'); }

// `g` of `not g.served`: what stands before a point, unless `root` declares it.
std::string_view read_name(std::string_view text, const Node* root) {
  const auto is_declared = [&](std::string_view name) {
    if (name == "needs" || name == "drives" || name == "self") return true;
    const Node* keys = root == nullptr ? nullptr : root->find(section_name(Section::blackboard));
    return keys != nullptr && keys->find(name) != nullptr;
  };
  for (size_t point = text.find('.'); point != std::string_view::npos; point = text.find('.', point + 1)) {
    size_t begin = point;
    while (begin > 0 && is_part_of_name(text[begin - 1])) --begin;
    const std::string_view name = text.substr(begin, point - begin);
    const bool has_member = point + 1 < text.size() && is_start_of_name(text[point + 1]);
    if (has_member && is_name(name) && !is_declared(name)) return name;
  }
  return {};
}

std::string_view read_name(const Node& node,
                           const Node* root) {  // NOLINT(misc-no-recursion): as deep as YAML
  if (node.kind == NodeKind::scalar) return read_name(node.text, root);
  std::string_view name;
  for (const Entry& entry : node.entries) {
    if (name.empty()) name = read_name(entry.key, root);
    if (name.empty()) name = read_name(*entry.value, root);
  }
  for (const Node* item : node.items) {
    if (name.empty()) name = read_name(*item, root);
  }
  return name;
}

// The word `it` in a text.
bool has_word_it(const Node& node) {  // NOLINT(misc-no-recursion): as deep as YAML
  if (node.kind == NodeKind::scalar) {
    for (size_t at = node.text.find("it"); at != std::string_view::npos; at = node.text.find("it", at + 1)) {
      const bool begins = at == 0 || !is_part_of_name(node.text[at - 1]);
      if (begins && (at + 2 == node.text.size() || !is_part_of_name(node.text[at + 2]))) return true;
    }
    return false;
  }
  return std::ranges::any_of(node.entries, [](const Entry& entry) { return has_word_it(*entry.value); }) ||
         std::ranges::any_of(node.items, [](const Node* item) { return has_word_it(*item); });
}

// `for_each: guests`, `for_each: g in guests`; false if it is something else.
bool report_loop(const ReadingSite& at, const Field& field, const Node& node, Map<Reference>& out) {
  constexpr std::string_view kIn = " in ";
  const Span span = inner_span(node);
  const size_t in = node.text.find(kIn);
  const size_t begin = in == std::string_view::npos ? 0 : in + kIn.size();
  const Name memory{node.text.substr(begin),
                    {span.file, static_cast<uint32_t>(span.begin + begin), span.end}};
  const auto declares = [&](Section section) {
    const Node* const sets = at.root == nullptr ? nullptr : at.root->find(section_name(section));
    return sets != nullptr && sets->find(memory.text) != nullptr;
  };
  if (!declares(Section::memory) && !declares(Section::candidates)) return false;
  const bool is_named = in != std::string_view::npos && is_name(node.text.substr(0, in));
  std::string_view name = is_named                    ? node.text.substr(0, in)
                          : at.around.node == nullptr ? std::string_view{}
                                                      : read_name(*at.around.node, at.root);
  const bool is_it = name == "it" || name == "self" || name == "event";  // words of the language
  if (is_it) name = {};
  const bool reads_it = name.empty() && at.around.node != nullptr && has_word_it(*at.around.node);
  if (reads_it) {
    const std::string_view one = memory.text == "one" ? "each_one" : "one";
    at.diagnostics
        .report(
            Code::wrong_shape, node.span,
            fmt::format("{} is a name for the member and its set, but here is `{}`", what(field), node.text))
        .help(fmt::format("write `{}: {{ {}: {} }}`, and `{}` in place of `it`", field.name, one, memory.text,
                          one));
    out.push_back({{{}, span}, {memory.text, memory.span}});
    return true;
  }
  const std::string meant = fmt::format("{{ {}: {} }}", name.empty() ? "NAME" : name, memory.text);
  auto report = at.diagnostics.report(
      Code::wrong_shape, node.span,
      fmt::format("{} is a name for the member and its set, but here is `{}`", what(field), node.text));
  report.help(fmt::format("write `{}: {}`{}", field.name, meant,
                          name.empty() ? ", and read what `NAME` stands for by that name" : ""));
  if (!name.empty()) report.edit(node.span, meant);
  const Span name_span =
      is_named ? Span{span.file, span.begin, static_cast<uint32_t>(span.begin + in)} : span;
  out.push_back({{name, name_span}, {memory.text, memory.span}});
  return true;
}

}  // namespace

void Reader::read_value(const Field& field, const Node& node, Map<Reference>& out) {
  if (node.kind == NodeKind::scalar && report_loop(at_, field, node, out)) return;
  read_map(field, node, out);
  const bool is_empty = node.kind == NodeKind::mapping && node.entries.empty();
  if (out.empty() && !is_empty) out.push_back({{{}, node.span}, {}});
}

}  // namespace ishi::compiler
