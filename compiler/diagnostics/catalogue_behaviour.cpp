#include "diagnostics/catalogue_parts.h"

// 4xx: behaviour.

namespace ishi::compiler {

std::span<const CatalogueRow> catalogue_behaviour() { return {}; }

}  // namespace ishi::compiler
