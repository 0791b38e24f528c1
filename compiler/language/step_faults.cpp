#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string>
#include <vector>

#include "diagnostics/suggest.h"
#include "language/other_names.h"
#include "language/reader.h"
#include "language/tables.h"

// What is said of steps that are written in another way, or at another place.

namespace ishi::compiler {

// Is it the name of a task or goal? Then it is that, whatever other tools mean by it.
bool Reader::is_declared_as_verb(std::string_view name) const {
  const auto has = [&](Section section) {
    const Node* entries = root_ == nullptr ? nullptr : root_->find(section_name(section));
    return entries != nullptr && entries->find(name) != nullptr;
  };
  return has(Section::tasks) || has(Section::goals);
}

bool Reader::is_foreign_modifier(std::string_view name) const {
  const Field* meant = find_step_row(other_word(kStepMapping, name).name);
  const bool is_modifier = name == "abort_if" || (meant != nullptr && !meant->is_verb);
  return is_modifier && !is_declared_as_verb(name);
}

// `retries: 2`. Returns whether there are any.
bool Reader::report_foreign_modifiers(const Field& steps, const Node& node) {
  const auto is_foreign = [&](const Entry& entry) { return is_foreign_modifier(entry.key); };
  const bool is_alone = std::ranges::all_of(node.entries, is_foreign);
  bool has_any = false;
  for (const Entry& entry : node.entries) {
    if (!is_foreign(entry)) continue;
    has_any = true;
    const auto [help, name] = other_word(kStepMapping, entry.key);
    auto report = diagnostics_.report(Code::unknown_field, entry.key_span,
                                      fmt::format("a step has no modifier `{}`", entry.key));
    if (steps.is_instant && name != "when") {
      report.help("take it out: of modifiers only `when` can stand in a step that takes no time");
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
bool Reader::report_foreign_verb(const Field& steps, const Node& node, const Entry& verb) {
  if (steps.is_instant) return false;
  const bool is_single = verb.value->kind == NodeKind::scalar && !verb.value->text.empty();
  const bool is_noun =
      verb.key == "goal" || verb.key == "task" || verb.key == "action" || verb.key == "subtree";
  auto [help, name] = other_word(kStepMapping, verb.key);
  if ((help.empty() && !(is_noun && is_single)) || is_declared_as_verb(verb.key)) return false;
  auto report = diagnostics_.report(Code::unknown_name, verb.key_span,
                                    fmt::format("there is no task or goal `{}`", verb.key));
  const Field* meant = find_step_row(name);
  if (is_noun && is_single) {
    report_noun(node, verb, report);
  } else if (meant != nullptr && meant->form == Form::map && verb.value->kind == NodeKind::sequence) {
    report.help(
        fmt::format("{}, and each of its methods has a name: such as `{}: {}`", help, name, meant->example));
  } else {
    report.help(help);
    if (meant != nullptr) report.edit(verb.key_span, std::string(name));
  }
  return true;
}

// `goal: tidy_up` for `tidy_up`.
void Reader::report_noun(const Node& node, const Entry& verb, Report& report) {
  const std::string_view name = verb.value->text;
  const Node* actions = root_ == nullptr ? nullptr : root_->find("actions");
  if (!is_declared_as_verb(name) && actions != nullptr && actions->find(name) != nullptr) {
    report.help(
        fmt::format("`{}` is an action: agents choose it, and what steps do are tasks and goals", name));
  } else if (node.entries.size() > 1) {
    report.help(fmt::format("write `do: {}`", name)).edit(verb.key_span, "do");
  } else {
    report.help(fmt::format("write `{}` alone", name))
        .edit({verb.key_span.file, verb.key_span.begin, verb.value->span.end}, std::string(name));
  }
}

// One of the two may be the misspelt form of a modifier.
bool Reader::report_misspelt_modifier(const Entry& entry) {
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
  auto report = diagnostics_.report(Code::unknown_field, entry.key_span,
                                    fmt::format("a step has no modifier `{}`", entry.key));
  report.help(fmt::format("did you mean `{}`?", near[0])).edit(entry.key_span, std::string(near[0]));
  if (!is_clear(text, near)) report.guess();
  return true;
}

void Reader::report_two_verbs(const Entry& first, const Entry& second) {
  const auto& of_actions = kActionMapping.fields;
  if (std::ranges::find(of_actions, second.key, &Field::name) != of_actions.end()) {
    diagnostics_
        .report(
            Code::modifier_not_here, second.key_span,
            fmt::format("`{}` belongs to an action, but here it stands beside one of its steps", second.key))
        .label(first.key_span, "the step begins here")
        .help("line it up with the `do` of the action");
    return;
  }
  const bool has_arguments = find_step_row(first.key) == nullptr;
  diagnostics_
      .report(Code::two_verbs, second.key_span,
              fmt::format("a step does one thing, but here are `{}` and `{}`", first.key, second.key))
      .label(first.key_span, "the step begins here")
      .help(fmt::format("write `{}` as a step of its own", second.key) +
            (has_arguments
                 ? fmt::format("; if it is an argument of `{0}`, move it into {{ }} behind `{0}:`", first.key)
                 : ""));
}

void Reader::report_modifier_of_action(const Entry& entry) {
  diagnostics_
      .report(
          Code::modifier_not_here, entry.key_span,
          fmt::format("`{}` modifies a step, but here it stands beside the action's own fields", entry.key))
      .help(
          fmt::format("write it below one step under `do`, in the same column; for all of them make the body "
                      "one step: `- do: [...]`, and below it `{}`",
                      entry.key));
}

// `before`: the step before it in the list, if any.
void Reader::report_no_verb(const Node& node, const Node* before) {
  if (node.entries.empty()) {
    diagnostics_.report(Code::wrong_shape, node.span, "a step names a task, but here is nothing")
        .help("name a task, or delete the step");
    return;
  }
  const Entry& modifier = node.entries[0];
  auto report =
      diagnostics_.report(Code::modifier_not_here, modifier.key_span,
                          fmt::format("`{}` modifies a step, but beside it there is none", modifier.key));
  if (before != nullptr && before->kind == NodeKind::scalar) {
    report.label(before->span, "perhaps meant for this step")
        .help(fmt::format("write `- do: {}`, and line `{}` up with `do`, without a dash", before->text,
                          modifier.key));
  } else if (before != nullptr && before->kind == NodeKind::mapping && !before->entries.empty()) {
    const Entry& verb = before->entries[0];
    report.label(verb.key_span, "perhaps meant for this step")
        .help(fmt::format("line `{}` up with `{}`, without a dash of its own", modifier.key, verb.key));
  } else {
    report.help("say what is done, such as `do: fire`, in the same column");
  }
}

}  // namespace ishi::compiler
