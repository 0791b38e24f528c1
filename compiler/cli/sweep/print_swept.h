#pragma once

#include <string>

#include "diagnostics/json.h"
#include "workspace/ask/swept.h"

namespace ishi::compiler::cli {

void print_swept(const Swept& swept);
void print_swept_csv(const Swept& swept);
[[nodiscard]] nlohmann::ordered_json swept_json(const Swept& swept);
[[nodiscard]] std::string swept_picture(const Swept& swept);
// Entries for `tests`, one for each side of each place where the decision changes.
[[nodiscard]] std::string swept_tests(const Swept& swept);

}  // namespace ishi::compiler::cli
