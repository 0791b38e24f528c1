#include "resolve/tuned_numbers.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>
#include <optional>

#include "diagnostics/suggest.h"
#include "language/scalar.h"
#include "language/tables.h"
#include "language/words.h"

namespace ishi::compiler {
namespace {

constexpr size_t kMostNumbers = 4096;

// A part of a path, and the node or number that it leads to.
struct Found {
  std::string path;
  const Node* node = nullptr;
  const Field* field = nullptr;  // describes the node; null: the tables do not say
};

std::vector<std::string_view> parts_of(std::string_view path) {
  std::vector<std::string_view> parts;
  for (size_t begin = 0; begin <= path.size();) {
    const size_t end = std::min(path.find('.', begin), path.size());
    parts.push_back(path.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

// The keys and items of a node, by which a path can continue.
std::vector<Found> children_of(const Found& found) {
  constexpr std::array<std::string_view, 2> kCoordinates = {"x", "y"};
  std::vector<Found> children;
  if (found.node->kind == NodeKind::mapping) {
    for (const Entry& entry : found.node->entries) {
      if (entry.key == "doc" || entry.key == "extends" || entry.key == "renamed_from") continue;  // words
      children.push_back(
          {found.path.empty() ? std::string(entry.key) : fmt::format("{}.{}", found.path, entry.key),
           entry.value, field_within(found.field, entry.key)});
    }
  } else if (found.node->kind == NodeKind::sequence) {
    const auto& items = found.node->items;
    const bool is_point =
        items.size() == 2 &&
        std::ranges::all_of(items, [](const Node* item) { return item->kind == NodeKind::scalar; }) &&
        found.path.starts_with("curves.");
    for (size_t i = 0; i < items.size(); ++i)
      children.push_back({fmt::format("{}.{}", found.path,
                                      is_point ? std::string(kCoordinates[i]) : fmt::format("{}", i + 1)),
                          items[i], field_of_items(found.field)});
  }
  return children;
}

std::string_view last_part(std::string_view path) { return path.substr(path.rfind('.') + 1); }

// The numbers that stand in a scalar.
std::vector<NumberPlace> numbers_in(const Found& found, std::string_view source) {
  std::vector<NumberPlace> numbers;
  const Node& node = *found.node;
  if (node.kind != NodeKind::scalar) return numbers;
  const std::string_view all = source.substr(node.span.begin, node.span.end - node.span.begin);
  for (const WrittenNumber& written : written_numbers(all)) {
    if (numbers.size() == kMostNumbers) break;
    size_t begin = written.at;
    const size_t end = begin + written.digits;
    const bool has_sign = begin > 0 && (all[begin - 1] == '-' || all[begin - 1] == '+') &&
                          all.find_first_not_of(" \"'") == begin - 1;
    if (has_sign) --begin;
    NumberPlace number;
    number.span = {node.span.file, static_cast<uint32_t>(node.span.begin + begin),
                   static_cast<uint32_t>(node.span.begin + end)};
    number.text = all.substr(begin, end - begin);
    number.value = std::strtod(std::string(number.text).c_str(), nullptr);
    number.unit = written.unit;
    const std::string_view before = all.substr(0, begin), after = all.substr(end + written.suffix);
    number.is_of_formula = before.find_first_not_of(" \"'") != std::string_view::npos ||
                           after.find_first_not_of(" \"'") != std::string_view::npos;
    // A range, such as 0..1 of a key, holds no number to tune.
    if (!after.starts_with("..") && !before.ends_with("..")) numbers.push_back(number);
  }
  for (size_t i = 0; i < numbers.size(); ++i)
    numbers[i].path = numbers.size() == 1 ? found.path : fmt::format("{}.{}", found.path, i + 1);
  return numbers;
}

// The aliases behind which the main file has what stands in each file, by unit: "std.", empty for what it
// includes; of several the one nearest to it.
std::vector<std::string> prefixes_of(const Units& units) {
  std::vector<std::string> prefixes(units.units.size());
  std::vector<bool> is_named(units.units.size());
  std::vector<uint32_t> open;
  const auto name_group = [&](uint32_t first, const std::string& prefix) {  // a file and what it includes
    std::vector<uint32_t> group = {first};
    for (size_t i = 0; i < group.size(); ++i) {
      if (is_named[group[i]]) continue;
      is_named[group[i]] = true;
      prefixes[group[i]] = prefix;
      open.push_back(group[i]);
      const std::vector<uint32_t>& includes = units.units[group[i]].includes;
      group.insert(group.end(), includes.begin(), includes.end());
    }
  };
  name_group(0, "");
  for (size_t i = 0; i < open.size(); ++i) {
    for (const Import& import : units.units[open[i]].imports) {
      if (import.unit != Import::kNotRead && !is_named[import.unit])
        name_group(import.unit, fmt::format("{}{}.", prefixes[open[i]], import.alias));
    }
  }
  return prefixes;
}

// Names of these sections are everybody's: they stand behind no alias.
bool has_aliases(std::string_view section) {
  constexpr std::array<std::string_view, 9> kShared = {"enums",  "things", "blackboard", "tasks", "events",
                                                       "tokens", "sounds", "candidates", "teams"};
  return std::ranges::find(kShared, section) == kShared.end();
}

class PathFinder {
 public:
  // `is_own`: the path is written in a file, as names of that file are: without the alias behind which others
  // have it.
  PathFinder(const Units& all, const Sources& sources, std::string_view path, bool is_own)
      : all_(all),
        prefixes_(prefixes_of(all)),
        is_own_(is_own),
        sources_(sources),
        path_(path),
        parts_(parts_of(path)) {}

  tl::expected<std::vector<NumberPlace>, PathFault> find(const std::vector<const SourceUnit*>& units) {
    if (std::ranges::any_of(parts_, &std::string_view::empty))
      return tl::unexpected(
          PathFault{fmt::format("`{}` is no path to a number", path_),
                    "write the keys that lead to it with dots, such as `actions.eat.gains.hunger`",
                    {}});
    if (is_for_tests(parts_[0]) || parts_[0] == "blackboard" || parts_[0] == "tune" || parts_[0] == "tasks")
      return tl::unexpected(
          PathFault{fmt::format("`{}` is no part of what agents are like", parts_[0]),
                    "name a number of the behaviour: a gain, a weight, an importance, a point of a curve",
                    {}});
    for (const SourceUnit* unit : units) {
      if (unit->tree.root == nullptr || unit->tree.root->kind != NodeKind::mapping) continue;
      static constexpr Field kRoot = record(kFileMapping);
      go(*unit, {"", unit->tree.root, &kRoot}, 0);
    }
    if (ends_.empty())
      return tl::unexpected(PathFault{"there is no number", "name a place where one stands", {}});
    if (!numbers_.empty()) return std::move(numbers_);
    return tl::unexpected(fault(units));
  }

 private:
  // NOLINTNEXTLINE(misc-no-recursion): as deep as the path is long
  void go(const SourceUnit& unit, const Found& at, size_t depth) {
    reach(unit, at, depth);
    const bool is_wild = depth < parts_.size() && parts_[depth] == "*";
    if (at.node->kind == NodeKind::scalar) return take(unit, at, depth, is_wild);
    if (depth == parts_.size()) {
      // `survival: { weight: 1.4 }` is the long form of `survival: 1.4`.
      const Field* const bare = short_form_of(at.field);
      const Node* const node =
          bare == nullptr || at.node->kind != NodeKind::mapping ? nullptr : at.node->find(bare->name);
      if (node != nullptr && node->kind == NodeKind::scalar)
        take(unit, {fmt::format("{}.{}", at.path, bare->name), node, bare}, depth, false);
      return;
    }
    const std::string prefix = depth == 1 && has_aliases(at.path) ? prefix_of(unit) : std::string();
    size_t behind = depth;  // of the alias
    if (!prefix.empty() && !is_wild && !is_own_) {
      for (const std::string_view part : parts_of(std::string_view(prefix).substr(0, prefix.size() - 1))) {
        if (behind == parts_.size() || parts_[behind] != part) return;
        reach(unit, at, ++behind);
      }
      if (behind == parts_.size()) return;
    }
    for (Found child : children_of(at)) {
      const bool is_it = is_wild || last_part(child.path) == parts_[behind];
      if (!prefix.empty()) child.path.insert(at.path.size() + 1, prefix);
      if (is_it) go(unit, child, behind + 1);
    }
  }

  // The path has led so far.
  void reach(const SourceUnit& unit, const Found& at, size_t depth) {
    if (depth > reached_) {
      reached_ = depth;
      ends_.clear();
    }
    if (depth == reached_) ends_.push_back({&unit, at});
  }

  [[nodiscard]] const std::string& prefix_of(const SourceUnit& unit) const {
    for (size_t i = 0; i < all_.units.size(); ++i) {
      if (&all_.units[i] == &unit) return prefixes_[i];
    }
    return prefixes_.front();
  }

  void take(const SourceUnit& unit, const Found& at, size_t depth, bool is_wild) {
    const std::string_view source = text_of(unit);
    std::vector<NumberPlace> found = numbers_in(at, source);
    const bool is_whole = depth == parts_.size();
    if (depth + 1 < parts_.size()) return;
    for (NumberPlace& number : found) {
      const bool is_meant = is_whole
                                ? found.size() == 1
                                : is_wild || (found.size() > 1 && last_part(number.path) == parts_[depth]);
      if (is_meant && numbers_.size() < kMostNumbers) numbers_.push_back(std::move(number));
    }
  }

  [[nodiscard]] std::string_view text_of(const SourceUnit& unit) const {
    return sources_.file(unit.file).text();
  }

  // Of the places where the path ended.
  [[nodiscard]] PathFault fault(const std::vector<const SourceUnit*>& units) {
    const auto& [unit, at] = ends_.front();
    if (reached_ == parts_.size()) {
      if (at.node->kind == NodeKind::scalar) {
        const auto numbers = numbers_in(at, text_of(*unit));
        if (numbers.empty())
          return {fmt::format("`{}` is `{}`, and no number", path_, at.node->text),
                  "name a place where a number stands",
                  {}};
        return {fmt::format("`{}` holds {} numbers", path_, numbers.size()),
                fmt::format("say which one: `{}` is {}, `{}` is {}", numbers[0].path, numbers[0].text,
                            numbers[1].path, numbers[1].text),
                {}};
      }
      std::vector<std::string> inner;
      for (const Found& child : children_of(at)) {
        if (child.node->kind != NodeKind::scalar || !numbers_in(child, text_of(*unit)).empty())
          inner.push_back("`" + child.path + "`");
      }
      if (inner.empty())
        return {fmt::format("`{}` holds no number", path_), "name a place where a number stands", {}};
      if (inner.size() > 6) inner.resize(6);
      return {fmt::format("`{}` is more than one number", path_),
              fmt::format("go on to {}, or write `{}.*`", fmt::join(inner, ", "), path_),
              {}};
    }
    std::vector<std::string> known;
    for (const auto& [from, end] : ends_) {
      for (const Found& child : children_of(end)) known.emplace_back(last_part(child.path));
      if (end.node->kind == NodeKind::scalar) {
        for (const NumberPlace& number : numbers_in(end, text_of(*from)))
          known.emplace_back(last_part(number.path));
      }
    }
    const std::vector<std::string_view> names(known.begin(), known.end());
    const std::string_view wrong = parts_[reached_];
    auto near = suggestions(wrong, names);
    for (const auto& [unit, end] : ends_) {
      const std::string prefix = reached_ == 1 && !is_own_ && has_aliases(end.path) ? prefix_of(*unit) : "";
      const Node* const meant = prefix.empty() ? nullptr : end.node->find(wrong);
      if (meant == nullptr) continue;
      meant_ = prefix + std::string(wrong);
      near = {meant_};
    }
    std::string before, suggestion;
    for (size_t i = 0; i < reached_; ++i) before += fmt::format("{}{}", i == 0 ? "" : ".", parts_[i]);
    const std::string where = before.empty() ? "in the file" : fmt::format("in `{}`", before);
    std::string help = names.empty()       ? "it ends there"
                       : names.size() <= 8 ? fmt::format("there is {}", quoted_list(names, "and"))
                                           : fmt::format("there are {} others", names.size());
    if (!near.empty()) {
      for (size_t i = 0; i < parts_.size(); ++i)
        suggestion += fmt::format("{}{}", i == 0 ? "" : ".", i == reached_ ? near[0] : parts_[i]);
      // One part of the path may be a typo and the rest still lead nowhere.
      if (!PathFinder(all_, sources_, suggestion, is_own_).find(units)) suggestion.clear();
      help = fmt::format("did you mean `{}`?", suggestion.empty() ? near[0] : std::string_view(suggestion));
    }
    return {fmt::format("there is no `{}` {}", wrong, where), std::move(help), std::move(suggestion)};
  }

  const Units& all_;
  std::vector<std::string> prefixes_;  // by unit
  bool is_own_;
  const Sources& sources_;
  std::string_view path_;
  std::vector<std::string_view> parts_;
  std::string meant_;
  std::vector<NumberPlace> numbers_;
  size_t reached_ = 0;  // how many parts of the path were found
  struct End {
    const SourceUnit* unit;
    Found at;
  };
  std::vector<End> ends_;
};

}  // namespace

tl::expected<std::vector<NumberPlace>, PathFault> find_numbers(const Units& units, const Sources& sources,
                                                               std::string_view path) {
  std::vector<const SourceUnit*> all;
  for (const SourceUnit& unit : units.units) all.push_back(&unit);
  return PathFinder(units, sources, path, false).find(all);
}

tl::expected<std::vector<NumberPlace>, PathFault> find_marked_numbers(const Units& units,
                                                                      const Sources& sources,
                                                                      const Name& mark) {
  std::vector<const SourceUnit*> reached;
  for (const SourceUnit& unit : units.units) {
    if (unit.file == mark.span.file) reached.push_back(&unit);
  }
  for (size_t i = 0; i < reached.size(); ++i) {
    for (const uint32_t included : reached[i]->includes) {
      const SourceUnit* const unit = &units.units[included];
      if (std::ranges::find(reached, unit) == reached.end()) reached.push_back(unit);
    }
  }
  return PathFinder(units, sources, mark.text, true).find(reached);
}

std::vector<std::string> number_paths(const Units& units, const Sources& sources, size_t most) {
  constexpr std::array<std::string_view, 7> kSections = {"curves",     "values",  "needs",   "drives",
                                                         "importance", "actions", "planners"};
  std::vector<std::string> paths;
  const std::vector<std::string> prefixes = prefixes_of(units);
  for (size_t i = 0; i < units.units.size(); ++i) {
    const SourceUnit& unit = units.units[i];
    // A mark is about its own file and what that includes.
    if (!prefixes[i].empty() || unit.tree.root == nullptr || unit.tree.root->kind != NodeKind::mapping)
      continue;
    for (const std::string_view section : kSections) {
      const Node* const node = unit.tree.root->find(section);
      static constexpr Field kRoot = record(kFileMapping);
      std::vector<Found> open;
      if (node != nullptr) open.push_back({std::string(section), node, field_within(&kRoot, section)});
      while (!open.empty() && paths.size() < most) {
        const Found found = std::move(open.back());
        open.pop_back();
        for (const NumberPlace& number : numbers_in(found, sources.file(unit.file).text()))
          paths.push_back(number.path);
        std::vector<Found> children = children_of(found);
        open.insert(open.end(), children.rbegin(), children.rend());
      }
    }
  }
  return paths;
}

TunedNumber with_range(const NumberPlace& place, const Bounds& bounds) {
  TunedNumber number{place, bounds.low, bounds.high};
  if (bounds.unit == nullptr) return number;
  number.is_measured = place.unit != nullptr && place.unit->quantity == bounds.quantity;
  if (!number.is_measured) return number;
  number.low /= place.unit->factor;
  number.high /= place.unit->factor;
  return number;
}

TunedNumber with_usual_range(const NumberPlace& place) {
  const bool is_gain =
      place.path.find(".gains.") != std::string::npos || place.path.find(".reduces.") != std::string::npos;
  if (place.value == 0) return {place, -1, 1};
  const double most = is_gain ? 1 : std::numeric_limits<double>::infinity();  // what can be written
  return {place, std::max(-most, std::min(0.0, 2 * place.value)),
          std::min(most, std::max(0.0, 2 * place.value))};
}

namespace {

// A path names declarations, which editors list and rename: `eat` and `hunger` of `actions.eat.gains.hunger`.
void note_names(const Model& model, const Units& units, const Name& path) {
  if (model.uses == nullptr || path.span.end - path.span.begin != path.text.size()) return;
  const std::vector<std::string_view> parts = parts_of(path.text);
  const auto note = [&](size_t part, std::string_view section) {
    for (const SourceUnit& unit : units.units) {
      const Node* const node = unit.tree.root == nullptr ? nullptr : unit.tree.root->find(section);
      if (part >= parts.size() || node == nullptr) continue;
      for (const Entry& entry : node->entries) {
        if (entry.key != parts[part]) continue;
        Span use = path.span;
        use.begin += static_cast<uint32_t>(parts[part].data() - path.text.data());
        use.end = use.begin + static_cast<uint32_t>(parts[part].size());
        model.uses->note(use, entry.key_span);
      }
    }
  };
  note(1, parts[0]);
  const bool is_of_motives = parts[0] == "importance" || (parts.size() > 3 && parts[2] == "gains") ||
                             (parts.size() > 3 && parts[2] == "reduces");
  if (!is_of_motives) return;
  const size_t motive = parts[0] == "importance" ? 2 : 3;
  note(motive, "needs");
  note(motive, "drives");
}

}  // namespace

void check_tune_marks(const Model& model, const Units& units, const Sources& sources,
                      Diagnostics& diagnostics) {
  for (const auto& [path, mark] : model.tune) {
    const auto found = find_marked_numbers(units, sources, path);
    if (!found) {
      Report report = diagnostics.report(Code::tune_fits_nothing, path.span, found.error().message);
      report.help(found.error().help);
      if (!found.error().suggestion.empty() && path.span.end - path.span.begin == path.text.size())
        report.edit(path.span, found.error().suggestion);
      continue;
    }
    note_names(model, units, path);
    if (!mark.range.given) continue;
    for (const NumberPlace& place : *found) {
      const TunedNumber number = with_range(place, mark.range.value);
      const std::string fault = fault_of(number);
      if (fault.empty()) continue;
      diagnostics.report(Code::tune_fits_nothing, mark.range.span, fault)
          .label(place.span, number.is_measured ? "outside" : "in this unit")
          .help(number.is_measured ? "widen the range so that the number itself lies in it"
                                   : "write the range in the unit of the number");
      break;
    }
  }
}

std::string fault_of(const TunedNumber& number) {
  const NumberPlace& place = number.place;
  if (!number.is_measured)
    return fmt::format("`{}` is {}{}, and its range measures something else", place.path, place.text,
                       place.unit == nullptr ? "" : place.unit->suffix);
  if (place.value < number.low || place.value > number.high)
    return fmt::format("`{}` is {}, which is outside of its range {:g}..{:g}", place.path, place.text,
                       number.low, number.high);
  return {};
}

}  // namespace ishi::compiler
