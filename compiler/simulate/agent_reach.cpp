#include "simulate/agent_reach.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "language/words.h"
#include "model/steps_within.h"

namespace ishi::compiler {
void AgentReach::check(const Test& test, Diagnostics& diagnostics) {
  const uint32_t agent = test.who.agent.index;
  if (agent == kNone) return;
  for (const auto& [name, times] : test.fails)
    check_task(agent, find_index(model_.tasks, name.text), name.span, diagnostics);
  for (const ExpectedTask& task : test.expect.value.does)
    check_task(agent, task.task.index, task.task.span, diagnostics);
  for (const Reference& task : test.expect.value.never_does)
    check_task(agent, task.index, task.span, diagnostics);
  for (const auto& moment : test.around.at) {
    for (const auto& [name, event] : moment.value.emit) check_event(agent, name, diagnostics);
  }
}

const std::vector<bool>& AgentReach::started_by(uint32_t agent) {
  const auto [known, is_new] = started_.try_emplace(agent);
  if (!is_new) return known->second;
  known->second.resize(model_.tasks.size());
  std::vector<bool>& started = known->second;
  StepsDone done(model_);
  for (const Reference& action : model_.agents[agent].value.actions) {
    if (action.index == kNone) continue;
    done.for_each(model_.actions[action.index].value.steps.value, [&](const Step& step) {
      if (const auto* const task = step.as<TaskStep>(); task != nullptr && task->index != kNone)
        started[task->index] = true;
    });
  }
  return started;
}

void AgentReach::check_task(uint32_t agent, uint32_t task, Span span, Diagnostics& diagnostics) {
  const std::vector<bool>& started = started_by(agent);
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

void AgentReach::check_event(uint32_t agent, const Name& event, Diagnostics& diagnostics) const {
  const auto& [name, minding] = model_.agents[agent];
  const uint32_t index = find_index(model_.events, event.text);
  const auto& waking = minding.think.on;
  if (index == kNone || model_.events[index].value.is_asked || minding.on.find(event.text) != kNone ||
      std::ranges::find(waking, index, &Reference::index) != waking.end())
    return;
  diagnostics
      .report(Code::event_without_effect, event.span,
              fmt::format("`{}` has no effect: `{}` neither thinks nor does anything when it arrives",
                          event.text, name.text))
      .label(name.span, "the agent")
      .help(fmt::format("name it under the agent's `think: {{ on: [{0}] }}` or `on: {{ {0}: [set: …] }}`, or "
                        "take it out here",
                        event.text));
}

}  // namespace ishi::compiler
