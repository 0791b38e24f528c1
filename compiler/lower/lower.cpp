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

LoweredFormula lower_formula(const Model& model, std::span<const CurveData> curves, uint32_t option,
                             const Expression& root, Diagnostics& diagnostics) {
  ProgramBuilder builder(curves);
  ExpressionLowerer expressions(model, builder, diagnostics);
  expressions.set_option(option, true);
  const LoweredValue value = expressions.lower(root);
  std::vector<Ref> results = {builder.result(value.x)};
  if (value.y != kNoRef) results.push_back(builder.result(value.y));
  if (value.z != kNoRef) results.push_back(builder.result(value.z));
  std::vector<Ref*> roots;
  roots.reserve(results.size());
  for (Ref& result : results) roots.push_back(&result);
  return {builder.finish(roots)};
}

LoweredNode lower_body(const Model& model, std::span<const CurveData> curves, uint32_t option,
                       const Action& action, Diagnostics& diagnostics) {
  LoweredNode body;
  for (const Step& step : action.steps) {
    LoweredNode& node = body.children.emplace_back();
    if (step.kind == StepKind::wait) {
      node.kind = NodeKind::wait;
      node.value = lower_formula(model, curves, option, *step.arguments[0].value.root, diagnostics);
      continue;
    }
    node.kind = NodeKind::task;
    node.task = step.task.index;
    for (const auto& argument : step.arguments) {
      const uint32_t parameter = find_index(model.tasks[node.task].value.parameters, argument.name.text);
      node.arguments.push_back(
          {parameter, lower_formula(model, curves, option, *argument.value.root, diagnostics)});
    }
    std::ranges::sort(node.arguments, {}, &LoweredArgument::parameter);
  }
  return body;
}

// The nodes and operations of a body, which count against the file.
size_t size_of(const LoweredNode& node) {
  size_t size = 1 + node.value.program.size();
  for (const LoweredArgument& argument : node.arguments) size += argument.formula.program.size();
  for (const LoweredNode& child : node.children) size += size_of(child);
  return size;
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
    lowered.options[i].body =
        lower_body(model, curves, i, model.actions[lowered.options[i].action].value, diagnostics);
    total += size_of(lowered.options[i].body);
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
  lowered.tasks.resize(model.tasks.size());
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
