#pragma once

#include "choices.h"
#include "yaml_tree.h"

namespace ishi::fuzzing {

// A document that is almost right, made of what the compiler's tables say may be written (language/tables.h):
// what is new there is written from then on. Names refer to what is declared, expressions to what exists; no
// more than that is looked after.
[[nodiscard]] YamlTree write_document(Choices& choices);

}  // namespace ishi::fuzzing
