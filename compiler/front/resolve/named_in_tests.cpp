#include "resolve/named_in_tests.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "diagnostics/suggest.h"
#include "language/words.h"
#include "resolve/meant_in_tests.h"

namespace ishi::compiler {

void NamedInTests::find_option(Reference& reference, const Named<Agent>* agent) {
  if (!reference.given()) return;
  if (agent == nullptr) {
    names_.find(reference, model_.actions, Section::actions);
    return;
  }
  std::vector<std::string_view> known;
  for (const Reference& action : agent->value.actions) {
    if (action.text == reference.text) {
      reference.index = action.index;
      if (action.index != kNone) model_.note_use(reference.span, model_.actions[action.index].name);
      return;
    }
    if (action.index == kNone) {  // reported; this may be its right form
      const std::array<std::string_view, 1> right = {reference.text};
      const bool is_declared = find_index(model_.actions, reference.text) != kNone;
      if (is_declared && !suggestions(action.text, right).empty()) return;
      continue;
    }
    known.push_back(action.text);
  }
  const bool lacks_planner = agent->value.planner.given() ? agent->value.planner.index == kNone
                                                          : diagnostics_.is_in_doubt(agent->name.span);
  const bool lacks_all = known.empty() && agent->value.choices.empty();
  if (lacks_all || lacks_planner) return;  // they could not be read
  report_no_option(reference, *agent, known);
}

void NamedInTests::report_no_option(const Reference& reference, const Named<Agent>& agent,
                                    const std::vector<std::string_view>& known) {
  auto report = diagnostics_.report(Code::unknown_name, reference.span,
                                    fmt::format("`{}` has no action `{}`", agent.name.text, reference.text));
  const auto imported = std::ranges::find_if(known, [&](std::string_view name) {
    return name.ends_with(reference.text) &&
           name.substr(0, name.size() - reference.text.size()).ends_with('.');
  });
  auto near = report.suggestions(reference.text, known);
  if (near.empty() && imported != known.end()) near = {*imported};
  const bool is_choice =
      std::ranges::find(agent.value.choices, reference.text, &Reference::text) != agent.value.choices.end();
  if (is_choice) {
    report.help(
        fmt::format("it is a choice: what it chooses is expected as `chooses: {{ {}: … }}`", reference.text));
  } else if (!near.empty()) {
    report.suggest(reference.span, near[0]);
  } else if (known.empty()) {
    report.help(
        fmt::format("`{}` has no `actions` at all: `chooses` expects what it chooses", agent.name.text));
  } else if (const uint32_t offer = find_index(model_.actions, reference.text);
             offer != kNone && model_.actions[offer].value.offered_by != kNone) {
    report.help(fmt::format("give `{}` `offers` with a set that holds a `{}`", agent.name.text,
                            model_.things[model_.actions[offer].value.offered_by].name.text));
  } else if (find_index(model_.actions, reference.text) != kNone) {
    report.help(fmt::format("add it to the `actions` of `{}`, or name one of these: {}", agent.name.text,
                            quoted_list(known, "or")));
  } else if (const std::string list = meant_picks(reference.text, known); !list.empty()) {
    report.help(fmt::format("write `{}`: any of them will do", list)).edit(reference.span, list);
  } else if (find_index(model_.tasks, reference.text) != kNone) {
    const std::string doers = actions_that_do(model_, agent, reference.text);
    report.help(doers.empty() ? fmt::format("`{}` is a task; the actions are {}", reference.text,
                                            quoted_list(known, "and"))
                              : fmt::format("`{}` is a task, which {} may do: expect that, or write `does: "
                                            "[{}]` in a test with `run`",
                                            reference.text, doers, reference.text));
  } else if (reference.text.starts_with("not ")) {
    report.help(fmt::format("write `never_picks: {}`", reference.text.substr(4)));
  } else if (known.size() <= kMostListed) {
    report.help(fmt::format("its actions are {}", quoted_list(known, "and")));
  } else {
    report.help("look at the list of its `actions`");
  }
}

uint32_t NamedInTests::find_state(const Setting<Name>& written, const Named<Agent>* agent) {
  if (!written.given || agent == nullptr) return kNone;
  const Name& state = written.value;
  const Map<State>& states = agent->value.states.value;
  const uint32_t index = find_index(states, state.text);
  if (index != kNone) {
    model_.note_use(state.span, states[index].name);
    return index;
  }
  auto report = diagnostics_.report(Code::unknown_name, state.span,
                                    fmt::format("`{}` has no state `{}`", agent->name.text, state.text));
  if (!report.is_kept()) return kNone;
  const auto known = names_of(states);
  const auto near = report.suggestions(state.text, known);
  if (!near.empty())
    report.suggest(state.span, near[0]);
  else if (known.empty())
    report.help("it has no `states` at all: take this out");
  else
    report.help(fmt::format("its {} {}", known.size() == 1 ? "only state is" : "states are",
                            quoted_list(known, "and")));
  return kNone;
}

void NamedInTests::find_token(Reference& taken) const {
  taken.index = find_index(model_.tokens, taken.text);
  if (taken.index != kNone) model_.note_use(taken.span, model_.tokens[taken.index].name);
}

void NamedInTests::find_task(Reference& task) {
  if (task.text == "wait") return report_wait(task);
  const uint32_t action = find_index(model_.actions, task.text);
  if (action != kNone && find_index(model_.tasks, task.text) == kNone) {
    const std::string tasks = tasks_done_by(model_, model_.actions[action].value);
    if (!tasks.empty()) {
      diagnostics_.report(Code::unknown_name, task.span, fmt::format("there is no task `{}`", task.text))
          .help(
              fmt::format("`{}` is an action, which does {}: name the task that is meant", task.text, tasks));
      return;
    }
  }
  names_.find(task, model_.tasks, Section::tasks);
}

void NamedInTests::report_wait(const Reference& wait) {
  diagnostics_.report(Code::unknown_name, wait.span, "there is no task `wait`")
      .help("`does` names the tasks that are started, and a `wait` starts no task: take it out");
}

void NamedInTests::check_level(const Name& name) {
  const Named<Motive>* const motive = names_.find_motive(name);
  if (motive == nullptr || motive->value.is_carried()) return;
  diagnostics_
      .report_missing(
          motive->name.span, Code::level_not_carried, name.span,
          fmt::format("`{}` is computed wherever it is read, so it has no level at the end", name.text))
      .label(motive->value.level.span, "its level")
      .help("expect the keys that it is computed from, or a score");
}

void NamedInTests::find_entity(const Name& name, std::span<const std::string_view> words) {
  if (const auto known = std::ranges::find(entities_, name.text); known != entities_.end()) {
    if (model_.uses != nullptr) model_.uses->note(name.span, *known);
    return;
  }
  const bool is_of_test = whose_ == Whose::test;
  names_.report_unknown(name,
                        is_of_test ? "entity of this test called" : "entity or agent of this scene called",
                        is_of_test ? "`world`" : "`world` and `agents` of the scene", entities_, words);
  lacks_names_ = true;
}

void NamedInTests::check_noticed(const Named<std::vector<Setting<Name>>>& noticed,
                                 const Named<Agent>* agent) {
  const Name& sense = noticed.name;
  Reference reference{sense.text, sense.span};
  names_.find(reference, model_.senses, Section::senses);
  const bool is_its =
      agent == nullptr || reference.index == kNone ||
      std::ranges::find(agent->value.senses, sense.text, &Reference::text) != agent->value.senses.end();
  if (!is_its) {
    diagnostics_
        .report(Code::unknown_name, sense.span,
                fmt::format("`{}` has no sense `{}`", agent->name.text, sense.text))
        .help(fmt::format("add it to the `senses` of `{}`, or name another agent", agent->name.text));
    lacks_names_ = true;
  }
  check_entities(noticed.value, "`nothing` stands alone: who is noticed is noticed");
}

void NamedInTests::check_entities(const std::vector<Setting<Name>>& entities,
                                  std::string_view nothing_and_more) {
  for (const Setting<Name>& who : entities) {
    const bool is_nothing = who.value.text == "nothing";
    if (is_nothing && entities.size() > 1) {
      diagnostics_.report(Code::wrong_count, who.span, std::string(nothing_and_more))
          .help("take it out, or leave `nothing` as the only one");
    } else if (!is_nothing) {
      constexpr std::array<std::string_view, 1> kNobody = {"nothing"};
      find_entity(who.value, kNobody);
    }
  }
}

}  // namespace ishi::compiler
