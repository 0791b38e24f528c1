#pragma once

#include "diagnostics/diagnostics.h"
#include "language/field.h"
#include "syntax/tree.h"

namespace ishi::compiler {

// Merges into each entry of a section what it `extends` (language page, section 2): short forms are
// expanded, maps merge key by key, another kind replaces the inherited kind, `+name` and `-name`
// change an inherited list, everything else is replaced, `doc` is not inherited. Returns a section
// of the same entries, none of which says `extends` any more. New nodes go into `tree`. `inherited` counts
// what is copied over all sections; an entry that would bring it above the limit is reported (the first
// one) and poisoned.
const Node* inherit(const Field& section, const Node& entries, Tree& tree, Diagnostics& diagnostics,
                    size_t& inherited);

}  // namespace ishi::compiler
