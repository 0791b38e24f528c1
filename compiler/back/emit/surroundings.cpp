#include "emit/surroundings.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "ishi/asset_info.h"
#include "ishi/program.h"

namespace ishi::compiler {
namespace {

blob::SenseKind kind_of(const Sense& sense) {
  switch (sense.kind()) {
    case SenseKind::touch: return blob::SenseKind::touch;
    case SenseKind::sight: return blob::SenseKind::sight;
    case SenseKind::hearing: break;
  }
  return blob::SenseKind::hearing;
}
float range_of(const Sense& sense) {
  switch (sense.kind()) {
    case SenseKind::touch: return static_cast<float>(sense.touch.value.range.value);
    case SenseKind::sight: return static_cast<float>(sense.sight.value.range.value);
    case SenseKind::hearing: break;
  }
  return static_cast<float>(sense.hearing.value.sensitivity.value);
}
bool has_occlusion(const Sense& sense) {
  switch (sense.kind()) {
    case SenseKind::touch: return sense.touch.value.occlusion.value;
    case SenseKind::sight: return sense.sight.value.occlusion.value;
    case SenseKind::hearing: break;
  }
  return sense.hearing.value.occlusion.value;
}
// Of half the field of sight: all around is exactly -1, half of it exactly 0.
float cosine_of(const Sense& sense) {
  constexpr double kClose = 1e-9;  // radians
  if (!sense.sight.given) return -1;
  const double half = sense.sight.value.field.value / 2;
  if (half >= std::numbers::pi - kClose) return -1;
  if (std::abs(half - std::numbers::pi / 2) < kClose) return 0;
  return evaluate_operation(OperationCode::cosine, static_cast<float>(half), 0, 0);
}

}  // namespace

void SurroundingsEmitter::add_navigation() {
  for (const auto& [name, navigation] : model_.navigation) {
    const size_t first = travel_costs_.size();
    if (navigation.cells.given()) {
      for (const Name& member : model_.enums[navigation.cells.index].value.members) {
        const uint32_t cost = find_index(navigation.costs, member.text);
        const double steps = cost == kNone ? 1 : navigation.costs[cost].value.value;
        travel_costs_.push_back(std::isinf(steps) ? 0U : static_cast<uint32_t>(steps));
      }
    }
    navigations_.emplace_back(
        model_.imported.id("navigation", name.text), static_cast<uint32_t>(navigation.step.value),
        static_cast<uint32_t>(navigation.turn.side.value), static_cast<uint32_t>(navigation.turn.back.value),
        static_cast<uint32_t>(navigation.max_steps.value), static_cast<uint8_t>(navigation.neighbours.value),
        navigation.corners.value ? uint8_t{1} : uint8_t{0}, uint16_t{0},
        static_cast<float>(navigation.speed.value),
        navigation.cells.given() ? navigation.cells.index : kNotFound, add_range(travel_costs_, first), 0U);
    names_.navigations.emplace_back(name.text);
  }
}

blob::Range SurroundingsEmitter::add_senses(const LoweredAgent& lowered, const AgentBodies& bodies) {
  const size_t first = senses_.size();
  for (size_t i = 0; i < lowered.senses.size(); ++i) {
    const auto& [name, sense] = model_.senses[lowered.senses[i].sense];
    const SenseFormulas& formulas = bodies.senses[i];
    const size_t first_sound = sense_sounds_.size();
    for (const Reference& sound : sense.hearing.value.sounds) sense_sounds_.push_back(sound.index);
    std::ranges::sort(sense_sounds_.begin() + static_cast<ptrdiff_t>(first_sound), sense_sounds_.end());
    senses_.emplace_back(model_.imported.id("senses", name.text), kind_of(sense),
                         has_occlusion(sense) ? uint8_t{1} : uint8_t{0}, uint16_t{0},
                         sense.hearing.given ? kNotFound : sense.target.reference, range_of(sense),
                         cosine_of(sense), sense.remember.index, formulas.filter, formulas.when,
                         formulas.visibility, formulas.rise, add_range(sense_sounds_, first_sound), 0U);
    names_.senses.emplace_back(name.text);
  }
  return add_range(senses_, first);
}

blob::Range SurroundingsEmitter::add_steerings(const LoweredAgent& lowered, const AgentBodies& bodies) {
  const size_t first = steerings_.size();
  for (size_t i = 0; i < lowered.steerings.size(); ++i) {
    const LoweredSteering& own = lowered.steerings[i];
    const auto& [name, steering] = model_.steering[own.steering];
    const size_t first_behaviour = behaviours_.size();
    for (const LoweredBehaviour& one : own.behaviours) {
      behaviours_.emplace_back(static_cast<blob::SteeringKind>(one.kind), uint8_t{0}, uint16_t{0}, one.when,
                               one.weight, one.known, one.right, one.ahead, one.set, one.constant, one.range,
                               one.stop);
    }
    steerings_.emplace_back(model_.imported.id("steering", name.text),
                            add_range(behaviours_, first_behaviour), bodies.steerings[i], own.speed,
                            own.constant, static_cast<uint16_t>(steering.directions.value),
                            steering.interpolate.value ? uint8_t{1} : uint8_t{0}, uint8_t{0});
    names_.steerings.emplace_back(name.text);
  }
  return add_range(steerings_, first);
}

}  // namespace ishi::compiler
