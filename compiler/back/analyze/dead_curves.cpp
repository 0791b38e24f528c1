#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_set>

#include "analyze/kinds_of_findings.h"
#include "analyze/words_of_findings.h"

// Parts of curves that nothing ever reaches: against what the scores of all agents of a file put in.

namespace ishi::compiler {
namespace {

// Curves that other programs than scores go through.
void add_curves(const LoweredFormula& formula, std::unordered_set<uint32_t>& curves) {
  for (const LoweredOperation& operation : formula.program) {
    if (operation.code == OperationCode::curve) curves.insert(operation.parameter);
  }
  curves.insert(formula.folded_curves.begin(), formula.folded_curves.end());
}
void add_curves(const LoweredTask& task, std::unordered_set<uint32_t>& curves) {
  add_curves(task.condition, curves);
  for (const LoweredAssignment& effect : task.effects) add_curves(effect.formula, curves);
}
void add_curves(const LoweredNode& node, std::unordered_set<uint32_t>& curves) {  // NOLINT(misc-no-recursion)
  for (const LoweredArgument& argument : node.arguments) add_curves(argument.formula, curves);
  for (const LoweredAssignment& assignment : node.assignments) add_curves(assignment.formula, curves);
  add_curves(node.value, curves);
  for (const LoweredFormula& formula : node.modifiers) add_curves(formula, curves);
  for (const LoweredNode& child : node.children) add_curves(child, curves);
}
void add_curves(const LoweredAgent& agent, std::unordered_set<uint32_t>& curves) {
  for (const LoweredOption& option : agent.options) {
    add_curves(option.body, curves);
    add_curves(option.finally, curves);
  }
  for (const LoweredHandler& handler : agent.handlers) add_curves(handler.body, curves);
  for (const LoweredState& state : agent.states) {
    add_curves(state.enter, curves);
    add_curves(state.finally, curves);
    for (const LoweredTransition& transition : state.transitions) add_curves(transition.condition, curves);
  }
  for (const LoweredSense& sense : agent.senses) {
    for (const LoweredFormula* formula : {&sense.filter, &sense.when, &sense.visibility, &sense.rise})
      add_curves(*formula, curves);
  }
  for (const LoweredSteering& steering : agent.steerings) add_curves(steering.formula, curves);
}

const std::vector<CurvePoint>* points_of(const Curve& curve) {
  if (const auto* points = std::get_if<PointsCurve>(&curve.kind)) return &points->rows;
  if (const auto* smooth = std::get_if<SmoothCurve>(&curve.kind)) return &smooth->rows;
  return nullptr;
}

class DeadCurves {
 public:
  DeadCurves(const Model& model, const Lowered& lowered, uint32_t main_file, Diagnostics& diagnostics)
      : model_(model),
        lowered_(lowered),
        main_file_(main_file),
        diagnostics_(diagnostics),
        inputs_(model.curves.size(), Interval{kInfinity, -kInfinity}) {}

  void report() {
    std::unordered_set<uint32_t> elsewhere;
    for (const LoweredTask& task : lowered_.tasks) add_curves(task, elsewhere);
    for (const LoweredTask& goal : lowered_.goals) add_curves(goal, elsewhere);
    for (const LoweredFormula& scale : lowered_.scales) add_curves(scale, elsewhere);
    for (const LoweredAgent& agent : lowered_.agents) {
      add_curves(agent, elsewhere);
      elsewhere.insert(agent.folded_curves.begin(), agent.folded_curves.end());
      add_inputs(agent);
    }
    for (uint32_t i = 0; i < inputs_.size(); ++i) {
      const Named<Curve>& curve = model_.curves[i];
      const bool is_judged =
          curve.name.span.file == main_file_ && !elsewhere.contains(i) && inputs_[i].low <= inputs_[i].high;
      if (is_judged) report(curve, lowered_.curves[i], inputs_[i]);
    }
  }

