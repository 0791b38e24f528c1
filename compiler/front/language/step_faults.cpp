#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <string>
#include <vector>

#include "diagnostics/suggest.h"
#include "language/other_names.h"
#include "language/reader.h"
#include "language/scalar.h"
#include "language/step_faults.h"
#include "language/tables.h"
#include "language/words.h"

// The messages about steps that are written in another way, or at another place.

namespace ishi::compiler {
namespace {

// Modifiers of other tools, and the word for each here.
struct NoModifier {
  std::string_view written;
  std::string_view help;
};
constexpr std::string_view kNegated =
    "write `invert: true`: then a step that completed counts as failed; a condition is turned round where it "
    "is "
    "written, `when: not …`";
constexpr std::string_view kElseIf =
    "what is asked next is an `if` under `else`: `else: [{ if: …, then: [...] }]`";
constexpr std::string_view kAgain =
    "what is done again is a step round it: `repeat: { do: [...], times: 3 }`, or `until` in place of "
    "`times`";
constexpr std::string_view kForSoLong =
    "`until: elapsed > 2s` completes a step after that time, `timeout: 2s` fails one that lasts longer; how "
    "long a task usually lasts is its `takes`";
constexpr std::string_view kMayFail = "write `on_fail: continue`: then the list goes on after a failure";
constexpr std::string_view kNext =
    "what follows is the next step of the list, which begins when this one has completed";
constexpr std::string_view kAtOnce = "steps at the same time are one step: `all: [...]`, or `any: [...]`";
constexpr std::string_view kDrawn = "draw it in a condition: `when: random < 0.5`";
constexpr std::string_view kBetter =
    "methods of `first` are tried in the order of the text, those of `best` by their `score`";
constexpr auto kNoModifiers = std::to_array<NoModifier>({
    {"inverted", kNegated},
    {"inverter", kNegated},
    {"negate", kNegated},
    {"not", kNegated},
    {"elif", kElseIf},
    {"else_if", kElseIf},
    {"elseif", kElseIf},
    {"unless", "write `when: not …`"},
    {"repeat_until", kAgain},
    {"until_success", kAgain},
    {"loop", kAgain},
    {"loops", kAgain},
    {"times", kAgain},
    {"count", kAgain},
    {"for", kForSoLong},
    {"duration", kForSoLong},
    {"takes", kForSoLong},
    {"time", kForSoLong},
    {"delay", "wait in a step of its own before it: `- wait: 1s`"},
    {"optional", kMayFail},
    {"is_optional", kMayFail},
    {"ignore_failure", kMayFail},
    {"allow_failure", kMayFail},
    {"next", kNext},
    {"on_success", kNext},
    {"on_complete", kNext},
    {"on_completed", kNext},
    {"on_done", kNext},
    {"parallel", kAtOnce},
    {"async", kAtOnce},
    {"background", kAtOnce},
    {"chance", kDrawn},
    {"probability", kDrawn},
    {"priority", kBetter},
    {"weight", kBetter},
    {"order", kBetter},
});

// `chance: 30%` as the share of draws that are below it.
std::string help_to_draw(const Entry& entry) {
  if (entry.value->kind != NodeKind::scalar) return std::string(kDrawn);
  const std::string_view text = entry.value->text;
  double share = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), share);
  const bool is_percent = rest != text.data() + text.size() && *rest == '%';
  if (error != std::errc() || share <= 0 || share >= (is_percent ? 100 : 1)) return std::string(kDrawn);
  return fmt::format("draw it in a condition: `when: random < {:g}`", is_percent ? share / 100 : share);
}

// The declared parameters of a task or goal, or null.
const Node* parameters_of(const ReadingSite& at, std::string_view verb) {
  for (const Section section : {Section::tasks, Section::goals}) {
    const Node* entries = at.root == nullptr ? nullptr : at.root->find(section_name(section));
    const Node* declared = entries == nullptr ? nullptr : entries->find(verb);
    if (declared != nullptr) return declared->find("params");
  }
  return nullptr;
}

