#include "compiler/oracle/living.h"

#include <vector>

#include "compiler/oracle/arithmetic.h"
#include "compiler/oracle/expressions.h"

namespace ishi::compiler::oracle {
namespace {

uint32_t index_of(const Model& model, std::string_view name) {
  const uint32_t need = find_index(model.needs, name);
  return need != kNone ? need : static_cast<uint32_t>(model.needs.size()) + find_index(model.drives, name);
}

const Action& action_of(const Model& model, const Moment& moment, uint32_t option) {
  return model.actions[model.agents[moment.situation.agent].value.actions[option].index].value;
}

// What is added to each level.
struct Changes {
  explicit Changes(const Moment& moment) : amounts(moment.levels.size()) {}

  void add(uint32_t motive, const Expression& amount, double times, const Place& place) {
    amounts[motive] += number_of(amount, place, arithmetic) * times;
  }
  void apply(Moment& moment) const {
    for (size_t i = 0; i < amounts.size(); ++i) {
      Level& level = moment.levels[i];
      level.value = clamp(level.value + amounts[i], 0, 1);
      level.is_fragile = level.is_fragile || arithmetic.is_fragile();
    }
  }

  std::vector<double> amounts;
  Arithmetic arithmetic;
};

}  // namespace

bool has_carried(const Model& model) {
  for (uint32_t i = 0; i < model.needs.size() + model.drives.size(); ++i) {
    if (motive_of(model, i).is_carried()) return true;
  }
  return false;
}

const Motive& motive_of(const Model& model, uint32_t index) {
  return index < model.needs.size() ? model.needs[index].value
                                    : model.drives[index - model.needs.size()].value;
}

void advance_levels(const Model& model, Moment& moment) {
  const double seconds = static_cast<double>(moment.now - moment.advanced_at) / 1e6;
  Changes changes(moment);
  const Place place{model, moment, kNone, nullptr};
  for (uint32_t i = 0; i < moment.levels.size(); ++i) {
    const Motive& motive = motive_of(model, i);
    if (motive.rise.root == nullptr) continue;
    const bool rises = motive.while_rises.root == nullptr ||
                       number_of(*motive.while_rises.root, place, changes.arithmetic) != 0;
    if (rises) changes.add(i, *motive.rise.root, seconds, place);
  }
  if (moment.running != kNone) {
    const Place during{model, moment, moment.running, nullptr};
    for (const auto& [name, rate] : action_of(model, moment, moment.running).during.value)
      changes.add(index_of(model, name.text), *rate.root, seconds, during);
  }
  if (moment.advanced_at != moment.now) changes.apply(moment);
  moment.advanced_at = moment.now;
}

void complete(const Model& model, Moment& moment, uint32_t option, const Member* member) {
  Changes changes(moment);
  const Place place{model, moment, option, member};
  for (const auto& [name, amount] : action_of(model, moment, option).after.value)
    changes.add(index_of(model, name.text), *amount.root, 1, place);
  changes.apply(moment);
}

}  // namespace ishi::compiler::oracle
