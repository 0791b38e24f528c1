#pragma once

#include <functional>
#include <memory>

#include "diagnostics/diagnostics.h"
#include "expression/expression.h"
#include "model/model.h"

namespace ishi::compiler {

struct Node;

// The new value of a field of somebody, computed from the fields that they have then: `owned: owned + 1`. It
// has numbers, conditions, + - * /, `not` and a few functions; agents, keys and chance play no part in it.
class FieldFormula {
 public:
  // True if a value is a formula over these fields: not a literal, and not a word that is the name of no
  // field.
  [[nodiscard]] static bool is_meant(const Node& node, const Map<Variable>& fields);
  // Reads the formula for one of the fields. Null after a report.
  [[nodiscard]] static std::shared_ptr<const FieldFormula> read(const Node& node, const Map<Variable>& fields,
                                                                uint32_t field, Diagnostics& diagnostics);

  // The value where `field_of` gives the values of fields, held within the range of the field that is
  // computed.
  [[nodiscard]] double value(const std::function<double(uint32_t)>& field_of) const;

 private:
  ExpressionArena arena_;
  const Expression* root_ = nullptr;
  bool is_whole_ = false;
  bool is_condition_ = false;
  double low_ = 0, high_ = 0;
};

}  // namespace ishi::compiler
