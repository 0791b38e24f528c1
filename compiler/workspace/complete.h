#pragma once

#include <string>
#include <vector>

#include "workspace/answers.h"
#include "workspace/checked_file.h"

namespace ishi::compiler {

// What can be written at a place of a text, the likeliest first. `now`: the text, which may be wrong there;
// `names`: it, or an earlier version of it, of which names are known. `paths`: files of the project, for
// `include` and `import`; only used where wants_paths().
[[nodiscard]] std::vector<Completion> complete_at(const CheckedFile& now, const CheckedFile& names,
                                                  uint32_t offset, const std::vector<std::string>& paths);
[[nodiscard]] bool wants_paths(const CheckedFile& now, uint32_t offset);

}  // namespace ishi::compiler