// The first parameter that this file declares for a task or goal; `…` if it declares none.
std::string_view first_parameter_of(const ReadingSite& at, std::string_view verb) {
  const Node* parameters = parameters_of(at, verb);
  return parameters != nullptr && !parameters->entries.empty() ? parameters->entries[0].key : "…";
}

// `goal: tidy_up` for `tidy_up`.
void report_noun(const ReadingSite& at, const Node& node, const Entry& verb, Report& report) {
  const std::string_view name = verb.value->text;
  const Node* actions = at.root == nullptr ? nullptr : at.root->find("actions");
  if (!is_declared_as_verb(at, name) && actions != nullptr && actions->find(name) != nullptr) {
    report.help(
        fmt::format("`{}` is an action: agents choose it, and what steps do are tasks and goals", name));
  } else if (node.entries.size() > 1) {
    report.help(fmt::format("write `do: {}`", name)).edit(verb.key_span, "do");
  } else {
    report.help(fmt::format("write `{}` alone", name))
        .edit({verb.key_span.file, verb.key_span.begin, verb.value->span.end}, std::string(name));
  }
}

}  // namespace

std::string_view help_to_modifier_of_others(std::string_view word) {
  const auto row = std::ranges::find(kNoModifiers, word, &NoModifier::written);
  return row == kNoModifiers.end() ? std::string_view() : row->help;
}

bool is_modifier_elsewhere(std::string_view name) {
  return std::ranges::find(kNoModifiers, name, &NoModifier::written) != kNoModifiers.end();
}

// Is it neither a verb nor the name of a task or goal, nor what an action has?
bool is_no_step(const ReadingSite& at, const Entry& entry) {
  const auto& of_actions = kActionMapping.fields;
  const bool is_of_action = std::ranges::find(of_actions, entry.key, &Field::name) != of_actions.end();
  return find_step_row(entry.key) == nullptr && !is_declared_as_verb(at, entry.key) &&
         (!is_of_action || entry.key == "for_each") && entry.key.find('(') == std::string_view::npos;
}

// `invert: true` beside the step `verb`.
void report_no_modifier(const ReadingSite& at, const Entry& verb, const Entry& entry) {
  auto report = at.diagnostics.report(Code::unknown_field, entry.key_span,
                                      fmt::format("a step has no modifier `{}`", entry.key));
  report.label(verb.key_span, "the step begins here");
  if (const Node* parameters = parameters_of(at, verb.key);
      parameters != nullptr && parameters->find(entry.key) != nullptr) {
    report.help(fmt::format("it is an argument of `{0}`: write it into the {{ }} behind `{0}:`", verb.key));
    return;
  }
  // `emit: shout` and below it `who: suspect`.
  if (verb.key == "emit" && verb.value->kind == NodeKind::scalar && is_name(entry.key) &&
      at.root != nullptr) {
    const Node* const events = at.root->find(section_name(Section::events));
    const Node* const event = events == nullptr ? nullptr : events->find(verb.value->text);
    const Node* const fields = event == nullptr ? nullptr : event->find("fields");
    if (fields != nullptr && fields->find(entry.key) != nullptr) {
      report.help(fmt::format("`{0}` is a field of `{1}`: write `emit: {{ {1}: {{ {0}: {2} }} }}`", entry.key,
                              verb.value->text,
                              entry.value->kind == NodeKind::scalar ? entry.value->text : "…"));
      return;
    }
  }
  if (const auto row = std::ranges::find(kNoModifiers, entry.key, &NoModifier::written);
      row != kNoModifiers.end()) {
    report.help(row->help == kDrawn ? help_to_draw(entry) : std::string(row->help));
    return;
  }
  if (const auto [help, name] = other_word(kStepMapping, entry.key); !help.empty() && name.empty()) {
    report.help(help);
    return;
  }
  std::vector<std::string_view> modifiers;
  for (const Field& row : kStepMapping.fields) {
    const bool is_of_some =
        row.name == "to" || row.name == "score" || row.name == "cost" || !row.with.empty();
    if (!row.is_verb && !is_of_some && is_step_modifier(row.name)) modifiers.push_back(row.name);
  }
  report.help(fmt::format("the modifiers are {}{}; a step of its own begins with a dash",
                          quoted_list(modifiers, "and"),
                          find_step_row(verb.key) == nullptr
                              ? fmt::format("; an argument of `{0}` stands in {{ }} behind `{0}:`", verb.key)
                              : ""));
}

