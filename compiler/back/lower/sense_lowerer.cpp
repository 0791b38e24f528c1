#include <vector>

#include "expression/parts.h"
#include "lower/body_lowerer.h"

// The formulas of senses and sounds about their targets.

namespace ishi::compiler {
namespace {

// The parts of `a and b and …`.
void split(const Expression& node, std::vector<const Expression*>& parts) {  // NOLINT(misc-no-recursion)
  if (node.kind != ExpressionKind::both) return parts.push_back(&node);
  for (const Expression* operand : node.operands) split(*operand, parts);
}

}  // namespace

std::vector<LoweredSense> BodyLowerer::lower_senses(const Agent& agent) {
  std::vector<LoweredSense> lowered;
  at_.record_kind = RecordKind::sense;
  for (const Reference& reference : agent.senses) {
    if (reference.index == kNone) continue;
    const Sense& sense = model_.senses[reference.index].value;
    LoweredSense& own = lowered.emplace_back();
    own.sense = reference.index;
    if (sense.when.root != nullptr) {
      // The part that depends on the target alone is computed once for all agents.
      std::vector<const Expression*> parts, of_target, of_pairs;
      split(*sense.when.root, parts);
      for (const Expression* part : parts)
        (is_of_target_alone(model_, *part) ? of_target : of_pairs).push_back(part);
      own.filter = lower_conditions(of_target, sense.when);
      own.when = lower_conditions(of_pairs, sense.when);
    }
    assume(sense.when);
    own.visibility = lower_formula(sense.visibility);
    own.rise = lower_formula(sense.awareness.value.rise);
    at_.assumed.clear();
  }
  at_.record_kind = RecordKind::none;
  return lowered;
}

LoweredFormula BodyLowerer::lower_scale(const Sound& sound) {
  at_.record_kind = RecordKind::sense;
  LoweredFormula lowered = lower_formula(sound.scale);
  at_.record_kind = RecordKind::none;
  return lowered;
}

}  // namespace ishi::compiler
