#include "resolve/include.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "diagnostics/suggest.h"
#include "language/limits.h"
#include "language/scalar.h"
#include "language/words.h"
#include "syntax/look_alikes.h"
#include "syntax/read_tree.h"
#include "syntax/scan.h"
#include "system/paths.h"

namespace ishi::compiler {
namespace {

class Loader {
 public:
  Loader(const FileReader& reader, ParsedFiles& included, Sources& sources, Diagnostics& diagnostics)
      : reader_(reader), included_(included), sources_(sources), diagnostics_(diagnostics) {}

  void load_main(const std::string& path, std::string text, Units& units) {
    path_of_.emplace(reader_.identity(path), path);
    SourceUnit& unit = units.units.emplace_back();
    unit.file = sources_.add(path, std::move(text));
    unit.path = path;
    if (!is_one_line(path)) {
      diagnostics_
          .report(Code::file_name, {unit.file, 0, 0},
                  "the name of this file, or of a folder that it is in, is not UTF-8 or holds an invisible "
                  "control character")
          .note("names of files are kept in what is compiled, so that messages can tell where a thing stands")
          .help("rename it; letters, digits and underscores do on every system");
    }
    unit.tree = read_tree(sources_.file(unit.file).text(), unit.file, diagnostics_);
    finish(unit, path, units);
  }

 private:
  void load_included(const std::string& path, std::shared_ptr<const ParsedFile> parsed, Units& units) {
    SourceUnit& unit = units.units.emplace_back();
    unit.file = sources_.add(parsed->source);
    unit.path = path;
    unit.tree = parsed->tree.copy_for(unit.file);
    for (const Diagnostic& found : parsed->findings) diagnostics_.report(found, unit.file);
    unit.parsed = std::move(parsed);
    finish(unit, path, units);
  }

  // The file's own sections, and its includes.
  void finish(SourceUnit& unit, const std::string& path, Units& units) {
    is_open_[path] = true;
    unit_of_[path] = static_cast<uint32_t>(units.units.size() - 1);
    chain_.push_back(path);
    if (unit.tree.root->kind != NodeKind::mapping) units.is_complete = false;
    if (unit.tree.root->kind == NodeKind::mapping) {
      check_edition(*unit.tree.root, unit.file);
      if (const Node* list = unit.tree.root->find("include")) load_includes(*list, path, unit, units);
      if (const Node* map = unit.tree.root->find("import")) load_imports(*map, path, unit, units);
    }
    chain_.pop_back();
    is_open_[path] = false;
    units.in_order.push_back(&unit);
  }

  void check_edition(const Node& root, uint32_t file) {
    const Node* edition = root.find("ishi");
    if (edition == nullptr) {
      const Span start = root.entries.empty() ? Span{file, 0, 0} : root.entries[0].key_span;
      diagnostics_
          .report(Code::file_without_edition, start,
                  "the file does not say which edition of the language it is written in")
          .help("let its first line be `ishi: 1`")
          .edit({file, start.begin, start.begin}, "ishi: 1\n");
      return;
    }
    if (edition->kind == NodeKind::poisoned) return;
    if (edition->kind != NodeKind::scalar || edition->text != "1") {
      diagnostics_
          .report(Code::unknown_edition, edition->span,
                  edition->kind == NodeKind::scalar
                      ? fmt::format("`{}` is no edition of the language that this version of ishi knows",
                                    edition->text)
                      : std::string("the edition of the language is a single number"))
          .help("write `ishi: 1`; a later edition needs a later version of ishi");
    } else if (root.entries[0].key != "ishi") {
      const auto entry = std::ranges::find(root.entries, "ishi", &Entry::key);
      diagnostics_
          .report(Code::file_without_edition, entry->key_span, "`ishi` must be the first key of the file")
          .label(root.entries[0].key_span, "this stands before it")
          .help("let the first line of the file be `ishi: 1`");
    }
  }

