#include "document_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "expression_writer.h"
#include "language/tables.h"
#include "language/unit.h"

namespace ishi::fuzzing {
namespace {

using compiler::Field;
using compiler::find_field;
using compiler::Form;
using compiler::kFileMapping;
using compiler::kSectionCount;
using compiler::kStepMapping;
using compiler::Mapping;
using compiler::Quantity;
using compiler::Section;
using compiler::section_name;

constexpr int kMostDepth = 9;

// The parameters of a task or goal, or the fields of an event.
using Signature = std::vector<std::pair<std::string, TypeLetter>>;

std::optional<Section> section_of(std::string_view name) {
  for (size_t i = 0; i < kSectionCount; ++i) {
    if (section_name(static_cast<Section>(i)) == name) return static_cast<Section>(i);
  }
  return std::nullopt;
}

class DocumentWriter {
 public:
  explicit DocumentWriter(Choices& choices) : choices_(choices), expressions_(known_, choices) {}

  YamlTree write() {
    for (size_t i = 0; i < kSectionCount; ++i) {
      const auto section = static_cast<Section>(i);
      const bool must_be = section == Section::actions || section == Section::agents;
      // Tests are about much else that must be there.
      const bool is_seldom = section == Section::tests && !choices_.one_in(6);
      const uint32_t count = is_seldom ? 0 : choices_.below(4) + (must_be ? 1 : 0);
      for (uint32_t k = 0; k < count; ++k)
        names_[section].push_back(fmt::format("{}_{}", section_name(section), k));
    }
    // What cannot do without something that is not there is left out.
    for (const Field& row : kFileMapping.fields) {
      const auto section = section_of(row.name);
      if (!section || row.item == nullptr || row.item->mapping == nullptr) continue;
      const auto lacks_names = [&](const Field& field) { return field.is_required && !has_names(field); };
      if (std::ranges::any_of(row.item->mapping->fields, lacks_names)) names_[*section].clear();
    }
    YamlTree file = YamlTree::mapping();
    file.add("ishi", YamlTree::scalar("1"));
    for (const Field* row : rows_in_order()) {
      if (const auto section = section_of(row->name); section && row->form == Form::map) {
        YamlTree entries = of_section(*section, *row->item);
        if (!entries.items.empty()) file.add(std::string(row->name), std::move(entries));
      } else if (row->name != "ishi" && choices_.one_in(12)) {
        file.add(std::string(row->name), of_field(*row, nullptr, 1));
      }
    }
    return file;
  }

 private:
  // As the file has them, but goals before what does them.
  static std::vector<const Field*> rows_in_order() {
    std::vector<const Field*> rows;
    for (const Field& row : kFileMapping.fields) rows.push_back(&row);
    const auto of = [&](Section section) {
      return std::ranges::find(rows, section_name(section), [](const Field* row) { return row->name; });
    };
    const auto goals = of(Section::goals), choices = of(Section::choices);
    if (choices < goals && goals != rows.end()) std::rotate(choices, goals, goals + 1);
    return rows;
  }

  YamlTree of_section(Section section, const Field& item) {
    YamlTree entries = YamlTree::mapping();
    for (const std::string& name : names_[section]) {
      const KnownNames outside = known_;
      YamlTree entry = of_field(item, nullptr, 1);
      known_ = outside;
      if (entry.kind == YamlTree::Kind::mapping && !declared_.empty() && choices_.one_in(16))
        entry.add("extends", YamlTree::scalar(std::string(declared_.back())));
      declare(section, name, entry);
      entries.add(name, std::move(entry));
      declared_.push_back(name);
    }
    declared_.clear();
    return entries;
  }

  // From here on expressions and steps may use it.
  void declare(Section section, const std::string& name, const YamlTree& entry) {
    switch (section) {
      case Section::blackboard: {
        keys_[name] = type_of(entry);
        known_.values[keys_[name]].push_back(name);
        if (entry.find("range") != nullptr) known_.values['n'].push_back(name + ".norm");
        break;
      }
      case Section::things:
        for (const auto& [field, type] : signature_of(entry, "fields"))
          member_fields_.emplace_back(field, type);
        break;
      case Section::memory:
      case Section::candidates: known_.sets.push_back(name); break;
      case Section::needs: known_.values['n'].push_back("needs." + name); break;
      case Section::drives: known_.values['n'].push_back("drives." + name); break;
      case Section::values: known_.values['n'].push_back(name); break;
      case Section::curves: known_.curves.push_back(name); break;
      case Section::choices: known_.values['e'].push_back(name); break;
      case Section::actions: known_.moments.push_back(name); break;
      case Section::events:
        known_.moments.push_back(name);
        events_.emplace_back(name, signature_of(entry, "fields"));
        break;
      case Section::tasks:
      case Section::goals: verbs_.emplace_back(name, signature_of(entry, "params")); break;
      default: break;
    }
  }

