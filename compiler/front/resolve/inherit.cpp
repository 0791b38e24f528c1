#include "resolve/inherit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "diagnostics/diagnostics.h"
#include "diagnostics/suggest.h"
#include "language/limits.h"
#include "language/tables.h"
#include "language/words.h"
#include "resolve/names.h"
#include "syntax/tree.h"

namespace ishi::compiler {
namespace {

constexpr size_t kMostPairs = 1'000'000;  // thousands of names beside thousands are no slips

const Node* find_mapping(const Node& node, std::string_view key) {
  const Node* value = node.kind == NodeKind::mapping ? node.find(key) : nullptr;
  return value != nullptr && value->kind == NodeKind::mapping ? value : nullptr;
}

bool is_brought(std::string_view reward, const Node& planner) {
  const Node* plans = find_mapping(planner, "plans");
  if (plans == nullptr) return false;
  return std::ranges::any_of(plans->entries, [&](const Entry& plan) {
    const Node* rewards = find_mapping(*plan.value, "rewards");
    return rewards != nullptr && rewards->find(reward) != nullptr;
  });
}

bool does_something(const Entry& plan) {
  return plan.value->kind != NodeKind::mapping || plan.value->find("do") != nullptr;
}

// `wave_1` and `wave_2` are no slips of each other.
bool differs_in_digits(std::string_view a, std::string_view b) {
  constexpr std::string_view kDigits = "0123456789";
  std::string left(a);
  std::string right(b);
  std::erase_if(left, [&](char c) { return kDigits.find(c) != std::string_view::npos; });
  std::erase_if(right, [&](char c) { return kDigits.find(c) != std::string_view::npos; });
  return left == right;
}

class Slips {
 public:
  Slips(const Node& inherited, const Node& own, Diagnostics& diagnostics)
      : inherited_(inherited), own_(own), diagnostics_(diagnostics) {}

  // `may_be`: of an entry that is new: may it be a slip?
  template <class MayBe>
  void warn(std::string_view field, std::string_view noun, MayBe&& may_be) {
    const Node* base = find_mapping(inherited_, field);
    const Node* added = find_mapping(own_, field);
    if (base == nullptr || added == nullptr || base->entries.size() * added->entries.size() > kMostPairs)
      return;
    std::vector<std::string_view> known;
    for (const Entry& entry : base->entries) known.push_back(entry.key);
    for (const Entry& entry : added->entries) {
      if (base->find(entry.key) != nullptr || !may_be(entry)) continue;
      std::vector<std::string_view> near = suggestions(entry.key, known);
      std::erase_if(near, [&](std::string_view name) { return differs_in_digits(name, entry.key); });
      if (near.empty()) continue;
      const auto meant = std::ranges::find(base->entries, near[0], &Entry::key);
      diagnostics_
          .report(
              Code::nearly_inherited, entry.key_span,
              fmt::format("`{}` is a new {}, beside the `{}` that is inherited", entry.key, noun, near[0]))
          .label(meant->key_span, "inherited from here")
          .suggest(entry.key_span, near[0])
          .guess();
    }
  }

 private:
  const Node& inherited_;
  const Node& own_;
  Diagnostics& diagnostics_;
};

// Warns of rewards and plans that a planner adds to those of the one that it extends, where they look like
// misspelt names of inherited ones: rewards that no plan brings, and plans that do nothing of their own.
// `inherited` and `own` are the two planners, `merged` what became of them.
void warn_of_inherited_slips(const Node& inherited, const Node& own, const Node& merged,
                             Diagnostics& diagnostics) {
  Slips slips(inherited, own, diagnostics);
  slips.warn("rewards", "reward", [&](const Entry& entry) { return !is_brought(entry.key, merged); });
  slips.warn("plans", "plan", [](const Entry& entry) { return !does_something(entry); });
}

// The entries of a mapping by their keys.
class EntryIndex {
 public:
  explicit EntryIndex(const Node& node) {
    for (const Entry& entry : node.entries) by_key_.emplace(entry.key, &entry);
  }

  [[nodiscard]] const Entry* find(std::string_view key) const {
    const auto found = by_key_.find(key);
    return found != by_key_.end() ? found->second : nullptr;
  }

 private:
  std::unordered_map<std::string_view, const Entry*> by_key_;
};

// The number of entries and items of a value.
size_t count_entries(const Node& node) {
  size_t count = node.entries.size() + node.items.size();
  for (const Entry& entry : node.entries) count += count_entries(*entry.value);
  for (const Node* item : node.items) count += count_entries(*item);
  return count;
}

bool is_signed(const Node& item) {
  return item.kind == NodeKind::scalar && item.text.size() > 1 &&
         (item.text[0] == '+' || item.text[0] == '-');
}

class Merger {
 public:
  Merger(Tree& tree, Diagnostics& diagnostics) : tree_(tree), diagnostics_(diagnostics) {}

