#include "language/read_model.h"

#include "language/place_curves.h"
#include "language/reader.h"
#include "language/tables.h"

namespace ishi::compiler {

WrittenModel read_model(const Node& root, Diagnostics& diagnostics, std::vector<Formula>* formulas) {
  Model model;
  Reader(diagnostics, &root, formulas).read_record(kFileMapping, root, &model);
  place_curves(model, diagnostics);
  return WrittenModel(std::move(model));
}

}  // namespace ishi::compiler
