#pragma once

#include <vector>

#include "source/read_file.h"
#include "workspace/answers.h"
#include "workspace/checked_file.h"

namespace ishi::compiler {

// The fixes of the findings that touch the bytes [begin, end) of a file: the edits that they
// suggest, for warnings a comment that silences them, for a name that is missing a declaration whose type
// fits its use. `files`: of the project, as they are now.
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

}  // namespace ishi::compiler
