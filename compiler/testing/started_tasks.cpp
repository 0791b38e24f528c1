#include "testing/started_tasks.h"

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "language/words.h"

namespace ishi::compiler {
namespace {

void mark(const std::vector<Step>& steps, std::vector<bool>& started) {
  for (const Step& step : steps) {
    switch (step.kind) {
      case StepKind::task:
        if (step.task.index != kNone) started[step.task.index] = true;
        break;
      case StepKind::body: mark(step.steps, started); break;
      case StepKind::set:
      case StepKind::wait: break;
    }
  }
}

}  // namespace

const std::vector<bool>& StartedTasks::of(uint32_t agent) {
  const auto [known, is_new] = of_agent_.try_emplace(agent);
  if (!is_new) return known->second;
  known->second.resize(model_.tasks.size());
  for (const Reference& action : model_.agents[agent].value.actions) {
    if (action.index != kNone) mark(model_.actions[action.index].value.steps.value, known->second);
  }
  return known->second;
}

void StartedTasks::check(const Test& test, Diagnostics& diagnostics) {
  if (test.agent.index == kNone) return;
  for (const auto& [name, times] : test.fails)
    check(test.agent.index, find_index(model_.tasks, name.text), name.span, diagnostics);
  for (const Reference& task : test.expect.value.does)
    check(test.agent.index, task.index, task.span, diagnostics);
}

void StartedTasks::check(uint32_t agent, uint32_t task, Span span, Diagnostics& diagnostics) {
  const std::vector<bool>& started = of(agent);
  if (task == kNone || started[task]) return;
  auto report = diagnostics.report(Code::task_never_started, span,
                                   fmt::format("no action of `{}` ever starts `{}`",
                                               model_.agents[agent].name.text, model_.tasks[task].name.text));
  if (!report.is_kept()) return;
  std::vector<std::string_view> known;
  for (uint32_t i = 0; i < started.size(); ++i) {
    if (started[i]) known.push_back(model_.tasks[i].name.text);
  }
  report.help(known.empty() ? std::string("its actions start no task at all")
                            : fmt::format("its actions start {}", quoted_list(known, "and")));
}

}  // namespace ishi::compiler
