#include <fmt/format.h>

#include <string>
#include <vector>

#include "check/checking.h"
#include "language/words.h"
#include "model/steps_within.h"

// Goals that do themselves, directly or by way of others: a tree of goals is written out whole and would have
// no end.

namespace ishi::compiler {
namespace {

class Circles {
 public:
  Circles(const Model& model, Diagnostics& diagnostics)
      : model_(model), diagnostics_(diagnostics), states_(model.goals.size(), State::untouched) {}

  void report() {
    for (uint32_t goal = 0; goal < model_.goals.size(); ++goal) visit(goal, nullptr);
  }

 private:
  enum class State : uint8_t { untouched, open, done };

  // `step`: which does it.
  void visit(uint32_t goal, const Step* step) {  // NOLINT(misc-no-recursion): each goal once
    const std::string name(model_.goals[goal].name.text);
    if (states_[goal] == State::open) {
      diagnostics_
          .report(Code::goal_circle, step->name.span,
                  chain_.back() == name ? fmt::format("`{}` does itself", name)
                                        : fmt::format("`{}` is done by what it does", name))
          .note(fmt::format("the chain: {}", circle_text(chain_, name)))
          .help("goals cannot go round in a circle; `repeat` does something again");
      return;
    }
    if (states_[goal] == State::done) return;
    states_[goal] = State::open;
    chain_.push_back(name);
    for_each_step_of(model_.goals[goal].value, [this](const Step& own) { visit(own); });
    chain_.pop_back();
    states_[goal] = State::done;
  }

  void visit(const Step& step) {  // NOLINT(misc-no-recursion)
    if (const auto* const goal = step.as<GoalStep>(); goal != nullptr) visit(goal->index, &step);
    for_each_part(step, [this](const Step& part) { visit(part); });
  }

  const Model& model_;
  Diagnostics& diagnostics_;
  std::vector<State> states_;
  std::vector<std::string> chain_;
};

}  // namespace

void report_goal_circles(const Model& model, Diagnostics& diagnostics) {
  Circles(model, diagnostics).report();
}

}  // namespace ishi::compiler