// `to` beside a step that is no `emit`. Returns whether it is one.
bool report_to_of_no_emit(const ReadingSite& at, const Node& node, const Entry& to) {
  const auto is_other = [&](const Entry& entry) {
    return !is_step_modifier(entry.key) && find_step_row(entry.key) == nullptr;
  };
  const auto verb = std::ranges::find_if(node.entries, is_other);
  const Node* body = node.find("do");
  const bool is_named = body != nullptr && body->kind == NodeKind::scalar;
  const auto& audiences = find_step_row("to")->words;
  const bool is_audience =
      to.value->kind == NodeKind::scalar && std::ranges::find(audiences, to.value->text) != audiences.end();
  if (is_audience || node.find("emit") != nullptr || (verb == node.entries.end() && !is_named)) return false;
  if (!is_named && verb->value->kind == NodeKind::poisoned)
    return true;  // which may be for want of arguments
  const std::string_view task = is_named ? body->text : verb->key;
  at.diagnostics
      .report(Code::modifier_not_here, to.key_span,
              fmt::format("`to` says whom `emit` tells, but this step does `{}`", task))
      .help(fmt::format("what `{0}` is given stands in braces: `{0}: {{ {1}: {2} }}`", task,
                        first_parameter_of(at, task),
                        to.value->kind == NodeKind::scalar ? to.value->text : "…"));
  return true;
}

// `fire timeout: 2s`: a modifier on the line of its step. Returns whether it was that.
bool report_modifier_on_line(const ReadingSite& at, std::string_view verb, Span span, const Node* value) {
  const size_t blank = verb.rfind(' ');
  if (value == nullptr || blank == std::string_view::npos || !is_step_modifier(verb.substr(blank + 1)))
    return false;
  const std::string_view modifier = verb.substr(blank + 1);
  const std::string_view step = verb.substr(0, verb.find_last_not_of(' ', blank) + 1);
  const bool is_call = step.ends_with(')');
  const std::string_view task = step.substr(0, step.find('('));
  at.diagnostics
      .report(Code::modifier_not_here, span,
              fmt::format("`{}` stands on a line of its own, below the step that it is for", modifier))
      .help(is_call ? fmt::format(
                          "write what `{0}` is given in braces, `{0}: {{ {1}: … }}`, and `{2}: …` below it, "
                          "in the same column",
                          task, first_parameter_of(at, task), modifier)
                    : fmt::format("write `do: {}`, and `{}: {}` below it, in the same column", step, modifier,
                                  value->kind == NodeKind::scalar ? value->text : "…"));
  return true;
}

// Is it the name of a task or goal? Then other tools' meaning of it does not count.
bool is_declared_as_verb(const ReadingSite& at, std::string_view name) {
  const auto has = [&](Section section) {
    const Node* entries = at.root == nullptr ? nullptr : at.root->find(section_name(section));
    return entries != nullptr && entries->find(name) != nullptr;
  };
  return has(Section::tasks) || has(Section::goals);
}

bool is_foreign_modifier(const ReadingSite& at, std::string_view name) {
  const Field* meant = find_step_row(other_word(kStepMapping, name).name);
  const bool is_modifier = name == "abort_if" || (meant != nullptr && !meant->is_verb);
  return is_modifier && find_step_row(name) == nullptr && !is_declared_as_verb(at, name);
}

