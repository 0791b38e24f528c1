#include "workspace/ask/meaning.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>

#include "diagnostics/diagnostics.h"
#include "diagnostics/suggest.h"
#include "expression/expression.h"
#include "expression/parse.h"
#include "language/scalar.h"
#include "language/tables.h"
#include "language/words.h"
#include "syntax/yaml_text.h"
#include "workspace/ask/inner_renames.h"
#include "workspace/ask/same_but_for_names.h"

namespace ishi::compiler {
namespace {

using Kind = ExpressionKind;

std::string spelling(const Expression& node) {  // NOLINT(misc-no-recursion): the parser limits the depth
  std::string text;
  switch (node.kind) {
    case Kind::number: return fmt::format("{}u{}", node.number, static_cast<int>(node.type.quantity));
    case Kind::truth: return node.number != 0 ? "true" : "false";
    case Kind::member: return fmt::format("{}.{}", spelling(*node.operands[0]), node.text);
    case Kind::name: return std::string(node.text);
    case Kind::call:
      text = node.alias.empty() ? std::string(node.text) : fmt::format("{}.{}", node.alias, node.text);
      break;
    default: text = fmt::format("op{} {}", static_cast<int>(node.kind), node.text); break;
  }
  for (const Expression* operand : node.operands) text += fmt::format(" ({})", spelling(*operand));
  return text;
}

// A formula with brackets around each operation and numbers in base units: two formulas with the same
// spelling here are computed alike. Empty for a text that is no formula.
std::string plain_formula(std::string_view text) {
  ExpressionArena arena;
  Diagnostics nothing;
  Formula formula;
  formula.text = text;
  const Expression* const root = parse_expression(formula, arena, nothing);
  return root == nullptr || nothing.has_errors() ? std::string() : spelling(*root);
}

// A text without the blanks that mean nothing: those beside signs and brackets.
std::string tight(std::string_view text) {
  const auto is_of_word = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.';
  };
  std::string result;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != ' ') {
      result += text[i];
      continue;
    }
    const size_t next = text.find_first_not_of(' ', i);
    if (next != std::string_view::npos && !result.empty() && is_of_word(result.back()) &&
        is_of_word(text[next]))
      result += ' ';
  }
  return result;
}

bool is_same_scalar(std::string_view a, std::string_view b) {
  if (a == b || tight(a) == tight(b)) return true;
  Diagnostics silent;
  Measure left, right;
  const auto is_number = [&](std::string_view text, Measure& out) {
    const std::string_view body = text.substr(text.starts_with('+') || text.starts_with('-') ? 1 : 0);
    const size_t digits = number_length(body);
    return digits > 0 && digits + unit_length(body.substr(digits)) == body.size() &&
           read_measure(text, {}, silent, out);
  };
  return is_number(a, left) && is_number(b, right) && left.value == right.value &&
         left.quantity == right.quantity;
}

// True if two formulas are computed alike: brackets that change nothing, and numbers in other units.
bool is_same_formula(const NewNames& renames, std::string_view before, std::string_view after) {
  const std::string a = plain_formula(before);
  return !a.empty() && is_same_but_for_names(renames, a, plain_formula(after));
}

// Sections of which nothing is compiled.
bool is_for_tools(std::string_view section) { return is_for_tests(section) || section == "tune"; }

// True if one item may stand alone in the place of a list.
bool may_stand_alone(const Field* field) {
  return field != nullptr && (field->form == Form::steps || field->form == Form::references ||
                              field->form == Form::names || field->form == Form::list);
}

std::string default_of(const Field* field) {
  return field != nullptr && field->show_default != nullptr ? field->show_default(*field) : std::string();
}

class MeaningComparison {
 public:
  MeaningComparison(const Program& older, const Sources& older_sources, const Program& newer,
                    const Sources& newer_sources)
      : older_(older),
        newer_(newer),
        older_sources_(older_sources),
        newer_sources_(newer_sources),
        inner_(older, older_sources, newer, newer_sources) {}

