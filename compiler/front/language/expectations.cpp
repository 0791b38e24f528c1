#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "language/node_words.h"
#include "language/reader.h"
#include "language/scalar.h"
#include "language/tables.h"
#include "language/words.h"

// The form of a value, and the messages about one that lacks it.

namespace ishi::compiler {
namespace {

std::string_view describe_single(const Field& field) {
  switch (field.form) {
    case Form::formula: return "one expression";
    case Form::type:
    case Form::reference: return "one name";
    case Form::whole:
    case Form::measure:
    case Form::any_measure:
    case Form::along_input: return "one number";
    case Form::bounds: return field.is_short_form ? "one number or range" : "one range, low..high";
    default: return "a single value";
  }
}

bool holds_names(const Field& field) { return field.form == Form::names || field.form == Form::references; }

std::string help_to_word(const Field& field) {
  if (field.words.size() == 1)
    return fmt::format("write `{}`, or leave `{}` out", field.words[0], field.name);
  return field.example.empty() ? "write one of these words" : fmt::format("such as {}", field.example);
}

// True if the entries of a map may be names with nothing behind them: those that are declared elsewhere, and
// declarations that need no field.
bool may_be_names(const Field& field) {
  constexpr std::array<const Mapping*, 4> kBare = {&kThingMapping, &kTaskMapping, &kEventMapping,
                                                   &kTeamMapping};
  return field.item->form == Form::record &&
         (field.holds_names || std::ranges::find(kBare, field.item->mapping) != kBare.end());
}

// Corrects `bell` and `[bell]` to { bell: {} } where the field allows that; else returns nothing.
std::string meant_names(const Field& field, const Node& node) {
  if (!may_be_names(field)) return {};
  const bool is_nothing = node.kind == NodeKind::scalar
                              ? node.text == "nothing" || node.text == "none"
                              : node.kind == NodeKind::sequence && node.items.empty();
  if (is_nothing) return "{}";
  std::string names;
  const auto add = [&](const Node& one) {
    const bool is_good = one.kind == NodeKind::scalar && is_name(one.text);
    if (is_good) names += fmt::format("{}{}: {{}}", names.empty() ? "" : ", ", one.text);
    return is_good;
  };
  const bool is_meant = node.kind == NodeKind::sequence
                            ? std::ranges::all_of(node.items, [&](const Node* item) { return add(*item); })
                            : add(node);
  return is_meant && !names.empty() ? fmt::format("{{ {} }}", names) : "";
}

bool are_scalars(const std::vector<const Node*>& nodes) {
  return std::ranges::all_of(nodes, [](const Node* node) { return node->kind == NodeKind::scalar; });
}

// `agents: [guard, guard]` of a scene with a name for each: `{ guard_1: guard, guard_2: guard }`.
std::string meant_entries(const Field& field, const Node& node) {
  const Field* form = short_form_of(field.item);
  if (form != nullptr && form->form == Form::whole && node.kind == NodeKind::sequence &&
      are_scalars(node.items)) {
    std::string counts;
    for (const Node* item : node.items)
      counts += fmt::format("{}{}: 1", counts.empty() ? "" : ", ", item->text);
    return counts.empty() ? counts : fmt::format("{{ {} }}", counts);
  }
  if (form == nullptr || form->form != Form::reference || node.kind != NodeKind::sequence) return {};
  std::string entries;
  size_t count = 0;
  for (const Node* item : node.items) {
    if (item->kind != NodeKind::scalar || !is_name(item->text)) return {};
    entries += fmt::format("{}{}_{}: {}", entries.empty() ? "" : ", ", item->text, ++count, item->text);
  }
  return entries.empty() ? entries : fmt::format("{{ {} }}", entries);
}

// `set: [ammo: 12, hp: 100]` as `{ ammo: 12, hp: 100 }`; nothing elsewhere.
std::string meant_map(const Node& node) {
  if (node.kind != NodeKind::sequence || node.items.empty()) return {};
  std::string entries;
  for (const Node* const item : node.items) {
    if (item->kind != NodeKind::mapping || item->entries.empty()) return {};
    for (const Entry& entry : item->entries) {
      if (entry.value->kind != NodeKind::scalar) return {};
      entries += fmt::format("{}{}: {}", entries.empty() ? "" : ", ", entry.key, entry.value->text);
    }
  }
  return fmt::format("{{ {} }}", entries);
}

// `to: alert` or `to: [alert, calm]` of a state as `{ alert: … }`; `world: [thug]` as `{ thug: {} }`.
std::string meant_with_each(const Field& field, const Node& node) {
  const std::string_view each = field.name == "to" ? "…" : field.name == "world" ? "{}" : "";
  if (each.empty()) return {};
  std::string entries;
  const auto add = [&](const Node& one) {
    entries += fmt::format("{}{}: {}", entries.empty() ? "" : ", ", one.text, each);
  };
  if (node.kind == NodeKind::scalar && is_name(node.text)) add(node);
  if (node.kind == NodeKind::sequence && are_scalars(node.items)) {
    for (const Node* const item : node.items) add(*item);
  }
  return entries.empty() ? entries : fmt::format("{{ {} }}", entries);
}

// `notices: thug` as `{ eyes: thug }`, with the first sense of the file; nothing elsewhere.
std::string meant_noticed(const Field& field, const Node& node, const Node* root) {
  if (field.name != "notices" || root == nullptr) return {};
  const Node* senses = root->find(section_name(Section::senses));
  if (senses == nullptr || senses->entries.empty()) return {};
  std::string whom;
  if (node.kind == NodeKind::scalar && !node.text.empty()) whom = node.text;
  if (node.kind == NodeKind::sequence && are_scalars(node.items)) {
    for (const Node* item : node.items) whom += fmt::format("{}{}", whom.empty() ? "" : ", ", item->text);
    whom = fmt::format("[{}]", whom);
  }
  return whom.empty() ? whom : fmt::format("{{ {}: {} }}", senses->entries[0].key, whom);
}

// `reach: { beer: 3 }` as `beer == 3`; nothing where no condition is wanted, or more is written.
std::string meant_condition(const Field& field, const Node& node) {
  constexpr std::array<std::string_view, 5> kConditions = {"reach", "when", "until", "while", "requires"};
  if (field.form != Form::formula || std::ranges::find(kConditions, field.name) == kConditions.end())
    return {};
  std::string condition;
  for (const auto& [key, key_span, value] : node.entries) {
    if (value->kind != NodeKind::scalar || value->text.empty() || !is_name(key)) return {};
    if (!condition.empty()) condition += " and ";
    condition += value->text == "true"    ? std::string(key)
                 : value->text == "false" ? fmt::format("not {}", key)
                                          : fmt::format("{} == {}", key, value->text);
  }
  return condition;
}

// `[0, 0, 10]`, three numbers, which only a key can hold; with brackets, or nothing.
std::string meant_point(const Node& node) {
  if (node.kind != NodeKind::sequence || node.items.size() != 3 || !are_scalars(node.items)) return {};
  std::string point;
  for (const Node* item : node.items) {
    const size_t sign = item->text.starts_with('-') ? 1 : 0;
    if (number_length(item->text.substr(sign)) == 0) return {};
    point += fmt::format("{}{}", point.empty() ? "" : ", ", item->text);
  }
  return fmt::format("[{}]", point);
}

// A name that no key has yet.
std::string_view free_key(const Node* root) {
  constexpr std::array<std::string_view, 3> kNames = {"place", "spot", "target_point"};
  const Node* keys = root == nullptr ? nullptr : root->find(section_name(Section::blackboard));
  if (keys == nullptr) return kNames[0];
  const auto free =
      std::ranges::find_if(kNames, [&](std::string_view name) { return keys->find(name) == nullptr; });
  return free == kNames.end() ? "…" : *free;
}

// The action of `running: { shoot: thug }` or `running: { action: shoot }`; nothing elsewhere.
std::string_view meant_running(const Field& field, const Node& node, const Node* root) {
  if (field.name != "running" || node.kind != NodeKind::mapping || root == nullptr) return {};
  const Node* actions = root->find(section_name(Section::actions));
  if (actions == nullptr) return {};
  for (const auto& [key, key_span, value] : node.entries) {
    if (actions->find(key) != nullptr) return key;
    if (value->kind == NodeKind::scalar && actions->find(value->text) != nullptr) return value->text;
  }
  return {};
}

}  // namespace

bool expect_scalar(const ReadingSite& at, const Field& field, const Node& node) {
  if (node.kind == NodeKind::scalar) return true;
  if (node.kind != NodeKind::poisoned) {
    auto report = at.diagnostics.report(
        Code::wrong_shape, node.span,
        fmt::format("{} is {}, but here is {}", what(field), describe_single(field), describe(node)));
    const bool is_wrapped =
        node.kind == NodeKind::sequence && node.items.size() == 1 && node.items[0]->kind == NodeKind::scalar;
    const bool is_unknown_word = is_wrapped && field.form == Form::word &&
                                 std::ranges::find(field.words, node.items[0]->text) == field.words.end();
    if (is_unknown_word) {
      report.help(help_to_word(field));
    } else if (is_wrapped && node.flow) {
      report.help(fmt::format("write {}, without the brackets", node.items[0]->text))
          .edit(node.span, std::string(node.items[0]->text));
    } else if (field.form == Form::type && node.kind == NodeKind::sequence && are_scalars(node.items)) {
      const std::string words = words_of_list(node);
      report.help(fmt::format("words stand under `one_of`, in place of `type`: `one_of: {}`", words));
    } else if (const std::string meant = meant_condition(field, node); !meant.empty()) {
      report.help(fmt::format("write `{}`", meant)).edit(node.span, meant);
    } else if (field.form == Form::bounds && node.items.size() == 2 && are_scalars(node.items)) {
      const std::string meant = fmt::format("{}..{}", node.items[0]->text, node.items[1]->text);
      report.help(fmt::format("write {}", meant)).edit(node.span, meant);
    } else if (const std::string point = meant_point(node); field.form == Form::formula && !point.empty()) {
      const std::string_view name = free_key(at.root);
      report.help(
          fmt::format("a place is read from a key: declare `{0}: {{ type: point, default: {1} }}` under "
                      "`blackboard`, and write `{0}` here",
                      name, point));
    } else if (field.name == "wait" && node.kind == NodeKind::sequence && node.items.size() == 2 &&
               are_scalars(node.items)) {
      report.help(fmt::format("to draw one between them, write `wait: \"lerp({}, {}, random)\"`",
                              node.items[0]->text, node.items[1]->text));
    } else if (field.name == "where" && node.kind == NodeKind::mapping) {
      report.help(
          "values and ranges of keys stand under `for_all`; `where` is one condition, such as "
          "`hp < ammo * 10`");
    } else if (field.form == Form::formula && node.kind == NodeKind::sequence) {
      report.help("join conditions with `and` or `or`, and numbers with signs or functions");
    } else if (const std::string_view running = meant_running(field, node, at.root); !running.empty()) {
      report.help(
          fmt::format("write `running: {}`, and beside it for whom, such as `running_for: thug`", running));
    } else if (field.name == "running") {
      report.help(
          "write the action alone, such as `running: shoot`, and beside it for whom: `running_for: thug`");
    } else if (field.form == Form::reference && node.kind == NodeKind::mapping) {
      const std::string_view section = section_name(field.section);
      report.help(fmt::format("define it under `{}`, and write here the name that it has there", section));
    } else if (!field.example.empty()) {
      report.help(fmt::format("such as {}", field.example));
    }
  }
  return false;
}

bool expect_map(const ReadingSite& at, const Field& field, const Node& node) {
  if (node.kind == NodeKind::mapping) return true;
  if (node.kind == NodeKind::poisoned) return false;
  auto report =
      at.diagnostics.report(Code::wrong_shape, node.span,
                            fmt::format("{} holds {}, but here is {}", what(field),
                                        field.holds_times   ? "times, each with what happens then"
                                        : field.holds_paths ? "paths to numbers, each with its range"
                                                            : "named entries",
                                        describe(node)));
  if (field.name == "for_all" && node.kind == NodeKind::scalar) {
    report.help(
        fmt::format("a condition stands beside it: write `for_all: {{}}` and `where: {}`", node.text));
  } else if (field.name == "for_all" && node.kind == NodeKind::sequence && are_scalars(node.items)) {
    std::string all;
    for (const Node* const item : node.items)
      all += fmt::format("{}{}: any", all.empty() ? "" : ", ", item->text);
    report.help(fmt::format("write {{ {} }}: each key with its values", all))
        .edit(node.span, fmt::format("{{ {} }}", all));
  } else if (const std::string meant = meant_names(field, node); !meant.empty()) {
    report.help(fmt::format("write {}", meant)).edit(node.span, meant);
  } else if (const std::string entries = meant_entries(field, node); !entries.empty()) {
    report.help(fmt::format("write {}, each by its name", entries)).edit(node.span, entries).guess();
  } else if (const std::string map = meant_map(node); !map.empty()) {
    report.help(fmt::format("write {}: names, not a list", map)).edit(node.span, map);
  } else if (const std::string each = meant_with_each(field, node); !each.empty()) {
    report.help(field.name == "to"
                    ? fmt::format("say when it leads there: {}, with a condition for `…`", each)
                    : fmt::format("write {}, and what each is and where", each));
  } else if (const std::string noticed = meant_noticed(field, node, at.root); !noticed.empty()) {
    report.help(fmt::format("name the sense, such as `notices: {}`", noticed))
        .edit(node.span, noticed)
        .guess();
  } else {
    report.help(field.example.starts_with('{') || field.most == 1
                    ? fmt::format("such as {}", field.example)
                    : "write each entry as `name: value` on a line of its own, indented");
  }
  return false;
}

bool expect_few(const ReadingSite& at, const Field& field, const Node& node) {
  if (node.entries.size() <= field.most) return true;
  at.diagnostics
      .report(Code::wrong_count, node.entries[field.most].key_span,
              fmt::format("{} takes {} {}, but here are {}", what(field),
                          field.most == 1 ? std::string("one") : fmt::format("at most {}", field.most),
                          field.most == 1 ? "name" : "names", node.entries.size()))
      .label(node.entries[0].key_span, "here already")
      .help("keep one of them");
  return false;
}

// A way to score that scores nothing would make an action that never wins, and without plans none could.
bool expect_filled(const ReadingSite& at, const Field& field, const Node& node) {
  if ((field.kind == 0 && !field.is_required) || !node.entries.empty()) return true;
  const std::string_view purpose = field.is_verb ? "try" : field.is_required ? "choose from" : "score";
  at.diagnostics
      .report(Code::empty_model, node.span,
              fmt::format("{} is empty, so there is nothing to {}", what(field), purpose))
      .help(fmt::format("fill it in, such as {}{}", field.example,
                        field.is_required ? "" : ", or take it out"));
  return false;
}

bool expect_list(const ReadingSite& at, const Field& field, const Node& node) {
  if (node.kind == NodeKind::poisoned) return false;
  if (node.kind != NodeKind::sequence) {
    const bool has_short_form = field.form == Form::list && field.is_short_form;
    const std::string wanted =
        has_short_form ? fmt::format("{} or a list of them", describe(field.item->quantity)) : "a list";
    auto report =
        at.diagnostics.report(Code::wrong_shape, node.span,
                              fmt::format("{} is {}, but here is {}", what(field), wanted, describe(node)));
    const Field* short_form = field.form == Form::list ? short_form_of(field.item) : nullptr;
    const bool is_name_alone = short_form != nullptr && short_form->form == Form::text &&
                               is_name(node.text) && node.text != "nothing";
    const bool is_task = field.name == "does" && is_name(node.text);
    if (node.kind == NodeKind::scalar && !node.quoted && (holds_names(field) || is_name_alone || is_task)) {
      report.help(fmt::format("write [{}]", node.text)).edit(node.span, fmt::format("[{}]", node.text));
    } else if (field.name == "picks" && node.kind == NodeKind::mapping && node.entries.size() == 1 &&
               node.entries[0].value->kind == NodeKind::scalar) {
      const Entry& entry = node.entries[0];
      report.help(
          fmt::format("write `picks: {}`, and beside it for whom: `on: {}`", entry.key, entry.value->text));
    } else if (field.form == Form::references && node.kind == NodeKind::mapping && !node.entries.empty()) {
      std::string names;
      for (const Entry& entry : node.entries)
        names += fmt::format("{}{}", names.empty() ? "" : ", ", entry.key);
      const bool says_more =
          std::ranges::any_of(node.entries, [](const Entry& entry) { return !entry.value->entries.empty(); });
      report
          .help(fmt::format("write [{}]{}", names,
                            says_more ? ": here stand names alone, without arguments" : ""))
          .edit(node.span, fmt::format("[{}]", names))
          .guess();
    } else if (field.name == "does" && node.kind == NodeKind::mapping) {
      report.help(
          "`times` says how often tasks are started, such as `times: { fire: 3 }`; `does` lists what comes "
          "first");
    } else if (!field.example.empty()) {
      report.help(fmt::format("such as {}", field.example));
    }
    return false;
  }
  const size_t count = node.items.size();
  const size_t least =
      std::max(field.least, holds_names(field) && !field.may_be_empty ? size_t{1} : size_t{0});
  if (count < least || count > field.most) {
    const bool too_few = count < least;
    const size_t limit = too_few ? least : field.most;
    const std::string_view bound = least == field.most ? "" : too_few ? "at least " : "at most ";
    const std::string found = count == 0 ? "is none" : count == 1 ? "is 1" : fmt::format("are {}", count);
    auto report = at.diagnostics.report(Code::wrong_count, node.span,
                                        fmt::format("{} takes {}{} {}, but here {}", what(field), bound,
                                                    limit, limit == 1 ? "entry" : "entries", found));
    if (limit > 4 && !field.is_short_form)
      report.help("leave out the points that add little: between points the curve needs none");
    else if (!field.example.empty())
      report.help(fmt::format("such as {}", field.example));
    return false;
  }
  return true;
}

// `at: { set: … }`: what happens stands where its time should.
bool expect_times(const ReadingSite& at, const Field& field, const Node& node) {
  const auto timeless = std::ranges::find_if(
      node.entries, [&](const Entry& entry) { return is_field_of(*field.item, entry.key); });
  if (timeless == node.entries.end()) return true;
  if (timeless != node.entries.begin() && (timeless - 1)->value->kind == NodeKind::poisoned) return true;
  at.diagnostics
      .report(Code::wrong_shape, timeless->key_span,
              fmt::format("{} holds times, but here is `{}`", what(field), timeless->key))
      .help(fmt::format("write first when it happens, such as {}", field.example));
  return false;
}

bool read_word(const ReadingSite& at, const Field& field, const Node& node, uint32_t& index) {
  if (!expect_scalar(at, field, node)) return false;
  for (uint32_t i = 0; i < field.words.size(); ++i) {
    if (field.words[i] == node.text) {
      index = i;
      return true;
    }
  }
  auto report = at.diagnostics.report(
      Code::unknown_word, node.span,
      fmt::format("{} is {}, but here is `{}`", what(field), quoted_list(field.words, "or"), node.text));
  report.suggest_or(node.span, node.text, field.words, [&] { return help_to_word(field); });
  return false;
}

}  // namespace ishi::compiler
