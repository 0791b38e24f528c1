#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "language/limits.h"
#include "lower/body_lowerer.h"

// Steerings: all that the parts of one are given is one program, so that what several of them read is
// computed once. What is the same for every agent and at any time stands in the blob as a number.

namespace ishi::compiler {
namespace {

class SteeringProgram {
 public:
  SteeringProgram(const Model& model, ProgramBuilder& builder, ExpressionLowerer& expressions)
      : model_(model), builder_(builder), expressions_(expressions) {}

  void add_speed(const Formula& speed, LoweredSteering& lowered) {
    if (speed.root == nullptr) return;
    lowered.speed = number(*speed.root, lowered.constant);
    lowered.constant = std::max(lowered.constant, 0.0F);
  }

  void add(const SteeringBehaviour& behaviour, LoweredSteering& lowered) {
    LoweredBehaviour part;
    part.kind = behaviour.kind();
    const size_t mark = behaviour.when.root != nullptr ? expressions_.assume(*behaviour.when.root, true) : 0;
    if (behaviour.when.root != nullptr) {
      float holds = 1;
      part.when = number(*behaviour.when.root, holds);
      if (holds == 0 && part.when == kNoRef) return;  // it never counts
    }
    part.constant = static_cast<float>(usual_weight(part.kind));
    if (behaviour.weight.root != nullptr && part.kind != SteeringKind::avoid)
      part.weight = number(*behaviour.weight.root, part.constant);
    if (const Formula* target = behaviour.target(); target != nullptr && target->root != nullptr)
      add_target(*target->root, part);
    add_amounts(behaviour, part);
    if (behaviour.when.root != nullptr) expressions_.forget(mark);
    lowered.behaviours.push_back(part);
  }

  // The operations that the parts name.
  static std::vector<Ref*> roots(LoweredSteering& lowered) {
    std::vector<Ref*> all;
    const auto add = [&](Ref& ref) {
      if (ref != kNoRef) all.push_back(&ref);
    };
    add(lowered.speed);
    for (LoweredBehaviour& part : lowered.behaviours) {
      for (Ref* const ref : {&part.when, &part.weight, &part.known, &part.right, &part.ahead}) add(*ref);
    }
    return all;
  }

 private:
  // An operation, or a constant.
  Ref number(const Expression& root, float& constant) {
    const Ref value = expressions_.lower_number(root);
    if (!builder_.is_constant(value)) return builder_.to_agents(value);
    constant = builder_.value_of(value);
    return kNoRef;
  }

  void add_target(const Expression& target, LoweredBehaviour& part) {
    const LoweredValue place = expressions_.lower_target(target, part.known);
    if (part.known != kNoRef) part.known = builder_.to_agents(part.known);
    part.right = builder_.to_agents(place.x);
    part.ahead = builder_.to_agents(model_.up.value == Up::y ? place.z : place.y);
  }

  void add_amounts(const SteeringBehaviour& behaviour, LoweredBehaviour& part) {
    if (behaviour.arrive.given) {
      part.range = static_cast<float>(behaviour.arrive.value.slow.value);
      part.stop = static_cast<float>(behaviour.arrive.value.stop.value);
    } else if (behaviour.separate.given) {
      part.set = behaviour.separate.value.from.index;
      part.range = static_cast<float>(behaviour.separate.value.range.value);
    } else if (behaviour.wander.given) {
      part.range = static_cast<float>(behaviour.wander.value.turn.value);
    }
  }

  const Model& model_;
  ProgramBuilder& builder_;
  ExpressionLowerer& expressions_;
};

}  // namespace

std::vector<LoweredSteering> BodyLowerer::lower_steerings() {
  std::vector<LoweredSteering> lowered;
  for (const uint32_t index : steerings_) {
    if (!is_full()) lowered.push_back(lower_steering(index));
  }
  return lowered;
}

LoweredSteering BodyLowerer::lower_steering(uint32_t index) {
  const auto& [name, steering] = model_.steering[index];
  LoweredSteering lowered;
  lowered.steering = index;
  ProgramBuilder builder(curves_);
  ExpressionLowerer expressions(model_, builder, diagnostics_,
                                {.agent = at_.context.agent,
                                 .moments = at_.context.moments,
                                 .choices = at_.context.choices,
                                 .is_running = true});
  SteeringProgram program(model_, builder, expressions);
  program.add_speed(steering.speed, lowered);
  for (const auto& behaviour : steering.blend) program.add(behaviour.value, lowered);
  lowered.formula.program = builder.finish(SteeringProgram::roots(lowered), &lowered.formula.ranges);
  lowered.formula.folded_curves = builder.folded_curves();
  size_ += lowered.formula.program.size();
  if (lowered.formula.program.size() > kLimits.operations_per_formula) {
    diagnostics_
        .report(Code::program_too_large, name.span,
                fmt::format("this takes more than {} operations", kLimits.operations_per_formula))
        .help("name fewer values in it, or simpler ones");
  }
  return lowered;
}

}  // namespace ishi::compiler
