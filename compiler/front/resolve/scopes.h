#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <deque>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "language/limits.h"
#include "resolve/include.h"

// The names that each file can use. The files that the main file includes, directly or by way of others, are
// one scope; every imported file is one with those that it includes. In the model a name of the main scope
// stands as it is written; one of an imported file stands behind the alias under which that file was first
// met: "std.near".

namespace ishi::compiler {

enum class Section : uint8_t;  // language/field.h

// Names that an alias leads to; those of the contract are everybody's.
enum class Space : uint8_t {
  expressions,
  motives,
  importance,
  navigation,
  options,
  goals,
  planners,
  steering,
  senses,
  agents
};
inline constexpr size_t kSpaceCount = static_cast<size_t>(Space::agents) + 1;

// The name space of a section; false for those of the contract, and for tests.
[[nodiscard]] bool find_space(Section section, Space& space);
[[nodiscard]] bool find_space(std::string_view section, Space& space);

class Scopes {
 public:
  explicit Scopes(const Units& units);

  [[nodiscard]] bool has_imports() const { return has_imports_; }
  // Is a file of the main scope?
  [[nodiscard]] bool is_main(uint32_t file) const { return units_[unit_of(file)].is_main; }

  // Declares a name of a file; gives what it is called in the model.
  std::string_view declare(uint32_t file, Space space, std::string_view name, Span span);

  // The model's name for one that a file writes: the name itself in the main scope, and what the
  // scope of an imported file does not know.
  [[nodiscard]] std::string_view find(uint32_t file, Space space, std::string_view name) const;

  // Is it a name of the main scope, which an imported file cannot use?
  [[nodiscard]] bool is_hidden(uint32_t file, Space space, std::string_view name) const;

  struct Alias {
    std::string_view name;
    Span span;
    std::string_view path;    // of the file that it stands for
    uint32_t unit = kNoUnit;  // none if that could not be read
    mutable bool is_used = false;
  };
  static constexpr uint32_t kNoUnit = 0xffff'ffff;

  // Things and sets of candidates, which are the whole game's: no alias stands before them.
  void add_thing(std::string_view name) { things_.insert(name); }
  void add_candidates(std::string_view name) { candidates_.insert(name); }
  [[nodiscard]] const std::set<std::string_view>& things() const { return things_; }
  [[nodiscard]] bool is_thing(std::string_view name) const { return things_.contains(name); }
  [[nodiscard]] bool is_candidates(std::string_view name) const { return candidates_.contains(name); }
  // An import of a file, or null; it counts as used then.
  [[nodiscard]] const Alias* find_alias(uint32_t file, std::string_view name) const;
  [[nodiscard]] const std::vector<Alias>& aliases(uint32_t file) const {
    return units_[unit_of(file)].aliases;
  }
  // An alias that is wrong in itself, and has been reported: what stands behind it is not known.
  void forget(uint32_t file, std::string_view alias);
  // The model's name for one behind an alias; empty if the file that it stands for has none.
  [[nodiscard]] std::string_view find_behind(const Alias& alias, Space space, std::string_view name) const;
  [[nodiscard]] std::vector<std::string_view> names_behind(const Alias& alias, Space space) const;

  // "std.near" for "near", if something that the file imports has that name; else empty.
  [[nodiscard]] std::string behind_an_alias(uint32_t file, Space space, std::string_view name) const;

  [[nodiscard]] bool knows(Space space, std::string_view in_model) const {
    return by_model_name_[static_cast<size_t>(space)].contains(in_model);
  }
  // The words with which a file names `in_model`; empty if it cannot.
  [[nodiscard]] std::string spelled(uint32_t file, Space space, std::string_view in_model) const;

  // A name that one scope declares twice, once at least behind an import: the two places.
  struct Twice {
    std::string_view name;
    Span first, second;
  };
  [[nodiscard]] std::vector<Twice> declared_twice() const;
  // The place at which a file of an imported scope sees a name declared; an empty span if it does not.
  [[nodiscard]] Span declared_at(uint32_t file, Space space, std::string_view name) const;

  // The declaration of a name of the model: for ids.
  struct Origin {
    std::string_view path;  // of an imported file; empty for names of the main scope
    std::string_view name;
  };
  [[nodiscard]] Origin origin(Space space, std::string_view in_model) const;

 private:
  using FileSet = std::bitset<kLimits.included_files>;

  struct Unit {
    uint32_t file = 0;
    bool is_main = false;
    std::string_view path;
    std::string prefix;  // "std.", empty in the main scope
    FileSet scope;       // itself and what it includes
    std::vector<Alias> aliases;
  };
  struct Declared {
    uint32_t unit;
    std::string_view name;
    std::string_view in_model;
    Span span;
  };

  [[nodiscard]] uint32_t unit_of(uint32_t file) const { return unit_of_file_.at(file); }
  [[nodiscard]] const Declared* find_in(const FileSet& scope, Space space, std::string_view name) const;
  void name_imports(uint32_t unit);
  [[nodiscard]] std::string free_prefix(std::string prefix, std::string_view path) const;

  std::vector<Unit> units_;
  std::unordered_map<uint32_t, uint32_t> unit_of_file_;
  std::vector<uint32_t> import_targets_;
  std::array<std::unordered_map<std::string_view, std::vector<Declared>>, kSpaceCount> declared_;
  std::array<std::unordered_map<std::string_view, Declared>, kSpaceCount> by_model_name_;
  std::deque<std::string> texts_;
  std::set<std::string_view> things_;
  std::unordered_set<std::string_view> candidates_;
  bool has_imports_ = false;
};

}  // namespace ishi::compiler
