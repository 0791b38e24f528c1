#pragma once

#include "diagnostics/diagnostics.h"
#include "resolve/include.h"
#include "resolve/scopes.h"
#include "syntax/tree.h"

namespace ishi::compiler {

// One root mapping with the sections of all units: entries in the order in which files count, each
// with what it `extends` merged into it. Checks names on the way: their form, that each is declared
// once in its name space, and that none is a word of the language. New nodes go into `tree`.
// Names of imported files are called as the model calls them (scopes.h), where they are declared and where
// they are used, but in expressions; their tests are left out. `scopes` learns every name.
const Node* gather(const Units& units, Scopes& scopes, Tree& tree, Diagnostics& diagnostics);

// Warns of imports that no name of the main scope has used.
void report_unused_imports(const Units& units, const Scopes& scopes, Diagnostics& diagnostics);

}  // namespace ishi::compiler
