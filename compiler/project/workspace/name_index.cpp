#include "workspace/name_index.h"

#include <algorithm>
#include <array>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "language/tables.h"
#include "workspace/collect_symbols.h"

namespace ishi::compiler {
namespace {

constexpr auto kNouns = std::to_array<std::string_view>({"enum",
                                                         "word of an enum",
                                                         "thing",
                                                         "field",
                                                         "key",
                                                         "task",
                                                         "parameter",
                                                         "event",
                                                         "curve",
                                                         "value",
                                                         "need",
                                                         "drive",
                                                         "importance profile",
                                                         "memory",
                                                         "set of candidates",
                                                         "token",
                                                         "sound",
                                                         "sense",
                                                         "level of awareness",
                                                         "choice",
                                                         "action",
                                                         "plan",
                                                         "offer",
                                                         "goal",
                                                         "method",
                                                         "planner",
                                                         "reward",
                                                         "steering",
                                                         "class of walkers",
                                                         "agent",
                                                         "state",
                                                         "team",
                                                         "scene",
                                                         "agent of a scene",
                                                         "entity",
                                                         "test",
                                                         "loop variable",
                                                         "import"});
static_assert(kNouns.size() == static_cast<size_t>(SymbolKind::alias) + 1);

bool is_of_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

uint64_t place_of(const Span& span) { return uint64_t{span.file} << 32U | span.begin; }

// Finds the symbols of the places at which names are declared, and brings uses into their final form.
class IndexBuilder {
 public:
  IndexBuilder(const Program& program, const Sources& sources, std::vector<Symbol>& symbols)
      : program_(program), sources_(sources), symbols_(symbols) {
    for (uint32_t i = 0; i < symbols.size(); ++i) by_place_.emplace(place_of(symbols[i].span), i);
  }

  std::vector<SymbolUse> build(const NameUses& uses) {
    for (const NameUse& use : uses.all()) add(use);
    for (const SourceUnit& unit : program_.units.units) {
      if (unit.tree.root != nullptr && unit.tree.root->kind == NodeKind::mapping) add_bases(unit);
    }
    std::ranges::sort(uses_, {}, [](const SymbolUse& use) {
      return std::tuple(use.span.file, use.span.begin, use.symbol);
    });
    const auto is_same = [](const SymbolUse& a, const SymbolUse& b) {
      return a.span == b.span && a.symbol == b.symbol;
    };
    uses_.erase(std::unique(uses_.begin(), uses_.end(), is_same), uses_.end());
    return std::move(uses_);
  }

 private:
  [[nodiscard]] std::optional<uint32_t> symbol_at(Span declaration) const {
    auto found = by_place_.find(place_of(declaration));
    if (found == by_place_.end()) {  // in quotes
      ++declaration.begin;
      found = by_place_.find(place_of(declaration));
    }
    if (found == by_place_.end()) return std::nullopt;
    return found->second;
  }

  // A declared name that is a slice of a text.
  [[nodiscard]] Span place_of_text(std::string_view text) const {
    for (uint32_t file = 0; file < sources_.size(); ++file) {
      const std::string_view whole = sources_.file(file).text();
      if (text.data() < whole.data() || text.data() + text.size() > whole.data() + whole.size()) continue;
      const auto begin = static_cast<uint32_t>(text.data() - whole.data());
      return {file, begin, begin + static_cast<uint32_t>(text.size())};
    }
    return {};
  }

  void add(const NameUse& use) {
    const Span declaration = use.declaration.end != 0 ? use.declaration : place_of_text(use.declared_text);
    if (const auto symbol = symbol_at(declaration)) add(use.use, *symbol);
  }

  // A use may have an alias, a sign or quotes around the name.
  void add(Span span, uint32_t symbol) {
    const std::string& name = symbols_[symbol].name;
    const std::string_view written = sources_.text(span);
    size_t at = written.rfind(name);
    const auto stands_alone = [&](size_t begin) {
      const size_t end = begin + name.size();
      return (begin == 0 || !is_of_name(written[begin - 1])) &&
             (end == written.size() || !is_of_name(written[end]));
    };
    if (at == std::string_view::npos || !stands_alone(at)) return;  // made by the language
    span.begin += static_cast<uint32_t>(at);
    span.end = span.begin + static_cast<uint32_t>(name.size());
    if (place_of(span) == place_of(symbols_[symbol].span)) return;
    uses_.push_back({span, symbol});
    add_alias_before(span, symbols_[symbol].kind);
  }

  // "std" of "std.near"; "fridge" of "fridge.snack".
  void add_alias_before(const Span& name, SymbolKind kind) {
    const std::string_view text = sources_.file(name.file).text();
    if (name.begin < 2 || text[name.begin - 1] != '.') return;
    const uint32_t end = name.begin - 1;
    uint32_t begin = end;
    while (begin > 0 && is_of_name(text[begin - 1])) --begin;
    const std::string_view before = text.substr(begin, end - begin);
    const Span span{name.file, begin, end};
    if (const Scopes::Alias* const alias = program_.scopes->find_alias(name.file, before); alias != nullptr) {
      if (const auto symbol = symbol_at(alias->span)) uses_.push_back({span, *symbol});
    } else if (kind == SymbolKind::offer) {
      for (uint32_t i = 0; i < symbols_.size(); ++i) {
        if (symbols_[i].kind == SymbolKind::thing && symbols_[i].name == before) uses_.push_back({span, i});
      }
    }
  }

