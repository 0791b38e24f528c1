#include "diagnostics/catalogue_parts.h"

// 3xx: structure.

namespace ishi::compiler {

std::span<const CatalogueRow> catalogue_structure() { return {}; }

}  // namespace ishi::compiler