  // Of a key, field or parameter.
  static TypeLetter type_of(const YamlTree& variable) {
    if (variable.kind == YamlTree::Kind::scalar) return type_of_name(variable.text);
    const YamlTree* const type = variable.find("type");
    return type != nullptr ? type_of_name(type->text) : 'w';
  }
  static Signature signature_of(const YamlTree& entry, const std::string& part) {
    Signature signature;
    const YamlTree* const parts = entry.find(part);
    if (parts == nullptr) return signature;
    for (size_t i = 0; i < parts->keys.size(); ++i)
      signature.emplace_back(parts->keys[i], type_of(parts->items[i]));
    return signature;
  }

  YamlTree of_mapping(const Mapping& mapping, int depth) {
    if (&mapping == &kStepMapping) return of_step_in_place(depth);
    // Which of the kinds that exclude each other; perhaps none where none is needed.
    std::vector<uint8_t> kinds;
    for (const Field& field : mapping.fields) {
      if (field.kind != 0 && has_names(field) && std::ranges::find(kinds, field.kind) == kinds.end())
        kinds.push_back(field.kind);
    }
    if (!mapping.needs_kind) kinds.push_back(0);
    const uint8_t kind = kinds[choices_.below(kinds.size())];
    bool has_kind = false;
    YamlTree record = YamlTree::mapping();
    for (const Field& field : mapping.fields) {
      const bool fits = field.kind == 0 || field.kind == kind;
      if (!fits && !choices_.one_in(200)) continue;
      const bool makes_kind = field.kind != 0 && !has_kind && has_names(field);
      const bool must_be = field.is_required || makes_kind || is_needed(field);
      if (!must_be && !has_names(field) && !choices_.one_in(100)) continue;
      if (!must_be && !choices_.one_in(depth < 3 ? 4 : 8)) continue;
      if (!field.with.empty() && record.find(std::string(field.with)) == nullptr && !choices_.one_in(32))
        continue;
      if (field.form == Form::bounds && !has_range(record)) continue;
      has_kind = has_kind || field.kind != 0;
      record.add(std::string(field.name), of_field(field, &record, depth + 1));
      if (field.name == "for_each") enter_loop(record.items.back());
    }
    if (mapping.open != nullptr && has_names(*mapping.open)) add_entries(*mapping.open, record, depth);
    if (mapping.is_named && choices_.one_in(16)) record.add("doc", YamlTree::scalar("what it is"));
    return record;
  }

  // What is hardly ever left out, though the tables do not require it.
  static bool is_needed(const Field& field) {
    return field.name == "actions" || field.name == "of" || field.name == "expectation";
  }

  // True if there is a name for what a field refers to.
  bool has_names(const Field& field) const {
    const bool refers = field.form == Form::reference || field.form == Form::references || field.holds_names;
    if (refers) {
      const auto names = names_.find(field.section);
      return field.section == Section::things || (names != names_.end() && !names->second.empty());
    }
    return field.item == nullptr || has_names(*field.item);
  }

  // A variable that has a range, or something else than a variable.
  static bool has_range(const YamlTree& record) {
    if (record.find("one_of") != nullptr) return false;
    const YamlTree* const type = record.find("type");
    return type == nullptr ||
           std::string_view("nilsav").find(type_of_name(type->text)) != std::string_view::npos;
  }

  // In the rest of the mapping the name of the loop stands for a member.
  void enter_loop(const YamlTree& loop) {
    if (loop.keys.empty()) return;
    const std::string& name = loop.keys.front();
    known_.values['e'].push_back(name);
    known_.values['p'].push_back(name + ".position");
    if (loop.items.front().text.starts_with(section_name(Section::memory))) {
      known_.values['n'].push_back(name + ".confidence");
      known_.values['s'].push_back(name + ".age");
    }
    for (const auto& [field, type] : member_fields_) known_.values[type].push_back(name + "." + field);
  }

