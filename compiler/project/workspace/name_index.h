#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/name_uses.h"
#include "pipeline/pipeline.h"
#include "source/sources.h"

// The names of a file and of those that it includes or imports: where each is declared, and where it is used.
// The meaning of a name is the one that the compiler has found (model/name_uses.h).

namespace ishi::compiler {

enum class SymbolKind : uint8_t {
  enumeration,
  member,
  thing,
  field,
  key,
  task,
  parameter,
  event,
  curve,
  value,
  need,
  drive,
  profile,
  memory,
  candidates,
  token,
  sound,
  sense,
  level,
  choice,
  action,
  plan,
  offer,
  goal,
  method,
  planner,
  reward,
  steering,
  navigation,
  agent,
  state,
  team,
  scene,
  actor,   // an agent of a scene
  entity,  // of a test or scene
  test,
  loop_variable,
  alias,
};

// The noun for one, without an article: "key".
[[nodiscard]] std::string_view noun_of(SymbolKind kind);

struct Symbol {
  SymbolKind kind = SymbolKind::key;
  Span span;          // of the name where it is declared, without quotes
  Span whole;         // of the name and what is declared
  std::string name;   // as it is written there
  std::string owner;  // of what it is a part; empty for entries of sections
  std::string doc;    // what the text says under `doc`
  Type type;          // of what has one; else of kind `error`
};

struct SymbolUse {
  Span span;  // of the name alone
  uint32_t symbol = 0;
};

class NameIndex {
 public:
  NameIndex() = default;
  // `program` and `sources` may be gone afterwards.
  NameIndex(const Program& program, const Sources& sources, const NameUses& uses);

  [[nodiscard]] const std::vector<Symbol>& symbols() const { return symbols_; }
  // By place; each place once for each symbol that it means.
  [[nodiscard]] const std::vector<SymbolUse>& uses() const { return uses_; }
  // Paths of the files, by their number in spans.
  [[nodiscard]] const std::vector<std::string>& files() const { return files_; }

  // The symbols that the name at a place means or declares; a place directly behind a name counts. Names of
  // several things may be used as one.
  [[nodiscard]] std::vector<uint32_t> at(uint32_t file, uint32_t offset) const;
  // The symbol that is declared at a place; kNone if none is.
  [[nodiscard]] uint32_t declared_at(std::string_view path, uint32_t begin) const;
  // The symbols that must have the same name, since some places mean several of them.
  [[nodiscard]] std::vector<uint32_t> tied_to(uint32_t symbol) const;

  struct Place {
    std::string_view path;
    uint32_t begin = 0, end = 0;
    bool is_declaration = false;
  };
  // The declarations and uses of these symbols, by file and place.
  [[nodiscard]] std::vector<Place> places_of(const std::vector<uint32_t>& symbols) const;

 private:
  std::vector<Symbol> symbols_;
  std::vector<SymbolUse> uses_;
  std::vector<std::string> files_;
};

}  // namespace ishi::compiler