  std::vector<MeaningChange> compare() {
    find_renames();
    for (const auto& [name, place] : inner_.found())
      add(Kind::renamed, fmt::format("{}.{}", name.section, name.before), name.before, name.after, place,
          newer_sources_);
    std::set<std::string_view> done;
    for (const Program* program : {&newer_, &older_}) {
      for (const Entry& section : program->root->entries) {
        if (is_for_tools(section.key) || !done.insert(section.key).second) continue;
        compare_sections(section.key, older_.root->find(section.key), newer_.root->find(section.key));
      }
    }
    return std::move(changes_);
  }

 private:
  using Kind = MeaningChange::Kind;

  void compare_sections(std::string_view name, const Node* before, const Node* after) {
    const Field* const field = find_field(kFileMapping, name);
    const bool is_map = field != nullptr && field->form == Form::map;
    if (!is_map) return compare_fields(std::string(name), field, before, after);
    const Node nothing;  // it has no entries
    const Node& older = before == nullptr ? nothing : *before;
    const Node& newer = after == nullptr ? nothing : *after;
    compare_orders(std::string(name), field, older, newer);
    for (const Entry& entry : newer.entries) {
      if (is_unseen(name, entry, newer_)) continue;
      const std::string_view before_name = older_name(renames_, name, entry.key);
      const Node* const old = older.find(before_name);
      const std::string path = fmt::format("{}.{}", name, entry.key);
      if (before_name != entry.key) {
        add(Kind::renamed, fmt::format("{}.{}", name, before_name), std::string(before_name),
            std::string(entry.key), entry.key_span, newer_sources_);
        changes_.back().note = note_on_rename(name, older, entry, before_name);
      }
      if (old != nullptr) {
        compare_values(path, field->item, *old, *entry.value);
      } else {
        add(Kind::added, path, "", one_line(*entry.value), entry.key_span, newer_sources_);
        changes_.back().note = note_on_rename(name, older, entry, {});
      }
    }
    for (const Entry& entry : older.entries) {
      if (newer.find(newer_name(renames_, name, entry.key)) != nullptr || is_unseen(name, entry, older_))
        continue;
      add(Kind::removed, fmt::format("{}.{}", name, entry.key), one_line(*entry.value), "", entry.key_span,
          older_sources_);
    }
  }

  // The note on values that saves and reloads lose since `renamed_from` is missing or wrong; empty: nothing
  // is lost. `before`: the older name, found by comparing texts; empty: no older entry is alike.
  static std::string note_on_rename(std::string_view section, const Node& older, const Entry& entry,
                                    std::string_view before) {
    const std::string_view lost = lost_with(section);
    const std::vector<std::string_view> declared = former_names(*entry.value);
    if (lost.empty() || std::ranges::find(declared, before) != declared.end()) return {};
    if (declared.empty())
      return before.empty()
                 ? std::string()
                 : fmt::format("without `renamed_from: {}` saves and reloads lose {}", before, lost);
    std::vector<std::string_view> names;
    for (const Entry& one : older.entries) names.push_back(one.key);
    const auto was_there = [&](std::string_view name) {
      return std::ranges::find(names, name) != names.end();
    };
    if (std::ranges::any_of(declared, was_there)) return {};  // that lives on beside it
    const auto close = suggestions(declared[0], names);
    const std::string_view meant = !before.empty() ? before : close.empty() ? before : close[0];
    return fmt::format(
        "`renamed_from: {}` names nothing of the older version, so saves and reloads lose {}{}", declared[0],
        lost, meant.empty() ? "" : fmt::format("; write `renamed_from: {}`", meant));
  }

  // The names of its `renamed_from`.
  static std::vector<std::string_view> former_names(const Node& value) {
    const Node* const declared = value.kind == NodeKind::mapping ? value.find("renamed_from") : nullptr;
    if (declared == nullptr) return {};
    if (declared->kind == NodeKind::scalar) return {declared->text};
    std::vector<std::string_view> names;
    for (const Node* const item : declared->items) names.push_back(item->text);
    return names;
  }