// `retries: 2`. Returns whether there are any.
bool report_foreign_modifiers(const ReadingSite& at, const Field& steps, const Node& node) {
  const auto is_foreign = [&](const Entry& entry) {
    return is_foreign_modifier(at, entry.key) || is_if_for_when(at, node, entry);
  };
  const bool is_alone = std::ranges::all_of(node.entries, is_foreign);
  bool has_any = false;
  for (const Entry& entry : node.entries) {
    if (!is_foreign(entry)) continue;
    has_any = true;
    const auto [help, name] = other_word(kStepMapping, entry.key);
    auto report = at.diagnostics.report(Code::unknown_field, entry.key_span,
                                        fmt::format("a step has no modifier `{}`", entry.key));
    if (steps.is_instant && name != "when") {
      report.help("take it out: of modifiers only `when` can stand in a step that takes no time");
    } else if (is_alone && name == "when" && entry.value->kind == NodeKind::scalar) {
      report
          .help(fmt::format("a step that fails its list where a condition does not hold is `check: {}`",
                            entry.value->text))
          .edit(entry.key_span, "check");
    } else if (is_alone) {
      report.help(fmt::format("{}, and stands below the step that it is for, in the same column", help));
    } else {
      report.help(help);
      if (!name.empty()) report.edit(entry.key_span, std::string(name));
    }
  }
  return has_any;
}

// A body by the name that other tools have for it, or `goal: tidy_up`. Returns whether it was one.
bool report_foreign_verb(const ReadingSite& at, const Field& steps, const Node& node, const Entry& verb) {
  if (steps.is_instant) return false;
  const bool is_single = verb.value->kind == NodeKind::scalar && !verb.value->text.empty();
  const bool is_noun =
      verb.key == "goal" || verb.key == "task" || verb.key == "action" || verb.key == "subtree";
  auto [help, name] = other_word(kStepMapping, verb.key);
  if (find_step_row(verb.key) != nullptr) return false;
  if ((help.empty() && !(is_noun && is_single)) || is_declared_as_verb(at, verb.key)) return false;
  auto report = at.diagnostics.report(Code::unknown_name, verb.key_span,
                                      fmt::format("there is no task or goal `{}`", verb.key));
  const Field* meant = find_step_row(name);
  if (is_noun && is_single) {
    report_noun(at, node, verb, report);
  } else if (meant != nullptr && meant->form == Form::map && verb.value->kind == NodeKind::sequence) {
    report.help(
        fmt::format("{}, and each of its methods has a name: such as `{}: {}`", help, name, meant->example));
  } else {
    report.help(help);
    if (meant != nullptr) report.edit(verb.key_span, std::string(name));
  }
  return true;
}

// One of the two may be the misspelt form of a modifier.
bool report_misspelt_modifier(const ReadingSite& at, const Entry& entry) {
  std::vector<std::string_view> known;
  for (const Field& row : kStepMapping.fields) {
    if (!row.is_verb) known.push_back(row.name);
  }
  std::string text(entry.key);
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::tolower(c); });
  std::vector<std::string_view> near = suggestions(text, known);
  if (const auto same = std::ranges::find(known, text); same != known.end()) near = {*same};
  if (near.empty() || entry.value->kind != NodeKind::scalar || find_step_row(entry.key) != nullptr)
    return false;
  auto report = at.diagnostics.report(Code::unknown_field, entry.key_span,
                                      fmt::format("a step has no modifier `{}`", entry.key));
  report.suggest(entry.key_span, near[0]);
  if (!is_clear(text, near)) report.guess();
  return true;
}

