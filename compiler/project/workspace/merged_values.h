#pragma once

#include <cstdint>
#include <string>

#include "workspace/checked_file.h"

namespace ishi::compiler {

// The values of an entry after `extends`, each with where it comes from, as Markdown: what `ishi show` says.
// Of an importance profile what is not written, too. `name`: where the entry is declared. Empty where all of
// it stands there.
[[nodiscard]] std::string merged_text(const CheckedFile& checked, const Span& name);

// What a value of an entry stands instead of: that of the entry which it extends; in an importance profile
// what counts where nothing is written. `offset`: in the value, or its key. Empty: of nothing.
[[nodiscard]] std::string replaced_text(const CheckedFile& checked, uint32_t offset);

}  // namespace ishi::compiler
