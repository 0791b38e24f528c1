#include "bodies/assumed_keys.h"

#include <algorithm>
#include <utility>

#include "blackboard/record.h"

namespace ishi {

void AssumedKeys::assume(const float* state) const {
  b_.row.planned_keys = places_.data();
  b_.row.planned = state;
}

void AssumedKeys::read_now(float* state) const {
  assume(nullptr);
  for (uint32_t key = 0; key < b_.p.keys.size(); ++key) {
    const uint32_t place = places_[key];
    if (place == kNotFound) continue;
    const Variable& variable = b_.p.keys[key];
    const uint32_t row = variable.scope == Scope::agent  ? b_.row.slot
                         : variable.scope == Scope::team ? b_.row.team
                                                         : 0;
    const uint32_t axes = variable.storage == Storage::vector ? 3 : 1;
    for (uint32_t axis = 0; axis < axes; ++axis)
      state[place + axis] = variable.read(row, axis, b_.p.binding.entities);
  }
}

void AssumedKeys::change(std::span<const blob::Assignment> changes, float* next) const {
  f_.evaluate_all(changes, b_.givens);
  const float* from = f_.values_to_write(changes);
  for (const blob::Assignment& change : changes) {
    const float value[3] = {from[0], from[1], from[2]};
    from += 3;
    if (change.target() != blob::Target::key || places_[change.subject()] == kNotFound) continue;
    const Variable& key = b_.p.keys[change.subject()];
    float read[3];
    key.as_written(value, b_.p.binding.entities, read);
    std::copy_n(read, key.storage == Storage::vector ? 3 : 1, next + places_[change.subject()]);
  }
}

Given::Given(Row& row, const std::byte* record, std::span<const blob::Parameter> parameters)
    : row_(row),
      record_(std::exchange(row.record, record)),
      variables_(std::exchange(row.variables, parameters.data())) {}

Given::~Given() {
  row_.record = record_;
  row_.variables = variables_;
}

bool is_given_nobody(std::span<const blob::Parameter> parameters, const std::byte* record, uint64_t unknown) {
  for (size_t i = 0; i < parameters.size(); ++i) {
    const blob::Parameter& parameter = parameters[i];
    const bool is_entity = storage_of(static_cast<ValueType>(parameter.variable().type())) == Storage::entity;
    const bool is_known = i < 64 ? (unknown >> i & 1) == 0 : unknown == 0;
    if (is_entity && is_known && parameter.required() != 0 &&
        read_at<EntityId>(record, parameter.offset()) == kNobody)
      return true;
    if (is_known && lacks_place(record, parameter)) return true;
  }
  return false;
}

}  // namespace ishi
