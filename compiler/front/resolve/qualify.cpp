#include "resolve/qualify.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "language/node_words.h"
#include "language/scalar.h"
#include "language/tables.h"
#include "language/words.h"

namespace ishi::compiler {
namespace {

// `std.near`, with what stands before the point.
struct Dotted {
  std::string_view alias;
  std::string_view name;
};

Dotted split(std::string_view text) {
  const size_t point = text.find('.');
  if (point == std::string_view::npos || !is_name(text.substr(0, point))) return {{}, text};
  return {text.substr(0, point), text.substr(point + 1)};
}

class Qualifier {
 public:
  Qualifier(uint32_t file, const Scopes& scopes, Tree& tree, Diagnostics& diagnostics)
      : file_(file), scopes_(scopes), tree_(tree), diagnostics_(diagnostics) {}

  const Node* entry(const Field& section, const Node& node) {
    return record(*section.item->mapping, node, section.name);
  }

 private:
  // `section`: whose entries `extends` names, if any.
  const Node* record(const Mapping& mapping, const Node& node, std::string_view section = {}) {
    if (node.kind == NodeKind::scalar || node.kind == NodeKind::sequence) {
      const auto field = std::ranges::find_if(mapping.fields, &Field::is_short_form);
      return field == mapping.fields.end() ? &node : value(*field, node);
    }
    return entries(node, [&](const Entry& entry) {
      if (Space space{}; entry.key == "extends" && mapping.is_named && find_space(section, space))
        return Entry{entry.key, entry.key_span, name(*entry.value, space, section)};
      const auto field = std::ranges::find(mapping.fields, entry.key, &Field::name);
      if (field != mapping.fields.end()) return Entry{entry.key, entry.key_span, value(*field, *entry.value)};
      return mapping.open == nullptr ? entry : item(*mapping.open, entry);
    });
  }

  const Node* value(const Field& field, const Node& node) {
    Space space{};
    switch (field.form) {
      case Form::text:
        if (!field.holds_names || !find_space(field.section, space)) return &node;
        return name(node, space, section_name(field.section));
      case Form::reference:
        return find_space(field.section, space) ? name(node, space, section_name(field.section)) : &node;
      case Form::references: return find_space(field.section, space) ? list(node, field) : &node;
      case Form::record: return field.mapping == &kStepMapping ? step(node) : record(*field.mapping, node);
      case Form::steps: return steps(node);
      case Form::map: return entries(node, [&](const Entry& entry) { return item(field, entry); });
      default: return &node;
    }
  }

  // Steps, or the name of one: what is no word of the language names a task, which is everybody's, or a goal.
  const Node* steps(const Node& node) {
    if (node.kind == NodeKind::scalar) return step(node);
    if (node.kind != NodeKind::sequence) return &node;
    Node* copy = nullptr;
    for (size_t i = 0; i < node.items.size(); ++i) {
      const Node* changed = step(*node.items[i]);
      if (changed == node.items[i]) continue;
      if (copy == nullptr) {
        copy = &tree_.add(NodeKind::sequence, node.span);
        copy->flow = node.flow;
        copy->items = node.items;
      }
      copy->items[i] = changed;
    }
    return copy != nullptr ? copy : &node;
  }

  const Node* step(const Node& node) {
    if (node.kind == NodeKind::scalar) {
      bool is_known = true;
      const std::string_view text = goal_name(node.text, inner_span(node), is_known);
      if (!is_known) return &tree_.add(NodeKind::poisoned, node.span);
      if (text == node.text) return &node;
      Node& copy = tree_.add(NodeKind::scalar, node.span);
      copy.quoted = node.quoted;
      copy.text = text;
      return &copy;
    }
    return entries(node, [&](const Entry& entry) {
      const auto row = std::ranges::find(kStepMapping.fields, entry.key, &Field::name);
      if (row != kStepMapping.fields.end())
        return Entry{entry.key, entry.key_span, value(*row, *entry.value)};
      bool is_known = true;
      const std::string_view text = goal_name(entry.key, entry.key_span, is_known);
      return is_known ? Entry{text, entry.key_span, entry.value} : Entry{};
    });
  }

