#include "language/reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "diagnostics/suggest.h"
#include "language/node_words.h"
#include "language/other_names.h"
#include "language/scalar.h"
#include "language/step_faults.h"
#include "language/tables.h"
#include "language/words.h"

// Records: the fields of a mapping, and which of them go together.

namespace ishi::compiler {
namespace {

bool takes_names(const Field& field) { return field.form == Form::names || field.form == Form::references; }

bool accepts(const Field& field, NodeKind kind) {
  switch (field.form) {
    case Form::names:
    case Form::references: return kind == NodeKind::sequence || (field.takes_one && kind == NodeKind::scalar);
    case Form::list: return kind == NodeKind::sequence;
    case Form::steps: return kind == NodeKind::sequence || kind == NodeKind::scalar;
    case Form::record:
    case Form::map: return kind == NodeKind::mapping;
    case Form::value: return true;
    default: return kind == NodeKind::scalar;
  }
}

std::vector<std::string_view> section_names() {
  std::vector<std::string_view> names;
  for (const Field& field : kFileMapping.fields) names.push_back(field.name);
  return names;
}

// The role of an entry in its mapping.
enum class Role : uint8_t {
  field,
  everywhere,  // what every named thing has, which an earlier phase reads
  open,        // the mapping has a row for all names that are not its fields
  unknown
};

Role role_of(std::string_view key, const Field* field, const Mapping& mapping) {
  if (field != nullptr) return Role::field;
  if (mapping.is_named && (key == "doc" || key == "extends")) return Role::everywhere;
  if (mapping.is_named && mapping.keeps_state && key == kRenamedFrom.name) return Role::everywhere;
  return mapping.open != nullptr ? Role::open : Role::unknown;
}

// Of the parts of a plan that stand directly in a goal the first is reported.
bool is_said_with_reach(const Mapping& mapping, const Node& node, std::string_view key) {
  return &mapping == &kGoalMapping && (key == "using" || key == "depth") && node.find("reach") != nullptr;
}

// `[4, 0, 0]` of what has a `position`, and `machine` of what `is` something, as fields by name; else empty.
std::string meant_record(const Mapping& mapping, const Node& node, const Node* root) {
  const Field* is = find_field(mapping, "is");
  const bool is_text = node.kind == NodeKind::scalar && is_name(node.text);
  if (is != nullptr && is_text && is->form == Form::reference && root != nullptr) {
    const Node* things = root->find(section_name(is->section));
    if (things != nullptr && things->find(node.text) != nullptr)
      return fmt::format("{{ is: {} }}", node.text);
  }
  if (find_field(mapping, "position") == nullptr || node.kind != NodeKind::sequence || node.items.size() != 3)
    return {};
  std::string place;
  for (const Node* item : node.items) {
    if (item->kind != NodeKind::scalar) return {};
    place += fmt::format("{}{}", place.empty() ? "" : ", ", item->text);
  }
  return fmt::format("{{ position: [{}] }}", place);
}

bool are_names(const Node& list) {
  return !list.items.empty() && std::ranges::all_of(list.items, [](const Node* item) {
    return item->kind == NodeKind::scalar && is_name(item->text);
  });
}

// `hp`, or `[hp, ammo]`, as `{ hp: any, ammo: any }`; nothing if it is something else.
std::string any_of_each(const Node& node) {
  std::string entries;
  const auto add = [&](std::string_view name) {
    entries += fmt::format("{}{}: any", entries.empty() ? "" : ", ", name);
  };
  if (node.kind == NodeKind::scalar && is_name(node.text)) add(node.text);
  if (node.kind == NodeKind::sequence && are_names(node)) {
    for (const Node* const item : node.items) add(item->text);
  }
  return entries.empty() ? entries : fmt::format("{{ {} }}", entries);
}

// `bark: { takes: 1s }` under `events`. Returns whether it is that: then nothing else is said of it.
bool report_wrong_section(const ReadingSite& at, const Mapping& mapping, const Node& node, Span name) {
  if (at.around.mapping != &kFileMapping || name.end == 0) return false;
  const auto [nouns, sections] = fitting_sections(mapping, node);
  if (nouns.empty()) return false;
  const auto own = std::ranges::find_if(kFileMapping.fields, [&](const Field& section) {
    return section.item != nullptr && section.item->mapping == &mapping;
  });
  const auto is_unknown = [&](const Entry& entry) {
    return role_of(entry.key, find_field(mapping, entry.key), mapping) == Role::unknown;
  };
  const auto first = std::ranges::find_if(node.entries, is_unknown);
  if (own == kFileMapping.fields.end() || first == node.entries.end()) return false;
  // Words of other tools have a message of their own each.
  const bool are_other_words = std::ranges::all_of(node.entries, [&](const Entry& entry) {
    return !is_unknown(entry) || !other_word(mapping, entry.key).help.empty();
  });
  if (are_other_words) return false;
  at.diagnostics
      .report(Code::unknown_field, name,
              fmt::format("this is written like {}, but it stands under `{}`", nouns, own->name))
      .label(first->key_span, fmt::format("{} has no `{}`", mapping.title, first->key))
      .help(fmt::format("move it under {}", sections));
  return true;
}

// An `extends` that has a meaning has been resolved; here it has none.
void report_extends(const ReadingSite& at, const Mapping& mapping, const Entry& entry) {
  at.diagnostics
      .report(Code::unknown_field, entry.key_span,
              fmt::format("{} inside another entry cannot extend one", mapping.title))
      .help(
          "write out what it shares: only the entries of a section extend each other, with all that is in "
          "them");
}

void check_doc(const ReadingSite& at, const Node& node) {
  if (node.kind == NodeKind::scalar) return;
  at.diagnostics
      .report(Code::wrong_shape, node.span, fmt::format("`doc` is a text, but here is {}", describe(node)))
      .help("write one text, in quotes if there is a `:` or `#` in it");
}

// Of an action with a need or drive that the file has, or else a score.
std::string example_of_kind(const ReadingSite& at, const Mapping& mapping, std::string_view kind) {
  const auto written = [&](std::string_view name) {
    return fmt::format("{}: {}", name, find_field(mapping, name)->example);
  };
  if (&mapping != &kActionMapping || at.root == nullptr) return written(kind);
  const auto first_of = [&](Section section) -> std::string_view {
    const Node* entries = at.root->find(section_name(section));
    const bool has_any =
        entries != nullptr && entries->kind == NodeKind::mapping && !entries->entries.empty();
    return has_any ? entries->entries[0].key : std::string_view();
  };
  if (const auto need = first_of(Section::needs); !need.empty())
    return fmt::format("gains: {{ {}: +0.5 }}", need);
  if (const auto drive = first_of(Section::drives); !drive.empty())
    return fmt::format("reduces: {{ {}: +0.5 }}", drive);
  return written("score");
}

// An example of a field: with the names that the file itself has, where it wants names.
std::string example_of(const ReadingSite& at, const Field& field) {
  const bool is_name = field.form == Form::reference || field.form == Form::references;
  const Node* section = is_name && at.root != nullptr ? at.root->find(section_name(field.section)) : nullptr;
  if (section != nullptr && section->kind == NodeKind::mapping && !section->entries.empty()) {
    const auto own = std::ranges::find(section->entries, at.root->span.file,
                                       [](const Entry& entry) { return entry.key_span.file; });
    const std::string_view name = (own != section->entries.end() ? *own : section->entries[0]).key;
    return field.form == Form::reference ? std::string(name) : fmt::format("[{}]", name);
  }
  return field.example.empty() ? "…" : std::string(field.example);
}

// `name`: of the entry, if it has one.
void report_missing(const ReadingSite& at, const Mapping& mapping, const Node& node, Span name,
                    const std::vector<const Field*>& given) {
  const Span first_name = name.end != 0 || node.entries.empty() ? name : node.entries[0].key_span;
  const Span where = node.flow || first_name.end == 0 ? node.span : first_name;
  for (const Field& field : mapping.fields) {
    if (!field.is_required || std::ranges::find(given, field.name, &Field::name) != given.end()) continue;
    auto report = at.diagnostics.report(Code::missing_field, where,
                                        fmt::format("{} needs `{}`", mapping.title, field.name));
    if (report.is_kept())
      report.help(fmt::format("add `{}: {}` ({})", field.name, example_of(at, field), field.doc));
  }
  if (!mapping.needs_kind || std::ranges::any_of(given, [](const Field* f) { return f->kind != 0; })) return;
  std::vector<std::string_view> kinds;
  for (const Field& field : mapping.fields) {
    if (field.kind != 0) kinds.push_back(field.name);
  }
  if (at.around.mapping == &kPlannerMapping) {
    const Node* worth = at.around.node->find("rewards");
    const bool has_worth = worth != nullptr && !worth->entries.empty();
    std::rotate(kinds.begin(), std::ranges::find(kinds, "rewards"), kinds.end());
    at.diagnostics
        .report(Code::missing_kind, where, fmt::format("a plan needs one of {}", quoted_list(kinds, "or")))
        .help(fmt::format("say what it brings, such as `rewards: {{ {}: 0.5 }}`",
                          has_worth ? worth->entries[0].key : "energy"));
    return;
  }
  at.diagnostics
      .report(Code::missing_kind, where,
              fmt::format("{} needs one of {}", mapping.title, quoted_list(kinds, "or")))
      .help(fmt::format("add one, such as `{}`", example_of_kind(at, mapping, kinds[0])));
}

// Is the field not there without which this one has no meaning? It stands beside it, or beside the record.
bool is_missing(const Field& field, const Mapping& mapping, const std::vector<const Field*>& given,
                const RecordAround& around) {
  const auto is_given = [&](std::string_view name) {
    return !name.empty() && std::ranges::find(given, name, &Field::name) != given.end();
  };
  if (field.with.empty() || is_given(field.with) || is_given(field.or_with)) return false;
  if (find_field(mapping, field.with) != nullptr) return true;
  if (around.mapping == nullptr || find_field(*around.mapping, field.with) == nullptr) return false;
  return std::ranges::none_of(around.node->entries, [&](const Entry& entry) {
    const Role role = role_of(entry.key, find_field(*around.mapping, entry.key), *around.mapping);
    return entry.key == field.with || role == Role::unknown || entry.value->kind == NodeKind::poisoned;
  });
}

void check_kinds(const ReadingSite& at, const Mapping& mapping, const Node& node,
                 const std::vector<const Field*>& given, bool is_whole) {
  const auto key_span = [&](const Field& field) {
    for (const Entry& entry : node.entries) {
      if (entry.key == field.name) return entry.key_span;
    }
    return node.span;
  };
  const Field* first = nullptr;
  for (const Field* field : given) {
    if (field->kind != 0 && first != nullptr && field->kind != first->kind) {
      at.diagnostics
          .report(
              Code::several_kinds, key_span(*field),
              fmt::format("{} has either `{}` or `{}`, not both", mapping.title, first->name, field->name))
          .label(key_span(*first), fmt::format("`{}` stands here", first->name))
          .help("keep one of the two");
    }
    if (field->kind != 0 && first == nullptr) first = field;
    // A record in doubt may hold the misspelt form of the field that is missed.
    if (is_whole && is_missing(*field, mapping, given, at.around)) {
      const Field* with = find_field(mapping, field->with);
      if (with == nullptr) with = find_field(*at.around.mapping, field->with);
      const std::string other =
          field->or_with.empty() ? std::string() : fmt::format(" or `{}`", field->or_with);
      const bool is_single = accepts(*with, NodeKind::scalar) && !with->example.empty();
      const Node* const emits = field->with == "within" ? node.find("emits") : nullptr;
      const bool is_about_nothing = emits != nullptr && emits->kind == NodeKind::mapping &&
                                    emits->entries.empty() && node.find("picks") == nullptr &&
                                    node.find("state") == nullptr && node.find("notices") == nullptr;
      if (is_about_nothing) {  // nothing to wait for: `within` would have no meaning either
        at.diagnostics
            .report(Code::field_without_its_kind, key_span(*field),
                    fmt::format("`{}` waits for something, but `emits: {{}}` expects nothing", field->name))
            .help(fmt::format("take `{}` out: it then emits nothing as long as the run lasts", field->name));
        continue;
      }
      const bool is_of_proofs = &mapping == &kTestMapping && field->with == "for_all";
      const Field* const expect = is_of_proofs ? find_field(mapping, "expect") : nullptr;
      const Field* const there = expect == nullptr ? nullptr : find_field(*expect->mapping, field->name);
      const bool is_expectation =
          there != nullptr && (there->with.empty() || node.find(there->with) != nullptr);
      at.diagnostics
          .report(
              Code::field_without_its_kind, key_span(*field),
              fmt::format("`{}` has a meaning only together with `{}`{}", field->name, field->with, other))
          .help(is_expectation ? fmt::format("move it into `expect`; beside `{}` it is about all situations",
                                             field->with)
                : is_single    ? fmt::format("take it out, or write `{}: {}`", field->with, with->example)
                               : fmt::format("take it out, or write `{}`{}", field->with, other));
    }
  }
}

void report_unknown_field(const ReadingSite& at, const Mapping& mapping, const Entry& entry) {
  if (&mapping == &kActionMapping && is_step_modifier(entry.key)) return report_modifier_of_action(at, entry);
  const bool is_file = &mapping == &kFileMapping;
  // check_kinds() reports a claim of proofs without `for_all` as a whole, so its fields are not judged here.
  const RecordAround* const outer = at.around.outer;
  const bool is_of_test =
      outer != nullptr && outer->mapping == &kTestMapping && at.around.mapping == &mapping;
  if (is_of_test && outer->node->find("for_all") == nullptr &&
      std::ranges::any_of(kTestMapping.fields, [&](const Field& field) {
        return field.mapping == &mapping && field.with == "for_all" &&
               outer->node->find(field.name) == at.around.node;
      }))
    return;
  auto report = at.diagnostics.report(Code::unknown_field, entry.key_span,
                                      is_file ? fmt::format("there is no section `{}`", entry.key)
                                      : &mapping == &kFieldMapping
                                          ? fmt::format("a field has no `{}`", entry.key)
                                          : fmt::format("{} has no field `{}`", mapping.title, entry.key));
  if (!report.is_kept()) return;
  if (const OtherWord other = other_word(mapping, entry.key); !other.help.empty()) {
    report.help(other.help);
    if (!other.name.empty()) report.edit(entry.key_span, std::string(other.name));
    return;
  }
  const bool is_expectation =
      find_field(mapping, "picks") != nullptr && find_field(mapping, "key") != nullptr;
  const Node* keys =
      is_expectation && at.root != nullptr ? at.root->find(section_name(Section::blackboard)) : nullptr;
  if (keys != nullptr && keys->find(entry.key) != nullptr) {
    report.help(fmt::format("keys are expected under `key`: `key: {{ {}: {} }}`", entry.key,
                            entry.value->kind == NodeKind::scalar ? entry.value->text : "…"));
    return;
  }
  const bool is_situation =
      find_field(mapping, "given") != nullptr && find_field(mapping, "running") != nullptr;
  const Node* all_keys =
      is_situation && at.root != nullptr ? at.root->find(section_name(Section::blackboard)) : nullptr;
  if (all_keys != nullptr && all_keys->find(entry.key) != nullptr) {
    report.help(fmt::format("keys have their values under `given`: `given: {{ {}: {} }}`", entry.key,
                            entry.value->kind == NodeKind::scalar ? entry.value->text : "…"));
    return;
  }
  if (is_situation) {
    for (const Section section : {Section::needs, Section::drives}) {
      const Node* const levels = at.root == nullptr ? nullptr : at.root->find(section_name(section));
      if (levels == nullptr || levels->find(entry.key) == nullptr) continue;
      report.help(fmt::format("levels are given under `given`: `given: {{ {}.{}: {} }}`",
                              section_name(section), entry.key,
                              entry.value->kind == NodeKind::scalar ? entry.value->text : "0.5"));
      return;
    }
  }
  if (const std::string help = help_to_kind(mapping, entry); !help.empty()) {
    report.help(help);
    return;
  }
  if (const std::string help = help_to_level(at.around, entry); at.around.mapping == &mapping &&
                                                                &mapping != &kActionMapping &&
                                                                &mapping != &kGoalMapping && !help.empty()) {
    report.help(help);
    return;
  }
  if (mapping.is_named && entry.key == kRenamedFrom.name) {
    report.help(fmt::format(
        "take it out: nothing of {} outlives a reload, so it can be renamed without a word", mapping.title));
    return;
  }
  std::vector<std::string_view> known;
  for (const Field& field : mapping.fields) known.push_back(field.name);
  if (mapping.is_named) known.insert(known.end(), {"doc", "extends"});
  if (mapping.is_named && mapping.keeps_state) known.push_back(kRenamedFrom.name);
  std::vector<std::string_view> near = report.suggestions(entry.key, known);
  const bool is_of_steps = find_step_row(entry.key) != nullptr;
  if (const std::string help = misplaced_help(mapping, entry);
      (near.empty() || is_of_steps) && !help.empty()) {
    report.help(help);
    return;
  }
  if (near.empty()) {  // one begins with the other: `mid` for `midpoint`, `selection` for `select`
    std::ranges::copy_if(known, std::back_inserter(near), [&](std::string_view name) {
      return std::min(name.size(), entry.key.size()) >= 3 &&
             (name.starts_with(entry.key) || entry.key.starts_with(name));
    });
  }
  if (!near.empty()) {
    report.suggest(entry.key_span, near[0]);
  } else if (is_file) {
    std::erase_if(known, [&](std::string_view name) { return find_field(mapping, name)->form != Form::map; });
    report.help(fmt::format("the sections are {}", quoted_list(known, "and")));
  } else if (known.empty()) {
    report.help("write `{}`: there is nothing more to say");
  } else if (known.size() == 1) {
    report.help(fmt::format("its only field is `{}`", known[0]));
  } else {
    constexpr size_t kMostListed = 12;
    report.help(fmt::format("its fields are {}{}", quoted_list(known, "and", kMostListed),
                            known.size() > kMostListed ? "; `ishi schema --reference` has them all" : ""));
  }
}

}  // namespace

bool is_field_of(const Field& item, std::string_view key) {
  return item.mapping != nullptr && item.form == Form::record && find_field(*item.mapping, key) != nullptr;
}

void Reader::read_record(const Mapping& mapping, const Node& node, void* record, std::string_view example) {
  const Span name = std::exchange(entry_, {});
  const Span owner = name.end != 0 ? name : node.span;
  if (node.kind == NodeKind::poisoned) return at_.diagnostics.doubt(owner);
  const size_t errors_before = at_.diagnostics.error_count();
  if (node.kind != NodeKind::mapping) {
    read_short_form(mapping, node, record, example);
    if (at_.diagnostics.error_count() != errors_before) at_.diagnostics.doubt(owner);
    return;
  }
  if (report_wrong_section(at_, mapping, node, name)) return at_.diagnostics.doubt(owner);
  std::vector<const Field*> given;
  const RecordAround around = at_.around;
  at_.around = {&mapping, &node, &around};
  const bool is_whole = read_entries(mapping, node, record, given);
  at_.around = around;
  check_kinds(at_, mapping, node, given, is_whole);
  if (!is_whole || at_.diagnostics.error_count() != errors_before) at_.diagnostics.doubt(owner);
  if (is_whole) report_missing(at_, mapping, node, name, given);
}

// A node that is no mapping may be the value of one field alone.
void Reader::read_short_form(const Mapping& mapping, const Node& node, void* record,
                             std::string_view example) {
  const auto short_form = std::ranges::find_if(mapping.fields, &Field::is_short_form);
  if (short_form != mapping.fields.end() && (accepts(*short_form, node.kind) || takes_names(*short_form))) {
    if (&mapping == &kGoalGivenMapping && node.kind == NodeKind::scalar &&
        node.text.find('.') != std::string_view::npos) {
      at_.diagnostics
          .report(
              Code::missing_field, node.span,
              fmt::format("here stands the type of what the goal gives back, and `{}` is none", node.text))
          .help(fmt::format("write `{{ type: TYPE, is: {} }}`, with the type that it has, such as `point`",
                            node.text));
      return;
    }
    Field field = *short_form;
    if (takes_names(field)) {  // the message speaks of the whole
      field.name = {};
      field.doc = mapping.title;
    }
    field.read(*this, field, node, record);
    for (const Field& other : mapping.fields) {
      if (!other.is_required || other.name == short_form->name) continue;
      auto report = at_.diagnostics.report(Code::missing_field, node.span,
                                           fmt::format("{} needs `{}`", mapping.title, other.name));
      const std::string_view value = node.kind == NodeKind::scalar ? std::string_view(node.text) : "…";
      if (report.is_kept())
        report.help(fmt::format("write `{{ {}: {}, {}: {} }}` ({})", short_form->name, value, other.name,
                                example_of(at_, other), other.doc));
    }
    return;
  }
  if (mapping.fields.empty() && mapping.open == nullptr && mapping.other == nullptr && !mapping.is_named) {
    at_.diagnostics
        .report(Code::wrong_shape, node.span,
                fmt::format("nothing can be said of {}, but here is {}", mapping.title, describe(node)))
        .help("write `{}`");
    return;
  }
  auto report = at_.diagnostics.report(
      Code::wrong_shape, node.span,
      fmt::format("{} is written as named entries, but here is {}", mapping.title, describe(node)));
  at_.diagnostics.doubt(node.span);
  if (find_field(mapping, "one_of") != nullptr && node.kind == NodeKind::sequence && are_names(node)) {
    const std::string meant = fmt::format("{{ one_of: {} }}", words_of_list(node));
    report.help(fmt::format("write {}", meant)).edit(node.span, meant);
  } else if (const std::string meant = meant_record(mapping, node, at_.root); !meant.empty()) {
    report.help(fmt::format("write {}", meant)).edit(node.span, meant);
  } else if (const std::string any = any_of_each(node);
             &mapping == find_field(kTestMapping, "vary")->mapping && !any.empty()) {
    report.help(fmt::format("write {}: each with its values, or `any`", any)).edit(node.span, any);
  } else if (&mapping == &kCurveMapping && node.kind == NodeKind::sequence) {
    const Span all = node.span;
    report.help("points stand under `points`: `{ points: [[0, 0], [1, 1]] }`")
        .edit({all.file, all.begin, all.begin}, "{ points: ")
        .edit({all.file, all.end, all.end}, " }");
  } else if (&mapping == &kCurveMapping && node.kind == NodeKind::scalar) {
    report.help(
        "a curve has a kind, such as `{ power: 2 }`; an expression with a name stands under `values`");
  } else if (!example.empty()) {
    report.help(fmt::format("such as {}", example));
  } else if (!mapping.fields.empty()) {
    const Field& first = mapping.fields[0];
    report.help(fmt::format("such as {{ {}: {} }}", first.name, first.example.empty() ? "…" : first.example));
  }
}

// Returns whether every entry could be read as what it is; `given` are the fields among them.
bool Reader::read_entries(const Mapping& mapping, const Node& node, void* record,
                          std::vector<const Field*>& given) {
  bool is_whole = true;
  Node open_entries;
  open_entries.kind = NodeKind::mapping;
  open_entries.span = node.span;
  // Reads of a missing member were reported with the member.
  const bool goes_over_set = &mapping == &kGoalMapping && node.find("for_each") != nullptr;
  bool behind_poisoned = false;  // in a file: then its entries may have been written beside it
  for (const Entry& entry : node.entries) {
    const bool is_poisoned = entry.value->kind == NodeKind::poisoned;
    if (is_poisoned) is_whole = false;
    const Field* field = find_field(mapping, entry.key);
    if (behind_poisoned && field == nullptr && suggestions(entry.key, section_names()).empty()) continue;
    behind_poisoned = is_poisoned && &mapping == &kFileMapping;
    switch (role_of(entry.key, field, mapping)) {
      case Role::field:
        given.push_back(field);
        key_ = entry.key_span;
        if (field->read != nullptr && !goes_over_set) field->read(*this, *field, *entry.value, record);
        break;
      case Role::everywhere:
        if (entry.key == "doc" && !is_poisoned) check_doc(at_, *entry.value);
        if (entry.key == "extends" && !is_poisoned) report_extends(at_, mapping, entry);
        if (std::vector<Name> former; entry.key == kRenamedFrom.name)
          read_value(kRenamedFrom, *entry.value, former);  // which is collected elsewhere
        break;
      case Role::open: open_entries.entries.push_back(entry); break;
      case Role::unknown:
        if (!is_poisoned && !is_said_with_reach(mapping, node, entry.key))
          report_unknown_field(at_, mapping, entry);
        is_whole = false;  // it may be the misspelt form of what seems to be missing
        // Its parameters are known then, and their readers report nothing.
        if (other_word(mapping, entry.key).name == "params" && node.find("params") == nullptr) {
          const Field& params = *find_field(mapping, "params");
          params.read(*this, params, *entry.value, record);
        }
        break;
    }
  }
  if (mapping.open != nullptr) mapping.open->read(*this, *mapping.open, open_entries, record);
  return is_whole;
}

// `fire` or `fire: { at: thug }`.
void Reader::read_value(const Field&, const Node& node, ExpectedTask& out) {
  if (node.kind == NodeKind::scalar) {
    out.task = {node.text, inner_span(node)};
    return;
  }
  if (node.kind == NodeKind::poisoned) return;
  const bool is_one = node.kind == NodeKind::mapping && node.entries.size() == 1;
  if (is_one) {
    const Entry& entry = node.entries[0];
    out.task = {entry.key, entry.key_span};
    if (entry.value->kind == NodeKind::poisoned) return;
    if (entry.value->kind == NodeKind::mapping) {
      for (const Entry& argument : entry.value->entries)
        out.arguments.push_back({{argument.key, argument.key_span}, argument.value});
      return;
    }
  }
  at_.diagnostics
      .report(Code::wrong_shape, node.span,
              "an entry of `does` is a task, alone or with its arguments by name")
      .help("such as `does: [aim, { fire: { at: thug } }]`");
}

}  // namespace ishi::compiler
