#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "syntax/tree.h"

// Mutants: small changes of a behaviour's text, each of which some test should notice.

namespace ishi::compiler {

enum class MutantKind : uint8_t { step, event, condition, part, number, order };
inline constexpr size_t kMutantKinds = 6;

// One change of a text. It may leave something that does not compile.
struct Mutant {
  MutantKind kind{};
  Span span;                              // the bytes that are replaced
  std::vector<std::string> replacements;  // the first that compiles is tried
  Span shown;                             // what it is about
  std::string words;                      // of one line: "without `emit: radio`", "`30` becomes `45`"
};

// Lists the mutants of one file, in the order of its text: steps, handlers of events, conditions and other
// parts left out, numbers changed, and neighbours whose order counts swapped. The contract with the game, but
// for the counts of tokens and what things offer, tests and scenes are left alone. `text` is that of the file
// `file`, from which `root` was read.
[[nodiscard]] std::vector<Mutant> list_mutants(const Node& root, std::string_view text);

}  // namespace ishi::compiler
