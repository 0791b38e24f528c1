#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/exit_code.h"
#include "cli/input/inputs.h"
#include "cli/input/rewrite.h"
#include "cli/output/terminal.h"
#include "cli/verbs.h"
#include "diagnostics/diagnostics.h"
#include "diagnostics/suggest.h"
#include "format/unified_diff.h"
#include "language/tables.h"
#include "language/words.h"
#include "source/read_file.h"
#include "workspace/workspace.h"

// `ishi rename`: the editor's rename, for a whole project at once.

namespace ishi::compiler::cli {
namespace {

// A declaration that has the name.
struct NamedSymbol {
  Symbol symbol;
  FilePlace place;
};

std::string_view section_of(SymbolKind kind) {
  for (size_t i = 0; i < kSectionCount; ++i) {
    const auto section = static_cast<Section>(i);
    if (section_noun(section) == noun_of(kind)) return section_name(section);
  }
  return {};
}

// `actions.flee`, `guard.calm`, `flee`: true if that may mean the symbol.
bool is_called(const Symbol& symbol, std::string_view name) {
  if (symbol.name == name) return true;
  if (!name.ends_with(symbol.name)) return false;
  name.remove_suffix(symbol.name.size());
  if (!name.ends_with('.')) return false;
  name.remove_suffix(1);
  if (symbol.owner.empty()) return name == section_of(symbol.kind);
  return name == symbol.owner || name.ends_with(fmt::format(".{}", symbol.owner));
}

// The shortest name that distinguishes it from others: "actions.flee".
std::string full_name(const Symbol& symbol) {
  if (!symbol.owner.empty()) return fmt::format("{}.{}", symbol.owner, symbol.name);
  const std::string_view section = section_of(symbol.kind);
  return section.empty() ? symbol.name : fmt::format("{}.{}", section, symbol.name);
}

// True if the generated header has the name.
bool is_in_contract(SymbolKind kind) {
  switch (kind) {
    case SymbolKind::enumeration:
    case SymbolKind::member:
    case SymbolKind::thing:
    case SymbolKind::field:
    case SymbolKind::key:
    case SymbolKind::task:
    case SymbolKind::event:
    case SymbolKind::candidates:
    case SymbolKind::token:
    case SymbolKind::sound:
    case SymbolKind::agent: return true;
    default: return false;
  }
}

class Renamer {
 public:
  Renamer(const RenameOptions& options, const std::vector<Input>& inputs, const std::vector<Input>& all)
      : options_(options), inputs_(inputs), all_(all), reader_(all.front().root), workspace_(reader_) {
    std::vector<std::string> paths;
    for (const Input& input : all_) paths.push_back(input.path);
    workspace_.set_files(paths);
  }

  int run() {
    const std::optional<NamedSymbol> named = find();
    if (!named) return kUsage;
    const FilePlace& place = named->place;
    if (!workspace_.renamable(place.path, place.begin)) {
      complain("`{}` is no name of one word, so it is not renamed: change it by hand", options_.from);
      return kUsage;
    }
    const std::vector<FoundName> found = workspace_.references(place.path, place.begin);
    const Renaming renaming = workspace_.rename(place.path, place.begin, options_.to);
    if (!renaming.refusal.empty()) {
      complain("{}", renaming.refusal);
      return kFound;
    }
    if (renaming.edits.empty()) {
      fmt::print(stderr, "`{}` is called so already\n", options_.to);
      return kGood;
    }
    for (const FileEdit& edit : renaming.edits) {
      const std::string& path = edit.place.path;
      if (texts_.contains(path)) continue;
      const std::optional<std::string> text = workspace_.text(path);
      if (!text) {
        complain("{} cannot be read", path);
        return kUsage;
      }
      texts_[path] = {*text, *text};
    }
    if (!is_within_project()) return kUsage;
    apply(renaming.edits);
    for (const auto& [path, text] : texts_) workspace_.open(path, text.after, 1);
    if (options_.keeps_old_name) keep_old_names(found, renaming.edits);
    return finish(*named, renaming.edits.size());
  }

