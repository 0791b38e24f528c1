#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "check/checking.h"
#include "model/steps_within.h"

// Steerings that follow the path of a walk, at steps beside which nothing walks.

namespace ishi::compiler {
namespace {

class SteeringPaths {
 public:
  SteeringPaths(const Model& model, Diagnostics& diagnostics)
      : model_(model),
        diagnostics_(diagnostics),
        walks_(StepsWithin::of<WalkStep>(model)),
        goals_(model.goals.size()) {}

  void report() {
    for (const auto& action : model_.actions) {
      for (const Step& step : action.value.steps.value) visit(step, {});
    }
    for (const Lone& lone : lone_) report(lone);
  }

 private:
  // The way from an action to a step.
  struct Way {
    bool is_beside_walk = false;
    const Step* goal = nullptr;  // the action's step for the goal in which it stands
  };
  struct Seen {
    bool alone = false;
    bool beside_walk = false;
  };
  struct Lone {
    const Reference* steering;
    const Step* goal;
  };
  using Written = std::pair<uint32_t, uint32_t>;  // a file, and where in it: what extends shares its steps

  void visit(const Step& step, const Way& way) {  // NOLINT(misc-no-recursion): as deep as the text
    if (const auto* const steer = step.as<SteerStep>()) return note(steer->steering, way);
    if (step.is<GoalStep>()) return visit_goal(step, way);
    const auto walking = walks_.branches_with(step);
    for_each_part(step, [&](const Step& part) {
      const bool is_beside_walk = std::ranges::any_of(
          walking, [&](const StepsWithin::Branch& branch) { return branch.step != &part; });
      visit(part, {way.is_beside_walk || is_beside_walk, way.goal});
    });
  }

  void visit_goal(const Step& step, const Way& way) {  // NOLINT(misc-no-recursion): each goal twice
    const uint32_t index = step.as<GoalStep>()->index;
    Seen& seen = goals_[index];
    if (std::exchange(way.is_beside_walk ? seen.beside_walk : seen.alone, true)) return;
    const Way within{way.is_beside_walk, way.goal == nullptr ? &step : way.goal};
    for_each_step_of(model_.goals[index].value, [&](const Step& part) { visit(part, within); });
  }

  void note(const Reference& steering, const Way& way) {
    if (steering.index == kNone || follower_of(steering) == nullptr) return;
    if (way.is_beside_walk)
      beside_walks_.insert(place_of(steering));
    else if (is_of_asset(steering) && alone_.insert(place_of(steering)).second)
      lone_.push_back({&steering, way.goal});
  }

  void report(const Lone& lone) {
    const Reference& steering = *lone.steering;
    auto report = diagnostics_.report(
        Code::path_of_no_walk, steering.span,
        fmt::format("`{}` follows the path of a walk, but nothing walks while this steers", steering.text));
    report.label(follower_of(steering)->value.follow_path.span, "follows the path")
        .help(fmt::format("write `any: [walk: {{ to: … }}, steer: {}]`", steering.text));
    if (lone.goal != nullptr && beside_walks_.contains(place_of(steering)))
      report.label(lone.goal->name.span, "without a walk beside it here");
  }

  // The first behaviour that follows a path; null if there is none.
  [[nodiscard]] const Named<SteeringBehaviour>* follower_of(const Reference& steering) const {
    for (const auto& behaviour : model_.steering[steering.index].value.blend) {
      if (behaviour.value.follow_path.given) return &behaviour;
    }
    return nullptr;
  }

  // A file without agents is a library: who uses it may walk beside its steps.
  [[nodiscard]] bool is_of_asset(const Reference& steering) const {
    return std::ranges::any_of(model_.agents,
                               [&](const auto& agent) { return agent.name.span.file == steering.span.file; });
  }

  static Written place_of(const Reference& steering) { return {steering.span.file, steering.span.begin}; }

  const Model& model_;
  Diagnostics& diagnostics_;
  StepsWithin walks_;
  std::vector<Seen> goals_;
  std::vector<Lone> lone_;
  std::set<Written> alone_;
  std::set<Written> beside_walks_;
};

}  // namespace

void warn_of_lone_steerings(const Model& model, Diagnostics& diagnostics) {
  if (!diagnostics.has_errors()) SteeringPaths(model, diagnostics).report();
}

}  // namespace ishi::compiler
