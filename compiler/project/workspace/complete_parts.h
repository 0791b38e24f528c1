#pragma once

#include <string_view>
#include <vector>

#include "workspace/completion_scope.h"

// The parts of a completion: keys, values and expressions.

namespace ishi::compiler {

// Keys of the mapping around the place.
[[nodiscard]] std::vector<Candidate> complete_key(const CompletionScope& scope);
// A value, or an item of a list.
[[nodiscard]] std::vector<Candidate> complete_value(const CompletionScope& scope);
// A name or word in the expression at the place; `begin` is set to where it begins.
[[nodiscard]] std::vector<Candidate> complete_formula(const CompletionScope& scope, const Field& field,
                                                      uint32_t& begin);
// The type that the value of a key has in `given`, `key` and the like; of kind `error` if that is not known.
[[nodiscard]] Type type_of_literal(const CompletionScope& scope);
// Literals of a type: words of an enum, entities of the test.
[[nodiscard]] std::vector<Candidate> literals_of(const CompletionScope& scope, const Type& type);

// Tasks and goals as steps, with the arguments that they must be given.
[[nodiscard]] std::vector<Candidate> called_tasks(const CompletionScope& scope);

// True if something is declared that a verb of steps could name: there is nothing to remember without a
// memory.
[[nodiscard]] bool has_something_to_name(const CompletionScope& scope, const Field& verb);

// Adds to `all`.
inline void append(std::vector<Candidate>& all, std::vector<Candidate> more) {
  all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}
[[nodiscard]] Candidate word_candidate(std::string_view word, std::string_view detail = {});

}  // namespace ishi::compiler
