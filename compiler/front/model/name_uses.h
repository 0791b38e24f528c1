#pragma once

#include <string_view>
#include <vector>

#include "ishi/compiler/diagnostic.h"

// The declarations that the names of the texts mean, noted while names are resolved, for whoever asks: what
// an editor lists as references and renames is so what the compiler has found.

namespace ishi::compiler {

struct NameUse {
  Span use;                          // of the name, perhaps with a sign or an alias before it
  Span declaration;                  // of the name where it is declared
  std::string_view declared_text{};  // if `declaration` is empty: the declared name, a slice of its text
};

// An inherited name is resolved for each entry that inherits it, so a use may be noted several times.
class NameUses {
 public:
  void note(Span use, Span declaration) { uses_.push_back({use, declaration}); }
  void note(Span use, std::string_view declared_text) { uses_.push_back({use, {}, declared_text}); }

  [[nodiscard]] const std::vector<NameUse>& all() const { return uses_; }

 private:
  std::vector<NameUse> uses_;
};

}  // namespace ishi::compiler
