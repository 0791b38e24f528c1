#pragma once

#include "language/field.h"
#include "resolve/scopes.h"
#include "syntax/tree.h"

namespace ishi::compiler {

// One entry of a section with every name in it as the model calls it: `std.near`, and what an imported file
// says of its own names. `section` is the row of the section. Reports names behind aliases that are not
// there. Names in expressions stay as they are: see Checker. New nodes go into `tree`.
const Node* qualify(const Field& section, const Node& entry, uint32_t file, const Scopes& scopes, Tree& tree,
                    Diagnostics& diagnostics);

// Reports that an imported file uses a name of those that import it.
void report_hidden(std::string_view name, Span span, std::string_view noun, Diagnostics& diagnostics);

// Reports that a file has no such name behind its alias. `noun`: what could stand there, "curve".
void report_unknown_behind(const Scopes::Alias& alias, Space space, std::string_view name, Span span,
                           std::string_view noun, const Scopes& scopes, Diagnostics& diagnostics);

// Reports that a file imports nothing under this alias, with which the text of `span` begins. `offer`: what
// stands behind it, where the name of a thing that offers it could stand before it.
void report_unknown_alias(std::string_view alias, Span span, uint32_t file, const Scopes& scopes,
                          Diagnostics& diagnostics, std::string_view offer = {});

}  // namespace ishi::compiler
