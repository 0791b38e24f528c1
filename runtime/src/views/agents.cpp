#include "views/agents.h"

namespace ishi {

void Agents::describe(Variable& variable, const blob::Variable& source) const {
  variable.storage = storage_of(static_cast<ValueType>(source.type()));
  variable.scope = static_cast<Scope>(source.scope());
  const bool of_kind = source.type() == blob::ValueType::thing;
  variable.thing = of_kind ? things[source.reference()] : kAnyThing;
  variable.low = source.low();
  variable.high = source.high();
  variable.fallback[0] = source.fallback_x();
  variable.fallback[1] = source.fallback_y();
  variable.fallback[2] = source.fallback_z();
}

}  // namespace ishi
