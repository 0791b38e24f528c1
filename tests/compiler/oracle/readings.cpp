#include "compiler/oracle/readings.h"

#include <algorithm>

namespace ishi::compiler::oracle {

bool Readings::runs() const {
  const Moment& moment = place_.moment;
  return moment.running == place_.option &&
         (place_.member == nullptr || moment.running_for == place_.member->entity);
}

double Readings::ago(int64_t moment) const {
  return std::min(static_cast<double>(place_.moment.now - moment) / 1e6, 1e6);
}

double Readings::since_option(std::string_view name) const {
  const auto& actions = place_.model.agents[place_.moment.situation.agent].value.actions;
  const auto option = std::ranges::find(actions, name, &Reference::text);
  if (option == actions.end()) return 1e6;
  const auto index = static_cast<uint32_t>(option - actions.begin());
  return index == place_.moment.running ? 0 : ago(place_.moment.ended[index]);
}

int64_t Readings::elapsed() const {
  if (place_.option == kNone) return place_.moment.now - place_.moment.in_state_since;
  return runs() ? place_.moment.now - place_.moment.since : 0;
}

Value Readings::entity(int index) const {
  Value result;
  const bool is_gone = index >= 0 && index < kHandles && place_.moment.is_gone[static_cast<size_t>(index)];
  result.entity = is_gone ? kNobody : index;
  return result;
}

Value Readings::position(const Value& of) const {
  return of.entity == kNobody ? Value{} : vector(place_.moment.position_of(of.entity));
}

Value Readings::facing(const Value& of) const {
  if (of.entity == kSelf) return vector(place_.moment.situation.self.facing);
  if (of.entity != kNobody)
    return vector(place_.moment.situation.entities[static_cast<size_t>(of.entity)].facing);
  return {0, place_.model.up.value == Up::y ? 0.0 : 1.0, place_.model.up.value == Up::y ? 1.0 : 0.0, kNobody};
}

Value Readings::read(const Variable& variable, const std::vector<SituationValue>& values,
                     uint32_t index) const {
  for (const SituationValue& given : values) {
    if (given.index != index) continue;
    if (variable.resolved.kind == ValueKind::entity)
      return entity(given.entity == kNone ? kNobody : static_cast<int>(given.entity));
    return {given.value[0], given.value[1], given.value[2], kNobody};
  }
  return {variable.fallback[0], variable.fallback[1], variable.fallback[2], kNobody};
}

}  // namespace ishi::compiler::oracle
