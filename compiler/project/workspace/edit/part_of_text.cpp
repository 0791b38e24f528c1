#include "workspace/edit/part_of_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <optional>
#include <utility>

#include "language/scalar.h"
#include "language/tables.h"
#include "language/unit.h"
#include "language/words.h"
#include "mutate/text_edits.h"
#include "syntax/one_line.h"

namespace ishi::compiler {
namespace {

// Sections whose entries are no parts of a behaviour, or the contract with the game.
constexpr std::array<std::string_view, 13> kNotEdited = {
    "ishi",  "include", "import", "up",    "enums", "things",    "blackboard",
    "tasks", "events",  "sounds", "teams", "tune",  "candidates"};

constexpr size_t kShownBytes = 80;  // of a step, as lists show it

std::optional<uint32_t> position_in(std::string_view word) {
  uint32_t number = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (error != std::errc() || end != word.data() + word.size()) return std::nullopt;
  return number;
}

class Lister {
 public:
  explicit Lister(std::string_view text) : text_(text) {}

  std::vector<PartOfText> list(const Node& root) {
    for (const Entry& section : root.entries) {
      const Field* const field = find_field(kFileMapping, section.key);
      if (field == nullptr || is_for_tests(section.key)) continue;
      const bool is_contract = std::ranges::find(kNotEdited, section.key) != kNotEdited.end();
      if (is_contract && section.key != "things") continue;
      at_ = {std::string(section.key)};
      if (is_contract)
        visit_offers(*field, *section.value);
      else
        visit_section(*field, *section.value);
    }
    std::ranges::stable_sort(parts_, {}, [](const PartOfText& part) { return part.span.begin; });
    return std::move(parts_);
  }

 private:
  // Of a thing only what it offers is behaviour.
  void visit_offers(const Field& section, const Node& node) {
    for (const Entry& thing : node.entries) {
      for (const Entry& own : thing.value->entries) {
        if (own.key != "offers") continue;
        at_ = {at_.front(), std::string(thing.key), std::string(own.key)};
        visit(field_of(section.item, own.key), *own.value);
        at_.resize(1);
      }
    }
  }

  void visit_section(const Field& section, const Node& node) {
    for (size_t i = 0; i < node.entries.size(); ++i) {
      const Entry& entry = node.entries[i];
      at_.emplace_back(entry.key);
      const bool is_action = holds_actions(section);
      add(is_action ? TextPartKind::action : TextPartKind::other,
          std::string(is_action ? "action" : section_noun_of(at_.front())), std::string(entry.key), node, i);
      visit(section.item, *entry.value);
      at_.pop_back();
    }
  }

  static std::string section_noun_of(std::string_view section) {
    for (size_t i = 0; i < kSectionCount; ++i) {
      const auto one = static_cast<Section>(i);
      if (section_name(one) == section) return std::string(section_noun(one));
    }
    return std::string(section);
  }

  static bool holds(const Field& map, const Mapping& item) {
    return map.form == Form::map && map.item != nullptr && map.item->mapping == &item;
  }
  static bool holds_actions(const Field& map) { return holds(map, kActionMapping); }

  void visit(const Field* field, const Node& node) {
    switch (node.kind) {
      case NodeKind::scalar: visit_scalar(field, node); break;
      case NodeKind::sequence: visit_items(field, node); break;
      case NodeKind::mapping: visit_entries(field, node); break;
      case NodeKind::poisoned: break;
    }
  }

  void visit_scalar(const Field* field, const Node& node) {
    if (field != nullptr && field->form != Form::steps) add_numbers(*field, node);
  }

  void visit_items(const Field* field, const Node& node) {
    if (field != nullptr && field->form == Form::record) field = short_form_of(field);
    const bool is_steps = field != nullptr && field->form == Form::steps;
    const bool is_actions =
        field != nullptr && field->form == Form::references && field->section == Section::actions;
    const bool is_point = field != nullptr && field->form == Form::measure;
    for (size_t i = 0; i < node.items.size(); ++i) {
      const Node& item = *node.items[i];
      at_.push_back(std::to_string(i));
      if (is_steps) add(TextPartKind::step, "step", one_line(slice(item.span), kShownBytes), node, i);
      if (is_actions && item.kind == NodeKind::scalar)
        add(TextPartKind::listed, "action", std::string(item.text), node, i);
      visit(is_point ? field : field_of_items(field), item);
      at_.pop_back();
    }
  }

  void visit_entries(const Field* field, const Node& node) {
    for (size_t i = 0; i < node.entries.size(); ++i) {
      const Entry& entry = node.entries[i];
      at_.emplace_back(entry.key);
      if (field != nullptr && field->form == Form::map) add_entry(*field, node, i);
      visit(field_of(field, entry.key), *entry.value);
      at_.pop_back();
    }
  }