  // A name of no goal may be a task's, which is the whole game's; the linker tells what is neither.
  std::string_view goal_name(std::string_view text, Span span, bool& is_known) {
    const Dotted dotted = split(text);
    if (dotted.alias.empty()) {
      is_known = !scopes_.is_hidden(file_, Space::goals, text);
      if (!is_known) report_hidden(text, span, "task or goal", diagnostics_);
      return scopes_.find(file_, Space::goals, text);
    }
    const Scopes::Alias* alias = scopes_.find_alias(file_, dotted.alias);
    if (alias == nullptr) return text;
    if (alias->unit == Scopes::kNoUnit) {  // which has been said
      is_known = false;
      return text;
    }
    const std::string_view found = scopes_.find_behind(*alias, Space::goals, dotted.name);
    return found.empty() ? text : found;
  }

  // An entry of a map, whose key may be a name itself.
  Entry item(const Field& map, const Entry& entry) {
    Entry result{entry.key, entry.key_span, value(*map.item, *entry.value)};
    if (Space space{}; map.holds_names && find_space(map.section, space)) {
      bool is_known = true;
      result.key = name(entry.key, entry.key_span, space, section_name(map.section), is_known);
      if (!is_known) return {};
    }
    return result;
  }

  // A mapping whose entries `change` gives; those without a value are left out.
  template <class Change>
  const Node* entries(const Node& node, Change&& change) {
    if (node.kind != NodeKind::mapping) return &node;
    std::vector<Entry> changed;
    bool is_same = true;
    for (const Entry& entry : node.entries) {
      const Entry result = change(entry);
      is_same = is_same && result.value == entry.value && result.key.data() == entry.key.data();
      if (result.value != nullptr) changed.push_back(result);
    }
    if (is_same) return &node;
    if (changed.empty()) return &tree_.add(NodeKind::poisoned, node.span);  // all were wrong
    Node& copy = tree_.add(NodeKind::mapping, node.span);
    copy.flow = node.flow;
    copy.entries = std::move(changed);
    return &copy;
  }

  const Node* list(const Node& node, const Field& field) {
    Space space{};
    if (!find_space(field.section, space)) return &node;
    if (node.kind == NodeKind::scalar && field.takes_one)
      return name(node, space, section_name(field.section));
    if (node.kind != NodeKind::sequence) return &node;
    Node* copy = nullptr;
    for (size_t i = 0; i < node.items.size(); ++i) {
      const Node* changed = name(*node.items[i], space, section_name(field.section));
      if (changed == node.items[i]) continue;
      if (copy == nullptr) {
        copy = &tree_.add(NodeKind::sequence, node.span);
        copy->flow = node.flow;
        copy->items = node.items;
      }
      copy->items[i] = changed;
    }
    return copy != nullptr ? copy : &node;
  }

  const Node* name(const Node& node, Space space, std::string_view section) {
    if (node.kind != NodeKind::scalar) return &node;
    bool is_known = true;
    const std::string_view text = name(node.text, inner_span(node), space, section, is_known);
    if (!is_known) return &tree_.add(NodeKind::poisoned, node.span);
    if (text.data() == node.text.data()) return &node;
    Node& copy = tree_.add(NodeKind::scalar, node.span);
    copy.quoted = node.quoted;
    copy.text = text;
    return &copy;
  }

  // In a list that changes an inherited one, a name may have a sign.
  std::string_view name(std::string_view text, Span span, Space space, std::string_view section,
                        bool& is_known) {
    const bool has_sign = text.starts_with('+') || text.starts_with('-');
    const std::string_view bare = has_sign ? text.substr(1) : text;
    if (has_sign) ++span.begin;
    const std::string_view found = bare_name(bare, span, space, section, is_known);
    if (!has_sign || found.data() == bare.data()) return found.data() == bare.data() ? text : found;
    return tree_.keep(fmt::format("{}{}", text[0], found));
  }

  std::string_view bare_name(std::string_view text, Span span, Space space, std::string_view section,
                             bool& is_known) {
    const Dotted dotted = split(text);
    // A wrong name with a point, whose declaration has been reported, is still a name.
    const bool is_declared = scopes_.knows(space, text) && scopes_.origin(space, text).path.empty();
    if (dotted.alias.empty() || is_declared) {
      if (scopes_.is_hidden(file_, space, text)) {
        is_known = false;
        report_hidden(text, span, noun_of(section), diagnostics_);
        return text;
      }
      const std::string_view found = scopes_.find(file_, space, text);
      return found == text ? text : found;
    }
    const Scopes::Alias* alias = scopes_.find_alias(file_, dotted.alias);
    if (alias == nullptr && space == Space::options && scopes_.is_thing(dotted.alias))
      return text;  // an offer
    is_known = false;
    if (alias == nullptr) {
      report_unknown_alias(dotted.alias, span, file_, scopes_, diagnostics_,
                           space == Space::options ? dotted.name : std::string_view());
      return text;
    }
    if (alias->unit == Scopes::kNoUnit) return text;  // it could not be read, which has been said
    const std::string_view found = scopes_.find_behind(*alias, space, dotted.name);
    if (found.empty()) {
      report_unknown_behind(*alias, space, dotted.name, span, noun_of(section), scopes_, diagnostics_);
      return text;
    }
    is_known = true;
    return found;
  }