  // The part of a game's state that is found by names of a section; empty: none.
  static std::string_view lost_with(std::string_view section) {
    if (section == "blackboard") return "its values";
    if (section == "needs" || section == "drives") return "the levels that agents carry";
    if (section == "memory") return "what agents remember in it";
    if (section == "candidates") return "its members";
    if (section == "actions" || section == "goals") return "its place in what agents do, and begin anew";
    return {};
  }

  // The parts of the older program that are gone and stand just the same under a new name. A part that is the
  // same but for another new name is found behind that.
  void find_renames() {
    for (const Entry& section : newer_.root->entries) {
      const Node* const older = older_.root->find(section.key);
      if (older != nullptr) find_declared_renames(section.key, *older, *section.value);
    }
    size_t known = 0;
    do {
      known = renames_.size();
      for (const Entry& section : newer_.root->entries) {
        const Field* const field = find_field(kFileMapping, section.key);
        const Node* const older = older_.root->find(section.key);
        const bool is_map = field != nullptr && field->form == Form::map && !is_for_tools(section.key);
        if (is_map && older != nullptr) find_renames(section.key, *older, *section.value);
      }
      inner_.find(renames_);
    } while (renames_.size() != known);
  }

  // Those that the newer program declares, whatever else has changed in them.
  void find_declared_renames(std::string_view section, const Node& older, const Node& newer) {
    for (const Entry& entry : newer.entries) {
      const std::vector<std::string_view> declared = former_names(*entry.value);
      if (declared.empty() || older.find(entry.key) != nullptr || is_unseen(section, entry, newer_)) continue;
      for (const Entry& before : older.entries) {
        const bool is_declared = std::ranges::find(declared, before.key) != declared.end();
        if (is_declared && newer.find(before.key) == nullptr)
          renames_.push_back({std::string(section), std::string(before.key), std::string(entry.key)});
      }
    }
  }

  void find_renames(std::string_view section, const Node& older, const Node& newer) {
    for (const Entry& entry : newer.entries) {
      const bool is_known = older.find(entry.key) != nullptr ||
                            older_name(renames_, section, entry.key) != entry.key ||
                            is_unseen(section, entry, newer_);
      if (is_known) continue;
      if (const Entry* const before = find_renamed(section, older, newer, *entry.value); before != nullptr)
        renames_.push_back({std::string(section), std::string(before->key), std::string(entry.key)});
    }
  }

  // Agents of included files are not compiled with a program.
  static bool is_unseen(std::string_view section, const Entry& entry, const Program& program) {
    return section == "agents" && entry.key_span.file != program.units.main_file;
  }

  const Entry* find_renamed(std::string_view section, const Node& older, const Node& newer,
                            const Node& value) const {
    const std::string text = one_line(value);
    // Too little to know it by, unless it is the only one that has come, and one alone is gone.
    const bool is_telling = value.kind != NodeKind::scalar && text.size() >= 8;
    if (!is_telling && !is_one_for_one(section, older, newer)) return nullptr;
    for (const Entry& entry : older.entries) {
      if (newer.find(entry.key) != nullptr || is_unseen(section, entry, older_) ||
          newer_name(renames_, section, entry.key) != entry.key)
        continue;
      if (is_same_but_for_names(one_line(*entry.value), text)) return &entry;
    }
    return nullptr;
  }

  [[nodiscard]] bool is_one_for_one(std::string_view section, const Node& older, const Node& newer) const {
    const auto gone = std::ranges::count_if(older.entries, [&](const Entry& entry) {
      return newer.find(newer_name(renames_, section, entry.key)) == nullptr &&
             !is_unseen(section, entry, older_);
    });
    const auto come = std::ranges::count_if(newer.entries, [&](const Entry& entry) {
      return older.find(older_name(renames_, section, entry.key)) == nullptr &&
             !is_unseen(section, entry, newer_);
    });
    return gone == 1 && come == 1;
  }

