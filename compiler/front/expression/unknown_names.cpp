#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <string_view>
#include <utility>

#include "diagnostics/suggest.h"
#include "expression/advice.h"
#include "expression/types.h"
#include "expression/typing_rules.h"
#include "expression/typing_site.h"
#include "expression/written_unit.h"
#include "language/functions.h"
#include "language/scalar.h"
#include "language/unit.h"
#include "language/words.h"
#include "model/steps_within.h"
#include "resolve/names.h"
#include "resolve/qualify.h"

// The likely meaning of an unknown name in an expression.

namespace ishi::compiler {
namespace {

// A unit as others spell it; nothing if it is none.
std::string_view unit_in_other_words(std::string_view name) {
  struct Word {
    std::string_view unit, written;
  };
  constexpr auto kWords = std::to_array<Word>({
      {"s", "sec"},
      {"s", "secs"},
      {"s", "second"},
      {"s", "seconds"},
      {"min", "mins"},
      {"min", "mn"},
      {"min", "minute"},
      {"min", "minutes"},
      {"h", "hr"},
      {"h", "hrs"},
      {"h", "hour"},
      {"h", "hours"},
      {"m", "meter"},
      {"m", "meters"},
      {"m", "metre"},
      {"m", "metres"},
      {"deg", "degree"},
      {"deg", "degrees"},
  });
  const auto found = std::ranges::find(kWords, name, &Word::written);
  return found == kWords.end() ? std::string_view() : found->unit;
}

// A step with `as: NAME`; null if none says so.
const Step* find_named_by_as(const Model& model, std::string_view name) {
  const Step* found = nullptr;
  for_each_written_step(model, [&](const Step& step) {
    if (found == nullptr && step.modifiers.as.given && step.modifiers.as.value.text == name) found = &step;
  });
  return found;
}

// How something has ended, as others call it; empty for other words.
std::string_view ending_in_other_words(std::string_view name) {
  constexpr std::array<std::string_view, 5> kCompleted = {"succeeded", "success", "done", "finished",
                                                          "succeed"};
  constexpr std::array<std::string_view, 3> kFailed = {"failure", "fail", "error"};
  constexpr std::array<std::string_view, 5> kAborted = {"interrupted", "cancelled", "canceled", "abort",
                                                        "stopped"};
  if (std::ranges::find(kCompleted, name) != kCompleted.end()) return "completed";
  if (std::ranges::find(kFailed, name) != kFailed.end()) return "failed";
  return std::ranges::find(kAborted, name) != kAborted.end() ? "aborted" : std::string_view();
}

bool is_word_for_nobody(std::string_view name) {
  std::string word(name);
  std::ranges::transform(word, word.begin(), [](unsigned char c) { return std::tolower(c); });
  return word == "nobody" || word == "none" || word == "null" || word == "nullptr" || word == "nil";
}

// True if that can be read of what `it` is: of whom a sense looks at, or a function over a set.
bool is_field_of_it(const TypingSite& at, std::string_view name) {
  if (at.place.target != nullptr && at.place.target->kind == ValueKind::entity &&
      at.place.target->reference != kNone)
    return find_index(at.model.things[at.place.target->reference].value.fields, name) != kNone;
  if (at.place.it == kNone) return false;
  if (is_memory(at.model, at.place.it)) {
    const Memory& memory = at.model.memory[at.place.it].value;
    return find_index(memory.fields, name) != kNone ||
           (memory.has_thing() &&
            find_index(at.model.things[memory.entity.reference].value.fields, name) != kNone);
  }
  return find_index(candidates_of(at.model, at.place.it).value.fields, name) != kNone;
}

// The names that could stand where `wanted` is; of any type where nothing particular is wanted.
std::vector<std::string_view> fitting_names(const TypingSite& at, const Type& wanted) {
  const bool is_any = wanted.kind == ValueKind::error;
  const auto could_be = [&](const Type& type) {
    if (is_any || type.kind == ValueKind::error) return true;
    // An entity answers where it is, and is easily taken for the question whether there is one.
    const bool is_entity = type.kind == ValueKind::entity;
    if (wanted.kind == ValueKind::boolean) return is_numeric(type) || is_entity;
    if (is_numeric(wanted)) return is_numeric(type);
    if (wanted.kind == ValueKind::point && is_entity) return true;
    return type.kind == wanted.kind && (type.kind != ValueKind::enumeration || type == wanted);
  };
  std::vector<std::string_view> names;
  if (wanted.kind == ValueKind::enumeration) {
    for (const Name& member : at.model.enums[wanted.reference].value.members) names.push_back(member.text);
  }
  if (at.place.parameters != nullptr) {
    for (const auto& parameter : *at.place.parameters) {
      if (could_be(parameter.value.resolved)) names.push_back(parameter.name.text);
    }
  }
  if (at.place.loop != nullptr && could_be({ValueKind::entity})) names.push_back(at.place.loop->name.text);
  for (const StepLoop* one : at.place.loops) {
    if (could_be({ValueKind::entity})) names.push_back(one->variable->name.text);
  }
  // The name of what a step gave back is read through its members (`spot.where`), so it fits every type.
  if (at.place.givens != nullptr) {
    for (const GivenBack* given : *at.place.givens) names.push_back(given->name.text);
  }
  for (const auto& key : at.model.blackboard) {
    if (could_be(key.value.resolved)) names.push_back(key.name.text);
  }
  for (const auto& value : at.model.values) {
    if (could_be(value.value.is.root == nullptr ? Type{} : value.value.is.root->type))
      names.push_back(value.name.text);
  }
  for (const auto& choice : at.model.choices) {
    if (choice.value.set() != kNone && could_be(member_type(at.model, choice.value.set())))
      names.push_back(choice.name.text);
  }
  if (could_be({ValueKind::number, Quantity::duration})) names.emplace_back("time");
  if (could_be({ValueKind::number})) names.emplace_back("random");
  if (could_be({ValueKind::entity})) names.insert(names.end(), {"self", "nothing"});
  if (could_be({ValueKind::boolean})) names.insert(names.end(), {"true", "false"});
  if (could_be({ValueKind::boolean}) && at.place.in_option) names.emplace_back("running");
  if (could_be({ValueKind::number, Quantity::duration}) && at.place.has_elapsed)
    names.emplace_back("elapsed");
  if (could_be({ValueKind::boolean}) && (at.place.is_finally || at.place.in_transition))
    names.insert(names.end(), {"completed", "failed"});
  if (could_be({ValueKind::boolean}) && at.place.is_finally) names.emplace_back("aborted");
  for (const auto& level : at.model.levels) {
    if (could_be({ValueKind::number})) names.push_back(level.name.text);
  }
  if (at.place.is_over_set && could_be({ValueKind::entity})) names.emplace_back("it");
  if (is_any) names.insert(names.end(), {"needs", "drives"});
  if (is_any && at.place.event != kNone) names.emplace_back("event");
  std::erase_if(names, [](std::string_view name) { return !is_name(name.substr(name.rfind('.') + 1)); });
  return names;
}

// A name that nothing has.
void report_no_such_name(const TypingSite& at, const Expression& node, const Type& wanted) {
  const std::string_view name = node.text;
  if (is_doubted_elsewhere(at.model, name, at.diagnostics)) return;
  const std::string_view noun = wanted.kind == ValueKind::enumeration ? "word, key or value" : "key or value";
  auto report =
      at.diagnostics.report(Code::unknown_name, node.span, fmt::format("there is no {} `{}`", noun, name));
  if (!report.is_kept()) return;
  std::deque<std::string> spelled;
  const auto near = report.suggestions(name, as_written(at, fitting_names(at, wanted), spelled));
  const std::string behind =
      near.empty() ? at.scopes.behind_an_alias(at.file(), Space::expressions, name) : "";
  if (!behind.empty()) {
    report.suggest(node.span, behind);
    return;
  }
  if (const uint32_t thing = offering_thing(at); thing != kNone && near.empty()) {
    const auto& [thing_name, offering] = at.model.things[thing];
    const bool is_field = find_index(offering.fields, name) != kNone;
    if (is_field || name == thing_name.text) {
      const std::string meant = is_field ? fmt::format("it.{}", name) : "it";
      report.help(fmt::format("the `{}` that offers this is `it`: write `{}`", thing_name.text, meant))
          .edit(node.span, meant);
      return;
    }
  }
  const bool is_of_event =
      at.place.event != kNone && find_index(at.model.events[at.place.event].value.fields, name) != kNone;
  if (is_of_event && near.empty()) {
    const std::string meant = fmt::format("event.{}", name);
    report.help(fmt::format("what the event tells is read as `{}`", meant)).edit(node.span, meant);
    return;
  }
  if (const std::string_view ending = ending_in_other_words(name);
      !ending.empty() && near.empty() && (at.place.is_finally || at.place.in_transition)) {
    report.help(fmt::format("it is called `{}` here", ending)).edit(node.span, std::string(ending));
    return;
  }
  if (at.place.target != nullptr && near.empty() && (name == "target" || name == "other" || name == "them")) {
    report.help("the one in question is `it`").edit(node.span, "it");
    return;
  }
  if (is_field_of_it(at, name) && near.empty()) {
    const std::string meant = fmt::format("it.{}", name);
    report.help(fmt::format("the one in question is `it`: write `{}`", meant)).edit(node.span, meant);
    return;
  }
  if (const UnitRow* unit = find_unit(name); unit != nullptr && near.empty()) {
    const bool is_time = name == "s" || name == "ms" || name == "min" || name == "h";
    report.help(fmt::format("`{0}` is a unit and can stand only behind digits, such as `1{0}`{1}",
                            unit->suffix,
                            is_time ? fmt::format("; so much in each is `0.05/{}`", unit->suffix) : ""));
    return;
  }
  if (const std::string_view unit = unit_in_other_words(name); !unit.empty() && near.empty()) {
    report.help(fmt::format("the unit is written `{0}`, right behind a number: `1{0}`, `0.5/{0}`", unit));
    return;
  }
  const bool is_switch = wanted.kind == ValueKind::boolean && (name == "on" || name == "off");
  if (near.empty() && (name == "yes" || name == "no" || is_switch)) {
    const std::string_view meant = name == "yes" || name == "on" ? "true" : "false";
    report.help(fmt::format("write `{}`", meant)).edit(node.span, std::string(meant));
    return;
  }
  if (near.empty() && is_word_for_nobody(name)) {
    report.help("write `nothing`: so nobody is called here; that there is somebody is `NAME.known`")
        .edit(node.span, "nothing");
    return;
  }
  for (const auto& agent : at.model.agents) {
    const bool is_state = find_index(agent.value.states.value, name) != kNone;
    if (!near.empty() || (!is_state && (name != "state" || !agent.value.states.given))) continue;
    report.help(is_state
                    ? fmt::format("`{}` is a state of `{}`: what is for that state alone stands under its "
                                  "`actions`",
                                  name, agent.name.text)
                    : "what is for one state alone stands under its `actions`");
    return;
  }
  if (name == "nan" || name == "inf" || name == "infinity") {
    report.help("write a number, such as 0 or 1000000");
    return;
  }
  for (const auto& type : at.model.enums) {
    if (std::ranges::find(type.value.members, name, &Name::text) != type.value.members.end()) {
      report.help(fmt::format("`{}` is a word of `{}` and can be named only where that is compared or given",
                              name, type.name.text));
      return;
    }
  }
  if (!near.empty())
    report.suggest(node.span, near[0]);
  else if (wanted.kind == ValueKind::enumeration)
    report.help(fmt::format("its words are {}", words_of(at, wanted)));
  else if (at.place.is_given_back)
    report.help(fmt::format(
        "keys stand under `blackboard`, named expressions under `values`; what a step gives back is "
        "called by `as`: `{{ …: {{}}, as: {} }}`",
        name));
  else if (name == "blackboard" || name == "me" || name == "this" || name == "agent" || name == "owner")
    report.help(fmt::format("keys of the agent are read by their names alone, without `{}.`", name));
  else
    report.help("keys stand under `blackboard`, named expressions under `values`");
}

}  // namespace

void report_unknown_name(const TypingSite& at, const Expression& node, const Type& wanted) {
  const std::string_view name = node.text;
  if (at.is_part_of_bad_name(name) || may_be_loop_variable(at, name)) return;
  if (name == "event") return report_event(at, node);
  if (report_loop_variable(at, node)) return;
  if (name == "any" || name == "someone") {
    at.diagnostics
        .report(Code::not_available_here, node.span, fmt::format("`{}` has a meaning in tests alone", name))
        .help("name a key that holds an entity, such as `threat`; nobody is `nothing`");
    return;
  }
  if (const Step* const step = find_named_by_as(at.model, name); step != nullptr) {
    const Name& as = step->modifiers.as.value;
    const bool is_early =
        !at.place.is_finally && as.span.file == node.span.file && node.span.begin < as.span.begin;
    at.diagnostics
        .report(Code::not_available_here, node.span,
                fmt::format("`{}` is what `{}` gives back, {}", name, step->name.text,
                            at.place.is_finally ? "which means nothing in `finally`"
                            : is_early          ? "but that step comes later"
                                                : "and is known to later steps of its list alone"))
        .label(as.span, "given here")
        .help(at.place.is_finally
                  ? fmt::format("keep what you need in a key: `set: {{ …: {}.… }}` behind the step", name)
              : is_early
                  ? fmt::format("read it behind that step, in the same list; elsewhere keep it in a key: "
                                "`set: {{ …: {}.… }}` behind the step",
                                name)
                  : fmt::format("read it there, or keep it in a key: `set: {{ …: {}.… }}` behind the step",
                                name));
    return;
  }
  const auto is_other = [&](std::string message, std::string help) {
    return at.diagnostics.report(Code::name_is_no_value, node.span, std::move(message)).help(std::move(help));
  };
  if (at.scopes.find_alias(at.file(), name) != nullptr) {
    is_other(fmt::format("`{}` is an import and no value", name),
             fmt::format("write `{}.` and a name that the file defines", name));
  } else if (at.scopes.is_hidden(at.file(), Space::expressions, name)) {
    report_hidden(name, node.span, "key or value", at.diagnostics);
  } else if (name == "needs" || name == "drives") {
    is_other(fmt::format("`{}` alone is no value", name),
             fmt::format("write `{}.` and the name of one", name));
  } else if (at.names.curves.contains(name)) {
    is_other(fmt::format("`{}` is a curve and gives nothing before it is given something", name),
             fmt::format("write `{}(x)`, with what it judges for x", name));
  } else if (const FunctionRow* function = find_function(name)) {
    const bool is_unit_too = find_unit(name) != nullptr;  // `min`
    is_other(
        fmt::format("`{}` is a function and needs something to work on", name),
        fmt::format("write {}{}", function->form,
                    is_unit_too
                        ? fmt::format("; as a unit it stands right behind a number: `1{0}`, `0.5/{0}`", name)
                        : ""));
  } else if (find_index(at.model.needs, name) != kNone) {
    is_other(fmt::format("`{}` is a need, and its level is read as `needs.{}`", name, name),
             fmt::format("write `needs.{}`", name))
        .edit(node.span, fmt::format("needs.{}", name));
  } else if (find_index(at.model.drives, name) != kNone) {
    is_other(fmt::format("`{}` is a drive, and its level is read as `drives.{}`", name, name),
             fmt::format("write `drives.{}`", name))
        .edit(node.span, fmt::format("drives.{}", name));
  } else if (find_index(at.model.events, name) != kNone) {
    is_other(
        fmt::format("`{}` is an event, not a value", name),
        at.place.event != kNone ? "what has arrived is read as `event.` and the name of a field"
        : wanted.kind == ValueKind::entity || wanted.kind == ValueKind::enumeration
            ? fmt::format("keep what it tells in a key: `on: {{ {}: [{{ set: {{ …: event.… }} }}] }}` of the "
                          "agent",
                          name)
            : fmt::format("ask how long ago it reached the agent: `since({}) < 1s`", name));
  } else if (find_index(at.model.actions, name) != kNone || find_index(at.model.tasks, name) != kNone) {
    is_other(fmt::format("`{}` is {}, not a value", name,
                         find_index(at.model.actions, name) != kNone ? "an action" : "a task"),
             find_index(at.model.actions, name) == kNone &&
                     !at.model.tasks[find_index(at.model.tasks, name)].value.gives.empty()
                 ? fmt::format(
                       "call what the step gives back by `as`, such as `{{ {0}: {{ … }}, as: found }}`, and "
                       "read it as `found.{1}`",
                       name, at.model.tasks[find_index(at.model.tasks, name)].value.gives[0].name.text)
                 : std::string("an expression names keys, values, needs, drives and curves"));
  } else {
    report_no_such_name(at, node, wanted);
  }
}

}  // namespace ishi::compiler
