#include "resolve/renames.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "language/node_words.h"
#include "language/scalar.h"
#include "language/tables.h"
#include "model/written.h"

namespace ishi::compiler {
namespace {

// Names that must differ: of a section, of the fields of one thing, of needs and drives.
struct Siblings {
  std::unordered_map<std::string_view, Span> names;
  struct Claim {
    std::string_view name;
    Span span;
  };
  std::unordered_map<std::string, Claim> claimed;  // old names, and who had them
};

class Collector {
 public:
  explicit Collector(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  Renames collect(const Node& root) {
    Siblings motives;
    for (const std::string_view section : {"needs", "drives"}) {
      if (const Node* const node = root.find(section)) gather(*node, motives);
    }
    for (const Field& section : kFileMapping.fields) {
      const Node* const node = root.find(section.name);
      if (node == nullptr || !has_named_entries(section)) continue;
      const bool is_of_motives = section.name == "needs" || section.name == "drives";
      Siblings own;
      if (!is_of_motives) gather(*node, own);
      map(section, *node, std::string(section.name), is_of_motives ? motives : own);
    }
    return std::move(renames_);
  }

 private:
  static bool has_named_entries(const Field& field) {
    return field.form == Form::map && field.item->form == Form::record && field.item->mapping->is_named;
  }

  static void gather(const Node& map, Siblings& siblings) {
    for (const Entry& entry : map.entries) siblings.names.emplace(entry.key, entry.key_span);
  }

  void map(const Field& field, const Node& node, const std::string& path, Siblings& siblings) {
    const Mapping& mapping = *field.item->mapping;
    for (const Entry& entry : node.entries) {
      if (entry.value->kind != NodeKind::mapping) continue;
      const std::string own = fmt::format("{}/{}", path, entry.key);
      if (const Node* const former = entry.value->find(kRenamedFrom.name);
          former != nullptr && mapping.keeps_state)
        add({entry.key, entry.key_span}, *former, own, mapping.title, siblings);
      if (&mapping == &kEnumMapping) add_members(*entry.value, own);
      for (const Field& inner : mapping.fields) {
        const Node* const child = entry.value->find(inner.name);
        if (child == nullptr || !has_named_entries(inner)) continue;
        Siblings parts;
        gather(*child, parts);
        map(inner, *child, fmt::format("{}/{}", own, inner.name), parts);
      }
    }
  }

  void add_members(const Node& node, const std::string& path) {
    const Node* const members = node.find("members");
    const Node* const renamed = node.find("members_renamed_from");
    if (members == nullptr || renamed == nullptr) return;
    Siblings siblings;
    for (const Node* member : members->items) siblings.names.emplace(member->text, member->span);
    for (const Entry& entry : renamed->entries) {
      if (siblings.names.contains(entry.key)) {
        add({entry.key, entry.key_span}, *entry.value, fmt::format("{}/members/{}", path, entry.key),
            "a member", siblings);
      } else if (is_new(entry.key_span)) {
        diagnostics_
            .report(Code::unknown_name, entry.key_span,
                    fmt::format("this enum has no member `{}`", entry.key))
            .help("write the member as it is called now, and behind the `:` what it was called before");
      }
    }
  }

  // An inherited fault stands in several entries, and is reported once.
  bool is_new(Span span) { return reported_.emplace(span.file, span.begin).second; }

  void add(const Name& name, const Node& former, const std::string& path, std::string_view title,
           Siblings& siblings) {
    std::vector<std::string_view>& names = renames_.former[path];
    const size_t point = name.text.rfind('.');
    const std::string_view alias = name.text.substr(0, point == std::string_view::npos ? 0 : point + 1);
    const auto take = [&](const Node& node) {
      if (node.kind != NodeKind::scalar || !is_name(node.text)) return;  // the reader says so
      if (is_free(name, alias, node, title, siblings)) names.insert(names.begin(), node.text);
    };
    if (former.kind == NodeKind::scalar) take(former);
    for (const Node* item : former.items) take(*item);
  }

  bool is_free(const Name& name, std::string_view alias, const Node& old, std::string_view title,
               Siblings& siblings) {
    const std::string full = fmt::format("{}{}", alias, old.text);
    const Span span = inner_span(old);
    if (full == name.text) {
      if (is_new(span)) {
        diagnostics_
            .report(Code::old_name_taken, span, fmt::format("`{}` is renamed from its own name", old.text))
            .help("write what it was called before, or take this out");
      }
      return false;
    }
    if (const auto other = siblings.names.find(full); other != siblings.names.end()) {
      if (is_new(span)) {
        diagnostics_
            .report(Code::old_name_taken, span,
                    fmt::format("`{}` cannot have been `{}`, which is still {} of its own", name.text,
                                old.text, title))
            .label(other->second, "it stands here")
            .help(fmt::format(
                "take this out: what there is of `{}` stays with `{}`; or give that one another name",
                old.text, old.text));
      }
      return false;
    }
    const auto [first, is_first] = siblings.claimed.emplace(full, Siblings::Claim{name.text, span});
    if (is_first || first->second.name == name.text) return is_first;
    if (is_new(span)) {
      diagnostics_
          .report(Code::old_name_taken, span,
                  fmt::format("both `{}` and `{}` say that they were `{}`", first->second.name, name.text,
                              old.text))
          .label(first->second.span, fmt::format("said of `{}` here", first->second.name))
          .help("leave it with one of the two: what there is goes over to one place");
    }
    return false;
  }

  Diagnostics& diagnostics_;
  Renames renames_;
  std::set<std::pair<uint32_t, uint32_t>> reported_;
};

}  // namespace

Renames collect_renames(const Node& root, Diagnostics& diagnostics) {
  return Collector(diagnostics).collect(root);
}

}  // namespace ishi::compiler
