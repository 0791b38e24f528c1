#include "language/reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "diagnostics/suggest.h"
#include "language/words.h"

namespace ishi::compiler {
namespace {

std::string_view describe(const Node& node) {
  switch (node.kind) {
    case NodeKind::scalar: return "a single value";
    case NodeKind::mapping: return "a block of `name: value` entries";
    case NodeKind::sequence: return "a list";
    case NodeKind::poisoned: break;
  }
  return "something unreadable";
}

// How a field is called in a message: by its name, or by what it is where it has none.
std::string what(const Field& field) {
  return field.name.empty() ? std::string(field.doc) : fmt::format("`{}`", field.name);
}

std::string quoted_list(std::span<const std::string_view> words) {
  std::string result;
  for (size_t i = 0; i < words.size(); ++i) {
    if (i > 0) result += i + 1 == words.size() ? " or " : ", ";
    result += fmt::format("`{}`", words[i]);
  }
  return result;
}

// The text inside the quotes, where it stands in the source letter for letter.
Span inner_span(const Node& node) {
  const size_t length = node.span.end - node.span.begin;
  if (node.quoted && length == node.text.size() + 2) return {node.span.file, node.span.begin + 1, node.span.end - 1};
  return node.span;
}

const Field* find_field(const Mapping& mapping, std::string_view name) {
  for (const Field& field : mapping.fields) {
    if (field.name == name) return &field;
  }
  return nullptr;
}

bool accepts(const Field& field, NodeKind kind) {
  switch (field.form) {
    case Form::names:
    case Form::references:
    case Form::list: return kind == NodeKind::sequence;
    case Form::record:
    case Form::map: return kind == NodeKind::mapping;
    case Form::value: return true;
    default: return kind == NodeKind::scalar;
  }
}

}  // namespace

bool Reader::expect_scalar(const Field& field, const Node& node) {
  if (node.kind == NodeKind::scalar) return true;
  if (node.kind != NodeKind::poisoned) {
    diagnostics_.report(Code::wrong_shape, node.span,
                        fmt::format("{} is a single value, but here is {}", what(field), describe(node)));
  }
  return false;
}

bool Reader::expect_map(const Field& field, const Node& node) {
  if (node.kind == NodeKind::mapping) return true;
  if (node.kind != NodeKind::poisoned) {
    diagnostics_
        .report(Code::wrong_shape, node.span,
                fmt::format("{} holds named entries, but here is {}", what(field), describe(node)))
        .help("write each entry as `name: value` on a line of its own, or { name: value }");
  }
  return false;
}

bool Reader::expect_list(const Field& field, const Node& node) {
  if (node.kind == NodeKind::poisoned) return false;
  if (node.kind != NodeKind::sequence) {
    auto report = diagnostics_.report(Code::wrong_shape, node.span,
                                      fmt::format("{} is a list, but here is {}", what(field), describe(node)));
    if (node.kind == NodeKind::scalar && !node.quoted) {
      report.help(fmt::format("write [{}]", node.text)).edit(node.span, fmt::format("[{}]", node.text));
    }
    return false;
  }
  if (node.items.size() < field.least || node.items.size() > field.most) {
    const std::string wanted = field.least == field.most ? fmt::format("{}", field.least)
                               : node.items.size() < field.least ? fmt::format("at least {}", field.least)
                                                                 : fmt::format("at most {}", field.most);
    diagnostics_.report(Code::wrong_count, node.span,
                        fmt::format("{} takes {} {}, but here {} {}", what(field), wanted,
                                    field.least == 1 && field.most == 1 ? "entry" : "entries",
                                    node.items.size() == 1 ? "is" : "are", node.items.size()));
    return false;
  }
  return true;
}

bool Reader::check_map_key(const Field& field, const Entry& entry) {
  // Names of declarations are checked where they are gathered; other maps hold references, or names
  // that only people read.
  (void)field;
  return !entry.key.empty();
}

bool Reader::check_limits(const Field& field, const Node& node, double value) {
  if (value >= field.low && value <= field.high) return true;
  std::string wanted;
  if (field.high == std::numeric_limits<double>::infinity()) {
    wanted = fmt::format("{} or more", show(field.low, field.quantity));
  } else if (field.low == -std::numeric_limits<double>::infinity()) {
    wanted = fmt::format("{} or less", show(field.high, field.quantity));
  } else {
    wanted = fmt::format("{} to {}", show(field.low, field.quantity), show(field.high, field.quantity));
  }
  diagnostics_.report(Code::number_out_of_range, node.span,
                      fmt::format("{} may be {}, but here is {}", what(field), wanted, node.text));
  return false;
}

bool Reader::read_word(const Field& field, const Node& node, uint32_t& index) {
  if (!expect_scalar(field, node)) return false;
  for (uint32_t i = 0; i < field.words.size(); ++i) {
    if (field.words[i] == node.text) {
      index = i;
      return true;
    }
  }
  auto report = diagnostics_.report(
      Code::unknown_word, node.span,
      fmt::format("{} is {}, but here is `{}`", what(field), quoted_list(field.words), node.text));
  const std::vector<std::string_view> near = suggestions(node.text, field.words);
  if (!near.empty()) report.help(fmt::format("did you mean `{}`?", near[0])).edit(node.span, std::string(near[0]));
  return false;
}

void Reader::read_value(const Field& field, const Node& node, Setting<bool>& out) {
  bool value = false;
  if (!expect_scalar(field, node)) return;
  if (read_boolean(node.text, node.span, what(field), diagnostics_, value)) out = {value, node.span, true};
}

void Reader::read_value(const Field& field, const Node& node, Setting<int32_t>& out) {
  double value = 0;
  if (!expect_scalar(field, node)) return;
  if (!read_whole(node.text, inner_span(node), what(field), diagnostics_, value)) return;
  if (check_limits(field, node, value)) out = {static_cast<int32_t>(value), node.span, true};
}

void Reader::read_value(const Field& field, const Node& node, Setting<double>& out) {
  double value = 0;
  if (!expect_scalar(field, node)) return;
  if (!read_quantity(node.text, inner_span(node), field.quantity, what(field), diagnostics_, value)) return;
  if (check_limits(field, node, value)) out = {value, node.span, true};
}

void Reader::read_value(const Field& field, const Node& node, Setting<Measure>& out) {
  Measure value;
  if (!expect_scalar(field, node)) return;
  if (read_measure(node.text, inner_span(node), diagnostics_, value)) out = {value, node.span, true};
}

void Reader::read_value(const Field& field, const Node& node, Setting<Bounds>& out) {
  if (!expect_scalar(field, node)) return;
  Bounds value;
  if (node.text.find("..") == std::string_view::npos && field.is_short_form) {  // a single number is both ends
    Measure measure;
    if (!read_measure(node.text, inner_span(node), diagnostics_, measure)) return;
    value = {measure.value, measure.value, measure.quantity};
  } else if (!read_bounds(node.text, inner_span(node), diagnostics_, value)) {
    return;
  }
  out = {value, node.span, true};
}

void Reader::read_value(const Field& field, const Node& node, Setting<Name>& out) {
  if (expect_scalar(field, node)) out = {{node.text, inner_span(node)}, node.span, true};
}

void Reader::read_value(const Field& field, const Node& node, Formula& out) {
  if (!expect_scalar(field, node)) return;
  const Span span = inner_span(node);
  if (node.text.find('\n') != std::string_view::npos || span.end - span.begin != node.text.size()) {
    diagnostics_
        .report(Code::expression_layout, node.span, "an expression stands on one line, without escapes")
        .help("name its parts under `values:` and combine the names");
    return;
  }
  if (node.text.find_first_not_of(' ') == std::string_view::npos) {
    diagnostics_.report(Code::expression_syntax, node.span, fmt::format("{} is an empty expression", what(field)))
        .help("write a number, a key or a calculation");
    return;
  }
  out.text = node.text;
  out.span = span;
}

void Reader::read_value(const Field& field, const Node& node, Reference& out) {
  if (!expect_scalar(field, node)) return;
  if (node.text.empty()) {
    diagnostics_.report(Code::bad_name, node.span, fmt::format("{} is an empty name", what(field)));
    return;
  }
  out.text = node.text;
  out.span = inner_span(node);
}

void Reader::read_value(const Field& field, const Node& node, std::vector<Reference>& out) {
  if (!expect_list(field, node)) return;
  for (const Node* item : node.items) {
    Reference reference;
    read_value(field, *item, reference);
    if (!reference.given()) continue;
    if (reference.text[0] == '+' || reference.text[0] == '-') {
      diagnostics_
          .report(Code::list_change_without_extends, reference.span,
                  fmt::format("`{}` changes an inherited list, but nothing is inherited here", reference.text))
          .help(fmt::format("write `{}`, or say whose list it changes with `extends:`", reference.text.substr(1)));
      continue;
    }
    out.push_back(reference);
  }
}

void Reader::read_value(const Field& field, const Node& node, std::vector<Name>& out) {
  if (!expect_list(field, node)) return;
  for (const Node* item : node.items) {
    if (!expect_scalar(field, *item)) continue;
    const Span span = inner_span(*item);
    if (!check_new_name(item->text, span, diagnostics_)) continue;
    const auto same = std::ranges::find(out, item->text, &Name::text);
    if (same != out.end()) {
      diagnostics_.report(Code::defined_twice, span, fmt::format("`{}` stands twice in this list", item->text))
          .label(same->span, "here already");
      continue;
    }
    out.push_back({item->text, span});
  }
}

void Reader::read_value(const Field&, const Node& node, const Node*& out) {
  if (node.kind != NodeKind::poisoned) out = &node;
}

void Reader::read_value(const Field& field, const Node& node, CurvePoint& out) {
  if (node.kind == NodeKind::poisoned) return;
  if (node.kind != NodeKind::sequence || node.items.size() != 2) {
    diagnostics_.report(Code::wrong_shape, node.span, "a point of a curve is written [x, y]");
    return;
  }
  Field y = field;
  y.name = {};
  y.doc = "the y of a point";
  read_value(y, *node.items[0], out.x);
  read_value(y, *node.items[1], out.y);
}

// --- records -------------------------------------------------------------------------------------

void Reader::read_record(const Mapping& mapping, const Node& node, void* record) {
  if (node.kind == NodeKind::poisoned) return;
  if (node.kind != NodeKind::mapping) {
    for (const Field& field : mapping.fields) {
      if (field.is_short_form && accepts(field, node.kind)) {
        field.read(*this, field, node, record);
        return;
      }
    }
    auto report = diagnostics_.report(
        Code::wrong_shape, node.span,
        fmt::format("{} is written as named entries, but here is {}", mapping.title, describe(node)));
    if (!mapping.fields.empty()) report.help(fmt::format("for example {{ {}: … }}", mapping.fields[0].name));
    return;
  }

  std::vector<const Field*> given;
  bool is_whole = true;
  Node open_entries;
  open_entries.kind = NodeKind::mapping;
  open_entries.span = node.span;
  for (const Entry& entry : node.entries) {
    is_whole = is_whole && entry.value->kind != NodeKind::poisoned;
    const Field* field = find_field(mapping, entry.key);
    if (field == nullptr && mapping.is_named && (entry.key == "doc" || entry.key == "extends")) {
      if (entry.key == "doc" && entry.value->kind != NodeKind::scalar && entry.value->kind != NodeKind::poisoned) {
        diagnostics_.report(Code::wrong_shape, entry.value->span,
                            fmt::format("`doc` is a text, but here is {}", describe(*entry.value)));
      }
      continue;
    }
    if (field == nullptr && mapping.open != nullptr) {
      open_entries.entries.push_back(entry);
      continue;
    }
    if (field == nullptr) {
      if (entry.value->kind != NodeKind::poisoned) report_unknown_field(mapping, entry);
      is_whole = false;  // it may be the misspelt form of what seems to be missing
      continue;
    }
    if (field->is_later) {
      diagnostics_
          .report(Code::not_in_this_version, entry.key_span,
                  fmt::format("`{}` is part of the language, but this version of ishi does not read it yet", entry.key))
          .help("leave it out for now");
      is_whole = false;
      continue;
    }
    given.push_back(field);
    if (field->read != nullptr) field->read(*this, *field, *entry.value, record);
  }
  if (mapping.open != nullptr) mapping.open->read(*this, *mapping.open, open_entries, record);

  check_kinds(mapping, node, given);
  if (!is_whole) return;
  const auto has = [&](std::string_view name) { return std::ranges::find(given, name, &Field::name) != given.end(); };
  const Span where = node.flow || node.entries.empty() ? node.span : node.entries[0].key_span;
  for (const Field& field : mapping.fields) {
    if (!field.is_required || has(field.name)) continue;
    auto report = diagnostics_.report(Code::missing_field, where, fmt::format("{} needs `{}`", mapping.title, field.name));
    report.help(fmt::format("add `{}: {}` ({})", field.name, field.example.empty() ? "…" : field.example, field.doc));
  }
  if (mapping.needs_kind && std::ranges::none_of(given, [](const Field* f) { return f->kind != 0; })) {
    std::vector<std::string_view> kinds;
    for (const Field& field : mapping.fields) {
      if (field.kind != 0) kinds.push_back(field.name);
    }
    diagnostics_.report(Code::missing_kind, where, fmt::format("{} needs one of {}", mapping.title, quoted_list(kinds)));
  }
}

void Reader::check_kinds(const Mapping& mapping, const Node& node, const std::vector<const Field*>& given) {
  const auto key_span = [&](const Field& field) {
    for (const Entry& entry : node.entries) {
      if (entry.key == field.name) return entry.key_span;
    }
    return node.span;
  };
  const Field* first = nullptr;
  for (const Field* field : given) {
    if (field->kind != 0 && first != nullptr && field->kind != first->kind) {
      diagnostics_
          .report(Code::several_kinds, key_span(*field),
                  fmt::format("{} is either `{}` or `{}`, not both", mapping.title, first->name, field->name))
          .label(key_span(*first), fmt::format("`{}` is said here", first->name))
          .help(fmt::format("keep one of the two"));
    }
    if (field->kind != 0 && first == nullptr) first = field;
    if (!field->with.empty() && std::ranges::find(given, field->with, &Field::name) == given.end()) {
      diagnostics_.report(Code::field_without_its_kind, key_span(*field),
                          fmt::format("`{}` has a meaning only together with `{}`", field->name, field->with));
    }
  }
}

void Reader::report_unknown_field(const Mapping& mapping, const Entry& entry) {
  std::vector<std::string_view> known;
  for (const Field& field : mapping.fields) {
    if (!field.is_later) known.push_back(field.name);
  }
  if (mapping.is_named) known.insert(known.end(), {"doc", "extends"});
  auto report = diagnostics_.report(Code::unknown_field, entry.key_span,
                                    fmt::format("{} has no field `{}`", mapping.title, entry.key));
  const std::vector<std::string_view> near = suggestions(entry.key, known);
  if (!near.empty()) {
    report.help(fmt::format("did you mean `{}`?", near[0])).edit(entry.key_span, std::string(near[0]));
  } else {
    report.help(fmt::format("its fields are {}", quoted_list(known)));
  }
}

// --- steps ---------------------------------------------------------------------------------------

void Reader::read_value(const Field& field, const Node& node, std::vector<Step>& out) {
  if (node.kind == NodeKind::poisoned) return;
  if (node.kind == NodeKind::scalar) {
    read_verb(node.text, inner_span(node), nullptr, out);
    return;
  }
  if (node.kind == NodeKind::mapping) {
    diagnostics_
        .report(Code::wrong_shape, node.span, fmt::format("{} is a list of steps, but here is a block", what(field)))
        .help("begin each step with `- `, or write [step, step]");
    return;
  }
  if (node.items.empty()) {
    diagnostics_.report(Code::wrong_count, node.span, fmt::format("{} has no steps", what(field)))
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
    diagnostics_.report(Code::wrong_shape, node.span, "a step is the name of a task, but here is a list in a list");
    return;
  }
  const Entry* verb = nullptr;
  for (const Entry& entry : node.entries) {
    if (is_step_modifier(entry.key)) {
      diagnostics_
          .report(Code::not_in_this_version, entry.key_span,
                  fmt::format("`{}` is part of the language, but this version of ishi does not read it yet", entry.key))
          .help("leave it out for now");
    } else if (verb != nullptr) {
      diagnostics_
          .report(Code::two_verbs, entry.key_span,
                  fmt::format("a step does one thing, but here are `{}` and `{}`", verb->key, entry.key))
          .label(verb->key_span, "the step's task")
          .help(fmt::format("begin a step of its own: `- {}`", entry.key));
      return;
    } else {
      verb = &entry;
    }
  }
  if (verb == nullptr) {
    if (node.entries.empty()) diagnostics_.report(Code::wrong_shape, node.span, "a step names a task, but here is nothing");
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
      diagnostics_.report(Code::missing_argument, verb_span, "`wait` needs to know how long").help("write `wait: 0.5s`");
      return;
    }
    step.arguments.push_back({{verb, verb_span}, {}});
    read_value(item(formula(), "how long to wait"), *arguments, step.arguments.back().value);
  } else if (is_later_verb(verb)) {
    diagnostics_
        .report(Code::not_in_this_version, verb_span,
                fmt::format("`{}` is part of the language, but this version of ishi does not read it yet", verb))
        .help("leave it out for now");
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
  if (node.kind != NodeKind::mapping) {
    diagnostics_
        .report(Code::wrong_shape, node.span,
                fmt::format("the arguments of `{}` are named, but here is {}", step.task.text, describe(node)))
        .help(fmt::format("write {}: {{ name: value }}", step.task.text));
    step.is_poisoned = true;
    return;
  }
  for (const Entry& entry : node.entries) {
    step.arguments.push_back({{entry.key, entry.key_span}, {}});
    read_value(item(formula(), "an argument"), *entry.value, step.arguments.back().value);
  }
}

// --- defaults, as the reference shows them -------------------------------------------------------

namespace table {

std::string show_default_value(const Field&, const Setting<bool>& setting) { return setting.value ? "true" : "false"; }

std::string show_default_value(const Field&, const Setting<int32_t>& setting) { return fmt::format("{}", setting.value); }

std::string show_default_value(const Field& field, const Setting<double>& setting) {
  return show(setting.value, field.quantity);
}

}  // namespace table

}  // namespace ishi::compiler
