#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "workspace/answers.h"
#include "workspace/checked_file.h"

namespace ishi::compiler {

// The name of what is not written yet.
inline constexpr std::string_view kPlaceholder = "not_written_yet";

// The text as it would be if something were written at a place where nothing is: a key without a name makes a
// whole section unreadable, but a name that nobody knows does not. The same text if something is there.
[[nodiscard]] std::string with_placeholder(std::string_view text, uint32_t offset);

// The completions at a place of a text, the likeliest first. `now`: what was made of the text
// with_placeholder(); `names`: that, or an earlier version of it, of which names are known. `paths`: files of
// the project, for `include` and `import`; only used where wants_paths().
[[nodiscard]] std::vector<Completion> complete_at(std::string_view text, const CheckedFile& now,
                                                  const CheckedFile& names, uint32_t offset,
                                                  const std::vector<std::string>& paths);
[[nodiscard]] bool wants_paths(std::string_view text, uint32_t offset);

}  // namespace ishi::compiler