  // Paths to numbers, some of which lead to none.
  YamlTree marks() {
    constexpr std::array kPaths = {"actions.*.score",     "actions.*.gains.*", "needs.needs_0.level",
                                   "curves.*.points.1.y", "importance.*.*",    "values.*",
                                   "nowhere.at.all"};
    YamlTree map = YamlTree::mapping();
    map.add(kPaths[choices_.below(kPaths.size())], bounds(nullptr));
    return map;
  }

  void add_entries(const Field& map, YamlTree& record, int depth) {
    YamlTree entries = of_field(map, nullptr, depth + 1);
    for (size_t i = 0; i < entries.keys.size(); ++i) record.add(entries.keys[i], std::move(entries.items[i]));
  }

  std::string name_of(Section section) {
    std::vector<std::string> names = names_[section];
    if (section == Section::memory && choices_.one_in(2))
      names.insert(names.end(), names_[Section::candidates].begin(), names_[Section::candidates].end());
    if (section == Section::things && (names.empty() || choices_.one_in(3)))
      return choices_.one_in(3) ? "sound" : "entity";
    if (names.empty() || choices_.one_in(64)) return fmt::format("{}_0", section_name(section));
    return names[choices_.below(names.size())];
  }

  std::string number_of(const Field& field) {
    constexpr std::array kUsual = {0.5, 1.0, 2.0, 0.25, 10.0, 0.0, 100.0, -1.0};
    double value = kUsual[choices_.below(kUsual.size())];
    if (choices_.one_in(8)) value = field.low;
    if (choices_.one_in(8)) value = field.high;
    if (!choices_.one_in(16)) value = std::clamp(value, field.low, field.high);
    if (!std::isfinite(value)) value = 1;
    if (field.form == Form::whole) return fmt::format("{}", static_cast<int64_t>(value));
    return fmt::format("{}{}", value, compiler::usual_unit(field.quantity));
  }

  static Quantity quantity_of(const YamlTree* siblings) {
    const YamlTree* const type = siblings != nullptr ? siblings->find("type") : nullptr;
    switch (type != nullptr ? type_of_name(type->text) : 'n') {
      case 'l': return Quantity::length;
      case 's': return Quantity::duration;
      case 'a': return Quantity::angle;
      case 'v': return Quantity::speed;
      default: return Quantity::number;
    }
  }

  YamlTree bounds(const YamlTree* siblings) {
    constexpr std::array kPairs = {std::pair{0, 1}, std::pair{0, 100}, std::pair{-1, 1}, std::pair{1, 1},
                                   std::pair{3, 2}};
    const auto [low, high] = kPairs[choices_.one_in(4) ? choices_.below(kPairs.size()) : 0];
    const std::string_view unit = compiler::usual_unit(quantity_of(siblings));
    return YamlTree::scalar(fmt::format("{}{}..{}{}", low, unit, high, unit));
  }

  // A literal: of the type that stands beside it, or of any.
  YamlTree literal(const YamlTree* siblings) {
    const YamlTree* const type = siblings != nullptr ? siblings->find("type") : nullptr;
    if (type != nullptr) {
      const TypeLetter letter = type_of_name(type->text);
      if (letter == 'b') return YamlTree::scalar("true");
      if (letter != 'w')
        return YamlTree::scalar(fmt::format("1{}", compiler::usual_unit(quantity_of(siblings))));
    }
    constexpr std::array kTexts = {"1",    "0.5",    "true", "nothing", "someone", "any",
                                   "0..1", "word_0", "self", "2m",      "45deg"};
    const uint32_t which = choices_.below(kTexts.size() + 2);
    if (which < kTexts.size()) return YamlTree::scalar(kTexts[which]);
    YamlTree list = YamlTree::list();
    for (const char* number : {"1", "0", "2"}) list.add(YamlTree::scalar(number));
    return list;
  }

  YamlTree formula(TypeLetter type) {
    if (choices_.one_in(32)) type = "nbilsavrpedf"[choices_.below(12)];
    return YamlTree::scalar(expressions_.write(type));
  }

