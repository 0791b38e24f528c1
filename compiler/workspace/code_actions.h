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

}  // namespace ishi::compiler
