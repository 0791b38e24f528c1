#include "workspace/habits.h"

#include <fmt/format.h>

#include "expression/lex.h"
#include "language/node_words.h"

namespace ishi::compiler {
namespace {

std::string key_of(const Habits::Place& place) { return fmt::format("{}/{}", place.row, place.owner); }

double find(const std::unordered_map<std::string, double>& counts, const std::string& key) {
  const auto found = counts.find(key);
  return found == counts.end() ? 0 : found->second;
}

}  // namespace

Habits::Habits(const CheckedFile& checked) {
  for (const SourceUnit& unit : checked.program->units.units) {
    if (unit.tree.root != nullptr) add_node(*unit.tree.root, described_file(), {});
  }
}

void Habits::note(const Place& place, std::string_view before, std::string_view text) {
  const std::string key = key_of(place);
  ++counts_[fmt::format("{}|{}", key, text)];
  ++counts_[fmt::format("{}|{}>{}", key, before, text)];
}

// `owner`: the key under which the node stands, where the row alone does not say what it is.
void Habits::add_node(const Node& node, const Described& at, std::string_view owner) {
  if (at.field == nullptr) return;
  const bool has_callee = !at.callee.empty();
  const void* const row =
      at.field->mapping != nullptr ? static_cast<const void*>(at.field->mapping) : at.field;
  const Place place{row, has_callee ? at.callee : std::string_view()};
  if (node.kind == NodeKind::mapping) {
    std::string_view before;
    for (const Entry& entry : node.entries) {
      note(place, before, entry.key);
      before = entry.key;
      const Described inside = described_value(at, entry.key);
      add_node(*entry.value, inside, is_free_key(at, entry.key) ? entry.key : owner);
    }
  } else if (node.kind == NodeKind::sequence) {
    const Described inside = described_items(at);
    std::string_view before;
    for (const Node* item : node.items) {
      if (item->kind == NodeKind::scalar) note({inside.field, {}}, before, item->text);
      if (item->kind == NodeKind::scalar) before = item->text;
      if (item->kind == NodeKind::mapping && !item->entries.empty()) {
        note({inside.field, {}}, before, item->entries[0].key);
        before = item->entries[0].key;
      }
      add_node(*item, inside, owner);
    }
  } else if (node.kind == NodeKind::scalar) {
    const Field* field = at.field;
    if (field->form == Form::record) field = short_form_of(field);
    if (field == nullptr) return;
    if (field->form == Form::formula) {
      add_formula(node, {field, owner});
    } else if (!at.is_element) {
      note({field, {}}, owner, node.text);
    }
  }
}

void Habits::add_formula(const Node& node, const Place& place) {
  const Formula formula = written_formula(node);
  Diagnostics said_elsewhere;
  std::string_view earlier, before;
  const std::string key = key_of({place.row, {}});
  for (const Lexeme& lexeme : lex(formula, said_elsewhere)) {
    if (lexeme.kind == TokenKind::name) {
      ++counts_[fmt::format("f|{}", lexeme.text)];
      ++counts_[fmt::format("f|{}>{}", before, lexeme.text)];
      ++counts_[fmt::format("f|{}>{}>{}", earlier, before, lexeme.text)];
      ++counts_[fmt::format("f/{}|{}", key, lexeme.text)];
      ++counts_[fmt::format("f/{}{}|{}", key, place.owner, lexeme.text)];
    }
    earlier = before;
    before = lexeme.text;
  }
}

double Habits::count(const Place& place, std::string_view text) const {
  return find(counts_, fmt::format("{}|{}", key_of(place), text));
}
double Habits::count_behind(const Place& place, std::string_view before, std::string_view text) const {
  return find(counts_, fmt::format("{}|{}>{}", key_of(place), before, text));
}
double Habits::count_in_formulas(std::string_view name) const {
  return find(counts_, fmt::format("f|{}", name));
}
double Habits::count_in_formulas(std::string_view before, std::string_view name) const {
  return find(counts_, fmt::format("f|{}>{}", before, name));
}
double Habits::count_in_formulas(std::string_view earlier, std::string_view before,
                                 std::string_view name) const {
  return find(counts_, fmt::format("f|{}>{}>{}", earlier, before, name));
}
double Habits::count_in_formulas_of(const Place& place, std::string_view name) const {
  const std::string key = key_of({place.row, {}});
  return 0.25 * find(counts_, fmt::format("f/{}|{}", key, name)) +
         find(counts_, fmt::format("f/{}{}|{}", key, place.owner, name));
}

}  // namespace ishi::compiler