  [[nodiscard]] bool is_same_but_for_names(std::string_view before, std::string_view after) const {
    return compiler::is_same_but_for_names(renames_, before, after);
  }
  [[nodiscard]] bool is_renamed(std::string_view before, std::string_view after) const {
    return compiler::is_renamed(renames_, before, after, false, {});
  }

  // The entry of an older mapping that stands for this one of the newer.
  [[nodiscard]] const Entry* find_older(const Node& before, const Node& after, std::string_view key) const {
    if (const Entry* const same = find(before, key); same != nullptr) return same;
    for (const Entry& entry : before.entries) {
      if (find(after, entry.key) == nullptr && is_renamed(entry.key, key)) return &entry;
    }
    return nullptr;
  }
  [[nodiscard]] bool has_newer(const Node& after, std::string_view key) const {
    return find(after, key) != nullptr ||
           std::ranges::any_of(after.entries, [&](const Entry& entry) { return is_renamed(key, entry.key); });
  }

  // One of the two may be missing.
  void compare_fields(const std::string& path, const Field* field, const Node* before, const Node* after) {
    if (before != nullptr && after != nullptr) return compare_values(path, field, *before, *after);
    const Node* const there = before != nullptr ? before : after;
    if (there == nullptr) return;
    const std::string usual = default_of(field);
    const bool is_usual =
        !usual.empty() && there->kind == NodeKind::scalar && is_same_scalar(there->text, usual);
    if (is_usual) return;
    if (there->kind == NodeKind::mapping && field != nullptr && field->form == Form::record) {
      for (const Entry& entry : there->entries)
        compare_entry(path, field, entry, before != nullptr ? &entry : nullptr,
                      after != nullptr ? &entry : nullptr);
      if (!there->entries.empty()) return;
    }
    const std::string told = one_line(*there);
    if (before != nullptr)
      add(usual.empty() ? Kind::removed : Kind::changed, path, told, usual, there->span, older_sources_);
    else
      add(usual.empty() ? Kind::added : Kind::changed, path, usual, told, there->span, newer_sources_);
  }

  void compare_entry(const std::string& path, const Field* parent, const Entry& entry, const Entry* before,
                     const Entry* after) {
    if (entry.key == "doc" || entry.key == "renamed_from") return;
    compare_fields(fmt::format("{}.{}", path, entry.key), field_within(parent, entry.key),
                   before == nullptr ? nullptr : before->value, after == nullptr ? nullptr : after->value);
  }

  void compare_values(const std::string& path, const Field* field, const Node& before, const Node& after) {
    if (before.kind == NodeKind::mapping && after.kind == NodeKind::mapping) {
      compare_orders(path, field, before, after);
      for (const Entry& entry : after.entries) {
        around_ = &after;
        compare_entry(path, field, entry, find_older(before, after, entry.key), &entry);
      }
      for (const Entry& entry : before.entries)
        if (!has_newer(after, entry.key)) compare_entry(path, field, entry, &entry, nullptr);
      return;
    }
    if (const Field* const brief_field = short_form_of(field);
        brief_field != nullptr && before.kind != after.kind) {
      const std::string_view bare = brief_field->name;
      const Node& full = before.kind == NodeKind::mapping ? before : after;
      const Node& brief = before.kind == NodeKind::mapping ? after : before;
      const Entry expanded{bare, brief.span, &brief};
      const bool is_older = &brief == &before;
      if (find(full, bare) == nullptr)
        compare_entry(path, field, expanded, is_older ? &expanded : nullptr, is_older ? nullptr : &expanded);
      for (const Entry& entry : full.entries) {
        const Entry* const other = entry.key == bare ? &expanded : nullptr;
        compare_entry(path, field, entry, is_older ? other : &entry, is_older ? &entry : other);
      }
      return;
    }
    const auto is_list_of_one = [](const Node& node) {
      return node.kind == NodeKind::sequence && node.items.size() == 1;
    };
    if (may_stand_alone(field) && before.kind != after.kind &&
        (is_list_of_one(before) || is_list_of_one(after)))
      return compare_values(path, field_of_items(field), is_list_of_one(before) ? *before.items[0] : before,
                            is_list_of_one(after) ? *after.items[0] : after);
    const bool are_lists = before.kind == NodeKind::sequence && after.kind == NodeKind::sequence;
    const bool is_same =
        before.kind == NodeKind::scalar && after.kind == NodeKind::scalar
            ? is_same_scalar(before.text, after.text) ||
                  is_same_but_for_names(tight(before.text), tight(after.text)) ||
                  (holds_formula(field) && is_same_formula(renames_, before.text, after.text))
            : is_same_but_for_names(one_line(before), one_line(after));
    if (is_same) return;
    if (are_lists && before.items.size() == after.items.size()) {
      for (size_t i = 0; i < after.items.size(); ++i)
        compare_values(fmt::format("{}[{}]", path, i + 1), field_of_items(field), *before.items[i],
                       *after.items[i]);
      return;
    }
    add(Kind::changed, path, one_line(before), one_line(after), after.span, newer_sources_);
  }

