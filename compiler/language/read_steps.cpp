#include "language/reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "diagnostics/suggest.h"
#include "language/node_words.h"
#include "language/tables.h"
#include "language/words.h"

// The steps of a body.

namespace ishi::compiler {

void Reader::read_value(const Field& field, const Node& node, std::vector<Step>& out) {
  if (node.kind == NodeKind::poisoned) return;
  if (node.kind == NodeKind::scalar) {
    read_verb(node.text, inner_span(node), nullptr, out);
    return;
  }
  if (node.kind == NodeKind::mapping) {
    diagnostics_
        .report(Code::wrong_shape, node.span,
                fmt::format("{} is a list of steps, but here is a block", what(field)))
        .help("begin each step with `- `, or write [step, step]");
    return;
  }
  if (node.items.empty()) {
    diagnostics_
        .report(Code::wrong_count, node.span, fmt::format("{} is an empty list of steps", what(field)))
        .help("name at least one task, or leave `do` out");
  }
  for (const Node* item : node.items) read_step(*item, out);
}

void Reader::read_step(const Node& node, std::vector<Step>& out) {
  if (node.kind == NodeKind::poisoned) return;
  if (node.kind == NodeKind::scalar) {
    read_verb(node.text, inner_span(node), nullptr, out);
    return;
  }
  if (node.kind == NodeKind::sequence) {
    diagnostics_
        .report(Code::wrong_shape, node.span, "a step is the name of a task, but here is a list in a list")
        .help("let each task be an item of the outer list");
    return;
  }
  const Entry* verb = nullptr;
  for (const Entry& entry : node.entries) {
    if (is_step_modifier(entry.key)) {
      report_later(entry.key, entry.key_span);
    } else if (verb != nullptr) {
      if (verb->value->kind == NodeKind::poisoned) return;  // its arguments, perhaps, not indented enough
      diagnostics_
          .report(Code::two_verbs, entry.key_span,
                  fmt::format("a step does one thing, but here are `{}` and `{}`", verb->key, entry.key))
          .label(verb->key_span, "the step begins here")
          .help(fmt::format("write `{}` as a step of its own", entry.key) +
                (verb->key == "wait" || verb->key == "do"
                     ? ""
                     : fmt::format("; if it is an argument of `{0}`, move it into {{ }} behind `{0}:`",
                                   verb->key)));
      return;
    } else {
      verb = &entry;
    }
  }
  if (verb == nullptr) {
    if (node.entries.empty()) {
      diagnostics_.report(Code::wrong_shape, node.span, "a step names a task, but here is nothing")
          .help("name a task, or delete the step");
    }
    return;
  }
  if (verb->key == "do") {
    read_value(item(compiler::steps(), "`do`"), *verb->value, out);
    return;
  }
  read_verb(verb->key, verb->key_span, verb->value, out);
}

void Reader::read_verb(std::string_view verb, Span verb_span, const Node* arguments, std::vector<Step>& out) {
  Step step;
  step.task = {verb, verb_span};
  if (verb == "wait") {
    step.kind = StepKind::wait;
    if (arguments == nullptr) {
      diagnostics_.report(Code::missing_argument, verb_span, "`wait` needs to know how long")
          .help("write `wait: 0.5s`");
      return;
    }
    if (arguments->kind == NodeKind::mapping) {
      const bool is_one =
          arguments->entries.size() == 1 && arguments->entries[0].value->kind == NodeKind::scalar;
      diagnostics_
          .report(Code::wrong_shape, arguments->span, "`wait` takes one duration, without a name for it")
          .help(fmt::format("write `wait: {}`", is_one ? arguments->entries[0].value->text : "0.5s"));
      return;
    }
    step.arguments.push_back({{verb, verb_span}, {}});
    read_value(item(formula(), "how long to wait"), *arguments, step.arguments.back().value);
  } else if (is_later_verb(verb)) {
    report_later(verb, verb_span);
    return;
  } else if (arguments != nullptr) {
    read_arguments(*arguments, step);
  }
  out.push_back(std::move(step));
}

void Reader::read_arguments(const Node& node, Step& step) {
  if (node.kind == NodeKind::poisoned) {
    step.is_poisoned = true;
    return;
  }
  if (node.kind == NodeKind::scalar) {  // reported when the task's parameters are known
    step.bare = {node.text, node.span};
    step.is_poisoned = true;
    return;
  }
  if (node.kind != NodeKind::mapping) {
    diagnostics_
        .report(
            Code::wrong_shape, node.span,
            fmt::format("the arguments of `{}` are named, but here is {}", step.task.text, describe(node)))
        .help(fmt::format("write `{}: {{ name: value }}`", step.task.text));
    step.is_poisoned = true;
    return;
  }
  for (const Entry& entry : node.entries) {
    step.arguments.push_back({{entry.key, entry.key_span}, {}});
    read_value(item(formula(), "an argument"), *entry.value, step.arguments.back().value);
  }
}

}  // namespace ishi::compiler