  void load_includes(const Node& list, const std::string& from, SourceUnit& unit, Units& units) {
    if (list.kind == NodeKind::poisoned) {
      units.is_complete = false;
      return;
    }
    if (list.kind != NodeKind::sequence) {
      units.is_complete = false;
      auto report = diagnostics_.report(Code::wrong_shape, list.span, "`include` is a list of paths");
      std::string paths = list.kind == NodeKind::scalar ? meant_paths(list.text) : std::string();
      // One path without the suffix: with brackets alone it would be wrong again.
      if (const std::string named = name_of_source(paths);
          !named.empty() && paths.find(' ') == std::string::npos)
        paths = named;
      const bool is_alias = list.kind == NodeKind::mapping && !list.entries.empty();
      if (!paths.empty())
        report.help(fmt::format("write [{}]", paths)).edit(list.span, fmt::format("[{}]", paths));
      else
        report.help(is_alias ? "write [game.ishi.yaml]; names behind an alias come with `import`"
                             : "such as [game.ishi.yaml]");
      return;
    }
    for (const Node* item : list.items) {
      if (item->kind == NodeKind::scalar) {
        const uint32_t included = load(*item, from, units, "include");
        if (included != Import::kNotRead)
          unit.includes.push_back(included);
        else
          units.is_complete = false;
        continue;
      }
      units.is_complete = false;
      const auto is_poisoned = [](const Entry& entry) { return entry.value->kind == NodeKind::poisoned; };
      if (item->kind == NodeKind::poisoned || std::ranges::any_of(item->entries, is_poisoned)) continue;
      diagnostics_.report(Code::wrong_shape, item->span, "each entry of `include` is one path")
          .help("such as [game.ishi.yaml]");
    }
  }

  void load_imports(const Node& map, const std::string& from, SourceUnit& unit, Units& units) {
    if (map.kind != NodeKind::mapping) {
      units.is_complete = false;
      if (map.kind == NodeKind::poisoned) return;
      const bool is_wrapped =
          map.kind == NodeKind::sequence && map.items.size() == 1 && map.items[0]->kind == NodeKind::scalar;
      const std::string_view path = map.kind == NodeKind::scalar ? map.text
                                    : is_wrapped                 ? map.items[0]->text
                                                                 : std::string_view();
      diagnostics_.report(Code::wrong_shape, map.span, "`import` gives each file an alias of your choice")
          .help(path.empty() ? "such as { library: ../library.ishi.yaml }"
                             : fmt::format("write {{ library: {} }}", path));
      return;
    }
    for (const Entry& entry : map.entries) {
      Import import{entry.key, entry.key_span, entry.value->text};
      if (entry.value->kind == NodeKind::scalar) {
        import.unit = load(*entry.value, from, units, "import");
      } else if (entry.value->kind != NodeKind::poisoned) {
        diagnostics_.report(Code::wrong_shape, entry.value->span, "an import is `alias: path`, with one path")
            .help("such as { library: ../library.ishi.yaml }; each file gets an alias of its own");
      }
      if (import.unit == Import::kNotRead) units.is_complete = false;
      unit.imports.push_back(import);
    }
  }

  // `a.ishi.yaml b.ishi.yaml`, `a.ishi.yaml, b.ishi.yaml`: with commas, without `;` and the like.
  static std::string meant_paths(std::string_view text) {
    constexpr std::string_view kSuffix = ".ishi.yaml";
    std::string result;
    while (true) {
      const size_t begin = text.find_first_not_of(" ,;");
      if (begin == std::string_view::npos) return result;
      const size_t end = text.find(kSuffix, begin);
      // A path may have blanks; without the suffix it is one that is wrong by itself.
      const size_t length =
          end == std::string_view::npos ? text.size() - begin : end + kSuffix.size() - begin;
      result += fmt::format("{}{}", result.empty() ? "" : ", ", text.substr(begin, length));
      text.remove_prefix(begin + length);
    }
  }

  // The path with the suffix of source files in place of a similar one; empty for a path of some other kind.
  static std::string name_of_source(std::string_view path) {
    for (const std::string_view suffix : {".ishi.yaml", ".ishi.yml", ".yaml", ".yml", ".ishi"}) {
      if (path.ends_with(suffix)) path.remove_suffix(suffix.size());
    }
    const bool is_other = path.substr(path.find_last_of('/') + 1).find('.') != std::string_view::npos;
    return path.empty() || is_other ? std::string() : fmt::format("{}.ishi.yaml", path);
  }

