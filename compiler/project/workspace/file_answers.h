#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "source/read_file.h"
#include "workspace/answers.h"
#include "workspace/checked_file.h"
#include "workspace/snapshot_reader.h"

// What an editor asks of one file that is checked, one subject a file.

namespace ishi::compiler {

// outline.cpp: the shape of a text: its entries, what can be folded, what to select next, what it includes.

[[nodiscard]] std::vector<OutlineEntry> outline_of(const CheckedFile& checked);
[[nodiscard]] std::vector<FoldingRange> folding_of(const CheckedFile& checked);
// The nodes around a place, from the narrowest to the whole text; each wider than the one before.
[[nodiscard]] std::vector<FilePlace> selection_around(const CheckedFile& checked, uint32_t offset);
[[nodiscard]] std::vector<FileLink> links_of(const CheckedFile& checked);
[[nodiscard]] std::vector<TestPlace> tests_of(const CheckedFile& checked);

// semantic_tokens.cpp: the kind of each word of a text, by place; none overlaps another.
[[nodiscard]] std::vector<SemanticToken> semantic_tokens_of(const CheckedFile& checked);

// value_hints.cpp: the inherited fields of an entry that `extends` another one, behind that one's name.
[[nodiscard]] std::vector<InlayHint> inherited_hints(const CheckedFile& checked);

// Hints at the quantities of plain numbers that stand for places on a curve's `input`, written as fractions
// of it.
[[nodiscard]] std::vector<InlayHint> unit_hints(const CheckedFile& checked);

// code_actions.cpp: the fixes of the findings that touch the bytes [begin, end) of a file: the edits that
// they suggest, for warnings a comment that silences them, for a name that is missing a declaration whose
// type fits its use. `files`: of the project, as they are now.
[[nodiscard]] std::vector<CodeAction> code_actions_for(const CheckedFile& checked,
                                                       const std::vector<Diagnostic>& findings,
                                                       uint32_t begin, uint32_t end, const FileReader& files);

// For an include of a file that is not there, where the finding touches these bytes: those of the project
// that are called nearly so, in its folder or below it.
[[nodiscard]] std::vector<CodeAction> files_nearby(const CheckedFile& checked,
                                                   const std::vector<Diagnostic>& findings, uint32_t begin,
                                                   uint32_t end, const std::vector<std::string>& files);

// `renamed_from` for the entry of a section at a place, which was called `before` and is called `after`, so
// that saves and reloads keep what agents have of it. None where that says nothing, or stands there already.
[[nodiscard]] std::vector<CodeAction> keep_old_name(const CheckedFile& checked, uint32_t offset,
                                                    std::string_view before, std::string_view after);

// extract.cpp: gives a part of an expression, which is selected, a name: an entry of `values`, or of `curves`
// where it is straight lines along one key. Tried before it is offered: what compiled still compiles.
[[nodiscard]] std::vector<CodeAction> extractions(const CheckedFile& checked, uint32_t begin, uint32_t end,
                                                  const FileReader& reader, ParsedFiles& included);

}  // namespace ishi::compiler
