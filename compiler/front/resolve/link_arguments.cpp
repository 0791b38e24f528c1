#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <vector>

#include "language/tables.h"
#include "language/words.h"
#include "resolve/link_steps.h"

// Arguments of steps: unknown ones, missing ones, values without names, and calls as in other languages.

namespace ishi::compiler {
namespace {

std::string_view noun_of(const Step& step) {
  return step.is<GoalStep>() ? "goal" : step.is<EmitStep>() ? "event" : "task";
}

// Names of parameters for a person or place: one of these instead of another is no typo.
bool is_whom_or_where(std::string_view name) {
  constexpr auto kNames = std::to_array<std::string_view>(
      {"to",     "where", "place", "position", "pos",  "location", "destination", "dest",  "goal", "point",
       "target", "at",    "whom",  "who",      "what", "entity",   "enemy",       "actor", "item", "object"});
  return std::ranges::find(kNames, name) != kNames.end();
}

}  // namespace

// Checks that each argument is declared, and that no required one is missing.
void StepLinker::check_given(const Step& step, const Declared& declared) {
  bool are_known = true;
  for (const auto& argument : step.call()->arguments) {
    const uint32_t index = find_index(declared.variables, argument.name.text);
    if (index != kNone) {
      model_.note_use(argument.name.span, declared.variables[index].name);
      continue;
    }
    are_known = false;
    const bool is_target = argument.name.text == "to" && !step.is<EmitStep>();  // `go_to: { to: post }`
    if (is_step_modifier(argument.name.text) && !is_target) {
      report_modifier_in(declared.name.text, argument.name);
    } else {
      report_no_argument(step, argument.name, declared);
    }
  }
  // A misspelt argument is not missing as well; a field of an event has its default.
  if (!are_known || step.is<EmitStep>() || diagnostics_.is_in_doubt(declared.name.span)) return;
  std::vector<Name> missing;
  for (const auto& parameter : declared.variables) {
    if (parameter.value.fallback_node != nullptr) continue;
    if (find_index(step.call()->arguments, parameter.name.text) != kNone) continue;
    missing.push_back(parameter.name);
    if (diagnostics_.is_full()) break;  // nobody will read of the others
  }
  if (!missing.empty()) report_missing(step, missing);
}

void StepLinker::report_no_argument(const Step& step, const Name& argument, const Declared& declared) {
  const bool is_emit = step.is<EmitStep>();
  const std::string_view noun = is_emit ? "field" : "parameter";
  auto report = diagnostics_.report_missing(
      declared.name.span, Code::unknown_argument, argument.span,
      fmt::format("`{}` has no {} `{}`", declared.name.text, noun, argument.text));
  if (!report.is_kept()) return;
  report.label(declared.name.span, fmt::format("the {} is declared here", noun_of(step)));
  const auto known = names_of(declared.variables);
  // An argument under its right name is not a candidate for another one.
  std::vector<std::string_view> left = known;
  std::erase_if(left,
                [&](std::string_view name) { return find_index(step.call()->arguments, name) != kNone; });
  const auto* const task = step.as<TaskStep>();
  if (task != nullptr && find_index(model_.tasks[task->index].value.gives, argument.text) != kNone) {
    report.help(fmt::format(
        "`{0}` gives it back: write `as: found` beside the step, and read `found.{1}` in later steps",
        declared.name.text, argument.text));
    return;
  }
  const auto near = report.suggestions(argument.text, left);
  const auto is_known = [&](const auto& other) {
    return find_index(declared.variables, other.name.text) != kNone;
  };
  const bool is_alone = std::ranges::count_if(step.call()->arguments, is_known) + 1 ==
                        static_cast<ptrdiff_t>(step.call()->arguments.size());
  const std::string_view one = is_emit ? "field" : "argument";
  if (!near.empty()) {
    report.suggest(argument.span, near[0]);
  } else if (known.empty()) {
    report.help(is_emit ? "it has no fields" : "it takes no arguments");
  } else if (left.size() == 1 && is_alone) {
    report
        .help(known.size() == 1 ? fmt::format("its {} is `{}`", one, left[0])
                                : fmt::format("perhaps `{}`, the only {} that is not given", left[0], one))
        .edit(argument.span, std::string(left[0]));
    if (!is_whom_or_where(argument.text) || !is_whom_or_where(left[0])) report.guess();
  } else {
    report.help(known.size() == 1 ? fmt::format("its {} is `{}`", one, known[0])
                                  : fmt::format("its {}s are {}", one, quoted_list(known, "and")));
  }
}

// `sneak_to: mark` for `sneak_to: { who: mark }`.
void StepLinker::report_bare(const Step& step) {
  const auto& [name, parameters] = declared(step);
  if (parameters.empty() && diagnostics_.is_in_doubt(name.span)) return;
  const std::string_view value = step.call()->bare.text.empty() ? "…" : step.call()->bare.text;
  auto report = diagnostics_.report(
      Code::wrong_shape, step.call()->bare.span,
      parameters.empty()
          ? fmt::format("`{}` takes no arguments, but here is `{}`", step.name.text, value)
          : fmt::format("the arguments of `{}` are named, but here is `{}` alone", step.name.text, value));
  if (!report.is_kept()) return;
  report.label(name.span, fmt::format("the {} is declared here", noun_of(step)));
  if (parameters.empty()) {
    const bool is_measure = step.as<TaskStep>() != nullptr && value[0] >= '0' && value[0] <= '9';
    report.help(fmt::format("write `{}` alone{}", step.name.text,
                            is_measure ? "; how long a task usually lasts is its `takes`, where it is declared"
                                       : ""));
    return;
  }
  const std::string arguments = arguments_for(parameters, value);
  report.help(fmt::format("write `{}: {{ {} }}`", step.name.text, arguments));
  if (arguments.find("…") == std::string::npos)
    report.edit(step.call()->bare.span, fmt::format("{{ {} }}", arguments));
}

// `pour(guest)`, or `pour(who: guest)`, of which YAML makes two halves; false if it is something else.
bool StepLinker::report_call(const Step& step) {
  const std::string_view text = step.name.text;
  const size_t open = text.find('(');
  const std::string_view behind = text.ends_with(')') ? text : step.call()->bare.text;
  if (open == std::string_view::npos || !behind.ends_with(')')) return false;
  const std::string_view name = text.substr(0, open);
  const uint32_t task = find_index(model_.tasks, name);
  const uint32_t goal = find_index(model_.goals, name);
  const std::vector<std::string_view> verbs = verbs_of_steps();
  const bool is_verb = std::ranges::find(verbs, name) != verbs.end();
  if (task == kNone && goal == kNone && !is_verb) return false;
  const bool is_whole = text.ends_with(')');
  const std::string_view given = text.substr(open + 1, text.size() - open - (is_whole ? 2 : 1));
  std::string meant(name);
  if (is_verb && name == "wait" && !given.empty()) {
    meant += fmt::format(": {}", given);
  } else if (is_verb) {
    meant += fmt::format(": {}", find_step_row(name)->example);
  } else if (!is_whole) {
    meant += fmt::format(": {{ {}: {} }}", given, behind.substr(0, behind.size() - 1));
  } else if (const Map<Variable>& parameters =
                 task != kNone ? model_.tasks[task].value.parameters : model_.goals[goal].value.parameters;
             !given.empty() && !parameters.empty()) {
    meant += fmt::format(": {{ {} }}", arguments_of_call(parameters, given));
  }
  const bool is_exact =
      is_whole && !is_in_doubt(step) && (!is_verb || name == "wait") && meant.find("…") == std::string::npos;
  if (step.stands_alone && meant.find(':') != std::string::npos) meant = fmt::format("[{}]", meant);
  auto report = diagnostics_.report(
      Code::wrong_shape, step.name.span,
      fmt::format("what `{}` is given stands {}", name, is_verb ? "behind its `:`" : "in braces, by name"));
  report.help(fmt::format("write `{}`", meant));
  if (is_exact) report.edit(step.name.span, meant);
  return true;
}

// `guest, 2` and `who=guest`: values by their places or their names.
std::string StepLinker::arguments_of_call(const Map<Variable>& parameters, std::string_view given) const {
  if (given.find(',') == std::string_view::npos && given.find('=') == std::string_view::npos)
    return arguments_for(parameters, given);
  std::string result;
  size_t place = 0, depth = 0, begin = 0;
  for (size_t i = 0; i <= given.size(); ++i) {
    if (i < given.size() && given[i] == '(') ++depth;
    if (i < given.size() && given[i] == ')' && depth > 0) --depth;
    if (i < given.size() && (given[i] != ',' || depth > 0)) continue;
    std::string_view value = given.substr(begin, i - begin);
    begin = i + 1;
    while (value.starts_with(' ')) value.remove_prefix(1);
    while (value.ends_with(' ')) value.remove_suffix(1);
    const size_t sign = value.find('=');
    std::string_view name = place < parameters.size() ? parameters[place].name.text : "…";
    const bool is_named =
        sign != std::string_view::npos && value.substr(sign + 1, 1) != "=" &&
        find_index(parameters, value.substr(0, value.find_last_not_of(' ', sign - 1) + 1)) != kNone;
    if (is_named) {
      name = value.substr(0, value.find_last_not_of(' ', sign - 1) + 1);
      value.remove_prefix(sign + 1);
      while (value.starts_with(' ')) value.remove_prefix(1);
    }
    result += fmt::format("{}{}: {}", result.empty() ? "" : ", ", name, value);
    ++place;
  }
  return result;
}

// A value without a name is for the parameter that must be given, else for the first; what else must be given
// is shown, too.
std::string StepLinker::arguments_for(const Map<Variable>& parameters, std::string_view value) const {
  const auto must = [](const auto& parameter) { return parameter.value.fallback_node == nullptr; };
  const auto first = std::ranges::find_if(parameters, must);
  const auto meant = first == parameters.end() ? parameters.begin() : first;
  const uint32_t key = find_index(model_.blackboard, value);
  const bool is_entity = key != kNone && model_.blackboard[key].value.resolved.kind == ValueKind::entity;
  const bool is_place = meant->value.resolved.kind == ValueKind::point;
  std::string arguments =
      fmt::format("{}: {}{}", meant->name.text, value, is_entity && is_place ? ".position" : "");
  size_t listed = 1;
  for (auto other = meant + 1; other != parameters.end() && listed <= kMostListed; ++other) {
    if (!must(*other)) continue;
    arguments += ++listed > kMostListed ? ", …" : fmt::format(", {}: …", other->name.text);
  }
  return arguments;
}

void StepLinker::report_missing(const Step& step, const std::vector<Name>& missing) {
  std::vector<std::string_view> names;
  names.reserve(missing.size());
  for (const Name& name : missing) names.push_back(name.text);
  auto report =
      diagnostics_.report(Code::missing_argument, step.name.span,
                          fmt::format("`{}` must be told its {}", step.name.text, quoted_list(names, "and")));
  if (!report.is_kept()) return;
  std::string arguments;
  for (const Name& name : std::span(missing).first(std::min(missing.size(), kMostListed))) {
    arguments += fmt::format("{}{}: …", arguments.empty() ? "" : ", ", name.text);
    report.label(name.span, "declared here, without a default");
  }
  if (missing.size() > kMostListed) arguments += ", …";
  report.help(step.call()->arguments.empty() ? fmt::format("write `{}: {{ {} }}`", step.name.text, arguments)
                                             : fmt::format("add `{}` to its arguments", arguments));
}

}  // namespace ishi::compiler
