#include "simulate/agent_reach.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "language/words.h"
#include "model/steps_within.h"
#include "simulate/situation_values.h"

namespace ishi::compiler {
namespace {

std::string_view fallback_words(const Type& type) {
  switch (type.kind) {
    case ValueKind::entity: return "nobody";
    case ValueKind::point: return "the origin";
    case ValueKind::direction: return "no direction";
    case ValueKind::boolean: return "false";
    case ValueKind::enumeration: return "the first word";
    default: return "0, or the least that it may be,";
  }
}

}  // namespace

void AgentReach::check(const Test& test, Diagnostics& diagnostics) {
  if (test.scene.index != kNone) {
    const Scene& scene = model_.scenes[test.scene.index].value;
    const std::vector<uint32_t> agents = kinds_of(scene);
    check_results(agents, test.around, diagnostics);
    check_endings(agents, test, diagnostics);
    for (const auto& [name, times] : test.fails)
      check_task_of_any(agents, find_index(model_.tasks, name.text), name.span, diagnostics);
    check_events(scene, test.around.at, diagnostics);
    for (const auto& [name, expect] : test.expect.value.agents) {
      const uint32_t index = find_index(scene.agents, name.text);
      if (index == kNone) continue;
      check_expected(scene.agents[index].value.agent.index, expect, diagnostics);
      check_arrival(test, scene, index, expect.after, diagnostics);
    }
    if (scene.agents.size() != 1) return;
    check_expected(scene.agents[0].value.agent.index, test.expect.value, diagnostics);
    check_arrival(test, scene, 0, test.expect.value.after, diagnostics);
    return;
  }
  const uint32_t agent = test.who.agent.index;
  if (agent == kNone) return;
  for (const auto& [name, times] : test.fails)
    check_task(agent, find_index(model_.tasks, name.text), name.span, diagnostics);
  check_results({agent}, test.around, diagnostics);
  check_endings({agent}, test, diagnostics);
  check_expected(agent, test.expect.value, diagnostics);
  // In the runs of a proof any event comes.
  if (test.run.given && !test.for_all.given) check_arrival(test, agent, test.expect.value.after, diagnostics);
  check_moments(agent, test.who.given, diagnostics);
  for (const auto& moment : test.around.at) {
    check_moments(agent, moment.value.set, diagnostics);
    for (const auto& [name, event] : moment.value.emit) check_event(agent, name, diagnostics);
  }
}

void AgentReach::check(const Scene& scene, Diagnostics& diagnostics) {
  for (const auto& [name, who] : scene.agents) check_moments(who.agent.index, who.given, diagnostics);
  check_results(kinds_of(scene), scene.around, diagnostics);
  check_events(scene, scene.around.at, diagnostics);
}

std::vector<uint32_t> AgentReach::kinds_of(const Scene& scene) {
  std::vector<uint32_t> kinds;
  for (const auto& [name, who] : scene.agents) {
    if (who.agent.index != kNone) kinds.push_back(who.agent.index);
  }
  return kinds;
}

// The task of `unlock`, or `ann.unlock` in a scene.
uint32_t AgentReach::task_named(std::string_view name) const {
  const size_t point = name.find('.');
  return find_index(model_.tasks, point == std::string_view::npos ? name : name.substr(point + 1));
}

void AgentReach::check_endings(const std::vector<uint32_t>& agents, const Test& test,
                               Diagnostics& diagnostics) {
  for (const Setting<Variations>* const written : {&test.vary, &test.with}) {
    for (const auto& [name, ends] : written->value.results)
      check_task_of_any(agents, task_named(name.text), name.span, diagnostics);
  }
}

void AgentReach::check_results(const std::vector<uint32_t>& agents, const Surroundings& around,
                               Diagnostics& diagnostics) {
  const auto check_named = [&](const Name& name) {
    check_task_of_any(agents, task_named(name.text), name.span, diagnostics);
  };
  for (const auto& [name, given] : around.gives) check_named(name);
  for (const auto& [name, changed] : around.changes) check_named(name);
  for (const auto& [name, times] : around.without_effect) check_named(name);
}

// Reports a task that none of several agents starts. For a single agent it lists what that one starts.
void AgentReach::check_task_of_any(const std::vector<uint32_t>& agents, uint32_t task, Span span,
                                   Diagnostics& diagnostics) {
  if (agents.size() == 1) return check_task(agents[0], task, span, diagnostics);
  if (task == kNone || agents.empty() ||
      std::ranges::any_of(agents, [&](uint32_t agent) { return bool{started_by(agent)[task]}; }))
    return;
  diagnostics
      .report(Code::task_never_started, span,
              fmt::format("no agent of the scene ever starts `{}`", model_.tasks[task].name.text))
      .help("let one of them do it, or take it out here");
}

void AgentReach::check_given(const Situation& situation, const Name& name, Diagnostics& diagnostics) {
  const auto is_given = [&](uint32_t agent, uint32_t task, uint32_t value) {
    return std::ranges::any_of(situation.course.results, [&](const Course::Result& result) {
      return result.task == task && (result.agent == kNone || result.agent == agent) &&
             std::ranges::find(result.gives, value, &SituationValue::index) != result.gives.end();
    });
  };
  for (uint32_t i = 0; i < situation.agent_count(); ++i) {
    const uint32_t kind = situation.agent_at(i).agent;
    if (kind == kNone) continue;
    const std::vector<bool>& started = started_by(kind);
    for (uint32_t task = 0; task < started.size(); ++task) {
      const Map<Variable>& gives = model_.tasks[task].value.gives;
      for (uint32_t value = 0; started[task] && value < gives.size(); ++value) {
        const auto& [called, variable] = gives[value];
        const bool is_said =
            variable.gives.given() || variable.fallback_node != nullptr || is_given(i, task, value);
        if (is_said || !variable.is_read || !reported_.insert({task, value}).second) continue;
        const std::string_view type = variable.type.text;
        diagnostics
            .report(Code::given_by_nobody, called.span,
                    fmt::format("nobody says what `{}` gives back here: `{}` is {} in tests and `play`",
                                model_.tasks[task].name.text, called.text, fallback_words(variable.resolved)))
            .label(name.span, "here somebody does that task")
            .help(fmt::format(
                "say what it usually is: `{}: {{ type: {}, usually: … }}`; or what it is there: "
                "`gives: {{ {}: {{ {}: … }} }}`",
                called.text, type.empty() ? "…" : type, model_.tasks[task].name.text, called.text));
      }
    }
  }
}

// `since(shot)` where nothing asks for it.
void AgentReach::check_moments(uint32_t agent, const Map<const Node*>& given,
                               Diagnostics& diagnostics) const {
  if (agent == kNone) return;
  const std::vector<Reference>& actions = model_.agents[agent].value.actions;
  for (const auto& [name, value] : given) {
    const Name what = named_in_since(name);
    if (what.text.empty()) continue;
    const auto action = std::ranges::find(actions, what.text, &Reference::text);
    const uint32_t event = find_index(model_.events, what.text);
    const bool is_known = action != actions.end() ? action->index != kNone : event != kNone;
    if (!is_known) continue;  // which has been reported
    const bool is_asked = action != actions.end() ? model_.actions[action->index].value.is_asked ||
                                                        model_.actions[action->index].value.cooldown.value > 0
                                                  : model_.events[event].value.is_asked;
    if (is_asked) continue;
    diagnostics
        .report(Code::given_not_allowed, name.span,
                fmt::format("no formula asks for `{}`, so it decides nothing", name.text))
        .help("take it out");
  }
}

void AgentReach::check_expected(uint32_t agent, const AgentExpectation& expect, Diagnostics& diagnostics) {
  if (agent == kNone) return;
  for (const ExpectedTask& task : expect.does)
    check_task(agent, task.task.index, task.task.span, diagnostics);
  for (const ExpectedTask& task : expect.does_in_order)
    check_task(agent, task.task.index, task.task.span, diagnostics);
  for (const Reference& task : expect.never_does) check_task(agent, task.index, task.span, diagnostics);
  for (const auto& [name, times] : expect.times)
    check_task(agent, find_index(model_.tasks, name.text), name.span, diagnostics);
  for (const auto& [name, fields] : expect.emits.value) check_emitted(agent, name, diagnostics);
  for (const Reference& task : expect.never.value.does) check_task(agent, task.index, task.span, diagnostics);
  for (const Reference& event : expect.never.value.emits)
    check_emitted(agent, {event.text, event.span}, diagnostics);
}

void AgentReach::check_emitted(uint32_t agent, const Name& event, Diagnostics& diagnostics) {
  const std::vector<Audiences>& emitted = emitted_by(agent);
  const uint32_t index = find_index(model_.events, event.text);
  if (index == kNone || emitted[index].any()) return;
  auto report = diagnostics.report(
      Code::task_never_started, event.span,
      fmt::format("no step of `{}` ever emits `{}`", model_.agents[agent].name.text, event.text));
  if (!report.is_kept()) return;
  std::vector<std::string_view> known;
  for (uint32_t i = 0; i < emitted.size(); ++i) {
    if (emitted[i].any()) known.push_back(model_.events[i].name.text);
  }
  report.help(known.empty() ? std::string("its steps emit no events at all")
                            : fmt::format("its steps emit {}", quoted_list(known, "and")));
}

void AgentReach::report_no_arrival(uint32_t agent, const Reference& event, Diagnostics& diagnostics) const {
  diagnostics
      .report(Code::task_never_started, event.span,
              fmt::format("`{}` never arrives at `{}`, so the time after it never begins", event.text,
                          model_.agents[agent].name.text))
      .help(fmt::format("let an agent that is there emit it `to: team` or `to: world`, or send it: "
                        "`at: {{ 2s: {{ emit: {{ {}: {{}} }} }} }}`",
                        event.text));
}

namespace {

// `shot`, or `ann.shot` for that agent.
bool is_posted(const std::vector<Timed<Moment>>& at, std::string_view event, std::string_view agent) {
  const std::string own = fmt::format("{}.{}", agent, event);
  return std::ranges::any_of(at, [&](const Timed<Moment>& moment) {
    return moment.value.emit.find(event) != kNone || (!agent.empty() && moment.value.emit.find(own) != kNone);
  });
}

}  // namespace

void AgentReach::check_arrival(const Test& test, uint32_t agent, const Reference& event,
                               Diagnostics& diagnostics) {
  if (event.index == kNone || is_posted(test.around.at, event.text, {})) return;
  if (emitted_by(agent)[event.index].to_itself() || is_level(event.text)) return;
  report_no_arrival(agent, event, diagnostics);
}

void AgentReach::check_arrival(const Test& test, const Scene& scene, uint32_t agent, const Reference& event,
                               Diagnostics& diagnostics) {
  const auto& [name, who] = scene.agents[agent];
  if (event.index == kNone || who.agent.index == kNone || is_level(event.text) ||
      is_posted(test.around.at, event.text, name.text) || is_posted(scene.around.at, event.text, name.text))
    return;
  for (const auto& [other, one] : scene.agents) {
    if (one.agent.index == kNone) return;
    const Audiences& audiences = emitted_by(one.agent.index)[event.index];
    const auto team = [](const SceneAgent& of) { return of.team.index == kNone ? 0 : of.team.index; };
    if (audiences.world || (audiences.team && team(one) == team(who)) ||
        (other.text == name.text && audiences.to_itself()))
      return;
  }
  report_no_arrival(who.agent.index, event, diagnostics);
}

// Senses send the events of levels of awareness.
bool AgentReach::is_level(std::string_view event) const { return find_index(model_.levels, event) != kNone; }

// `ann.shot` is for one agent, `shot` for all of them: one must mind it.
void AgentReach::check_events(const Scene& scene, const std::vector<Timed<Moment>>& at,
                              Diagnostics& diagnostics) const {
  for (const auto& moment : at) {
    for (const auto& [name, event] : moment.value.emit) {
      const size_t point = name.text.find('.');
      const uint32_t agent =
          point == std::string_view::npos ? kNone : find_index(scene.agents, name.text.substr(0, point));
      if (agent != kNone) {
        const auto begin = static_cast<uint32_t>(point + 1);
        const Name own{name.text.substr(begin), {name.span.file, name.span.begin + begin, name.span.end}};
        if (scene.agents[agent].value.agent.index != kNone)
          check_event(scene.agents[agent].value.agent.index, own, diagnostics);
        continue;
      }
      const uint32_t index = find_index(model_.events, name.text);
      const bool is_minded = std::ranges::any_of(scene.agents, [&](const auto& one) {
        return one.value.agent.index == kNone || minds(one.value.agent.index, index);
      });
      if (index == kNone || is_minded) continue;
      diagnostics
          .report(
              Code::event_without_effect, name.span,
              fmt::format("`{}` has no effect: no agent of the scene thinks or does anything when it arrives",
                          name.text))
          .help(fmt::format(
              "name it under an agent's `think: {{ on: [{0}] }}` or `on: {{ {0}: [set: …] }}`, or "
              "take it out here",
              name.text));
    }
  }
}

bool AgentReach::minds(uint32_t agent, uint32_t event) const {
  if (event == kNone || model_.events[event].value.is_asked) return true;
  const Agent& minding = model_.agents[agent].value;
  return minding.on.find(model_.events[event].name.text) != kNone ||
         std::ranges::find(minding.think.on, event, &Reference::index) != minding.think.on.end();
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

const std::vector<AgentReach::Audiences>& AgentReach::emitted_by(uint32_t agent) {
  const auto [known, is_new] = emitted_.try_emplace(agent);
  if (!is_new) return known->second;
  std::vector<Audiences>& emitted = known->second;
  emitted.resize(model_.events.size());
  const auto note = [&](const Step& step) {
    const auto* const emit = step.as<EmitStep>();
    if (emit == nullptr || emit->event.index == kNone || emit->sound != kNone) return;
    Audiences& to = emitted[emit->event.index];
    switch (step.modifiers.audience.value) {
      case Audience::game: to.game = true; break;
      case Audience::self: to.self = true; break;
      case Audience::team: to.team = true; break;
      case Audience::world:
      case Audience::one: to.world = true; break;  // it may be anybody
    }
  };
  const auto note_all = [&](const std::vector<Step>& steps) {
    for (const Step& step : steps) for_each_step_in(step, note);
  };
  const Agent& of = model_.agents[agent].value;
  StepsDone done(model_);
  for (const Reference& action : of.actions) {
    if (action.index == kNone) continue;
    done.for_each(model_.actions[action.index].value.steps.value, [&](const Step& step) {
      note(step);
      const auto* const goal = step.as<GoalStep>();
      if (goal != nullptr && goal->index != kNone) note_all(model_.goals[goal->index].value.finally.value);
    });
    note_all(model_.actions[action.index].value.finally.value);
  }
  for (const auto& [event, steps] : of.on) note_all(steps);
  for (const auto& [name, state] : of.states.value) {
    note_all(state.enter.value);
    note_all(state.finally.value);
  }
  return emitted;
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
  const Name& name = model_.agents[agent].name;
  if (minds(agent, find_index(model_.events, event.text))) return;
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