  // `is_entry`: of a section, which has had names of its own.
  const Node* merge(const Mapping& mapping, const Node& base_node, const Node& own_node,
                    bool is_entry = false) {
    if (own_node.kind == NodeKind::poisoned) return &own_node;
    const Node& base = expand(mapping, base_node);
    const Node& own = expand(mapping, own_node);
    if (own.kind != NodeKind::mapping) return &own;  // of a wrong shape: the reader says so
    Node& result = tree_.add(NodeKind::mapping, own.span);
    result.flow = own.flow;
    const EntryIndex of_base(base);
    const EntryIndex of_own(own);
    std::unordered_set<std::string_view> merged;
    if (base.kind == NodeKind::poisoned) result.entries.push_back({"extends", own.span, &base});
    if (base.kind == NodeKind::mapping) {
      for (const Entry& entry : base.entries) {
        if (entry.key == "doc" || entry.key == "extends" || (is_entry && entry.key == kRenamedFrom.name) ||
            is_replaced(mapping, of_base, own, of_own, entry.key))
          continue;
        const Entry* mine = of_own.find(entry.key);
        result.entries.push_back(mine == nullptr ? entry : merge_entry(mapping, entry, *mine));
        if (mine != nullptr) merged.insert(entry.key);
      }
    }
    for (const Entry& entry : own.entries) {
      if (entry.key == "extends" || merged.contains(entry.key)) continue;
      const Field* field = find_field(mapping, entry.key);
      const bool is_list =
          field != nullptr && field->form == Form::references && entry.value->kind == NodeKind::sequence;
      const Node* inherited = base.kind == NodeKind::poisoned ? &base : nullptr;
      result.entries.push_back(
          is_list ? Entry{entry.key, entry.key_span, change_list(inherited, *entry.value)} : entry);
    }
    return &result;
  }

 private:
  const Node& expand(const Mapping& mapping, const Node& node) {
    if (node.kind != NodeKind::scalar && node.kind != NodeKind::sequence) return node;
    for (const Field& field : mapping.fields) {
      if (!field.is_short_form) continue;
      Node& result = tree_.add(NodeKind::mapping, node.span);
      result.entries.push_back({field.name, node.span, &node});
      return result;
    }
    return node;
  }

  // Does `own` name another kind than the one to which the inherited field belongs?
  static bool is_replaced(const Mapping& mapping, const EntryIndex& of_base, const Node& own,
                          const EntryIndex& of_own, std::string_view key) {
    const Field* field = find_field(mapping, key);
    if (field == nullptr) return false;
    if (!field->with.empty() && of_base.find(field->with) != nullptr) {
      return is_replaced(mapping, of_base, own, of_own, field->with);
    }
    if (field->kind == 0 || of_own.find(key) != nullptr) return false;
    return std::ranges::any_of(own.entries, [&](const Entry& entry) {
      const Field* mine = find_field(mapping, entry.key);
      return mine != nullptr && mine->kind != 0;
    });
  }

  Entry merge_entry(const Mapping& mapping, const Entry& base, const Entry& own) {
    const Field* field = find_field(mapping, own.key);
    if (field == nullptr && mapping.open != nullptr) return merge_item(*mapping.open->item, base, own);
    if (field == nullptr) return own;
    if (field->form == Form::record)
      return {own.key, own.key_span, merge(*field->mapping, *base.value, *own.value)};
    if (field->form == Form::map && field->most == std::numeric_limits<size_t>::max())
      return {own.key, own.key_span, merge_map(*field->item, *base.value, *own.value)};
    if (field->form == Form::references && own.value->kind == NodeKind::sequence) {
      return {own.key, own.key_span, change_list(base.value, *own.value)};
    }
    return own;
  }

  Entry merge_item(const Field& item, const Entry& base, const Entry& own) {
    if (item.form != Form::record) return own;
    return {own.key, own.key_span, merge(*item.mapping, *base.value, *own.value)};
  }

  const Node* merge_map(const Field& item, const Node& base, const Node& own) {
    if (base.kind != NodeKind::mapping || own.kind != NodeKind::mapping) return &own;
    Node& result = tree_.add(NodeKind::mapping, own.span);
    result.flow = own.flow;
    const EntryIndex of_base(base);
    const EntryIndex of_own(own);
    for (const Entry& entry : base.entries) {
      const Entry* mine = of_own.find(entry.key);
      result.entries.push_back(mine == nullptr ? entry : merge_item(item, entry, *mine));
    }
    for (const Entry& entry : own.entries) {
      if (of_base.find(entry.key) == nullptr) result.entries.push_back(entry);
    }
    return &result;
  }

