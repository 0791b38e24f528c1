#include "resolve/uses_of_verbs.h"

#include "language/node_words.h"
#include "language/tables.h"

namespace ishi::compiler {
namespace {

class VerbUses {
 public:
  explicit VerbUses(std::string_view name) : name_(name) {}

  void read_file(const Node& root) {
    for (const Entry& section : root.entries) {
      const Field* field = find_field(kFileMapping, section.key);
      if (field == nullptr) continue;
      read(*section.value, *field);
      if (section.key != section_name(Section::goals) && section.key != section_name(Section::tasks))
        continue;
      for (const Entry& entry : section.value->entries) {
        if (const Node* extends = entry.value->find("extends")) take(*extends);
      }
    }
  }

  std::vector<Span> found;

 private:
  void take(const Node& node) {
    if (node.kind == NodeKind::scalar && node.text == name_) found.push_back(inner_span(node));
  }

  void read(const Node& node, const Field& field) {  // NOLINT(misc-no-recursion): as deep as the text
    switch (field.form) {
      case Form::steps:
        if (node.kind != NodeKind::sequence) return read_step(node);
        for (const Node* step : node.items) read_step(*step);
        return;
      case Form::record:
        if (field.mapping == &kStepMapping) return read_step(node);
        for (const Entry& entry : node.entries) {
          if (const Field* own = find_field(*field.mapping, entry.key)) read(*entry.value, *own);
        }
        return;
      case Form::map:
        for (const Entry& entry : node.entries) {
          if (field.holds_names) read_key(entry, field.section);
          read(*entry.value, *field.item);
        }
        return;
      case Form::list:
        for (const Node* item : node.items) read(*item, *field.item);
        return;
      case Form::event:
      case Form::references:
        if (field.section != Section::tasks) return;
        take(node);
        for (const Node* item : node.items) take(*item);
        for (const Entry& entry : node.entries) read_key(entry, field.section);
        return;
      default: return;
    }
  }

  void read_key(const Entry& entry, Section section) {
    if (section == Section::tasks && entry.key == name_) found.push_back(entry.key_span);
  }

  void read_step(const Node& node) {  // NOLINT(misc-no-recursion): as deep as the text
    take(node);
    for (const Entry& entry : node.entries) {
      if (entry.key == name_) {
        found.push_back(entry.key_span);
      } else if (const Field* row = find_field(kStepMapping, entry.key)) {
        read(*entry.value, *row);
      }
    }
  }

  std::string_view name_;
};

}  // namespace

std::vector<Span> uses_of_verb(const Units& units, std::string_view name) {
  VerbUses uses(name);
  for (const SourceUnit& unit : units.units) {
    if (unit.tree.root != nullptr) uses.read_file(*unit.tree.root);
  }
  return uses.found;
}

}  // namespace ishi::compiler