  YamlTree of_map(const Field& field, int depth) {
    YamlTree entries = YamlTree::mapping();
    const uint32_t count =
        std::min<uint32_t>(1 + choices_.below(3), static_cast<uint32_t>(std::min<size_t>(field.most, 3)));
    for (uint32_t i = 0; i < count; ++i) {
      std::string key = fmt::format("part_{}", i);
      if (field.holds_times) key = fmt::format("{}s", i + 1);
      if (field.holds_names) key = name_of(field.section);
      if (entries.find(key) != nullptr && !choices_.one_in(32)) continue;
      const bool sets_key = field.holds_names && field.section == Section::blackboard;
      if (field.item->form == Form::formula) {
        const std::string_view example = field.item->example.empty() ? field.example : field.item->example;
        const auto known = keys_.find(key);
        entries.add(key,
                    formula(sets_key && known != keys_.end() ? known->second : type_of_example(example)));
      } else {
        const KnownNames outside = known_;
        entries.add(key, of_field(*field.item, nullptr, depth + 1));
        known_ = outside;
      }
    }
    return entries;
  }

  YamlTree with_arguments(const std::string& name, const Signature& signature) {
    if (signature.empty() && !choices_.one_in(16)) return YamlTree::scalar(name);
    YamlTree arguments = YamlTree::mapping();
    for (const auto& [parameter, type] : signature) arguments.add(parameter, formula(type));
    YamlTree step = YamlTree::mapping();
    step.add(name, std::move(arguments));
    return step;
  }

  YamlTree of_event() {
    if (events_.empty()) return YamlTree::scalar("events_0");
    const auto& [name, signature] = events_[choices_.below(events_.size())];
    return with_arguments(name, signature);
  }

  // What a step may say that does something: those that take no time are maps and events.
  YamlTree of_step(bool is_instant, int depth) {
    if (!is_instant && (verbs_.size() > 0) && (depth >= kMostDepth || !choices_.one_in(3))) {
      const auto& [name, signature] = verbs_[choices_.below(verbs_.size())];
      return with_modifiers(with_arguments(name, signature), depth);
    }
    std::vector<const Field*> rows;
    for (const Field& row : kStepMapping.fields) {
      const bool is_quick = row.form == Form::map || row.form == Form::event;
      const bool is_deep = row.form == Form::steps || row.form == Form::record || has_branches(row) ||
                           (row.item != nullptr && row.item->form == Form::record);
      if (!row.is_verb || (is_instant && !is_quick) || (depth >= kMostDepth && is_deep)) continue;
      if (is_instant && is_deep) continue;
      rows.push_back(&row);
    }
    const Field& row = *rows[choices_.below(rows.size())];
    if (row.is_bare) return YamlTree::scalar(std::string(row.name));
    YamlTree step = YamlTree::mapping();
    step.add(std::string(row.name), of_field(row, nullptr, depth + 1));
    return with_modifiers(std::move(step), depth);
  }

  // True if steps stand beside the verb, as `then` beside `if`.
  static bool has_branches(const Field& verb) {
    return std::ranges::any_of(kStepMapping.fields, [&](const Field& row) {
      return row.with == verb.name && (row.form == Form::steps || row.form == Form::map);
    });
  }

  YamlTree with_modifiers(YamlTree step, int depth) {
    for (const Field& row : kStepMapping.fields) {
      const bool belongs = row.with.empty() || step.find(std::string(row.with)) != nullptr;
      if (row.is_verb || !belongs || !choices_.one_in(row.with.empty() ? 48 : 2)) continue;
      if (step.kind == YamlTree::Kind::scalar) {
        YamlTree mapping = YamlTree::mapping();
        mapping.add("do", std::move(step));
        step = std::move(mapping);
      }
      step.add(std::string(row.name), of_field(row, &step, depth + 1));
    }
    return step;
  }

  YamlTree of_step_in_place(int depth) {
    YamlTree step = YamlTree::mapping();
    if (choices_.one_in(2)) step.add("when", formula('b'));
    if (choices_.one_in(2)) step.add("score", formula('n'));
    step.add("do", of_steps(false, depth + 1));
    return step;
  }

  YamlTree of_steps(bool is_instant, int depth) {
    YamlTree steps = YamlTree::list();
    const uint32_t count = depth >= kMostDepth ? 1 : 1 + choices_.below(3);
    for (uint32_t i = 0; i < count; ++i) steps.add(of_step(is_instant, depth + 1));
    return steps;
  }

  YamlTree type_name() {
    std::vector<std::string> types;
    for (const std::string_view name : compiler::type_names()) types.emplace_back(name);
    for (const Section section : {Section::things, Section::enums})
      types.insert(types.end(), names_[section].begin(), names_[section].end());
    return YamlTree::scalar(types[choices_.below(types.size())]);
  }

