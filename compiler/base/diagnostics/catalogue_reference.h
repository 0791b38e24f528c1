#pragma once

#include <functional>
#include <string>

#include "diagnostics/catalogue.h"

namespace ishi::compiler {

// docs/diagnostics.md: the whole catalogue in Markdown, with an index and an anchor a code ("is102"). Ends
// with a line end. `said` gives what the compiler says to a row's wrong example; this layer cannot ask it.
[[nodiscard]] std::string catalogue_reference(
    const std::function<std::string(const CatalogueRow& row)>& said);

}  // namespace ishi::compiler