  // A list of names; with signs it changes `base`.
  const Node* change_list(const Node* base, const Node& own) {
    const size_t signed_count = static_cast<size_t>(
        std::ranges::count_if(own.items, [](const Node* item) { return is_signed(*item); }));
    if (signed_count == 0) return &own;
    if (base != nullptr && base->kind == NodeKind::poisoned) return base;  // what it holds is not known
    if (signed_count != own.items.size()) {
      const auto plain = std::ranges::find_if(own.items, [](const Node* item) { return !is_signed(*item); });
      diagnostics_
          .report(Code::list_change_without_effect, (*plain)->span,
                  fmt::format("`{}` has no sign, but other names of this list have one", (*plain)->text))
          .note("with + or - before every name a list changes the inherited one; without any it replaces it")
          .help(fmt::format("write `+{}`, or take the signs off the others", (*plain)->text));
      return &tree_.add(NodeKind::poisoned, own.span);
    }
    Node& result = tree_.add(NodeKind::sequence, own.span);
    result.flow = own.flow;
    if (base != nullptr && base->kind == NodeKind::sequence) result.items = base->items;
    std::unordered_map<std::string_view, size_t> places;  // of the names in the list
    for (size_t i = 0; i < result.items.size(); ++i) places.emplace(result.items[i]->text, i);
    for (const Node* item : own.items) change(result, places, *item);
    std::erase(result.items, nullptr);
    return &result;
  }

  // An item that is taken out leaves a null behind, so that the others keep their places.
  void change(Node& list, std::unordered_map<std::string_view, size_t>& places, const Node& item) {
    const std::string_view name = item.text.substr(1);
    const auto there = places.find(name);
    if (item.text[0] == '+' && there == places.end()) {
      Node& added = tree_.add(NodeKind::scalar, {item.span.file, item.span.begin + 1, item.span.end});
      added.text = name;
      places.emplace(name, list.items.size());
      list.items.push_back(&added);
    } else if (item.text[0] == '-' && there != places.end()) {
      list.items[there->second] = nullptr;
      places.erase(there);
    } else if (item.text[0] == '+') {
      diagnostics_
          .report(Code::list_change_without_effect, item.span,
                  fmt::format("`{}` is in the inherited list already", name))
          .label(list.items[there->second]->span, "inherited from here")
          .help("leave it out");
    } else {
      auto report = diagnostics_.report(Code::list_change_without_effect, item.span,
                                        fmt::format("`{}` is not in the inherited list", name));
      if (!report.is_kept()) return;
      std::vector<std::string_view> known;
      for (const Node* node : list.items) {
        if (node != nullptr) known.push_back(node->text);
      }
      const auto near = report.suggestions(name, known);
      if (!near.empty()) {
        report.help(fmt::format("did you mean `-{}`?", near[0])).edit(item.span, fmt::format("-{}", near[0]));
      } else if (known.empty()) {
        report.help("leave it out: nothing is inherited here");
      } else {
        report.help(fmt::format("leave it out: the list has {}", quoted_list(known, "and")));
      }
    }
  }

  Tree& tree_;
  Diagnostics& diagnostics_;
};

// Resolves the chains of one section.
class Chains {
 public:
  Chains(const Field& section, const Node& entries, Tree& tree, Diagnostics& diagnostics, size_t& inherited)
      : section_(section),
        entries_(entries),
        tree_(tree),
        diagnostics_(diagnostics),
        merger_(tree, diagnostics),
        inherited_(inherited) {
    for (size_t i = 0; i < entries.entries.size(); ++i) by_name_.emplace(entries.entries[i].key, i);
    results_.resize(entries.entries.size(), nullptr);
    depths_.resize(entries.entries.size(), 0);
    sizes_.resize(entries.entries.size(), kUnknown);
  }

  const Node* resolve(size_t index) {
    if (results_[index] != nullptr) return results_[index];
    const Entry& entry = entries_.entries[index];
    const Node* extends = entry.value->kind == NodeKind::mapping ? entry.value->find("extends") : nullptr;
    if (extends == nullptr) return results_[index] = entry.value;
    const std::optional<size_t> base = find_base(entry, *extends);
    if (!base) return results_[index] = &tree_.add(NodeKind::poisoned, entry.value->span);
    const bool is_cycle = std::ranges::find(chain_, index) != chain_.end();
    if (is_cycle || chain_.size() >= kLimits.extends_depth) {
      if (is_cycle)
        report_cycle(index, *extends);
      else
        report_depth(*extends);
      return results_[index] = &tree_.add(NodeKind::poisoned, entry.value->span);
    }
    chain_.push_back(index);
    const Node* inherited = resolve(*base);
    chain_.pop_back();
    if (results_[index] != nullptr) return results_[index];  // part of a cycle
    depths_[index] = depths_[*base] + 1;
    if (depths_[index] > kLimits.extends_depth) {
      if (depths_[index] == kLimits.extends_depth + 1) report_depth(*extends);
      return results_[index] = &tree_.add(NodeKind::poisoned, entry.value->span);
    }
    if (!allow_copy(*base, *inherited, *extends))
      return results_[index] = &tree_.add(NodeKind::poisoned, entry.value->span);
    results_[index] = merger_.merge(*section_.item->mapping, *inherited, *entry.value, true);
    if (section_.name == "planners")
      warn_of_inherited_slips(*inherited, *entry.value, *results_[index], diagnostics_);
    return results_[index];
  }