  YamlTree reference_list(const Field& field) {
    if (field.takes_one && choices_.one_in(2)) return YamlTree::scalar(name_of(field.section));
    YamlTree list = YamlTree::list();
    std::vector<std::string> taken;
    for (uint32_t count = 1 + choices_.below(3); count > 0; --count) {
      std::string name = name_of(field.section);
      if (std::ranges::find(taken, name) != taken.end()) continue;
      taken.push_back(name);
      list.add(YamlTree::scalar(std::move(name)));
    }
    return list;
  }

  YamlTree of_record(const Field& field, int depth) {
    const auto brief = std::ranges::find(field.mapping->fields, true, &Field::is_short_form);
    const bool is_brief = brief != field.mapping->fields.end() && choices_.one_in(3);
    if (is_brief || (depth >= kMostDepth && brief != field.mapping->fields.end()))
      return of_field(*brief, nullptr, depth + 1);
    return of_mapping(*field.mapping, depth);
  }

  YamlTree of_list(const Field& field, int depth) {
    YamlTree list = YamlTree::list();
    const size_t count =
        std::clamp<size_t>(1 + choices_.below(3), field.least, std::min<size_t>(field.most, 8));
    for (size_t i = 0; i < count; ++i) {
      // Points of curves are pairs, which the tables do not say.
      if (field.item->form == Form::measure && field.name != "triangle" && field.name != "trapezoid") {
        YamlTree pair = YamlTree::list();
        pair.add(YamlTree::scalar(fmt::format("{}", i)));
        pair.add(of_field(*field.item, nullptr, depth + 1));
        list.add(std::move(pair));
      } else if (field.item->form == Form::any_measure) {
        list.add(YamlTree::scalar(fmt::format("{}", i)));
      } else {
        list.add(of_field(*field.item, nullptr, depth + 1));
      }
    }
    return list;
  }

  YamlTree of_field(const Field& field, const YamlTree* siblings, int depth) {
    switch (field.form) {
      case Form::text: return YamlTree::scalar(field.holds_names ? name_of(field.section) : "part_0");
      case Form::boolean: return YamlTree::scalar(choices_.one_in(2) ? "false" : "true");
      case Form::word: return YamlTree::scalar(std::string(field.words[choices_.below(field.words.size())]));
      case Form::whole:
      case Form::measure:
        if (!field.words.empty() && choices_.one_in(4)) return YamlTree::scalar(std::string(field.words[0]));
        return YamlTree::scalar(number_of(field));
      case Form::any_measure:
      case Form::along_input: return YamlTree::scalar(number_of(field));
      case Form::bounds: return bounds(siblings);
      case Form::formula: return formula(type_of_example(field.example));
      case Form::type: return type_name();
      case Form::reference: return YamlTree::scalar(name_of(field.section));
      case Form::references: return reference_list(field);
      case Form::names: {
        YamlTree list = YamlTree::list();
        for (uint32_t i = 0; i < 1 + choices_.below(3); ++i)
          list.add(YamlTree::scalar(fmt::format("word_{}", i)));
        return list;
      }
      case Form::record: return of_record(field, depth);
      case Form::map: return field.holds_paths ? marks() : of_map(field, depth);
      case Form::list: return of_list(field, depth);
      case Form::steps: return of_steps(field.is_instant, depth);
      case Form::event: return of_event();
      case Form::path_list: {
        YamlTree list = YamlTree::list();
        list.add(YamlTree::scalar(choices_.one_in(4) ? "main.ishi.yaml" : "game.ishi.yaml"));
        return list;
      }
      case Form::path_map: {
        YamlTree map = YamlTree::mapping();
        map.add("std", YamlTree::scalar("lib/std.ishi.yaml"));
        return map;
      }
      case Form::value: return literal(siblings);
    }
    return YamlTree::scalar("1");
  }

  Choices& choices_;
  KnownNames known_;
  ExpressionWriter expressions_;
  std::map<Section, std::vector<std::string>> names_;
  std::vector<std::string> declared_;  // of the section that is written
  std::map<std::string, TypeLetter> keys_;
  std::vector<std::pair<std::string, TypeLetter>> member_fields_;
  std::vector<std::pair<std::string, Signature>> events_, verbs_;
};

}  // namespace

YamlTree write_document(Choices& choices) { return DocumentWriter(choices).write(); }

}  // namespace ishi::fuzzing
