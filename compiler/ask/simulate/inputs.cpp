#include "simulate/inputs.h"

#include <algorithm>

#include "model/motives.h"

namespace ishi::compiler {

std::vector<Input> inputs_of(const Model& model) {
  std::vector<Input> inputs;
  for (uint32_t key = 0; key < model.blackboard.size(); ++key) {
    const Variable& variable = model.blackboard[key].value;
    inputs.push_back({std::string(model.blackboard[key].name.text), &variable, key, variable.fallback});
  }
  const auto motives = static_cast<uint32_t>(model.needs.size() + model.drives.size());
  for (uint32_t motive = 0; motive < motives; ++motive) {
    const Motive& level = motive_at(model, motive).value;
    if (level.is_carried())
      inputs.push_back(
          {motive_name(model, motive), nullptr, motive, {static_cast<float>(level.start.value), 0, 0}});
  }
  return inputs;
}

SituationValue& find_or_add(std::vector<SituationValue>& values, uint32_t index, const Vector& fallback) {
  const auto found = std::ranges::find(values, index, &SituationValue::index);
  return found != values.end() ? *found : values.emplace_back(SituationValue{index, fallback});
}

const SituationValue* Input::find_in(const Situation& situation) const {
  const auto& values = variable == nullptr ? situation.levels : situation.keys;
  const auto found = std::ranges::find(values, index, &SituationValue::index);
  return found == values.end() ? nullptr : &*found;
}

SituationValue& Input::value_in(Situation& situation) const {
  return find_or_add(variable == nullptr ? situation.levels : situation.keys, index, fallback);
}

}  // namespace ishi::compiler
