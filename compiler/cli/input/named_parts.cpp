#include "cli/input/named_parts.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace ishi::compiler::cli {
namespace {

bool is_of_word(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; }

class NamedPartsSearch {
 public:
  explicit NamedPartsSearch(const Node& root) {
    for (const Entry& section : root.entries) {
      if (section.value->kind != NodeKind::mapping || section.key == "agents" || section.key == "tests")
        continue;
      for (const Entry& entry : section.value->entries)
        declared_[last_of(entry.key)].push_back({section.key, entry.key, entry.value});
    }
  }

  void take(const Node& node) {  // NOLINT(misc-no-recursion): 64 levels at most
    if (node.kind == NodeKind::scalar) take_words(node.text);
    for (const Entry& entry : node.entries) {
      take_words(entry.key);
      take(*entry.value);
    }
    for (const Node* item : node.items) take(*item);
  }

  // What has been named since, until nothing more is.
  void follow() {
    while (!open_.empty()) {
      const Node* const next = open_.back();
      open_.pop_back();
      take(*next);
    }
  }

  NamedParts parts;

 private:
  struct Declared {
    std::string_view section, name;
    const Node* value = nullptr;
  };

  // Of an imported name, "std.near", what stands behind the last point.
  static std::string_view last_of(std::string_view name) { return name.substr(name.rfind('.') + 1); }

  void take_words(std::string_view text) {
    for (size_t i = 0; i < text.size();) {
      size_t end = i;
      while (end < text.size() && is_of_word(text[end])) ++end;
      if (end > i) take_word(text.substr(i, end - i));
      i = end + 1;
    }
  }

  void take_word(std::string_view word) {
    const auto found = declared_.find(word);
    if (found == declared_.end()) return;
    for (const Declared& declared : found->second) {
      if (parts.insert({declared.section, declared.name}).second) open_.push_back(declared.value);
    }
  }

  std::unordered_map<std::string_view, std::vector<Declared>> declared_;
  std::vector<const Node*> open_;
};

}  // namespace

NamedParts named_parts(const Node& root, std::string_view agent) {
  NamedPartsSearch search(root);
  const Node* const agents = root.find("agents");
  const Node* const entry = agents == nullptr ? nullptr : agents->find(agent);
  if (entry == nullptr) return {};
  const auto section = std::find_if(root.entries.begin(), root.entries.end(),
                                    [](const Entry& one) { return one.key == "agents"; });
  search.take(*entry);
  search.follow();
  for (const Entry& one : section->value->entries)
    if (one.key == agent) search.parts.insert({section->key, one.key});
  return search.parts;
}

}  // namespace ishi::compiler::cli
