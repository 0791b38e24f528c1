#include "asset/argument_check.h"

namespace ishi {

bool ArgumentCheck::reserve() {
  if (!required_before_.allocate(t_.parameters.size() + 1)) return false;
  required_before_[0] = 0;
  for (size_t i = 0; i < t_.parameters.size(); ++i)
    required_before_[i + 1] = required_before_[i] + t_.parameters[i].required();
  return true;
}

bool ArgumentCheck::of_event(const FormulaScope& own, const blob::Node& node) {
  if (!check_.that(node.subject() < t_.events.size(), StatusCode::index_out_of_range, &node)) return false;
  return match(own, node, part(t_.event_fields, t_.events[node.subject()].fields()), nullptr);
}

bool ArgumentCheck::match(const FormulaScope& own, const blob::Node& node,
                          std::span<const blob::Parameter> parameters, const uint32_t* required_before) {
  const auto may_skip = [&](size_t first, size_t end) {
    const bool has_all = required_before == nullptr || required_before[first] == required_before[end];
    return check_.that(has_all, StatusCode::argument_missing, &node);
  };
  uint32_t next = 0;
  for (const blob::Argument& argument : part(t_.arguments, node.arguments())) {
    const uint32_t index = argument.parameter();
    if (!check_.that(index < parameters.size(), StatusCode::index_out_of_range, &argument) ||
        !check_.that(index >= next, StatusCode::argument_order, &argument) || !may_skip(next, index) ||
        !formulas_.given(own, argument.formula(), results_of(parameters[index].variable().type()),
                         &argument)) {
      return false;
    }
    next = index + 1;
  }
  return may_skip(next, parameters.size());
}

}  // namespace ishi