  // The entries that others extend, and the items that they take out of inherited lists: these are gone from
  // the model.
  void add_bases(const SourceUnit& unit) {
    for (const Entry& section : unit.tree.root->entries) {
      const Field* const field = find_field(kFileMapping, section.key);
      if (field == nullptr || field->form != Form::map || section.value->kind != NodeKind::mapping) continue;
      for (const Entry& entry : section.value->entries) {
        if (entry.value->kind != NodeKind::mapping) continue;
        if (const Node* const base = entry.value->find("extends"); base != nullptr)
          add_by_name(section.key, *base, base->text, 0);
        add_taken_out(*field->item, *entry.value);
        if (section.key == "things") add_by_key(entry);
      }
    }
  }

  // An entry that adds offers to a thing of another file.
  void add_by_key(const Entry& thing) {
    for (uint32_t i = 0; i < symbols_.size(); ++i) {
      if (symbols_[i].kind == SymbolKind::thing && symbols_[i].name == thing.key) add(thing.key_span, i);
    }
  }

  void add_taken_out(const Field& field, const Node& node) {
    for (const Entry& entry : node.entries) {
      const Field* const inner = field_within(&field, entry.key);
      if (inner == nullptr) continue;
      if (inner->form == Form::references) {
        for (const Node* item : entry.value->items) {
          if (item->kind == NodeKind::scalar && item->text.starts_with('-'))
            add_by_name(section_name(inner->section), *item, item->text.substr(1), 1);
        }
      } else {
        add_taken_out(*inner, *entry.value);
      }
    }
  }

  void add_by_name(std::string_view section, const Node& node, std::string_view text, uint32_t sign) {
    if (node.kind != NodeKind::scalar) return;
    const size_t point = text.find('.');
    const Scopes::Alias* const alias =
        point == std::string_view::npos ? nullptr
                                        : program_.scopes->find_alias(node.span.file, text.substr(0, point));
    if (alias != nullptr && alias->unit == Scopes::kNoUnit) return;  // it could not be read
    const std::string_view name = alias == nullptr ? text : text.substr(point + 1);
    for (const Entry& one : program_.root->entries) {
      if (one.key != section) continue;
      for (const Entry& declared : one.value->entries) {
        Space space{};
        const std::string_view wanted = !find_space(section, space) ? name
                                        : alias != nullptr
                                            ? program_.scopes->find_behind(*alias, space, name)
                                            : program_.scopes->find(node.span.file, space, name);
        if (declared.key != wanted) continue;
        if (const auto symbol = symbol_at(declared.key_span))
          add({node.span.file, node.span.begin + sign, node.span.end}, *symbol);
      }
    }
  }

  const Program& program_;
  const Sources& sources_;
  std::vector<Symbol>& symbols_;
  std::unordered_map<uint64_t, uint32_t> by_place_;
  std::vector<SymbolUse> uses_;
};

}  // namespace

std::string_view noun_of(SymbolKind kind) { return kNouns[static_cast<size_t>(kind)]; }

NameIndex::NameIndex(const Program& program, const Sources& sources, const NameUses& uses)
    : symbols_(collect_symbols(program, sources)) {
  std::ranges::stable_sort(symbols_, {}, [](const Symbol& symbol) { return place_of(symbol.span); });
  const auto is_same = [](const Symbol& a, const Symbol& b) { return a.span == b.span; };
  symbols_.erase(std::unique(symbols_.begin(), symbols_.end(), is_same), symbols_.end());
  for (uint32_t i = 0; i < sources.size(); ++i) files_.push_back(sources.file(i).path());
  uses_ = IndexBuilder(program, sources, symbols_).build(uses);
}

std::vector<uint32_t> NameIndex::at(uint32_t file, uint32_t offset) const {
  std::vector<uint32_t> found;
  const auto holds = [&](const Span& span) {
    return span.file == file && span.begin <= offset && offset <= span.end;
  };
  for (const SymbolUse& use : uses_) {
    if (holds(use.span)) found.push_back(use.symbol);
  }
  for (uint32_t i = 0; i < symbols_.size(); ++i) {
    if (holds(symbols_[i].span)) found.push_back(i);
  }
  return found;
}

uint32_t NameIndex::declared_at(std::string_view path, uint32_t begin) const {
  for (uint32_t i = 0; i < symbols_.size(); ++i) {
    if (symbols_[i].span.begin == begin && files_[symbols_[i].span.file] == path) return i;
  }
  return kNone;
}

std::vector<uint32_t> NameIndex::tied_to(uint32_t symbol) const {
  std::vector<uint32_t> tied = {symbol};
  for (size_t next = 0; next < tied.size(); ++next) {
    for (size_t i = 0; i < uses_.size(); ++i) {
      if (uses_[i].symbol != tied[next]) continue;
      const auto take = [&](size_t other) {
        if (std::ranges::find(tied, uses_[other].symbol) == tied.end()) tied.push_back(uses_[other].symbol);
      };
      for (size_t other = i; other-- > 0 && uses_[other].span == uses_[i].span;) take(other);
      for (size_t other = i + 1; other < uses_.size() && uses_[other].span == uses_[i].span; ++other)
        take(other);
    }
  }
  return tied;
}

std::vector<NameIndex::Place> NameIndex::places_of(const std::vector<uint32_t>& symbols) const {
  std::vector<Place> places;
  for (const uint32_t symbol : symbols) {
    const Span& span = symbols_[symbol].span;
    places.push_back({files_[span.file], span.begin, span.end, true});
  }
  for (const SymbolUse& use : uses_) {
    if (std::ranges::find(symbols, use.symbol) == symbols.end()) continue;
    places.push_back({files_[use.span.file], use.span.begin, use.span.end, false});
  }
  const auto key = [](const Place& place) { return std::tuple(place.path, place.begin); };
  std::ranges::stable_sort(places, {}, key);
  const auto is_same = [&](const Place& a, const Place& b) { return key(a) == key(b); };
  places.erase(std::unique(places.begin(), places.end(), is_same), places.end());
  return places;
}

}  // namespace ishi::compiler
