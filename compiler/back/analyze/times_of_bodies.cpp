#include "analyze/times_of_bodies.h"

#include <algorithm>
#include <limits>

#include "expression/constant.h"
#include "model/steps_within.h"

namespace ishi::compiler {
namespace {

constexpr double kEndlessly = std::numeric_limits<double>::infinity();

// The seconds between two thoughts that `every` asks for; 0 if they depend on frames or on the situation.
double interval_of(const Contest& contest) {
  const Formula& every = contest.written().think.every;
  if (every.root == nullptr || every.root->type.quantity != Quantity::duration) return 0;
  return constant_value(*every.root).value_or(0);
}

// True if a step, or one that it leads to, may take time.
bool can_last(const Model& model, const Step& step) {
  bool can = false;
  StepsDone(model).for_each(step, [&](const Step& part) {
    const bool is_instant = part.is<SetStep>() || part.is<EmitStep>() || part.is<RaiseStep>() ||
                            part.is<RememberStep>() || part.is<ForgetStep>() || part.is<CheckStep>() ||
                            part.is<SucceedStep>() || part.is<FailStep>();
    const bool is_made_of_others = part.is<BodyStep>() || part.is<GoalStep>() || part.is<AllStep>() ||
                                   part.is<AnyStep>() || part.is<FirstStep>() || part.is<BestStep>() ||
                                   part.is<DrawStep>() || part.is<IfStep>() || part.is<SwitchStep>();
    can |= !is_instant && !is_made_of_others;
  });
  return can;
}

}  // namespace

double earliest_thought(const Contest& contest) {
  constexpr double kShortestFrame = 1e-6;
  constexpr double kLeastShare = 0.5;
  const bool is_woken = std::ranges::any_of(contest.agent().handlers, &LoweredHandler::wakes);
  return is_woken ? kShortestFrame : std::max(kShortestFrame, kLeastShare * interval_of(contest));
}

double latest_thought(const Contest& contest) {
  constexpr double kLongestFrame = 1.0 / 15;
  const LoweredRhythm& rhythm = contest.agent().rhythm;
  if (rhythm.interval != kNoRef) return kEndlessly;
  const double most = rhythm.unit == ThinkUnit::frames ? rhythm.most * kLongestFrame : rhythm.most * 1e-6;
  return most + kLongestFrame;
}

double least_seconds_of(const Model& model,
                        std::span<const Step> steps) {  // NOLINT(misc-no-recursion): as deep as the text
  double seconds = 0;
  for (const Step& step : steps) {
    const Modifiers& modifiers = step.modifiers;
    const bool may_be_short = modifiers.when.given() || modifiers.until.given() ||
                              modifiers.while_holds.given() || modifiers.timeout.given() ||
                              modifiers.once.value || modifiers.on_fail.given || modifiers.invert.value;
    if (may_be_short || step.is<SetStep>() || step.is<EmitStep>()) continue;
    const auto* const wait = step.as<WaitStep>();
    const auto* const task = step.as<TaskStep>();
    const auto* const body = step.as<BodyStep>();
    if (wait != nullptr && wait->seconds.root != nullptr)
      seconds += constant_value(*wait->seconds.root).value_or(kEndlessly);
    else if (task != nullptr && task->index != kNone && model.tasks[task->index].value.takes.given)
      seconds += model.tasks[task->index].value.takes.value;
    else if (body != nullptr)
      seconds += least_seconds_of(model, body->steps);
    else if (can_last(model, step))
      return kEndlessly;
  }
  return seconds;
}

}  // namespace ishi::compiler