  // The language says of which maps the order decides something. What is new or gone is reported as that.
  void compare_orders(const std::string& path, const Field* field, const Node& before, const Node& after) {
    if (field == nullptr || !field->keeps_order) return;
    const auto counts = [&](const Entry& entry) {
      return field->order_of.empty() ||
             (entry.value->kind == NodeKind::mapping && find(*entry.value, field->order_of) != nullptr);
    };
    std::vector<std::string_view> older, newer, newer_by_old_names;
    for (const Entry& entry : after.entries) {
      const Entry* const twin = find_older(before, after, entry.key);
      if (twin == nullptr || !counts(*twin) || !counts(entry)) continue;
      newer.push_back(entry.key);
      newer_by_old_names.push_back(twin->key);
    }
    for (const Entry& entry : before.entries) {
      if (std::ranges::find(newer_by_old_names, entry.key) != newer_by_old_names.end())
        older.push_back(entry.key);
    }
    const bool is_behind =
        !field->order_behind.empty() && around_ != nullptr && find(*around_, field->order_behind) != nullptr;
    const size_t summands = std::max(before.entries.size(), after.entries.size()) + (is_behind ? 1 : 0);
    if (older == newer_by_old_names || summands < field->order_from) return;
    add(Kind::reordered, path, fmt::format("{}", fmt::join(older, ", ")),
        fmt::format("{}", fmt::join(newer, ", ")), after.entries.front().key_span, newer_sources_);
  }

  static bool holds_formula(const Field* field) {
    return field == nullptr || field->form == Form::formula || field->form == Form::measure ||
           field->form == Form::any_measure;
  }

  static const Entry* find(const Node& node, std::string_view key) {
    const auto found = std::ranges::find(node.entries, key, &Entry::key);
    return found == node.entries.end() ? nullptr : &*found;
  }

  void add(Kind kind, const std::string& path, const std::string& before, const std::string& after, Span span,
           const Sources& sources) {
    changes_.push_back({kind, path, before, after, sources.file(span.file).position(span.begin).line,
                        sources.shown_path(span.file)});
  }

  const Program& older_;
  const Program& newer_;
  const Sources& older_sources_;
  const Sources& newer_sources_;
  NewNames renames_;
  InnerRenames inner_;
  std::vector<MeaningChange> changes_;
  const Node* around_ = nullptr;  // the newer mapping that holds the entries compared now
};

}  // namespace

NewNames renames_of(const std::vector<MeaningChange>& changes) {
  NewNames renames;
  for (const MeaningChange& change : changes) {
    if (change.kind == MeaningChange::Kind::renamed)
      renames.push_back({change.path.substr(0, change.path.size() - change.before.size() - 1), change.before,
                         change.after});
  }
  return renames;
}

std::vector<MeaningChange> compare_meaning(const Program& older, const Sources& older_sources,
                                           const Program& newer, const Sources& newer_sources) {
  return MeaningComparison(older, older_sources, newer, newer_sources).compare();
}

}  // namespace ishi::compiler
