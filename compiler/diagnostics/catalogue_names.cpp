#include "diagnostics/catalogue_parts.h"

// 1xx: names.

namespace ishi::compiler {

std::span<const CatalogueRow> catalogue_names() { return {}; }

}  // namespace ishi::compiler
