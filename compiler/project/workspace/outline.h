#pragma once

#include <string_view>
#include <vector>

#include "workspace/answers.h"
#include "workspace/checked_file.h"

// The shape of a text: its entries, what can be folded, what to select next, what it includes.

namespace ishi::compiler {

[[nodiscard]] std::vector<OutlineEntry> outline_of(const CheckedFile& checked);
[[nodiscard]] std::vector<FoldingRange> folding_of(const CheckedFile& checked);
// The nodes around a place, from the narrowest to the whole text; each wider than the one before.
[[nodiscard]] std::vector<FilePlace> selection_around(const CheckedFile& checked, uint32_t offset);
[[nodiscard]] std::vector<FileLink> links_of(const CheckedFile& checked);
[[nodiscard]] std::vector<TestPlace> tests_of(const CheckedFile& checked);

}  // namespace ishi::compiler
