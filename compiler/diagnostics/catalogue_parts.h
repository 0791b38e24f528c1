#pragma once

#include <span>

#include "diagnostics/catalogue.h"

// The catalogue's parts, a file for a hundred or so. Within a part the rows stand in the order of their
// codes.

namespace ishi::compiler {

[[nodiscard]] std::span<const CatalogueRow> catalogue_text();        // 0xx
[[nodiscard]] std::span<const CatalogueRow> catalogue_names();       // 1xx
[[nodiscard]] std::span<const CatalogueRow> catalogue_types();       // 2xx
[[nodiscard]] std::span<const CatalogueRow> catalogue_structure();   // 3xx up to 320
[[nodiscard]] std::span<const CatalogueRow> catalogue_bodies();      // 3xx from 321 on
[[nodiscard]] std::span<const CatalogueRow> catalogue_planners();    // 342
[[nodiscard]] std::span<const CatalogueRow> catalogue_choosing();    // 3xx from 343 on
[[nodiscard]] std::span<const CatalogueRow> catalogue_senses();      // of senses, sounds and awareness
[[nodiscard]] std::span<const CatalogueRow> catalogue_steering();    // 361 to 369
[[nodiscard]] std::span<const CatalogueRow> catalogue_navigation();  // 371 to 379
[[nodiscard]] std::span<const CatalogueRow> catalogue_findings();    // 4xx up to 409
[[nodiscard]] std::span<const CatalogueRow> catalogue_behaviour();   // 410 to 429
[[nodiscard]] std::span<const CatalogueRow> catalogue_oddities();    // 4xx from 430 on
[[nodiscard]] std::span<const CatalogueRow> catalogue_pipeline();    // 5xx

}  // namespace ishi::compiler