// True for `cooldown`, which means something beside the `do` of an action and nothing beside a step.
bool is_field_of_action(const ReadingSite& at, const Entry& entry) {
  const auto& fields = kActionMapping.fields;
  return std::ranges::find(fields, entry.key, &Field::name) != fields.end() &&
         !is_declared_as_verb(at, entry.key);
}

void report_field_of_action(const ReadingSite& at, const Entry& field, const Entry& step) {
  at.diagnostics
      .report(Code::modifier_not_here, field.key_span,
              fmt::format("`{}` belongs to an action, but here it stands beside a step", field.key))
      .label(step.key_span, "the step begins here")
      .help(at.around.mapping == &kActionMapping ? "line it up with the `do` of the action"
                                                 : "write it in the action that does this");
}

void report_two_verbs(const ReadingSite& at, const Entry& first, const Entry& second) {
  const bool has_arguments = find_step_row(first.key) == nullptr;
  at.diagnostics
      .report(Code::two_verbs, second.key_span,
              fmt::format("a step does one thing, but here are `{}` and `{}`", first.key, second.key))
      .label(first.key_span, "the step begins here")
      .help(fmt::format("write `{}` as a step of its own", second.key) +
            (has_arguments
                 ? fmt::format("; if it is an argument of `{0}`, move it into {{ }} behind `{0}:`", first.key)
                 : ""));
}

void report_modifier_of_action(const ReadingSite& at, const Entry& entry) {
  const bool is_branch = entry.key == "then" || entry.key == "else";
  at.diagnostics
      .report(Code::modifier_not_here, entry.key_span,
              is_branch
                  ? fmt::format("`{}` belongs to a step `if`, but here it stands beside the action's own "
                                "fields",
                                entry.key)
                  : fmt::format("`{}` modifies a step, but here it stands beside the action's own fields",
                                entry.key))
      .help(is_branch
                ? std::string("what the action does next is the next step under `do`; which action an agent "
                              "does next, the scores decide when this one has ended")
                : fmt::format(
                      "write it below one step under `do`, in the same column; for all of them make the body "
                      "one step: `- do: [...]`, and below it `{}`",
                      entry.key));
}

namespace {

// True in a list in brackets, where steps have no columns: nothing but a comma stands between the two.
bool is_in_one_line(const Node& before, const Node& step) { return step.span.begin <= before.span.end + 2; }

}  // namespace

// `before`: the step before it in the list, if any.
void report_no_verb(const ReadingSite& at, const Node& node, const Node* before) {
  if (node.entries.empty()) {
    at.diagnostics.report(Code::wrong_shape, node.span, "a step names a task, but here is nothing")
        .help("name a task, or delete the step");
    return;
  }
  const Entry& modifier = node.entries[0];
  auto report =
      at.diagnostics.report(Code::modifier_not_here, modifier.key_span,
                            fmt::format("`{}` modifies a step, but beside it there is none", modifier.key));
  if (before != nullptr && before->kind == NodeKind::scalar) {
    report.label(before->span, "perhaps meant for this step")
        .help(is_in_one_line(*before, node)
                  ? fmt::format("put both in one pair of braces: `{{ do: {}, {}: … }}`", before->text,
                                modifier.key)
                  : fmt::format("write `- do: {}`, and line `{}` up with `do`, without a dash", before->text,
                                modifier.key));
  } else if (before != nullptr && before->kind == NodeKind::mapping && !before->entries.empty()) {
    const Entry& verb = before->entries[0];
    report.label(verb.key_span, "perhaps meant for this step")
        .help(
            is_in_one_line(*before, node)
                ? fmt::format("put both in one pair of braces: `{{ {}: …, {}: … }}`", verb.key, modifier.key)
                : fmt::format("line `{}` up with `{}`, without a dash of its own", modifier.key, verb.key));
    at.diagnostics.doubt(verb.key_span);  // it may lack this modifier
  } else {
    report.help("say what is done, such as `do: fire`, in the same column");
  }
}

}  // namespace ishi::compiler