 private:
  struct Text {
    std::string before, after;
  };

  [[nodiscard]] bool is_asked(const std::string& path) const {
    return std::ranges::any_of(inputs_, [&](const Input& input) { return input.path == path; });
  }
  [[nodiscard]] std::string shown(const std::string& path) const {
    return inputs_.front().viewpoint.shown(path);
  }

  // The declaration that is meant. Nothing after a message.
  std::optional<NamedSymbol> find() {
    const size_t point = options_.from.rfind('.');
    const std::string last = point == std::string::npos ? options_.from : options_.from.substr(point + 1);
    std::vector<NamedSymbol> named;
    for (const Workspace::ProjectSymbol& one : workspace_.symbols(last)) {
      if (one.symbol.kind != SymbolKind::alias && is_called(one.symbol, options_.from) &&
          is_asked(one.place.path))
        named.push_back({one.symbol, one.place});
    }
    // A test is meant only where nothing else has the name.
    const auto is_test = [](const NamedSymbol& one) { return one.symbol.kind == SymbolKind::test; };
    if (!std::ranges::all_of(named, is_test)) std::erase_if(named, is_test);
    if (named.empty()) {
      report_unknown(last);
      return std::nullopt;
    }
    // Declarations that are renamed together are one name.
    std::vector<NamedSymbol> apart;
    std::vector<FoundName> together;
    for (const NamedSymbol& one : named) {
      const auto is_here = [&](const FoundName& found) {
        return found.is_declaration && found.place == one.place;
      };
      if (std::ranges::any_of(together, is_here)) continue;
      for (const FoundName& found : workspace_.references(one.place.path, one.place.begin))
        together.push_back(found);
      apart.push_back(one);
    }
    if (apart.size() == 1) return apart.front();
    report_several(apart);
    return std::nullopt;
  }

  void report_unknown(const std::string& last) {
    std::vector<Workspace::ProjectSymbol> all = workspace_.symbols("");
    std::vector<std::string_view> known;
    std::vector<std::string> elsewhere;
    for (const Workspace::ProjectSymbol& one : all) {
      known.push_back(one.symbol.name);
      if (one.symbol.name == last)
        elsewhere.push_back(fmt::format("`{}` ({})", full_name(one.symbol), shown(one.place.path)));
    }
    std::ranges::sort(known);
    known.erase(std::unique(known.begin(), known.end()), known.end());
    std::ranges::sort(elsewhere);
    elsewhere.erase(std::unique(elsewhere.begin(), elsewhere.end()), elsewhere.end());
    constexpr size_t kMost = 3;
    if (elsewhere.size() > kMost) elsewhere.resize(kMost);
    const std::vector<std::string_view> near = suggestions(last, known);
    if (!elsewhere.empty())
      complain("nothing is called `{}` here; there is {}", options_.from, fmt::join(elsewhere, ", "));
    else if (!near.empty())
      complain("nothing is called `{}` here; did you mean `{}`?", options_.from, near[0]);
    else
      complain("nothing is called `{}` in the files of this project", options_.from);
  }

  void report_several(const std::vector<NamedSymbol>& named) {
    complain("several things are called `{}`:", options_.from);
    constexpr size_t kMost = 8;
    for (size_t i = 0; i < std::min(named.size(), kMost); ++i) {
      const NamedSymbol& one = named[i];
      fmt::print(stderr, "  {:<24} {} in {}\n", full_name(one.symbol), noun_of(one.symbol.kind),
                 shown(one.place.path));
    }
    const bool is_one_name = std::ranges::all_of(
        named, [&](const NamedSymbol& one) { return full_name(one.symbol) == full_name(named[0].symbol); });
    fmt::print(stderr, "{}\n",
               is_one_name ? "name the file, too: ishi rename OLD NEW FILE" : "write which one is meant");
  }

  // Refuses to rename in files outside of the project's root.
  bool is_within_project() {
    for (const auto& [path, text] : texts_) {
      if (std::ranges::find(all_, path, &Input::path) != all_.end()) continue;
      complain("`{}` stands in {}, too, which is no source file of this project", options_.from, path);
      return false;
    }
    return true;
  }

