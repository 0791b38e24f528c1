#include "workspace/ask/same_but_for_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "syntax/yaml_text.h"

namespace ishi::compiler {

// One line of YAML, without what is only for people.
std::string one_line(const Node& node) {  // NOLINT(misc-no-recursion): 64 levels at most
  if (node.kind == NodeKind::scalar) return yaml_scalar(node.text, true);
  const bool is_list = node.kind == NodeKind::sequence;
  std::string text;
  for (const Entry& entry : node.entries) {
    if (entry.key != "doc" && entry.key != "renamed_from")
      text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", yaml_scalar(entry.key, true),
                          one_line(*entry.value));
  }
  for (const Node* item : node.items) text += fmt::format("{}{}", text.empty() ? "" : ", ", one_line(*item));
  if (text.empty()) return is_list ? "[]" : "{}";
  return is_list ? fmt::format("[{}]", text) : fmt::format("{{ {} }}", text);
}

bool is_renamed(const NewNames& renames, std::string_view before, std::string_view after,
                bool is_behind_point, std::string_view section) {
  return std::ranges::any_of(renames, [&](const NewName& one) {
    const bool is_inner = one.section.find('.') != std::string::npos;
    return one.before == before && one.after == after &&
           (!is_behind_point || is_inner || one.section == section);
  });
}

bool is_same_but_for_names(const NewNames& renames, std::string_view before, std::string_view after) {
  if (before == after) return true;
  const auto is_of_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  const auto take = [&](std::string_view& text) {
    const size_t end = static_cast<size_t>(std::ranges::find_if_not(text, is_of_word) - text.begin());
    const std::string_view taken = text.substr(0, std::max<size_t>(end, text.empty() ? 0 : 1));
    text.remove_prefix(taken.size());
    return taken;
  };
  std::string_view last, word;
  while (!before.empty() && !after.empty()) {
    const std::string_view a = take(before), b = take(after);
    const std::string_view section = last == "." ? word : std::string_view();
    if (a != b && !is_renamed(renames, a, b, last == ".", section)) return false;
    if (is_of_word(a[0])) word = a;
    last = a;
  }
  return before.empty() && after.empty();
}

}  // namespace ishi::compiler
