#include "check/lasting.h"

#include "expression/constant.h"
#include "model/steps_within.h"

namespace ishi::compiler {

bool may_last(const Step& step) {  // NOLINT(misc-no-recursion): as deep as the text
  if (const auto* const wait = step.as<WaitStep>(); wait != nullptr && wait->seconds.root != nullptr) {
    const auto seconds = constant_value(*wait->seconds.root);
    return !seconds || to_microseconds(*seconds) > 0;
  }
  switch (step.traits().may_last) {
    case Share::none: return false;
    case Share::of_parts: return any_part(step, may_last);
    case Share::all: break;
  }
  return true;
}

bool must_last(const Step& step) {  // NOLINT(misc-no-recursion): as deep as the text
  const auto* const repeat = step.as<RepeatStep>();
  const bool may_be_none = repeat != nullptr && !repeat->for_each.empty();  // members
  if (step.modifiers.when.given() || step.modifiers.once.value || step.modifiers.enough.given || may_be_none)
    return false;
  const Share share = step.traits().must_last;
  return share == Share::all || (share == Share::of_parts && any_part(step, must_last));
}

}  // namespace ishi::compiler