  static std::string_view noun_of(std::string_view section) {
    for (size_t i = 0; i < kSectionCount; ++i) {
      const auto known = static_cast<Section>(i);
      if (section_name(known) != section) continue;
      return known == Section::needs || known == Section::drives ? "need or drive" : section_noun(known);
    }
    return "entry";
  }

  uint32_t file_;
  const Scopes& scopes_;
  Tree& tree_;
  Diagnostics& diagnostics_;
};

}  // namespace

const Node* qualify(const Field& section, const Node& entry, uint32_t file, const Scopes& scopes, Tree& tree,
                    Diagnostics& diagnostics) {
  return Qualifier(file, scopes, tree, diagnostics).entry(section, entry);
}

void report_hidden(std::string_view name, Span span, std::string_view noun, Diagnostics& diagnostics) {
  diagnostics.report(Code::unknown_name, span, fmt::format("this file knows no {} `{}`", noun, name))
      .note("the file that imports this one has that name, but an imported file stands by itself")
      .help("define it here, or include a file that does");
}

void report_unknown_behind(const Scopes::Alias& alias, Space space, std::string_view name, Span span,
                           std::string_view noun, const Scopes& scopes, Diagnostics& diagnostics) {
  constexpr size_t kMostListed = 12;
  auto report = diagnostics.report(
      Code::unknown_name, span, fmt::format("`{}` ({}) has no {} `{}`", alias.name, alias.path, noun, name));
  if (!report.is_kept()) return;
  const std::vector<std::string_view> known = scopes.names_behind(alias, space);
  const auto near = report.suggestions(name, known);
  if (scopes.is_candidates(name)) {
    report.help(fmt::format("sets are the whole game's and have no alias: write `{}`", name))
        .edit(span, std::string(name));
  } else if (!near.empty()) {
    const std::string meant = fmt::format("{}.{}", alias.name, near[0]);
    report.suggest(span, meant);
  } else if (name.find('.') != std::string_view::npos) {
    report.help("what a file imports is for that file alone: import it here, too");
  } else if (known.empty()) {
    report.help("the file defines nothing that could stand here");
  } else if (known.size() <= kMostListed) {
    report.help(fmt::format("it has {}", quoted_list(known, "and")));
  } else {
    report.help("look into that file for what it defines");
  }
}

void report_unknown_alias(std::string_view alias, Span span, uint32_t file, const Scopes& scopes,
                          Diagnostics& diagnostics, std::string_view offer) {
  auto report =
      diagnostics.report(Code::unknown_import, span, fmt::format("this file imports nothing as `{}`", alias));
  if (!report.is_kept()) return;
  std::vector<std::string_view> known;
  for (const Scopes::Alias& other : scopes.aliases(file)) known.push_back(other.name);
  std::vector<std::string_view> possible = known;
  if (!offer.empty()) possible.insert(possible.end(), scopes.things().begin(), scopes.things().end());
  const auto near = report.suggestions(alias, possible);
  if (scopes.knows(Space::planners, alias)) {
    report.help(fmt::format("`{0}` is a planner: an agent has all its plans with `planner: {0}`", alias));
  } else if (alias == "it") {
    report.help("`it` has a meaning only in what a thing offers, and in expressions: name an action here");
  } else if (alias == "needs" || alias == "drives") {
    report.help(fmt::format("`{}.` stands in expressions alone: here leave it out", alias));
  } else if (!near.empty()) {
    report.help(fmt::format("did you mean `{}.{}`?", near[0], offer))
        .edit({span.file, span.begin, span.begin + static_cast<uint32_t>(alias.size())},
              std::string(near[0]));
  } else if (known.empty()) {
    report.help(fmt::format("write `import: {{ {}: PATH }}` at the top of this file", alias));
  } else {
    report.help(fmt::format("it imports {}; add `{}: PATH` there", quoted_list(known, "and"), alias));
  }
}

}  // namespace ishi::compiler
