#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "check/checking.h"
#include "model/steps_within.h"

// The steps that steer: two that do so at the same time, and steerings that none names.

namespace ishi::compiler {
namespace {

class SteeringUse {
 public:
  SteeringUse(const Model& model, Diagnostics& diagnostics)
      : model_(model),
        diagnostics_(diagnostics),
        steerings_(StepsWithin::of<SteerStep>(model)),
        used_(model.steering.size()) {}

  void report() {
    for_each_step(model_, [this](const Step& step) {
      const auto* const steer = step.as<SteerStep>();
      if (steer != nullptr && steer->steering.index != kNone) used_[steer->steering.index] = true;
      check_at_once(step);
    });
    // A step that could not be read may be the one that names it.
    if (!diagnostics_.has_errors()) report_unused();
  }

 private:
  void check_at_once(const Step& step) {
    const auto branches = steerings_.branches_with(step);
    if (branches.size() < 2) return;
    const auto& [first, in_first] = branches[0];
    const auto& [second, in_second] = branches[1];
    diagnostics_
        .report(Code::steering_at_once, place_of(*second),
                fmt::format("this steers by `{}` while another part of this `{}` steers by `{}`",
                            in_second->as<SteerStep>()->steering.text, step.name.text,
                            in_first->as<SteerStep>()->steering.text))
        .label(place_of(*first), "at the same time as this")
        .help("an agent goes one way at a time: let one steering blend both, or do one after the other");
  }

  static Span place_of(const Step& part) {
    const auto* const steer = part.as<SteerStep>();
    return steer != nullptr ? steer->steering.span : part.name.span;
  }

  // Of files that are no library: those that have agents.
  void report_unused() {
    for (size_t i = 0; i < used_.size(); ++i) {
      const Name& name = model_.steering[i].name;
      const bool is_of_asset = std::ranges::any_of(
          model_.agents, [&](const auto& agent) { return agent.name.span.file == name.span.file; });
      if (used_[i] || !is_of_asset || is_extended(i)) continue;
      diagnostics_
          .report_missing(name.span, Code::steering_unused, name.span,
                          fmt::format("no step steers by `{}`, so nobody ever moves so", name.text))
          .help(fmt::format("let an action do it, with the step `steer: {}`, or take it out", name.text));
    }
  }

  // Fields that another steering inherits stand where this one has them.
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
  StepsWithin steerings_;
  std::vector<bool> used_;
};

}  // namespace

void report_steering_use(const Model& model, Diagnostics& diagnostics) {
  SteeringUse(model, diagnostics).report();
}

}  // namespace ishi::compiler
