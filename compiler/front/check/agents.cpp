#include <fmt/format.h>

#include <cmath>

#include "check/step_checker.h"
#include "expression/constant.h"
#include "expression/types.h"
#include "language/functions.h"
#include "language/limits.h"

// Agents: how often they think, what they do about events and in states.

namespace ishi::compiler {
namespace {

// Frames or a duration?
bool is_interval(const Checking& c, const Formula& every, const Expression& node) {
  const Type& type = node.type;
  const bool is_number = type.kind == ValueKind::number || type.kind == ValueKind::integer;
  if (type.kind == ValueKind::number &&
      (type.quantity == Quantity::frames || type.quantity == Quantity::duration))
    return true;
  const Code code = is_number ? unit_fault(type.quantity, Quantity::frames) : Code::type_mismatch;
  auto report = c.diagnostics.report(
      code, node.span,
      fmt::format("`every` is a number of frames or a duration, but this is {}", describe(c.model, type)));
  const auto frames = with_unit(c.model, every, node, "frames");
  const auto value = constant_value(node);
  if (frames && value && *value >= 1 && *value == std::floor(*value)) {
    report.help(fmt::format("write `{}`, or a duration, such as 0.1s", *frames))
        .edit(node.span, *frames)
        .guess();
  } else if (frames) {
    report.help(fmt::format("write `{}s`, or frames, such as 4frames", text_of(c.model, every, node)));
  } else if (is_number && type.quantity == Quantity::number) {
    report.help("multiply it by 1frames, or by 1s");
  } else if (node.kind == ExpressionKind::number && type.quantity == Quantity::length &&
             node.text.ends_with('m') && !node.text.ends_with("cm") && !node.text.ends_with("km")) {
    const std::string minutes = fmt::format("{}in", node.text);
    report.help(fmt::format("`m` is metres; minutes are written `{}`", minutes)).edit(node.span, minutes);
  } else {
    report.help("write frames, such as 4frames, or a duration, such as 0.1s");
  }
  return false;
}

// A written interval must be one that the runtime can keep; a computed one is held in its limits.
bool check_interval(const Checking& c, const Formula& every,
                    const Expression& node) {  // NOLINT(misc-no-recursion)
  if (node.kind == ExpressionKind::call && node.function->name == "if")
    return check_interval(c, every, *node.operands[1]) && check_interval(c, every, *node.operands[2]);
  const auto value = constant_value(node);
  if (!value) return true;
  const bool is_frames = node.type.quantity == Quantity::frames;
  const double least = is_frames ? 1 : kLimits.least_think_seconds;
  const double most =
      is_frames ? static_cast<double>(kLimits.think_every_frames) : kLimits.think_every_seconds;
  if (*value < least || *value > most) {
    auto report = c.diagnostics.report(
        Code::number_out_of_range, node.span,
        fmt::format("`every` goes from {} to {}, but `{}` is {}", is_frames ? "1frames" : "1ms",
                    is_frames ? fmt::format("{}frames", kLimits.think_every_frames) : "1h",
                    text_of(c.model, every, node), *value < least ? "less" : "more"));
    if (*value < least)
      report.help("write `1frames` for an agent that thinks in each frame");
    else
      report.help(is_frames ? "write a duration, such as 2min" : "write `1h`, or less");
    return false;
  }
  if (!is_frames || *value == std::floor(*value)) return true;
  c.diagnostics
      .report(Code::integer_expected, node.span,
              fmt::format("frames are counted whole, but this is `{}`", text_of(c.model, every, node)))
      .help(fmt::format("write `{0}frames` or `{1}frames`; a duration, such as 0.05s, need not be whole",
                        std::floor(*value), std::ceil(*value)));
  return false;
}

void check_rhythm(const Checking& c, Agent& agent) {
  Formula& every = agent.think.every;
  Place place;
  place.in_think = true;
  c.typer.type(every, {}, place, "`every`");
  if (every.root == nullptr) return;
  if (!is_interval(c, every, *every.root) || !check_interval(c, every, *every.root)) every.root = nullptr;
}

void check_reactions(const Checking& c, Agent& agent) {
  for (auto& reaction : agent.on) {
    Place place;
    place.event = find_index(c.model.events, reaction.name.text);
    if (place.event != kNone) StepChecker(c, place).check(reaction.value);
  }
}

void check_transitions(const Checking& c, Agent& agent) {
  for (auto& state : agent.states.value) {
    Place in_state;
    in_state.has_elapsed = true;
    in_state.in_transition = true;
    for (auto& transition : state.value.to) {
      c.typer.type(transition.value, kCondition, in_state,
                   fmt::format("what leads to `{}`", transition.name.text));
      warn_of_flicker(c, transition.value,
                      fmt::format("`{}` follows soon, whatever happens", transition.name.text),
                      "let something that happens lead there, such as `since(EVENT) < 1s`");
    }
    StepChecker(c, {}).check(state.value.enter.value);
    StepChecker(c, {}).check(state.value.finally.value);
  }
}

}  // namespace

void check_agents(const Checking& c) {
  for (auto& [name, agent] : c.model.agents) {
    c.typer.enter("agents", name.text);
    check_rhythm(c, agent);
    check_reactions(c, agent);
    check_transitions(c, agent);
  }
}

}  // namespace ishi::compiler
