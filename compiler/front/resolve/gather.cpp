#include "resolve/gather.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "diagnostics/suggest.h"
#include "language/limits.h"
#include "language/misplaced_fields.h"
#include "language/tables.h"
#include "language/words.h"
#include "resolve/inherit.h"
#include "resolve/qualify.h"
#include "resolve/uses_of_verbs.h"

namespace ishi::compiler {
namespace {

// The entries of a section that is spelt wrongly still count, so that their names are not missed; the
// nearest section, or nothing.
const Field* nearest_section(std::string_view name) {
  std::vector<std::string_view> known;
  for (const Field& field : kFileMapping.fields) known.push_back(field.name);
  const auto near = suggestions(name, known);
  if (near.empty()) return nullptr;
  const auto field = std::ranges::find(kFileMapping.fields, near[0], &Field::name);
  return field->form == Form::map ? &*field : nullptr;
}

// The name spaces: in one of them a name means one thing.
enum class NameSpace : uint8_t {
  types,
  expressions,
  verbs,
  events,
  motives,
  importance,
  navigation,
  options,
  planners,
  steering,
  tokens,
  senses,
  agents,
  teams,
  scenes,
  tests
};
constexpr size_t kNameSpaceCount = static_cast<size_t>(NameSpace::tests) + 1;

NameSpace name_space(std::string_view section) {
  if (section == "enums" || section == "things") return NameSpace::types;
  if (section == "blackboard" || section == "values" || section == "curves" || section == "memory" ||
      section == "choices" || section == "candidates")
    return NameSpace::expressions;
  if (section == "tasks" || section == "goals") return NameSpace::verbs;
  if (section == "events" || section == "sounds") return NameSpace::events;
  if (section == "senses") return NameSpace::senses;
  if (section == "needs" || section == "drives") return NameSpace::motives;
  if (section == "importance") return NameSpace::importance;
  if (section == "navigation") return NameSpace::navigation;
  if (section == "actions") return NameSpace::options;
  if (section == "planners") return NameSpace::planners;
  if (section == "steering") return NameSpace::steering;
  if (section == "tokens") return NameSpace::tokens;
  if (section == "agents") return NameSpace::agents;
  if (section == "teams") return NameSpace::teams;
  if (section == "scenes") return NameSpace::scenes;
  return NameSpace::tests;
}

// The language's own meaning of a name in this name space, or nothing.
std::string_view taken_by_language(NameSpace space, std::string_view name) {
  switch (space) {
    case NameSpace::expressions: return meaning_in_expressions(name);
    case NameSpace::verbs: return is_reserved_as_verb(name) ? "a word of the language" : "";
    case NameSpace::types: {
      for (std::string_view type : type_names()) {
        if (type == name) return "a built-in type";
      }
      if (name == "sound") return "what noises are";
      return "";
    }
    default:
      return name == "doc" || name == "extends" || name == kRenamedFrom.name || name == "nothing"
                 ? "a word of the language"
                 : "";
  }
}

// The noun for an entry of a section: "key".
std::string_view noun_of(std::string_view section) {
  for (size_t i = 0; i < kSectionCount; ++i) {
    if (section_name(static_cast<Section>(i)) == section) return section_noun(static_cast<Section>(i));
  }
  return "entry";
}

std::string with_article(std::string_view noun) {
  return fmt::format("{} {}", std::string_view("aeiou").find(noun[0]) != std::string_view::npos ? "an" : "a",
                     noun);
}

// The place at which a name was first defined.
struct Declared {
  Span span;
  std::string_view section;
};

class Gatherer {
 public:
  Gatherer(Scopes& scopes, Tree& tree, Diagnostics& diagnostics)
      : scopes_(scopes), tree_(tree), diagnostics_(diagnostics) {}

