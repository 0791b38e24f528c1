#include "resolve/include.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "diagnostics/suggest.h"
#include "language/limits.h"
#include "language/scalar.h"
#include "syntax/read_tree.h"

namespace ishi::compiler {
namespace {

class Loader {
 public:
  Loader(const FileReader& reader, Sources& sources, Diagnostics& diagnostics)
      : reader_(reader), sources_(sources), diagnostics_(diagnostics) {}

  void load(const std::string& path, std::string text, Units& units) {
    const uint32_t file = sources_.add(path, std::move(text));
    SourceUnit& unit = units.units.emplace_back();
    unit.file = file;
    by_path_.emplace(path, file);
    chain_.push_back(path);
    unit.tree = read_tree(sources_.file(file).text(), file, diagnostics_);
    if (unit.tree.root->kind == NodeKind::mapping) {
      check_edition(*unit.tree.root, file);
      if (const Node* list = unit.tree.root->find("include")) load_includes(*list, path, units);
    }
    chain_.pop_back();
    units.in_order.push_back(&unit);
  }

 private:
  void check_edition(const Node& root, uint32_t file) {
    const Node* edition = root.find("ishi");
    if (edition == nullptr) {
      const Span start = root.entries.empty() ? Span{file, 0, 0} : root.entries[0].key_span;
      diagnostics_
          .report(Code::file_without_edition, start, "the file does not say which edition of the language it is written in")
          .help("let its first line be `ishi: 1`")
          .edit({file, start.begin, start.begin}, "ishi: 1\n");
      return;
    }
    if (edition->kind == NodeKind::poisoned) return;
    if (edition->kind != NodeKind::scalar || edition->text != "1") {
      diagnostics_
          .report(Code::unknown_edition, edition->span, "this is no edition of the language that this version of ishi knows")
          .help("write `ishi: 1`");
    } else if (root.entries[0].key != "ishi") {
      const auto entry = std::ranges::find(root.entries, "ishi", &Entry::key);
      diagnostics_
          .report(Code::file_without_edition, entry->key_span, "`ishi` must be the first key of the file")
          .label(root.entries[0].key_span, "this stands before it");
    }
  }

  void load_includes(const Node& list, const std::string& from, Units& units) {
    if (list.kind == NodeKind::poisoned) return;
    if (list.kind != NodeKind::sequence) {
      diagnostics_.report(Code::wrong_shape, list.span, "`include` is a list of paths")
          .help(list.kind == NodeKind::scalar ? fmt::format("write [{}]", list.text) : "write [game.ishi.yaml]");
      return;
    }
    for (const Node* item : list.items) {
      if (item->kind == NodeKind::poisoned) continue;
      if (item->kind != NodeKind::scalar) {
        diagnostics_.report(Code::wrong_shape, item->span, "a path is a single value");
        continue;
      }
      include(*item, from, units);
    }
  }

  void include(const Node& item, const std::string& from, Units& units) {
    const std::string_view path = item.text;
    if (path.find('\\') != std::string_view::npos) {
      diagnostics_.report(Code::include_path, item.span, "paths are written with `/` on every system");
      return;
    }
    if (!path.ends_with(".ishi.yaml")) {
      diagnostics_.report(Code::include_path, item.span, fmt::format("`{}` is not a source file of ishi", path))
          .help("the names of source files end in .ishi.yaml");
      return;
    }
    const std::optional<std::string> joined = join_paths(from, path);
    if (!joined) {
      report_outside(item);
      return;
    }
    const auto in_chain = std::ranges::find(chain_, *joined);
    if (in_chain != chain_.end()) {
      std::string chain;
      for (auto step = in_chain; step != chain_.end(); ++step) chain += *step + " → ";
      diagnostics_
          .report(Code::include_cycle, item.span,
                  *joined == from ? "the file includes itself" : fmt::format("`{}` includes this file in turn", path))
          .note(fmt::format("the chain: {}{}", chain, *joined))
          .help("move what both need into a third file");
      return;
    }
    if (by_path_.contains(*joined)) return;
    if (units.units.size() >= kLimits.included_files) {
      if (!std::exchange(too_many_reported_, true)) {
        diagnostics_.report(Code::too_many_entries, item.span,
                            fmt::format("more than {} files are included", kLimits.included_files));
      }
      return;
    }
    auto text = reader_.read(*joined);
    if (text) {
      load(*joined, std::move(*text), units);
      return;
    }
    switch (text.error()) {
      case ReadError::outside_root: report_outside(item); break;
      case ReadError::not_found:
        diagnostics_.report(Code::include_not_found, item.span, fmt::format("there is no file `{}`", *joined))
            .help("a path is seen from the folder of the file that includes it");
        break;
      case ReadError::not_a_file:
        diagnostics_.report(Code::include_unreadable, item.span, fmt::format("`{}` is not a file", *joined));
        break;
      case ReadError::unreadable:
        diagnostics_.report(Code::include_unreadable, item.span, fmt::format("`{}` cannot be read", *joined))
            .help("look at the file's permissions");
        break;
    }
  }

  void report_outside(const Node& item) {
    diagnostics_.report(Code::include_outside_root, item.span, fmt::format("`{}` lies outside the project", item.text))
        .help("the project is the nearest folder upward that holds an `ishi.yaml`, or what --root says; files are included from inside it");
  }

  const FileReader& reader_;
  Sources& sources_;
  Diagnostics& diagnostics_;
  std::map<std::string, uint32_t, std::less<>> by_path_;
  std::vector<std::string> chain_;
  bool too_many_reported_ = false;
};

}  // namespace

Units load_units(const std::string& path, std::string text, const FileReader& reader, Sources& sources,
                 Diagnostics& diagnostics) {
  Units units;
  units.main_file = sources.size();
  Loader(reader, sources, diagnostics).load(path, std::move(text), units);
  return units;
}

}  // namespace ishi::compiler
