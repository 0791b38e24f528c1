#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "expression/checker.h"

// Which steps steer: two that do so at the same time, and steerings that none names.

namespace ishi::compiler {
namespace {

class SteeringUse {
 public:
  SteeringUse(const Model& model, Diagnostics& diagnostics)
      : model_(model), diagnostics_(diagnostics), goals_(model.goals.size()), used_(model.steering.size()) {}

  void report() {
    for (const auto& action : model_.actions) {
      for (const Step& step : action.value.steps.value) check(step);
    }
    for (const auto& goal : model_.goals) {
      check(goal.value.body);
      for (const auto& interjection : goal.value.interject) {
        for (const Step& step : interjection.value.steps) check(step);
      }
    }
    report_unused();
  }

 private:
  enum class State : uint8_t { untouched, open, known };
  struct Known {
    State state = State::untouched;
    const Step* step = nullptr;
  };

  template <typename Visit>
  static void for_each_part(const Step& step, Visit&& visit) {
    for (const Step& part : step.steps) visit(part);
    for (const Step& part : step.repeat.steps) visit(part);
    for (const Step& part : step.plan.steps) visit(part);
    for (const auto& method : step.methods) visit(method.value);
  }

  // A step that steers, in this one or in the goals that it names; null if there is none.
  const Step* steering_in(
      const Step& step) {  // NOLINT(misc-no-recursion): as deep as the text, each goal once
    if (step.kind == StepKind::steer) return &step;
    if (step.kind == StepKind::goal) return steering_in_goal(step.task.index);
    const Step* found = nullptr;
    for_each_part(step, [&](const Step& part) {
      if (found == nullptr) found = steering_in(part);
    });
    return found;
  }

  const Step* steering_in_goal(uint32_t index) {  // NOLINT(misc-no-recursion)
    if (index == kNone || goals_[index].state == State::open) return nullptr;
    Known& known = goals_[index];
    if (known.state == State::known) return known.step;
    known.state = State::open;
    const Goal& goal = model_.goals[index].value;
    const Step* found = steering_in(goal.body);
    for (const auto& interjection : goal.interject) {
      for (const Step& step : interjection.value.steps) {
        if (found == nullptr) found = steering_in(step);
      }
    }
    goals_[index] = {State::known, found};
    return found;
  }

  void check(const Step& step) {  // NOLINT(misc-no-recursion): as deep as the text
    if (step.kind == StepKind::steer && step.steering.index != kNone) used_[step.steering.index] = true;
    if (step.kind == StepKind::all || step.kind == StepKind::any) check_at_once(step);
    for_each_part(step, [this](const Step& part) { check(part); });
  }

  void check_at_once(const Step& step) {
    const Step* first = nullptr;
    const Step* in_first = nullptr;
    for (const Step& part : step.steps) {
      const Step* const steers = steering_in(part);
      if (steers == nullptr) continue;
      if (first == nullptr) {
        first = &part;
        in_first = steers;
        continue;
      }
      diagnostics_
          .report(Code::steering_at_once, place_of(part),
                  fmt::format("this steers by `{}` while another part of this `{}` steers by `{}`",
                              steers->steering.text, step.task.text, in_first->steering.text))
          .label(place_of(*first), "at the same time as this")
          .help("an agent goes one way at a time: let one steering blend both, or do one after the other");
      return;
    }
  }

  static Span place_of(const Step& part) {
    return part.kind == StepKind::steer ? part.steering.span : part.task.span;
  }

  // Of files that are no library: those that have agents.
  void report_unused() {
    for (size_t i = 0; i < used_.size(); ++i) {
      const auto& [name, steering] = model_.steering[i];
      const bool is_of_asset = std::ranges::any_of(
          model_.agents, [&](const auto& agent) { return agent.name.span.file == name.span.file; });
      if (used_[i] || !is_of_asset || !steering.is_whole || is_extended(i)) continue;
      diagnostics_
          .report(Code::steering_unused, name.span,
                  fmt::format("no step steers by `{}`, so nobody ever moves so", name.text))
          .help(fmt::format("let an action do it, with the step `steer: {}`, or take it out", name.text));
    }
  }

  // What another steering has from this one stands where this one has it.
  [[nodiscard]] bool is_extended(size_t index) const {
    const Steering& base = model_.steering[index].value;
    for (size_t i = 0; i < model_.steering.size(); ++i) {
      const Steering& other = model_.steering[i].value;
      if (i == index) continue;
      if (other.speed.span == base.speed.span) return true;
      for (const auto& behaviour : other.blend) {
        const uint32_t same = find_index(base.blend, behaviour.name.text);
        if (same != kNone && base.blend[same].name.span == behaviour.name.span) return true;
      }
    }
    return false;
  }

  const Model& model_;
  Diagnostics& diagnostics_;
  std::vector<Known> goals_;
  std::vector<bool> used_;
};

}  // namespace

void Checker::report_steering_use() { SteeringUse(model_, diagnostics_).report(); }

}  // namespace ishi::compiler
