#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "analyze/evidence.h"
#include "analyze/joined_conditions.h"
#include "analyze/kinds_of_findings.h"
#include "expression/constant.h"
#include "language/words.h"
#include "model/steps_within.h"

// Reports steps of plans that cost nothing, and costs that can fall below 0.

namespace ishi::compiler {
namespace {

class PlanCosts {
 public:
  PlanCosts(const Model& model, const Lowered& lowered, uint32_t main_file, Budget& budget,
            Diagnostics& diagnostics)
      : model_(model), lowered_(lowered), main_file_(main_file), budget_(budget), diagnostics_(diagnostics) {}

  // Steps without a cost, and those that write 0.
  void look_at(const PlanStep& plan) {
    std::vector<const Step*> free;
    for (const Step& step : plan.steps) {
      if (step.name.span.file == main_file_ && is_free(step)) free.push_back(&step);
    }
    if (free.empty()) return;
    std::vector<std::string_view> names;
    for (const Step* step : free) names.push_back(step->name.text);
    const bool is_one = free.size() == 1;
    auto report = diagnostics_.report(
        Code::free_plan_step, span_of(*free[0]),
        fmt::format("{} {} nothing in this plan", quoted_list(names, "and"), is_one ? "costs" : "cost"));
    for (size_t i = 1; i < free.size(); ++i) report.label(span_of(*free[i]), "this, too");
    report
        .note(free.size() == plan.steps.size()
                  ? "no step of it costs anything, so the plan with the fewest steps is taken"
                  : "of plans that cost the same the one with the fewest steps is taken")
        .help(free[0]->modifiers.cost.given()
                  ? std::string("write what the step costs, such as `cost: 2s`")
                  : fmt::format("say how long `{0}` `takes`, or write its cost here: "
                                "`{{ {0}: {{}}, cost: 2s }}`",
                                free[0]->name.text));
  }

  // Costs that are computed.
  void look_at(const LoweredNode& node) {  // NOLINT(misc-no-recursion): as deep as the text
    for (const LoweredNode& child : node.children) {
      if (node.kind == ishi::NodeKind::plan) check(child);
      look_at(child);
    }
  }

 private:
  static Span span_of(const Step& step) {
    return step.modifiers.cost.given() ? step.modifiers.cost.span : step.name.span;
  }

  [[nodiscard]] bool is_free(const Step& step) const {
    const Formula& cost = step.modifiers.cost;
    if (cost.given()) return cost.root != nullptr && constant_value(*cost.root) == 0.0;
    const auto* const task = step.as<TaskStep>();
    return task != nullptr && task->index != kNone && model_.tasks[task->index].value.takes.value <= 0 &&
           !diagnostics_.is_in_doubt(model_.tasks[task->index].name.span);
  }

  void check(const LoweredNode& step) {
    const LoweredFormula& cost = step[Modifier::score];
    if (!cost.given() || cost.written == nullptr || cost.written->root == nullptr) return;
    const Span span = cost.written->span;
    if (span.file != main_file_ || constant_value(*cost.written->root) ||
        !seen_.emplace(span.file, span.begin).second)
      return;
    if (cost.ranges.back().high <= 0) {
      const AnalyzedProgram program = analyzed(model_, lowered_, cost.program, cost.ranges);
      const auto result = static_cast<uint32_t>(cost.program.size() - 1);
      diagnostics_
          .report(Code::free_plan_step, span, "this `cost` is never above 0, so the step costs nothing")
          .note(proved_over(model_, program, source_of(program, result)))
          .help("look for a difference the wrong way round, or a range that should reach further");
    } else if (cost.ranges.back().low < 0) {
      find_negative(step, span);
    }
  }

  // A situation in which the step may be taken and its cost is below 0.
  void find_negative(const LoweredNode& step, Span span) {
    JoinedConditions joined(model_, lowered_);
    const uint32_t cost = joined.add(step[Modifier::score]);
    std::vector<uint32_t> conditions;
    const auto add = [&](const LoweredFormula& formula) {
      if (formula.given()) conditions.push_back(joined.add(formula));
    };
    add(step[Modifier::when]);
    const LoweredNode& what = step.kind == ishi::NodeKind::sequence ? step.children.front() : step;
    const bool is_task = what.kind == ishi::NodeKind::task;
    add((is_task ? lowered_.tasks : lowered_.goals)[what.subject].condition);
    const AnalyzedProgram program = joined.program();
    if (!budget_.spend(kSituations * program.operations.size())) return;
    const Prover prover(program);
    for (const auto& values : prover.situations(all_situations(program), kSituations)) {
      const bool is_taken =
          std::ranges::all_of(conditions, [&](uint32_t condition) { return values[condition] != 0; });
      if (!is_taken || !(values[cost] < 0)) continue;
      diagnostics_.report(Code::free_plan_step, span, "this `cost` can fall below 0, where it counts as 0")
          .note(observed_in(model_, program, source_of(program, cost), values))
          .help("hold it above 0, such as max(0.1s, …): a step never makes a plan cheaper");
      return;
    }
  }

  const Model& model_;
  const Lowered& lowered_;
  uint32_t main_file_;
  Budget& budget_;
  Diagnostics& diagnostics_;
  std::set<std::pair<uint32_t, uint32_t>> seen_;
};

}  // namespace

void find_free_plan_steps(const Model& model, const Lowered& lowered, uint32_t main_file, Budget& budget,
                          Diagnostics& diagnostics) {
  PlanCosts costs(model, lowered, main_file, budget, diagnostics);
  for_each_step(model, [&](const Step& step) {
    if (const auto* const plan = step.as<PlanStep>()) costs.look_at(*plan);
  });
  for (const LoweredAgent& agent : lowered.agents) {
    for (const LoweredOption& option : agent.options) costs.look_at(option.body);
  }
}

}  // namespace ishi::compiler