  // Is the path of the right form? Reports what is wrong with it.
  bool check_path(const Node& item, std::string_view verb) {
    const std::string_view path = item.text;
    if (path.empty()) {
      diagnostics_.report(Code::include_path, item.span, "the path is empty")
          .help("write the path of a file, such as game.ishi.yaml");
    } else if (path.find('\\') != std::string_view::npos) {
      std::string mended(path);
      std::ranges::replace(mended, '\\', '/');
      diagnostics_.report(Code::include_path, item.span, "paths are written with `/` on every system")
          .help(fmt::format("write {}", mended))
          .edit(item.span, mended);
    } else if (path.starts_with('/')) {
      diagnostics_
          .report(Code::include_path, item.span,
                  fmt::format("a path begins at the folder of the file that {}s it, not with `/`", verb))
          .help("write the way from this file to the other, such as ../shared/game.ishi.yaml");
    } else if (!is_one_line(path)) {
      diagnostics_.report(Code::include_path, item.span, "a path stands on one line and holds no tabs")
          .help("rename the file if its name holds one");
    } else if (const LookAlike quote = look_alike(path);
               quote.kind == LookAlikeKind::quote && quote.bytes > 0) {
      std::string_view inner = path.substr(quote.bytes);
      for (size_t at = 0; at < inner.size(); ++at) {
        const LookAlike closing = look_alike(inner.substr(at));
        if (closing.bytes > 0 && closing.kind == LookAlikeKind::quote) inner = inner.substr(0, at);
      }
      diagnostics_
          .report(Code::look_alike, item.span, fmt::format("`{}` has the quotes of a word processor", path))
          .help(fmt::format("write {}: a path needs no quotes", inner))
          .edit(item.span, std::string(inner));
    } else if (const std::string several = meant_paths(path); several.find(',') != std::string::npos) {
      diagnostics_.report(Code::include_path, item.span, "here are several paths in one")
          .help(fmt::format("write {}: a comma stands between two", several));
    } else if (!path.ends_with(".ishi.yaml")) {
      const std::string named = name_of_source(path);
      auto report = diagnostics_.report(Code::include_path, item.span,
                                        fmt::format("`{}` is not a source file of ishi", path));
      if (named.empty())
        report.help("the names of source files end in .ishi.yaml");
      else
        report.help(fmt::format("the names of source files end in .ishi.yaml: {}", named));
    } else {
      return true;
    }
    return false;
  }

  // Includes or imports a file, as `verb` says: reads it, once, and gives its unit; kNotRead if it cannot be
  // read.
  uint32_t load(const Node& item, const std::string& from, Units& units, std::string_view verb) {
    if (!check_path(item, verb)) return Import::kNotRead;
    const std::optional<std::string> joined = join_paths(from, item.text);
    if (!joined) {
      report_outside(item);
      return Import::kNotRead;
    }
    // A file that is reached by a link, too, is the one that was met first.
    const std::string& path = path_of_.emplace(reader_.identity(*joined), *joined).first->second;
    const auto known = is_open_.find(path);
    if (known != is_open_.end()) {
      if (known->second) report_cycle(item, path, from, verb);
      return unit_of_.at(path);  // its names are there all the same
    }
    if (units.units.size() >= kLimits.included_files) {
      if (!std::exchange(too_many_reported_, true)) {
        diagnostics_
            .report(Code::too_many_entries, item.span,
                    fmt::format("more than {} files are included", kLimits.included_files))
            .help("bring some of them together, or include fewer");
      }
      return Import::kNotRead;
    }
    auto parsed = included_.get(path, reader_);
    if (!parsed) {
      report_unreadable(item, path, parsed.error(), verb);
      return Import::kNotRead;
    }
    load_included(path, std::move(*parsed), units);
    return unit_of_.at(path);
  }

  void report_cycle(const Node& item, const std::string& path, const std::string& from,
                    std::string_view verb) {
    if (diagnostics_.is_full()) {  // of thousands, the words are not even made
      diagnostics_.report(Code::include_cycle, item.span, {});
    } else if (path == from) {
      diagnostics_.report(Code::include_cycle, item.span, fmt::format("the file {}s itself", verb))
          .help(fmt::format("take the path out of `{}`", verb));
    } else {
      diagnostics_
          .report(Code::include_cycle, item.span,
                  verb == "include" ? fmt::format("`{}` includes this file in turn", item.text)
                                    : fmt::format("`{}` needs this file in turn", item.text))
          .note(fmt::format("the chain: {}", circle_text(chain_, path)))
          .help("take it out here, or move what both files need into a third one");
    }
  }