  void add_entry(const Field& map, const Node& node, size_t index) {
    const std::string name(node.entries[index].key);
    if (holds_actions(map))
      add(TextPartKind::action, "action", name, node, index);
    else if (holds(map, kStateMapping))
      add(TextPartKind::state, "state", name, node, index);
    else if (holds(map, kStepMapping))
      add(TextPartKind::method, "method", name, node, index);
    else if (is_transitions(map))
      add(TextPartKind::transition, "transition", name, node, index);
  }
  static bool is_transitions(const Field& map) { return &map == find_field(kStateMapping, "to"); }

  static const Field* field_of(const Field* around, std::string_view key) {
    if (const Field* const field = field_within(around, key)) return field;
    if (around == nullptr || around->mapping == nullptr) return nullptr;
    if (around->mapping->other != nullptr) return around->mapping->other;
    return around->mapping->open != nullptr ? around->mapping->open->item : nullptr;
  }

  void add(TextPartKind kind, std::string noun, std::string name, const Node& in, size_t index) {
    PartOfText part;
    part.kind = kind;
    part.noun = std::move(noun);
    part.at = at_;
    part.name = std::move(name);
    part.span = child_span(in, index);
    part.name_span = in.kind == NodeKind::mapping ? in.entries[index].key_span : part.span;
    parts_.push_back(std::move(part));
  }

  void add_numbers(const Field& field, const Node& node) {
    if (node.quoted || !node.on_one_line.empty()) return;
    switch (field.form) {
      case Form::whole:
      case Form::measure:
      case Form::any_measure:
      case Form::along_input:
      case Form::formula:
      case Form::record: break;  // its short form
      default: return;
    }
    const Field& of =
        field.form == Form::record && short_form_of(&field) != nullptr ? *short_form_of(&field) : field;
    const std::string_view all = slice(node.span);
    uint32_t ordinal = 0;
    for (const WrittenNumber& number : written_numbers(all)) {
      PartOfText part;
      part.kind = TextPartKind::number;
      part.noun = "number";
      part.at = at_;
      part.name = at_.back();
      part.ordinal = ordinal++;
      part.is_whole = of.form == Form::whole;
      const size_t end = number.at + number.digits + number.suffix;
      const bool has_sign = number.at == 1 && (all.front() == '-' || all.front() == '+');
      part.is_alone = end == all.size() && (number.at == 0 || has_sign);
      const size_t begin = part.is_alone ? 0 : number.at;
      part.span = {node.span.file, node.span.begin + static_cast<uint32_t>(begin),
                   node.span.begin + static_cast<uint32_t>(end)};
      part.name_span = part.span;
      part.unit = all.substr(number.at + number.digits, number.suffix);
      const std::string_view digits = all.substr(number.at, number.digits);
      std::from_chars(digits.data(), digits.data() + digits.size(), part.value);
      if (part.is_alone && all.front() == '-') part.value = -part.value;
      const double factor = number.unit == nullptr ? 1 : number.unit->factor;
      const bool has_limits = part.is_alone && (of.form == Form::whole || of.form == Form::measure);
      part.low = has_limits ? of.low / factor : -std::numeric_limits<double>::infinity();
      part.high = has_limits ? of.high / factor : std::numeric_limits<double>::infinity();
      parts_.push_back(std::move(part));
    }
  }

  [[nodiscard]] std::string_view slice(Span span) const {
    return text_.substr(span.begin, span.end - span.begin);
  }

  std::string_view text_;
  TextAddress at_;
  std::vector<PartOfText> parts_;
};

}  // namespace

std::string_view text_part_word(TextPartKind kind) {
  constexpr std::array<std::string_view, kTextPartKinds> kWords = {"action", "listed", "state",  "transition",
                                                                   "method", "step",   "number", "other"};
  return kWords[static_cast<size_t>(kind)];
}

std::vector<PartOfText> list_text_parts(const Node& root, std::string_view text) {
  return Lister(text).list(root);
}

TreePlace find_in_tree(const Node& root, const TextAddress& at, size_t count) {
  TreePlace place{&root, nullptr, 0};
  for (size_t i = 0; i < count; ++i) {
    const Node& in = *place.node;
    place = {nullptr, &in, 0};
    if (in.kind == NodeKind::mapping) {
      const auto found = std::ranges::find(in.entries, std::string_view(at[i]), &Entry::key);
      if (found == in.entries.end()) return {};
      place.index = static_cast<size_t>(found - in.entries.begin());
      place.node = found->value;
    } else if (in.kind == NodeKind::sequence) {
      const auto index = position_in(at[i]);
      if (!index || *index >= in.items.size()) return {};
      place.index = *index;
      place.node = in.items[*index];
    } else {
      return {};
    }
  }
  return place;
}

}  // namespace ishi::compiler