  const Node* gather(const Units& units) {
    units_ = &units;
    Node& root = tree_.add(NodeKind::mapping, Span{units.main_file, 0, 0});
    std::unordered_map<std::string_view, Node*> sections;
    for (const SourceUnit* unit : units.in_order) {
      if (unit->tree.root->kind != NodeKind::mapping) continue;
      for (const Entry& entry : unit->tree.root->entries) {
        if (entry.key == "ishi" || entry.key == "include" || entry.key == "import") continue;
        const Field* field = find_section(entry.key);
        if (field == nullptr && entry.value->kind == NodeKind::mapping) {
          field = nearest_section(entry.key);
          if (field != nullptr) report_misspelt(entry, *field);
        }
        if (field == nullptr || field->form != Form::map || entry.value->kind != NodeKind::mapping) {
          add_plain(root, entry);
          continue;
        }
        Node*& section = sections[field->name];
        if (section == nullptr) {
          section = &tree_.add(NodeKind::mapping, entry.value->span);
          root.entries.push_back({field->name, entry.key_span, section});
        }
        if (field->holds_paths) {  // no names: they mean numbers of their own file
          section->entries.insert(section->entries.end(), entry.value->entries.begin(),
                                  entry.value->entries.end());
          continue;
        }
        for (const Entry& declared : entry.value->entries) declare(field->name, declared, *section);
      }
    }
    for (const Scopes::Twice& twice : scopes_.declared_twice()) report_twice(twice);
    for (const SourceUnit* unit : units.in_order) check_aliases(*unit);
    for (const Entry& section : root.entries) {
      const auto merged = sections.find(section.key);
      if (merged == sections.end() || merged->second != section.value) continue;
      for (Entry& entry : merged->second->entries)
        entry.value = qualify(*find_section(section.key), *entry.value, entry.key_span.file, scopes_, tree_,
                              diagnostics_);
    }
    for (Entry& entry : root.entries) {
      const Field* field = find_section(entry.key);
      if (field != nullptr && field->form == Form::map && entry.value->kind == NodeKind::mapping &&
          field->item->mapping->is_named) {
        if (!units.is_complete) entry.value = without_unknown_bases(*entry.value);
        entry.value = inherit(*field, *entry.value, tree_, diagnostics_, inherited_);
      }
    }
    return &root;
  }

 private:
  static const Field* find_section(std::string_view name) {
    for (const Field& field : kFileMapping.fields) {
      if (field.name == name) return &field;
    }
    return nullptr;
  }

  // If a file could not be read, an entry may extend one of that file, of which nothing is known.
  const Node* without_unknown_bases(const Node& section) {
    std::unordered_set<std::string_view> known;
    for (const Entry& entry : section.entries) known.insert(entry.key);
    Node& result = tree_.add(NodeKind::mapping, section.span);
    for (const Entry& entry : section.entries) {
      const Node* base = entry.value->kind == NodeKind::mapping ? entry.value->find("extends") : nullptr;
      const bool is_unknown =
          base != nullptr && base->kind == NodeKind::scalar && !known.contains(base->text);
      result.entries.push_back(entry);
      if (is_unknown) result.entries.back().value = &tree_.add(NodeKind::poisoned, entry.value->span);
    }
    return &result;
  }

  void report_misspelt(const Entry& entry, const Field& section) {
    diagnostics_
        .report(Code::unknown_field, entry.key_span, fmt::format("there is no section `{}`", entry.key))
        .suggest(entry.key_span, section.name);
  }

  // A key that is not a section (`up`), or something that the reader will complain about.
  void add_plain(Node& root, const Entry& entry) {
    if (find_section(entry.key) == nullptr) {
      root.entries.push_back(entry);
      return;
    }
    for (const Entry& other : root.entries) {
      if (other.key != entry.key) continue;
      if (other.value->kind == NodeKind::scalar && entry.value->kind == NodeKind::scalar &&
          other.value->text == entry.value->text) {
        return;
      }
      if (entry.key == "up") {
        diagnostics_
            .report(Code::defined_twice, entry.key_span, "two files of one project disagree about `up`")
            .label(other.key_span, "said differently here")
            .help("say it once, in the file that all others include");
        return;
      }
    }
    root.entries.push_back(entry);
  }

  // True if an entry is written like a test, whose name may be any word. The reader reports where it belongs.
  static bool is_misplaced_test(std::string_view section, const Entry& entry) {
    const Field* const own = find_field(kFileMapping, section);
    if (own == nullptr || own->item == nullptr || own->item->mapping == nullptr ||
        entry.value->kind != NodeKind::mapping)
      return false;
    return fitting_sections(*own->item->mapping, *entry.value).sections == "`tests`";
  }

