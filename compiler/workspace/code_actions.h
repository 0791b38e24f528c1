#pragma once

#include <vector>

#include "workspace/answers.h"
#include "workspace/checked_file.h"

namespace ishi::compiler {

// The fixes of the findings that touch the bytes [begin, end) of a file: the edits that they
// suggest, and for warnings a comment that silences them.
[[nodiscard]] std::vector<CodeAction> code_actions_for(const CheckedFile& checked,
                                                       const std::vector<Diagnostic>& findings,
                                                       uint32_t begin, uint32_t end);

// `renamed_from` for the entry of a section at a place, which was called `before` and is called `after`, so
// that saves and reloads keep what agents have of it. None where that says nothing, or stands there already.
[[nodiscard]] std::vector<CodeAction> keep_old_name(const CheckedFile& checked, uint32_t offset,
                                                    std::string_view before, std::string_view after);

}  // namespace ishi::compiler
