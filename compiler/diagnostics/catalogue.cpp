#include "diagnostics/catalogue.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "diagnostics/catalogue_parts.h"

namespace ishi::compiler {

namespace {

std::vector<CatalogueRow> gather() {
  std::vector<CatalogueRow> rows;
  for (const auto part :
       {catalogue_text, catalogue_names, catalogue_types, catalogue_structure, catalogue_bodies,
        catalogue_planners, catalogue_choosing, catalogue_senses, catalogue_steering, catalogue_navigation,
        catalogue_findings, catalogue_behaviour, catalogue_oddities, catalogue_pipeline}) {
    const std::span<const CatalogueRow> more = part();
    rows.insert(rows.end(), more.begin(), more.end());
  }
  // A part may hold codes of several number ranges.
  std::ranges::stable_sort(rows, {}, &CatalogueRow::code);
  return rows;
}

// Stands in for a row that was forgotten, so that a diagnostic never fails; a test finds it.
constexpr CatalogueRow kMissingRow = {Code{}, Severity::error, "not in the catalogue", "", "", ""};

}  // namespace

std::span<const CatalogueRow> catalogue() {
  static const std::vector<CatalogueRow> kRows = gather();
  return kRows;
}

const CatalogueRow& catalogue_row(Code code) {
  const std::span<const CatalogueRow> rows = catalogue();
  const auto row = std::lower_bound(rows.begin(), rows.end(), code,
                                    [](const CatalogueRow& a, Code wanted) { return a.code < wanted; });
  return row != rows.end() && row->code == code ? *row : kMissingRow;
}

std::string code_text(Code code) { return fmt::format("IS{:03}", static_cast<unsigned>(code)); }

}  // namespace ishi::compiler
