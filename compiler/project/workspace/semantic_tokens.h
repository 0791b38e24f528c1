#pragma once

#include <vector>

#include "workspace/answers.h"
#include "workspace/checked_file.h"

namespace ishi::compiler {

// The kind of each word of a text, by place; none overlaps another.
[[nodiscard]] std::vector<SemanticToken> semantic_tokens_of(const CheckedFile& checked);

}  // namespace ishi::compiler
