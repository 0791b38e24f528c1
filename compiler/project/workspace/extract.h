#pragma once

#include <cstdint>
#include <vector>

#include "workspace/answers.h"
#include "workspace/checked_file.h"
#include "workspace/snapshot_reader.h"

namespace ishi::compiler {

// Gives a part of an expression, which is selected, a name: an entry of `values`, or of `curves` where it is
// straight lines along one key. Tried before it is offered: what compiled still compiles.
[[nodiscard]] std::vector<CodeAction> extractions(const CheckedFile& checked, uint32_t begin, uint32_t end,
                                                  const FileReader& reader, ParsedFiles& included);

}  // namespace ishi::compiler
