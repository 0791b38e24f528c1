#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "diagnostics/render_text.h"
#include "language/scalar.h"
#include "language/words.h"
#include "workspace/workspace.h"

// Definitions, references and renames, over all files of a project.

namespace ishi::compiler {

std::vector<Workspace::Target> Workspace::targets_at(const std::string& path, uint32_t offset) {
  std::vector<Target> targets;
  const NameIndex& index = index_of(path).index;
  for (const uint32_t found : index.at(0, offset)) {
    for (const uint32_t symbol : index.tied_to(found)) {
      const Symbol& one = index.symbols()[symbol];
      const std::string& file = index.files()[one.span.file];
      const auto is_known = [&](const Target& target) {
        return target.path == file && target.begin == one.span.begin;
      };
      if (std::ranges::none_of(targets, is_known))
        targets.push_back({file, one.span.begin, one.name, one.kind});
    }
  }
  return targets;
}

// Other files may tie more names to these: `targets` grows until none does.
std::vector<FoundName> Workspace::places_of(std::vector<Target>& targets) {
  index_project();
  std::vector<FoundName> found;
  for (size_t known = 0; known != targets.size();) {
    known = targets.size();
    found.clear();
    for (const std::string& path : files_) {
      const NameIndex& index = indexes_[path].index;
      std::vector<uint32_t> symbols;
      for (size_t i = 0; i < targets.size(); ++i) {
        const uint32_t symbol = index.declared_at(targets[i].path, targets[i].begin);
        if (symbol == kNone) continue;
        for (const uint32_t tied : index.tied_to(symbol)) {
          if (std::ranges::find(symbols, tied) != symbols.end()) continue;
          symbols.push_back(tied);
          const Symbol& one = index.symbols()[tied];
          const std::string& file = index.files()[one.span.file];
          const auto is_known = [&](const Target& target) {
            return target.path == file && target.begin == one.span.begin;
          };
          if (std::ranges::none_of(targets, is_known))
            targets.push_back({file, one.span.begin, one.name, one.kind});
        }
      }
      for (const NameIndex::Place& place : index.places_of(symbols))
        found.push_back({{std::string(place.path), place.begin, place.end}, place.is_declaration});
    }
  }
  const auto key = [](const FoundName& name) { return std::tuple(name.place.path, name.place.begin); };
  std::ranges::sort(found, {}, key);
  const auto is_same = [](const FoundName& a, const FoundName& b) { return a.place == b.place; };
  found.erase(std::unique(found.begin(), found.end(), is_same), found.end());
  return found;
}

std::vector<FilePlace> Workspace::definition(const std::string& path, uint32_t offset) {
  const std::scoped_lock lock(mutex_);
  std::vector<FilePlace> places;
  const NameIndex& index = index_of(path).index;
  for (const uint32_t symbol : index.at(0, offset)) {
    const Symbol& one = index.symbols()[symbol];
    places.push_back({index.files()[one.span.file], one.span.begin, one.span.end});
  }
  for (const FileLink& link : links(path)) {
    if (link.begin <= offset && offset <= link.end) places.push_back({link.path, 0, 0});
  }
  return places;
}

std::vector<FoundName> Workspace::references(const std::string& path, uint32_t offset) {
  const std::scoped_lock lock(mutex_);
  std::vector<Target> targets = targets_at(path, offset);
  if (targets.empty()) return {};
  return places_of(targets);
}

std::vector<FoundName> Workspace::highlights(const std::string& path, uint32_t offset) {
  const std::scoped_lock lock(mutex_);
  const NameIndex& index = index_of(path).index;
  std::vector<FoundName> found;
  for (const NameIndex::Place& place : index.places_of(index.at(0, offset))) {
    if (place.path == path) found.push_back({{path, place.begin, place.end}, place.is_declaration});
  }
  return found;
}

std::optional<FilePlace> Workspace::renamable(const std::string& path, uint32_t offset) {
  const std::scoped_lock lock(mutex_);
  const NameIndex& index = index_of(path).index;
  const auto holds = [&](const Span& span) {
    return span.file == 0 && span.begin <= offset && offset <= span.end;
  };
  for (const Symbol& symbol : index.symbols()) {
    if (holds(symbol.span) && is_name(symbol.name))
      return FilePlace{path, symbol.span.begin, symbol.span.end};
  }
  for (const SymbolUse& use : index.uses()) {
    if (holds(use.span) && is_name(index.symbols()[use.symbol].name))
      return FilePlace{path, use.span.begin, use.span.end};
  }
  return std::nullopt;
}

Renaming Workspace::rename(const std::string& path, uint32_t offset, const std::string& name) {
  const std::scoped_lock lock(mutex_);
  std::vector<Target> targets = targets_at(path, offset);
  if (targets.empty() || !renamable(path, offset)) return {{}, "no name of yours stands here"};
  if (!is_name(name)) {
    const std::string better = mended_name(name);
    return {{},
            fmt::format("`{}` is no name: it takes lower-case letters, digits and `_`{}", name,
                        better.empty() ? "" : fmt::format("; perhaps `{}`", better))};
  }
  if (std::ranges::all_of(targets, [&](const Target& target) { return target.name == name; })) return {};
  Renaming result;
  for (const FoundName& found : places_of(targets)) result.edits.push_back({found.place, name});

  // A file that compiled before compiles afterwards, and each name means what it did.
  const auto is_same = [](const SymbolUse& a, const SymbolUse& b) { return a.symbol == b.symbol; };
  result.refusal = try_edits(
      result.edits, [&](const std::string& file, const KeptIndex& before, const CheckedFile& after) {
        if (after.has_errors)
          return fmt::format("with the name `{}` something would be wrong: {}", name, first_error(after));
        if (!std::ranges::equal(before.index.uses(), after.index.uses(), is_same))
          return fmt::format("with the name `{}` other names would mean something else in {}", name, file);
        return std::string();
      });
  if (!result.refusal.empty()) {
    result.edits.clear();
    return result;
  }
  constexpr size_t kRemembered = 20;
  for (const Target& target : targets) renamed_.push_back({target.path, target.name, name});
  if (renamed_.size() > kRemembered)
    renamed_.erase(renamed_.begin(), renamed_.end() - static_cast<ptrdiff_t>(kRemembered));
  return result;
}

std::vector<Workspace::ProjectSymbol> Workspace::symbols(std::string_view query) {
  const std::scoped_lock lock(mutex_);
  constexpr size_t kMost = 1000;
  index_project();
  const auto lower = [](std::string_view text) {
    std::string result(text);
    for (char& c : result) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return result;
  };
  const std::string wanted = lower(query);
  std::vector<ProjectSymbol> found;
  for (const std::string& path : files_) {
    const NameIndex& index = indexes_[path].index;
    for (const Symbol& symbol : index.symbols()) {
      if (symbol.span.file != 0 || found.size() == kMost) continue;  // others list their own
      if (lower(symbol.name).find(wanted) != std::string::npos)
        found.push_back({symbol, {path, symbol.span.begin, symbol.span.end}});
    }
  }
  return found;
}

}  // namespace ishi::compiler
