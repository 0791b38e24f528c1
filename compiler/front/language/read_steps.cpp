#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <utility>
#include <vector>

#include "diagnostics/suggest.h"
#include "language/node_words.h"
#include "language/reader.h"
#include "language/scalar.h"
#include "language/step_faults.h"
#include "language/tables.h"
#include "language/words.h"

// The steps of a body. A step is the name of a task, or a mapping with one verb and its modifiers; what
// these are stands in step_table.cpp. What cannot be read leaves a poisoned step, so that nothing is said
// about a body that seems to lack one.

namespace ishi::compiler {
namespace {

// The verbs that can stand where nothing takes time, besides `do` with such steps.
std::vector<std::string_view> instant_verbs() {
  std::vector<std::string_view> verbs;
  for (const Field& row : kStepMapping.fields) {
    if (row.takes_no_time) verbs.push_back(row.name);
  }
  return verbs;
}
std::string listed_instant_verbs() { return quoted_list(instant_verbs(), "and"); }

constexpr std::string_view kNothingToDo = "write `[succeed]` where nothing is to be done";

// True where steps may be `[succeed]` alone: a branch, and not what is repeated.
bool may_do_nothing(const Field& field) {
  return !field.is_instant && !field.is_verb && (field.name.empty() || !field.with.empty());
}

bool changes_memory(std::string_view verb) { return verb == "remember" || verb == "forget"; }

// The entry that says what a step does, null if there is none. Of several the first, and that is reported.
const Entry* find_verb(const ReadingSite& at, const Node& node) {
  const Entry* verb = nullptr;
  for (const Entry& entry : node.entries) {
    if (is_step_modifier(entry.key) || is_foreign_modifier(at, entry.key) || is_if_for_when(at, node, entry))
      continue;
    if (verb == nullptr) {
      verb = &entry;
      continue;
    }
    if (is_no_step(at, entry) && is_modifier_elsewhere(entry.key)) {  // `then` is no slip of `when`
      report_no_modifier(at, *verb, entry);
      return verb;
    }
    if (report_misspelt_modifier(at, entry)) return verb;
    if (report_misspelt_modifier(at, *verb)) return &entry;
    // A poisoned value may hold arguments that are not indented enough.
    if (verb->value->kind != NodeKind::poisoned && is_no_step(at, entry)) {
      report_no_modifier(at, *verb, entry);
      return verb;
    }
    if (entry.value->kind != NodeKind::poisoned && is_no_step(at, *verb) &&
        find_step_row(entry.key) != nullptr) {
      report_no_modifier(at, entry, *verb);
      return &entry;
    }
    if (is_field_of_action(at, *verb) && find_step_row(verb->key) == nullptr) {
      report_field_of_action(at, *verb, entry);
      return &entry;
    }
    // A poisoned value may hold arguments that are not indented enough.
    if (verb->value->kind == NodeKind::poisoned) return verb;
    if (is_field_of_action(at, entry))
      report_field_of_action(at, entry, *verb);
    else
      report_two_verbs(at, *verb, entry);
    return verb;
  }
  return verb;
}

// A task, a goal, an action or nothing, where only what takes no time can stand.
void report_not_instant(const ReadingSite& at, std::string_view verb, Span span) {
  const Node* actions = at.root == nullptr ? nullptr : at.root->find(section_name(Section::actions));
  if (is_declared_as_verb(at, verb)) {
    const Node* goals = at.root->find(section_name(Section::goals));
    const bool is_goal = goals != nullptr && goals->find(verb) != nullptr;
    at.diagnostics
        .report(
            Code::step_not_instant, span,
            fmt::format("steps under `on`, `enter` and `finally` take no time, but a {} such as `{}` does",
                        is_goal ? "goal" : "task", verb))
        .help(
            fmt::format("only {} can stand here; let an action do what takes time", listed_instant_verbs()));
  } else if (actions != nullptr && actions->find(verb) != nullptr) {
    at.diagnostics
        .report(Code::step_not_instant, span,
                fmt::format("`{}` is an action, which agents choose: no step begins it", verb))
        .help("set a key here, and let the `when` or the score of the action read it");
  } else {
    auto report = at.diagnostics.report(Code::step_not_instant, span,
                                        fmt::format("there is no step `{}` that takes no time", verb));
    std::vector<std::string_view> known = instant_verbs();
    known.emplace_back("do");
    report.suggest_or(span, verb, known, [&] {
      return fmt::format("only {} can stand under `on`, `enter` and `finally`", listed_instant_verbs());
    });
  }
}

// A verb of the language that cannot stand where nothing takes time.
void report_verb_not_instant(const ReadingSite& at, std::string_view verb, Span span) {
  if (verb == "check") {
    at.diagnostics
        .report(Code::step_not_instant, span,
                "nothing can fail under `on`, `enter` and `finally`, so `check` has no meaning here")
        .help("write the condition as the `when` of each step that it is for");
  } else if (verb == "if" || verb == "switch") {
    at.diagnostics
        .report(
            Code::step_not_instant, span,
            fmt::format("steps under `on`, `enter` and `finally` are done in one list, without `{}`", verb))
        .help(
            "write the condition as the `when` of each step that it is for: `- set: { … }`, and `when: …` "
            "below");
  } else {
    at.diagnostics
        .report(Code::step_not_instant, span,
                fmt::format("steps under `on`, `enter` and `finally` take no time, but `{}` does", verb))
        .help(verb == "wait"
                  ? std::string("take it out, or let an action wait")
                  : fmt::format("only {} can stand here; let an action do the rest", listed_instant_verbs()));
  }
}

}  // namespace

// A step in place of what could not be read.
void Reader::add_unread(const Node& node, std::vector<Step>& out) {
  out.emplace_back().name.span = node.span;
  at_.diagnostics.doubt(node.span);
}

void Reader::read_value(const Field& field, const Node& node, std::vector<Step>& out) {
  if (node.kind == NodeKind::scalar) {
    read_step(field, node, nullptr, out.emplace_back());
    out.back().stands_alone = true;
    return;
  }
  if (node.kind == NodeKind::poisoned) return add_unread(node, out);
  if (node.kind == NodeKind::mapping) {
    auto report = at_.diagnostics.report(
        Code::wrong_shape, node.span, fmt::format("{} is a list of steps, but here is a block", what(field)));
    if (node.entries.empty() && may_do_nothing(field)) {
      report.help(std::string(kNothingToDo)).edit(node.span, "[succeed]");
      return add_unread(node, out);
    }
    const bool has_modifier =
        std::ranges::any_of(node.entries, [](const Entry& entry) { return is_step_modifier(entry.key); });
    const bool is_sequence = node.entries.size() == 1 && node.entries[0].value->kind == NodeKind::sequence &&
                             (node.entries[0].key == "sequence" || node.entries[0].key == "steps");
    if (is_sequence) {
      report.help(fmt::format("{} is a sequence already: leave out `{}` and its braces", what(field),
                              node.entries[0].key));
      return add_unread(node, out);
    }
    report.help(!node.flow     ? "begin each step with `- `, or write [step, step]"
                : has_modifier ? "it is one step: write [ ] round it"
                               : "write [ ] round the steps in place of { }");
    const Span all = node.span;
    if (node.flow && has_modifier) {
      report.edit({all.file, all.begin, all.begin}, "[").edit({all.file, all.end, all.end}, "]");
    } else if (node.flow) {
      report.edit({all.file, all.begin, all.begin + 1}, "[").edit({all.file, all.end - 1, all.end}, "]");
    }
    return add_unread(node, out);
  }
  if (node.items.empty()) {
    auto report = at_.diagnostics.report(Code::wrong_count, node.span,
                                         fmt::format("{} is an empty list of steps", what(field)));
    if (may_do_nothing(field))
      report.help(fmt::format("{}; else name a task or goal", kNothingToDo))
          .edit(node.span, "[succeed]")
          .guess();
    else
      report.help(field.is_instant                     ? "write at least one step, or leave it out"
                  : field.is_verb || field.is_required ? "name at least one task or goal"
                                                       : "name at least one task or goal, or leave `do` out");
    add_unread(node, out);
  }
  const Node* before = nullptr;
  for (const Node* item : node.items) {
    read_step(field, *item, before, out.emplace_back());
    before = item;
  }
}

void Reader::read_value(const Field&, const Node& node, Step& method) {
  static constexpr Field kSteps = steps();
  read_step(kSteps, node, nullptr, method);
}

// `to: team`, or an expression that gives an entity.
void Reader::read_audience(const Field& field, const Node& node, Modifiers& modifiers) {
  if (!expect_scalar(at_, field, node)) return;
  const auto word = std::ranges::find(field.words, node.text);
  const bool is_word = word != field.words.end();
  const auto audience = is_word ? static_cast<Audience>(word - field.words.begin()) : Audience::one;
  modifiers.audience = {audience, node.span, true};
  if (!is_word) read_value(field, node, modifiers.recipient);
}

// `emit: alarm` or `emit: { alarm: { by: self } }`.
void Reader::read_emit(const Node& node, Step& step) {
  auto& emit = step.what.emplace<EmitStep>();
  if (node.kind == NodeKind::scalar) {
    emit.event = {node.text, inner_span(node)};
    return;
  }
  if (node.kind == NodeKind::mapping && node.entries.size() == 1) {
    emit.event = {node.entries[0].key, node.entries[0].key_span};
    if (const Node& fields = *node.entries[0].value; fields.kind == NodeKind::mapping) {
      const Field& row = *kStepMapping.other;
      row.read(*this, row, fields, &step);
    } else if (fields.kind == NodeKind::scalar) {
      emit.bare = {fields.text, fields.span};
      lacks_part_ = true;
    }
    return;
  }
  lacks_part_ = true;
  if (node.kind == NodeKind::poisoned) return;
  auto report =
      at_.diagnostics.report(Code::wrong_shape, node.span, "`emit` posts one event, with its fields by name");
  const Node* const to = node.kind == NodeKind::mapping ? node.find("to") : nullptr;
  if (to != nullptr && to->kind == NodeKind::scalar && node.entries[0].key != "to")
    report.help(fmt::format("`to` stands beside `emit`, not in it: `{{ emit: {{ {}: … }}, to: {} }}`",
                            node.entries[0].key, to->text));
  else
    report.help("such as `emit: { shouted: { by: self } }`, with `to: team` beside `emit`");
}

void Reader::read_step(const Field& field, const Node& node, const Node* before, Step& step) {
  const size_t errors_before = at_.diagnostics.error_count();
  const bool around_lacks_part = std::exchange(lacks_part_, false);
  if (names_what_may_not_be_declared(node)) {
    lacks_part_ = true;
  } else if (node.kind == NodeKind::scalar) {
    read_verb(field, node.text, inner_span(node), nullptr, step);
  } else if (node.kind == NodeKind::sequence) {
    at_.diagnostics
        .report(Code::wrong_shape, node.span, "a step is the name of a task, but here is a list in a list")
        .help("let each task be an item of the outer list; for a body as one step, write `do:` before it");
  } else if (node.kind == NodeKind::mapping) {
    for (const Entry& entry : node.entries) {
      const Field* row = find_step_row(entry.key);
      const bool is_modifier = is_step_modifier(entry.key);
      if (is_modifier && entry.key == "to" && report_to_of_no_emit(at_, node, entry))
        lacks_part_ = true;
      else if (is_modifier && (row->with.empty() || (has_partner(node, *row) && !field.is_instant)))
        read_modifier(field, *row, entry, step);
      lacks_part_ |= entry.value->kind == NodeKind::poisoned;
    }
    const bool has_foreign = report_foreign_modifiers(at_, field, node);
    const Entry* verb = find_verb(at_, node);
    if (verb == nullptr) {
      if (!has_foreign) report_no_verb(at_, node, before);
    } else if (report_lone_part(at_, field, node, *verb)) {
      lacks_part_ = true;
    } else if (!report_foreign_verb(at_, field, node, *verb)) {
      read_verb(field, verb->key, verb->key_span, verb->value, step);
    }
  } else {
    lacks_part_ = true;
  }
  if (step.name.span.end == 0) step.name.span = node.span;
  if (lacks_part_ || at_.diagnostics.error_count() != errors_before) at_.diagnostics.doubt(step.name.span);
  lacks_part_ = around_lacks_part;
}

// True if a word of the language stands here for a task or goal that is declared by that name, which has been
// refused where it is declared.
bool Reader::names_what_may_not_be_declared(const Node& node) {
  if (!refused_names_) {
    refused_names_.emplace();
    for (const Section section : {Section::tasks, Section::goals}) {
      const Node* entries = at_.root == nullptr ? nullptr : at_.root->find(section_name(section));
      if (entries == nullptr) continue;
      for (const Entry& entry : entries->entries) {
        if (find_step_row(entry.key) != nullptr) refused_names_->push_back(entry.key);
      }
    }
  }
  if (refused_names_->empty()) return false;
  const auto is_one = [&](std::string_view word) {
    return std::ranges::find(*refused_names_, word) != refused_names_->end();
  };
  if (node.kind == NodeKind::scalar) return is_one(node.text);
  return std::ranges::any_of(node.entries, [&](const Entry& entry) {
    const bool is_named = entry.key == "do" && entry.value->kind == NodeKind::scalar;
    return is_one(entry.key) || (is_named && is_one(entry.value->text));
  });
}

void Reader::read_modifier(const Field& steps, const Field& modifier, const Entry& entry, Step& step) {
  if (steps.is_instant && modifier.name != "when" && modifier.name != "to") {
    at_.diagnostics
        .report(Code::modifier_not_here, entry.key_span,
                fmt::format("a step under `on` or `finally` takes no time, so `{}` means nothing here",
                            entry.key))
        .help("take it out; only `when` can stand here");
  } else {
    key_ = entry.key_span;
    modifier.read(*this, modifier, *entry.value, &step);
  }
}

void Reader::read_verb(const Field& steps, std::string_view verb, Span span, const Node* value, Step& step) {
  const Field* row = find_step_row(verb);
  if (verb.empty()) {
    at_.diagnostics.report(Code::bad_name, span, "a step is an empty name").help("name a task");
  } else if (row != nullptr && !row->is_verb) {
    at_.diagnostics
        .report(Code::modifier_not_here, span,
                fmt::format("`{}` modifies a step, but here it stands in the place of one", verb))
        .help(fmt::format("write `{}:` below the step that it is for, in the same column", verb));
  } else if (row != nullptr) {
    read_built_in(steps, *row, span, value, step);
  } else if (report_modifier_on_line(at_, verb, span, value) ||
             report_verb_without_colon(at_, verb, span, value)) {
    lacks_part_ = true;
  } else if (steps.is_instant) {
    report_not_instant(at_, verb, span);
  } else {
    step.name = {verb, span};
    if (value != nullptr) read_arguments(*value, step);
  }
}

void Reader::read_built_in(const Field& steps, const Field& verb, Span span, const Node* value, Step& step) {
  if (value != nullptr && verb.name == "do" && value->kind == NodeKind::scalar) {  // `do: fire`
    read_verb(steps, value->text, inner_span(*value), nullptr, step);
    step.stands_alone = true;
    return;
  }
  step.name = {verb.name, span};
  if (steps.is_instant && !(verb.takes_no_time || verb.name == "do")) {
    step.name = {};
    report_verb_not_instant(at_, verb.name, span);
    return;
  }
  if (verb.is_bare) {
    verb.read(*this, verb, Node{}, &step);
    if (value != nullptr && value->kind != NodeKind::poisoned &&
        !(value->kind == NodeKind::mapping && value->entries.empty())) {
      at_.diagnostics
          .report(Code::wrong_shape, value->span, fmt::format("`{}` is not told anything", verb.name))
          .help(fmt::format("write `- {}`, or `- do: {}` with its modifiers below", verb.name, verb.name));
    }
    return;
  }
  if (value == nullptr) {
    step.name = {};
    const bool is_condition = verb.name == "check" || verb.name == "if";
    const std::string_view wanted = verb.name == "wait"         ? "how long"
                                    : verb.name == "walk"       ? "where"
                                    : verb.name == "set"        ? "which keys, and to what"
                                    : is_condition              ? "which condition"
                                    : verb.name == "switch"     ? "by which key"
                                    : verb.name == "emit"       ? "which event"
                                    : changes_memory(verb.name) ? "whom"
                                    : verb.name == "steer"      ? "by which steering"
                                                                : "what";
    at_.diagnostics
        .report(Code::missing_argument, span, fmt::format("`{}` needs to know {}", verb.name, wanted))
        .help(fmt::format("write `{}: {}`", verb.name, verb.example));
    return;
  }
  if (verb.name == "wait" && value->kind == NodeKind::mapping) {
    step.name = {};
    const bool is_one = value->entries.size() == 1 && value->entries[0].value->kind == NodeKind::scalar;
    at_.diagnostics.report(Code::wrong_shape, value->span, "`wait` takes one duration, without a name for it")
        .help(fmt::format("write `wait: {}`", is_one ? value->entries[0].value->text : verb.example));
    return;
  }
  const bool is_number = value->kind == NodeKind::scalar && number_length(value->text) == value->text.size();
  if (verb.name == "repeat" && is_number) {
    step.name = {};
    at_.diagnostics
        .report(Code::wrong_shape, value->span, "`repeat` takes the steps of a round, but here is a number")
        .help(fmt::format("how often stands beside them: `repeat: {{ do: [...], times: {} }}`", value->text));
    return;
  }
  if (verb.name == "wait" && value->kind == NodeKind::scalar &&
      value->text.find("..") != std::string_view::npos) {
    step.name = {};
    const std::string_view least = value->text.substr(0, value->text.find(".."));
    const std::string_view most = value->text.substr(value->text.find("..") + 2);
    at_.diagnostics.report(Code::wrong_shape, value->span, "`wait` takes one duration, but here is a range")
        .help(least.empty() || most.empty()
                  ? fmt::format("write how long, such as `wait: {}`", least.empty() ? verb.example : least)
                  : fmt::format("to draw one between them, write `wait: \"lerp({}, {}, random)\"`", least,
                                most));
    return;
  }
  Field row = verb;
  row.is_instant = steps.is_instant;
  row.read(*this, row, *value, &step);
  const bool names_nothing = value->kind == NodeKind::mapping && value->entries.empty();
  if (verb.name == "set" && names_nothing) {
    at_.diagnostics.report(Code::wrong_count, value->span, "`set` is empty, so nothing is written")
        .help(fmt::format("name a key and its new value, such as `set: {}`", verb.example));
  } else if (changes_memory(verb.name) && names_nothing) {
    at_.diagnostics.report(Code::wrong_count, value->span, fmt::format("`{}` is empty", verb.name))
        .help(fmt::format("name a memory and whom, such as `{}: {{ enemies: event.by }}`", verb.name));
  }
}

void Reader::read_arguments(const Node& node, Step& step) {
  if (node.kind == NodeKind::poisoned) return;
  // `else` or `then` beside it has made a choice of it, which is reported.
  if (step.call() == nullptr) {
    lacks_part_ = true;
    return;
  }
  if (node.kind == NodeKind::mapping) {
    const Field& row = *kStepMapping.other;
    row.read(*this, row, node, &step);
    return;
  }
  if (node.kind == NodeKind::scalar) {  // reported when the task's parameters are known
    step.call()->bare = {node.text, node.span};
    lacks_part_ = true;
    return;
  }
  // A verb with a slip, which is reported where tasks are known.
  if (!is_declared_as_verb(at_, step.name.text) && !suggestions(step.name.text, verbs_of_steps()).empty())
    return;
  at_.diagnostics
      .report(Code::wrong_shape, node.span,
              fmt::format("the arguments of `{}` are named, but here is {}", step.name.text, describe(node)))
      .help(fmt::format("write `{}: {{ name: value }}`", step.name.text));
}

}  // namespace ishi::compiler