  void declare(std::string_view section, const Entry& entry, Node& result) {
    const NameSpace space = name_space(section);
    const uint32_t file = entry.key_span.file;
    if (section == "things") scopes_.add_thing(entry.key);
    if (section == "candidates") scopes_.add_candidates(entry.key);
    if (!scopes_.is_main(file) && space == NameSpace::tests) return;  // they are run where they stand
    if (space != NameSpace::tests && !is_misplaced_test(section, entry)) {
      if (check_new_name(entry.key, entry.key_span, diagnostics_)) {
        const std::string_view taken = taken_by_language(space, entry.key);
        if (!taken.empty()) {
          Report report = diagnostics_.report(Code::reserved_name, entry.key_span,
                                              fmt::format("`{}` is {}, so {} cannot have that name",
                                                          entry.key, taken, with_article(noun_of(section))));
          if (space == NameSpace::verbs)
            rename_verb(section, entry, report);
          else
            report.help("choose another name");
        }
      }
    }
    Space behind{};
    const bool has_scope = find_space(section, behind);
    if (has_scope && !scopes_.is_main(file)) {
      add(section, {scopes_.declare(file, behind, entry.key, entry.key_span), entry.key_span, entry.value},
          result);
      return;
    }
    const auto [found, is_new] =
        names_[static_cast<size_t>(space)].emplace(entry.key, Declared{entry.key_span, section});
    if (!is_new) {
      const Declared& first = found->second;
      if (section == "things" && first.section == section && file != first.span.file &&
          adds_offers(*entry.value))
        return add_offers(entry, result);
      const std::string here = with_article(noun_of(section));
      const std::string there = with_article(noun_of(first.section));
      auto report = diagnostics_.report(Code::defined_twice, entry.key_span,
                                        fmt::format("`{}` is defined twice", entry.key));
      report.label(first.span, "first defined here");
      if (first.section == section && section == "things" && file != first.span.file)
        report.help(
            "rename one of the two, or leave only `offers` here: those may be added to a thing of another "
            "file");
      else if (first.section == section)
        report.help("rename one of the two, or take one out");
      else
        report.note(fmt::format("{} and {} cannot share a name", there, here)).help("rename one of the two");
      if (!scopes_.is_main(file) || !scopes_.is_main(first.span.file))
        report.note(
            "what an imported file says of the contract with the game is everybody's, without an alias");
      return;
    }
    if (has_scope) scopes_.declare(file, behind, entry.key, entry.key_span);
    add(section, entry, result);
  }

  // `fridge: { offers: … }`, of a thing that another file declares.
  static bool adds_offers(const Node& thing) {
    return thing.kind == NodeKind::mapping && thing.find("offers") != nullptr &&
           std::ranges::all_of(thing.entries, [](const Entry& entry) { return entry.key == "offers"; });
  }

  // The thing has these offers, too: a copy takes its place.
  void add_offers(const Entry& adding, Node& things) {
    const auto known = std::ranges::find(things.entries, adding.key, &Entry::key);
    if (known == things.entries.end() || known->value->kind != NodeKind::mapping)
      return;  // it has been reported
    Node& thing = tree_.add(NodeKind::mapping, known->value->span);
    thing.entries = known->value->entries;
    const Entry& more = adding.value->entries.front();
    const auto offers = std::ranges::find(thing.entries, std::string_view("offers"), &Entry::key);
    if (offers == thing.entries.end()) {
      thing.entries.push_back(more);
    } else if (offers->value->kind == NodeKind::mapping && more.value->kind == NodeKind::mapping) {
      Node& all = tree_.add(NodeKind::mapping, offers->value->span);
      all.entries = offers->value->entries;
      for (const Entry& offer : more.value->entries) {
        if (const Node* const same = all.find(offer.key); same != nullptr) {
          const auto first = std::ranges::find(all.entries, offer.key, &Entry::key);
          diagnostics_
              .report(Code::defined_twice, offer.key_span,
                      fmt::format("`{}` offers `{}` already", adding.key, offer.key))
              .label(first->key_span, "offered here")
              .help("rename one of the two, or take one out");
          continue;
        }
        all.entries.push_back(offer);
      }
      offers->value = &all;
    }
    known->value = &thing;
  }

  void add(std::string_view section, const Entry& entry, Node& result) {
    if (result.entries.size() == kLimits.entries_per_section && full_.insert(&result).second) {
      diagnostics_
          .report(Code::too_many_entries, entry.key_span,
                  fmt::format("`{}` has more than {} entries", section, kLimits.entries_per_section))
          .help("take out what is not used; what a program has made belongs into the game itself");
    }
    if (result.entries.size() < kLimits.entries_per_section) result.entries.push_back(entry);
  }

