#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "check/checking.h"
#include "expression/constant.h"
#include "expression/types.h"
#include "language/unit.h"
#include "language/words.h"

// The demands of steerings: the types of what their behaviours are given, and amounts that make no sense.

namespace ishi::compiler {
namespace {

constexpr Type kSpeed{ValueKind::number, Quantity::speed};

// The value of a formula that is the same always.
std::optional<double> always(const Formula& formula) {
  return formula.root == nullptr ? std::nullopt : constant_value(*formula.root);
}

void check_weight(const Checking& c, const Named<SteeringBehaviour>& entry) {
  const SteeringBehaviour& behaviour = entry.value;
  const SteeringKind kind = behaviour.kind();
  if (behaviour.weight.given() && kind == SteeringKind::avoid) {
    c.diagnostics
        .report(Code::weight_without_effect, behaviour.weight.span,
                "`avoid` takes blocked directions out, whatever the others weigh: it has no weight itself")
        .help("take the `weight` out");
    return;
  }
  const auto weight = always(behaviour.weight);
  if (!weight || *weight > 0) return;
  const bool is_zero = *weight == 0;
  std::string turned;
  if (kind == SteeringKind::seek) turned = "to go away from something, write `flee`";
  if (kind == SteeringKind::flee) turned = "to go to something, write `seek`";
  if (kind == SteeringKind::separate) turned = "to draw together, `seek` a place that they share";
  c.diagnostics
      .report(Code::weight_without_effect, behaviour.weight.span,
              is_zero ? fmt::format("with a weight of 0 `{}` has no effect", entry.name.text)
                      : fmt::format("a weight below 0 turns `{}` round", entry.name.text))
      .help(is_zero          ? "give it a weight above 0, or take it out"
            : turned.empty() ? "give it a weight above 0, such as 0.5"
                             : turned);
}

// A place, or somebody.
void check_target(const Checking& c, Formula& target, const Place& place) {
  c.typer.type(target, {}, place, "`target`");
  if (target.root == nullptr) return;
  if (target.root->kind == ExpressionKind::self) {
    c.diagnostics
        .report(Code::no_target, target.span, "`target` is the agent itself, which is where it is already")
        .help("name somebody else, or a place");
    target.root = nullptr;
    return;
  }
  const Type& type = target.root->type;
  if (type.kind == ValueKind::point || type.kind == ValueKind::entity) return;
  auto report = c.diagnostics.report(
      Code::no_target, target.span,
      fmt::format("`target` is a place or somebody, but this is {}", describe(c.model, type)));
  if (type.kind == ValueKind::direction) {
    report.help("name a place in that direction, or somebody there");
  } else if (type.kind == ValueKind::candidate) {
    report.help("its members are no entities: name a field of it that is a point");
  } else {
    report.help("write a key that is a point or an entity, such as `threat` or `home`");
  }
  target.root = nullptr;
}

void check_blended(const Checking& c, Named<SteeringBehaviour>& entry) {
  SteeringBehaviour& behaviour = entry.value;
  Place place;
  place.in_steering = true;
  c.typer.type(behaviour.when, kCondition, place, "`when`");
  const Assumptions assumptions(c.known);
  c.known.assume(behaviour.when);
  c.typer.type(behaviour.weight, kNumber, place, "`weight`");
  check_weight(c, entry);
  if (Formula* const target = behaviour.target(); target != nullptr) check_target(c, *target, place);
  if (!behaviour.arrive.given) return;
  const Arrive& arrive = behaviour.arrive.value;
  if (arrive.stop.value < arrive.slow.value) return;
  const bool is_stop = arrive.stop.given;
  c.diagnostics
      .report(
          Code::arrives_at_once, is_stop ? arrive.stop.span : arrive.slow.span,
          fmt::format("it stands from {} on and slows down from {} on, so it never slows down",
                      show(arrive.stop.value, Quantity::length), show(arrive.slow.value, Quantity::length)))
      .help("let `stop` be less than `slow`, such as `slow: 2m` and `stop: 0.1m`");
}

// A behaviour that keeps the heading, keeps apart or keeps off walls needs one that moves.
void report_nothing_moves(const Checking& c, const Named<Steering>& entry) {
  const Map<SteeringBehaviour>& blend = entry.value.blend;
  if (blend.empty() || std::ranges::any_of(blend, [](const auto& one) { return moves(one.value.kind()); }))
    return;
  std::vector<std::string_view> names;
  for (const auto& one : blend) names.push_back(one.name.text);
  c.diagnostics
      .report_missing(entry.name.span, Code::nothing_moves, entry.name.span,
                      fmt::format("nothing in `{}` says where to go: {} only {} how", entry.name.text,
                                  quoted_list(names, "and"), names.size() == 1 ? "says" : "say"))
      .help(
          "add a behaviour that goes somewhere: `seek`, `flee`, `strafe`, `arrive`, `wander` or "
          "`follow_path`");
}

void check_steering(const Checking& c, Named<Steering>& entry) {
  Steering& steering = entry.value;
  c.typer.type(steering.speed, kSpeed, {}, "`speed`");
  if (const auto speed = always(steering.speed); speed && *speed <= 0) {
    c.diagnostics
        .report(Code::steering_stands, steering.speed.span,
                fmt::format("at this speed `{}` {}", entry.name.text,
                            *speed == 0 ? "stands still" : "would walk backwards, which no steering does"))
        .help("write how fast it goes, such as 1.5m/s");
  }
  for (auto& behaviour : steering.blend) check_blended(c, behaviour);
  report_nothing_moves(c, entry);
  warn_of_gaps(entry, c.diagnostics);
}

}  // namespace

void check_steerings(const Checking& c) {
  for (auto& steering : c.model.steering) {
    c.typer.enter("steering", steering.name.text);
    check_steering(c, steering);
  }
}

}  // namespace ishi::compiler
