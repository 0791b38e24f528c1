#pragma once

#include <functional>
#include <optional>
#include <string>

#include "language/field.h"
#include "workspace/answers.h"
#include "workspace/checked_file.h"
#include "workspace/score_ranges.h"

namespace ishi::compiler {

// Gives the ranges of the scores of the file: asked where a hover is about an action alone.
using GiveRanges = std::function<std::vector<ScoreRange>()>;

// The explanation of the name, field, word or function at a place, and the findings there. `has_map`: of an
// agent, an action or a state also a picture of its map, where it is not too large for a hover.
[[nodiscard]] std::optional<HoverText> hover_at(const CheckedFile& checked, uint32_t offset,
                                                const std::vector<Diagnostic>& findings,
                                                const GiveRanges& give_ranges, bool has_map = false);

// A field of the language as Markdown.
[[nodiscard]] std::string field_text(const Mapping& mapping, const Field& field);
// Describes a declared name in Markdown.
[[nodiscard]] std::string symbol_text(const CheckedFile& checked, const Symbol& symbol);
// "number 0..100", "`posture`"; empty for what has no type.
[[nodiscard]] std::string type_text(const CheckedFile& checked, const Symbol& symbol);

}  // namespace ishi::compiler
