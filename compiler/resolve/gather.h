#pragma once

#include "diagnostics/diagnostics.h"
#include "resolve/include.h"
#include "syntax/tree.h"

namespace ishi::compiler {

// One root mapping with the sections of all units: entries in the order in which files count, each
// with what it `extends` merged into it. Checks names on the way: their form, that each is declared
// once in its name space, and that none is a word of the language. New nodes go into `tree`.
const Node* gather(const Units& units, Tree& tree, Diagnostics& diagnostics);

}  // namespace ishi::compiler