  void apply(const std::vector<FileEdit>& edits) {
    for (size_t i = edits.size(); i-- > 0;) {  // from the end, so that places stay
      const FilePlace& place = edits[i].place;
      texts_[place.path].after.replace(place.begin, place.end - place.begin, edits[i].text);
    }
  }

  // Where a declaration stands after the edits.
  static uint32_t moved(const FilePlace& place, const std::vector<FileEdit>& edits) {
    int64_t at = place.begin;
    for (const FileEdit& edit : edits) {
      if (edit.place.path == place.path && edit.place.begin < place.begin)
        at += static_cast<int64_t>(edit.text.size()) - (edit.place.end - edit.place.begin);
    }
    return static_cast<uint32_t>(at);
  }

  // Writes `renamed_from` beside the declarations on whose names saves depend.
  void keep_old_names(const std::vector<FoundName>& found, const std::vector<FileEdit>& edits) {
    int version = 1;
    for (size_t i = found.size(); i-- > 0;) {  // from the end, so that places stay
      if (!found[i].is_declaration) continue;
      const std::string& path = found[i].place.path;
      const uint32_t at = moved(found[i].place, edits);
      for (const CodeAction& action : workspace_.keep_old_name(path, at)) {
        Text& text = texts_[path];
        std::string kept = text.after;
        for (const FileEdit& edit : action.edits)
          kept.replace(edit.place.begin, edit.place.end - edit.place.begin, edit.text);
        const bool was_wrong = has_errors(path);
        workspace_.open(path, kept, ++version);
        if (!was_wrong && has_errors(path)) {
          workspace_.open(path, text.after, ++version);
          continue;
        }
        text.after = kept;
        ++kept_;
      }
    }
  }

  bool has_errors(const std::string& path) {
    return std::ranges::any_of(workspace_.diagnostics(path).diagnostics,
                               [](const Diagnostic& one) { return one.severity == Severity::error; });
  }

  int finish(const NamedSymbol& named, size_t places) {
    for (const auto& [path, text] : texts_) {
      if (!options_.writes) {
        fmt::print("{}", unified_diff(shown(path), text.before, text.after));
        continue;
      }
      const auto input = std::ranges::find(all_, path, &Input::path);
      if (const std::string failure = rewrite_input(*input, text.before, text.after); !failure.empty()) {
        complain("{} {}", shown(path), failure);
        return kUsage;
      }
    }
    fmt::print(stderr, "`{}` {} `{}` in {} place{} of {} file{}{}\n", options_.from,
               options_.writes ? "is called" : "would be called", options_.to, places, places == 1 ? "" : "s",
               texts_.size(), texts_.size() == 1 ? "" : "s", options_.writes ? "" : "; --write writes that");
    if (is_in_contract(named.symbol.kind))
      fmt::print(stderr,
                 "it is a part of the contract with the game: make the header anew with `ishi header`\n");
    if (kept_ > 0)
      fmt::print(stderr,
                 "`renamed_from: {}` lets saves and running games keep it; remove it when none is left\n",
                 named.symbol.name);
    return kGood;
  }

  const RenameOptions& options_;
  const std::vector<Input>& inputs_;
  const std::vector<Input>& all_;
  FolderReader reader_;
  Workspace workspace_;
  std::map<std::string, Text> texts_;
  size_t kept_ = 0;
};

}  // namespace

int run_rename(const RenameOptions& options) {
  const auto inputs = find_inputs(options.paths, options.root);
  if (!inputs) return kUsage;
  if (inputs->empty()) {
    complain("no source files (NAME.ishi.yaml) found");
    return kUsage;
  }
  const std::filesystem::path& root = inputs->front().root;
  if (std::ranges::any_of(*inputs, [&](const Input& input) { return input.root != root; })) {
    complain("these files are of several projects; rename in one after the other");
    return kUsage;
  }
  const auto all = find_inputs({root.string()}, root.string());
  if (!all || all->empty()) return kUsage;
  return Renamer(options, *inputs, *all).run();
}

}  // namespace ishi::compiler::cli
