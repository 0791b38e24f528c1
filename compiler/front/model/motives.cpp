#include "model/motives.h"

#include <fmt/format.h>

namespace ishi::compiler {

const Named<Motive>& motive_at(const Model& model, uint32_t motive) {
  const auto needs = static_cast<uint32_t>(model.needs.size());
  return motive < needs ? model.needs[motive] : model.drives[motive - needs];
}

std::string motive_name(const Model& model, uint32_t motive) {
  return fmt::format("{}.{}", motive < model.needs.size() ? "needs" : "drives",
                     motive_at(model, motive).name.text);
}

}  // namespace ishi::compiler
