#include "lower/lower.h"

#include <fmt/format.h>

#include <algorithm>

#include "language/limits.h"
#include "lower/curve_data.h"
#include "lower/score_lowerer.h"

namespace ishi::compiler {
namespace {

// The weight and curve of each motive in a profile.
std::vector<LoweredWeight> lower_profile(const Model& model, std::span<const MotiveWeights> motives,
                                         const Profile& profile) {
  std::vector<LoweredWeight> weights;
  const auto add = [&](std::string_view name) {
    const std::vector<uint32_t>& curves = motives[weights.size()].curves;
    LoweredWeight& result = weights.emplace_back();
    const uint32_t index = find_index(profile.weights, name);
    if (index == kNone) return;
    const Weighting& weighting = profile.weights[index].value;
    result.weight = static_cast<float>(weighting.weight.value);
    if (!weighting.curve.given()) return;
    result.curve = static_cast<uint32_t>(std::ranges::find(curves, weighting.curve.index) - curves.begin());
  };
  for (const auto& need : model.needs) add(need.name.text);
  for (const auto& drive : model.drives) add(drive.name.text);
  return weights;
}

LoweredArgument lower_argument(const Model& model, std::span<const CurveData> curves, uint32_t option,
                               uint32_t parameter, const Expression& root, Diagnostics& diagnostics) {
  ProgramBuilder builder(curves);
  ExpressionLowerer expressions(model, builder, diagnostics);
  expressions.set_option(option, true);
  const LoweredValue value = expressions.lower(root);
  std::vector<Ref> results = {builder.result(value.x)};
  if (value.y != kNoRef) results.push_back(builder.result(value.y));
  if (value.z != kNoRef) results.push_back(builder.result(value.z));
  std::vector<Ref*> roots;
  for (Ref& result : results) roots.push_back(&result);
  return {parameter, builder.finish(roots)};
}

std::vector<LoweredStep> lower_steps(const Model& model, std::span<const CurveData> curves, uint32_t option,
                                     const Action& action, Diagnostics& diagnostics) {
  std::vector<LoweredStep> steps;
  for (const Step& step : action.steps) {
    LoweredStep& lowered = steps.emplace_back();
    if (step.kind == StepKind::task) lowered.task = step.task.index;
    for (const auto& argument : step.arguments) {
      const uint32_t parameter =
          step.kind == StepKind::task
              ? find_index(model.tasks[step.task.index].value.parameters, argument.name.text)
              : 0;
      lowered.arguments.push_back(
          lower_argument(model, curves, option, parameter, *argument.value.root, diagnostics));
    }
    std::ranges::sort(lowered.arguments, {}, &LoweredArgument::parameter);
  }
  return steps;
}

LoweredAgent lower_agent(const Model& model, uint32_t index, std::span<const CurveData> curves,
                         std::span<const MotiveWeights> weights, Diagnostics& diagnostics, size_t& total) {
  const Agent& agent = model.agents[index].value;
  LoweredAgent lowered;
  lowered.agent = index;
  ProgramBuilder builder(curves);
  size_t terms = 0;
  ScoreLowerer scores(model, weights, agent, builder, diagnostics);
  for (uint32_t i = 0; i < agent.actions.size(); ++i) {
    lowered.options.push_back(scores.lower_option(i));
    if (builder.size() > kLimits.operations_per_agent) {
      diagnostics
          .report(Code::program_too_large, model.agents[index].name.span,
                  fmt::format("the scores of `{}` take more than {} operations",
                              model.agents[index].name.text, kLimits.operations_per_agent))
          .help("give it fewer actions, or simpler ones");
      return lowered;
    }
    terms += lowered.options.back().terms.size();
    if (total + builder.size() + terms > kLimits.operations_per_file) break;
  }
  total += builder.size() + terms;
  if (total > kLimits.operations_per_file) return lowered;
  std::vector<Ref*> roots;
  for (LoweredOption& option : lowered.options) {
    roots.insert(roots.end(), {&option.score, &option.condition, &option.weight});
    for (LoweredTerm& term : option.terms)
      roots.insert(roots.end(), {&term.input, &term.value, &term.contribution});
  }
  lowered.program = builder.finish(roots);
  for (uint32_t i = 0; i < lowered.options.size(); ++i) {
    lowered.options[i].steps =
        lower_steps(model, curves, i, model.actions[lowered.options[i].action].value, diagnostics);
    for (const LoweredStep& step : lowered.options[i].steps) {
      ++total;
      for (const LoweredArgument& argument : step.arguments) total += argument.program.size();
    }
    if (total > kLimits.operations_per_file) break;
  }
  return lowered;
}

}  // namespace

Lowered lower(const Model& model, uint32_t main_file, Diagnostics& diagnostics) {
  Lowered lowered;
  const std::vector<MotiveWeights> weights = gather_weights(model);
  size_t total = 0;
  for (const auto& curve : model.curves) lowered.curves.push_back(lower_curve(curve.value));
  for (const auto& profile : model.importance)
    lowered.weights.push_back(lower_profile(model, weights, profile.value));
  for (uint32_t i = 0; i < model.agents.size(); ++i) {
    if (main_file != kNone && !is_own(model.agents[i], main_file)) continue;
    lowered.agents.push_back(lower_agent(model, i, lowered.curves, weights, diagnostics, total));
    if (total <= kLimits.operations_per_file) continue;
    diagnostics
        .report(Code::program_too_large, model.agents[i].name.span,
                fmt::format("up to here the agents of this file take more than {} operations together",
                            kLimits.operations_per_file))
        .help("spread them over several files, or give them fewer or simpler actions");
    return lowered;
  }
  return lowered;
}

}  // namespace ishi::compiler
