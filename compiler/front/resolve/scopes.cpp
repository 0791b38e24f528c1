#include "resolve/scopes.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "language/tables.h"

namespace ishi::compiler {

bool find_space(Section section, Space& space) {
  switch (section) {
    case Section::curves:
    case Section::values:
    case Section::choices:
    case Section::memory: space = Space::expressions; return true;
    case Section::needs:
    case Section::drives: space = Space::motives; return true;
    case Section::importance: space = Space::importance; return true;
    case Section::navigation: space = Space::navigation; return true;
    case Section::actions: space = Space::options; return true;
    case Section::goals: space = Space::goals; return true;
    case Section::planners: space = Space::planners; return true;
    case Section::steering: space = Space::steering; return true;
    case Section::agents: space = Space::agents; return true;
    case Section::senses: space = Space::senses; return true;
    default: return false;
  }
}

bool find_space(std::string_view section, Space& space) {
  for (size_t i = 0; i < kSectionCount; ++i) {
    if (section_name(static_cast<Section>(i)) == section) return find_space(static_cast<Section>(i), space);
  }
  return false;
}

namespace {

// True if an imported file and all that it includes could be read: otherwise nobody knows what it lacks, and
// what it lacks has been reported there.
bool is_whole(const Units& units, uint32_t first) {
  std::vector<uint32_t> open = {first};
  std::unordered_set<uint32_t> met = {first};
  while (!open.empty()) {
    const SourceUnit& unit = units.units[open.back()];
    open.pop_back();
    if (unit.tree.root->kind != NodeKind::mapping) return false;
    for (const uint32_t included : unit.includes)
      if (met.insert(included).second) open.push_back(included);
  }
  return true;
}

}  // namespace

Scopes::Scopes(const Units& units) {
  units_.resize(units.units.size());
  for (uint32_t i = 0; i < units_.size(); ++i) {
    units_[i].file = units.units[i].file;
    units_[i].path = units.units[i].path;
    unit_of_file_.emplace(units_[i].file, i);
    for (const Import& import : units.units[i].imports) {
      const bool is_read = import.unit != Import::kNotRead && is_whole(units, import.unit);
      units_[i].aliases.push_back({import.alias, import.span,
                                   is_read ? std::string_view(units.units[import.unit].path) : import.path,
                                   is_read ? import.unit : kNoUnit});
      if (is_read) import_targets_.push_back(import.unit);
      has_imports_ = true;
    }
  }
  for (uint32_t i = 0; i < units_.size(); ++i) {
    std::vector<uint32_t> open = {i};
    while (!open.empty()) {
      const uint32_t unit = open.back();
      open.pop_back();
      if (units_[i].scope.test(unit)) continue;
      units_[i].scope.set(unit);
      for (const uint32_t included : units.units[unit].includes) open.push_back(included);
    }
  }
  for (uint32_t i = 0; i < units_.size(); ++i) units_[i].is_main = units_[0].scope.test(i);
  // Files near to the main file give their aliases first.
  for (uint32_t i = 0; i < units_.size(); ++i) {
    if (units_[i].is_main) name_imports(i);
  }
}

// Gives the files behind the imports of one file their prefixes, and those behind theirs.
void Scopes::name_imports(uint32_t unit) {
  std::deque<uint32_t> open = {unit};
  while (!open.empty()) {
    const uint32_t from = open.front();
    open.pop_front();
    for (const Alias& alias : units_[from].aliases) {
      if (alias.unit == kNoUnit || units_[alias.unit].is_main || !units_[alias.unit].prefix.empty()) continue;
      const std::string prefix =
          free_prefix(fmt::format("{}{}", units_[from].prefix, alias.name), units_[alias.unit].path);
      for (uint32_t i = 0; i < units_.size(); ++i) {
        const bool is_new =
            units_[alias.unit].scope.test(i) && !units_[i].is_main && units_[i].prefix.empty();
        if (!is_new) continue;
        units_[i].prefix = prefix;
        open.push_back(i);
      }
    }
  }
}

// Two files may give one alias to different libraries.
std::string Scopes::free_prefix(std::string prefix, std::string_view path) const {
  const bool is_taken =
      std::ranges::any_of(units_, [&](const Unit& unit) { return unit.prefix == prefix + "."; });
  return is_taken ? fmt::format("{}({}).", prefix, path) : prefix + ".";
}

std::string_view Scopes::declare(uint32_t file, Space space, std::string_view name, Span span) {
  const uint32_t unit = unit_of(file);
  std::string_view in_model = name;
  if (!units_[unit].is_main) in_model = texts_.emplace_back(units_[unit].prefix + std::string(name));
  const Declared declared{unit, name, in_model, span};
  declared_[static_cast<size_t>(space)][name].push_back(declared);
  by_model_name_[static_cast<size_t>(space)].emplace(in_model, declared);
  return in_model;
}

const Scopes::Declared* Scopes::find_in(const FileSet& scope, Space space, std::string_view name) const {
  const auto& names = declared_[static_cast<size_t>(space)];
  const auto found = names.find(name);
  if (found == names.end()) return nullptr;
  for (const Declared& declared : found->second) {
    if (scope.test(declared.unit)) return &declared;
  }
  return nullptr;
}

std::string_view Scopes::find(uint32_t file, Space space, std::string_view name) const {
  const Unit& unit = units_[unit_of(file)];
  if (unit.is_main) return name;
  const Declared* declared = find_in(unit.scope, space, name);
  return declared != nullptr ? declared->in_model : name;
}

bool Scopes::is_hidden(uint32_t file, Space space, std::string_view name) const {
  const Unit& unit = units_[unit_of(file)];
  return !unit.is_main && find_in(unit.scope, space, name) == nullptr &&
         by_model_name_[static_cast<size_t>(space)].contains(name);
}

std::string Scopes::behind_an_alias(uint32_t file, Space space, std::string_view name) const {
  for (const Alias& alias : units_[unit_of(file)].aliases) {
    if (alias.unit != kNoUnit && !find_behind(alias, space, name).empty())
      return fmt::format("{}.{}", alias.name, name);
  }
  return {};
}

const Scopes::Alias* Scopes::find_alias(uint32_t file, std::string_view name) const {
  if (!has_imports_) return nullptr;
  const auto& aliases = units_[unit_of(file)].aliases;
  const auto found = std::ranges::find(aliases, name, &Alias::name);
  if (found == aliases.end()) return nullptr;
  found->is_used = true;
  return &*found;
}

void Scopes::forget(uint32_t file, std::string_view alias) {
  for (Alias& known : units_[unit_of(file)].aliases) {
    if (known.name == alias) known.unit = kNoUnit;
  }
}

std::string_view Scopes::find_behind(const Alias& alias, Space space, std::string_view name) const {
  const Declared* declared = find_in(units_[alias.unit].scope, space, name);
  return declared != nullptr ? declared->in_model : std::string_view();
}

std::vector<std::string_view> Scopes::names_behind(const Alias& alias, Space space) const {
  std::vector<std::string_view> names;
  for (const auto& [in_model, declared] : by_model_name_[static_cast<size_t>(space)]) {
    if (units_[alias.unit].scope.test(declared.unit)) names.push_back(declared.name);
  }
  std::ranges::sort(names);
  return names;
}

std::string Scopes::spelled(uint32_t file, Space space, std::string_view in_model) const {
  const auto& names = by_model_name_[static_cast<size_t>(space)];
  const auto found = names.find(in_model);
  if (!has_imports_ || found == names.end()) return std::string(in_model);
  const Declared& declared = found->second;
  const Unit& unit = units_[unit_of(file)];
  if (unit.is_main ? units_[declared.unit].is_main : unit.scope.test(declared.unit))
    return std::string(declared.name);
  for (const Alias& alias : unit.aliases) {
    if (alias.unit != kNoUnit && units_[alias.unit].scope.test(declared.unit))
      return fmt::format("{}.{}", alias.name, declared.name);
  }
  return {};
}

std::vector<Scopes::Twice> Scopes::declared_twice() const {
  std::vector<Twice> result;
  for (const auto& names : declared_) {
    for (const auto& [name, all] : names) {
      for (size_t second = 1; second < all.size(); ++second) {
        for (const uint32_t target : import_targets_) {
          const FileSet& scope = units_[target].scope;
          const Declared* first = find_in(scope, static_cast<Space>(&names - declared_.data()), name);
          const bool is_twice = scope.test(all[second].unit) && first != &all[second] &&
                                !(units_[first->unit].is_main && units_[all[second].unit].is_main);
          if (!is_twice) continue;
          result.push_back({name, first->span, all[second].span});
          break;
        }
      }
    }
  }
  std::ranges::sort(result, {},
                    [](const Twice& twice) { return std::pair(twice.second.file, twice.second.begin); });
  return result;
}

Span Scopes::declared_at(uint32_t file, Space space, std::string_view name) const {
  const Declared* declared = find_in(units_[unit_of(file)].scope, space, name);
  return declared != nullptr ? declared->span : Span{};
}

Scopes::Origin Scopes::origin(Space space, std::string_view in_model) const {
  const auto& names = by_model_name_[static_cast<size_t>(space)];
  const auto found = names.find(in_model);
  if (found == names.end() || units_[found->second.unit].is_main) return {{}, in_model};
  return {units_[found->second.unit].path, found->second.name};
}

}  // namespace ishi::compiler
