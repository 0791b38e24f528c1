#pragma once

#include <array>
#include <string_view>

#include "diagnostics/diagnostics.h"
#include "model/model.h"
#include "syntax/tree.h"

namespace ishi::compiler {

// Reads a written value of a key, field or parameter: a number with its unit, a word of its enum, a
// boolean, or [x, y, z] in bare metres for points and directions. Numbers must lie in the variable's
// range. Entities cannot be written as literals here. `what` is the noun in messages ("`hp`"). False
// after an error, which has been reported (or was before, if the variable or node is poisoned).
bool read_literal(const Model& model, const Variable& variable, const Node& node, std::string_view what,
                  Diagnostics& diagnostics, std::array<float, 3>& out);

// Warns of `8%`, or a range with such ends, for a number that goes to 100: it is 0.08. `text` is right
// otherwise.
void warn_of_percentage(const Variable& variable, std::string_view text, Span span, std::string_view what,
                        Diagnostics& diagnostics);

// Three numbers in a list: a point, or a direction, which must not be zero.
bool read_vector(const Node& node, bool is_direction, std::string_view what, Diagnostics& diagnostics,
                 std::array<float, 3>& out);

}  // namespace ishi::compiler
