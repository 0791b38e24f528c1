#include "diagnostics/catalogue_parts.h"

// 2xx: types, units and ranges.

namespace ishi::compiler {

std::span<const CatalogueRow> catalogue_types() { return {}; }

}  // namespace ishi::compiler
