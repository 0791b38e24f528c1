#include "cli/input/named_parts.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "language/tables.h"
#include "language/words.h"

namespace ishi::compiler::cli {
namespace {

bool is_of_word(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; }

class NamedPartsSearch {
 public:
  explicit NamedPartsSearch(const Node& root) {
    for (const Entry& section : root.entries) {
      if (section.value->kind != NodeKind::mapping || section.key == "agents" || is_for_tests(section.key))
        continue;
      const Field* const field = find_field(kFileMapping, section.key);
      for (const Entry& entry : section.value->entries) {
        const Declared declared{section.key, entry.key, entry.value,
                                field == nullptr ? nullptr : field->item};
        declared_[last_of(entry.key)].push_back(declared);
        if (section.key == "senses") declare_awareness(declared);
      }
    }
  }

  // `field` describes the node; null: nothing does. New names name nothing that is there.
  void take(const Node& node, const Field* field) {  // NOLINT(misc-no-recursion): 64 levels at most
    if (node.kind != NodeKind::mapping && short_form_of(field) != nullptr) field = short_form_of(field);
    const Form form = field == nullptr ? Form::value : field->form;
    if (form == Form::names || (form == Form::text && !field->holds_names)) return;
    if (node.kind == NodeKind::scalar) take_words(node.text, form);
    for (const Entry& entry : node.entries) {
      if (entry.key == "doc") continue;
      take_words(entry.key, form);
      take_unnamed(entry);
      take(*entry.value, field_within(field, entry.key));
    }
    // Items of lists of names are described as these.
    const Field* const of_items = field_of_items(field);
    for (const Node* item : node.items) take(*item, of_items != nullptr ? of_items : field);
  }

  // The parts that have been named since, until there are no more.
  void follow() {
    while (!open_.empty()) {
      const Declared next = open_.back();
      open_.pop_back();
      take(*next.value, next.field);
    }
  }

  NamedParts parts;

 private:
  struct Declared {
    std::string_view section, name;
    const Node* value = nullptr;
    const Field* field = nullptr;  // what describes it
  };

  // The senses that fill the memory define a fact's awareness.
  void declare_awareness(const Declared& sense) {
    const Node* const awareness = sense.value->find("awareness");
    if (awareness == nullptr) return;
    declared_["awareness"].push_back(sense);
    if (const Node* const levels = awareness->find("levels"); levels != nullptr) {
      for (const Entry& level : levels->entries) declared_[last_of(level.key)].push_back(sense);
    }
  }

  // A walk without `by` takes the one class of walkers, hearing without `sounds` hears all, and in a set of
  // any entities stand all things that offer something.
  void take_unnamed(const Entry& entry) {
    const Node& value = *entry.value;
    if (entry.key == "walk" && value.find("by") == nullptr) take_section("navigation", "");
    if (entry.key == "hearing" && value.find("sounds") == nullptr) take_section("sounds", "");
    if (entry.key == "of" && value.text == "entity") take_section("things", "offers");
  }

  // Those of its entries that have a field; empty: all.
  void take_section(std::string_view section, std::string_view having) {
    for (const auto& [name, all] : declared_) {
      for (const Declared& declared : all) {
        const bool is_meant =
            declared.section == section && (having.empty() || declared.value->find(having) != nullptr);
        if (is_meant && parts.insert({declared.section, declared.name}).second) open_.push_back(declared);
      }
    }
  }

  // Of an imported name, "std.near", what stands behind the last point.
  static std::string_view last_of(std::string_view name) { return name.substr(name.rfind('.') + 1); }

  void take_words(std::string_view text, Form form) {
    for (size_t i = 0; i < text.size();) {
      size_t end = i;
      while (end < text.size() && is_of_word(text[end])) ++end;
      // An expression names actions only as what is asked, `since(shoot)`: elsewhere that is a word of an
      // enum.
      const size_t before = text.substr(0, i).find_last_not_of(' ');
      const bool is_asked = before != std::string_view::npos && text[before] == '(';
      if (end > i) take_word(text.substr(i, end - i), form != Form::formula || is_asked);
      i = end + 1;
    }
  }

  void take_word(std::string_view word, bool may_be_action) {
    const auto found = declared_.find(word);
    if (found == declared_.end()) return;
    for (const Declared& declared : found->second) {
      if (!may_be_action && declared.section == "actions") continue;
      if (parts.insert({declared.section, declared.name}).second) open_.push_back(declared);
    }
  }

  std::unordered_map<std::string_view, std::vector<Declared>> declared_;
  std::vector<Declared> open_;
};

}  // namespace

NamedParts named_parts(const Node& root, std::string_view agent) {
  NamedPartsSearch search(root);
  const Node* const agents = root.find("agents");
  const Node* const entry = agents == nullptr ? nullptr : agents->find(agent);
  if (entry == nullptr) return {};
  const auto section = std::find_if(root.entries.begin(), root.entries.end(),
                                    [](const Entry& one) { return one.key == "agents"; });
  const Field* const field = find_field(kFileMapping, "agents");
  search.take(*entry, field->item);
  search.follow();
  for (const Entry& one : section->value->entries)
    if (one.key == agent) search.parts.insert({section->key, one.key});
  return search.parts;
}

}  // namespace ishi::compiler::cli