  void report_unreadable(const Node& item, const std::string& path, const ReadError& error,
                         std::string_view verb) {
    switch (error.why) {
      case ReadError::outside_root: report_outside(item); break;
      case ReadError::not_found: report_not_found(item, path, verb); break;
      case ReadError::not_a_file:
        diagnostics_.report(Code::include_unreadable, item.span, fmt::format("`{}` is not a file", path))
            .help(fmt::format("if it is a folder, {} the files in it one by one", verb));
        break;
      case ReadError::unreadable:
        diagnostics_.report(Code::include_unreadable, item.span, fmt::format("`{}` cannot be read", path))
            .note(fmt::format("the system says: {}", error_text(error.system)))
            .help("look at the file's permissions, and at the disk that it is on");
        break;
    }
  }

  // The file may stand beside the one that names it, or in a folder above.
  void report_not_found(const Node& item, const std::string& path, std::string_view verb) {
    auto report = diagnostics_.report(
        Code::include_not_found, item.span,
        fmt::format("there is no file `{}`{}", path, verb == "import" ? " to import" : ""));
    const std::string& from = chain_.back();
    const std::string_view name = item.text.substr(item.text.rfind('/') + 1);
    const std::string from_root(item.text.substr(item.text.starts_with("./") ? 2 : 0));
    const auto depth = static_cast<size_t>(std::ranges::count(from, '/'));
    std::vector<std::string> meant = {std::string(name)};
    for (std::string above = "../"; meant.size() < 2 * depth + 1; above += "../") {
      meant.push_back(above + from_root);
      meant.push_back(above + std::string(name));
    }
    for (const std::string& one : meant) {
      const auto joined = join_paths(from, one);
      if (one == item.text || !joined || *joined == from || !reader_.read(*joined)) continue;
      report.suggest(item.span, one);
      return;
    }
    report.help(
        fmt::format("look at the spelling; a path begins at the folder of the file that {}s it", verb));
  }

  void report_outside(const Node& item) {
    auto report = diagnostics_.report(Code::include_outside_root, item.span,
                                      fmt::format("`{}` lies outside the project", item.text));
    if (!sources_.viewpoint().root.empty())
      report.note(fmt::format("the project is the folder {}", sources_.viewpoint().root));
    const std::string both = folder_of_both(item.text);
    if (both.empty()) {
      report.help(
          "move the file into the project, which is the nearest folder upward with an `ishi.yaml` in it, "
          "or what --root says");
      return;
    }
    report.help(fmt::format(
        "put an `ishi.yaml`, which may be empty, into {0}: the project then begins there; or say --root {0}",
        both));
  }

  // The folder that holds both the project and a file outside of it; empty if that is not known.
  [[nodiscard]] std::string folder_of_both(std::string_view path) const {
    const std::string& root = sources_.viewpoint().root;
    if (root.empty() || !path.starts_with("../")) return {};
    const std::string& from = chain_.back();
    auto steps = static_cast<ptrdiff_t>(-std::ranges::count(from, '/'));
    for (; path.starts_with("../"); path.remove_prefix(3)) ++steps;
    std::string folder = root;
    for (; steps > 0; --steps) {
      const size_t slash = folder.find_last_of("/\\");
      if (slash == std::string::npos || slash == 0) return {};
      folder.resize(slash);
    }
    return folder == root ? std::string() : folder;
  }

  const FileReader& reader_;
  ParsedFiles& included_;
  Sources& sources_;
  Diagnostics& diagnostics_;
  std::unordered_map<std::string, bool> is_open_;  // the files met: is it still being read, in chain_?
  std::unordered_map<std::string, uint32_t> unit_of_;
  std::unordered_map<std::string, std::string> path_of_;  // by what the reader says is one file
  std::vector<std::string> chain_;
  bool too_many_reported_ = false;
};

}  // namespace

Units load_units(const std::string& path, std::string text, const FileReader& reader, ParsedFiles& included,
                 Sources& sources, Diagnostics& diagnostics) {
  Units units;
  units.main_file = sources.size();
  Loader(reader, included, sources, diagnostics).load_main(path, std::move(text), units);
  return units;
}

}  // namespace ishi::compiler