 private:
  static constexpr size_t kUnknown = SIZE_MAX;

  // May what `base` holds be copied once more?
  bool allow_copy(size_t base, const Node& inherited, const Node& extends) {
    if (sizes_[base] == kUnknown) sizes_[base] = count_entries(inherited);
    const bool was_full = inherited_ > kLimits.inherited_entries;
    if (!was_full) inherited_ += sizes_[base];
    if (inherited_ <= kLimits.inherited_entries) return true;
    if (!was_full) {
      diagnostics_
          .report(Code::too_much_inherited, extends.span,
                  fmt::format("all `extends` together bring more than {} entries with them",
                              kLimits.inherited_entries))
          .note(fmt::format("`{}` alone has {}, counting those in its lists and blocks", extends.text,
                            sizes_[base]))
          .help("let fewer entries extend large ones: what many share may be an entry that they all name");
    }
    return false;
  }

  std::optional<size_t> find_base(const Entry& entry, const Node& extends) {
    if (extends.kind == NodeKind::poisoned) return std::nullopt;
    if (extends.kind != NodeKind::scalar) {
      diagnostics_.report(Code::wrong_shape, extends.span, "`extends` names one entry of the same section")
          .help(extends.kind == NodeKind::sequence ? "an entry extends one other, which may extend a third"
                                                   : "write the name of the entry");
      return std::nullopt;
    }
    const auto found = by_name_.find(extends.text);
    if (found != by_name_.end()) return found->second;
    auto report =
        diagnostics_.report(Code::unknown_name, extends.span,
                            fmt::format("there is no `{}` in `{}` to extend", extends.text, section_.name));
    if (!report.is_kept()) return std::nullopt;
    std::vector<std::string_view> known;
    for (const Entry& other : entries_.entries) {
      if (other.key != entry.key) known.push_back(other.key);
    }
    const auto near = report.suggestions(extends.text, known);
    if (!near.empty()) {
      report.suggest(extends.span, near[0]);
    } else if (!known.empty() && known.size() <= kMostListed) {
      report.help(fmt::format("`{}` has {}", section_.name, quoted_list(known, "and")));
    } else {
      report.help(fmt::format("name another entry of `{}`, here or in an included file", section_.name));
    }
    return std::nullopt;
  }

  void report_cycle(size_t index, const Node& extends) {
    const auto start = std::ranges::find(chain_, index);
    std::string chain;
    for (auto step = start; step != chain_.end(); ++step)
      chain += fmt::format("{} → ", entries_.entries[*step].key);
    const Entry& entry = entries_.entries[index];
    if (chain_.end() - start == 1) {
      diagnostics_.report(Code::extends_cycle, extends.span, fmt::format("`{}` extends itself", entry.key))
          .help("name another entry, or take `extends` out");
      return;
    }
    diagnostics_
        .report(Code::extends_cycle, extends.span, fmt::format("`{}` extends itself in a circle", entry.key))
        .note(fmt::format("the chain: {}{}", chain, entry.key))
        .help("take one of these `extends` out");
  }

  void report_depth(const Node& extends) {
    diagnostics_
        .report(Code::extends_cycle, extends.span,
                fmt::format("more than {} entries extend one another", kLimits.extends_depth))
        .help("extend one that stands nearer to the beginning of the chain");
  }

  const Field& section_;
  const Node& entries_;
  Tree& tree_;
  Diagnostics& diagnostics_;
  Merger merger_;
  std::unordered_map<std::string_view, size_t> by_name_;
  std::vector<const Node*> results_;
  std::vector<size_t> depths_;  // how many entries each one's chain of `extends` has below it
  std::vector<size_t> sizes_;   // how many entries each one holds, where that has been asked
  std::vector<size_t> chain_;
  size_t& inherited_;
};

}  // namespace

const Node* inherit(const Field& section, const Node& entries, Tree& tree, Diagnostics& diagnostics,
                    size_t& inherited) {
  Chains chains(section, entries, tree, diagnostics, inherited);
  Node& result = tree.add(NodeKind::mapping, entries.span);
  for (size_t i = 0; i < entries.entries.size(); ++i) {
    const Entry& entry = entries.entries[i];
    result.entries.push_back({entry.key, entry.key_span, chains.resolve(i)});
  }
  return &result;
}

}  // namespace ishi::compiler