  void report_twice(const Scopes::Twice& twice) {
    diagnostics_.report(Code::defined_twice, twice.second, fmt::format("`{}` is defined twice", twice.name))
        .label(twice.first, "first defined here")
        .help("rename one of the two, or take one out");
  }

  // A task or goal is called otherwise wherever it is named; in one file, for an edit is of one.
  void rename_verb(std::string_view section, const Entry& entry, Report& report) {
    const Field* row = find_step_row(entry.key);
    const std::string name = fmt::format("do_{}", entry.key);
    if (!report.is_kept() || row == nullptr || is_declared(name)) {
      report.help("choose another name");
      return;
    }
    report.note(fmt::format("`{}` in a step: {}", entry.key, row->doc));
    report.help(fmt::format("call it `{}`, here and in all steps and tests{}", name,
                            section == section_name(Section::tasks) ? ", and in the game" : ""));
    const std::vector<Span> uses = uses_of_verb(*units_, entry.key);
    const auto is_elsewhere = [&](const Span& use) { return use.file != entry.key_span.file; };
    if (std::ranges::any_of(uses, is_elsewhere)) return;
    report.edit(entry.key_span, name);
    for (const Span& use : uses) report.edit(use, name);
  }

  // True if a task or goal of any file has the name.
  [[nodiscard]] bool is_declared(std::string_view name) const {
    return std::ranges::any_of(units_->units, [&](const SourceUnit& unit) {
      return std::ranges::any_of(std::array{Section::tasks, Section::goals}, [&](Section section) {
        const Node* entries =
            unit.tree.root == nullptr ? nullptr : unit.tree.root->find(section_name(section));
        return entries != nullptr && entries->find(name) != nullptr;
      });
    });
  }

  // An alias is a name of its file and must not hide another.
  void check_aliases(const SourceUnit& unit) {
    for (const Import& import : unit.imports) {
      if (!check_alias(unit, import)) scopes_.forget(unit.file, import.alias);
    }
  }

  bool check_alias(const SourceUnit& unit, const Import& import) {
    if (!check_new_name(import.alias, import.span, diagnostics_)) return false;
    const std::string_view taken = taken_by_language(NameSpace::expressions, import.alias);
    if (!taken.empty()) {
      diagnostics_
          .report(Code::reserved_name, import.span,
                  fmt::format("`{}` is {}, so an import cannot have that alias", import.alias, taken))
          .help("choose another alias");
      return false;
    }
    const auto& names = names_[static_cast<size_t>(NameSpace::expressions)];
    const auto found = names.find(import.alias);
    Span first = scopes_.declared_at(unit.file, Space::expressions, import.alias);
    std::string noun = "a value or curve";
    if (found != names.end() && (scopes_.is_main(unit.file) || found->second.section == "blackboard")) {
      first = found->second.span;
      noun = with_article(noun_of(found->second.section));
    }
    if (first == Span{}) return true;
    diagnostics_
        .report(Code::import_shadows, import.span,
                fmt::format("`{}` is an import, but also {}", import.alias, noun))
        .label(first, "defined here")
        .help("choose another alias: it is for this file alone");
    return false;
  }

  Scopes& scopes_;
  const Units* units_ = nullptr;  // while they are gathered
  Tree& tree_;
  Diagnostics& diagnostics_;
  std::array<std::unordered_map<std::string_view, Declared>, kNameSpaceCount> names_;
  std::unordered_set<const Node*> full_;  // sections whose limit has been reported
  size_t inherited_ = 0;                  // entries copied by `extends`
};

}  // namespace

const Node* gather(const Units& units, Scopes& scopes, Tree& tree, Diagnostics& diagnostics) {
  return Gatherer(scopes, tree, diagnostics).gather(units);
}

void report_unused_imports(const Units& units, const Scopes& scopes, Diagnostics& diagnostics) {
  for (const SourceUnit& unit : units.units) {
    if (!scopes.is_main(unit.file)) continue;  // the others are read only in part
    for (const Scopes::Alias& alias : scopes.aliases(unit.file)) {
      if (alias.is_used) continue;
      diagnostics.report(Code::unused_import, alias.span, fmt::format("nothing of `{}` is used", alias.name))
          .help(fmt::format(
              "take it out; for the keys, tasks and events of {} write it under `include` instead",
              alias.path));
    }
  }
}

}  // namespace ishi::compiler
