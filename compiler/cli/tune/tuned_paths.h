#pragma once

#include <optional>
#include <vector>

#include "cli/verbs.h"
#include "tune/number_text.h"
#include "workspace/checked_file.h"

namespace ishi::compiler::cli {

// The numbers that a verb may change, in the order of the texts, each once: those that `--tune` names, or
// else those that the file marks. Nothing after messages on stderr.
[[nodiscard]] std::optional<std::vector<TunedNumber>> tuned_numbers(const CheckedFile& file,
                                                                    const TuneVerbOptions& options);

}  // namespace ishi::compiler::cli
