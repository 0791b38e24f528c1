#include "analyze/words_of_texts.h"

#include <algorithm>
#include <array>

#include "language/words.h"
#include "syntax/characters.h"

namespace ishi::compiler {
namespace {

using namespace std::string_view_literals;

constexpr std::array kOfAmounts = {"gains"sv, "reduces"sv, "after"sv, "during"sv};
constexpr std::array kOfLabels = {"considerations"sv, "states"sv,    "first"sv, "best"sv, "draw"sv,
                                  "blend"sv,          "interject"sv, "plans"sv, "to"sv,   "rewards"sv,
                                  "offers"sv};

bool is_of_word(char c) { return is_lower(c) || is_digit(c) || c == '_'; }

class Reader {
 public:
  explicit Reader(UsesOfNames& uses) : uses_(uses) {}

  void read_entry(std::string_view section, const Entry& entry) {
    section_ = section;
    if (entry.value == nullptr) return;
    if (section == "importance")
      read_keyed(*entry.value, Role::amount);
    else
      read(*entry.value, Role::other);
  }

 private:
  void count(std::string_view word, Role role) { ++uses_[word].by_role[static_cast<size_t>(role)]; }

  void read(const Node& node, Role role) {  // NOLINT(misc-no-recursion): as deep as the text
    if (node.kind == NodeKind::scalar) read_words(node.text, role);
    for (const Entry& entry : node.entries) read_field(entry);
    for (const Node* item : node.items) read(*item, role);
  }

  void read_field(const Entry& entry) {  // NOLINT(misc-no-recursion): as deep as the text
    const auto is_one_of = [&](const auto& names) {
      return std::ranges::find(names, entry.key) != names.end();
    };
    if (entry.key == "doc") return;
    if (entry.value == nullptr) return read_words(entry.key, Role::other);
    const bool has_keys = entry.value->kind == NodeKind::mapping;
    if (entry.key == "remember" || entry.key == "forget") {
      if (has_keys) return read_keyed(*entry.value, Role::filled);
      if (section_ == "senses") return read(*entry.value, Role::filled);
    }
    if (entry.key == "extends") return read(*entry.value, Role::extended);
    if (entry.key == "actions" && section_ == "agents") return read(*entry.value, Role::option);
    if (has_keys && is_one_of(kOfAmounts)) return read_keyed(*entry.value, Role::amount);
    if (has_keys && is_one_of(kOfLabels)) {
      for (const Entry& labelled : entry.value->entries) {
        if (labelled.value != nullptr) read(*labelled.value, Role::other);
      }
      return;
    }
    read_words(entry.key, Role::other);
    read(*entry.value, Role::other);
  }

  // A mapping whose keys are names.
  void read_keyed(const Node& node, Role role) {  // NOLINT(misc-no-recursion): as deep as the text
    for (const Entry& entry : node.entries) {
      if (entry.key == "extends") {
        read_field(entry);
        continue;
      }
      read_words(entry.key, role);
      if (entry.value != nullptr) read(*entry.value, Role::other);
    }
  }

  void read_words(std::string_view text, Role role) {
    // An agent that takes something out of a list does not use it.
    if (role == Role::option && text.starts_with('-')) return;
    std::string_view before;
    for (size_t begin = 0; begin < text.size();) {
      if (!is_of_word(text[begin])) {
        if (text[begin] != '.') before = {};
        ++begin;
        continue;
      }
      size_t end = begin;
      while (end < text.size() && is_of_word(text[end])) ++end;
      const std::string_view word = text.substr(begin, end - begin);
      const bool is_level = role == Role::other && (before == "needs" || before == "drives");
      count(word, is_level ? Role::level : role);
      before = word;
      begin = end;
    }
  }

  UsesOfNames& uses_;
  std::string_view section_;
};

}  // namespace

UsesOfNames uses_of_names(const Units& units) {
  UsesOfNames uses;
  for (const SourceUnit& unit : units.units) {
    if (unit.tree.root == nullptr) continue;
    for (const Entry& section : unit.tree.root->entries) {
      if (is_for_tests(section.key) || section.value == nullptr) continue;
      for (const Entry& entry : section.value->entries) Reader(uses).read_entry(section.key, entry);
    }
  }
  return uses;
}

UsesOfNames uses_of_names(std::string_view section, const Entry& entry) {
  UsesOfNames uses;
  Reader(uses).read_entry(section, entry);
  return uses;
}

}  // namespace ishi::compiler
