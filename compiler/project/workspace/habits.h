#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>

#include "workspace/checked_file.h"
#include "workspace/described.h"

namespace ishi::compiler {

// The habits of a project's files: which field or name follows which, and what is written in a
// place of a kind. Completion offers first what has been written in such a place before.
class Habits {
 public:
  // The texts of `checked` must outlive it, but not its tree.
  explicit Habits(const CheckedFile& checked);

  // A kind of place: a row of a table, and what it belongs to where that decides.
  struct Place {
    const void* row = nullptr;
    std::string_view owner{};
  };

  // The number of times that `text` stands in such a place, and right behind `before` (empty: first).
  [[nodiscard]] double count(const Place& place, std::string_view text) const;
  [[nodiscard]] double count_behind(const Place& place, std::string_view before, std::string_view text) const;
  // The number of times that a name stands in expressions, and behind these tokens.
  [[nodiscard]] double count_in_formulas(std::string_view name) const;
  [[nodiscard]] double count_in_formulas(std::string_view before, std::string_view name) const;
  [[nodiscard]] double count_in_formulas(std::string_view earlier, std::string_view before,
                                         std::string_view name) const;
  // The number of times that a name stands in expressions of such a place.
  [[nodiscard]] double count_in_formulas_of(const Place& place, std::string_view name) const;

 private:
  void add_node(const Node& node, const Described& at, std::string_view owner);
  void add_formula(const Node& node, const Place& place);
  void note(const Place& place, std::string_view before, std::string_view text);

  std::unordered_map<std::string, double> counts_;
};

}  // namespace ishi::compiler