 private:
  void add_inputs(const LoweredAgent& agent) {
    const AnalyzedProgram program = analyzed(model_, lowered_, agent.program, agent.ranges);
    const Ranges ranges = all_situations(program);
    for (const LoweredOperation& operation : agent.program) {
      if (operation.code != OperationCode::curve) continue;
      Interval& input = inputs_[operation.parameter];
      input = hull(input, ranges[operation.a]);
    }
  }

  void report(const Named<Curve>& curve, const CurveData& data, Interval input) {
    // Shrinks the input a little, so that a rounding error does not count as passing a point of the curve.
    constexpr float kLittle = 1e-5F;
    const Interval within{input.low + kLittle * std::abs(input.low),
                          input.high - kLittle * std::abs(input.high)};
    if (const auto* points = points_of(curve.value)) {
      if (!curve.value.before.given && !curve.value.after.given && !curve.value.input.given)
        report_points(curve, *points, within, input);
      return;
    }
    // The outputs for this input span almost none of the curve's output range.
    constexpr float kNearlyTheSame = 2e-3F;
    const Interval output = range_of_curve(data.view(), input);
    const Interval all = range_of_curve(data.view(), {-kInfinity, kInfinity});
    const float width = output.high - output.low;
    if (!(width <= kNearlyTheSame * std::min(1.0F, all.high - all.low))) return;
    diagnostics_
        .report(Code::dead_curve, curve.name.span,
                fmt::format("`{}` gives {}the same for all that ever goes into it", curve.name.text,
                            width > 0 ? "nearly " : ""))
        .caption(fmt::format("gives {} for {}", shown(output), shown(input)))
        .note("proved over all that the scores of this file put into it")
        .help("move its bend to where its input lies, or look at what is put in");
  }

  void report_points(const Named<Curve>& curve, const std::vector<CurvePoint>& points, Interval within,
                     Interval input) {
    const auto at = [&](size_t i) { return static_cast<float>(points[i].x.value.value); };
    size_t first = 0, last = points.size() - 1;
    while (first + 1 < points.size() && at(first + 1) <= within.low) ++first;
    while (last > 0 && at(last - 1) >= within.high) --last;
    const Quantity quantity = points[0].x.value.quantity;
    const auto report_part = [&](size_t from, size_t to, size_t place) {
      diagnostics_
          .report(Code::dead_curve, points[place].x.span,
                  fmt::format("nothing ever reaches this part of `{}`", curve.name.text))
          .caption(fmt::format("from {} to {} it is never asked", show(at(from), quantity),
                               show(at(to), quantity)))
          .note(fmt::format("proved: what the scores of this file put into it lies between {} and {}",
                            show(input.low, quantity), show(input.high, quantity)))
          .help("leave that part out, or look for a range or weight that should reach further");
    };
    if (first > 0) report_part(0, first, 0);
    if (last + 1 < points.size()) report_part(last, points.size() - 1, points.size() - 1);
    if (first > 0 || last + 1 < points.size()) return;
    // The line to the last row has begun when the input ends, and goes on for many times as long.
    constexpr float kFar = 5;
    const float from = at(points.size() - 2), to = at(points.size() - 1);
    if (!(to - within.high > kFar * (within.high - from))) return;
    diagnostics_
        .report(Code::dead_curve, points.back().x.span,
                fmt::format("nothing ever comes near the end of `{}`", curve.name.text))
        .caption(
            fmt::format("from {} to {} it is never asked", show(input.high, quantity), show(to, quantity)))
        .note(fmt::format("proved: what the scores of this file put into it lies between {} and {}",
                          show(input.low, quantity), show(input.high, quantity)))
        .help(
            "bring the last row to where the input ends, or look for a range or weight that should reach "
            "further");
  }

  const Model& model_;
  const Lowered& lowered_;
  uint32_t main_file_;
  Diagnostics& diagnostics_;
  std::vector<Interval> inputs_;  // by curve: what scores put in
};

}  // namespace

void find_dead_curves(const Model& model, const Lowered& lowered, uint32_t main_file,
                      Diagnostics& diagnostics) {
  DeadCurves(model, lowered, main_file, diagnostics).report();
}

}  // namespace ishi::compiler
